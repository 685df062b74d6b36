package tsapi

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// fails is what a difference does to code that does not compile with it.
func fails(why string) users { return users{backend.Fails, why} }

// misses is what it does to code with a case for each value.
func misses(why string) users { return users{backend.Misses, why} }

// parts are the differences between two types, each at the member or the arm that has it.
// There are none if each fits the other.
func (c *comparer) parts(o, n *typ) []diff {
	reads, makes := c.fits(n, o), c.fits(o, n)
	var out []diff
	if from, to := o.shape(), n.shape(); from != nil && to != nil {
		out = c.members(from, to)
	} else if !reads || !makes {
		out = c.arms(o, n)
	}
	all := sum(out)
	if !reads && all.read.effect == backend.Same || !makes && all.make.effect == backend.Same {
		return []diff{c.whole(o, n)}
	}
	return out
}

// within is what the differences between two types do that are parts of others. What is
// already being compared is so at the place where that began.
func (c *comparer) within(o, n *typ) diff {
	key := [2]*typ{o.follow(), n.follow()}
	if c.comparing[key] || c.fits(n, o) && c.fits(o, n) {
		return diff{}
	}
	c.comparing[key] = true
	defer delete(c.comparing, key)
	return sum(c.parts(o, n))
}

// whole is the difference of types without parts that correspond.
func (c *comparer) whole(o, n *typ) diff {
	d := diff{was: o.text, is: n.text}
	if !c.fits(n, o) {
		d.read = fails("code that reads it meets " + n.text)
	}
	if !c.fits(o, n) {
		d.make = fails("code that makes one gives " + o.text)
	}
	return d
}

// sum is what several differences do together.
func sum(list []diff) diff {
	var out diff
	for _, d := range list {
		out.read.add(d.read)
		out.make.add(d.make)
		out.cases.add(d.cases)
	}
	return out
}

// add keeps the worse effect, or the reasons of both.
func (u *users) add(other users) {
	switch {
	case other.effect > u.effect:
		*u = other
	case other.effect == u.effect && u.effect > backend.Same && !strings.Contains(u.why, other.why):
		u.why += "; " + other.why
	}
}

// members are the differences between two objects.
func (c *comparer) members(o, n *shape) []diff {
	var out []diff
	for i := range o.members {
		m := &o.members[i]
		is := n.member(m.key)
		if is != nil {
			out = append(out, c.member(m, is)...)
		} else {
			out = append(out, c.missing(m, n))
		}
	}
	for i := range n.members {
		m := &n.members[i]
		if o.member(m.key) != nil {
			continue
		}
		d := diff{member: m.key, is: m.text, otherwise: "the property may be left out"}
		if !m.optional {
			d.make, d.otherwise = fails("code that makes one lacks the property "+m.key), "code that reads it need not know the property"
		}
		if slices.ContainsFunc(o.index, func(x index) bool { return x.covers(m.key) && !c.fits(m.typ, x.typ) }) {
			d.read = fails("code that reads undeclared properties meets " + m.typ.text)
		}
		out = append(out, d)
	}
	return append(out, c.indexes(o, n)...)
}

// missing is what it does that an object does not have a member any more. Undeclared members
// may take its place.
func (c *comparer) missing(m *member, n *shape) diff {
	d := diff{member: m.key, was: m.text, otherwise: "it is one of the undeclared properties"}
	i := slices.IndexFunc(n.index, func(x index) bool { return x.covers(m.key) })
	if i < 0 {
		u := fails("code that reads or sets the property " + m.key + " does not compile")
		d.read, d.make, d.cases = u, u, u
		return d
	}
	x := n.index[i].typ
	if !m.optional || !c.fits(x, m.typ) {
		d.read = fails("code that reads it meets any " + x.text)
	}
	if !c.fits(m.typ, x) {
		d.make = fails("code that makes one may not give " + m.typ.text)
	}
	d.cases = d.read
	return d
}

// member are the differences between two members with the same name.
func (c *comparer) member(m, is *member) []diff {
	if m.from != nil && is.from != nil && c.same(m.from, is.from) {
		return nil
	}
	d := c.within(m.typ, is.typ)
	if m.typ.kind == reference && d.read.effect == backend.Misses {
		// A variable with the name of the old type does not take the new one.
		d.read.effect, d.cases.effect = backend.Fails, backend.Fails
	}
	if !m.optional && is.optional {
		d.read.add(fails("code that reads it meets undefined"))
	}
	if m.optional && !is.optional {
		d.make.add(fails("code that makes one may lack the property " + m.key))
	}
	if d.worst() == backend.Same && m.optional == is.optional && c.equal(m.typ, is.typ) {
		return nil
	}
	d.member, d.was, d.is, d.otherwise = m.key, m.text, is.text, "its type is as good"
	return []diff{d}
}

func (d diff) worst() backend.Effect { return max(d.read.effect, d.make.effect, d.cases.effect) }

// indexes are the differences between the undeclared members of two objects.
func (c *comparer) indexes(o, n *shape) []diff {
	var out []diff
	for _, x := range o.index {
		i := slices.IndexFunc(n.index, func(y index) bool { return y.keys.text == x.keys.text })
		if i < 0 {
			if !hasIndex(n, x) {
				u := fails("code that reads or sets undeclared properties does not compile")
				out = append(out, diff{was: x.text, read: u, make: u, cases: u})
			}
			continue
		}
		if d := c.within(x.typ, n.index[i].typ); d.worst() > backend.Same {
			d.was, d.is = x.text, n.index[i].text
			out = append(out, d)
		}
	}
	for _, x := range n.index {
		if !hasIndex(o, x) {
			d := diff{is: x.text, otherwise: "it may have undeclared properties"}
			if !c.fitsIndex(o, x) {
				d.make = fails("code that makes one gives properties that are not " + x.typ.text)
			}
			out = append(out, d)
		}
	}
	return out
}

// arms are the differences between two types that are not both objects: of the arms of
// unions, of the items of lists.
func (c *comparer) arms(o, n *typ) []diff {
	from, to := c.split(o, n), c.split(n, o)
	lost := slices.DeleteFunc(slices.Clone(from), func(t *typ) bool { return c.fits(t, n) })
	gained := slices.DeleteFunc(slices.Clone(to), func(t *typ) bool { return c.fits(t, o) })
	var out []diff
	pair := func(t, g *typ) {
		d := c.pairOf(t, g)
		d.member, d.was, d.is = memberOf(t), t.text, g.text
		out = append(out, d)
		lost = slices.DeleteFunc(lost, func(x *typ) bool { return x == t })
		gained = slices.DeleteFunc(gained, func(x *typ) bool { return x == g })
	}
	left := slices.Clone(to)
	for _, t := range from {
		i := slices.IndexFunc(left, func(g *typ) bool { return c.sameCase(t, g) })
		if i < 0 {
			continue
		}
		if g := left[i]; slices.Contains(lost, t) || slices.Contains(gained, g) {
			pair(t, g)
		}
		left = slices.Delete(left, i, i+1)
	}
	for len(lost) == len(gained) { // what has no tag is told by its place
		i := 0
		for i < len(lost) && !alike(lost[i], gained[i]) {
			i++
		}
		if i == len(lost) {
			break
		}
		pair(lost[i], gained[i])
	}
	cases := slices.DeleteFunc(slices.Clone(from), func(t *typ) bool { return t.is("null") })
	several := len(cases) > 1 || len(cases) == 1 && cases[0].kind == literal
	for _, t := range gained {
		d := diff{member: memberOf(t), is: t.text, otherwise: "code that makes one need not give it"}
		if several && isCase(cases, t) {
			d.read = misses("a switch over all cases lacks " + nameOf(t))
		} else {
			d.read = fails("code that reads it meets " + nameOf(t))
		}
		d.cases = d.read
		out = append(out, d)
	}
	for _, t := range lost {
		d := diff{member: memberOf(t), was: t.text, make: fails("code that makes one may not give " + nameOf(t))}
		if caseOf(t) != "" && !c.comparable(t, to) {
			d.cases = fails("code with a case for " + nameOf(t) + " does not compile")
		}
		out = append(out, d)
	}
	if len(gained) == 1 && len(lost) == 1 { // one instead of the other
		last := len(out) - 2
		if out[last].member == out[last+1].member {
			out[last].was, out[last].make, out[last].cases = out[last+1].was, out[last+1].make, out[last+1].cases
			out = out[:last+1]
		}
	}
	return out
}

// split are the arms of a type. A name that the other type has as well is one arm.
func (c *comparer) split(t, other *typ) []*typ {
	var out []*typ
	for _, arm := range t.arms() {
		to := arm.follow()
		named := slices.ContainsFunc(other.arms(), func(x *typ) bool { return c.same(arm, x) })
		if named || to == arm || to.kind != union {
			out = append(out, arm)
			continue
		}
		out = append(out, c.split(to, other)...)
	}
	return out
}

// sameCase reports whether two arms are for values with the same tag, or both for lists.
func (c *comparer) sameCase(t, g *typ) bool {
	return c.same(t, g) || t.follow().kind == array && g.follow().kind == array || t.kind != literal && caseOf(t) != "" && caseOf(t) == caseOf(g)
}

// alike reports whether two arms without tags are both objects.
func alike(t, g *typ) bool {
	return t.shape() != nil && g.shape() != nil && caseOf(t)+caseOf(g) == ""
}

// pairOf are the differences between two arms for the same values.
func (c *comparer) pairOf(o, n *typ) diff {
	a, b := o.follow(), n.follow()
	if a.kind == array && b.kind == array && a.readonly == b.readonly {
		return c.within(a.parts[0], b.parts[0])
	}
	return c.within(o, n)
}

// tagsOf are the members of an object that tell it from others.
func tagsOf(t *typ) []member {
	if s := t.shape(); s != nil && t.told == nil {
		t.told = &told{tags: slices.DeleteFunc(slices.Clone(s.members), func(m member) bool {
			return m.optional || slices.ContainsFunc(m.typ.follow().arms(), func(t *typ) bool { return t.kind != literal })
		})}
		var as []string
		for _, m := range t.told.tags {
			as = append(as, m.typ.follow().plain())
		}
		t.told.as = strings.Join(as, ", ")
	}
	if t.told == nil {
		return nil
	}
	return t.told.tags
}

// toldApart reports whether two objects have a tag with other values, so that no value is of
// both.
func toldApart(a, b *typ) bool {
	if a.kind == union || b.kind == union {
		return false
	}
	for _, x := range tagsOf(a) {
		for _, y := range tagsOf(b) {
			if x.key != y.key {
				continue
			}
			if v, w := x.typ.follow(), y.typ.follow(); v.kind == literal && w.kind == literal && v.name != w.name {
				return true
			}
		}
	}
	return false
}

// caseOf is the value that tells an arm from others: a literal, or the tag of an object;
// "" if there is none.
func caseOf(t *typ) string {
	if t.kind == literal {
		return t.plain()
	}
	if len(tagsOf(t)) == 0 {
		return ""
	}
	return t.told.as
}

// plain is a literal as a text, or a type.
func (t *typ) plain() string {
	if t.kind == literal && t.keyword() == "string" {
		return (&parser{}).unquoted(t.name[1 : len(t.name)-1])
	}
	return t.text
}

// memberOf is what an arm is called as a part of a union; "" if it has neither a name nor a
// tag.
func memberOf(t *typ) string {
	if t.kind == reference {
		return t.text
	}
	return caseOf(t)
}

// nameOf is what an arm is called in a sentence.
func nameOf(t *typ) string {
	if t.kind != reference && caseOf(t) != "" {
		return caseOf(t)
	}
	return t.text
}

// isCase reports whether code that tells the arms of a union apart passes over a further
// one: a value of the same kind, an object with what all others have, or anything where
// the arms are of several kinds.
func isCase(arms []*typ, t *typ) bool {
	if t = t.follow(); t.is("null") || t.is("undefined") || t.is("unknown") || t.kind == opaque {
		return false
	}
	kinds := map[string]bool{}
	var common []member
	for i, arm := range arms {
		kinds[kindOf(arm.follow())] = true
		if s := arm.shape(); s != nil && i == 0 {
			common = slices.Clone(s.members)
		} else if s != nil {
			common = slices.DeleteFunc(common, func(m member) bool { return s.member(m.key) == nil })
		}
	}
	if len(kinds) > 1 {
		return true
	}
	if !kinds[kindOf(t)] {
		return false
	}
	s := t.shape()
	return s == nil || !slices.ContainsFunc(common, func(m member) bool { return s.member(m.key) == nil })
}

// kindOf is the kind of the values of a type, as typeof tells it.
func kindOf(t *typ) string {
	switch {
	case t.shape() != nil:
		return "object"
	case t.kind == intersection:
		return kindOf(t.parts[0])
	}
	return cmp.Or(t.keyword(), t.kind.String())
}

// comparable reports whether code may compare what it has with an arm that it cannot have.
func (c *comparer) comparable(t *typ, arms []*typ) bool {
	return t.kind == literal && slices.ContainsFunc(arms, func(a *typ) bool { return a.is(t.keyword()) })
}
