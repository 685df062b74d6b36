package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/test/gomod"
)

// resultsSpec has a request for every form of a result.
const resultsSpec = `wiregen: 1
protocol: {name: demo, version: "1"}
envelope: {name: Envelope, tag: type, content: payload}
types:
  Place: {doc: Where., fields: {line: int, note: string = "here"}}
  Places: Place[]
  Level: {doc: How loud., enum: [low, high]}
  Shape: {doc: A shape., union: {tag: kind}, variants: {dot: {name: Dot, fields: {x: int}}, line: {name: Line, fields: {to: int}}}}
  Node: {doc: A tree., fields: {"next?": Node, more: "Node[] = []"}}
requests:
  Confirm: {doc: Yes or no., result: {yes: bool}, fields: {text: string}}
  Name: {doc: A name., result: string, fields: {text: string}}
methods:
  struct: {doc: A struct., from: client, result: Place}
  own: {doc: One of its own., from: client, result: {line: int}}
  struct_or_null: {doc: A struct or null., from: client, result: Place | null}
  list: {doc: A list., from: client, result: "Place[]"}
  list_or_null: {doc: A list or null., from: client, result: "Place[] | null"}
  alias: {doc: A list with a name., from: client, result: Places}
  map: {doc: A map., from: client, result: "map<int>"}
  string: {doc: A string., from: client, result: string}
  bool_or_null: {doc: A boolean or null., from: client, result: "bool | null"}
  wide: {doc: A number., from: client, result: uint32}
  enum: {doc: An enum., from: client, result: Level}
  enum_or_null: {doc: An enum or null., from: client, result: Level | null}
  union: {doc: A union., from: client, result: Shape}
  union_or_null: {doc: A union or null., from: client, result: Shape | null}
  kinds: {doc: By kind., from: client, result: "string | Place[]"}
  any: {doc: Anything., from: client, result: any}
  object: {doc: An object., from: client, result: object}
  null: {doc: Nothing., from: client, result: "null"}
  empty: {doc: An empty object., from: client, result: empty}
  tree: {doc: A tree., from: client, result: "Node | null"}
  ask: {doc: Asks., from: agent, params: Request, result: by_variant}
`

// resultTexts are read as every result.
var resultTexts = []string{
	`{"line":1}`, `{"line":1,"note":"there"}`, `{}`, `{"line":"1"}`, `null`, `[]`, `[{"line":2}]`, `[{"line":2},{"line":null}]`, `"low"`, `"loud"`, `true`, `7`, `-1`, `4294967296`,
	`1.5`, `{"kind":"dot","x":1}`, `{"kind":"dot"}`, `{"kind":"star","x":1}`, `{"next":{"next":{}}}`, `{"next":{"more":[1]}}`, `[`, `{"a":1}`, `{"a":null}`,
}

// TestResults: the reader and the writer of the result of each method were missing
// unless the result was a declared type.
func TestResults(t *testing.T) {
	c := &construct{name: "demo", protocol: compileSpec(t, "results", []byte(resultsSpec))}
	c.targets = emit(t, c, every()...)
	var want, texts strings.Builder
	for _, text := range resultTexts {
		texts.WriteString(text + "\n")
	}
	var calls strings.Builder
	reader := interp.New(c.protocol)
	for _, m := range c.protocol.Methods {
		if m.ByVariant {
			continue
		}
		name := names.GoExported(m.Name)
		switch s, _ := model.Resolve(m.Result).(*model.Scalar); {
		case s != nil && (s.Kind == model.Null || s.Kind == model.Empty):
			calls.WriteString("\tconstant(text, new(demo." + name + "Message))\n")
		default:
			calls.WriteString("\ttry(text, (&demo." + name + "Message{ID: wirert.IntID(1)}).DecodeResult, (&demo." + name + "Message{ID: wirert.IntID(1)}).Reply)\n")
		}
	}
	for _, text := range resultTexts {
		for _, m := range c.protocol.Methods {
			if !m.ByVariant {
				want.WriteString(resultOf(reader, m, text) + "\n")
			}
		}
	}

	m := gomod.New(t)
	m.Add(t, "demo", c.targets["go"])
	m.Write(t, "main.go", []byte(resultsInGo(calls.String())))
	check := func(what string, cmd *exec.Cmd) {
		cmd.Stdin, cmd.Stderr = strings.NewReader(texts.String()), os.Stderr
		got, err := cmd.Output()
		if diff := cmp.Diff(want.String(), string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", what, err, diff)
		}
	}
	check("Go", exec.Command(m.Build(t)))

	dir := t.TempDir()
	writeFiles(t, filepath.Join(dir, "demo"), c.targets["ts"])
	writeFile(t, filepath.Join(dir, "results.mjs"), resultsInTypeScript)
	node := exec.Command("node", "results.mjs")
	node.Dir = dir
	check("TypeScript", node)
}

// resultOf is what a program prints of a text as the result of a method.
func resultOf(r *interp.Reader, m *model.Method, text string) string {
	v, err := r.Parse([]byte(text))
	if err != nil {
		return "not JSON"
	}
	got := r.ReadType(m.Result, v)
	if got.Err != nil {
		return got.Err.Error()
	}
	return `{"jsonrpc":"2.0","id":1,"result":` + got.Value.Written() + `}`
}

func resultsInGo(calls string) string {
	return `package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/wiregen/wiregen/wirert"

	demo "example.test/out/demo"
)

func try[T any](text []byte, decode func([]byte) (T, error), reply func(T) (*demo.Response, error)) {
	if !json.Valid(text) {
		fmt.Println("not JSON")
		return
	}
	v, err := decode(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	answer, err := reply(v)
	if err != nil {
		fmt.Println("not written:", err)
		return
	}
	fmt.Printf("%s\n", demo.AppendMessage(nil, answer))
}

type fixed interface {
	demo.Message
	DecodeResult([]byte) error
	Reply() *demo.Response
}

func constant(text []byte, m fixed) {
	try(text, func(data []byte) (any, error) { return demo.ResultOf(m, data) }, func(any) (*demo.Response, error) {
		r := m.Reply()
		r.ID = wirert.IntID(1)
		return r, nil
	})
}

func main() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		text := in.Bytes()
` + calls + `	}
}
`
}

const resultsInTypeScript = `import { readFileSync } from "node:fs";
import * as demo from "./demo/index.js";
for (const text of readFileSync(0, "utf8").trimEnd().split("\n")) {
  for (const [method, { from }] of Object.entries(demo.METHODS)) {
    if (from !== "client") continue;
    let v;
    try {
      v = JSON.parse(text);
    } catch {
      console.log("not JSON");
      continue;
    }
    const got = demo.readResultOf(method, v);
    if (!got.ok) {
      console.log(new demo.WireError(got.errors[0]).message);
    } else if (!demo.isResultOf(method, got.value)) {
      console.log("isResultOf is false");
    } else {
      console.log(demo.writeMessage(demo.reply({ id: 1, method }, got.value)));
    }
  }
}
`

// TestRepliesAreTyped: the result of another method does not compile.
func TestRepliesAreTyped(t *testing.T) {
	c := &construct{name: "demo", protocol: compileSpec(t, "results", []byte(resultsSpec))}
	c.targets = emit(t, c, every()...)
	m := gomod.New(t)
	m.Add(t, "demo", c.targets["go"])
	for body, fails := range map[string]bool{
		"new(demo.StructMessage).Reply(&demo.Place{})":                       false,
		"new(demo.StructMessage).Reply(&demo.OwnResult{})":                   true,
		"new(demo.EmptyMessage).Reply(&demo.Place{})":                        true,
		"new(demo.ListMessage).Reply([]demo.Place{})":                        false,
		"new(demo.ListMessage).Reply(&demo.Place{})":                         true,
		"(&demo.AskMessage{Params: &demo.Name{}}).Reply(&demo.Place{})":      true,
		"(&demo.AskMessage{Params: &demo.Name{}}).Reply(&demo.NameResult{})": false,
	} {
		m.Write(t, "main.go", []byte("package main\n\nimport demo \"example.test/out/demo\"\n\nfunc main() { "+body+" }\n"))
		if out, err := m.Go("build", "./...").CombinedOutput(); (err != nil) != fails {
			t.Errorf("%s: %v\n%s", body, err, out)
		}
	}
}
