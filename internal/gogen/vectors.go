package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/backend"
)

const testPath = runtimePath + "/wiretest"

// vectors are the vectors of the protocol, and the test that runs them.
func (p *plan) vectors() ([]backend.File, error) {
	if p.makeVectors == nil {
		return nil, nil
	}
	lines, err := p.makeVectors()
	if err != nil {
		return nil, err
	}
	const name = "vectors_test.go"
	f := p.newFile()
	p.emitVectors(f)
	return []backend.File{{Name: name, Data: render(name, f)}, {Name: "testdata/vectors.jsonl", Data: lines}}, nil
}

// emitVectors gives the test that runs the vectors.
func (p *plan) emitVectors(f *jen.File) {
	f.ImportName(testPath, "wiretest")
	docLines(f, "TestVectors reads the messages of testdata/vectors.jsonl and holds what is made of them against what every reader of the protocol must make of them.")
	w := &entryWriter{}
	codec := func(name, goName string) {
		w.fields = append(w.fields, src("$1: wiretest.Of(Decode$2, Append$2, Check$2)", lit(name), goName))
	}
	for _, d := range p.proto.Decls {
		codec(d.TypeName(), p.types[d])
	}
	if p.hasMessages() {
		codec("Message", "Message")
	}
	declare(f, `
		func TestVectors(t *testing.T) {
			wiretest.Run(t, "testdata/vectors.jsonl", map[string]wiretest.Codec $1)
		}`, w.lines())
}
