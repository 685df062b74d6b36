package gogen

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A construct emits one named type.
type construct interface {
	home() string    // the file of the declaration
	declare(f *file) // the type itself, and what belongs to it
	coder
}

// A coder emits the functions that read and write.
type coder interface {
	decode(f *file) // readers
	write(f *file)  // writers
	check(f *file)  // checks
	json(f *file)   // methods for encoding/json
}

// A sealer is a construct that makes types its variants.
type sealer interface{ seal(f *file) }

// A reporter is a construct whose readers may pass over values, and tell of them.
type reporter interface{ decodeReport(f *file) }

// construct returns the construct of a named type. Only this function
// distinguishes named types by kind.
func (p *plan) construct(d model.Decl) construct {
	switch t := d.(type) {
	case *model.Struct:
		return structType{p, t}
	case *model.Enum:
		return enumType{p, t}
	case *model.Tuple:
		return tupleType{structType{p, p.structOf(t)}}
	case *model.Alias:
		return aliasType{p, t}
	case *model.Union:
		return unionType{p, t}
	default:
		panic(fmt.Sprintf("gogen: nothing is made of %T", d))
	}
}

// A declarer emits types, and the methods that seal them.
type declarer struct{ docs }

// publicDecode emits DecodeX, which reads a value of a Go type.
func publicDecode(f *file, name, what, typ string, id code) {
	f.document(unlessPlain("Decode"+name+" reads "+what+".", what == article(name)),
		"func Decode$1(data []byte) ($2, error) { return codec.Decode(data, &table, $3, decode$1) }", name, typ, id)
}

// reports reports whether a reader of d may pass over a value, so that there is one
// that tells of it.
func (p *plan) reports(d model.Decl) bool {
	if s, ok := d.(*model.Struct); ok && p.isTuple(s) {
		d = p.places[s]
	}
	return p.rows.Tolerates(p.rows.Ref(d))
}

// reportingDecode emits DecodeXReport, which reads a value of the type d, if its reader
// may pass over something.
func (p *plan) reportingDecode(f *file, d model.Decl, typ string, id code) {
	if p.reports(d) {
		f.declare(`
			func Decode$1Report(data []byte, report func(path, words string)) ($2, error) {
				return codec.DecodeReport(data, &table, $3, decode$1, report)
			}`, p.types[d], typ, id)
	}
}

// publicAppend emits AppendX.
func (p writer) publicAppend(f *file, n node, name, typ string) {
	note := docs(p).panicNote(n)
	f.document(unlessPlain("Append"+name+" appends v."+note, note == ""),
		"func Append$1(dst []byte, v $2) []byte { return v.AppendJSON(dst) }", name, typ)
}

// unlessPlain returns the comment of a function, or "" if plain: the comment of the
// package describes it already.
func unlessPlain(doc string, plain bool) string {
	if plain {
		return ""
	}
	return doc
}

// jsonMethods emits MarshalJSON on the value and UnmarshalJSON. marshal are the value
// that is written and the result of its check.
func jsonMethods(f *file, name string, marshal, unmarshal code) {
	marshalBy(f, name, marshal, src("codec.Marshal($1)", marshal), unmarshal)
}

// marshalBy is jsonMethods with the call that makes the JSON.
func marshalBy(f *file, name string, marshal, call, unmarshal code) {
	f.marshaled = append(f.marshaled, marshaled{name, marshal})
	f.declare(`
		func (v $1) MarshalJSON() ([]byte, error) { return $2 }
		func (v *$1) UnmarshalJSON(data []byte) error { return $3 }`, name, call, unmarshal)
}

// structJSON emits the methods of a struct.
func (p *plan) structJSON(f *file, t *model.Struct) {
	name := p.types[t]
	if t.Inline && slices.ContainsFunc(p.owners[t], wrapped) {
		p.variantStructJSON(f, t)
		return
	}
	args, call := src("&v, Check$1(&v)", name), src("codec.Marshal(&v, Check$1(&v))", name)
	if p.byRow[t] {
		call = "table.MarshalRow(&v)"
	}
	marshalBy(f, name, args, call, "table.Unmarshal(data, v)")
}

// valueJSON emits the methods of a type that is read as a value.
func valueJSON(f *file, name string) {
	jsonMethods(f, name, src("v, Check$1(v)", name), src("codec.UnmarshalUnion(data, v, Decode$1)", name))
}

// variantJSON emits the methods of a type that is read as one of a union.
func variantJSON(f *file, name, check, union string) {
	jsonMethods(f, name, src("&v, Check$1(&v)", check), src("codec.UnmarshalVariant(data, v, Decode$1)", union))
}

// variantStructJSON emits the methods of a struct that a union declares in the place of its
// variant, and writes more around than the struct has; others are types of their own, which
// programs also encode by themselves. If it is a variant of other unions too, how it is
// written depends on which of them has it.
func (p *plan) variantStructJSON(f *file, t *model.Struct) {
	name, owners := p.types[t], p.owners[t]
	if len(owners) == 1 {
		p.wrappedJSON(f, owners[0], name)
		return
	}
	values := make([]string, len(owners))
	for i, u := range owners {
		values[i] = p.types[u] + "Value"
	}
	fault := src("errors.New($1)", quote(name+" is a variant of several unions: encode it in "+names.List(values, "or")))
	jsonMethods(f, name, src("&v, $1", fault), "table.Unmarshal(data, v)")
}

// wrappedJSON emits the methods of a type that is nothing but a variant of a union, which
// writes more around it: encoding/json does not know that it is in an interface.
func (p *plan) wrappedJSON(f *file, u *model.Union, name string) {
	union := p.types[u]
	jsonMethods(f, name, src("in$1{&v}, Check$1(&v)", union), src("codec.UnmarshalVariant(data, v, Decode$1)", union))
}

// article puts a or an before a name.
func article(name string) string {
	switch name[0] {
	case 'A', 'E', 'I', 'O':
		return "an " + name
	}
	return "a " + name
}

// homeOf returns the file where a reader of the package looks for a struct.
func (p *plan) homeOf(t *model.Struct) string {
	switch {
	case p.isMembers(t):
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

// homeOfUnion returns the file where a reader of the package looks for a union.
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
