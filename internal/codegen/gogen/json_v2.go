package gogen

// A marshaled is a type with methods for encoding/json.
type marshaled struct {
	name string
	args code // what is written, and the result of its check
}

// emitJSONv2 emits the methods for encoding/json/v2 of every type that has those for
// encoding/json, in a separate file: the package is an experiment of the toolchain.
func (p *plan) emitJSONv2(f *file, coders []coder) {
	f.tag = "goexperiment.jsonv2"
	methods := p.newFile()
	for _, c := range coders {
		c.json(methods)
	}
	for _, m := range methods.marshaled {
		f.declare(`
			func (v $1) MarshalJSONTo(e *jsontext.Encoder) error { return codec.MarshalTo(e, $2) }
			func (v *$1) UnmarshalJSONFrom(d *jsontext.Decoder) error { return codec.UnmarshalFrom(d, v) }`, m.name, m.args)
	}
}
