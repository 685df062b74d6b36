package gogen

import (
	"github.com/wiregen/wiregen/internal/codegen/backend"
)

const testPath = runtimePath + "/wiretest"

// vectors returns the vectors of the protocol, and the test that runs them.
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
	return []backend.File{{Name: name, Data: f.render()}, {Name: "testdata/vectors.jsonl", Data: lines}}, nil
}

// emitVectors emits the test that runs the vectors.
func (p *plan) emitVectors(f *file) {
	const doc = "TestVectors checks the package against testdata/vectors.jsonl, the expected results for every implementation of the protocol."
	w := &entryWriter{}
	codec := func(name, goName string, reports bool) {
		of := src("wiretest.Of(Decode$1, Append$1, Check$1)", goName)
		if reports {
			of = src("wiretest.Reporting($1, Decode$2Report)", of, goName)
		}
		w.fields = append(w.fields, pair{lit(name), of})
	}
	for _, d := range p.proto.Decls {
		codec(d.TypeName(), p.types[d], p.reports(d))
	}
	if p.hasMessages() {
		codec(p.proto.MessageNames().Any, "Message", p.rows.TolerantMessages())
		last := &w.fields[len(w.fields)-1]
		last.value = src("$1.Answering(answer)", last.value)
		f.declare(`
			// answer returns the id and the error of the response to a message that cannot be read.
			func answer(err error) (wirert.ID, *wirert.ResponseError) {
				r := Refuse(err)
				if r == nil {
					return wirert.ID{}, nil
				}
				return r.ID, r.Error
			}`)
	}
	f.document(doc, `
		func TestVectors(t *testing.T) {
			wiretest.Run(t, "testdata/vectors.jsonl", $1)
		}`, w.lines(src("map[string]wiretest.Codec")))
}
