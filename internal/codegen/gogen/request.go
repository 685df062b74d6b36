package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emitRequests emits the table that describes each request.
func (p results) emitRequests(f *file) {
	u := p.requests()
	if u == nil {
		return
	}
	var rows []code
	for i, v := range u.Variants {
		rows = append(rows, requestRow(p.variants[u][i].tag, v))
	}
	f.define([]string{"ProtocolRequest describes a request."}, jen.Type().Id("ProtocolRequest").StructFunc(func(g *jen.Group) {
		field := func(text string, x ...any) { g.Add(src(text, x...).jen()) }
		field("Type $1Type", p.types[u])
		field("ID string // path of the field that equals the id of the message; may be empty")
		field("Since string // the version that added it; may be empty")
		if len(p.proto.Gates) > 0 {
			field("Gate ProtocolGate // what must be negotiated before it is sent; may be empty")
		}
		field("// The result to assume if there is no response, without the members that differ\n// from request to request. Empty if the spec does not declare one.\nOnFailure wirert.Raw")
	}))
	f.declare(`
		// Requests describes every request, in the order of the spec.
		func Requests() []ProtocolRequest {
			return $1
		}`, onLines("[]ProtocolRequest", rows))
}

func requestRow(tag string, v *model.Variant) code {
	w := &entryWriter{}
	w.add("Type", code(tag))
	w.text("ID", v.ID)
	w.text("Since", v.Since.Version)
	w.text("Gate", v.Gate)
	if v.OnFailure != nil {
		w.add("OnFailure", src("wirert.Raw($1)", lit(v.OnFailure.JSON())))
	}
	return w.code()
}
