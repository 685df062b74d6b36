package tsgen_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/check"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
	"github.com/wiregen/wiregen/internal/tsgen"
)


// A construct is one txtar: a spec, the messages that its types read or
// refuse, and what every target makes of it.
type construct struct {
	name     string
	file     string
	archive  *txtar.Archive
	messages []message
	targets  map[string][]backend.File
}

// A message is one line of a construct's messages:
//
//	accept TYPE JSON [=> WRITTEN]
//	refuse TYPE JSON => ERROR
type message struct {
	line   int
	accept bool
	typ    string
	text   string
	want   string // what is written, or the error
}

func (c *construct) section(name string) []byte {
	for _, f := range c.archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

func load(t *testing.T) []*construct {
	t.Helper()
	files, err := filepath.Glob("../../testdata/constructs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no constructs found: %v", err)
	}
	var all []*construct
	for _, file := range files {
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := &construct{name: strings.TrimSuffix(filepath.Base(file), ".txtar"), file: file, archive: ar}
		c.messages = parseMessages(t, c)
		c.targets = compileSpec(t, c.name, c.section("spec.yaml"))
		all = append(all, c)
	}
	return all
}

func parseMessages(t *testing.T, c *construct) []message {
	t.Helper()
	var out []message
	for i, line := range strings.Split(strings.TrimSpace(string(c.section("messages"))), "\n") {
		verb, rest, _ := strings.Cut(line, " ")
		typ, rest, ok := strings.Cut(rest, " ")
		if !ok || verb != "accept" && verb != "refuse" {
			t.Fatalf("%s: message %d: want accept or refuse, a type and a text: %q", c.name, i+1, line)
		}
		text, want, arrow := strings.Cut(rest, " => ")
		if !arrow && verb == "refuse" {
			t.Fatalf("%s: message %d: a refused message needs => and its error", c.name, i+1)
		}
		if !arrow {
			want = text
		}
		out = append(out, message{line: i + 1, accept: verb == "accept", typ: typ, text: text, want: want})
	}
	return out
}

// compileSpec is the spec through every target.
func compileSpec(t *testing.T, name string, text []byte) map[string][]backend.File {
	t.Helper()
	var r diag.Report
	spec := syntax.Parse(source.NewFile("spec.yaml", text), &r)
	if spec == nil {
		t.Fatalf("%s: cannot be parsed: %s", name, findings(&r))
	}
	p := check.Check(spec, &r)
	if p == nil {
		t.Fatalf("%s: has errors: %s", name, findings(&r))
	}
	out := make(map[string][]backend.File)
	for _, b := range []backend.Backend{tsgen.New()} {
		plan, err := b.Plan(p, backend.Options{Package: "demo"}, &r)
		if err != nil || !r.OK() {
			t.Fatalf("%s: %s: plan: %v %s", name, b.Name(), err, findings(&r))
		}
		files, err := plan.Emit()
		if err != nil {
			t.Fatalf("%s: %s: emit: %v", name, b.Name(), err)
		}
		slices.SortFunc(files, func(a, b backend.File) int { return strings.Compare(a.Name, b.Name) })
		out[b.Name()] = files
	}
	return out
}

func findings(r *diag.Report) string {
	var b strings.Builder
	for _, d := range r.All() {
		place := d.Span.File.Position(d.Span.Start)
		fmt.Fprintf(&b, "\n\t%d:%d: %s [%s]", place.Line, place.Column, d.Message, d.Code.ID)
	}
	return b.String()
}

