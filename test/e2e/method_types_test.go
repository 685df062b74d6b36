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

// methodTypesSpec has data of errors and options of registrations of several forms.
const methodTypesSpec = `wiregen: 1
protocol: {name: demo, version: "1"}
types:
  Sync: {doc: How documents are sent., fields: {"languages?": "string[]", version: int = 1}}
  Level: {doc: How loud., enum: [low, high]}
  Shape: {doc: A shape., union: {tag: kind}, variants: {dot: {name: Dot, fields: {x: int}}, line: {name: Line, fields: {to: int}}}}
methods:
  struct: {doc: A., from: client, result: empty, error_data: {retry: bool, note: string = "here"}, registration: {options: Sync}}
  list: {doc: B., from: client, result: empty, error_data: "int[] | null", registration: {options: "Sync[]"}}
  enum: {doc: C., from: client, result: empty, error_data: Level, registration: {options: Level, as: loud}}
  union: {doc: D., from: both, result: empty, error_data: Shape | null, registration: {options: Shape | null}}
  kinds: {doc: E., from: agent, result: empty, error_data: "string | Sync[]", registration: {options: "string | Sync[]"}}
  any: {doc: F., from: client, result: empty, error_data: any, registration: {options: any}}
  note: {doc: G., from: client, notify: {text: string}, registration: {options: "map<int>"}}
  also: {doc: H., from: client, notify: {text: string}, registration: {options: Level, as: loud}}
`

var methodTypesTexts = []string{
	`{"retry":true}`, `{"retry":false,"note":"x"}`, `{"retry":1}`, `{}`, `[]`, `[1]`, `[1,"2"]`, `[{"version":2}]`, `[{"version":"2"}]`, `{"languages":["go"]}`, `{"languages":[1]}`,
	`"low"`, `"loud"`, `"text"`, `7`, `true`, `{"kind":"dot","x":1}`, `{"kind":"dot"}`, `{"kind":"star"}`, `{"a":1}`, `{"a":"1"}`,
	`{"�":"x","\ud83d":1}`, `{"�":1,"\udc00":"x"}`, // TypeScript took halves of surrogate pairs that were preserved for different keys
}

// TestMethodTypes: the data of the errors of a method and the options of registrations
// were not carried.
func TestMethodTypes(t *testing.T) {
	c := &construct{name: "demo", protocol: compileSpec(t, "method types", []byte(methodTypesSpec))}
	c.targets = emit(t, c, every()...)
	reader := interp.New(c.protocol)
	var goCalls, tsCalls, want strings.Builder
	type place struct {
		path string
		typ  model.Type
	}
	var places []place
	registered := map[string]bool{}
	for _, m := range c.protocol.Methods {
		if m.ErrorData != nil {
			places = append(places, place{"data", m.ErrorData})
			goCalls.WriteString("\t\tshow(new(demo." + names.GoExported(m.Name) + "Message).ErrorDataOf(&wirert.ResponseError{Data: text}))\n")
			tsCalls.WriteString("  show(demo.readErrorDataOf(\"" + m.Name + "\", { data: JSON.parse(text) }));\n")
		}
		if r := m.Registration; r != nil && !registered[r.As] {
			registered[r.As] = true
			places = append(places, place{"", r.Options})
			goCalls.WriteString("\t\tshow(demo.RegistrationOf(\"" + r.As + "\", text))\n")
			tsCalls.WriteString("  show(demo.readRegistration(\"" + r.As + "\", JSON.parse(text)));\n")
		}
	}
	for _, text := range methodTypesTexts {
		v, err := reader.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range places {
			got := reader.ReadType(p.typ, v)
			if got.Err == nil {
				want.WriteString(got.Value.Written() + "\n")
				continue
			}
			if path := got.Err.Path; p.path != "" {
				got.Err.Path = p.path + strings.TrimSuffix("."+path, ".")
				if strings.HasPrefix(path, "[") {
					got.Err.Path = p.path + path
				}
			}
			want.WriteString(got.Err.Error() + "\n")
		}
	}
	m := gomod.New(t)
	m.Add(t, "demo", c.targets["go"])
	m.Write(t, "main.go", []byte(strings.Replace(methodTypesInGo, "CALLS", goCalls.String(), 1)))
	check := func(what string, cmd *exec.Cmd) {
		cmd.Stdin, cmd.Stderr = strings.NewReader(strings.Join(methodTypesTexts, "\n")+"\n"), os.Stderr
		got, err := cmd.Output()
		if diff := cmp.Diff(want.String(), string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", what, err, diff)
		}
	}
	check("Go", exec.Command(m.Build(t)))

	dir := t.TempDir()
	writeFiles(t, filepath.Join(dir, "demo"), c.targets["ts"])
	writeFile(t, filepath.Join(dir, "types.mjs"), strings.Replace(methodTypesInTypeScript, "CALLS", tsCalls.String(), 1))
	node := exec.Command("node", "types.mjs")
	node.Dir = dir
	check("TypeScript", node)
}

const methodTypesInGo = `package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/wiregen/wiregen/wirert"

	demo "example.test/out/demo"
)

func show[T any](v T, err error) {
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(v)
	if err != nil {
		fmt.Println("not written:", err)
		return
	}
	fmt.Printf("%s\n", text)
}

func main() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		text := append(wirert.Raw(nil), in.Bytes()...)
CALLS	}
	if _, err := demo.RegistrationOf("other", nil); err == nil {
		fmt.Println("nobody registers for this")
	}
}
`

const methodTypesInTypeScript = `import { readFileSync } from "node:fs";
import * as demo from "./demo/index.js";
function show(got) {
  if (got.ok) {
    console.log(JSON.stringify(got.value));
    return;
  }
  console.log(new demo.WireError(got.errors[0]).message);
}
for (const text of readFileSync(0, "utf8").trimEnd().split("\n")) {
CALLS}
`
