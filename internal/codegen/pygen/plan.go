package pygen

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A plan has every name of the package. It is not changed while files are rendered.
type plan struct {
	proto   *model.Protocol
	opts    Backend
	given   backend.Common
	rows    *lower.Program
	checked backend.Values
	pkg     string // as it is imported

	types  map[model.Decl]string
	fields map[*model.Field]string
	items  map[*model.Item]string
	values map[*model.EnumValue]string // the constants
	// qualified are the constants with their classes.
	qualified map[*model.EnumValue]string
	tags      map[*model.StructTag]string // the attributes of tags
	extras    map[*model.Struct]string    // the attributes of undeclared keys
	unknown   map[*model.Union]string     // the classes of undeclared variants
	wrappers  map[*model.Variant]string   // the classes around bodies
	methods   map[*model.Method]string    // the classes of messages
	errors    map[*model.ErrorCode]string // the constants; none for one whose name in capitals another has
	message   string                      // the alias of all messages
	sides     [2]string                   // and of what each side sends
	shared    map[string]string           // the classes of messages of the runtime
	ends      [2]*end                     // of connections; nil without messages

	names *backend.Names
	scope *backend.Scope // types.py
}

func newPlan(proto *model.Protocol, opts Backend, given backend.Common, chosen *backend.Names) *plan {
	rows := given.Rows(proto)
	p := &plan{
		proto: proto, opts: opts, given: given, rows: rows, checked: backend.NewValues(rows), pkg: cmp.Or(opts.Package, strings.ReplaceAll(names.Snake(proto.Name), "-", "_")),
		types: map[model.Decl]string{}, fields: map[*model.Field]string{}, items: map[*model.Item]string{}, values: map[*model.EnumValue]string{}, qualified: map[*model.EnumValue]string{},
		tags: map[*model.StructTag]string{}, extras: map[*model.Struct]string{}, unknown: map[*model.Union]string{},
		wrappers: map[*model.Variant]string{}, methods: map[*model.Method]string{}, errors: map[*model.ErrorCode]string{}, names: chosen,
		scope: chosen.Scope("the generated package", reservedNames(rows)...),
	}
	if !isPackage(p.pkg) {
		p.pkg = "wire_" + strings.Trim(p.pkg, "_")
	}
	for _, d := range proto.Decls {
		p.types[d] = p.scope.Name(p.typeElement(d), d.Info(), className(d.TypeName()))
	}
	for _, d := range proto.Decls {
		switch d := d.(type) {
		case *model.Struct:
			p.nameFields(p.rows.Decl(d).Struct)
		case *model.Tuple:
			p.nameItems(p.rows.Decl(d).Tuple)
		case *model.Enum:
			p.nameValues(d)
		case *model.Union:
			p.nameVariants(p.rows.Decl(d).Union)
		}
	}
	p.nameMessages()
	for _, m := range proto.Methods {
		e := p.names.Element(&m.Meta, "method %q", m.Name)
		p.methods[m] = cmp.Or(p.names.Pinned(e, &m.Meta), className(m.Name)) + "Message"
		p.scope.Claim(e, p.methods[m])
	}
	p.nameErrors()
	if p.hasMessages() {
		p.nameEnds()
	}
	p.names.Unused(proto)
	return p
}

// title is the title of the protocol.
func (p *plan) title() string { return cmp.Or(p.proto.Title, p.proto.Name) }

func (p *plan) typeElement(d model.Decl) backend.Element {
	return p.names.Element(d.Info(), "type %q", d.TypeName())
}

// nameFields names the attributes of a struct.
func (p *plan) nameFields(s *lower.Struct) {
	sc := p.names.Scope(fmt.Sprintf("the class %q", p.types[s.Of]), methodNames...)
	if s.Keeps() {
		p.extras[s.Of] = "extra"
		sc.Keep("extra", "it has the keys that are not declared")
	}
	for _, t := range s.Tags {
		name := sc.Escaped(attributeName(t.Key))
		if sc.Free(name) { // a tag of an outer union may have the same name in snake case
			sc.Claim(p.typeElement(s.Of), name)
			p.tags[t.Of] = name
		}
	}
	for i := range s.Fields {
		f := s.Fields[i].Of
		p.fields[f] = sc.Name(p.names.Element(&f.Meta, "field %q of %q", f.Name, s.Of.Name), &f.Meta, attributeName(f.Name))
	}
}

// nameItems names the attributes of a tuple that is a class.
func (p *plan) nameItems(t *lower.Tuple) {
	if !isClass(t) {
		return
	}
	sc := p.names.Scope(fmt.Sprintf("the class %q", p.types[t.Of]), methodNames...)
	for i, item := range t.Of.Items {
		e := p.names.Element(&item.Meta, "item %s of %q", strconv.Itoa(i), t.Of.Name)
		name := "item" + strconv.Itoa(i)
		if item.Name != "" {
			e = p.names.Element(&item.Meta, "parameter %q of %q", item.Name, t.Of.Name)
			name = attributeName(item.Name)
		}
		p.items[item] = sc.Name(e, &item.Meta, name)
	}
}

// isClass reports whether a tuple is a class, as params by position are, and not a tuple of
// Python.
func isClass(t *lower.Tuple) bool { return t.Least < len(t.Items) || len(t.Names) > 0 }

// nameValues names the constants of an enum. Where two values differ only in characters that no
// identifier holds, the later one has them spelled out.
func (p *plan) nameValues(t *model.Enum) {
	p.scope.Claim(p.typeElement(t), p.constants(t))
	sc := p.names.Scope(fmt.Sprintf("the class %q", p.constants(t)))
	for _, v := range t.Values {
		e := p.names.Element(&v.Meta, "value %q of %q", v.Name, t.Name)
		name := constantName(v.Name)
		if !sc.Free(name) {
			name = constantName(names.Spell(v.Name))
		}
		p.values[v] = sc.Name(e, &v.Meta, name)
		p.qualified[v] = p.constants(t) + "." + p.values[v]
	}
}

// constants is the class of the constants of an enum.
func (p *plan) constants(t *model.Enum) string { return p.types[t] + "Value" }

// nameVariants names the classes that belong to a union.
func (p *plan) nameVariants(u *lower.Union) {
	if u.Unknown.Kept() {
		e := p.typeElement(u.Of)
		name := backend.UnknownPrefix(p.rows, u.Of) + p.types[u.Of]
		if u.Of.UnknownName != "" {
			there := e
			there.Span = u.Of.UnknownAt
			name = p.names.Checked(there, u.Of.UnknownName)
		}
		p.unknown[u.Of] = name
		p.scope.Claim(e, name)
	}
	if len(u.Parts) > 0 {
		return // the variants are those of the parts
	}
	wraps := p.wrapped(u)
	for i := range u.Cases {
		if wraps[i] {
			p.nameWrapper(u, &u.Cases[i])
		}
	}
}

// nameWrapper names the class around the body of a variant.
func (p *plan) nameWrapper(u *lower.Union, c *lower.Case) {
	label := cmp.Or(firstOf(c.Tags), c.Label)
	word := label
	if !u.By.Tagged() && label == "" {
		label, word = c.Of.Type.String(), caseWord(c.Of.Type)
	}
	e := p.names.Element(&c.Of.Meta, "variant %q of %q", label, u.Of.Name)
	if e.Span.IsZero() {
		e.Span = u.Of.Span
	}
	name := className(word) + p.types[u.Of]
	for n := 2; !u.By.Tagged() && !p.scope.Free(name); n++ { // two lists, say
		name = className(word) + strconv.Itoa(n) + p.types[u.Of]
	}
	p.wrappers[c.Of] = p.scope.Name(e, &c.Of.Meta, name)
}

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// caseWord is a word for a type that a variant without a name has.
func caseWord(t model.Type) string {
	switch t := t.(type) {
	case model.Decl:
		return t.TypeName()
	case *model.Nullable:
		return caseWord(t.Elem)
	case *model.List:
		return caseWord(t.Elem) + "_list"
	case *model.Map:
		return caseWord(t.Elem) + "_map"
	case *model.Scalar:
		return t.Kind.String()
	}
	return names.Spell(t.String())
}

// Names returns the names of an element of the spec.
func (p *plan) Names(element any) []string {
	one := func(name string) []string {
		if name == "" {
			return nil
		}
		return []string{name}
	}
	switch e := element.(type) {
	case model.Decl:
		return one(p.types[e])
	case *model.Field:
		return one(p.fields[e])
	case *model.EnumValue:
		return one(p.qualified[e])
	case *model.Variant:
		return append(p.methodNames(func(s *saying) bool { return s.variant == e }), one(p.wrappers[e])...)
	case *model.Method:
		return append(one(p.methods[e]), p.methodNames(func(s *saying) bool { return s.variant == nil && s.call.Of == e })...)
	case *model.ErrorCode:
		if p.errors[e] != "" && p.hasMessages() {
			return one(errorCodes + "." + p.errors[e])
		}
	}
	return nil
}

// errorCodes is the class of the codes of errors.
const errorCodes = "ErrorCode"

// nameErrors names the constants of errors. Two names may be one in capitals; the first has it.
func (p *plan) nameErrors() {
	sc := p.names.Scope("the class of error codes")
	for i := range p.rows.Errors {
		e := &p.rows.Errors[i]
		if name := constantName(e.Name); sc.Free(name) {
			sc.Keep(name, "an error")
			p.errors[e.Of] = name
		}
	}
}

// methodNames are the names of the methods of ends that send something.
func (p *plan) methodNames(sends func(s *saying) bool) []string {
	var out []string
	if p.hasConnections() {
		for _, e := range p.ends {
			for _, s := range e.says {
				if sends(s) && !slices.Contains(out, s.name) {
					out = append(out, s.name)
				}
			}
		}
	}
	return out
}
