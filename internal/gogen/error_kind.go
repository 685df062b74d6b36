package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// emitErrorKinds gives the kinds of errors, where these are what tells errors
// apart.
func (p *plan) emitErrorKinds(f *jen.File) {
	if !p.byKind() {
		return
	}
	kinds := make([]string, len(p.proto.Errors))
	f.Comment("// ErrorKind is the kind of an error: the member kind of its data.")
	f.Type().Id("ErrorKind").String()
	f.Line()
	f.Comment("// The kinds of errors.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for i, c := range p.proto.Errors {
			kinds[i] = "ErrorKind" + p.codes[c]
			doc := p.valueDoc(kinds[i], &c.Meta)
			g.Add(commented(doc, jen.Id(kinds[i]).Id("ErrorKind").Op("=").Add(lit(c.Name))))
		}
	})
	f.Line()
	f.Comment("// Known reports whether k is a declared kind.")
	f.Add(jen.Func().Params(jen.Id("k").Id("ErrorKind")).Id("Known").Params().Bool().
		Block(knownSwitch("k", kinds), jen.Return(jen.False())))
	f.Line()
	f.Comment("// ErrorKinds are the declared kinds, in the order of the spec.")
	f.Add(fn("ErrorKinds").Params().Index().Id("ErrorKind").Add(brief(onLines(jen.Id("ErrorKind"), ids(kinds)))))
	f.Line()
	// func KindOf(err *wirert.ResponseError) (ErrorKind, bool) {
	//	kind, ok := err.Kind()
	//	return ErrorKind(kind), ok
	// }
	f.Comment("// KindOf is the kind of an error, if its data says one.")
	f.Add(fn("KindOf").Params(jen.Id("err").Op("*").Add(rt("ResponseError"))).Params(jen.Id("ErrorKind"), jen.Bool()).Block(
		jen.List(jen.Id("kind"), jen.Id("ok")).Op(":=").Id("err").Dot("Kind").Call(),
		jen.Return(jen.Id("ErrorKind").Call(jen.Id("kind")), jen.Id("ok")),
	))
	f.Line()
}

// readMethod is the method of the decoder that reads a shape, or "" when it
// takes more than a call.
func (p *plan) readMethod(sh *shape) string {
	if sh.null || sh.limits.reads() != nil {
		return ""
	}
	switch sh.form {
	case formCoded:
		return sh.coded.word
	case formString, formBool, formInt, formFloat, formAny, formObject:
		return map[form]string{
			formString: "String", formBool: "Bool", formInt: "Int", formFloat: "Float", formAny: "Raw", formObject: "RawObject",
		}[sh.form]
	}
	return ""
}

// emitErrorData gives readers of what errors carry.
func (p *plan) emitErrorData(f *jen.File) {
	for _, c := range p.proto.Errors {
		if c.Data != nil {
			p.emitDataReader(f, c)
		}
	}
}

// emitDataReader is
//
//	func SyntaxDataOf(err *wirert.ResponseError) (*Place, error) {
//		return wirert.DataOf(err, &table, typePlace, decodePlace)
//	}
func (p *plan) emitDataReader(f *jen.File, c *model.ErrorCode) {
	name := p.codes[c] + "DataOf"
	sh := p.shape(c.Data)
	typ := p.goType(sh)
	var read jen.Code
	switch {
	case sh.form == formStruct && !sh.null:
		typ, read = jen.Op("*").Add(typ), jen.Id("decode"+sh.name)
	case sh.alias != nil && !sh.null:
		read = jen.Id("decode" + p.types[sh.alias])
	case (sh.form == formEnum || sh.form == formUnion) && !sh.null:
		read = jen.Id("decode" + sh.name)
	case p.readMethod(sh) != "":
		// (*wirert.Decoder).Int
		read = jen.Parens(jen.Op("*").Add(rt("Decoder"))).Dot(p.readMethod(sh))
	default:
		read = jen.Func().Params(decoderParam()).Add(typ).BlockFunc(func(g *jen.Group) {
			if e := p.readExpr(sh); e != nil && !sh.null {
				g.Return(e)
				return
			}
			g.Var().Id("v").Add(typ)
			p.readTo(g, jen.Id("v"), sh)
			g.Return(jen.Id("v"))
		})
	}
	docLines(f, name+" reads what an error "+oneLine(c.Name)+" carries.")
	f.Add(fn(name).Params(jen.Id("err").Op("*").Add(rt("ResponseError"))).Params(typ, jen.Error()).Block(
		jen.Return(rt("DataOf").Call(jen.Id("err"), jen.Op("&").Id("table"), p.typeID(c.Data), read))))
	f.Line()
}
