package gogen_test

import (
	"slices"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/gogen"
	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

const codeSpec = head + `types:
  Mood: {enum: [calm, angry], open: true}
  Point: {fields: {x: int, y: int = 3, "label?": string, "mood?": Mood}}
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
      dot: {name: DotPart, fields: {at: Point}}
  Page:
    fields:
      parts: Part[]
      near?: Point
      points?: Point[]
      by_name?: map<string, Point>
      data?: bytes
      any?: any
      owner: string | null
      change?: {type: string | null, patch: true}
      level?: uint32
      ratio?: float
`

// TestCode looks at values as code. That they are those values is tested in test/e2e.
func TestCode(t *testing.T) {
	proto := compile(t, codeSpec)
	var r diag.Report
	p, err := gogen.New().Plan(proto, backend.Common{}, &r)
	if err != nil || !r.OK() {
		t.Fatal(err, r.All())
	}
	codeOf := func(typ, data string) (string, bool) {
		i := slices.IndexFunc(proto.Decls, func(d model.Decl) bool { return d.TypeName() == typ })
		return p.(backend.Coder).Code(proto.Decls[i], []byte(data))
	}
	for _, c := range []struct{ typ, data, want string }{
		{"Mood", `"calm"`, "wire.MoodCalm"},
		{"Mood", `"odd"`, `wire.Mood("odd")`},
		{"Point", `{"x":1,"y":3}`, "&wire.Point{X: 1}"},
		{"Point", `{"x":0,"y":4,"label":"a \"b\"","mood":"angry"}`, "&wire.Point{\n\tX:     0,\n\tY:     new(int64(4)),\n\tLabel: new(`a \"b\"`),\n\tMood:  new(wire.MoodAngry),\n}"},
		{"Part", `{"type":"text","text":"hello"}`, `&wire.TextPart{Text: "hello"}`},
		{"Part", `{"type":"new","n":1.0}`, "&wire.UnknownPart{Tag: \"new\", Raw: wirert.Raw(`{\"type\":\"new\",\"n\":1.0}`)}"},
		{"Page", `{"parts":[],"owner":null,"level":5,"ratio":2}`, `&wire.Page{Parts: []wire.Part{}, Level: new(uint32(5)), Ratio: new(2.0)}`},
		{"Page", `{"parts":[{"type":"dot","at":{"x":1}}],"near":{"x":2},"points":[{"x":3},{"x":4}],"by_name":{"a":{"x":5}},"data":"AAE=","any":{"k":[1]},"owner":"Ann","change":null}`,
			`&wire.Page{
	Parts:  []wire.Part{&wire.DotPart{At: wire.Point{X: 1}}},
	Near:   &wire.Point{X: 2},
	Points: []wire.Point{{X: 3}, {X: 4}},
	ByName: map[string]wire.Point{"a": {X: 5}},
	Data:   []byte("\x00\x01"),
	Any:    wirert.Raw(` + "`{\"k\":[1]}`" + `),
	Owner:  new("Ann"),
	Change: wirert.Clear[string](),
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
	proto := compile(t, head+`types:
  Part:
    union: {tag: type}
    variants:
      text: {name: TextPart, fields: {text: string}}
methods:
  say: {from: client, params: {parts: "Part[]"}, result: {said: int}}
  stop: {from: client, "params?": any, result: empty}
  told: {from: agent, notify: Part}
`)
	var r diag.Report
	p, err := gogen.New().Plan(proto, backend.Common{}, &r)
	if err != nil || !r.OK() {
		t.Fatal(err, r.All())
	}
	for _, c := range []struct {
		method int
		data   []byte
		want   string
	}{
		{0, []byte(`{"parts":[{"type":"text","text":"a"}]}`), "result, err := client.Say(ctx, &wire.SayParams{\n\tParts: []wire.Part{&wire.TextPart{Text: \"a\"}},\n})"},
		{0, []byte(`{}`), ""},
		{0, nil, ""},
		{1, nil, `err := client.Stop(ctx, nil)`},
		{1, []byte(`5`), `err := client.Stop(ctx, wirert.Raw("5"))`},
		{2, []byte(`{"type":"text","text":"a"}`), `err := agent.Told(ctx, &wire.TextPart{Text: "a"})`},
	} {
		got, ok := p.(backend.Coder).Call(proto.Methods[c.method], c.data)
		if got != c.want || ok != (c.want != "") {
			t.Errorf("%s %s: %v\n%s\nwant:\n%s", proto.Methods[c.method].Name, c.data, ok, got, c.want)
		}
	}
}
