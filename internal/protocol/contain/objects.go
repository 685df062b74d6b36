package contain

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

func (p *proof) mapping(r *model.Map, w model.Type) Verdict {
	keys := keysOf(r)
	key := func(name string) Verdict {
		switch {
		case keys == nil || keys.Declares(name):
			return Verdict{}
		case keys.Other == lower.OtherKept || keys.Extensions.Has(name):
			return Verdict{Kept, "the key " + model.Quote(name) + " is not a declared one", nil}
		}
		return Verdict{Refused, "the key " + model.Quote(name) + " is refused", refused(r, w)}
	}
	under := func(name string, of model.Type) Verdict {
		inner := within(p.types(r.Elem, of), func(text string) (string, bool) { return memberOf(w, name, text) })
		return worse(key(name), inner)
	}
	switch w := w.(type) {
	case *model.Map:
		name, written, out := "a", keysOf(w), Verdict{}
		switch {
		case written != nil:
			name, out = written.Values[0], each(written.Values, key)
			if keys != nil && p.mode != passing && written.Other > keys.Other {
				out = worse(out, Verdict{Refused, "other keys are refused", nil})
			}
		case keys != nil:
			out = key(Fresh(keys.Declares))
		}
		return worse(out, within(p.types(r.Elem, w.Elem), func(text string) (string, bool) {
			return "{" + model.Quote(name) + ":" + text + "}", true
		}))
	case *model.Struct:
		row := lower.StructOf(w)
		if row.KeepsVerbatim() && p.mode != passing {
			return undecided
		}
		out := each(row.Tags, func(t lower.Tag) Verdict { return under(t.Key, tagType(t)) })
		out = worse(out, each(row.Fields, func(f lower.Field) Verdict { return under(f.Name, p.given(&f)) }))
		if w.ExtraType != nil {
			out = worse(out, under(Fresh(row.Declares), w.ExtraType))
		}
		return out
	}
	return undecided
}

// keysOf are the keys of a map; nil for any.
func keysOf(t *model.Map) *lower.Enum {
	if t.Key == nil {
		return nil
	}
	return lower.EnumOf(t.Key)
}

// tagType is the type of a tag: one of its values.
func tagType(t lower.Tag) model.Type {
	kind := [...]model.ValueKind{lower.StringTag: model.StringValue, lower.IntegerTag: model.NumberValue, lower.BooleanTag: model.BoolValue}[t.Kind]
	u := &model.Union{Tagging: model.Ordered}
	for _, x := range t.Values {
		u.Variants = append(u.Variants, &model.Variant{Type: &model.Literal{Value: model.Value{Kind: kind, Text: x, Bool: x == "true"}}})
	}
	return u
}

// given is the type of what is under the key of a field.
func (p *proof) given(f *lower.Field) model.Type {
	mayBeNull := f.WritesNull()
	if p.mode == reading {
		mayBeNull = f.Null != lower.NullRefused
	}
	if !mayBeNull {
		return model.NonNull(model.Resolve(f.Of.Type))
	}
	if lower.Reads(f.Of.Type).Has(model.NullValue) {
		return f.Of.Type
	}
	return &model.Nullable{Elem: f.Of.Type}
}

func (p *proof) structure(r *model.Struct, w model.Type) Verdict {
	switch w := w.(type) {
	case *model.Struct:
		x, y := lower.StructOf(r), lower.StructOf(w)
		out := each(x.Tags, func(t lower.Tag) Verdict { return ownTag(t, &y) })
		for i := range x.Fields {
			out = worse(out, p.field(&x.Fields[i], &y))
		}
		out = worse(out, each(x.Groups, func(g lower.Group) Verdict {
			if meets(&x, &y, &g) {
				return Verdict{}
			}
			return undecided
		}))
		return worse(out, p.extra(&x, &y))
	case *model.Union:
		if besideFields(w) {
			return p.variants(r, w)
		}
	}
	return undecided
}

// ownTag says whether objects of y have the tag t.
func ownTag(t lower.Tag, y *lower.Struct) Verdict {
	var values []string
	written := false
	for _, own := range y.Tags {
		if own.Key == t.Key && own.Kind == t.Kind {
			values, written = own.Values, !own.Implied || own.Written == lower.WrittenAlways
		}
	}
	if f := y.Field(t.Key); f != nil {
		if l, ok := model.Resolve(f.Of.Type).(*model.Literal); ok {
			values, written = []string{tagOf(l)}, f.AlwaysWritten()
		}
	}
	switch {
	case values == nil && t.Implied && !y.Declares(t.Key), !written && values != nil && t.Implied:
		return Verdict{}
	case values == nil || !written:
		return Verdict{Refused, "the tag " + model.Quote(t.Key) + " is missing", nil}
	}
	for _, v := range values {
		switch {
		case slices.Contains(t.Values, v):
		case slices.Contains(t.FormerNames, v):
			return Verdict{Changed, "the tag " + model.Quote(v) + " is an older one", nil}
		default:
			return Verdict{Refused, "the tag " + model.Quote(v) + " is refused", nil}
		}
	}
	return Verdict{}
}

// tagOf is a constant as tags are spelled.
func tagOf(l *model.Literal) string {
	if l.Value.Kind == model.StringValue {
		return l.Value.Text
	}
	return l.Value.JSON()
}

// field says how the field f reads the key of objects that are written as y.
func (p *proof) field(f *lower.Field, y *lower.Struct) Verdict {
	g := y.Field(f.Name)
	if g == nil {
		return p.undeclaredField(f, y)
	}
	out := p.absence(f, g)
	if g.Absent != lower.AbsentRefused {
		out = worse(out, p.former(f, y))
	}
	if i := slices.IndexFunc(g.FormerNames, func(was string) bool { return !slices.Contains(f.FormerNames, was) }); i >= 0 && p.mode == reading {
		missed := Verdict{Changed, "the older name " + model.Quote(g.FormerNames[i]) + " is not read", nil}
		if f.Absent == lower.AbsentRefused {
			missed.Answer = Refused
		}
		out = worse(out, missed)
	}
	if p.mode == reading && g.OnError == lower.OnErrorUnset && f.OnError == lower.OnErrorRefuse {
		out = worse(out, Verdict{Refused, "a value that cannot be read is refused", nil})
	}
	value := within(p.types(readAs(f), p.given(g)), func(text string) (string, bool) { return memberOf(y.Of, f.Name, text) })
	if f.OnError == lower.OnErrorUnset && value.Answer == Refused {
		value.Answer, value.Why = Changed, "a value that cannot be read is dropped"
	}
	return worse(out, value)
}

// readAs is the type of what is read under the key of a field, which may be null if that is
// read as an absent key.
func readAs(f *lower.Field) model.Type {
	if f.Null == lower.NullRefused || lower.Reads(f.Of.Type).Has(model.NullValue) {
		return f.Of.Type
	}
	return &model.Nullable{Elem: f.Of.Type}
}

// absence compares what an absent key means.
func (p *proof) absence(f, g *lower.Field) Verdict {
	mayBe := !g.AlwaysWritten()
	if p.mode == reading {
		mayBe = g.Absent != lower.AbsentRefused
	}
	switch {
	case !mayBe:
		return Verdict{}
	case f.Absent == lower.AbsentRefused, f.MustSet && p.mode == writing:
		return Verdict{Refused, "the key " + model.Quote(f.Name) + " may be missing", nil}
	case f.Default != nil && g.Default == nil:
		return Verdict{Changed, "an absent key is read as " + f.Default.JSON(), nil}
	case f.Default != nil && f.Default.JSON() != g.Default.JSON(), f.Default == nil && g.Default != nil && g.Omittable():
		return Verdict{Changed, "an absent key means " + g.Default.JSON(), nil}
	}
	return Verdict{}
}

// former says how the field f reads the keys of y that are older names of f.
func (p *proof) former(f *lower.Field, y *lower.Struct) Verdict {
	out := Verdict{}
	for _, was := range f.FormerNames {
		if g := y.Field(was); g != nil {
			out = worse(out, worse(Verdict{Changed, fmt.Sprintf("%q is read as %q", was, f.Name), nil}, p.types(readAs(f), p.given(g))))
		}
	}
	return out
}

// undeclaredField says how the field f reads objects of y, which declares no such key.
func (p *proof) undeclaredField(f *lower.Field, y *lower.Struct) Verdict {
	out := p.former(f, y)
	for i := range y.Fields {
		if g := &y.Fields[i]; p.mode == reading && slices.Contains(g.FormerNames, f.Name) {
			out = worse(out, p.types(readAs(f), p.given(g)))
		}
	}
	switch {
	case f.Absent == lower.AbsentRefused && out.Answer == Accepted, f.MustSet && p.mode == writing:
		return Verdict{Refused, "the key " + model.Quote(f.Name) + " is missing", nil}
	case y.Extra == lower.ExtraTyped:
		out = worse(out, p.types(readAs(f), y.Of.ExtraType))
	case y.Extensions.Has(f.Name):
		out = worse(out, undecided)
	}
	return out
}

// meets reports whether every object of y meets the group g of x. It is false if that is not
// certain: unless y has a group of the same fields, and they are present for the same values.
func meets(x, y *lower.Struct, g *lower.Group) bool {
	same := func(name string) bool {
		own := y.Group(name)
		return own != nil && (own.Rule == g.Rule || own.Rule == lower.ExactlyOne) && sameNames(own.Fields, g.Fields) &&
			x.Field(name).NullIsPresent() == y.Field(name).NullIsPresent()
	}
	return !slices.ContainsFunc(g.Fields, func(name string) bool { return !same(name) })
}

func sameNames(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// extra says what x does with the keys of y that x does not declare.
func (p *proof) extra(x, y *lower.Struct) Verdict {
	if x.Extra != lower.ExtraRefused && x.Extra != lower.ExtraTyped {
		return Verdict{}
	}
	other := func(key string, of model.Type) Verdict {
		switch {
		case x.Declares(key) || x.Extensions.Has(key):
			return Verdict{}
		case x.Extra == lower.ExtraRefused:
			return Verdict{Refused, "the key " + model.Quote(key) + " is refused", nil}
		}
		return within(p.types(x.Of.ExtraType, of), func(text string) (string, bool) { return memberOf(y.Of, key, text) })
	}
	out := each(y.Tags, func(t lower.Tag) Verdict { return other(t.Key, tagType(t)) })
	out = worse(out, each(y.Fields, func(g lower.Field) Verdict { return other(g.Name, p.given(&g)) }))
	switch {
	case y.Extra == lower.ExtraTyped:
		fresh := func(key string) bool { return x.Declares(key) || y.Declares(key) }
		return worse(out, other(Fresh(fresh), y.Of.ExtraType))
	case x.Extra == lower.ExtraTyped && y.KeepsVerbatim(), p.mode == reading && y.Extra != x.Extra, p.mode != passing && y.KeepsVerbatim():
		return worse(out, Verdict{Refused, "undeclared keys are not all accepted", nil})
	}
	return out
}
