package backend_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// rows returns the rows of a spec, of which body is all but the head.
func rows(t *testing.T, body string) *lower.Program {
	t.Helper()
	p, r := compile.Check(source.NewFile("spec.yaml", []byte("wiregen: 1\nprotocol: {name: demo, version: \"1\"}\n"+body)), nil)
	if !r.OK() {
		t.Fatal(r.All()[0].Message)
	}
	return lower.New(p)
}

const uses = `
types:
  Path: {type: string, distinct: true}
  Paths: {type: "Path[]"}
  Times: {type: "timestamp[]"}
  Short: {type: string, max_length: 8}
  Again: {type: Paths}
  Color: {enum: [red]}
  Leaf:
    fields:
      plain: string
      path: Path
      paths: Paths
      other: Path[]
      texts: string[]
      again: "Again | null"
      deep: "map<(Leaf | null)[]>"
      keyed: map<Color, int32>
      fixed: {const: 5}
      "time?": timestamp | null
`

// spelled is how a language spells types.
var spelled = backend.Forms[string]{
	Name:    func(d model.Decl) string { return d.TypeName() },
	Scalar:  func(s *lower.Scalar) string { return s.Name },
	Literal: func(v model.Value) string { return "=" + v.JSON() },
	List:    func(elem string) string { return "list[" + elem + "]" },
	Map: func(key model.Decl, elem string) string {
		if key != nil {
			return "dict[" + key.TypeName() + ", " + elem + "]"
		}
		return "dict[" + elem + "]"
	},
	OrNull: func(t string) string { return t + "?" },
}

// TestWalk: the type behind an alias that has a row had none, and was a panic; the name of an
// alias without a row is not in the rows.
func TestWalk(t *testing.T) {
	p := rows(t, uses)
	var got []string
	for _, d := range p.Protocol.Decls {
		named := backend.UseOf(p, d).Named()
		if named.Name == d {
			got = append(got, d.TypeName()+" has the row "+named.Row.Name)
		} else {
			got = append(got, d.TypeName()+" = "+backend.Walk(named, spelled))
		}
		if s, ok := d.(*model.Struct); ok {
			for i, f := range s.Fields {
				u := backend.UseOf(p, f.Type)
				if u.Ref != p.Decl(s).Struct.Fields[i].Type {
					t.Errorf("%s: another row than that of its field", f.Name)
				}
				got = append(got, f.Name+": "+backend.Walk(u, spelled))
			}
		}
	}
	want := []string{
		"Path = string", "Paths = list[Path]", "Times = list[timestamp]", "Short = string", "Again = Paths", "Color has the row Color",
		"Leaf has the row Leaf", "plain: string", "path: Path", "paths: Paths", "other: list[Path]", "texts: list[string]", "again: Again?",
		"deep: dict[list[Leaf?]]", "keyed: dict[Color, int32]", "fixed: =5", "time: timestamp?",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if none := backend.UseOf(p, nil); none.Row != nil || none.Ref != lower.NoType {
		t.Errorf("no type is %v", none)
	}
}

// TestOrder: no target had an order in which every name is declared before its use.
func TestOrder(t *testing.T) {
	p := rows(t, `
types:
  Top: {type: "A | B", match: key}
  A: {fields: {a: "B[]", "next?": A}}
  B: {fields: {b: "Even | null"}}
  Even: {fields: {"odd?": Odd}}
  Odd: {fields: {"even?": Even, "leaf?": Leaf, "more?": "map<Name, Leaf>"}}
  Leaf: {fields: {x: int}}
  Name: {type: string, distinct: true}
`)
	show := func(lazy func(model.Decl) bool) string {
		var out []string
		for _, x := range backend.Order(p, lazy) {
			text := x.Decl.TypeName()
			if x.Cyclic {
				text += "*"
			}
			for _, d := range x.Later {
				text += "<" + d.TypeName()
			}
			out = append(out, text)
		}
		return strings.Join(out, " ")
	}
	if got, want := show(nil), "Leaf Name Even*<Odd Odd* B A*<A Top"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	classes := func(d model.Decl) bool { _, ok := d.(*model.Struct); return ok }
	if got, want := show(classes), "A B Top Even Odd Leaf Name"; got != want {
		t.Errorf("without annotations %s, want %s", got, want)
	}
}

// others is how a language with other words than JSON writes values.
var others = backend.Literals{
	Null: "None", True: "True", False: "False",
	Number: func(v model.Value) string { return v.Text },
	String: func(text string) string { return fmt.Sprintf("%q", text) },
	List:   func(items []string) string { return "[" + strings.Join(items, ", ") + "]" },
	Object: func(members []backend.LiteralMember) string {
		out := make([]string, len(members))
		for i, m := range members {
			out[i] = fmt.Sprintf("%q: %s", m.Key, m.Code)
		}
		return "{" + strings.Join(out, ", ") + "}"
	},
}

func TestLiterals(t *testing.T) {
	text := `{"z":[1,1e+300,"a\"b",null,true,false,{}],"a":18446744073709551615,"z":[]}`
	want := `{"z": [1, 1e+300, "a\"b", None, True, False, {}], "a": 18446744073709551615, "z": []}`
	if got := others.Code(backend.Parse(text)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestEscapedNames: names that a language reserves could only be refused.
func TestEscapedNames(t *testing.T) {
	p := rows(t, `
types:
  A: {fields: {import: int, copy: int, copy_: int, plain: int, pinned: {type: int, go: Class}}}
`).Protocol
	target := backend.Target{Name: "go", Title: "Toy", Naming: &backend.Naming{
		Valid: func(string) bool { return true }, Words: []string{"import", "Class"}, Escape: func(name string) string { return name + "_" },
	}}
	name := func(target backend.Target) (got, faults string) {
		r := &diag.Report{}
		chosen := backend.NewNames(target, r)
		scope := chosen.Scope("A", backend.Reserved{Name: "copy", Why: "copies"})
		for _, f := range p.Decls[0].(*model.Struct).Fields {
			got += " " + scope.Name(chosen.Element(&f.Meta, "field %q", f.Name), &f.Meta, f.Name)
		}
		for _, d := range r.All() {
			faults += d.Message + "\n"
		}
		return got, faults
	}
	got, faults := name(target)
	if want := " import_ copy_ copy_ plain Class"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if want := `field "copy_" would be "copy_" in Toy, which is taken by field "copy"
field "pinned" would be "Class" in Toy, which is a reserved word
`; faults != want {
		t.Errorf("%s, want %s", faults, want)
	}
	target.Naming.Escape = nil
	if got, faults := name(target); got != " import copy copy_ plain Class" || strings.Count(faults, "\n") != 3 {
		t.Errorf("without a rule: %s\n%s", got, faults)
	}
}

// TestRemarks: each target derived these sentences by itself.
func TestRemarks(t *testing.T) {
	p := rows(t, `
errors:
  GONE: {code: 1, local: true}
types:
  Mode: {enum: {a: The first., b: Any other.}, fallback: b}
  A:
    fields:
      "a?": {type: "int | null", patch: true, unit: seconds, since: "1", experimental: true}
      b: {type: "string", max_length: 3, pattern: "^a*/", sensitive: true}
      "c?": {type: uri, log: {truncate: 9}, write: required}
      "d?": {type: uuid, on_error: unset, deprecated: {use: c}}
      e: {type: int = 4, on_error: unset, since: {after: "1"}}
    present: [{at_most_one: [a, d]}]
`)
	words := backend.Words{
		Name: func(s string) string { return "<" + s + ">" },
		Text: func(s string) string { return strings.ReplaceAll(s, "*/", "* /") },
		Say: func(r backend.Remark) string {
			if r.Kind == backend.RemarkSensitive {
				return "Hide it."
			}
			return ""
		},
	}
	s := p.Decl(p.Protocol.Decls[1]).Struct
	var got []string
	for i := range s.Fields {
		f := &s.Fields[i]
		said := append(words.Sentences(backend.ElementRemarks(&f.Of.Meta)), words.Sentences(backend.FieldRemarks(f))...)
		got = append(got, f.Name+": "+strings.TrimSpace(strings.Join(said, " ")+" "+words.Deprecation(f.Of.Deprecated)))
	}
	got = append(got, words.Sentences(backend.GroupRemarks(s, func(i int) string { return s.Fields[i].Name }))...)
	got = append(got, words.Sentences(backend.FallbackRemarks(p.Types[0].Enum, "b"))...)
	got = append(got, words.Sentences(backend.ErrorRemarks(p.ErrorNamed("GONE")))...)
	want := []string{
		"a: Unit: seconds. Since 1. Experimental. Absent and null are distinguished.",
		"b: Hide it. Must be a string of at most 3 characters that matches <^a* />.",
		"c: Logs show its first 9 characters. Holds a URI. Required when writing; older peers may omit it.",
		"d: Holds a UUID in lower case. Absent if the value cannot be read. Use c.",
		"e: Added after 1 (unreleased version). The default if the value cannot be read.",
		"At most one of <a> and <d> is set.",
		"Undeclared values are read as this one.",
		"Never sent: used only for errors within a peer.",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if none := backend.FallbackRemarks(p.Types[0].Enum, "a"); len(none) > 0 {
		t.Errorf("remarks about another value: %v", none)
	}
	of := backend.ElementRemarks(&s.Fields[0].Of.Meta).Of(backend.RemarkSince, backend.RemarkUnit)
	if got := strings.Join(words.Sentences(of), " "); got != "Since 1. Unit: seconds." {
		t.Errorf("in another order: %s", got)
	}
}

// TestLayout: each target laid out what it writes as code by itself.
func TestLayout(t *testing.T) {
	l := backend.Layout{Indent: "  ", Spaced: "{"}
	inner := backend.Expr{Open: "{", Close: "}"}
	inner.Set("a: ", backend.Expr{Text: "1"})
	inner.Set("b: ", backend.Expr{Text: "2"})
	inner.Set("a: ", backend.Expr{Text: "3"})
	e := backend.Expr{Before: "f(", Open: "(", Close: ",)", Parts: []backend.Expr{inner}, After: ")"}
	for width, want := range map[int]string{
		21: "f(({ a: 3, b: 2 },));",
		20: "f((\n  { a: 3, b: 2 },\n));",
		10: "f((\n  {\n    a: 3,\n    b: 2,\n  },\n));",
	} {
		l.Width = width
		if got := l.Lay(e, "", ";"); got != want {
			t.Errorf("%d wide:\n%s\nwant\n%s", width, got, want)
		}
	}
	if got := l.Flat(backend.Expr{Open: "[", Close: "]", Parts: backend.Atoms([]string{"1", "2"})}); got != "[1, 2]" {
		t.Error(got)
	}
}
