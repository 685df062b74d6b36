package tsgen

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// structDecl declares a struct as an interface.
func (e *declarations) structDecl(t *lower.Struct) declaration {
	d := declaration{Doc: remarkedDocs(&t.Of.Meta, backend.GroupRemarks(t, func(i int) string { return t.Fields[i].Name })), Name: e.types[t.Of], Members: tagMembers(t.Tags)}
	for i := range t.Fields {
		if !t.Of.InBody(t.Fields[i].Of) {
			d.Members = append(d.Members, e.fieldMember(&t.Fields[i]))
		}
	}
	switch {
	case extends(t):
		d.Extends = e.types[t.Of.Body]
	case t.Extra.Written():
		d.Members = append(d.Members, e.extraMember(t, d.Members, e.typ))
	default:
		d.Members = append(d.Members, extensionMembers(t)...)
	}
	if len(d.Members) == 0 {
		d.Alias = scalarForms[model.Empty].declare
	}
	return d
}

// extends reports whether a struct extends the interface of its body, which is one only
// if it has members.
func extends(t *lower.Struct) bool {
	return t.Of.Body != nil && (len(t.Of.Body.Fields) > 0 || t.Keeps())
}

func (e *declarations) fieldMember(f *lower.Field) memberView {
	var more []string
	if f.Default != nil {
		more = append(more, "@defaultValue `"+docText(strings.ReplaceAll(f.Default.JSON(), "`", "'"))+"`")
	}
	m := memberView{Doc: remarkedDocs(&f.Of.Meta, backend.FieldRemarks(f), more...), Key: key(f.Name), Type: e.typ(f.Of.Type)}
	if f.Absent == lower.AbsentUnset {
		m.Key += "?"
	}
	return m
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

// isObject is the condition for objects, where the guards of variants check the rest.
const isObject = `typeof v === "object" && v !== null`

// structGuard is the body of a struct's guard.
func (e *guards) structGuard(t *lower.Struct, at depth) string {
	conds := e.tagConds(t.Tags)
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
	if len(conds) == 0 {
		return "  return " + e.call("object", "v") + ";\n"
	}
	return allOf(slices.Insert(conds, 0, e.call("plain", "v")))
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
	u := backend.UseOf(e.rows, t)
	switch {
	case u.Null:
		return "(" + x + " == null || " + e.grouped(u.NonNull(), x, at) + ")"
	case u.Name == nil && u.Row.Form == lower.ScalarForm && u.Row.Scalar.Kind == model.Any:
		return ""
	}
	return "(" + x + " === undefined || " + e.grouped(u, x, at) + ")"
}

func (e *tables) structNode(s *lower.Struct) string {
	fields := e.fieldNodes(s.Fields)
	// A tag with one value is a field like others, unless groups count fields by their places.
	arePlain := len(s.Groups) == 0 && !slices.ContainsFunc(s.Tags, func(t lower.Tag) bool { return !isPlainTag(t) })
	if arePlain {
		fields = slices.Concat(each(s.Tags, func(t lower.Tag) string {
			return array([]string{quote(t.Key), e.read("readConst", tagLiteral(t.Kind, t.Values[0]))})
		}), fields)
	}
	parts := make([]string, 7)
	parts[0] = array(fields)
	if len(fields) > 1 {
		parts[0] = lines(fields, "")
	}
	if len(s.Tags) > 0 && !arePlain {
		parts[1], parts[2] = e.use("read", "readTags"), tagNode(s.Tags)
	}
	switch {
	case s.ExtraType != nil:
		parts[3], parts[4] = e.use("read", "readTypedExtra"), e.element(*s.ExtraType)
	case onlyExtensions(s):
		parts[3], parts[4] = e.use("extension", "readExtensions"), e.extensionsNode(s)
	case s.Extra != lower.ExtraIgnored:
		parts[3], parts[4] = e.use("read", "readExtra"), quote(s.Extra.String())
	}
	if len(s.Groups) > 0 {
		parts[3], parts[5], parts[6] = e.use("group", "readGroups"), array(each(s.Groups, groupNode)), parts[3]
	}
	last := len(parts)
	for parts[last-1] == "" {
		last--
	}
	return e.read("readStruct", each(parts[:last], func(part string) string { return cmp.Or(part, "undefined") })...)
}

// fieldNodes are, for each field, [name, type, mode].
func (e *tables) fieldNodes(fields []lower.Field) []string {
	return each(fields, func(f lower.Field) string {
		var o object
		var flags []string
		flag := func(name string, holds bool) {
			if o.flag(name, holds); holds {
				flags = append(flags, name)
			}
		}
		flag("optional", f.Absent == lower.AbsentUnset)
		flag("nullable", f.Null == lower.NullUnset)
		flag("writeNull", f.Write == lower.WriteNullUnset)
		flag("required", f.MustSet)
		flag("nullIsAbsent", f.Null == lower.NullAsAbsent)
		if f.Default != nil {
			o.add("default", freshValue(f.Default.Value))
		}
		if f.Write == lower.WriteNotDefault {
			o.add("omit", quote(f.Default.JSON()))
		}
		if len(f.FormerNames) > 0 {
			o.add("was", quoteAll(f.FormerNames))
		}
		typ := e.ref(f.Type)
		if f.OnError == lower.OnErrorUnset {
			typ = e.tolerant(typ, f.Default)
		}
		typ = e.marked(e.hidesMore(f.Type), typ)
		node := []string{quote(f.Name), typ}
		if len(o) > 0 {
			node = append(node, e.mode(flags, o))
		}
		return array(node)
	})
}
