package gogen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// A construct is what is emitted for one named type, by the file that it goes to.
type construct struct {
	home    string          // the file of the declaration
	declare func(*jen.File) // the type itself, and what belongs to it
	seal    func(*jen.File) // of a union: what makes types its variants
	decode  func(*jen.File) // readers
	write   func(*jen.File) // writers
	check   func(*jen.File) // checks
	json    func(*jen.File) // methods for encoding/json
}

// construct is the one place that tells named types apart.
func (p *plan) construct(d model.Decl) construct {
	switch t := d.(type) {
	case *model.Struct:
		return p.structConstruct(t)
	case *model.Enum:
		return p.enumConstruct(t)
	case *model.Tuple:
		return p.tupleConstruct(t)
	case *model.Alias:
		return p.aliasConstruct(t)
	case *model.Union:
		return p.unionConstruct(t)
	default:
		panic(fmt.Sprintf("gogen: nothing is made of %T", d))
	}
}

// publicDecode is
//
//	func DecodeUsage(data []byte) (*Usage, error) {
//		return wirert.Decode(data, &table, typeUsage, decodeUsage)
//	}
func publicDecode(f *jen.File, name, what string, typ, id jen.Code) {
	docLines(f, "Decode"+name+" reads "+what+".")
	f.Add(fn("Decode"+name).Params(jen.Id("data").Add(bytesType())).Params(typ, jen.Error()).
		Add(brief(rt("Decode").Call(jen.Id("data"), jen.Op("&").Id("table"), id, jen.Id("decode"+name)))))
	f.Line()
}

// publicAppend is
//
//	func AppendUsage(dst []byte, v *Usage) []byte { return v.AppendJSON(dst) }
func (p *plan) publicAppend(f *jen.File, n node, name string, typ jen.Code) {
	docLines(f, "Append"+name+" appends v."+p.panicNote(n))
	f.Add(fn("Append"+name).Params(dstParam(), jen.Id("v").Add(typ)).Add(bytesType()).
		Add(brief(jen.Id("v").Dot("AppendJSON").Call(jen.Id("dst")))))
	f.Line()
}

// jsonMethods are MarshalJSON on the value and UnmarshalJSON.
func jsonMethods(f *jen.File, name string, marshal, unmarshal jen.Code) {
	f.Comment("// MarshalJSON writes v, after a check.")
	f.Add(valueMethod(name, "MarshalJSON").Params().Params(bytesType(), jen.Error()).Add(brief(marshal)))
	f.Line()
	f.Comment("// UnmarshalJSON reads v.")
	f.Add(method(name, "UnmarshalJSON").Params(jen.Id("data").Add(bytesType())).Error().Add(brief(unmarshal)))
	f.Line()
}

// pointerJSON are the methods of a type that is read as a pointer.
func pointerJSON(f *jen.File, name string) {
	v := jen.Op("&").Id("v")
	jsonMethods(f, name,
		rt("Marshal").Call(v, jen.Id("Check"+name).Call(v)),
		rt("Unmarshal").Call(jen.Id("data"), jen.Id("v"), jen.Id("Decode"+name)))
}

// valueJSON are the methods of a type that is read as a value.
func valueJSON(f *jen.File, name string) {
	v := jen.Id("v")
	jsonMethods(f, name,
		rt("Marshal").Call(v, jen.Id("Check"+name).Call(v)),
		rt("UnmarshalUnion").Call(jen.Id("data"), v, jen.Id("Decode"+name)))
}

func (p *plan) structConstruct(t *model.Struct) construct {
	name := p.types[t]
	return construct{
		home:    p.homeOf(t),
		declare: func(f *jen.File) { f.Add(p.declareStruct(t)).Line() },
		decode: func(f *jen.File) {
			publicDecode(f, name, article(name), ptr(name), jen.Id("type"+name))
			p.emitReader(f, t)
		},
		write: func(f *jen.File) {
			p.publicAppend(f, t, name, ptr(name))
			p.emitAppendJSON(f, t)
		},
		check: func(f *jen.File) { p.emitCheck(f, t) },
		json:  func(f *jen.File) { pointerJSON(f, name) },
	}
}

func (p *plan) enumConstruct(t *model.Enum) construct {
	name := p.types[t]
	return construct{
		home:    "enums",
		declare: func(f *jen.File) { p.declareEnum(f, t) },
		decode: func(f *jen.File) {
			publicDecode(f, name, article(name), jen.Id(name), jen.Id("type"+name))
			p.emitEnumReader(f, t)
		},
		write: func(f *jen.File) {
			p.publicAppend(f, t, name, jen.Id(name))
			// func (v Mood) AppendJSON(dst []byte) []byte { return wirert.AppendString(dst, string(v)) }
			f.Comment("// AppendJSON appends v.")
			f.Add(valueMethod(name, "AppendJSON").Params(dstParam()).Add(bytesType()).
				Add(brief(appendEnum(t, jen.Id("v")))))
			f.Line()
		},
		check: func(f *jen.File) { p.emitEnumCheck(f, t) },
		json:  func(f *jen.File) { valueJSON(f, name) },
	}
}

// article puts a or an before a name.
func article(name string) string {
	switch name[0] {
	case 'A', 'E', 'I', 'O':
		return "an " + name
	}
	return "a " + name
}

// homeOf is the file where a reader of the package looks for a struct.
func (p *plan) homeOf(t *model.Struct) string {
	switch {
	case t == p.members:
		return "messages"
	case t.Tag != nil:
		return "unions"
	}
	if e := p.proto.Envelope; e != nil && len(p.owners[t]) == 1 { // not one that belongs to other unions, too
		switch p.owners[t][0] {
		case e.Events:
			return "events"
		case e.Requests:
			return "requests"
		}
	}
	for _, c := range p.proto.Capabilities {
		if c.Type == t {
			return "capabilities"
		}
	}
	if j := p.proto.Journal; j != nil && (j.Header == model.Type(t) || j.Record == model.Type(t)) {
		return "journal"
	}
	for _, m := range p.proto.Methods {
		if m.Params == model.Type(t) || m.Result == model.Type(t) {
			return "methods"
		}
	}
	return "types"
}

// homeOfUnion is the file where a reader of the package looks for a union.
func (p *plan) homeOfUnion(u *model.Union) string {
	if e := p.proto.Envelope; e != nil {
		switch u {
		case e.Messages:
			return "envelope"
		case e.Events:
			return "events"
		case e.Requests:
			return "requests"
		}
	}
	return "unions"
}
