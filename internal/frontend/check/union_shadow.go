package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// checkShadowed reports the variants of an ordered union of which a message may be
// written again as one that an earlier variant accepts. The next reader would then
// read it as another variant. For example, a message is read as the later variant,
// because the earlier one refuses an absent key; it is written with the default of
// that key; and then the earlier variant accepts it.
func (p *proofs) checkShadowed(u *model.Union) {
	for j, b := range u.Variants {
		b.ProvenDisjoint = !slices.ContainsFunc(u.Variants[:j], func(a *model.Variant) bool { return !p.rows.neverReads(a.Type, b.Type) })
		for _, a := range u.Variants[:j] {
			if a.Type == invalid || b.Type == invalid {
				continue
			}
			s := &roundTrip{rows: p.rows, seen: map[[2]model.Type]bool{}}
			if s.safe(a.Type, b.Type) {
				continue
			}
			message := fmt.Sprintf("a message that is read as %q may be written as one that %q accepts", b.Type, a.Type)
			if s.why != "" {
				message += ": " + s.why
			}
			p.error(diag.UnionShadowed, p.variants.spanOf(b), message,
				"distinguish them by a tag: union: {tag: type}; or by a key that only one has: match: key").
				Offers("write match: key", diag.Step{Do: diag.Set, At: u.Span, Key: "match", Text: "key"}).
				WithRelated(p.variants.spanOf(a), "the earlier variant")
			return
		}
	}
}

// neverReads reports whether a reader of a refuses everything that is written as b.
// It is false if that is not certain.
func (r rows) neverReads(a, b model.Type) bool {
	a, b = model.Resolve(a), model.Resolve(b)
	if lower.Reads(a)&lower.Reads(b) == 0 {
		return true
	}
	t, ok := b.(*model.Struct)
	if !ok {
		return false
	}
	y := r.of(t)
	switch s := a.(type) {
	case *model.Struct:
		x := r.of(s)
		return slices.ContainsFunc(alwaysKeys(x), func(key string) bool {
			return !y.Declares(key) && !y.KeepsKey(key) || disjointAt(x, y, key)
		}) || slices.ContainsFunc(y.Fields, func(g lower.Field) bool { return g.AlwaysWritten() && refuses(x, g) })
	case *model.Union:
		return !y.Keeps() && !writesKey(y, s)
	}
	return false
}

// A roundTrip proves of two types a and b that it is safe to read as b what a
// refuses: once it is written again, a still refuses it. Whatever a writer of b
// changes could undo the refusal: a key that it drops or adds, an older name or
// value that it replaces. So the proof looks for such a change in every part of b
// that a reads as well, and treats unknown cases as unsafe.
type roundTrip struct {
	rows rows
	seen map[[2]model.Type]bool // the pairs that are being compared: reaching one again is safe
	why  string                 // the first change that was found
}

// isWide reports whether t is an integer whose exact value counts.
func isWide(t model.Type) bool {
	s, ok := t.(*model.Scalar)
	return ok && s.Kind.Wide()
}

// writesDouble reports whether a number of t is written as its nearest double.
func writesDouble(t model.Type) bool {
	switch t := t.(type) {
	case *model.Scalar:
		return lower.Reads(t) == model.Numbers && !t.Kind.Wide()
	case *model.Enum:
		return t.Integer
	case *model.Literal:
		return t.Value.Kind == model.NumberValue
	}
	return false
}

// unsafe records the first reason, and returns false.
func (s *roundTrip) unsafe(format string, args ...any) bool {
	if s.why == "" {
		s.why = fmt.Sprintf(format, args...)
	}
	return false
}

func (s *roundTrip) safe(a, b model.Type) bool {
	a, b = model.NonNull(model.Resolve(a)), model.NonNull(model.Resolve(b))
	a, b = model.Resolve(a), model.Resolve(b)
	pair := [2]model.Type{a, b}
	if a == b || s.rows.neverReads(a, b) || s.seen[pair] {
		return true
	}
	s.seen[pair] = true
	if isWide(a) && writesDouble(b) {
		return s.unsafe("a number that is not an integer may be written as one: 5.00000000000000001 as 5")
	}
	if x, ok := a.(*model.Union); ok && bare(x) {
		return s.safeVariants(x, func(v *model.Variant) bool { return s.safe(v.Type, b) })
	}
	switch b := b.(type) {
	case *model.Scalar:
		return b.Kind != model.Empty || s.unsafe("undeclared keys are not written")
	case *model.Literal:
		return true
	case *model.Enum:
		return s.safeEnum(lower.EnumOf(b))
	case *model.List:
		if x, ok := a.(*model.List); b.SkipBad && (!ok || !x.SkipBad) {
			return s.unsafe("items that cannot be read are not written")
		}
		return s.safeItem(a, b.Elem)
	case *model.Map:
		if _, ok := a.(*model.Union); !ok {
			return s.safeItem(a, b.Elem)
		}
	case *model.Tuple:
		return !slices.ContainsFunc(b.Items, func(item *model.Item) bool { return !s.safeItem(a, item.Type) })
	case *model.Struct:
		if x, ok := a.(*model.Struct); ok {
			return s.safeStruct(s.rows.of(x), s.rows.of(b))
		}
	case *model.Union:
		if bare(b) {
			return s.safeVariants(b, func(v *model.Variant) bool { return s.safe(a, v.Type) })
		}
		if by := lower.ByOf(b); by == lower.ByTag || by == lower.ByKey {
			return s.safeTagged(a, b)
		}
	}
	return s.unsafe("the two cannot be proved to be disjoint")
}

// bare reports whether a value of u is a value of a variant, without a tag or an
// object around it, so that u refuses exactly what all of its variants refuse.
func bare(u *model.Union) bool {
	by := lower.ByOf(u)
	return by == lower.ByKind || by == lower.ByOrder
}

func (s *roundTrip) safeVariants(u *model.Union, safe func(*model.Variant) bool) bool {
	return !slices.ContainsFunc(u.Variants, func(v *model.Variant) bool { return !safe(v) })
}

func (s *roundTrip) safeEnum(b *lower.Enum) bool {
	if len(b.FormerValues) > 0 {
		return s.unsafe("%q is written as %q", b.FormerValues[0].Name, b.FormerValues[0].Value)
	}
	return b.Other != lower.OtherFallback || s.unsafe("an undeclared value of %q is written as another", b.Of.Name)
}

// writesKey reports whether a message of b may have a key that identifies a variant
// of a.
func writesKey(b *lower.Struct, a *model.Union) bool {
	switch lower.ByOf(a) {
	case lower.ByTag, lower.ByContent:
		return lower.UnionOf(a).Default >= 0 || b.Declares(a.TagKey)
	case lower.ByKey:
		return slices.ContainsFunc(a.Variants, func(v *model.Variant) bool { return v.Key == "" || b.Declares(v.Key) })
	}
	return true
}

// safeTagged checks each variant. Unknown variants are safe, because they are
// written verbatim.
func (s *roundTrip) safeTagged(a model.Type, b *model.Union) bool {
	for _, v := range b.Variants {
		if len(v.FormerNames) > 0 {
			return s.unsafe("the tag %q is written as %q", v.FormerNames[0], v.Tag)
		}
		if !s.safe(a, v.Type) {
			return false
		}
	}
	return true
}

// safeItem checks an element of b against all types that a may have in its place.
func (s *roundTrip) safeItem(a, b model.Type) bool {
	return !slices.ContainsFunc(a.Children(), func(part model.Type) bool { return !s.safe(part, b) })
}

// safeStruct checks every key that a reads, under each of its names. Undeclared keys of a do
// not matter, unless a refuses them: then b must not lose one.
func (s *roundTrip) safeStruct(a, b *lower.Struct) bool {
	for i := range a.Fields {
		f := &a.Fields[i]
		for _, name := range append([]string{f.Name}, f.FormerNames...) {
			if !s.safeKey(a, b, f, name) {
				return false
			}
		}
	}
	for _, tag := range b.Tags {
		switch {
		case !tag.Implied:
		case tag.Written == lower.WrittenNever && (a.Declares(tag.Key) || a.Extra == lower.ExtraRefused || a.Extra == lower.ExtraTyped):
			return s.unsafe("the tag %q is not written", tag.Key)
		case tag.Written == lower.WrittenAlways && a.Declares(tag.Key):
			return s.unsafe("an absent %q is written as %s", tag.Key, tag.Kind.JSON(tag.Values[0]))
		}
	}
	if (a.Extra == lower.ExtraRefused || a.Extra == lower.ExtraTyped) && b.Extra == lower.ExtraIgnored {
		return s.unsafe("undeclared keys are not written")
	}
	switch a.Extra {
	case lower.ExtraTyped:
		return s.safeExtra(a, b)
	case lower.ExtraRefused:
		return !slices.ContainsFunc(b.Fields, func(g lower.Field) bool { return !a.Declares(g.Name) && !s.keeps(a, &g) })
	}
	return true
}

// safeKey checks a name of the field f of a, the current one or an older one. b may have
// another field under it.
func (s *roundTrip) safeKey(a, b *lower.Struct, f *lower.Field, name string) bool {
	g := b.Field(name)
	if i := slices.IndexFunc(b.Fields, func(g lower.Field) bool { return slices.Contains(g.FormerNames, name) }); i >= 0 {
		return b.Fields[i].Name == f.Name || s.unsafe("%q is written as %q", name, b.Fields[i].Name)
	}
	switch {
	case g != nil:
	case b.Extra == lower.ExtraTyped:
		g = extraField(b, name)
	case b.Extra != lower.ExtraIgnored || b.Extensions.Has(name):
		return true
	case name != f.Name && f.Absent == lower.AbsentRefused && !slices.ContainsFunc(f.FormerNames, b.Declares):
		return true // without the key, a refuses the message as well
	default:
		return s.unsafe("the key %q is not written", name)
	}
	return s.safeField(f, g) && (a.Group(f.Name) == nil || s.safePresence(f, g))
}

// keeps reports whether a writer of g leaves in the message every key of g that was read, so
// that a, which refuses undeclared keys, refuses it again.
func (s *roundTrip) keeps(a *lower.Struct, g *lower.Field) bool {
	was := func(name string) bool { return !a.Declares(name) && !a.Extensions.Has(name) }
	switch {
	case a.Extensions.Has(g.Name):
		if i := slices.IndexFunc(g.FormerNames, was); i >= 0 {
			return s.unsafe("%q is written as %q", g.FormerNames[i], g.Name)
		}
		return true
	case g.Write == lower.WriteNotDefault:
		return s.unsafe("a %q of %s is not written", g.Name, g.Default.JSON())
	case g.AlwaysWritten():
		return true
	case g.OnError == lower.OnErrorUnset:
		return s.unsafe("a %q that cannot be read is not written", g.Name)
	case dropsNull(g):
		return s.unsafe("a %q of null is not written", g.Name)
	}
	return true
}

// safeExtra checks the keys that a does not declare, but reads as their type.
func (s *roundTrip) safeExtra(a, b *lower.Struct) bool {
	for i := range b.Fields {
		if g := &b.Fields[i]; !a.Declares(g.Name) && !s.safeField(extraField(a, g.Name), g) {
			return false
		}
	}
	return b.Extra != lower.ExtraTyped || s.safe(a.Of.ExtraType, b.Of.ExtraType)
}

// extraField is an undeclared key of t as a field, which may be absent.
func extraField(t *lower.Struct, name string) *lower.Field {
	f := lower.FieldOf(&model.Field{Name: name, Type: t.Of.ExtraType, Optional: true})
	return &f
}

// dropsNull reports whether a null under the key of g is read and not written.
func dropsNull(g *lower.Field) bool {
	return g.Null == lower.NullAsAbsent || g.Null == lower.NullUnset && g.Write != lower.WriteNullUnset
}

// safePresence reports whether a writer of g leaves f as it was read, present or not: a
// group of f may have refused the message.
func (s *roundTrip) safePresence(f, g *lower.Field) bool {
	switch {
	case g.Absent == lower.AbsentDefault:
		return s.unsafe("an absent %q is written as %s", g.Name, g.Default.JSON())
	case dropsNull(g) && f.NullIsPresent():
		return s.unsafe("a %q of null is not written", g.Name)
	case g.Write == lower.WriteNullUnset && f.NullIsPresent():
		return s.unsafe("an absent %q is written as null", g.Name)
	}
	return true
}

// disjointAt reports whether a always has a key whose values differ from all values
// that b has under it, so that nothing that is written as b is read as a.
func disjointAt(a, b *lower.Struct, key string) bool {
	f, g := a.Field(key), b.Field(key)
	return f != nil && g != nil && disjoint(f.Of.Type, g.Of.Type)
}

// refuses reports whether a reader of a refuses every object with the written form
// of the field g.
func refuses(a *lower.Struct, g lower.Field) bool {
	if f := a.Field(g.Name); f != nil {
		return f.Null != lower.NullAsAbsent && f.OnError == lower.OnErrorRefuse && disjoint(f.Of.Type, g.Of.Type)
	}
	if a.Declares(g.Name) {
		return false
	}
	return a.Extra == lower.ExtraRefused && !a.Extensions.Has(g.Name) || a.Extra == lower.ExtraTyped && disjoint(a.Of.ExtraType, g.Of.Type)
}

// disjoint reports whether the two types have no value in common.
func disjoint(a, b model.Type) bool {
	x, xIs := model.Resolve(a).(*model.Literal)
	y, yIs := model.Resolve(b).(*model.Literal)
	return lower.Reads(a)&lower.Reads(b) == 0 || xIs && yIs && x.Value.JSON() != y.Value.JSON()
}

// safeField reports whether g writes again what f refuses in a form that f
// refuses too. f refuses a message for one of three things under the key: it is
// absent, it is null, or it has another value. Each case is a way in which a
// writer of g turns one of these into something that f may read.
func (s *roundTrip) safeField(f, g *lower.Field) bool {
	refusesAbsent, refusesNull := f.Absent == lower.AbsentRefused, f.Null == lower.NullRefused
	switch {
	case len(g.FormerNames) > 0 && !slices.Equal(f.FormerNames, g.FormerNames):
		return s.unsafe("%q is written as %q", g.FormerNames[0], g.Name)
	case g.Absent == lower.AbsentDefault && refusesAbsent: // absent → the default
		return s.unsafe("an absent %q is written as %s", g.Name, g.Default.JSON())
	case g.Write == lower.WriteNotDefault && !refusesAbsent: // the default → absent
		return s.unsafe("a %q of %s is not written", g.Name, g.Default.JSON())
	case g.OnError == lower.OnErrorUnset && f.OnError == lower.OnErrorRefuse && (!refusesAbsent || g.Absent == lower.AbsentDefault): // bad → absent
		return s.unsafe("a %q that cannot be read is not written", g.Name)
	case dropsNull(g) && refusesNull && !refusesAbsent: // null → absent
		return s.unsafe("a %q of null is not written", g.Name)
	case g.Write == lower.WriteNullUnset && refusesAbsent && !refusesNull: // absent → null
		return s.unsafe("an absent %q is written as null", g.Name)
	}
	return s.safe(f.Of.Type, g.Of.Type)
}
