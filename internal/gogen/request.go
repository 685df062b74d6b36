package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// emitRequests gives the table of what is said of each request beside its type.
func (p *plan) emitRequests(f *jen.File) {
	u := p.requests()
	if u == nil {
		return
	}
	tag := p.types[u] + "Type"
	// type ProtocolRequest struct {
	//	Type RequestType
	//	…
	// }
	f.Comment("// ProtocolRequest is what the spec says of a request.")
	f.Type().Id("ProtocolRequest").Struct(
		jen.Id("Type").Id(tag),
		jen.Id("ID").String().Comment("// path of what equals the id of the message, or empty"),
		jen.Id("Since").String().Comment("// the version that it came with, or empty"),
		jen.Id("Gate").String().Comment("// what must be negotiated before it is sent, or empty"),
		jen.Comment("// What the asker takes for an answer when none can be had: the members of the"),
		jen.Comment("// result that differ from request to request are left out. Empty when not said."),
		jen.Id("OnFailure").Add(rt("Raw")),
	)
	f.Line()
	// func Requests() []ProtocolRequest {
	//	return []ProtocolRequest{
	//		{Type: RequestTypeAsk, ID: "payload.id"},
	//	}
	// }
	f.Comment("// Requests describes every request, in the order of the spec.")
	var rows []jen.Code
	for i, v := range u.Variants {
		rows = append(rows, requestRow(p.variants[u][i].tag, v))
	}
	f.Add(fn("Requests").Params().Index().Id("ProtocolRequest").Block(jen.Return(onLines(jen.Id("ProtocolRequest"), rows))))
	f.Line()
}

func requestRow(tag string, v *model.Variant) jen.Code {
	w := &entryWriter{}
	w.add("Type", jen.Id(tag))
	for _, text := range []struct{ name, value string }{{"ID", v.ID}, {"Since", v.Since.Version}, {"Gate", v.Gate}} {
		if text.value != "" {
			w.add(text.name, jen.Lit(text.value))
		}
	}
	if v.OnFailure != nil {
		w.add("OnFailure", rt("Raw").Call(lit(v.OnFailure.JSON())))
	}
	return w.code()
}
