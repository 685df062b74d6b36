package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var yamlBlock = regexp.MustCompile("(?ms)^```yaml\n(.*?)^```")

// TestDocumentation compiles every whole spec in the documentation.
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
			files := specFiles(block[1])
			if files == nil {
				continue
			}
			ran++
			t.Run(fmt.Sprintf("%s/%d", filepath.Base(page), i+1), func(t *testing.T) {
				compileSpec(t, "block", files[0].Data, files...)
			})
		}
	}
	if ran == 0 {
		t.Error("the documentation shows no spec")
	}
}

// specFiles returns the files of a block that shows a whole spec, the spec first.
func specFiles(block []byte) []txtar.File {
	switch {
	case strings.HasPrefix(string(block), "-- "):
		return txtar.Parse(block).Files
	case strings.HasPrefix(string(block), "wiregen:"):
		return []txtar.File{{Name: "spec.yaml", Data: block}}
	}
	return nil
}
