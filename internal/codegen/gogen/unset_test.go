package gogen_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/test/gomod"
)

// unsetFields are fields of every kind, with how a type has them before; "" if it did not.
var unsetFields = []struct{ was, is string }{
	{"", "f: int"}, {"", "f: float"}, {"", "f: bool"}, {"", "f: string"}, {"", "f: string | null"}, {"", "f: {type: string, min_length: 1}"},
	{"", "f: {type: int, min: 1}"}, {"", "f: any"}, {"", "f: object"}, {"", "f: bytes"}, {"", "f: timestamp"}, {"", "f: uint32"}, {"", "f: {const: 3}"},
	{"", "f: string[]"}, {"", "f: {type: \"string[]\", min_items: 1}"}, {"", "f: string[] | null"}, {"", "f: map<int>"}, {"", "f: Closed"}, {"", "f: Open"},
	{"", "f: U"}, {"", "f: U | null"}, {"", "f: In"}, {"", "f: Deep"}, {"", "f: InU"}, {"", "f: Free"}, {"", "f: '[int, string]'"}, {"", "f: Kind"}, {"", "f: One"},
	{"", "f?: int"}, {"", "f?: In"}, {"", "f?: U"}, {"", "f?: string | null"}, {"", "f?: {type: string | null, write: \"null\"}"}, {"", "f?: {type: string, write: required}"},
	{"", "f?: {type: int, write: required}"}, {"", "f: int = 0"}, {"", "f: int = 12"}, {"", "f: {type: int = 12, write: omit_default}"}, {"", "f: string[] = []"},
	{"f?: string[]", "f: string[]"}, {"f?: U", "f: U"}, {"f?: any", "f: any"}, {"f: string[]", "f?: string[]"}, {"f?: string", "f?: {type: string, write: required}"},
	{"f: string[] = []", "f: string[]"}, {"f: string[]", "f: string[] = []"}, {"f: U", "f?: U"}, {"f?: string", "f?: string"}, {"f: int = 1", "f: int = 2"}, {`f: string[] = ["a"]`, `f: string[] = ["b"]`},
	{"f?: {type: string, write: required}", "f?: string"}, {"f?: string[]", "f: string[] = []"}, {"f?: string | null", "f: string | null"},
}

func unsetSpec(field func(i int) string) string {
	var b strings.Builder
	b.WriteString(head + `types:
  Closed: {enum: [red, green]}
  Open: {enum: [red, green], open: true}
  In: {fields: {q: int, "r?": string}}
  Deep: {fields: {in: In, n: "string | null"}}
  InU: {fields: {u: U}}
  Free: {fields: {"r?": string}}
  Kind: int | string
  One: {fields: {"a?": int, "b?": int}, present: [{exactly_one: [a, b]}]}
  U: {union: {tag: type}, variants: {a: {fields: {q: int}}, b: {fields: {r: int}}}}
`)
	for i := range unsetFields {
		fmt.Fprintf(&b, "  S%d:\n    fields:\n      a?: int\n", i)
		if f := field(i); f != "" {
			b.WriteString("      " + f + "\n")
		}
	}
	return b.String()
}

// TestUnset compares what is said of code that does not set a field with what the generated
// package writes for a value without it. Once, a new required field was no change for Go.
func TestUnset(t *testing.T) {
	b := gogen.New()
	specs := [2]string{unsetSpec(func(i int) string { return unsetFields[i].was }), unsetSpec(func(i int) string { return unsetFields[i].is })}
	var surfaces [2]backend.Surface
	m := gomod.New(t)
	var written [2]map[string]map[string]json.RawMessage
	for i, spec := range specs {
		proto := compile(t, spec)
		var r diag.Report
		p, err := b.Plan(proto, backend.Common{}, &r)
		if err != nil || !r.OK() {
			t.Fatal(err, r.All())
		}
		d := b.(backend.Declarer)
		surfaces[i] = backend.Surface{Backend: d, Plan: p, Types: proto.Decls, Declarations: d.Declarations(p, proto.Decls)}
		folder := fmt.Sprintf("v%d", i)
		for file, text := range emit(t, spec) {
			m.Write(t, folder+"/wire/"+file, []byte(text))
		}
		program := "package main\n\nimport (\n\t\"fmt\"\n\n\t\"example.test/out/" + folder + "/wire\"\n)\n\nfunc show(n int, data []byte, err error) {\n\tif err != nil {\n\t\tdata = []byte(`{\"error\":true}`)\n\t}\n\tfmt.Printf(\"S%d %s\\n\", n, data)\n}\n\nfunc main() {\n"
		for n := range unsetFields {
			program += fmt.Sprintf("\t{\n\t\tv := &wire.S%d{}\n\t\tshow(%d, wire.AppendS%d(nil, v), wire.CheckS%d(v))\n\t}\n", n, n, n, n)
		}
		m.Write(t, folder+"/main.go", []byte(program+"}\n"))
		out, err := m.Go("run", "./"+folder).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		written[i] = map[string]map[string]json.RawMessage{}
		for line := range strings.Lines(string(out)) {
			name, data, _ := strings.Cut(line, " ")
			var members map[string]json.RawMessage
			if err := json.Unmarshal([]byte(data), &members); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			written[i][name] = members
		}
	}
	said := map[string]backend.Change{}
	for _, c := range surfaces[1].Backend.Changes(surfaces[0], surfaces[1], nil) {
		if said[c.Name].Effect <= c.Effect {
			said[c.Name] = c
		}
	}
	for i, f := range unsetFields {
		name := fmt.Sprintf("S%d", i)
		was, is, c := written[0][name], written[1][name], said[name]
		usual := strings.Contains(f.is, " = ") && (f.was == "" || strings.Contains(f.was, "?")) || strings.Contains(f.is, `"null"`) || strings.Contains(f.is, "const") ||
			strings.Contains(f.was, " = ") && said["Default"+name+"F"].Effect == backend.Differs
		want := ""
		switch {
		case was["error"] != nil || c.Effect == backend.Fails || usual && is["error"] == nil:
		case is["error"] != nil:
			want = "its values are refused when they are written"
		case string(is["f"]) == string(was["f"]):
		case is["f"] == nil:
			want = "writes nothing, where it wrote " + string(was["f"])
		default:
			want = "writes " + string(is["f"])
		}
		switch {
		case c.Effect == backend.Fails:
		case want == "" && c.Why != "", want != "" && (!strings.HasSuffix(c.Why, want) || c.Effect != backend.Differs):
			t.Errorf("%q → %q writes %s → %s, which is said to be %d: %q, want %q", f.was, f.is, was, is, c.Effect, c.Why, want)
		}
	}
}
