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

// emitVectors writes
//
//	// TestVectors reads the messages of testdata/vectors.jsonl …
//	func TestVectors(t *testing.T) {
//		wiretest.Run(t, "testdata/vectors.jsonl", map[string]wiretest.Codec{
//			"TurnBegin": wiretest.Of(DecodeTurnBegin, AppendTurnBegin, CheckTurnBegin),
//			…
//		})
//	}
func (p *plan) emitVectors(f *jen.File) {
	f.ImportName(testPath, "wiretest")
	docLines(f, "TestVectors reads the messages of testdata/vectors.jsonl and holds what is made of them against what every reader of the protocol must make of them.")
	var codecs []jen.Code
	codec := func(name, goName string) {
		of := jen.Qual(testPath, "Of").Call(jen.Id("Decode"+goName), jen.Id("Append"+goName), jen.Id("Check"+goName))
		codecs = append(codecs, lit(name).Op(":").Add(of))
	}
	for _, d := range p.proto.Decls {
		codec(d.TypeName(), p.types[d])
	}
	if p.hasMessages() {
		codec("Message", "Message")
	}
	f.Func().Id("TestVectors").Params(jen.Id("t").Op("*").Qual("testing", "T")).Block(
		jen.Qual(testPath, "Run").Call(jen.Id("t"), jen.Lit("testdata/vectors.jsonl"),
			jen.Map(jen.String()).Qual(testPath, "Codec").Custom(
				jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, codecs...)),
	)
}
