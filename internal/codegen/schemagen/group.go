package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// addGroup adds the rule of a group: a schema for each of its fields matches the objects
// in which the field is present.
func (o *fields) addGroup(t *lower.Struct, g *lower.Group) {
	set := func() []*schema {
		var out []*schema
		for _, i := range g.At {
			out = append(out, o.isPresent(&t.Fields[i]))
		}
		return out
	}
	var rule *schema
	judged := slices.ContainsFunc(g.At, func(i int) bool { return o.passesOver(&t.Fields[i]) })
	switch {
	case g.Rule == lower.AtLeastOne:
		rule = new(schema).subs("anyOf", set())
	case judged:
		rule = o.oneByOne(t, g.At, g.Rule == lower.ExactlyOne)
	case g.Rule == lower.ExactlyOne:
		rule = new(schema).subs("oneOf", set())
	default:
		none := new(schema).sub("not", new(schema).subs("anyOf", set()))
		rule = new(schema).subs("oneOf", append(set(), none))
	}
	o.conditions = append(o.conditions, rule)
}

// oneByOne matches objects that set at most one of some fields, or exactly one. Where
// only its value says whether a field is set, no value is validated twice: a struct
// within itself would take time that doubles with each level.
func (o *fields) oneByOne(t *lower.Struct, at []int, exactly bool) *schema {
	first, rest := o.isPresent(&t.Fields[at[0]]), at[1:]
	switch {
	case len(rest) == 0 && exactly:
		return first
	case len(rest) == 0:
		return new(schema)
	}
	var others []*schema
	for _, i := range rest {
		others = append(others, o.isPresent(&t.Fields[i]))
	}
	return new(schema).sub("if", first).sub("then", new(schema).sub("not", new(schema).subs("anyOf", others))).
		sub("else", o.oneByOne(t, rest, exactly))
}

// isPresent matches objects that set f, which a reader also looks for under older names.
func (o *fields) isPresent(f *lower.Field) *schema {
	if o.side == write {
		return o.isSet(f, f.Name)
	}
	names := append([]string{f.Name}, f.FormerNames...)
	last := len(names) - 1
	s := o.isSet(f, names[last])
	for _, name := range slices.Backward(names[:last]) {
		first := new(schema).sub("if", present(name))
		if o.nullIsAbsent(f) || o.passesOver(f) { // and hides the older names
			first.sub("then", o.isSet(f, name))
		}
		s = first.sub("else", s)
	}
	return s
}

// isSet matches objects whose key is there and sets f: with any value, but for a null that
// a reader takes as absent, and for a value that it passes over.
func (o *fields) isSet(f *lower.Field, key string) *schema {
	if o.passesOver(f) {
		value := o.typ(f.Of.Type)
		if o.nullIsAbsent(f) {
			value = o.typ(model.NonNull(f.Of.Type))
		}
		return member(key, value).texts("required", []string{key})
	}
	if !o.nullIsAbsent(f) {
		return present(key)
	}
	return member(key, new(schema).sub("not", ofType("null"))).texts("required", []string{key})
}

// passesOver reports whether a reader passes over a value of f that it cannot read.
func (o *fields) passesOver(f *lower.Field) bool {
	return o.side == read && f.OnError == lower.OnErrorUnset
}

// nullIsAbsent reports whether f may be a null that does not set it.
func (o *fields) nullIsAbsent(f *lower.Field) bool {
	return f.Null != lower.NullRefused && !f.NullIsPresent() && (o.side != write || f.WritesNull())
}
