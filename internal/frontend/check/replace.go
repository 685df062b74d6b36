package check

import (
	"fmt"
	"maps"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A replacement is a field that a struct declares in place of an included one.
type replacement struct {
	own, other *model.Field
	from       string        // the struct or union that has the other one
	unmarked   []syntax.Word // the marks that it drops
}

// replace gives a field the marks of the one that it replaces, but for those that it states.
// Whether it is narrower is checked when all types are whole.
func (m *mixins) replace(into *mixin, own, other *model.Field, from string) {
	if m.declared == nil {
		m.declared = map[*model.Field]*syntax.Field{}
		for _, f := range m.fields {
			m.declared[f.out] = f.from
		}
	}
	m.uses(own.Span, other.Span)
	inheritMarks(own, other, m.declared[own])
	inheritPresence(own, other, m.declared[own])
	if f := m.declared[own]; f.FormerNames == nil {
		own.FormerNames, own.Meta.FormerNames = other.FormerNames, other.Meta.FormerNames
		m.refuseInUse(into, own.Span, own.Name, from, own.FormerNames)
	}
	m.replaced = append(m.replaced, replacement{own, other, from, m.declared[own].Unmarked})
}

func inherit[T comparable](own *T, other T) {
	var none T
	if *own == none {
		*own = other
	}
}

func inheritMarks(own, other *model.Field, f *syntax.Field) {
	states := func(mark string) bool {
		return slices.ContainsFunc(f.Unmarked, func(w syntax.Word) bool { return w.Text == mark })
	}
	inherit(&own.Doc, other.Doc)
	inherit(&own.Since, other.Since)
	inherit(&own.Gate, other.Gate)
	inherit(&own.Hot, other.Hot)
	inherit(&own.Unrecorded, other.Unrecorded)
	for _, of := range marksOf(other) {
		inherit(&own.Unit, of.Unit)
		if !states("sensitive") {
			inherit(&own.Sensitive, of.Sensitive)
		}
		if !states("log") {
			inherit(&own.LogTruncate, of.LogTruncate)
		}
	}
	if !states("deprecated") {
		inherit(&own.Deprecated, other.Deprecated)
	}
	if !states("experimental") {
		inherit(&own.Experimental, other.Experimental)
	}
	if own.Pins == nil {
		own.Pins = maps.Clone(other.Pins)
	}
	for _, a := range other.Annotations {
		if !slices.ContainsFunc(own.Annotations, func(o model.Member) bool { return o.Key == a.Key }) {
			own.Annotations = append(own.Annotations, a)
		}
	}
}

// marksOf are what the spec says of the values of a field: of the field, and of its type.
func marksOf(f *model.Field) []*model.Meta {
	out := append([]*model.Meta{&f.Meta}, model.Metas(f.Type)...)
	if d, ok := model.Plain(f.Type).(model.Decl); ok {
		out = append(out, d.Info())
	}
	return out
}

// inheritPresence takes how absence and null are read and written, as far as the field still
// has them.
func inheritPresence(own, other *model.Field, f *syntax.Field) {
	if own.Type == invalid || other.Type == invalid {
		return
	}
	_, nullable := model.Resolve(own.Type).(*model.Nullable)
	_, isUnion := model.Resolve(own.Type).(*model.Union)
	if f.OnError.IsZero() {
		own.Tolerant = other.Tolerant && !own.Required()
	}
	if f.NullIsAbsent.IsZero() {
		own.NullIsAbsent = other.NullIsAbsent && !own.Required() && !lower.Reads(own.Type).Has(model.NullValue)
	}
	if !f.Patch.IsZero() || !f.Write.IsZero() {
		return
	}
	own.Patch = other.Patch && own.Optional && nullable
	own.OmitDefault = other.OmitDefault && omittable(own) && !isUnion
	own.WriteRequired = other.WriteRequired && own.Optional && !own.Patch
	own.WriteNull = own.Optional && nullable && !own.Patch && (own.WriteRequired || other.WriteNull)
}

// checkReplaced checks that a field that replaces another one accepts and writes only values
// of that one, and that each mark that is dropped was there.
func checkReplaced(d *draft) {
	done := map[source.Span]bool{} // several elements may have been made of one
	for _, x := range d.replaced {
		checkNarrower(d.report, x)
		for _, w := range x.unmarked {
			if done[w.Span] = marked(marksOf(x.other), w.Text); done[w.Span] && marked(marksOf(x.own), w.Text) {
				d.error(diag.MarkIdle, w.Span, fmt.Sprintf("%s: false has no effect: the type of %q has this mark", w.Text, x.own.Name), "remove it, or change the type").
					Offers("remove it", diag.Step{Do: diag.Drop, At: w.Span})
			}
		}
	}
	for _, w := range d.unmarked {
		if !done[w.Span] {
			done[w.Span] = true
			d.error(diag.MarkIdle, w.Span, w.Text+": false has no effect: only a field that replaces one with this mark can drop it", "remove it").Drops()
		}
	}
}

// marked reports whether an element has a mark that can be dropped.
func marked(list []*model.Meta, mark string) bool {
	of := map[string]func(*model.Meta) bool{
		"sensitive":    func(m *model.Meta) bool { return m.Sensitive },
		"log":          func(m *model.Meta) bool { return m.LogTruncate > 0 },
		"deprecated":   func(m *model.Meta) bool { return m.Deprecated != nil },
		"experimental": func(m *model.Meta) bool { return m.Experimental },
	}[mark]
	if mark == "deprecated" || mark == "experimental" {
		list = list[:1] // those of a type are not of the field
	}
	return slices.ContainsFunc(list, of)
}

// wider says that not each value of own is one of other, apart from null; else it is "".
func wider(own, other model.Type) string {
	got := contain.Within(model.NonNull(model.Resolve(other)), model.NonNull(model.Resolve(own)))
	if got.Answer <= contain.Kept {
		return ""
	}
	out := fmt.Sprintf("has the type %q, which is wider than %q", own, other)
	if own.String() == other.String() {
		out = "has wider limits"
	}
	if text := got.Text(); text != "" {
		return out + ": " + text + " is none of its values"
	}
	return out + ": " + got.Why
}

// checkNarrower checks that a field that replaces an included one accepts and writes
// only values of that one: code that knows only the mixin must be able to read what
// the struct writes.
func checkNarrower(r report, x replacement) {
	own, other, fault := x.own, x.other, ""
	f, g := lower.FieldOf(own), lower.FieldOf(other)
	switch {
	case own.Type == invalid || other.Type == invalid:
		return
	case !own.Required() && other.Required():
		fault = "may be absent, but that one may not"
	case !slices.Equal(own.FormerNames, other.FormerNames):
		fault = "has other older names"
	case g.Default != nil && f.Default != nil && f.Default.JSON() != g.Default.JSON():
		fault = fmt.Sprintf("is %s if it is absent, and that one is %s", f.Default.JSON(), g.Default.JSON())
	case g.Default != nil && f.Absent == lower.AbsentUnset:
		fault = fmt.Sprintf("is unset if it is absent, and that one is %s", g.Default.JSON())
	case f.Null != lower.NullRefused && g.Null == lower.NullRefused:
		fault = "may be null, but that one may not"
	case f.OnError == lower.OnErrorUnset && g.OnError == lower.OnErrorRefuse:
		fault = "is unset if it cannot be read, and that one is refused"
	default:
		fault = wider(own.Type, other.Type)
	}
	if fault == "" {
		return
	}
	r.error(diag.MixinOverride, own.Span, fmt.Sprintf("the field %q replaces that of %q and %s", own.Name, x.from, fault),
		"a field that replaces another must narrow it").WithRelated(other.Span, "the other field is here")
}
