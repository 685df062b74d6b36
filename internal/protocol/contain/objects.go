package contain

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

func (p *proof) mapping(r *model.Map, w model.Type) Verdict {
	keys := keysOf(r)
	key := func(name string) Verdict {
		switch {
		case keys == nil || slices.Contains(keys.Values, name):
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
			if keys != nil && p.mode != passing {
				out = worse(out, each(others(written.Other == lower.OtherKept, written.Extensions, keys.Declares), key))
			}
		case keys != nil:
			out = key(Fresh(keys.Declares))
		}
		return worse(out, within(p.types(r.Elem, w.Elem), func(text string) (string, bool) {
			return "{" + model.Quote(name) + ":" + text + "}", true
		}))
	case *model.Struct:
		row := lower.StructOf(w)
		return each(p.keys(&row, row.Declares), func(name string) Verdict { return under(name, p.holds(&row, name)) })
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

// tagType is the type of a tag: one of some values.
func tagType(t lower.Tag, values []string) model.Type {
	kind := [...]model.ValueKind{lower.StringTag: model.StringValue, lower.IntegerTag: model.NumberValue, lower.BooleanTag: model.BoolValue}[t.Kind]
	u := &model.Union{Tagging: model.Ordered}
	for _, x := range values {
		u.Variants = append(u.Variants, &model.Variant{Type: &model.Literal{Value: model.Value{Kind: kind, Text: x, Bool: x == "true"}}})
	}
	return u
}

// tags are the values of a tag that count as it.
func (p *proof) tags(values, older []string) []string {
	if p.mode == reading {
		return slices.Concat(values, older)
	}
	return values
}

// anything is what a reader accepts where it does not look.
var anything = &model.Scalar{Kind: model.Any}

// holds is the type of what may be under a key of objects of y; nil if there is no such key.
func (p *proof) holds(y *lower.Struct, key string) model.Type {
	for _, t := range y.Tags {
		switch {
		case t.Key != key:
		case p.mode != reading && t.Implied && t.Written == lower.WrittenNever:
			return nil
		default:
			return tagType(t, p.tags(t.Values, t.FormerNames))
		}
	}
	f := y.Field(key)
	switch {
	case f != nil && p.mode == reading && f.OnError == lower.OnErrorUnset:
		return anything
	case f != nil:
		return p.given(f)
	case y.Declares(key): // as an older name, which is passed over beside the current one
		if p.mode == reading {
			return anything
		}
		return nil
	case y.Extra == lower.ExtraTyped:
		return y.Of.ExtraType
	case y.Extensions.Has(key), p.open(y):
		return anything
	}
	return nil
}

// open reports whether objects of y may have any undeclared key, with any value.
func (p *proof) open(y *lower.Struct) bool {
	return p.mode == reading && y.Extra == lower.ExtraIgnored || p.mode != passing && y.Extra == lower.ExtraKept
}

// always reports whether all objects of y have a key. Readers of ordered unions, for which
// values are passed on, also meet objects without an implied tag.
func (p *proof) always(y *lower.Struct, key string) bool {
	if f := y.Field(key); f != nil {
		return !p.mayBeAbsent(f) && (p.mode != reading || len(f.FormerNames) == 0)
	}
	return slices.ContainsFunc(y.Tags, func(t lower.Tag) bool {
		return t.Key == key && (!t.Implied || p.mode == writing && t.Written == lower.WrittenAlways)
	})
}

// keys are the keys that objects of y may have: of those that neither y nor taken has, one of
// each kind.
func (p *proof) keys(y *lower.Struct, taken func(string) bool) []string {
	out := slices.DeleteFunc(y.Keys(), func(key string) bool { return p.holds(y, key) == nil })
	extensions := y.Extensions
	if p.mode == passing {
		extensions = nil
	}
	return append(out, others(p.open(y) || y.Extra == lower.ExtraTyped, extensions, func(key string) bool {
		return y.Declares(key) || taken(key)
	})...)
}

// others are undeclared names: one that is no extension, if there may be any, and one of each
// namespace.
func others(open bool, e *lower.Extensions, taken func(string) bool) []string {
	var out []string
	if open {
		out = append(out, Fresh(func(name string) bool { return taken(name) || e.Has(name) }))
	}
	if e != nil {
		for _, prefix := range e.Prefixes {
			out = append(out, prefix+Fresh(func(name string) bool { return taken(prefix + name) }))
		}
	}
	return out
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
		out := each(x.Tags, func(t lower.Tag) Verdict { return p.ownTag(t, &y) })
		for i := range x.Fields {
			out = worse(out, p.field(&x.Fields[i], &y))
		}
		out = worse(out, each(x.Groups, func(g lower.Group) Verdict {
			if p.meets(&x, &y, &g) {
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
func (p *proof) ownTag(t lower.Tag, y *lower.Struct) Verdict {
	of := p.holds(y, t.Key)
	switch {
	case !t.Implied && !p.always(y, t.Key):
		return Verdict{Refused, "the tag " + model.Quote(t.Key) + " is missing", nil}
	case of == nil:
		return Verdict{}
	}
	out := p.types(tagType(t, p.tags(t.Values, t.FormerNames)), of)
	if out.Answer == Refused && p.mode != reading && p.types(tagType(t, slices.Concat(t.Values, t.FormerNames)), of).Answer == Accepted {
		return Verdict{Changed, "the tag " + model.Quote(t.Key) + " is an older one", nil}
	}
	return within(out, func(text string) (string, bool) { return memberOf(y.Of, t.Key, text) })
}

// field says how the field f reads the key of objects that are written as y.
func (p *proof) field(f *lower.Field, y *lower.Struct) Verdict {
	g := y.Field(f.Name)
	if g == nil {
		return p.undeclaredField(f, y)
	}
	out := p.absence(f, g)
	same := len(g.FormerNames)
	if i := 0; p.mode == reading {
		for i < min(same, len(f.FormerNames)) && f.FormerNames[i] == g.FormerNames[i] {
			i++
		}
		if i < same {
			missed := Verdict{Changed, "the older name " + model.Quote(g.FormerNames[i]) + " is not read", renamed(y.Of, f.Name, g.FormerNames[i])}
			if f.Absent == lower.AbsentRefused {
				missed.Answer = Refused
			}
			out = worse(out, missed)
		}
	} else {
		same = 0
	}
	if p.mayBeAbsent(g) && same <= len(f.FormerNames) {
		out = worse(out, p.former(f, f.FormerNames[same:], y))
	}
	if p.mode == reading && g.OnError == lower.OnErrorUnset && f.OnError == lower.OnErrorRefuse {
		out = worse(out, Verdict{Refused, "a value that cannot be read is refused", nil})
	}
	return worse(out, p.under(f, f.Name, y, p.given(g)))
}

// under says how the field f reads a key of y that holds values of a type.
func (p *proof) under(f *lower.Field, key string, y *lower.Struct, of model.Type) Verdict {
	if f.OnError == lower.OnErrorUnset {
		p = p.try()
	}
	out := within(p.types(readAs(f), of), func(text string) (string, bool) { return memberOf(y.Of, key, text) })
	if f.OnError == lower.OnErrorUnset && out.Answer == Refused {
		out.Answer, out.Why = Changed, "a value that cannot be read is dropped"
		if of == anything {
			out.Answer = Kept // y does not read it either
		}
	}
	return out
}

// readAs is the type of what is read under the key of a field, which may be null if that is
// read as an absent key.
func readAs(f *lower.Field) model.Type {
	if f.Null == lower.NullRefused || lower.Reads(f.Of.Type).Has(model.NullValue) {
		return f.Of.Type
	}
	return &model.Nullable{Elem: f.Of.Type}
}

// mayBeAbsent reports whether an object may be without the key of a field and its older names.
func (p *proof) mayBeAbsent(g *lower.Field) bool {
	if p.mode == reading {
		return g.Absent != lower.AbsentRefused
	}
	return !g.AlwaysWritten()
}

// absence compares what an absent key means.
func (p *proof) absence(f, g *lower.Field) Verdict {
	switch {
	case !p.mayBeAbsent(g):
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
func (p *proof) former(f *lower.Field, names []string, y *lower.Struct) Verdict {
	return each(names, func(was string) Verdict {
		of := p.holds(y, was)
		if of == nil {
			return Verdict{}
		}
		return worse(Verdict{Changed, fmt.Sprintf("%q is read as %q", was, f.Name), nil}, p.under(f, was, y, of))
	})
}

// undeclaredField says how the field f reads objects of y, which declares no such key.
func (p *proof) undeclaredField(f *lower.Field, y *lower.Struct) Verdict {
	present := func(key string) bool { return p.always(y, key) }
	if (f.Absent == lower.AbsentRefused || f.MustSet && p.mode == writing) && !present(f.Name) && !slices.ContainsFunc(f.FormerNames, present) {
		return Verdict{Refused, "the key " + model.Quote(f.Name) + " is missing", nil}
	}
	out := p.former(f, f.FormerNames, y)
	if of := p.holds(y, f.Name); of != nil {
		out = worse(out, p.under(f, f.Name, y, of))
	}
	return out
}

// meets reports whether every object of y meets the group g of x. It is false if that is not
// certain: unless y has a group of the same fields, and they are present for the same values.
func (p *proof) meets(x, y *lower.Struct, g *lower.Group) bool {
	same := func(name string) bool {
		own := y.Group(name)
		return own != nil && (own.Rule == g.Rule || own.Rule == lower.ExactlyOne) && sameNames(own.Fields, g.Fields) &&
			x.Field(name).NullIsPresent() == y.Field(name).NullIsPresent() && p.dropsAlike(x.Field(name), y.Field(name))
	}
	return !slices.ContainsFunc(g.Fields, func(name string) bool { return !same(name) })
}

// dropsAlike reports whether f drops the same values as g because it cannot read them.
func (p *proof) dropsAlike(f, g *lower.Field) bool {
	return p.mode != reading || g.OnError == lower.OnErrorRefuse || model.Resolve(f.Of.Type) == model.Resolve(g.Of.Type)
}

func sameNames(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// extra says what x does with the keys of y that x does not declare.
func (p *proof) extra(x, y *lower.Struct) Verdict {
	if x.Extra != lower.ExtraRefused && x.Extra != lower.ExtraTyped {
		return Verdict{}
	}
	if p.mode == passing && x.Extra == lower.ExtraTyped && y.KeepsVerbatim() {
		return Verdict{Refused, "undeclared keys are not all accepted", nil}
	}
	known := func(key string) bool { return x.Declares(key) || x.Extensions.Has(key) && !y.Extensions.Has(key) }
	return each(p.keys(y, known), func(key string) Verdict {
		of := p.holds(y, key)
		show := func(text string) (string, bool) { return memberOf(y.Of, key, text) }
		switch {
		case x.Declares(key) || x.Extensions.Has(key):
			return Verdict{}
		case x.Extra == lower.ExtraRefused:
			return Verdict{Refused, "the key " + model.Quote(key) + " is refused", func() (string, bool) {
				text, _ := sample.Small(of)
				return show(text)
			}}
		}
		return within(p.types(x.Of.ExtraType, of), show)
	})
}
