package tsgen_test

import (
	"slices"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

const codeSpec = `wiregen: 1
protocol: {name: demo, version: "1.0"}
types:
  Mood: {enum: [calm, angry], open: true}
  Name: {type: string, distinct: true}
  Point: {fields: {x: int, y: int = 3, "label?": string, "mood?": Mood}}
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string, size: int = 1}}
      dot: {name: DotPart, fields: {at: Point}}
  Page:
    fields:
      parts: Part[]
      by_name?: map<string, Point>
      "a b?": bytes
      any?: any
      owner: string | null
      name?: Name
      wide?: {type: int64}
`

// TestCode looks at values as code. That they are those values is tested in test/e2e.
func TestCode(t *testing.T) {
	proto := protocol(t, "demo.yaml", []byte(codeSpec))
	var r diag.Report
	p, err := tsgen.Backend{Brands: true}.Plan(proto, backend.Common{}, &r)
	if err != nil || !r.OK() {
		t.Fatal(err, r.All())
	}
	codeOf := func(typ, data string) (string, bool) {
		i := slices.IndexFunc(proto.Decls, func(d model.Decl) bool { return d.TypeName() == typ })
		return p.(backend.Coder).Code(proto.Decls[i], []byte(data))
	}
	for _, c := range []struct{ typ, data, want string }{
		{"Mood", `"odd"`, `"odd"`},
		{"Name", `"Ann"`, `"Ann" as Name`},
		{"Point", `{"x":1,"y":3}`, `{ x: 1 }`},
		{"Point", `{"label":"\u202ea","y":4,"x":1}`, `{ x: 1, y: 4, label: "\u202ea" }`},
		{"Part", `{"type":"text","text":"hello","size":1}`, `{ type: "text", text: "hello" }`},
		{"TextPart", `{"type":"text","text":"hello","size":2}`, `{ text: "hello", size: 2 }`},
		{"Part", `{"type":"new","n":1}`, `unknownPart({ type: "new", n: 1 })`},
		{"Page", `{"parts":[],"owner":null,"a b":"AAE="}`, `{ parts: [], "a b": "AAE=", owner: null }`},
		{"Page", `{"parts":[{"type":"dot","at":{"x":1}}],"by_name":{"a":{"x":5},"__proto":{"x":6}},"any":{"k":[1],"__proto__":2},"owner":"Ann","name":"Ann"}`, `{
  parts: [{ type: "dot", at: { x: 1 } }],
  by_name: { __proto: { x: 6 }, a: { x: 5 } },
  any: { k: [1], ["__proto__"]: 2 },
  owner: "Ann",
  name: "Ann" as Name,
}`},
	} {
		got, ok := codeOf(c.typ, c.data)
		if !ok || got != c.want {
			t.Errorf("%s %s: %v\n%s\nwant:\n%s", c.typ, c.data, ok, got, c.want)
		}
	}
	for _, data := range []string{`{}`, `{"x":"1"}`, `{"x":1`, `{"x":1,"label":5}`} {
		if got, ok := codeOf("Point", data); ok {
			t.Errorf("a Point %s is refused, and has code:\n%s", data, got)
		}
	}
}

// TestCall looks at calls. That they compile is tested in test/e2e.
func TestCall(t *testing.T) {
	proto := protocol(t, "demo.yaml", []byte(`wiregen: 1
protocol: {name: demo, version: "1.0"}
types:
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
methods:
  say: {from: client, params: {parts: "Part[]"}, result: {said: int}}
  stop: {from: client, "params?": any, result: empty}
  told: {from: agent, notify: Part}
`))
	var r diag.Report
	p, err := tsgen.New().Plan(proto, backend.Common{}, &r)
	if err != nil || !r.OK() {
		t.Fatal(err, r.All())
	}
	for _, c := range []struct {
		method int
		data   []byte
		want   string
	}{
		{0, []byte(`{"parts":[{"type":"text","text":"a"}]}`), "const result = await client.call(\"say\", {\n  parts: [{ type: \"text\", text: \"a\" }],\n});"},
		{0, []byte(`{}`), ""},
		{0, nil, ""},
		{1, nil, `await client.call("stop");`},
		{1, []byte(`5`), `await client.call("stop", 5);`},
		{2, []byte(`{"type":"text","text":"a"}`), `await agent.notify("told", { type: "text", text: "a" });`},
	} {
		got, ok := p.(backend.Coder).Call(proto.Methods[c.method], c.data)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s %s: %v\n%s\nwant:\n%s", proto.Methods[c.method].Name, c.data, ok, got, c.want)
		}
	}
}
