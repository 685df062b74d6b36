package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// What is written may be less than what is read: writers fill in defaults, constants, the
// tags of a variant that is written by itself, and what a message has because of its
// method. Writers change nothing of what they are given, so it may be readonly, and any
// interface is an object. A type for which that makes a difference has a second one, of what
// writers accept. A value that was read is always accepted.

// inputs are the names of the second types; a type that is written as it is read has
// none.
type inputs struct {
	types    map[model.Decl]string
	within   map[model.Decl]bool // a part of it differs, and not only its tags
	messages map[string]string   // by the name of the message
	results  [2]string           // the map of the results that differ, by method, and the type of any; "" for none
	faults   string              // the map of the data of errors, by name; "" for none
	object   string              // any object
}

// nameInputs names the second types, after everything else, which they give way to.
func (p *plan) nameInputs() {
	p.in = inputs{types: map[model.Decl]string{}, within: map[model.Decl]bool{}, messages: map[string]string{}}
	for changed := true; changed; {
		changed = false
		for _, d := range p.proto.Decls {
			if !p.in.within[d] && p.partDiffers(d) {
				p.in.within[d], changed = true, true
			}
		}
	}
	if p.resultDiffers() {
		p.in.results = [2]string{p.freeName("ResultInputs", "ResultsToWrite"), p.freeName("ResultInput", "ResultToWrite")}
	}
	if slices.ContainsFunc(p.rows.Errors, func(e lower.Error) bool { return e.Data != lower.NoType && p.differs(e.Of.Data) }) {
		p.in.faults = p.freeName("ErrorDataInputs", "ErrorDataToWrite")
	}
	p.in.object = p.freeName("ObjectInput", "ObjectToWrite")
	for _, d := range p.proto.Decls {
		if p.differs(d) {
			p.in.types[d] = p.inputName(p.types[d])
		}
	}
	for _, name := range p.writtenMessages() {
		p.in.messages[name] = p.inputName(name)
	}
}

// inputName is a free name for the second type of one with a name.
func (p *plan) inputName(of string) string { return p.freeName(of+"Input", of+"ToWrite") }

// freeName takes the first name, or the second one if that is taken, with a sign after it
// if that is taken too.
func (p *plan) freeName(name, other string) string {
	for ; !p.scope.Free(name); other += "_" {
		name = other
	}
	p.scope.Keep(name, "a type of what is written")
	return name
}

// differs reports whether more or less than a value of a type may be written.
func (p *plan) differs(t model.Type) bool {
	return backend.Walk(backend.UseOf(p.rows, t), backend.Forms[bool]{
		Name: func(d model.Decl) bool {
			s, ok := d.(*model.Struct)
			return p.in.within[d] || ok && slices.ContainsFunc(p.rows.Decl(s).Struct.Tags, fillsTag)
		},
		Scalar:  func(s *lower.Scalar) bool { return s.Kind == model.Object },
		Literal: func(model.Value) bool { return false },
		List:    func(bool) bool { return true },
		Map:     func(_ model.Decl, elem bool) bool { return elem },
		OrNull:  func(elem bool) bool { return elem },
	})
}

// fillsTag reports whether writers fill in a tag.
func fillsTag(t lower.Tag) bool { return t.Written == lower.WrittenAlways }

// partDiffers reports whether some part of a named type differs, as far as is known.
func (p *plan) partDiffers(d model.Decl) bool {
	switch d := d.(type) {
	case *model.Alias:
		return p.differs(d.Type)
	case *model.Struct:
		return slices.ContainsFunc(p.rows.Decl(d).Struct.Fields, p.fieldDiffers) || d.ExtraType != nil && p.differs(d.ExtraType)
	case *model.Tuple:
		return true
	case *model.Union:
		return p.unionDiffers(p.rows.Decl(d).Union)
	}
	return false
}

func (p *plan) fieldDiffers(f lower.Field) bool { return fillsField(f) || p.differs(f.Of.Type) }

// fillsField reports whether writers fill in a field.
func fillsField(f lower.Field) bool {
	_, constant := f.Of.Type.(*model.Literal)
	return f.Absent != lower.AbsentUnset && (constant || f.Default != nil)
}

// unionDiffers reports whether a variant differs by more than its tags, which tell it from
// others. The variants of a union by order are distinguished by reading them, so that nothing
// may be omitted there.
func (p *plan) unionDiffers(u *lower.Union) bool {
	return slices.ContainsFunc(u.Cases, func(c lower.Case) bool {
		t := c.Of.Type
		if u.By == lower.ByOrder {
			return p.ordered(t) != p.typ(t)
		}
		if s, ok := t.(*model.Struct); ok && (u.By == lower.ByTag) {
			return p.in.within[s]
		}
		return t != nil && p.differs(t)
	})
}

// ordered is a variant of a union by order as it is written, in a declaration.
func (p *plan) ordered(t model.Type) string {
	switch t := t.(type) {
	case *model.List:
		return "readonly " + grouped(p.typ(t.Elem)) + "[]"
	case *model.Scalar:
		return p.input(t)
	}
	return p.typ(t)
}

// objectInput declares any object as it is written, if there is one. No
// interface fits a type with an index, and a literal fits only that.
func (e *declarations) objectInput() []declaration {
	isObject := func(t *lower.Type) bool { s, ok := t.Of.(*model.Scalar); return ok && s.Kind == model.Object }
	if !slices.ContainsFunc(e.rows.Types, isObject) {
		return nil
	}
	return []declaration{{Name: e.in.object, Doc: []string{"Any object but a list, as writers take it."}, Alias: "{ [key: string]: unknown } | (object & { readonly [Symbol.iterator]?: never })"}}
}

// inputOf is the name of the type that the writer of a type or a message takes.
func (p *plan) inputOf(d model.Decl) string {
	if name := p.in.types[d]; name != "" {
		return name
	}
	return p.types[d]
}

// inputDecls declare the second type of a named type.
func (e *declarations) inputDecls(d model.Decl) []declaration {
	name := e.in.types[d]
	if name == "" {
		return nil
	}
	out := declaration{Name: name, Doc: []string{inputDoc(e.types[d])}}
	switch t := e.rows.Decl(d); d := d.(type) {
	case *model.Alias:
		out.Alias = e.input(d.Type)
	case *model.Struct:
		out.Members = e.ownInputs(t.Struct)
		switch {
		case extends(t.Struct):
			out.Extends = e.inputOf(d.Body)
		case t.Struct.Extra.Written():
			out.Members = append(out.Members, e.extraMember(t.Struct, out.Members, e.input))
		default:
			out.Members = append(out.Members, extensionMembers(t.Struct)...)
		}
	case *model.Tuple:
		out = e.tuple(t.Tuple, e.input)
		out.Name, out.Doc, out.ReadOnly = name, []string{inputDoc(e.types[d])}, true
	case *model.Union:
		out.Tall, out.Arms = true, e.inputArms(t.Union)
	}
	return []declaration{out}
}

// ownInputs are the tags and the fields of a struct as they are written, without those of
// its body.
func (e *declarations) ownInputs(t *lower.Struct) []memberView {
	out := tagMembers(t.Tags)
	for i := range out {
		out[i].Key = strings.TrimSuffix(out[i].Key, "?") + "?"
	}
	for i := range t.Fields {
		if !t.Of.InBody(t.Fields[i].Of) {
			out = append(out, e.inputMember(&t.Fields[i]))
		}
	}
	return out
}

func inputDoc(of string) string {
	return fmt.Sprintf("The input of writers for {@link %s}: members with a default, and those that writers fill in, may be omitted; lists may be readonly.", of)
}

// inputMember is a field as it is written.
func (e *declarations) inputMember(f *lower.Field) memberView {
	m := e.fieldMember(f)
	m.Type = e.input(f.Of.Type)
	if fillsField(*f) {
		m.Key = key(f.Name) + "?"
	}
	return m
}

// inputArms are the variants of a union as they are written, and an unknown one.
func (e *declarations) inputArms(u *lower.Union) []armView {
	var arms []armView
	cases := u.Cases
	for _, part := range u.Of.Parts {
		arms, cases = append(arms, armView{Type: e.input(part)}), nil
	}
	for _, c := range cases {
		arm := armView{Type: e.inputArm(u, c)}
		if !slices.ContainsFunc(arms, func(a armView) bool { return a.Type == arm.Type }) {
			arms = append(arms, arm)
		}
	}
	if unknown := e.unknown[u.Of]; unknown != "" {
		arms = append(arms, armView{Type: unknown})
	}
	return arms
}

func (e *declarations) inputArm(u *lower.Union, c lower.Case) string {
	s, isStruct := c.Of.Type.(*model.Struct)
	switch {
	case u.By == lower.ByOrder:
		return e.ordered(c.Of.Type)
	case u.By == lower.ByContent && !(c.Body && e.differs(c.Of.Type)):
		return e.envelopes[c.Of]
	case u.By == lower.ByContent:
		tag := memberView{Key: key(u.Key), Type: tagLiteral(u.TagKind, c.Tags[0])}
		return objectType([]memberView{tag, {Key: key(u.Content), Type: e.input(c.Of.Type)}})
	case u.By == lower.ByName && !c.Body:
		return quote(c.Tags[0])
	case u.By == lower.ByName:
		return objectType([]memberView{{Key: key(c.Tags[0]), Type: e.input(c.Of.Type)}})
	case u.By == lower.ByTag && isStruct && !e.in.within[s]:
		return e.types[s]
	case u.By == lower.ByTag && isStruct:
		return e.withMembers(e.in.types[s], tagMembers(e.rows.Decl(s).Struct.Tags))
	case u.By == lower.ByKey && isStruct && c.Key != "":
		if f := e.rows.Decl(s).Struct.Field(c.Key); f != nil && fillsField(*f) {
			return e.withMembers(e.input(s), []memberView{{Key: key(c.Key), Type: e.input(f.Of.Type)}})
		}
	}
	return e.input(c.Of.Type)
}

// withMembers is a type with some of its members, which tell it from others, required.
func (e *declarations) withMembers(name string, members []memberView) string {
	members = slices.DeleteFunc(members, func(m memberView) bool { return strings.HasSuffix(m.Key, "?") })
	if len(members) == 0 {
		return name
	}
	return name + " & " + objectType(members)
}
