package tsapi

import (
	"slices"
	"strconv"
	"strings"
)

// A comparer decides whether values of types of one version may be used as those of the
// other one.
type comparer struct {
	old, today *version
	renamed    map[string]string // what an old declaration is called now, if that is another name
	taken      map[string]bool   // the names that others had
	decided    map[[2]*typ]bool
	assumed    [][2]*typ // that fit if what is being decided does
	comparing  map[[2]*typ]bool
}

// now is what an old declaration is called; "" if there is none any more.
func (c *comparer) now(name string) string {
	to, renamed := c.renamed[name]
	if !renamed {
		to = name
	}
	if c.today.decl(to) == nil || !renamed && c.taken[name] {
		return ""
	}
	return to
}

// same reports whether two types are the same one by its name, or by its text.
func (c *comparer) same(a, b *typ) bool {
	if a.kind != b.kind || a.of == nil || b.of == nil {
		return a.kind == b.kind && a.name == b.name && (a.kind == literal || a.kind == keyword)
	}
	switch a.kind {
	case keyword, literal, template, opaque:
		return a.name == b.name
	case reference, typeOf:
		switch {
		case a.of == b.of:
			return a.name == b.name
		case b.of.old:
			a, b = b, a
		}
		ofRuntime := func() bool { return a.name == b.name && a.of.decl(a.name) == nil && b.of.decl(b.name) == nil }
		return c.now(a.name) == b.name || ofRuntime()
	}
	return false
}

// equal reports whether two types are written in the same way, but for new names.
func (c *comparer) equal(a, b *typ) bool {
	if a.kind != b.kind || len(a.parts) != len(b.parts) || len(a.members) != len(b.members) || len(a.index) != len(b.index) ||
		a.readonly != b.readonly || a.optional != b.optional || a.least != b.least {
		return false
	}
	for i, p := range a.parts {
		if !c.equal(p, b.parts[i]) {
			return false
		}
	}
	for i, m := range a.members {
		if is := b.members[i]; m.key != is.key || m.optional != is.optional || !c.equal(m.typ, is.typ) {
			return false
		}
	}
	for i, x := range a.index {
		if !c.equal(x.keys, b.index[i].keys) || !c.equal(x.typ, b.index[i].typ) {
			return false
		}
	}
	return len(a.parts)+len(a.members)+len(a.index) > 0 || a.kind == object || a.kind == tuple || c.same(a, b)
}

// fits reports whether a value of src may be used as one of dst. A difference within a
// declaration that both have is one of that declaration, not of its users. What is being
// decided fits, for as long as nothing speaks against it.
func (c *comparer) fits(src, dst *typ) bool {
	if c.same(src, dst) || dst.is("unknown") || src.is("never") {
		return true
	}
	key := [2]*typ{src, dst}
	if fits, known := c.decided[key]; known {
		return fits
	}
	mark := len(c.assumed)
	c.decided[key], c.assumed = true, append(c.assumed, key)
	if c.decide(src, dst) {
		return true
	}
	for _, k := range c.assumed[mark:] {
		delete(c.decided, k)
	}
	c.assumed, c.decided[key] = c.assumed[:mark], false
	return false
}

// decide is fits for types that are not the same one by name.
func (c *comparer) decide(src, dst *typ) bool {
	if c.equal(src, dst) {
		return true
	}
	if src.kind == union {
		return !slices.ContainsFunc(src.parts, func(arm *typ) bool { return !c.fits(arm, dst) })
	}
	if to := dst.follow(); to != dst {
		return c.fits(src, to)
	}
	if dst.kind == union {
		return c.fitsArm(src, dst)
	}
	if src.kind == mapped && dst.kind == mapped && c.equal(src.parts[0], dst.parts[0]) {
		return c.fits(src.parts[1], dst.parts[1])
	}
	to := dst.shape()
	if dst.kind == intersection && to == nil {
		return !slices.ContainsFunc(dst.parts, func(p *typ) bool { return !c.fits(src, p) })
	}
	if from := src.follow(); from != src {
		return c.fits(from, dst)
	}
	from := src.shape()
	switch {
	case from != nil && to != nil:
		return c.fitsShape(from, to, c.oldOf(src, dst))
	case src.kind == intersection:
		return slices.ContainsFunc(src.parts, func(p *typ) bool { return c.fits(p, dst) })
	case dst.kind == object && len(dst.members)+len(dst.index) == 0: // {}
		return src.kind != opaque && !src.is("null") && !src.is("undefined") && !src.is("unknown")
	}
	switch dst.kind {
	case keyword:
		return src.keyword() == dst.name
	case template:
		return fitsTemplate(src, dst)
	case array:
		if src.kind != array && src.kind != tuple || src.readonly && !dst.readonly {
			return false
		}
		return !slices.ContainsFunc(src.parts, func(p *typ) bool { return !c.fits(p, dst.parts[0]) })
	case tuple:
		return c.fitsTuple(src, dst)
	}
	return false
}

// fitsArm reports whether a type fits a union.
func (c *comparer) fitsArm(src, dst *typ) bool {
	arms := dst.arms()
	if slices.ContainsFunc(arms, func(arm *typ) bool { return c.same(src, arm) }) || slices.ContainsFunc(arms, func(arm *typ) bool { return !toldApart(src, arm) && c.fits(src, arm) }) {
		return true
	}
	if from := src.follow(); from != src {
		return c.fits(from, dst)
	}
	return src.is("boolean") && c.fits(both[0], dst) && c.fits(both[1], dst)
}

func (c *comparer) fitsTuple(src, dst *typ) bool {
	if src.kind != tuple || src.least < dst.least || len(src.parts) > len(dst.parts) || src.readonly && !dst.readonly {
		return false
	}
	for i, p := range src.parts {
		if !c.fits(p, dst.parts[i]) {
			return false
		}
	}
	return true
}

// fitsTemplate reports whether each text of a type is one of a template.
func fitsTemplate(src, dst *typ) bool {
	if src.keyword() != "string" || src.is("string") || len(dst.holes) != 1 {
		return false
	}
	before, behind := dst.around[0], dst.around[1]
	if src.kind == template {
		last := len(src.around) - 1
		return len(src.holes) == 1 && (dst.holes[0] == "string" || src.holes[0] == dst.holes[0] && src.around[0] == before && src.around[last] == behind) &&
			strings.HasPrefix(src.around[0], before) && strings.HasSuffix(src.around[last], behind)
	}
	text := (&parser{}).unquoted(src.name[1 : len(src.name)-1])
	if len(text) < len(before)+len(behind) || !strings.HasPrefix(text, before) || !strings.HasSuffix(text, behind) {
		return false
	}
	text = text[len(before) : len(text)-len(behind)]
	switch dst.holes[0] {
	case "bigint":
		return isInteger(text)
	case "number":
		n, err := strconv.ParseFloat(text, 64)
		return err == nil && strconv.FormatFloat(n, 'f', -1, 64) == text
	}
	return true
}

// isInteger reports whether a text is an integer as it is usually written.
func isInteger(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == "" && (digits[0] != '0' || digits == "0" && text == "0")
}

// oldOf says which of two types is that of the old version: 0, 1, or -1 for none.
func (c *comparer) oldOf(src, dst *typ) int {
	switch {
	case src.of == dst.of || src.of == nil || dst.of == nil:
		return -1
	case src.of.old:
		return 0
	}
	return 1
}

// fitsShape reports whether an object may be used as another one. What the old one has
// must not be missing in the new one, even if it is optional: code that reads or sets it
// names it.
func (c *comparer) fitsShape(src, dst *shape, old int) bool {
	for i := range dst.members {
		m := &dst.members[i]
		have := src.member(m.key)
		switch {
		case have == nil && !m.optional:
			return false
		case have == nil:
			if old == 1 && !c.keeps(src, m, func(x *typ) bool { return c.fits(x, m.typ) }) {
				return false
			}
		case have.optional && !m.optional || !c.fitsMember(have, m):
			return false
		}
	}
	for i := range src.members {
		m := &src.members[i]
		if old == 0 && dst.member(m.key) == nil && !c.keeps(dst, m, func(x *typ) bool { return c.fits(m.typ, x) }) {
			return false
		}
	}
	for _, x := range dst.index {
		if old == 1 && !hasIndex(src, x) || !c.fitsIndex(src, x) {
			return false
		}
	}
	return old != 0 || !slices.ContainsFunc(src.index, func(x index) bool { return !hasIndex(dst, x) })
}

// fitsMember reports whether one of two members with the same name fits the other. If both
// have it from the same base, that is a matter of the base.
func (c *comparer) fitsMember(src, dst *member) bool {
	return src.from != nil && dst.from != nil && c.same(src.from, dst.from) || c.fits(src.typ, dst.typ)
}

// keeps reports whether an object has undeclared members with the name of one, whose type
// suits.
func (c *comparer) keeps(s *shape, m *member, suits func(*typ) bool) bool {
	return slices.ContainsFunc(s.index, func(x index) bool { return x.covers(m.key) && suits(x.typ) })
}

// covers reports whether an index is about a key.
func (x index) covers(key string) bool {
	keys := x.keys.follow()
	return keys.kind != template || fitsTemplate(literalOf(quote(key)), keys)
}

// hasIndex reports whether an object has undeclared members with the keys of an index.
func hasIndex(s *shape, of index) bool {
	return slices.ContainsFunc(s.index, func(x index) bool {
		wide, narrow := x.keys.follow(), of.keys.follow()
		return wide.kind != template || narrow.kind == template && fitsTemplate(narrow, wide)
	})
}

// fitsIndex reports whether an object may be used as one with undeclared members.
func (c *comparer) fitsIndex(src *shape, dst index) bool {
	for _, x := range src.index {
		if hasIndex(&shape{index: []index{x}}, dst) {
			return c.fits(x.typ, dst.typ)
		}
	}
	for _, m := range src.members {
		if dst.covers(m.key) && !c.fits(m.typ, dst.typ) {
			return false
		}
	}
	return !slices.ContainsFunc(src.index, func(x index) bool { return hasIndex(&shape{index: []index{dst}}, x) && !c.fits(x.typ, dst.typ) })
}
