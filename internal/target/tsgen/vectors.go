package tsgen

// vectorsView fills vectors.test.js.
type vectorsView struct {
	Head   string
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
	v := vectorsView{Head: out.head}
	for _, d := range p.proto.Decls {
		v.Codecs = append(v.Codecs, codecName{d.TypeName(), p.types[d], false})
	}
	if p.hasMessages() {
		v.Codecs = append(v.Codecs, codecName{"Message", "Message", true})
	}
	out.file("vectors.test.js", v)
	out.made("vectors.jsonl", p.given.Vectors)
}
