package gogen

import "github.com/dave/jennifer/jen"

// declareBatch is
//
//	type Batch []Message
func (p *plan) declareBatch(f *jen.File) {
	doc := "Batch is several messages in one array."
	if p.rows.Dialect.Batch.UniqueIDs {
		doc += " No two of its requests have the same id."
	}
	docLines(f, doc)
	f.Type().Id("Batch").Index().Id("Message")
	f.Line()
}

// emitBatchReader is
//
//	func decodeBatch(d *wirert.Decoder) Batch {
//		v := Batch{}
//		for d.BeginArray(); d.NextItem(); {
//			v = append(v, decodeMessage(d))
//		}
//		d.Batch(&table, len(v), v.request)
//		return v
//	}
func (p *plan) emitBatchReader(f *jen.File) {
	f.Comment("// DecodeBatch reads several messages in one array.")
	f.Add(fn("DecodeBatch").Params(jen.Id("line").Add(bytesType())).Params(jen.Id("Batch"), jen.Error()).
		Add(brief(rt("Decode").Call(jen.Id("line"), jen.Op("&").Id("table"), jen.Id("typeBatch"), jen.Id("decodeBatch")))))
	f.Line()
	f.Add(fn("decodeBatch").Params(decoderParam()).Id("Batch").Block(
		jen.Id("v").Op(":=").Id("Batch").Values(),
		jen.For(dec("BeginArray"), dec("NextItem"), jen.Empty()).Block(
			jen.Id("v").Op("=").Append(jen.Id("v"), jen.Id("decodeMessage").Call(jen.Id("d"))),
		),
		dec("Batch", jen.Op("&").Id("table"), jen.Len(jen.Id("v")), vdot("request")),
		jen.Return(jen.Id("v")),
	))
	f.Line()
	p.emitRequestID(f)
}

// emitRequestID is
//
//	func (v Batch) request(i int) wirert.ID {
//		switch m := v[i].(type) {
//		case *PingMessage:
//			return m.ID
//		}
//		return wirert.ID{}
//	}
func (p *plan) emitRequestID(f *jen.File) {
	f.Comment("// request is the id of the message i, if it is a request.")
	f.Add(valueMethod("Batch", "request").Params(jen.Id("i").Int()).Add(rt("ID")).Block(
		jen.Switch(jen.Id("m").Op(":=").Id("v").Index(jen.Id("i")).Assert(jen.Type())).BlockFunc(func(g *jen.Group) {
			for _, m := range p.messages() {
				if !m.Notify {
					g.Case(ptr(m.name)).Block(jen.Return(jen.Id("m").Dot("ID")))
				}
			}
			g.Case(ptr("UnknownMessage")).Block(jen.Return(jen.Id("m").Dot("ID")))
		}),
		jen.Return(rt("ID").Values()),
	))
	f.Line()
}

// emitBatchWriter gives AppendBatch.
func (p *plan) emitBatchWriter(f *jen.File) {
	p.publicAppend(f, nil, "Batch", jen.Id("Batch"))
	f.Comment("// AppendJSON appends the array of all messages.")
	f.Add(valueMethod("Batch", "AppendJSON").Params(dstParam()).Add(bytesType()).
		Add(brief(rt("AppendList").Call(jen.Id("dst"), jen.Id("v"), jen.Id("AppendMessage")))))
	f.Line()
}

// emitBatchCheck is
//
//	func CheckBatch(v Batch) error {
//		for i, m := range v {
//			if err := CheckMessage(m); err != nil {
//				return wirert.AtIndex(i, err)
//			}
//		}
//		return table.CheckBatch(len(v), v.request)
//	}
func (p *plan) emitBatchCheck(f *jen.File) {
	f.Comment("// CheckBatch reports whether v may be written.")
	f.Add(fn("CheckBatch").Params(jen.Id("v").Id("Batch")).Error().Block(
		jen.For(jen.List(jen.Id("i"), jen.Id("m")).Op(":=").Range().Id("v")).Block(
			jen.If(jen.Err().Op(":=").Id("CheckMessage").Call(jen.Id("m")), jen.Err().Op("!=").Nil()).Block(
				jen.Return(rt("AtIndex").Call(jen.Id("i"), jen.Err())),
			),
		),
		jen.Return(jen.Id("table").Dot("CheckBatch").Call(jen.Len(jen.Id("v")), vdot("request"))),
	))
	f.Line()
}
