package compile_test

import (
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

var updateMistakes = flag.Bool("update-mistakes", false, "write the reports in testdata/mistakes")

// TestMistakes compiles specs with one mistake each. NAME/report.txt has what is
// reported first, with the text that is underlined and the advice, and NAME/right.yaml
// is the spec after that advice was followed: it compiles. A head.yaml is the beginning
// of every spec of an archive.
func TestMistakes(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/mistakes/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var head, wrong string
		for i := range archive.Files {
			f := &archive.Files[i]
			switch name := path.Dir(f.Name); path.Base(f.Name) {
			case "head.yaml":
				head = string(f.Data)
			case "wrong.yaml":
				wrong = head + string(f.Data)
			case "report.txt":
				got := firstReport(mistakes(t, wrong))
				if *updateMistakes {
					f.Data = []byte(got)
				} else if d := cmp.Diff(string(f.Data), got); d != "" {
					t.Errorf("%s: %s", name, d)
				}
				if !strings.Contains(got, "\nhelp: ") {
					t.Errorf("%s: there is no help: %s", name, got)
				}
			case "right.yaml":
				if found := mistakes(t, head+string(f.Data)); len(found) > 0 {
					t.Errorf("%s: after the advice was followed: %s", name, firstReport(found))
				}
			default:
				t.Errorf("%s has an unexpected file %s", file, f.Name)
			}
		}
		if *updateMistakes {
			if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// mistakes returns all that check and the targets find in text.
func mistakes(t *testing.T, text string) []*diag.Diagnostic {
	t.Helper()
	p, r := compile.Check(source.NewFile("spec.yaml", []byte(text)), nil)
	if !r.OK() {
		return r.All()
	}
	var outputs []compile.Output
	for _, b := range compile.Targets() {
		outputs = append(outputs, compile.Output{Backend: b, Dir: b.Target().Dir})
	}
	if _, err := compile.Plan(p, outputs, r); err != nil {
		t.Fatal(err)
	}
	return r.All()
}

// firstReport is the first diagnostic, and the codes of the others.
func firstReport(found []*diag.Diagnostic) string {
	if len(found) == 0 {
		return "nothing\n"
	}
	var b strings.Builder
	first := found[0]
	line, _, _ := strings.Cut(first.Span.Text(), "\n")
	fmt.Fprintf(&b, "%s at «%s»: %s\nhelp: %s\n", first.Code.ID, line, first.Message, first.Help)
	for _, d := range found[1:] {
		fmt.Fprintf(&b, "then %s\n", d.Code.ID)
	}
	return b.String()
}
