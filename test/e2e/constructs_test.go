package e2e

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/codegen/pygen"
	"github.com/wiregen/wiregen/internal/codegen/schemagen"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

var (
	update = flag.String("update", "", "rewrite the goldens of the constructs whose names match this glob")
	inFull = flag.Bool("whole", false, "look at the constructs whose goldens show the whole output, and at no others")
	only   = flag.String("constructs", "*", "look at the constructs whose names match this glob, and at no others")
)

// A construct is one txtar: a spec, the messages that its types read or refuse, and
// the output of every target: all of it, or, if a line of the comment is
// "show: declarations", what a user sees of it. The messages are run through all of
// the output in both forms.
type construct struct {
	name     string
	file     string
	archive  *txtar.Archive
	short    bool // only the declarations are shown
	messages []message
	types    []string // that are read beside those of the messages
	protocol *model.Protocol
	targets  map[string][]backend.File
}

// A message is one line of a construct's messages:
//
//	accept TYPE JSON [=> WRITTEN]
//	unfit TYPE JSON => ERROR	read, but an author of this version may not write it
//	refuse TYPE JSON => ERROR
type message struct {
	line   int
	accept bool // it is read
	unfit  bool // it is read and not written
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

// load returns every construct, through every target.
func load(t *testing.T) []*construct {
	t.Helper()
	all := loadSpecs(t)
	for _, c := range all {
		c.targets = emit(t, c, every()...)
	}
	return all
}

// toRead returns every construct, with the output that readers are built of.
func toRead(t *testing.T) []*construct {
	t.Helper()
	all := loadSpecs(t)
	for _, c := range all {
		c.targets = emit(t, c, reading()...)
	}
	return all
}

// loadSpecs returns every construct, as the model.
func loadSpecs(t *testing.T) []*construct {
	t.Helper()
	files, err := filepath.Glob("../../testdata/constructs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no constructs found: %v", err)
	}
	var all []*construct
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		if ok, _ := filepath.Match(*only, name); !ok {
			continue
		}
		ar, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := &construct{name: name, file: file, archive: ar, short: showsDeclarations(t, name, ar.Comment)}
		if c.short && *inFull {
			continue
		}
		c.messages = parseMessages(t, c)
		c.protocol = compileSpec(t, c.name, c.section("spec.yaml"), ar.Files...)
		all = append(all, c)
	}
	return all
}

// showsDeclarations reports whether the comment of a golden selects the short form.
func showsDeclarations(t *testing.T, name string, comment []byte) bool {
	t.Helper()
	short := false
	for line := range strings.Lines(string(comment)) {
		if form, ok := strings.CutPrefix(line, "show: "); ok {
			if short = form == "declarations\n"; !short {
				t.Fatalf("%s: show: want declarations, or no such line: %q", name, line)
			}
		}
	}
	return short
}

func parseMessages(t *testing.T, c *construct) []message {
	t.Helper()
	var out []message
	for i, line := range strings.Split(strings.TrimSpace(string(c.section("messages"))), "\n") {
		verb, rest, _ := strings.Cut(line, " ")
		typ, rest, ok := strings.Cut(rest, " ")
		if !ok || verb != "accept" && verb != "unfit" && verb != "refuse" {
			t.Fatalf("%s: message %d: want accept, unfit or refuse, a type and a text: %q", c.name, i+1, line)
		}
		text, want, arrow := strings.Cut(rest, " => ")
		if !arrow && verb != "accept" {
			t.Fatalf("%s: message %d: a message that is not in order needs => and its error", c.name, i+1)
		}
		if !arrow {
			want = text
		}
		out = append(out, message{line: i + 1, accept: verb != "refuse", unfit: verb == "unfit", typ: typ, text: text, want: want})
	}
	return out
}

// compileSpec returns the model of a spec, which can include files.
func compileSpec(t *testing.T, name string, text []byte, files ...txtar.File) *model.Protocol {
	t.Helper()
	folder := fstest.MapFS{}
	for _, f := range files {
		folder[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	p, r := compile.Check(source.NewFile("spec.yaml", text), folder)
	if p == nil {
		t.Fatalf("%s: has errors: %s", name, findings(r))
	}
	return p
}

// every returns every target.
func every() []backend.Backend { return compile.Targets() }

// reading returns every target without what reading needs not: the ends of connections in Go,
// which take a third of the compiler's time, and CommonJS. All tests that read messages use it,
// so that a package is built for one of them only. Random specs, test/connections and go vet
// on all constructs show that the ends compile; random specs load both forms of modules.
func reading() []backend.Backend {
	return []backend.Backend{gogen.Backend{Vectors: true, NoConnections: true}, tsgen.Backend{Vectors: true, NoCommonJS: true}, pygen.Backend{Vectors: true}, schemagen.New()}
}

// emit returns the output of targets for a construct.
func emit(t *testing.T, c *construct, targets ...backend.Backend) map[string][]backend.File {
	t.Helper()
	var r diag.Report
	out, err := tryEmit(c.protocol, &r, targets...)
	if err != nil || !r.OK() {
		t.Fatalf("%s: %v %s", c.name, err, findings(&r))
	}
	return out
}

// tryEmit returns the output of targets for a protocol, or nil if names collide,
// which is reported.
func tryEmit(p *model.Protocol, r *diag.Report, targets ...backend.Backend) (map[string][]backend.File, error) {
	common := backend.Common{
		Folder:  "demo",
		Schema:  sync.OnceValues(func() ([]byte, error) { return schemagen.Read(lower.New(p)) }),
		Vectors: sync.OnceValues(func() ([]byte, error) { return vectors.JSONL(p) }),
	}
	var plans []backend.Plan
	for _, b := range targets {
		plan, err := b.Plan(p, common, r)
		if err != nil {
			return nil, fmt.Errorf("%s: plan: %w", b.Target().Name, err)
		}
		plans = append(plans, plan)
	}
	if !r.OK() {
		return nil, nil
	}
	out := make(map[string][]backend.File)
	for i, b := range targets {
		name := b.Target().Name
		files, err := plans[i].Emit()
		if err != nil {
			return nil, fmt.Errorf("%s: emit: %w", name, err)
		}
		slices.SortFunc(files, func(a, b backend.File) int { return strings.Compare(a.Name, b.Name) })
		out[name] = files
	}
	return out, nil
}

func findings(r *diag.Report) string {
	var b strings.Builder
	for _, d := range r.All() {
		place := d.Span.File.Position(d.Span.Start)
		fmt.Fprintf(&b, "\n\t%s:%d:%d: %s [%s]", d.Span.File.Name, place.Line, place.Column, d.Message, d.Code.ID)
	}
	return b.String()
}

// TestGolden compares the output of every target with the sections of the txtar.
func TestGolden(t *testing.T) {
	for _, c := range load(t) {
		t.Run(c.name, func(t *testing.T) {
			got := golden(t, c)
			if match, _ := filepath.Match(*update, c.name); match {
				if err := os.WriteFile(c.file, txtar.Format(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := txtar.Format(c.archive); !bytes.Equal(want, txtar.Format(got)) {
				t.Errorf("the output has changed; look at it, then run: go test ./test/e2e -update %s\n%s",
					c.name, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(txtar.Format(got)), "\n")))
			}
		})
	}
}

// golden returns a construct with the output of its targets, in the form that its
// comment selects.
func golden(t *testing.T, c *construct) *txtar.Archive {
	t.Helper()
	out := &txtar.Archive{Comment: c.archive.Comment}
	for _, f := range c.archive.Files {
		if f.Name == "messages" || strings.HasSuffix(f.Name, ".yaml") {
			out.Files = append(out.Files, f)
		}
	}
	for _, target := range compile.Targets().Names() {
		var files []backend.File
		for _, f := range c.targets[target] {
			if shown(c.protocol, target, f.Name) {
				files = append(files, f)
			}
		}
		sections, err := whole(target, files), error(nil)
		if c.short {
			sections, err = declarations(target, files)
		}
		if err != nil {
			t.Fatal(err)
		}
		out.Files = append(out.Files, sections...)
	}
	return out
}

// whole returns the files of a target as sections.
func whole(target string, files []backend.File) []txtar.File {
	var out []txtar.File
	for _, f := range files {
		out = append(out, txtar.File{Name: target + "/" + f.Name, Data: f.Data})
	}
	return out
}

// shown reports whether a file of a target is in the goldens, which have those that
// differ between constructs. The others are the same in every package: the committed output of
// spec/wire.yaml has them.
func shown(p *model.Protocol, target, name string) bool {
	switch target {
	case "go":
		if name == "errors.go" { // the same wherever the spec declares no error
			return slices.ContainsFunc(p.Errors, func(c *model.ErrorCode) bool { return !c.Standard }) || len(p.Dialect.Ranges) > 0
		}
		return name != "doc.go"
	case "py":
		return strings.HasSuffix(name, "/types.py") || strings.HasSuffix(name, "/_codec.py") || strings.HasSuffix(name, "/connection.py")
	case "ts":
		return name == "types.d.ts" || name == "guards.js" || name == "table.js" || name == "protocol.d.ts"
	}
	return strings.HasSuffix(name, ".read.schema.json") || strings.HasSuffix(name, ".write.schema.json")
}
