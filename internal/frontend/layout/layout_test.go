package layout

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

func format(t *testing.T, name string, text []byte) []byte {
	t.Helper()
	var r diag.Report
	out := Format(source.NewFile(name, text), &r)
	if !r.OK() {
		return nil
	}
	return out
}

// TestFormat has pairs of a file before and after formatting.
func TestFormat(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			got := format(t, file, ar.Files[0].Data)
			if diff := cmp.Diff(string(ar.Files[1].Data), string(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if again := format(t, file, got); !bytes.Equal(again, got) {
				t.Errorf("a second pass changes it:\n%s", cmp.Diff(string(got), string(again)))
			}
		})
	}
}

// TestEverySpec lays out every spec of the repository, unchanged and badly
// indented: every comment and blank line stays, and a second pass changes nothing.
func TestEverySpec(t *testing.T) {
	var specs []string
	for _, pattern := range []string{"../../../testdata/constructs/*.txtar", "../../../testdata/errors/*", "../../../spec/*.yaml", "../../../examples/*/*.yaml", "../../../examples/*/released/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, found...)
	}
	ran := 0
	for _, name := range specs {
		data, err := os.ReadFile(name)
		if err != nil {
			continue // a folder
		}
		texts := [][]byte{data}
		if filepath.Ext(name) == ".txtar" {
			texts = nil
			for _, f := range txtar.Parse(data).Files {
				if strings.HasSuffix(f.Name, ".yaml") {
					texts = append(texts, f.Data)
				}
			}
		}
		for _, text := range texts {
			for _, variant := range [][]byte{text, wider(text), bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))} {
				once := format(t, name, variant)
				if once == nil {
					continue // no YAML
				}
				ran++
				if twice := format(t, name, once); !bytes.Equal(once, twice) {
					t.Errorf("%s: a second pass changes it:\n%s", name, cmp.Diff(string(once), string(twice)))
				}
				if got, want := marks(once), marks(variant); got != want {
					t.Errorf("%s: comments and blank lines changed:\n%s", name, cmp.Diff(want, got))
				}
			}
		}
	}
	if ran < 50 {
		t.Errorf("only %d files were laid out", ran)
	}
}

// wider returns a file with every level set in by one more space for each that it has.
func wider(text []byte) []byte {
	var out bytes.Buffer
	for _, line := range bytes.SplitAfter(text, []byte("\n")) {
		body := bytes.TrimLeft(line, " ")
		out.Write(bytes.Repeat([]byte(" "), 2*(len(line)-len(body))))
		out.Write(body)
	}
	return out.Bytes()
}

// marks returns what must not change, line by line: whether it is blank, and its comment.
func marks(text []byte) string {
	var out strings.Builder
	for _, line := range strings.Split(strings.TrimRight(string(text), "\r\n \t"), "\n") {
		line = strings.TrimSpace(line)
		switch i := strings.Index(line, "#"); {
		case line == "":
			out.WriteString("blank\n")
		case i >= 0:
			out.WriteString(line[i:] + "\n")
		default:
			out.WriteString("text\n")
		}
	}
	return out.String()
}

// FuzzFormat looks for a file that is laid out to something else, or anew on a
// second pass.
func FuzzFormat(f *testing.F) {
	data, err := os.ReadFile("../../../spec/wire.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("a:\n  - |\n   x\n  -   b:  c # d\n"))
	f.Add([]byte("a: {b: [c,\n  d], e: 'f'}\n# g\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		once := format(t, "spec.yaml", text)
		if once == nil {
			return
		}
		if twice := format(t, "spec.yaml", once); !bytes.Equal(once, twice) {
			t.Errorf("a second pass changes %q to %q", once, twice)
		}
	})
}
