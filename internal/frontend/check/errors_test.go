package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/diag"
)

// A wanted diagnostic is written at the end of its line: # ERROR code, or
// # ERROR code«the text that is underlined». A line may have several. On a
// separate line, # ERROR ABOVE applies to the line before, and # HELP is the help
// of a diagnostic of the line before.
var (
	helpLine = regexp.MustCompile(`^ *# HELP (.*)$`)
	wantLine = regexp.MustCompile(`# ERROR (ABOVE )?(.*)$`)
	wantCode = regexp.MustCompile(`([a-z0-9-]+)(?:«([^»]*)»)?`)
)

// TestBadSpecs compiles the bad specs of testdata/errors and compares what is
// reported, line by line.
func TestBadSpecs(t *testing.T) {
	files, _ := filepath.Glob("../../../testdata/errors/*.txtar")
	if len(files) == 0 {
		t.Fatal("no bad specs were found")
	}
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, files := range specs(archive) {
			name := files[0].Name
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar")+"/"+name, func(t *testing.T) {
				text := string(files[0].Data)
				want := wanted("", text)
				if len(files) > 1 {
					text, want = string(txtar.Format(&txtar.Archive{Files: files})), nil
					for _, f := range files {
						want = append(want, wanted(f.Name, string(f.Data))...)
					}
				}
				r, ok := compile(name, text)
				got := reported(r.All(), len(files) > 1)
				for _, miss := range helpless(text, r.All()) {
					t.Error(miss)
				}
				for _, miss := range subtract(want, got) {
					t.Errorf("missing: %s", miss)
				}
				for _, extra := range subtract(got, want) {
					t.Errorf("unexpected: %s", extra)
				}
				if ok != (len(want) == 0) {
					t.Errorf("a model was made: %v", ok)
				}
			})
		}
	}
}

// helpless returns the lines of text whose diagnostics do not have the expected help.
func helpless(text string, all []*diag.Diagnostic) []string {
	var out []string
	above := 0
	for i, line := range strings.Split(text, "\n") {
		m := helpLine.FindStringSubmatch(line)
		if m == nil {
			if !strings.HasPrefix(strings.TrimSpace(line), "#") {
				above = i + 1
			}
			continue
		}
		if !slices.ContainsFunc(all, func(d *diag.Diagnostic) bool {
			return d.Span.File.Position(d.Span.Start).Line == above && d.Help == m[1]
		}) {
			out = append(out, fmt.Sprintf("line %d: nothing helps with: %s", above, m[1]))
		}
	}
	return out
}

// specs returns the specs of an archive: each file is one, and so are the files of
// a folder together, the first of which is the spec itself.
func specs(archive *txtar.Archive) [][]txtar.File {
	var out [][]txtar.File
	at := map[string]int{}
	for _, f := range archive.Files {
		folder, name, several := strings.Cut(f.Name, "/")
		if !several {
			out = append(out, []txtar.File{f})
			continue
		}
		if _, known := at[folder]; !known {
			at[folder] = len(out)
			out = append(out, nil)
		}
		f.Name = name
		out[at[folder]] = append(out[at[folder]], f)
	}
	return out
}

// TestPlantedFault shows that the harness catches a wrong expectation.
func TestPlantedFault(t *testing.T) {
	const text = "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n  A: strin # ERROR type-unknown«string»\n"
	r, _ := compile("planted.yaml", text)
	if len(subtract(wanted("", text), reported(r.All(), false))) != 1 {
		t.Error("a wrong expectation went unseen")
	}
}

// A place is one wanted or reported diagnostic.
type place struct {
	file    string // of several
	line    int
	code    string
	text    string
	anyText bool
	message string
}

func (p place) String() string {
	return fmt.Sprintf("%s line %d: %s«%s» %s", p.file, p.line, p.code, p.text, p.message)
}

func wanted(file, text string) []place {
	var out []place
	for i, line := range strings.Split(text, "\n") {
		m := wantLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		at := i + 1
		if m[1] != "" {
			at--
		}
		for _, c := range wantCode.FindAllStringSubmatch(m[2], -1) {
			out = append(out, place{file: file, line: at, code: c[1], text: c[2], anyText: !strings.Contains(c[0], "«")})
		}
	}
	return out
}

func reported(all []*diag.Diagnostic, several bool) []place {
	var out []place
	for _, d := range all {
		line := d.Span.File.Position(d.Span.Start).Line
		p := place{line: line, code: d.Code.ID, text: d.Span.Text(), message: d.Message + " (" + d.Help + ")"}
		if several {
			p.file = d.Span.File.Name
		}
		out = append(out, p)
	}
	return out
}

// subtract returns what is in a and has no match in b.
func subtract(a, b []place) []place {
	rest := slices.Clone(b)
	var out []place
	for _, p := range a {
		i := slices.IndexFunc(rest, func(q place) bool {
			return p.file == q.file && p.line == q.line && p.code == q.code && (p.anyText || q.anyText || p.text == q.text)
		})
		if i < 0 {
			out = append(out, p)
			continue
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return out
}

// TestEveryCodeHasABadSpec checks that there is a bad spec for every code of specs.
func TestEveryCodeHasABadSpec(t *testing.T) {
	files, _ := filepath.Glob("../../../testdata/errors/*.txtar")
	var all strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(data)
	}
	seen := map[string]bool{}
	for _, p := range wanted("", all.String()) {
		seen[p.code] = true
	}
	for _, code := range diag.Codes() {
		if !seen[code.ID] && !slices.Contains(withoutExample, code.ID) && !ofBackend(code.ID) && !code.Lint {
			t.Errorf("no bad spec yields %s", code.ID)
		}
	}
	for code := range seen {
		if diag.LookupCode(code) == nil {
			t.Errorf("there is no code %s", code)
		}
	}
}
