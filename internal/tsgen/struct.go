package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// structDecl declares a struct as an interface.
func (p *plan) structDecl(t *model.Struct) declaration {
	d := declaration{Doc: docs(&t.Meta), Name: p.types[t]}
	d.Members = append(d.Members, tagMembers(lower.Tags(t))...)
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
	if lower.FieldOf(f).Absent == lower.AbsentUnset {
		m.Key += "?"
	}
	return m
}

// fieldRemarks say what the type of a field leaves open.
func fieldRemarks(f *model.Field) []string {
	out := limitsRemarks(f.Type, f.Doc)
	switch row := lower.FieldOf(f); {
	case row.Patch:
		out = append(out, "Absent and null are told apart.")
	case row.MustSet:
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
	conds := append([]string{isObject}, tagConds(lower.Tags(t))...)
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
	if lower.FieldOf(f).Absent != lower.AbsentUnset {
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
