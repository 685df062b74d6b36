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

// TestOneLine compares functions on one line, of every length about the longest that
// gofmt does not break, with gofmt.
func TestOneLine(t *testing.T) {
	for n := range 60 {
		f := emptyFile()
		name := "f" + strings.Repeat("x", n)
		f.declare("func $1(d *codec.Decoder) string { return codec.Something(d, 1, 2, 3) + $2 }", name, quote(name[n/2:]))
		f.declare("// Doc.\nfunc (*$1$1$1) is$1() {}\n\nfunc ($1) $1$1$1$1() {}", name)
		f.declare("func ($1) list() []int { return $2 }", name, onLines("[]int", []code{"1", "2"}))
		f.seal([]marker{{name, "a"}, {"b", name}, {"Mood", name + name + name}, {"c", "c"}, {"*é", "d"}})
		formatted(t, f)
	}
}

// TestColumns compares rows of keys of many lengths with gofmt.
func TestColumns(t *testing.T) {
	lengths := []int{1, 4, 9, 16, 25, 38, 39, 40, 41, 42, 60, 100, 101, 240, 3}
	for i := range 400 {
		var rows, slots []pair
		for j := range 7 {
			n := lengths[(i*(j+3)+i/5+j*j)%len(lengths)]
			row := pair{code(strings.Repeat("k", n) + fmt.Sprint(j)), "{1, 2}"}
			slots = append(slots, pair{row.key + "é", "map[string]int"})
			if (i+j)%5 == 0 {
				row.value = onLines("[]T", []code{"{}", "{}"})
			}
			rows = append(rows, row)
		}
		f := emptyFile()
		f.declare("var v = $1", keyed("map[T]X", rows[:1+i%7]))
		f.declare("type x struct $1", fields(slots[:1+i%7]))
		formatted(t, f)
		if t.Failed() {
			return
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

// TestNothingFormatsTemplates plants a template that gofmt would change: it comes
// out as it is, so that the tests which run gofmt over the output see it.
func TestNothingFormatsTemplates(t *testing.T) {
	f := emptyFile()
	f.declare("func f() { if x { return } }")
	text := f.render()
	if clean, err := format.Source(text); err != nil || string(clean) == string(text) {
		t.Errorf("%v\n%s", err, text)
	}
}
