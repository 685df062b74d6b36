package gogen

import (
	"fmt"
	"go/format"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emptyFile returns a file of a package called demo.
func emptyFile() *file { return (&plan{pkg: "demo", proto: &model.Protocol{}}).newFile() }

// formatted returns the text of f, which gofmt must not change.
func formatted(t *testing.T, f *file) string {
	t.Helper()
	text := string(f.render())
	clean, err := format.Source([]byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if diff := cmp.Diff(string(clean), text); diff != "" {
		t.Errorf("gofmt would change it:\n%s", diff)
	}
	_, text, _ = strings.Cut(text, "\n\n")
	return text
}

// TestTemplates makes a file of all that a template may have in it.
func TestTemplates(t *testing.T) {
	f := emptyFile()
	f.declare(`
		// Check$1 uses no errors.Is and says $2.
		func Check$1(v *$1) error {
			if err := $3; err != nil {
				return codec.At("$$ \x00", err) // $2
			}
			$4
			for $5
			switch v.kind $6
			$7
			return codec.Check$1(v$2, $8)
		}`, "Usage", ".Tag", src("strconv.$1($2)", "Atoi", quote("$1 codec.At \x00")), code(""), block(func(g *stmts) {
		g.put(`
			v.strconv.x($1,
				$1)`, lit("a\\b"))
		g.put("$1", block(func(g *stmts) { g.put("f(\n\t1,\n\n\t2,\n)") }))
	}), cases(func(g *stmts) {
		g.add(caseOf(ids([]string{"a", "b", "c", "d", "e"}), "x()", block(func(*stmts) {})))
		g.put("default:\n\t$1\n\ty()", "// nothing")
	}), "", 12)
	f.declare("\n\t$1\n\tvar x, $2 int\n\t$1\n\tvar y $3", code(""), "z", "struct "+block(func(g *stmts) { g.put("$1\nint", "") }))
	const want = `package demo

import (
	"strconv"

	"github.com/wiregen/wiregen/wirert/codec"
)

// CheckUsage uses no errors.Is and says .Tag.
func CheckUsage(v *Usage) error {
	if err := strconv.Atoi("$1 codec.At \x00"); err != nil {
		return codec.At("$$ \x00", err) // .Tag
	}
	for {
		v.strconv.x(§a\b§,
			§a\b§)
		{
			f(
				1,

				2,
			)
		}
	}
	switch v.kind {
	case a,
		b,
		c,
		d,
		e:
		x()
		{
		}
	default:
		// nothing
		y()
	}
	return codec.CheckUsage(v.Tag, 12)
}

var x, z int
var y struct {
	int
}
`
	if diff := cmp.Diff(strings.ReplaceAll(want, "§", "`"), formatted(t, f)); diff != "" {
		t.Error(diff)
	}
}

// TestLiterals writes texts as Go and reads them again.
func TestLiterals(t *testing.T) {
	f := emptyFile()
	for i, s := range []string{"", "plain", `"`, `\`, "`", "`\\", "a\tb", "line\nline", mark, "é\u2028\ufeff\U0010ffff", "\xff\"", "$1 // no comment"} {
		f.declare("var x$1, y$1 = $2, $3", i, quote(s), lit(s))
		if strings.Contains(string(lit(s)), mark) {
			t.Errorf("%q is written with a mark in it", s)
		}
	}
	if text := formatted(t, f); !strings.Contains(text, "var x2, y2 = \"\\\"\", `\"`") {
		t.Error(text)
	}
}

// TestApart has functions one below the other: those of several lines, which those of one
// line become if they are long, are apart.
func TestApart(t *testing.T) {
	long := strings.Repeat("x", 100)
	f := emptyFile()
	f.declare("func a() {}\nfunc bc() {}\nfunc $1() {}\nfunc d() {}", long)
	f.declare("func e() {\nx()\n}\nfunc f() {\ny()\n}")
	f.document("G is {}", "func g() {\nx()\n}")
	f.seal([]marker{{"T", "isU"}, {"*Mood", "isU"}})
	const want = "package demo\n\nfunc a()  {}\nfunc bc() {}\n\nfunc LONG() {\n}\n\nfunc d() {}\n\n" +
		"func e() {\n\tx()\n}\n\nfunc f() {\n\ty()\n}\n\n// G is {}\nfunc g() {\n\tx()\n}\n\nfunc (T) isU()     {}\nfunc (*Mood) isU() {}\n"
	if diff := cmp.Diff(strings.ReplaceAll(want, "LONG", long), formatted(t, f)); diff != "" {
		t.Error(diff)
	}
}

// TestPortions has more declarations than are formatted at once: they are laid out as those
// of a whole file.
func TestPortions(t *testing.T) {
	for n := range 4 {
		f := emptyFile()
		for i := range 99 + n {
			f.declare("func $1() {}", fmt.Sprint("f", i))
		}
		f.document("V has a type.", "var v $1", userType("Raw")) // the head is made after the last portion
		text := formatted(t, f)
		if got := strings.Count(text, "\n\n"); got != 99+n+2 || !strings.Contains(text, "import \"github.com/wiregen/wiregen/wirert\"") {
			t.Errorf("%d functions: %d empty lines in\n%s", 99+n, got, text)
		}
	}
}

// TestDefinitions has declarations that jennifer writes between those of
// templates.
func TestDefinitions(t *testing.T) {
	f := emptyFile()
	f.declare("func f() {}")
	f.define([]string{"T is", "", "\tcode"}, jen.Type().Id("T").Struct(
		jen.Id("A").Add(src("map[string]wirert.Raw").jen()),
		jen.Id("Longer").Add(src("wirert.Patch[[]wirert.Raw]").jen()).Comment("// beside"),
	))
	f.document("G is fmt.Sprint.", "func g() { fmt.Sprint(1) }")
	const want = "package demo\n\nimport (\n\t\"fmt\"\n\n\t\"github.com/wiregen/wiregen/wirert\"\n)\n\nfunc f() {}\n\n" +
		"// T is\n//\n//\tcode\ntype T struct {\n\tA      map[string]wirert.Raw\n\tLonger wirert.Patch[[]wirert.Raw] // beside\n}\n\n" +
		"// G is fmt.Sprint.\nfunc g() { fmt.Sprint(1) }\n"
	if diff := cmp.Diff(want, formatted(t, f)); diff != "" {
		t.Error(diff)
	}
}

// TestLayout has templates that are not laid out like Go.
func TestLayout(t *testing.T) {
	f := emptyFile()
	f.declare("func f() { if x { return a(1,b|c) } }")
	f.declare("var v = $1", keyed("T", []pair{{"A", "1"}, {"Longer", onLines("[]int", []code{"2"})}, {"B", "3"}}))
	f.declare("type t struct $1", fields([]pair{{"A", "int"}, {"Longer", "string"}}))
	const want = "package demo\n\nfunc f() {\n\tif x {\n\t\treturn a(1, b|c)\n\t}\n}\n\n" +
		"var v = T{\n\tA: 1,\n\tLonger: []int{\n\t\t2,\n\t},\n\tB: 3,\n}\n\ntype t struct {\n\tA      int\n\tLonger string\n}\n"
	if diff := cmp.Diff(want, formatted(t, f)); diff != "" {
		t.Error(diff)
	}
}
