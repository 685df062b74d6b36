package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// tombstones checks that the names which the old version reserves are still reserved.
func (c *comparer) tombstones() {
	old, today := c.sides[0].proto, c.sides[1].proto
	c.reserved(old.Reserved, today.Reserved, "", [2]source.Span{old.VersionAt, today.VersionAt}, source.Span{}, c.topNames)
	for i, t := range c.sides[0].rows.Types {
		d, ok := t.Of.(model.Decl)
		at, paired := c.pairs[i]
		if !ok || !paired || len(d.Info().Reserved) == 0 {
			continue
		}
		other := c.sides[1].rows.Types[at]
		now, ok := other.Of.(model.Decl)
		if !ok {
			continue
		}
		c.reserved(d.Info().Reserved, now.Info().Reserved, other.Name+".", [2]source.Span{d.Info().Span, now.Info().Span}, now.Info().Span, func() []named { return c.parts(other) })
	}
}

// reserved compares the names that an element, or the whole spec, reserves. They can be
// written at the place holder, if there is one.
func (c *comparer) reserved(was, is []string, prefix string, at [2]source.Span, holder source.Span, names func() []named) {
	for _, name := range was {
		if slices.Contains(is, name) {
			continue
		}
		all := names()
		if i := slices.IndexFunc(all, func(x named) bool { return x.name == name }); i >= 0 {
			e := c.edit(nil, nameReused, all[i].element, "reserved", "", [2]source.Span{at[0], all[i].at})
			e.upkeep(reservedUsed.of())
			continue
		}
		e := c.edit(nil, reservedRemoved, prefix+name, "", "", at)
		e.upkeep(mayBeReused.of())
		e.record = reserve(name, holder)
	}
}

// A named is a name of the new version that messages or generated code have.
type named struct {
	name, element string
	at            source.Span
}

// parts are the names of the fields, values or variants of a type, with the older ones
// that it reads.
func (c *comparer) parts(t *lower.Type) []named {
	var out []named
	add := func(element string, at source.Span, names ...string) {
		for _, name := range names {
			out = append(out, named{name, element, at})
		}
	}
	switch t.Form {
	case lower.StructForm:
		for _, f := range t.Struct.Fields {
			add(t.Name+"."+f.Name, f.Of.Span, append([]string{f.Name}, f.FormerNames...)...)
		}
	case lower.EnumForm:
		for _, v := range t.Enum.Of.Values {
			add(t.Name+"."+v.Value, v.Span, append([]string{v.Value}, v.FormerNames...)...)
		}
	case lower.UnionForm:
		for i := range t.Union.Cases {
			if x := &t.Union.Cases[i]; len(x.Tags) > 0 {
				add(c.caseElement(t.Name, x), x.Of.Span, append(slices.Clone(x.Tags), x.Of.FormerNames...)...)
			}
		}
	}
	return out
}

// topNames are the names of events, requests, methods and errors, and of types, which may
// be called like the event that they are declared in.
func (c *comparer) topNames() []named {
	var out []named
	rows, proto := c.sides[1].rows, c.sides[1].proto
	if e := proto.Envelope; e != nil {
		for kind, u := range [...]*model.Union{e.Events, e.Requests} {
			if u == nil {
				continue
			}
			for _, v := range u.Variants {
				out = append(out, named{v.Tag, [...]string{"event ", "request "}[kind] + v.Tag, v.Span})
			}
		}
	}
	for _, m := range proto.Methods {
		out = append(out, named{m.Name, m.Name, m.Span})
	}
	for _, e := range proto.Errors {
		out = append(out, named{e.Name, e.Name, e.Span})
	}
	for _, t := range rows.Types {
		if d, ok := t.Of.(model.Decl); ok && t.Name != "" {
			out = append(out, named{t.Name, t.Name, d.Info().Span})
		}
	}
	return out
}
