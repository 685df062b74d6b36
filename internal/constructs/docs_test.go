package constructs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/check"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

var yamlBlock = regexp.MustCompile("(?ms)^```yaml\n(.*?)^```")

// TestDocumentation compiles every whole spec that the documentation shows.
func TestDocumentation(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, page := range append(pages, "../../README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for i, block := range yamlBlock.FindAllSubmatch(text, -1) {
			if !strings.HasPrefix(string(block[1]), "wiregen:") {
				continue
			}
			ran++
			t.Run(fmt.Sprintf("%s/%d", filepath.Base(page), i+1), func(t *testing.T) {
				var r diag.Report
				if spec := syntax.Parse(source.NewFile(page, block[1]), &r); spec != nil {
					check.Check(spec, &r)
				}
				if !r.OK() {
					t.Error(findings(&r))
				}
			})
		}
	}
	if ran == 0 {
		t.Error("the documentation shows no spec")
	}
}
