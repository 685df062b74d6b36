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

// publicDecode gives DecodeX, which reads a value of a Go type.
func publicDecode(f *jen.File, name, what string, typ, id any) {
	docLines(f, "Decode"+name+" reads "+what+".")
	declare(f, "func Decode$1(data []byte) ($2, error) { return wirert.Decode(data, &table, $3, decode$1) }", name, typ, id)
}

// publicAppend gives AppendX.
func (p *plan) publicAppend(f *jen.File, n node, name, typ string) {
	docLines(f, "Append"+name+" appends v."+p.panicNote(n))
	declare(f, "func Append$1(dst []byte, v $2) []byte { return v.AppendJSON(dst) }", name, typ)
}

// jsonMethods are MarshalJSON on the value and UnmarshalJSON.
func jsonMethods(f *jen.File, name string, marshal, unmarshal jen.Code) {
	declare(f, `
		// MarshalJSON writes v, after a check.
		func (v $1) MarshalJSON() ([]byte, error) { return $2 }

		// UnmarshalJSON reads v.
		func (v *$1) UnmarshalJSON(data []byte) error { return $3 }`, name, marshal, unmarshal)
}

// pointerJSON are the methods of a type that is read as a pointer.
func pointerJSON(f *jen.File, name string) {
	jsonMethods(f, name, src("wirert.Marshal(&v, Check$1(&v))", name), src("wirert.Unmarshal(data, v, Decode$1)", name))
}

// valueJSON are the methods of a type that is read as a value.
func valueJSON(f *jen.File, name string) {
	jsonMethods(f, name, src("wirert.Marshal(v, Check$1(v))", name), src("wirert.UnmarshalUnion(data, v, Decode$1)", name))
}

// variantJSON are the methods of a type that is read as one of a union.
func variantJSON(f *jen.File, name, check, union string) {
	jsonMethods(f, name, src("wirert.Marshal(&v, Check$1(&v))", check), src("wirert.UnmarshalVariant(data, v, Decode$1)", union))
}

func (p *plan) structConstruct(t *model.Struct) construct {
	name := p.types[t]
	return construct{
		home:    p.homeOf(t),
		declare: func(f *jen.File) { f.Add(p.declareStruct(t)).Line() },
		decode: func(f *jen.File) {
			publicDecode(f, name, article(name), "*"+name, "type"+name)
			p.emitReader(f, t)
		},
		write: func(f *jen.File) {
			p.publicAppend(f, t, name, "*"+name)
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
			publicDecode(f, name, article(name), name, "type"+name)
			p.emitEnumReader(f, t)
		},
		write: func(f *jen.File) {
			p.publicAppend(f, t, name, name)
			declare(f, `
				// AppendJSON appends v.
				func (v $1) AppendJSON(dst []byte) []byte { return $2 }`, name, appendEnum(t, src("v")))
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
	case carriesTag(t):
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
