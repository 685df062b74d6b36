package pygen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A classView is a class of types.py.
type classView struct {
	Name, Base string
	Doc        []string
	Constants  []constantView
	Members    []memberView // the attributes of instances
	Match      []string     // those of fields
	Type       string       // the key of its row; or ""
	Inherits   bool         // the base has the slots
	Positional bool         // the parameters need no keywords
	Log        []string     // what logs do not show, as members of a dict
	Var        typeVar      // if it is generic
}

// A typeVar stands for the type of the params of messages whose results depend on them. For any
// params, a user need not write it.
type typeVar struct{ Name, Bound string }

// typed is the type of a member, with the variable.
func (v *classView) typed(m memberView, typ string) string {
	if v.Var.Name == "" || m.Name != "params" {
		return typ
	}
	return strings.Replace(typ, v.Var.Bound, v.Var.Name, 1)
}

// A constantView is an attribute of a class.
type constantView struct{ Name, Type, Value string }

// A memberView is an attribute of instances, and a parameter of the constructor.
type memberView struct {
	Name, Type string // without a type it is that of the base
	Doc        []string
	Param      string // its type and its default; "" for none
	Value      string // an expression that may differ from the parameter; or ""
}

// structClass is the class of a struct.
func (a *annotator) structClass(t *lower.Type) classView {
	s := t.Struct
	v := classView{Name: a.types[s.Of], Base: "_Struct", Doc: docs(&s.Of.Meta, a.groupRemarks(s)...), Type: a.key(s.Of)}
	a.hideAll(&v, t)
	for i := range s.Tags {
		a.addTag(&v, &s.Tags[i])
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		m := a.field(f)
		v.Members, v.Match = append(v.Members, m), append(v.Match, m.Name)
		v.hide(m.Name, a.fieldLog(f))
	}
	if name := a.extras[s.Of]; name != "" {
		v.Members = append(v.Members, a.extra(name, s))
		if s.ExtraType != nil {
			v.hide(name, stricter(a.logOf(*s.ExtraType), a.undeclared(t)))
		} else {
			v.hide(name, a.undeclared(t))
		}
	}
	return v
}

// key is the key of the row of a type.
func (p *plan) key(d model.Decl) string { return p.rows.At(p.rows.Ref(d)).Key }

// addTag adds a tag: a constant, or an attribute if its value may differ.
func (a *annotator) addTag(v *classView, t *lower.Tag) {
	name := a.tags[t.Of]
	if name == "" {
		return
	}
	values := make([]string, len(t.Values))
	for i, value := range t.Values {
		values[i] = tagLiteral(value, t.Kind.String())
	}
	typ := a.oneOf(values)
	if !isStored(t) {
		v.Constants = append(v.Constants, constantView{name, a.imports.use(typingModule, "ClassVar") + "[" + typ + "]", values[0]})
		return
	}
	m := memberView{Name: name, Type: typ, Param: typ + " = " + values[0]}
	if t.Implied {
		m.Type = orNone(typ)
		m.Param = m.Type + " = None"
		m.Doc = []string{"None if it was not in the message."}
	}
	v.Members = append(v.Members, m)
}

// isStored reports whether a tag is an attribute of instances.
func isStored(t *lower.Tag) bool {
	return len(t.Values) > 1 || t.Implied && t.Written == lower.WrittenAsRead
}

// field is the attribute of a field.
func (a *annotator) field(f *lower.Field) memberView {
	typ := a.typ(f.Of.Type)
	m := memberView{Name: a.fields[f.Of], Type: typ, Param: typ, Doc: docs(&f.Of.Meta, backend.FieldRemarks(f)...)}
	switch {
	case f.Absent == lower.AbsentUnset && f.Null == lower.NullValue:
		m.Type += " | " + a.imports.use(valueModule, "Unset")
		m.Param = m.Type + " = " + a.imports.use(valueModule, "UNSET")
	case f.Absent == lower.AbsentUnset:
		m.Type = orNone(typ)
		m.Param = m.Type + " = None"
	case f.Default != nil:
		a.defaulted(&m, f)
	case a.rows.At(f.Type).Form == lower.LiteralForm && !f.Type.OrNull:
		m.Param += " = " + literals.Code(a.rows.At(f.Type).Literal.Value)
	}
	return m
}

// defaulted lets the parameter have the default of a field. One that can be changed is made for
// each instance.
func (a *annotator) defaulted(m *memberView, f *lower.Field) {
	code, fixed := a.value(f.Of.Type, f.Default.Value)
	if fixed {
		m.Param += " = " + code
		return
	}
	if code == "" {
		code = `self._default(` + quote(f.Name) + `)`
	}
	m.Param += " | " + a.imports.use(valueModule, "Unset") + " = " + a.imports.use(valueModule, "UNSET")
	m.Value = code + " if isinstance(" + m.Name + ", Unset) else " + m.Name
}

// extra is the attribute of undeclared keys.
func (a *annotator) extra(name string, s *lower.Struct) memberView {
	value, doc := "", "The undeclared keys, as they were read."
	switch {
	case s.ExtraType != nil:
		value, doc = a.typ(s.Of.ExtraType), "The undeclared keys."
	case !s.Extra.Written():
		doc = "The keys of extensions, as they were read."
	}
	if value == "" {
		value = a.imports.use(typingModule, "Any")
	}
	typ := "dict[str, " + value + "]"
	return memberView{Name: name, Type: typ, Doc: []string{doc}, Param: typ + " | None = None", Value: "{} if " + name + " is None else " + name}
}

// groupRemarks are about fields that are set together or apart.
func (a *annotator) groupRemarks(s *lower.Struct) backend.Remarks {
	return backend.GroupRemarks(s, func(i int) string { return a.fields[s.Fields[i].Of] })
}

// tupleClass is the class of a tuple whose items have names.
func (a *annotator) tupleClass(t *lower.Type) classView {
	v := classView{Name: a.types[t.Tuple.Of], Base: "_Struct", Doc: docs(&t.Tuple.Of.Meta), Type: a.key(t.Tuple.Of)}
	a.hideAll(&v, t)
	for i, item := range t.Tuple.Of.Items {
		typ := a.typ(item.Type)
		m := memberView{Name: a.items[item], Type: typ, Param: typ, Doc: docs(&item.Meta, backend.ValueRemarks(item.Type, item.Doc)...)}
		switch r := t.Tuple.Items[i]; {
		case i < t.Tuple.Least:
		case a.rows.Reads(r).Has(model.NullValue):
			m.Type += " | " + a.imports.use(valueModule, "Unset")
			m.Param = m.Type + " = " + a.imports.use(valueModule, "UNSET")
		default:
			m.Type = orNone(typ)
			m.Param = m.Type + " = None"
		}
		v.Members, v.Match = append(v.Members, m), append(v.Match, m.Name)
		v.hide(m.Name, a.logOf(t.Tuple.Items[i]))
	}
	return v
}

// value is a value of the spec as an expression; fixed says that it cannot be changed, so that
// it can be shared. It is "" if only the runtime makes the value.
func (a *annotator) value(t model.Type, v model.Value) (expr string, fixed bool) {
	if v.Kind == model.NullValue {
		return "None", true
	}
	if d := model.DistinctOf(t); d != nil {
		if expr, fixed = a.value(d.Type, v); expr == "" {
			return "", false
		}
		return a.types[d] + "(" + expr + ")", fixed
	}
	if n, ok := model.Resolve(t).(*model.Nullable); ok {
		return a.value(n.Elem, v)
	}
	u := backend.UseOf(a.rows, t)
	var out string
	switch row := u.Row; row.Form {
	case lower.ScalarForm:
		out = scalarValue(row.Scalar.Kind, v)
	case lower.LiteralForm:
		out = literals.Code(row.Literal.Value)
	case lower.EnumForm:
		out = enumDefault(row.Enum, v)
	case lower.ListForm, lower.MapForm:
		if len(v.Items) > 0 || len(v.Members) > 0 {
			return "", false
		}
		return literals.Code(v), false
	}
	return out, out != ""
}

func scalarValue(k model.ScalarKind, v model.Value) string {
	switch annotation, _ := scalarType(k); {
	case annotation == "bytes":
		return bytesLiteral(decodeBase64(v.Text))
	case annotation == "int" || annotation == "float":
		return v.Text
	case annotation == "str" || annotation == "bool":
		return literals.Code(v)
	}
	return "" // kept JSON may be changed
}

// enumDefault is the value that a default is read as.
func enumDefault(e *lower.Enum, v model.Value) string {
	text := v.Text
	for _, o := range e.FormerValues {
		if o.Name == text {
			text = o.Value
		}
	}
	if e.Integer {
		return text
	}
	return quote(text)
}
