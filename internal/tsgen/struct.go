package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// structDecl declares a struct as an interface.
func (p *plan) structDecl(t *lower.Struct) declaration {
	d := declaration{Doc: docs(&t.Of.Meta), Name: p.types[t.Of], Members: tagMembers(t.Tags)}
	for i := range t.Fields {
		d.Members = append(d.Members, p.fieldMember(&t.Fields[i]))
	}
	if t.Extra == lower.ExtraKept {
		d.Members = append(d.Members, extraMember)
	}
	if len(d.Members) == 0 {
		d.Alias = scalarForms[model.Empty].declare
	}
	return d
}

func (p *plan) fieldMember(f *lower.Field) memberView {
	var more []string
	if f.Default != nil {
		more = append(more, "@defaultValue `"+docText(strings.ReplaceAll(f.Default.JSON(), "`", "'"))+"`")
	}
	m := memberView{Doc: remarkedDocs(&f.Of.Meta, fieldRemarks(f), more...), Key: key(f.Name), Type: p.shape(f.Of.Type).declare}
	if f.Absent == lower.AbsentUnset {
		m.Key += "?"
	}
	return m
}

// fieldRemarks say what the type of a field leaves open.
func fieldRemarks(f *lower.Field) []string {
	out := limitsRemarks(f.Of.Type, f.Of.Doc)
	switch {
	case f.Patch:
		out = append(out, "Absent and null are told apart.")
	case f.MustSet:
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
func (p *plan) structGuard(t *lower.Struct, at depth) string {
	conds := append([]string{isObject}, tagConds(t.Tags)...)
	for i := range t.Fields {
		if c := p.fieldGuard(&t.Fields[i], at.down()); c != "" {
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

// fieldGuard is what must hold of one member; "" when anything may stand there.
func (p *plan) fieldGuard(f *lower.Field, at depth) string {
	x := access(f.Name)
	if f.Absent == lower.AbsentUnset && len(f.Was) == 0 {
		return p.absentOr(f.Of.Type, x, at)
	}
	is := p.shape(f.Of.Type).guard(x, at)
	if f.Absent != lower.AbsentUnset {
		return is
	}
	old := each(f.Was, func(was string) string { return access(was) + " === undefined" })
	return fmt.Sprintf("(%s === undefined ? %s : %s)", x, allOfOne(old), is)
}

// absentOr holds where x is not there, or of a type; "" when it may be anything.
func (p *plan) absentOr(t model.Type, x string, at depth) string {
	s := p.shape(t)
	if s.elem != nil {
		return fmt.Sprintf("(%s == null || %s)", x, s.elem.grouped(x, at))
	}
	if scalar, ok := t.(*model.Scalar); ok && scalar.Kind == model.Any {
		return ""
	}
	return fmt.Sprintf("(%s === undefined || %s)", x, s.grouped(x, at))
}
