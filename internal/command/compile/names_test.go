package compile_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

var updateDocs = flag.Bool("update-docs", false, "write docs/names.md")

// exported is how the exported names are found in what a target generates.
var exported = map[string]func(backend.File) []string{"go": exportedByGo, "ts": exportedByTS, "py": exportedByPython}

// named returns the targets that name what they generate.
func named() []backend.Backend {
	return slices.DeleteFunc(compile.Targets(), func(b backend.Backend) bool { return b.Target().Naming == nil })
}

// exportedByGo returns the names that a file adds to its package.
func exportedByGo(f backend.File) []string {
	if !strings.HasSuffix(f.Name, ".go") {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Data, parser.SkipObjectResolution)
	if err != nil {
		panic(err)
	}
	var out []string
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				out = append(out, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					out = append(out, s.Name.Name)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						out = append(out, n.Name)
					}
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(name string) bool { return !ast.IsExported(name) })
}

var declaredByTS = regexp.MustCompile(`(?m)^export (?:declare )?(?:type|interface|const|function|class) ([A-Za-z_$][\w$]*)`)

// apartInTS are the modules whose names no module with those of a spec exports, too.
var apartInTS = []string{"connection.d.ts", "node.d.ts", "runtime/connection.d.ts"}

// exportedByTS returns the names that a module of declarations exports.
func exportedByTS(f backend.File) []string {
	if !strings.HasSuffix(f.Name, ".d.ts") || slices.Contains(apartInTS, f.Name) {
		return nil
	}
	var out []string
	for _, m := range declaredByTS.FindAllSubmatch(f.Data, -1) {
		out = append(out, string(m[1]))
	}
	return out
}

var declaredByPython = regexp.MustCompile(`(?m)^(?:(?:class|def) (\pL[\pL\pN_]*)[(:]|(\pL[\pL\pN_]*)(?:: TypeAlias| = NewType))`)

// exportedByPython returns the names that a module of types, or the package, declares.
func exportedByPython(f backend.File) []string {
	if !strings.HasSuffix(f.Name, "/types.py") && (!strings.HasSuffix(f.Name, "/__init__.py") || strings.Contains(f.Name, "_runtime")) {
		return nil
	}
	var out []string
	for _, m := range declaredByPython.FindAllSubmatch(f.Data, -1) {
		out = append(out, string(m[1])+string(m[2]))
	}
	return out
}

// TestNamesPage compares docs/names.md with the names that the targets reserve.
func TestNamesPage(t *testing.T) {
	const page = "../../../docs/names.md"
	want := namesPage()
	if *updateDocs {
		if err := os.WriteFile(page, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("docs/names.md is stale; run: go test ./internal/command/compile -update-docs\n%s", diff)
	}
}

func namesPage() string {
	var keys []string
	for _, b := range named() {
		keys = append(keys, "`"+b.Target().Name+":`")
	}
	var b strings.Builder
	b.WriteString(`# Names that generated code reserves

Every target derives names from those of the spec. If two of them are equal, or one equals a name on this page, the spec
is refused (` + "`target-name-duplicate`, `target-name-reserved`" + `). Pin another name with ` + strings.Join(keys, " or ") + `, which
does not change messages. A name is reserved only if the protocol has what needs it, such as messages or errors.
Declared types take precedence over the type of undeclared variants: next to a declared ` + "`UnknownX`" + `, that is
` + "`UndeclaredX`" + `.

In the forms below X is the name of a type, V a variant or a value of an enum, M a method, E an error, F a field and R a
role.
`)
	for _, n := range named() {
		b.WriteString(namesSection(n.Target()))
	}
	return b.String()
}

// namesSection returns the part of docs/names.md about a target.
func namesSection(t backend.Target) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n## %s\n\n| name | what it is | with |\n|---|---|---|\n", t.Title)
	for _, r := range slices.Concat(t.Naming.Exact, t.Naming.Forms) {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", strings.ReplaceAll(r.Name, ", ", "`, `"), r.Why, r.For)
	}
	if words := t.Naming.Words; len(words) > 0 {
		b.WriteString("\n")
		if escape := t.Naming.Escape; escape != nil {
			fmt.Fprintf(&b, "A name that is derived from the spec and reserved is escaped, as `%s` to `%s`; a pinned one is refused.\n"+
				"The reserved words:\n", words[0], escape(words[0]))
		} else {
			b.WriteString("No type may have the name of a reserved word:\n")
		}
		var lines []string
		for words := range slices.Chunk(words, 8) {
			lines = append(lines, "`"+strings.Join(words, "`, `")+"`")
		}
		b.WriteString(strings.Join(lines, ",\n") + ".\n")
	}
	if t.Naming.Note != "" {
		fmt.Fprintf(&b, "\n%s", t.Naming.Note)
	}
	return b.String()
}

// TestEscapedNamesAreOnThePage: a target may escape what others refuse.
func TestEscapedNamesAreOnThePage(t *testing.T) {
	const want = "A name that is derived from the spec and reserved is escaped, as `type` to `type_`; a pinned one is refused.\n" +
		"The reserved words:\n`type`, `method`, `end`.\n"
	naming := &backend.Naming{Words: []string{"type", "method", "end"}, Escape: func(name string) string { return name + "_" }}
	if got := namesSection(backend.Target{Title: "Other", Naming: naming}); !strings.Contains(got, want) {
		t.Error(got)
	}
}

// TestNoTargetHasTheNameOfAKey: the name of a target is a key of every element, so it
// must not be one that the language has already.
func TestNoTargetHasTheNameOfAKey(t *testing.T) {
	language := compile.Registry{}.LanguageSchema()
	for _, b := range named() {
		if name := b.Target().Name; strings.Contains(string(language), strconv.Quote(name)+": ") {
			t.Errorf("%q is a key of the language", name)
		}
	}
}

// TestEveryNameIsPublished checks everything that the targets export for the
// constructs: its name is that of an element of the spec, or on the page.
func TestEveryNameIsPublished(t *testing.T) {
	tier.Slow(t)
	files, err := filepath.Glob("../../../testdata/constructs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no constructs:", err)
	}
	for _, b := range named() {
		seen := 0
		for _, file := range files {
			p := protocolOf(t, file)
			for _, name := range unpublished(t, b, p, &seen) {
				t.Errorf("%s: %s: %q is not on any list", b.Target().Name, filepath.Base(file), name)
			}
		}
		if seen < 1000 {
			t.Errorf("%s: only %d names were looked at", b.Target().Name, seen)
		}
	}
}

func protocolOf(t *testing.T, file string) *model.Protocol {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	folder := fstest.MapFS{}
	for _, f := range archive.Files {
		folder[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	p, _ := compile.Check(source.NewFile("spec.yaml", folder["spec.yaml"].Data), folder)
	if p == nil {
		t.Fatalf("%s: does not compile", file)
	}
	return p
}

// unpublished returns the exported names of p that neither an element has nor the
// page has a row for.
func unpublished(t *testing.T, b backend.Backend, p *model.Protocol, seen *int) []string {
	t.Helper()
	var r diag.Report
	plan, err := b.Plan(p, backend.Common{Folder: "demo"}, &r)
	if err != nil || !r.OK() {
		t.Fatalf("no plan: %v", err)
	}
	files, err := plan.Emit()
	if err != nil {
		t.Fatal(err)
	}
	known := published(p, plan, b.Target().Naming)
	var out []string
	for _, f := range files {
		for _, name := range exported[b.Target().Name](f) {
			*seen++
			if !known(name) && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// published reports whether a name is one of an element, or listed on the page.
func published(p *model.Protocol, plan backend.Plan, n *backend.Naming) func(string) bool {
	known := map[string]bool{}
	var types []string
	for _, d := range p.Decls {
		list := plan.Names(d)
		types = append(types, regexp.QuoteMeta(list[0]))
		known[list[0]] = true
		if u, ok := d.(*model.Union); ok {
			for _, v := range u.Variants {
				if list := plan.Names(v); len(list) > 0 {
					types = append(types, regexp.QuoteMeta(list[0])) // what represents a variant is a type
					known[list[0]] = true
				}
			}
		}
	}
	for _, m := range p.Methods {
		types = append(types, plan.Names(m)[0])
	}
	types = append(types, `[A-Z]\w*Result`) // what answers a request is a type
	for _, role := range p.Roles {
		types = append(types, names.Pascal(role)+"Message")
	}
	for _, r := range n.Exact {
		known[r.Name] = true
		types = append(types, regexp.QuoteMeta(r.Name)) // Message is read and written as any type is
	}
	var roles []string
	for _, role := range p.Roles {
		roles = append(roles, names.GoExported(role))
	}
	forms := map[string]string{"R": "(?:" + strings.Join(roles, "|") + ")", "X": "(?:" + strings.Join(types, "|") + ")", "V": `[\p{L}\d_]+`, "M": `[A-Z]\w*`, "E": `\w+`, "F": `[\p{L}\d_]+`}
	var patterns []string
	for _, r := range n.Forms {
		for _, name := range strings.Split(r.Name, ", ") {
			patterns = append(patterns, expand(name, forms))
		}
	}
	form := regexp.MustCompile(`^(?:` + strings.Join(patterns, "|") + `)$`)
	return func(name string) bool { return known[name] || form.MatchString(name) }
}

// expand replaces each capital of a form that means an element: one at the
// end, or before another word.
func expand(form string, by map[string]string) string {
	var b strings.Builder
	for i, r := range form {
		last := i+1 == len(form)
		if with := by[string(r)]; with != "" && (last || form[i+1] < 'a') {
			b.WriteString(with)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// TestCodesOfNames plans the examples of the codes about names, and a spec in
// which every pin names something.
func TestCodesOfNames(t *testing.T) {
	for _, c := range []*diag.Code{diag.TargetNameDuplicate, diag.TargetNameReserved, diag.TargetNameInvalid, diag.TargetNameUnused} {
		found := planFaults(t, c.Wrong)
		if len(found) != 1 || found[0].Code != c || found[0].Help == "" || found[0].Span.IsZero() {
			t.Errorf("%s: the wrong example gives %v", c.ID, found)
		}
		if found := planFaults(t, c.Right); len(found) > 0 {
			t.Errorf("%s: the right example gives %s", c.ID, found[0].Message)
		}
	}
	for _, d := range planFaults(t, pinnedSpec) {
		t.Errorf("%d: %s", d.Span.File.Position(d.Span.Start).Line, d.Message)
	}
}

const pinnedSpec = `wiregen: 1
protocol: {name: demo, version: "1"}
envelope: {name: Frame, tag: type, content: payload, go: GoFrame, ts: TsFrame}
types:
  A: {doc: A type., go: GoA, ts: TsA, fields: {x: {type: int, go: X1}, y: {fields: {}, go: GoY, ts: TsY}}}
  B: {doc: An enum., go: GoB, ts: TsB, enum: {one: {go: Uno}, two: {go: BZwei}}}
  C: {doc: A union., go: GoC, ts: TsC, union: {tag: t}, variants: {c: {go: GoD, ts: TsD, fields: {}}, e: {payload: A, go: Eh}}}
  F: {doc: A union., union: {tag: t, content: c}, variants: {f: {go: GoF, ts: TsF, fields: {}}, g: {payload: string, go: GoG, ts: TsG}, h: {go: GoH, ts: TsH}}}
  I: {doc: A union., union: external, variants: {i: {go: GoI, ts: TsI, fields: {}}, j: {payload: string, go: GoJ}, k: {go: GoK}}}
  L: {doc: A union., union: {match: key}, variants: {l: {go: GoL, ts: TsL, fields: {l: int}}}}
  M: {doc: A union., union: {match: kind}, variants: {m: {go: GoM, payload: int}, n: {go: GoN, ts: TsN, fields: {}}}}
  O: {doc: A union., union: {match: ordered}, variants: {m: {go: GoO, payload: int}, n: {go: GoP, ts: TsP, fields: {}}}}
events:
  Q: {go: GoQ, ts: TsQ, fields: {}}
  R: {payload: string, go: GoR, ts: TsR}
errors:
  S: {code: -32000, go: GoS}
methods:
  t: {from: client, go: GoT, ts: TsT, result: empty}
  u: {from: agent, notify: Event}
`

// planFaults plans the targets that wiregen check plans for a spec without a configuration.
func planFaults(t *testing.T, spec string) []*diag.Diagnostic {
	t.Helper()
	p, r := compile.Check(source.NewFile("spec.yaml", []byte(spec)), fstest.MapFS{})
	if p == nil {
		t.Fatalf("%s: %s", spec, r.All()[0].Message)
	}
	var outputs []compile.Output
	for _, b := range compile.Targets().Unasked() {
		outputs = append(outputs, compile.Output{Backend: b})
	}
	if _, err := compile.Plan(p, outputs, r); err != nil {
		t.Fatal(err)
	}
	return r.All()
}

// TestClashes has a clash for each name that a union makes.
func TestClashes(t *testing.T) {
	const head = "wiregen: 1\nprotocol: {name: demo, version: \"1\"}\ntypes:\n"
	for what, c := range map[string]struct{ spec, codes string }{
		"a body that has a wrapper":          {"  U: {union: external, variants: {count: int}}\n  CountU: {fields: {}}\n", "target-name-duplicate"},
		"a variant without a body":           {"  U: {union: external, variants: {none: {}}}\n  NoneU: {fields: {}}\n", "target-name-duplicate"},
		"the holder of unknown ones":         {"  U: {union: external, variants: {none: {}}}\n  UnknownU: {fields: {}}\n  UndeclaredU: {fields: {}}\n", "target-name-duplicate target-name-duplicate"},
		"a content without a struct":         {"  U: {union: {tag: t, content: c}, variants: {count: int}}\n  CountU: {fields: {}}\n", "target-name-duplicate target-name-duplicate"},
		"a variant told by its kind":         {"  U: {type: int | string, match: ordered}\n  UInt: {fields: {}}\n", "target-name-duplicate"},
		"a second variant of one kind":       {"  U: {type: \"int[] | string[]\", match: ordered}\n  UList2: {fields: {}}\n", "target-name-duplicate"},
		"the holder of a union by key":       {"  U: {union: {match: key}, variants: {a: {fields: {a: int}}}}\n  UValue: {fields: {}}\n", "target-name-duplicate"},
		"tags that differ in their signs":    {"  U: {union: {tag: t}, variants: {8: {name: A}, -8: {name: B}}}\n", "target-name-duplicate"},
		"tags of one variant":                {"  U: {union: {tag: t}, variants: {a-b: {name: A, tags: [a-b, a_b]}}}\n", "target-name-duplicate"},
		"a field like the tag that is kept":  {"  U: {union: {tag: kind}, variants: {a: {name: A, tags: [a, b], fields: {Kind: int}}}}\n", "target-name-duplicate"},
		"a field like the method of the tag": {"  U: {union: {tag: t}, variants: {in: V}}\n  V: {union: {tag: v}, variants: {a: {name: A, fields: {u_type: int}}}}\n", "target-name-reserved"},
		// Go took both for one: the package did not compile.
		"the holder of unknown ones and its union": {"  U: {union: {tag: t}, unknown: {keep: true, name: U}, variants: {a: {name: A}}}\n", "target-name-duplicate target-name-duplicate"},
		"a common field and an own one":            {"  U: {union: {tag: t}, common: {user_id: int}, variants: {a: {name: A, fields: {userId: int}}}}\n", "target-name-duplicate"},
	} {
		var got []string
		for _, d := range planFaults(t, head+c.spec) {
			got = append(got, d.Code.ID)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.codes {
			t.Errorf("%s: %v, want %s", what, got, c.codes)
		}
	}
}

// TestOneCause: a type with a reserved name, whose values collided with what the name
// is reserved for, was also reported once for every error.
func TestOneCause(t *testing.T) {
	var got []string
	for _, d := range planFaults(t, `wiregen: 1
protocol: {name: demo, version: "1"}
dialect: {error: {identity: data.kind}}
types:
  ErrorKind: {doc: Kinds., enum: [BUSY, LATE]}
errors:
  BUSY: {code: 1, data: {what: ErrorKind}}
  LATE: {code: 2}
`) {
		got = append(got, d.Code.ID+" "+d.Span.Text())
	}
	if want := []string{"target-name-reserved ErrorKind", "target-name-reserved ErrorKind"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
