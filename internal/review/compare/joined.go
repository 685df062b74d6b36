package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// joined reports whether two types with names, each of which is another type in the other
// version, say the same in messages: types that said the same have become one, or one has
// become several. What differs is then an edit of the type, as if it were the same one.
func (c *comparer) joined(x like) bool {
	known, ok := c.joins[x]
	if !ok {
		was, is := c.partners[x.new]
		today, stays := c.pairs[x.old]
		known = is && newTwins(c.sides[0]).types(x.old, was) || stays && newTwins(c.sides[1]).types(x.new, today)
		c.joins[x] = known
	}
	return known
}

// twins are types of one version that are built in the same way, but for their names. Those
// of which it is not known are none.
type twins struct {
	rows *lower.Program
	seen map[like]bool // those that are being compared, or were
}

func newTwins(s *side) *twins { return &twins{s.rows, map[like]bool{}} }

func (t *twins) types(i, j int) bool {
	x := like{i, j}
	if i == j || t.seen[x] {
		return true
	}
	t.seen[x] = true
	a, b := t.rows.Types[i], t.rows.Types[j]
	d, declared := a.Of.(model.Decl)
	if e, too := b.Of.(model.Decl); declared != too || declared && !alikeMetas(d.Info(), e.Info()) {
		return false
	}
	if a.Form != b.Form || len(a.Limits)+len(b.Limits) > 0 || a.Keys != b.Keys || a.Items != b.Items {
		return false
	}
	switch a.Form {
	case lower.ListForm, lower.MapForm:
		return t.refs(*a.Elem, *b.Elem)
	case lower.EnumForm:
		return twinEnums(a.Enum, b.Enum)
	case lower.StructForm:
		return t.structs(a.Struct, b.Struct)
	case lower.UnionForm:
		return t.unions(a.Union, b.Union)
	}
	return false
}

func (t *twins) refs(a, b lower.Ref) bool {
	return a.Bare() == b.Bare() || a.OrNull == b.OrNull && a != lower.NoType && b != lower.NoType && t.types(a.Type, b.Type)
}

// alikeMetas reports whether two elements are sent to the same peers, and are both stable or not.
func alikeMetas(a, b *model.Meta) bool {
	return a.Gate == b.Gate && a.Experimental == b.Experimental
}

func twinEnums(a, b *lower.Enum) bool {
	return slices.EqualFunc(a.Of.Values, b.Of.Values, func(x, y *model.EnumValue) bool { return alikeMetas(&x.Meta, &y.Meta) }) &&
		a.Integer == b.Integer && slices.Equal(a.Values, b.Values) && slices.Equal(a.FormerValues, b.FormerValues) &&
		a.Other == b.Other && a.Fallback == b.Fallback && a.Extensions == b.Extensions
}

func (t *twins) structs(a, b *lower.Struct) bool {
	if len(a.Groups)+len(b.Groups) > 0 || a.Extra != b.Extra || a.ExtraType != b.ExtraType || a.Extensions != b.Extensions {
		return false
	}
	tags := func(x, y lower.Tag) bool {
		return x.Key == y.Key && x.Kind == y.Kind && slices.Equal(x.Values, y.Values) && x.Implied == y.Implied && x.Written == y.Written
	}
	return slices.EqualFunc(a.Tags, b.Tags, tags) && slices.EqualFunc(a.Fields, b.Fields, t.fields)
}

func (t *twins) fields(f, g lower.Field) bool {
	return alikeMetas(&f.Of.Meta, &g.Of.Meta) && f.Name == g.Name && slices.Equal(f.FormerNames, g.FormerNames) && f.Default == g.Default && f.Absent == g.Absent && f.Null == g.Null &&
		f.OnError == g.OnError && f.Write == g.Write && f.MustSet == g.MustSet && f.Patch == g.Patch && t.refs(f.Type, g.Type)
}

func (t *twins) unions(a, b *lower.Union) bool {
	if a.By != b.By || a.Key != b.Key || a.TagKind != b.TagKind || a.Content != b.Content || a.Default != b.Default || a.Written != b.Written ||
		a.Unknown != b.Unknown || a.Extensions != b.Extensions || len(a.Parts)+len(b.Parts) > 0 {
		return false
	}
	return slices.EqualFunc(a.Cases, b.Cases, func(x, y lower.Case) bool {
		return alikeMetas(&x.Of.Meta, &y.Of.Meta) && slices.Equal(x.Tags, y.Tags) && slices.Equal(x.FormerNames, y.FormerNames) && x.Key == y.Key && x.Body == y.Body && t.refs(x.Type, y.Type)
	})
}
