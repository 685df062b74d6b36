package gogen_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wiregen/wiregen/test/gomod"
	"github.com/wiregen/wiregen/test/tier"
)

// TestOutputRuns compiles the packages of the specs in testdata/run in a
// separate module, and runs the tests next to each spec. In the
// nightly tier, vet, also for other systems, and staticcheck must accept the output.
func TestOutputRuns(t *testing.T) {
	files, err := filepath.Glob("testdata/run/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no specs:", err)
	}
	m := gomod.New(t)
	for _, name := range files {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		folder := strings.TrimSuffix(filepath.Base(name), ".txtar")
		for _, f := range a.Files {
			if f.Name != "spec.yaml" {
				m.Write(t, folder+"/"+f.Name, f.Data)
				continue
			}
			for file, text := range emit(t, string(f.Data)) {
				m.Write(t, folder+"/"+file, []byte(text))
			}
		}
	}
	goTool(t, m, nil, "test", "./...")
	if tier.Nightly() { // make check does this for gen/go
		goTool(t, m, nil, "vet", "./...")
		goTool(t, m, []string{"GOOS=windows"}, "vet", "./...")
		goTool(t, m, []string{"GOARCH=arm64"}, "vet", "./...")
		staticcheck(t, m)
	}
}

// staticcheck runs honnef.co/go/tools over a module, which must please it.
func staticcheck(t *testing.T, m gomod.Module) {
	t.Helper()
	if out, err := runStaticcheck(t, m); err != nil {
		t.Errorf("staticcheck: %v\n%s", err, out)
	}
}

func runStaticcheck(t *testing.T, m gomod.Module) (string, error) {
	t.Helper()
	return runTool(t, m, "honnef.co/go/tools/cmd/staticcheck", "./...")
}

// TestDeprecated uses what a spec deprecates, each name on a separate line:
// staticcheck must see it. It looks for a paragraph above the name, and not for
// a comment beside it or at the end of another paragraph.
func TestDeprecated(t *testing.T) {
	tier.AtNight(t, "TestGolden of test/e2e, with the paragraphs that say so,")
	m := gomod.New(t)
	for file, text := range emit(t, head+deprecatedSpec) {
		m.Write(t, "wire/"+file, []byte(text))
	}
	names := []string{
		"new(wire.Shape).Bare", "new(wire.Shape).Short", "new(wire.Shape).Long", "wire.ColorRed", "wire.ColorGreen", "wire.Gone{}",
		"wire.PartTypeOld", "wire.OldPart{}", "wire.ChangeTypeOld", "wire.OldChange{}", "wire.Length(0)",
		"wire.MethodMove", "wire.MoveMessage{}", "wire.ErrorCodeBusy", "wire.ErrBusy", "wire.EventTypeLast", "wire.Last{}",
	}
	program := "package main\n\nimport \"example.test/out/wire\"\n\nfunc main() {\n\t_ = []any{\n"
	for _, name := range names {
		program += "\t\t" + name + ",\n"
	}
	m.Write(t, "main.go", []byte(program+"\t}\n}\n"))
	out, _ := runStaticcheck(t, m)
	for i, name := range names {
		if !strings.Contains(out, fmt.Sprintf("main.go:%d:", i+7)) {
			t.Errorf("%s is not seen to be deprecated", name)
		}
	}
	if t.Failed() || strings.Count(out, "SA1019") != len(names) {
		t.Errorf("%s", out)
	}
}

const deprecatedSpec = `types:
  Shape:
    doc: Fields.
    fields:
      bare: {type: int, deprecated: {use: other}}
      other: {type: int, doc: Short.}
      short: {type: int, doc: Short., deprecated: {use: other}}
      long: {type: int, unit: milliseconds, since: "1.0", deprecated: {since: "1.0", use: other}}
  Color: {doc: A color., enum: {red: {deprecated: {use: blue}}, green: {since: "1.0", deprecated: {use: blue}}, blue: {doc: Blue.}}}
  Gone: {deprecated: {use: Shape}, fields: {x: int}}
  Part: {doc: A part., union: {tag: t}, variants: {old: {name: OldPart, deprecated: {use: now}, fields: {}}, now: {name: NowPart, fields: {}}}}
  Change: {doc: A change., union: {tag: t, content: c}, variants: {old: {deprecated: {use: now}, payload: int}, now: {payload: int}}}
  Length: {type: int, deprecated: {use: int}}
envelope: {name: Frame, tag: type, content: payload}
events:
  First: {doc: It stays., fields: {}}
  Last: {doc: It goes., deprecated: {use: First}, fields: {}}
errors:
  BUSY: {code: -32000, doc: Something runs., deprecated: {use: nothing}}
methods:
  move: {doc: Moves., from: client, deprecated: {use: nothing}, params: {x: int}, result: empty}
  event: {doc: Reports., from: agent, notify: Event}
`

// TestManyFields has more fields than a mask has bits.
func TestManyFields(t *testing.T) {
	const n = 150
	var spec, object strings.Builder
	spec.WriteString(head + "types:\n  Wide:\n    doc: Many fields.\n    fields:\n")
	for i := range n {
		fmt.Fprintf(&spec, "      f%d: int\n", i)
		if i > 0 {
			object.WriteString(",")
		}
		fmt.Fprintf(&object, "%q:%d", fmt.Sprintf("f%d", i), i)
	}
	program := fmt.Sprintf("package wire_test\n\nimport (\n\t\"strings\"\n\t\"testing\"\n\n\twire \"example.test/out/wide\"\n)\n\n"+
		"const text = `{%s}`\n\n%s", object.String(), wideTest)
	m := gomod.New(t)
	for file, text := range emit(t, spec.String()) {
		m.Write(t, "wide/"+file, []byte(text))
	}
	m.Write(t, "wide/wide_test.go", []byte(program))
	goTool(t, m, nil, "test", "./...")
}

const wideTest = `func TestWide(t *testing.T) {
	v, err := wire.DecodeWide([]byte(text))
	if err != nil || string(wire.AppendWide(nil, v)) != text {
		t.Fatal(v, err)
	}
	_, err = wire.DecodeWide([]byte(strings.Replace(text, "\"f140\"", "\"g\"", 1)))
	if err == nil || err.Error() != "f140 is missing: expected an integer" {
		t.Error(err)
	}
	v, err = wire.DecodeWide([]byte(strings.Replace(text, "\"f0\"", "\"f149\":\"x\",\"f0\"", 1)))
	if err != nil || v.F149 != 149 {
		t.Error("the last of two keys counts:", err)
	}
}
`
