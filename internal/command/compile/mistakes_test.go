package compile_test

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/assemble"
	"github.com/wiregen/wiregen/internal/frontend/layout"
	"github.com/wiregen/wiregen/internal/frontend/lint"
	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

var updateMistakes = flag.Bool("update-mistakes", false, "write the reports in testdata/mistakes")

// TestMistakes compiles specs with one mistake each. NAME/report.txt has what is
// reported first, with the text that is underlined, the advice, and what becomes of the
// spec when its findings are repaired; NAME/right.yaml is the spec after that advice was
// followed: it compiles. Where the repaired spec is another one, NAME/repaired.yaml is the whole of it.
// A head.yaml is the beginning of every spec of an archive.
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
		var head, wrong, made string
		if *updateMistakes {
			archive.Files = slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return path.Base(f.Name) == "repaired.yaml" })
		}
		for i := 0; i < len(archive.Files); i++ {
			f := &archive.Files[i]
			switch name := path.Dir(f.Name); path.Base(f.Name) {
			case "head.yaml":
				head = string(f.Data)
			case "wrong.yaml":
				wrong = head + string(f.Data)
			case "report.txt":
				var how string
				made, how = repaired(t, wrong)
				got := firstReport(mistakes(t, wrong)) + how
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
				if made == "" || tidy(made) == tidy(head+string(f.Data)) {
					break
				}
				if want := fileOf(archive, name+"/repaired.yaml"); *updateMistakes {
					archive.Files = slices.Insert(archive.Files, i+1, txtar.File{Name: name + "/repaired.yaml", Data: []byte(made)})
				} else if d := cmp.Diff(want, made); d != "" {
					t.Errorf("%s: the repaired spec: %s", name, d)
				}
			case "repaired.yaml": // right.yaml has seen to it
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

func fileOf(a *txtar.Archive, name string) string {
	if i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == name }); i >= 0 {
		return string(a.Files[i].Data)
	}
	return ""
}

// tidy is a spec in the canonical layout.
func tidy(text string) string {
	var r diag.Report
	return string(layout.Format(source.NewFile("spec.yaml", []byte(text)), &r))
}

// repaired is a spec after its findings are repaired, "" if one is left, and words for what was
// done. A second run changes nothing.
func repaired(t *testing.T, text string) (out, how string) {
	t.Helper()
	r := fix(t, text, mistakesOf)
	if again := fix(t, string(r.Texts.Of("", text)), mistakesOf); len(again.Made) > 0 {
		t.Errorf("a second run repairs %s", again.Made[0].Message)
	}
	left := r.Left.All()
	switch {
	case len(left) == 0:
		return string(r.Texts.Of("", text)), "repaired\n"
	case len(r.Made) > 0:
		return "", "repaired in part\n"
	}
	new(rewrite.Files).Fix(left)
	for _, x := range left[0].Fixes {
		if x.Choice || len(left[0].Fixes) > 1 {
			how += "choice: " + x.Message + "\n"
		} else {
			how += "refused: " + x.Message + "\n"
		}
	}
	return "", how
}

// fix repairs a spec, or an archive of which the first file is the spec.
func fix(t *testing.T, text string, find func(*testing.T, *source.File, fs.FS) *diag.Report) *assemble.Repair {
	t.Helper()
	files, name := fstest.MapFS{}, "spec.yaml"
	if strings.HasPrefix(text, "-- ") {
		archive := txtar.Parse([]byte(text))
		for _, f := range archive.Files {
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		}
		name, text = archive.Files[0].Name, string(archive.Files[0].Data)
	}
	r, err := assemble.Fix(func(e assemble.Edited) (*diag.Report, error) {
		return find(t, source.NewFile(name, e.Of("", text)), e.In(files)), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCodesAreRepaired compares what the table of codes says of repairs with what is repaired in
// its examples and in testdata/mistakes.
func TestCodesAreRepaired(t *testing.T) {
	seen := map[string]bool{}
	note := func(text string, find func(*testing.T, *source.File, fs.FS) *diag.Report) {
		r := fix(t, text, find)
		left := r.Left.All()
		new(rewrite.Files).Fix(left)
		for _, d := range slices.Concat(r.Made, left) {
			if len(d.Fixes) > 0 {
				seen[d.Code.ID] = true
			}
		}
	}
	for _, c := range diag.Codes() {
		if c.Wrong != "" {
			note(c.Wrong, func(t *testing.T, f *source.File, folder fs.FS) *diag.Report {
				p, r := compile.Check(f, folder)
				if r.OK() && c.Lint {
					lint.Run(p, nil, r)
				}
				return planned(t, p, r)
			})
		}
	}
	files, _ := filepath.Glob("../../../testdata/mistakes/*.txtar")
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head := ""
		for _, f := range archive.Files {
			switch path.Base(f.Name) {
			case "head.yaml":
				head = string(f.Data)
			case "wrong.yaml":
				note(head+string(f.Data), mistakesOf)
			}
		}
	}
	for _, c := range diag.Codes() {
		if seen[c.ID] != (c.ByHand == "") {
			t.Errorf("%s: an example is repaired: %t; by hand, as the table has it: %q", c.ID, seen[c.ID], c.ByHand)
		}
	}
}

// mistakes returns all that check and the targets find in text.
func mistakes(t *testing.T, text string) []*diag.Diagnostic {
	t.Helper()
	return mistakesOf(t, source.NewFile("spec.yaml", []byte(text)), nil).All()
}

func mistakesOf(t *testing.T, f *source.File, folder fs.FS) *diag.Report {
	t.Helper()
	p, r := compile.Check(f, folder)
	return planned(t, p, r)
}

// planned adds what the targets find in a protocol, if it has no error.
func planned(t *testing.T, p *model.Protocol, r *diag.Report) *diag.Report {
	t.Helper()
	if !r.OK() {
		return r
	}
	var outputs []compile.Output
	for _, b := range compile.Targets() {
		outputs = append(outputs, compile.Output{Backend: b, Dir: b.Target().Dir})
	}
	if _, err := compile.Plan(p, outputs, r); err != nil {
		t.Fatal(err)
	}
	return r
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
