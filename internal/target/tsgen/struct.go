package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// structDecl declares a struct as an interface.
func (e *declarations) structDecl(t *lower.Struct) declaration {
	d := declaration{Doc: remarkedDocs(&t.Of.Meta, groupRemarks(t)), Name: e.types[t.Of], Members: tagMembers(t.Tags)}
	for i := range t.Fields {
		d.Members = append(d.Members, e.fieldMember(&t.Fields[i]))
	}
	switch t.Extra {
	case lower.ExtraKept:
		d.Members = append(d.Members, extraMember)
	case lower.ExtraTyped:
		d.Members = append(d.Members, e.typedExtra(t, d.Members))
	}
	if len(d.Members) == 0 {
		d.Alias = scalarForms[model.Empty].declare
	}
	return d
}

func (e *declarations) fieldMember(f *lower.Field) memberView {
	var more []string
	if f.Default != nil {
		more = append(more, "@defaultValue `"+docText(strings.ReplaceAll(f.Default.JSON(), "`", "'"))+"`")
	}
	m := memberView{Doc: remarkedDocs(&f.Of.Meta, fieldRemarks(f), more...), Key: key(f.Name), Type: e.typ(f.Of.Type)}
	if f.Absent == lower.AbsentUnset {
		m.Key += "?"
	}
	return m
}

// fieldRemarks are remarks about a field that its type does not express.
func fieldRemarks(f *lower.Field) []string {
	out := limitsRemarks(f.Of.Type, f.Of.Doc)
	switch {
	case f.OnError == lower.OnErrorRefuse:
	case f.Default != nil:
		out = append(out, "The default, if a value cannot be read.")
	default:
		out = append(out, "Absent, if a value cannot be read.")
	}
	switch {
	case f.Patch:
		out = append(out, "Absent and null are distinguished.")
	case f.MustSet:
		out = append(out, "Required when writing; older peers may omit it.")
	}
	return out
}

// inherited are the names that every object has from its prototype, so they need a test
// for own members.
var inherited = []string{
	"__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor",
	"hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf",
}

// access is a member of the object v.
func (e *guards) access(name string) string {
	if slices.Contains(inherited, name) {
		return e.call("get", "v", quote(name))
	}
	return "v" + property(name)
}

// isObject is the condition for objects. It accepts lists, which ownOnly refuses.
const isObject = `typeof v === "object" && v !== null`

// ownOnly is the condition that the members read from x were its own. It comes last,
// because an engine that has read members of x already knows its prototype.
func (e *guards) ownOnly(x string) string {
	return "(" + x + ".__proto__ === " + e.use("root") + " || " + e.call("odd", x) + ")"
}

// structGuard is the body of a struct's guard.
func (e *guards) structGuard(t *lower.Struct, at depth) string {
	conds := append([]string{isObject}, e.tagConds(t.Tags)...)
	for i := range t.Fields {
		if c := e.fieldGuard(&t.Fields[i], at.down()); c != "" {
			conds = append(conds, c)
		}
	}
	for i := range t.Groups {
		conds = append(conds, e.groupGuard(t, &t.Groups[i]))
	}
	if c := e.extraGuard(t, at); c != "" {
		conds = append(conds, c)
	}
	if len(conds) == 1 {
		return "  return " + e.call("object", "v") + ";\n"
	}
	return allOf(append(conds, e.ownOnly("v")))
}

// fieldGuard is the condition on one member; "" if it may have any value.
func (e *guards) fieldGuard(f *lower.Field, at depth) string {
	x := e.access(f.Name)
	if f.Absent == lower.AbsentUnset && len(f.FormerNames) == 0 {
		return e.absentOr(f.Of.Type, x, at)
	}
	is := e.is(f.Of.Type, x, at)
	if f.Absent != lower.AbsentUnset {
		return is
	}
	old := each(f.FormerNames, func(was string) string { return e.access(was) + " === undefined" })
	return fmt.Sprintf("(%s === undefined ? %s : %s)", x, allOfOne(old), is)
}

// absentOr is the condition that x is absent or of a type; "" if it may be anything.
func (e *guards) absentOr(t model.Type, x string, at depth) string {
	switch t := t.(type) {
	case *model.Nullable:
		return "(" + x + " == null || " + e.grouped(t.Elem, x, at) + ")"
	case *model.Scalar:
		if t.Kind == model.Any {
			return ""
		}
	}
	return "(" + x + " === undefined || " + e.grouped(t, x, at) + ")"
}

func (e *tables) structNode(s *lower.Struct) string {
	var o object
	if len(s.Tags) > 0 {
		o.add("tag", tagNode(s.Tags))
	}
	if s.Extra != lower.ExtraIgnored {
		o.add("extra", quote(s.Extra.String()))
	}
	if len(s.Groups) > 0 {
		o.add("groups", array(each(s.Groups, groupNode)))
	}
	if s.ExtraType != nil {
		o.add("rest", e.ref(*s.ExtraType))
	}
	if len(s.Fields) < 2 {
		o.add("fields", array(e.fieldNodes(s.Fields)))
		return o.String()
	}
	var whole object
	if len(o) > 0 {
		whole = object{strings.Join(o, ", ")}
	}
	whole.add("fields", lines(e.fieldNodes(s.Fields), "    "))
	return whole.tall("  ")
}

// fieldNodes are, for each field, [name, type, mode].
func (e *tables) fieldNodes(fields []lower.Field) []string {
	return each(fields, func(f lower.Field) string {
		var o object
		o.flag("optional", f.Absent == lower.AbsentUnset)
		o.flag("nullable", f.Null == lower.NullUnset)
		o.flag("writeNull", f.Write == lower.WriteNullUnset)
		o.flag("required", f.MustSet)
		o.flag("tolerant", f.OnError == lower.OnErrorUnset)
		o.flag("nullIsAbsent", f.Null == lower.NullAsAbsent)
		if f.Default != nil {
			o.add("default", jsValue(f.Default.Value))
		}
		if f.Write == lower.WriteNotDefault {
			o.add("omit", quote(f.Default.JSON()))
		}
		if len(f.FormerNames) > 0 {
			o.add("was", quoteAll(f.FormerNames))
		}
		return o.after(quote(f.Name), e.ref(f.Type))
	})
}
