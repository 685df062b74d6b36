package pygen

import "strings"

// codecsView fills codecs.py.
type codecsView struct{ Head, Example, Imports, Code string }

// emitCodecs emits a typed reader and writer for each type.
func (p *plan) emitCodecs(out *output) {
	if len(p.proto.Decls) == 0 {
		return
	}
	use := imports{}
	use.use(protocolModule, "Protocol")
	use.use(typingModule, "Final")
	v := codecsView{Head: out.head}
	var b strings.Builder
	for _, d := range p.proto.Decls {
		if v.Example == "" {
			v.Example = p.types[d]
		}
		codec := use.use(codecModule, "Codec")
		b.WriteString(p.types[d] + ": Final[" + codec + "[" + use.fromTypes(p.types[d]) + "]] = " + codec + "(_protocol, " + p.refCode(d) + ")\n")
	}
	v.Imports, v.Code = out.imports(use), b.String()
	out.file("codecs.py", v)
}
