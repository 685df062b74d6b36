package gogen_test

import (
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/gomod"
)

const strictSpec = head + `methods:
  run: {from: client, params: {x: int}, result: {y: int}}
  note: {from: client, notify: {x: int}}
`

// TestStrictHandler has a method less than it should: with the strict embedding that does not
// compile, and with the other one it does. Once, there was only the other one.
func TestStrictHandler(t *testing.T) {
	m := gomod.New(t)
	for file, text := range emit(t, strictSpec) {
		m.Write(t, "wire/"+file, []byte(text))
	}
	const program = `package main

import (
	"context"

	"example.test/out/wire"
)

type agent struct{ wire.EmbeddedAgentHandler }

func (agent) Run(_ context.Context, p *wire.RunParams) (*wire.RunResult, error) { return &wire.RunResult{Y: p.X}, nil }

func main() { _ = wire.NewAgent(nil, agent{}, nil) }
`
	const note = "\nfunc (agent) Note(context.Context, *wire.NoteParams) {}\n"
	for _, c := range []struct{ name, text, fault string }{
		{"some", strings.Replace(program, "Embedded", "Unimplemented", 1), ""},
		{"all", strings.Replace(program, "Embedded", "Strict", 1) + note, ""},
		{"missing", strings.Replace(program, "Embedded", "Strict", 1), "missing method Note"},
	} {
		m.Write(t, c.name+"/main.go", []byte(c.text))
		out, err := m.Go("vet", "./"+c.name).CombinedOutput()
		if (err != nil) != (c.fault != "") || !strings.Contains(string(out), c.fault) {
			t.Errorf("%s: want the fault %q: %v\n%s", c.name, c.fault, err, out)
		}
	}
}
