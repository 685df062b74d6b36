package e2e

import (
	"testing"

	"github.com/wiregen/wiregen/test/gomod"
)

const extensionSpec = `wiregen: 1
protocol: {name: extensions, version: "1"}
extensions:
  methods: ["_*", "$/*"]
  values: ["x-*"]
  tags: ["_*"]
  keys: ["x-*"]
types:
  Closed: {extra: reject, fields: {"a?": int, "x-a?": int}}
  Loose: {fields: {"a?": int}}
  Part: {union: {tag: type}, unknown: reject, variants: {text: {name: TextPart, fields: {text: string}}, _note: {name: NotePart, was: [_old], fields: {text: string}}}}
  Open: {union: {tag: type}, unknown: keep, variants: {text: {name: OpenText, fields: {text: string}}}}
  Change: {union: {tag: kind, content: data}, unknown: reject, variants: {renamed: string, gone: {}}}
  Tree: {union: external, unknown: reject, variants: {none: {}, leaf: int}}
  Color: {enum: [red, x-green]}
  Size: {enum: [small, large], open: true}
  Shades: map<Color, int>
methods:
  run: {from: client, params: {text: string}, result: empty}
  $/cancel: {from: client, notify: {id: string}}
`

// TestExtensionsInGo: names of extensions are told from other undeclared ones, and from
// declared ones with their prefix.
func TestExtensionsInGo(t *testing.T) {
	c := &construct{name: "demo", protocol: compileSpec(t, "extensions", []byte(extensionSpec))}
	c.targets = emit(t, c, every()...)
	m := gomod.New(t)
	m.Add(t, "demo", c.targets["go"])
	m.Write(t, "main.go", []byte(`package main

import demo "example.test/out/demo"

func is(want bool, what string, got bool) {
	if got != want {
		println(what, got)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func main() {
	for text, want := range map[string]bool{
		`+"`"+`{"jsonrpc":"2.0","method":"_"}`+"`"+`: true,
		`+"`"+`{"jsonrpc":"2.0","id":1,"method":"$/log"}`+"`"+`: true,
		`+"`"+`{"jsonrpc":"2.0","method":"$log"}`+"`"+`: false,
		`+"`"+`{"jsonrpc":"2.0","id":1,"method":"$/cancel"}`+"`"+`: false,
	} {
		is(want, text, must(demo.DecodeMessage([]byte(text))).(*demo.UnknownMessage).IsExtension())
	}
	for text, want := range map[string]bool{"red": false, "x-green": false, "x-": true, "x-blue": true} {
		color := must(demo.DecodeColor([]byte("\""+text+"\"")))
		is(want, text, color.IsExtension())
		if err := demo.CheckColor(color); err != nil {
			println(err.Error())
		}
	}
	is(true, "part", must(demo.DecodePart([]byte(`+"`"+`{"type":"_a"}`+"`"+`))).(*demo.UnknownPart).IsExtension())
	is(true, "open", must(demo.DecodeOpen([]byte(`+"`"+`{"type":"_a"}`+"`"+`))).(*demo.UnknownOpen).IsExtension())
	is(false, "open", must(demo.DecodeOpen([]byte(`+"`"+`{"type":"a"}`+"`"+`))).(*demo.UnknownOpen).IsExtension())
	is(true, "change", must(demo.DecodeChange([]byte(`+"`"+`{"kind":"_a"}`+"`"+`))).(*demo.UnknownChange).IsExtension())
	is(true, "tree", must(demo.DecodeTree([]byte(`+"`"+`{"_a":1}`+"`"+`))).(*demo.UnknownTree).IsExtension())
	for tag, want := range map[string]bool{"_a": false, "a": true, "_note": true, "_old": true, "text": true} {
		is(want, tag, demo.CheckPart(&demo.UnknownPart{Tag: tag, Raw: []byte("{\"type\":\""+tag+"\"}")}) != nil)
	}
	is(false, "_a", demo.CheckTree(&demo.UnknownTree{Tag: "_a", Raw: []byte("\"_a\"")}) != nil)
	is(true, "a", demo.CheckTree(&demo.UnknownTree{Tag: "a", Raw: []byte("\"a\"")}) != nil)
	closed := must(demo.DecodeClosed([]byte(`+"`"+`{"x-a":1,"x-b":[2]}`+"`"+`)))
	is(true, "x-b", string(closed.Extra["x-b"]) == "[2]" && len(closed.Extra) == 1)
	loose := must(demo.DecodeLoose([]byte(`+"`"+`{"b":1,"x-b":2}`+"`"+`)))
	is(true, "loose", string(demo.AppendLoose(nil, loose)) == `+"`"+`{"x-b":2}`+"`"+`)
	is(false, "loose", demo.CheckLoose(loose) != nil)
	loose.Extra["b"] = []byte("1")
	is(true, "loose", demo.CheckLoose(loose) != nil)
	is(true, "x-huge", demo.Size("x-huge").IsExtension())
	is(false, "huge", demo.Size("huge").IsExtension())
	is(true, "x", demo.CheckColor("x") != nil)
	is(false, "shades", demo.CheckShades(must(demo.DecodeShades([]byte(`+"`"+`{"red":1,"x-":2}`+"`"+`)))) != nil)
	is(true, "shades", demo.CheckShades(demo.Shades{"x": 1}) != nil)
	is(true, "_a", demo.IsExtensionMethod("_a"))
	is(false, "$/cancel", demo.IsExtensionMethod("$/cancel"))
}
`))
	if out, err := m.Go("run", ".").CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

const namedExtensionSpec = `wiregen: 1
protocol: {name: extensions, version: "1"}
extensions: {methods: ["_*"], keys: ["x-*"]}
dialect:
  shapes:
    tag: type
    request: {is: request, id: seq, method: command, params: arguments}
    notification: {is: event, method: event, params: body}
    response: {is: response, id: request_seq, method: command, ok: success, result: body, message: message, data: body}
types:
  Event: {union: {tag: x-event}, variants: {count: {name: Count, body: Counts}, sum: {name: Sum, body: Counts}}}
  Counts: {fields: {"n?": int}}
methods:
  run: {from: client, params: {text: string}, result: empty}
`

// TestNamedExtensionsInGo: messages of extensions whose shapes name their members, and
// keys of extensions beside a body, of which the tag is none.
func TestNamedExtensionsInGo(t *testing.T) {
	c := &construct{name: "demo", protocol: compileSpec(t, "extensions", []byte(namedExtensionSpec))}
	c.targets = emit(t, c, every()...)
	m := gomod.New(t)
	m.Add(t, "demo", c.targets["go"])
	m.Write(t, "main.go", []byte(`package main

import demo "example.test/out/demo"

func is(want, got string) {
	if got != want {
		println(want, got)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func main() {
	for text, want := range map[string]bool{
		`+"`"+`{"type":"request","seq":1,"command":"_run"}`+"`"+`: true,
		`+"`"+`{"type":"request","seq":1,"command":"later"}`+"`"+`: false,
		`+"`"+`{"type":"event","event":"_log","body":1}`+"`"+`: true,
		`+"`"+`{"type":"event","event":"log"}`+"`"+`: false,
	} {
		m := must(demo.DecodeMessage([]byte(text)))
		if m.(interface{ IsExtension() bool }).IsExtension() != want {
			println(text, !want)
		}
		is(text, string(demo.AppendMessage(nil, m)))
	}
	count := must(demo.DecodeEvent([]byte(`+"`"+`{"x-event":"count","x-a":1,"b":2}`+"`"+`))).(*demo.Count)
	is("1", string(count.Body.Extra["x-a"]))
	sum := &demo.Sum{Body: count.Body}
	is(`+"`"+`{"x-event":"sum","x-a":1}`+"`"+`, string(demo.AppendEvent(nil, sum)))
	sum.Body.Extra["x-event"] = []byte("1")
	if demo.CheckEvent(sum) == nil || demo.CheckCounts(&sum.Body) != nil {
		println("only the tag of a variant is declared")
	}
}
`))
	if out, err := m.Go("run", ".").CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}
