package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// structDecl declares a struct as an interface.
func (p *plan) structDecl(t *model.Struct) declaration {
	d := declaration{Doc: docs(&t.Meta), Name: p.types[t]}
	d.Members = append(d.Members, tagMembers(t.Tag)...)
	for _, f := range t.Fields {
		d.Members = append(d.Members, p.fieldMember(f))
	}
	if t.Extra == model.ExtraKeep {
		d.Members = append(d.Members, extraMember)
	}
	if len(d.Members) == 0 {
		d.Alias = scalarForms[model.Empty].declare
	}
	return d
}

func (p *plan) fieldMember(f *model.Field) memberView {
	var more []string
	if f.Default != nil {
		more = append(more, "@defaultValue `"+docText(strings.ReplaceAll(f.Default.JSON(), "`", "'"))+"`")
	}
	m := memberView{Doc: remarkedDocs(&f.Meta, fieldRemarks(f), more...), Key: key(f.Name), Type: p.shape(f.Type).declare()}
	if f.Optional {
		m.Key += "?"
	}
	return m
}

// fieldRemarks say what the type of a field leaves open.
func fieldRemarks(f *model.Field) []string {
	out := limitsRemarks(f.Type, f.Doc)
	switch {
	case f.Patch:
		out = append(out, "Absent and null are told apart.")
	case f.WriteRequired && !f.WriteNull:
		out = append(out, "A writer must set it; it may be absent in what an older peer has written.")
	}
	return out
}

// inherited are the names that every object has from its prototype, so that
// reading them plainly would find something where nothing is.
var inherited = []string{
	"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
	"hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
}

// access is a member of the object v.
func access(name string) string {
	if slices.Contains(inherited, name) {
		return "get(v, " + quote(name) + ")"
	}
	return "v" + property(name)
}

// isObject holds of objects and, until ownOnly is asked, of lists.
const isObject = `typeof v === "object" && v !== null`

// ownOnly holds when what was read of v were its own members. It is asked last:
// an engine that has seen members of v knows its prototype without a look.
const ownOnly = "(v.__proto__ === root || odd(v))"

// structGuard is the body of a struct's guard.
func (p *plan) structGuard(t *model.Struct, at depth) string {
	conds := append([]string{isObject}, tagConds(t.Tag)...)
	for _, f := range t.Fields {
		if c := p.fieldGuard(f, at.down()); c != "" {
			conds = append(conds, c)
		}
	}
	if c := extraGuard(t); c != "" {
		conds = append(conds, c)
	}
	if len(conds) == 1 {
		return "  return object(v);\n"
	}
	return allOf(append(conds, ownOnly))
}

// allOf returns whether all of the conditions hold.
func allOf(conds []string) string {
	return "  return (\n    " + strings.Join(conds, " &&\n    ") + "\n  );\n"
}

// fieldGuard is what must hold of one member; "" when anything may stand there.
func (p *plan) fieldGuard(f *model.Field, at depth) string {
	x := access(f.Name)
	s := p.shape(f.Type)
	if !f.Optional {
		return s.guard(x, at)
	}
	if len(f.Was) > 0 {
		old := make([]string, len(f.Was))
		for i, w := range f.Was {
			old[i] = access(w) + " === undefined"
		}
		return fmt.Sprintf("(%s === undefined ? %s : %s)", x, strings.Join(old, " && "), s.guard(x, at))
	}
	if n, ok := s.(nullable); ok {
		return fmt.Sprintf("(%s == null || %s)", x, grouped(n.elem, x, at))
	}
	if sc, ok := f.Type.(*model.Scalar); ok && sc.Kind == model.Any {
		return ""
	}
	return fmt.Sprintf("(%s === undefined || %s)", x, grouped(s, x, at))
}

// structTable is the row of a struct.
func (p *plan) structTable(t *model.Struct) string {
	var head string
	if t.Tag != nil {
		head = "tag: " + tagRow(t.Tag) + ", "
	}
	head += extraTable(t)
	rows := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		rows[i] = fmt.Sprintf("[%s, %s%s]", quote(f.Name), p.shape(f.Type).table(), p.fieldMode(f))
	}
	if len(rows) < 2 {
		return fmt.Sprintf("{ %sfields: [%s] }", head, strings.Join(rows, ""))
	}
	if head != "" {
		head = "    " + strings.TrimSuffix(head, " ") + "\n"
	}
	return "{\n" + head + "    fields: [\n      " + strings.Join(rows, ",\n      ") + ",\n    ],\n  }"
}

// fieldRows are fields as the table has them, a line for each.
func (p *plan) fieldRows(fields []*model.Field, indent string) string {
	rows := make([]string, len(fields))
	for i, f := range fields {
		rows[i] = fmt.Sprintf("[%s, %s%s]", quote(f.Name), p.shape(f.Type).table(), p.fieldMode(f))
	}
	return lines(rows, indent[2:])
}

// fieldMode is what a row says of a field beside its name and type.
func (p *plan) fieldMode(f *model.Field) string {
	var parts []string
	flag := func(name string, holds bool) {
		if holds {
			parts = append(parts, name+": true")
		}
	}
	if f.Optional {
		_, nullable := model.Resolve(f.Type).(*model.Nullable)
		flag("optional", true)
		flag("nullable", nullable && !f.Patch)
		flag("writeNull", f.WriteNull)
		flag("required", f.WriteRequired && !f.WriteNull)
	}
	flag("nullIsAbsent", f.NullIsAbsent)
	if f.Default != nil {
		parts = append(parts, "default: "+jsValue(*f.Default))
	}
	if f.OmitDefault {
		parts = append(parts, "omit: "+quote(f.Default.JSON()))
	}
	if len(f.Was) > 0 {
		parts = append(parts, "was: "+quoteAll(f.Was))
	}
	if len(parts) == 0 {
		return ""
	}
	return ", { " + strings.Join(parts, ", ") + " }"
}

func quoteAll(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = quote(s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// quoteLines is quoteAll with a line for each string, so that a further one
// changes no line.
func quoteLines(list []string, indent string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = quote(s)
	}
	return lines(quoted, indent)
}

// lines is a list of expressions with a line for each.
func lines(list []string, indent string) string {
	var b strings.Builder
	b.WriteString("[\n")
	for _, s := range list {
		b.WriteString(indent + "  " + s + ",\n")
	}
	return b.String() + indent + "]"
}
