package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// bookkeeping checks that the new spec says what it has to say of its changes: a new
// version, since for what was added, deprecation before removal.
func (c *comparer) bookkeeping() {
	old, today := c.sides[0].proto, c.sides[1].proto
	at := [2]source.Span{old.VersionAt, today.VersionAt}
	comparable := old.Versioning == today.Versioning && old.Version != "" && today.Version != ""
	if comparable {
		c.versionNumbers(old, today, at)
	}
	c.tombstones()
	var lacks [2]map[string]bool // the elements that only the other version has
	for version := range lacks {
		lacks[version] = map[string]bool{}
		for _, x := range c.elements() {
			lacks[version][x.name] = x.meta[version] == nil
		}
	}
	silent := c.silentSince()
	var unsaid []*element // of a spec that never says since
	for _, x := range c.elements() {
		switch a, b := x.meta[0], x.meta[1]; {
		case (a == nil || b == nil) && (x.inline || x.unnumbered): // what it is a part of is
		case a == nil && lacks[0][x.parent], b == nil && lacks[1][x.parent]: // it is a part of what is new, or gone
		case a == nil && comparable && silent && lacksSince(b, old, today):
			unsaid = append(unsaid, x)
		case a == nil && comparable:
			c.since(x.name, b, old, today)
		case a == nil:
		case b == nil && a.Deprecated == nil && !a.Experimental && !a.Derived:
			e := c.editOf(x.name, removals)
			if e == nil {
				e = c.edit(&holder{}, notDeprecated, x.name, "", "", [2]source.Span{a.Span, {}})
			}
			e.upkeep(goneUnannounced.of())
		}
	}
	if len(unsaid) < manyPlaces {
		for _, x := range unsaid {
			c.since(x.name, x.meta[1], old, today)
		}
		return
	}
	e := c.edit(nil, sinceMissing, "protocol", "", today.Version, at)
	e.upkeep(sinceNever.of(len(unsaid)))
}

// silentSince reports whether no element of either version says since when it is there, as
// in a spec that was made from a foreign schema.
func (c *comparer) silentSince() bool {
	return !slices.ContainsFunc(c.elements(), func(x *element) bool {
		return slices.ContainsFunc(x.meta[:], func(m *model.Meta) bool { return m != nil && m.Since != (model.Since{}) })
	})
}

// lacksSince reports whether a new element should say since when it is there, and does not.
func lacksSince(m *model.Meta, old, today *model.Protocol) bool {
	return !m.Derived && !m.Experimental && m.Since == (model.Since{}) && old.Version != today.Version
}

// versionNumbers checks the version of the new spec.
func (c *comparer) versionNumbers(old, today *model.Protocol, at [2]source.Span) {
	same := old.Version == today.Version
	switch {
	case !same && today.Versioning.Less(today.Version, old.Version):
		e := c.edit(nil, versionLess, versionElement, old.Version, today.Version, at)
		e.upkeep(lowerVersion.of())
	case same && c.changesWire(leastNew(today.Versioning)):
		e := c.edit(nil, versionSame, versionElement, old.Version, today.Version, at)
		e.upkeep(sameVersion.of())
	}
}

// The rules of edits that add and remove an element. What has to be said of such an edit
// is said with it.
var (
	additions = []string{fieldAdded, valueAdded, variantAdded, methodAdded, errorAdded, typeAdded}
	removals  = []string{fieldRemoved, valueRemoved, variantRemoved, methodRemoved, errorRemoved, typeRemoved}
)

// editOf is the edit of an element by one of some rules, or nil.
func (c *comparer) editOf(element string, rules []string) *edit {
	for _, rule := range rules {
		if e := c.edits[editKey{rule, element}]; e != nil {
			return e
		}
	}
	return nil
}

// changesWire reports whether some edit does so much to peers.
func (c *comparer) changesWire(least Level) bool {
	return slices.ContainsFunc(c.order, func(e *edit) bool {
		for a := range Upkeep {
			if c.verdict(e, a).Level >= least {
				return true
			}
		}
		return false
	})
}

// since checks the since of a new element.
func (c *comparer) since(name string, m *model.Meta, old, today *model.Protocol) {
	if m.Derived || m.Experimental {
		return
	}
	less := today.Versioning.Less
	say := func(rule, was string, j judgement) {
		e := c.editOf(name, additions)
		if e == nil {
			e = c.edit(nil, rule, name, was, today.Version, [2]source.Span{{}, m.Span})
		}
		e.upkeep(j)
		if less(old.Version, today.Version) {
			e.record = sinceNow(today.Version, m.Span)
		}
	}
	switch v := m.Since.Version; {
	case v == "" && old.Version == today.Version: // there is no version to name
	case v == "":
		say(sinceMissing, "", sinceUnsaid.of())
	case m.Since.After:
	case old.Version != today.Version && !less(old.Version, v), less(today.Version, v):
		say(sinceWrong, v, sinceFalse.of(v))
	}
}
