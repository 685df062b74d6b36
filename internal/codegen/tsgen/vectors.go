package tsgen

import "github.com/wiregen/wiregen/internal/protocol/lower"

// vectorsView fills vectors.test.js.
type vectorsView struct {
	Head   string
	ID     string // how a response has its id
	Code   string // and the code of its error
	Codecs []codecName
}

// A codecName is the name of a type in the vectors and in the package.
type codecName struct {
	Name, Type string
	Answers    bool // messages that cannot be read are answered
}

// emitVectors adds the vectors of the protocol and the test that runs them.
func (p *plan) emitVectors(out *output) {
	if !p.opts.Vectors {
		return
	}
	v := vectorsView{Head: out.head, ID: "given.id", Code: "given.error.code"}
	if d := &p.rows.Dialect; d.Named() {
		names := d.NamesOf(lower.ResponseShape)
		v.ID, v.Code = ownMember("given", names.ID), "0" // there are no codes beside a flag
		if names.Error != "" {
			v.Code = ownMember("given", names.Error) + ".code"
		}
	}
	for _, d := range p.proto.Decls {
		v.Codecs = append(v.Codecs, codecName{d.TypeName(), p.types[d], false})
	}
	if p.hasMessages() {
		v.Codecs = append(v.Codecs, codecName{p.proto.MessageNames().Any, "Message", true})
	}
	out.file("vectors.test.js", v)
	out.made("vectors.jsonl", p.given.Vectors)
}
