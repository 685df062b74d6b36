package evolution

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A difference compares a value as its writer and as its reader have it, both in normal
// form: element by element of those that both versions declare.
type difference struct {
	w, r  *version
	lossy bool   // the reader passed over something or does not know it
	drops bool   // the reader passed over something
	other bool   // an element has another value
	lost  bool   // an element has none
	gated bool   // the value has something that is not sent to the peer
	at    string // the first element with another value
}

func (d *difference) differs(path string) {
	if !d.other {
		d.at = path
	}
	d.other = true
}

// values compares a value of t with what is read as r; rv is nil if that is not known.
func (d *difference) values(t model.Type, v *interp.Value, r model.Type, rv *interp.Value, path string) {
	t, mine := d.settle(t, v)
	if t == nil || v == nil {
		return
	}
	var theirs []chosen
	if rv == nil {
		r = nil
	}
	if r != nil {
		r, theirs = settle(r, rv)
	}
	for _, x := range mine {
		d.gated = d.gated || d.w.closed[x.variant.Gate] || d.w.unsent(x.variant.Type)
	}
	if r != nil {
		d.choices(mine, theirs, v, path)
		if v.Kind != rv.Kind {
			d.differs(path)
			r = nil
		}
	}
	switch t := t.(type) {
	case *model.Enum, *model.Scalar, *model.Literal, *model.Nullable:
		d.leaf(t, v, r, rv, path)
	case *model.List:
		d.list(t, v, r, rv, path)
	case *model.Tuple:
		other, _ := r.(*model.Tuple)
		for i, item := range v.Items {
			if other != nil && i < len(other.Items) && i < len(rv.Items) {
				d.values(t.Items[i].Type, item, other.Items[i].Type, rv.Items[i], path)
			} else {
				d.values(t.Items[i].Type, item, nil, nil, path)
			}
		}
		if other != nil && len(v.Items) != len(rv.Items) {
			d.differs(path)
		}
	case *model.Map:
		other, _ := r.(*model.Map)
		if other != nil && len(v.Members) < len(rv.Members) {
			d.differs(path)
		}
		for _, m := range v.Members {
			d.key(t.Key, m.Key)
			if other != nil && rv.Member(m.Key) == nil {
				d.differs(path + "." + m.Key)
			}
			if other != nil {
				d.values(t.Elem, m.Value, other.Elem, rv.Member(m.Key), path+"."+m.Key)
			} else {
				d.values(t.Elem, m.Value, nil, nil, path)
			}
		}
	case *model.Struct:
		other, _ := r.(*model.Struct)
		d.fields(t, v, other, rv, path)
	case *model.Union:
		d.wrapped(t, v, r, rv, path)
	}
}

// A chosen is a variant of a union that a value is, with the tag that says so.
type chosen struct {
	union   *model.Union
	variant *model.Variant
	tag     string
}

func (d *difference) settle(t model.Type, v *interp.Value) (model.Type, []chosen) {
	if v == nil {
		return nil, nil
	}
	return settle(t, v)
}

// settle is the type that a value is of, beneath names, null and unions whose variants
// are the value itself; nil for what no variant declares.
func settle(t model.Type, v *interp.Value) (model.Type, []chosen) {
	var through []chosen
	for {
		t = model.Resolve(t)
		if n, ok := t.(*model.Nullable); ok {
			if v.Kind == model.NullValue {
				return t, through
			}
			t = n.Elem
			continue
		}
		u, ok := t.(*model.Union)
		if !ok || u.Tagging == model.Adjacent || u.Tagging == model.External {
			return t, through
		}
		x, tag := variantOf(u, v)
		if x == nil {
			return nil, through
		}
		through = append(through, chosen{u, x, tag})
		t = x.Type
	}
}

// variantOf is the variant that a value in normal form is; or nil.
func variantOf(u *model.Union, v *interp.Value) (*model.Variant, string) {
	if u.Tagging == model.Internal {
		got := v.Member(u.TagKey)
		if got == nil {
			if u.Default == nil {
				return nil, ""
			}
			return u.Default, u.Default.Tag
		}
		return tagged(u, tagOf(got))
	}
	for _, x := range u.Variants {
		switch {
		case u.Tagging == model.ByKey && (x.Key == "" || v.Member(x.Key) != nil),
			u.Tagging != model.ByKey && accepts(x.Type, v):
			return x, ""
		}
	}
	return nil, ""
}

func tagOf(v *interp.Value) string {
	if v.Kind == model.StringValue {
		return v.Text
	}
	return v.Written()
}

func tagged(u *model.Union, tag string) (*model.Variant, string) {
	for _, x := range u.Variants {
		if x.Tag == tag || slices.Contains(x.Tags, tag) {
			return x, tag
		}
	}
	return nil, ""
}

// choices compares the variants that a value is for its writer and for its reader.
func (d *difference) choices(mine, theirs []chosen, v *interp.Value, path string) {
	for i := range min(len(mine), len(theirs)) {
		x, y := mine[i], theirs[i]
		switch {
		case x.union.Tagging != y.union.Tagging:
			return
		case x.union.Tagging == model.Internal:
			d.sameTag(x.union, x.tag, y.variant, path)
		case x.union.Tagging != model.ByKind:
			d.sameVariant(x, y, v, path)
		}
	}
}

// sameTag reports a tag that is read as a variant that does not declare it, or as another
// one that the writer knows.
func (d *difference) sameTag(u *model.Union, tag string, y *model.Variant, path string) {
	if y.Tag == tag || slices.Contains(y.Tags, tag) {
		return
	}
	if own, _ := tagged(u, y.Tag); !slices.Contains(y.FormerNames, tag) || own != nil {
		d.differs(path)
	}
}

// sameVariant reports a value of one named type that is read as another one, if each
// version has both among the variants; and an object or an array likewise of any type.
func (d *difference) sameVariant(x, y chosen, value *interp.Value, path string) {
	name := func(v *model.Variant) string {
		if decl, ok := v.Type.(model.Decl); ok {
			return decl.TypeName()
		}
		if value.Kind == model.ObjectValue || value.Kind == model.ListValue {
			return v.Type.String()
		}
		return ""
	}
	has := func(u *model.Union, want string) bool {
		return slices.ContainsFunc(u.Variants, func(v *model.Variant) bool { return name(v) == want })
	}
	a, b := name(x.variant), name(y.variant)
	if a != "" && b != "" && a != b && has(x.union, b) && has(y.union, a) {
		d.differs(path)
	}
}

func (d *difference) leaf(t model.Type, v *interp.Value, r model.Type, rv *interp.Value, path string) {
	if e, ok := t.(*model.Enum); ok {
		for _, x := range e.Values {
			if !e.Integer && x.Value == v.Text || e.Integer && float64(x.Number) == v.Number {
				d.gated = d.gated || d.w.closed[x.Gate]
			}
		}
	}
	empty, _ := r.(*model.Scalar) // which drops keys, if it is
	if r == nil || isFree(t) != isFree(r) || empty != nil && empty.Kind == model.Empty || v.Written() == rv.Written() {
		return
	}
	if e, ok := r.(*model.Enum); ok && !e.Integer && v.Kind == model.StringValue {
		for _, x := range e.Values {
			own, isEnum := t.(*model.Enum)
			if x.Value == rv.Text && slices.Contains(x.FormerNames, v.Text) && !(isEnum && own.Has(rv.Text)) {
				return
			}
		}
	}
	switch r.(type) {
	case *model.Enum, *model.Scalar, *model.Literal, *model.Nullable:
		d.differs(path)
	}
}

// isFree reports whether values of t are kept as they are.
func isFree(t model.Type) bool {
	s, ok := t.(*model.Scalar)
	return ok && (s.Kind == model.Any || s.Kind == model.Object || s.Kind == model.Empty)
}

// key looks at a key of a map.
func (d *difference) key(e *model.Enum, key string) {
	if e == nil {
		return
	}
	for _, x := range e.Values {
		if x.Value == key {
			d.gated = d.gated || d.w.closed[x.Gate]
		}
	}
}

func (d *difference) list(t *model.List, v *interp.Value, r model.Type, rv *interp.Value, path string) {
	other, _ := r.(*model.List)
	if other != nil && len(v.Items) != len(rv.Items) {
		if !d.drops {
			d.differs(path)
		}
		other = nil
	}
	for i, item := range v.Items {
		if other != nil {
			d.values(t.Elem, item, other.Elem, rv.Items[i], path)
		} else {
			d.values(t.Elem, item, nil, nil, path)
		}
	}
}

// wrapped compares values of unions with a separate tag.
func (d *difference) wrapped(t *model.Union, v *interp.Value, r model.Type, rv *interp.Value, path string) {
	x, body, tag := bodyOf(t, v)
	if x == nil {
		return
	}
	d.gated = d.gated || d.w.closed[x.Gate] || d.w.unsent(x.Type)
	var to model.Type
	var theirs *interp.Value
	if u, ok := r.(*model.Union); ok && u.Tagging == t.Tagging {
		if y, got, _ := bodyOf(u, rv); y != nil {
			d.sameTag(t, tag, y, path)
			to, theirs = y.Type, got
		}
	}
	if x.Type != nil && body != nil {
		d.values(x.Type, body, to, theirs, path+"."+tag)
	}
}

func bodyOf(u *model.Union, v *interp.Value) (x *model.Variant, body *interp.Value, tag string) {
	switch {
	case u.Tagging == model.Adjacent:
		got := v.Member(u.TagKey)
		if got == nil {
			return nil, nil, ""
		}
		x, tag = tagged(u, tagOf(got))
		return x, v.Member(u.Content), tag
	case v.Kind == model.StringValue:
		x, tag = tagged(u, v.Text)
		return x, nil, tag
	case len(v.Members) == 1:
		x, tag = tagged(u, v.Members[0].Key)
		return x, v.Members[0].Value, tag
	}
	return nil, nil, ""
}

// fields compares the fields of objects.
func (d *difference) fields(t *model.Struct, v *interp.Value, r *model.Struct, rv *interp.Value, path string) {
	for _, f := range t.Fields {
		g := fieldFor(r, f)
		d.lost = d.lost || r != nil && g == nil && d.isWritten(f, v.Member(f.Name)) // at best, it is one of other keys
		d.field(f, v, g, rv, path)
	}
	if t.ExtraType == nil {
		return
	}
	for _, m := range v.Members {
		switch {
		case declares(t, m.Key):
		case r == nil || r.ExtraType == nil || declares(r, m.Key):
			d.values(t.ExtraType, m.Value, nil, nil, "")
		default:
			d.values(t.ExtraType, m.Value, r.ExtraType, rv.Member(m.Key), path+"."+m.Key)
		}
	}
}

// declares reports whether a struct has a field or a tag under a key.
func declares(t *model.Struct, key string) bool {
	for tag := t.Tag; tag != nil; tag = tag.Outer {
		if tag.Key == key {
			return true
		}
	}
	return fieldNamed(t, key) != nil
}

// isWritten reports whether a message has the value of a field: not if that is a default
// which is left out.
func (d *difference) isWritten(f *model.Field, v *interp.Value) bool {
	if v == nil || !f.OmitDefault {
		return v != nil
	}
	def := d.w.read(f.Type, f.Default.JSON())
	return def.Err != nil || def.Value.Written() != v.Written()
}

func (d *difference) field(f *model.Field, v *interp.Value, g *model.Field, rv *interp.Value, path string) {
	here := path + "." + f.Name
	mine := v.Member(f.Name)
	d.gated = d.gated || mine != nil && (d.w.closed[f.Gate] || d.w.unsent(f.Type))
	if g == nil {
		d.values(f.Type, mine, nil, nil, here)
		return
	}
	theirs := rv.Member(g.Name)
	x, y := stateOf(f, mine), stateOf(g, theirs)
	switch {
	case x == y && x != set:
	case x != removed && y != removed && mine != nil && isNull(f, mine) && isNull(g, theirs): // it may be a value of one of the types

	case x == unset && y == removed:
		if mine != nil {
			d.differs(here) // null, which is not a value for one and a removal for the other
		}
	case x == set && y == set:
		d.values(f.Type, mine, g.Type, theirs, here)
	case x != unset && y == unset && (d.drops || d.lossy && g.Name != f.Name && !slices.Contains(g.FormerNames, f.Name)):
		d.lost = true
	case x == unset && mine == nil && y == unset:
	default:
		d.differs(here)
	}
	if x == set && y != set {
		d.values(f.Type, mine, nil, nil, here)
	}
}

// isNull reports whether a field is null, or left out because it is.
func isNull(f *model.Field, v *interp.Value) bool {
	if v != nil {
		return v.Kind == model.NullValue
	}
	_, nullable := model.Resolve(f.Type).(*model.Nullable)
	return nullable && f.Default == nil
}

// A state is what a field says.
type state int

const (
	unset state = iota
	removed
	set
)

func stateOf(f *model.Field, v *interp.Value) state {
	_, nullable := model.Resolve(f.Type).(*model.Nullable)
	switch {
	case v == nil:
		return unset
	case v.Kind == model.NullValue && nullable && f.Patch:
		return removed
	case v.Kind == model.NullValue && nullable:
		return unset
	}
	return set
}
