package tsapi

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// What the declarations of every protocol are called.
var (
	// versions are the constants that say which versions there are. They change with each.
	versions = []string{"PROTOCOL_VERSION", "PROTOCOL_VERSIONS", "LEGACY_VERSION"}
	// marks are the members of entries of tables that say since when something exists.
	marks = []string{"since", "after"}
	// settings are a constant whose members are read one by one, while those of others
	// are entries of a table.
	settings = "Dialect"
	// tables are the constants that there are if an interface is a map.
	tables = map[string][]string{
		"Methods": {"METHODS"}, "Events": {"EVENTS"}, "Requests": {"REQUESTS"}, "RequestResults": {"REQUESTS"}, "ErrorData": {"ErrorCodes"},
	}
	// callables are the ends of the names of the lists of an end of a connection: what it
	// sends, and what its peer gives handlers for.
	callables = []string{"Calls", "Notifications", "Requests", "Events"}
	// written are the types that look up a name in a map.
	written = []string{"ResultInput", "ResultToWrite"}
)

// isMap reports whether an interface is a map from names to types, of which there are no
// values. A protocol without methods may have a struct Methods.
func (c *comparer) isMap(name string) bool {
	for _, of := range written {
		if d := c.old.decl(of); d != nil && strings.Contains(d.Text, "M extends keyof "+name+" ?") {
			return true
		}
	}
	if d := c.old.decl("newError"); d != nil && strings.Contains(d.Text, "wire."+name+"[") { // the data of errors as they are written
		return true
	}
	has := func(v *version) bool {
		return slices.ContainsFunc(tables[name], func(of string) bool { return v.decl(of) != nil && v.decl(of).constant() })
	}
	return has(c.old) && has(c.today)
}

// entries are the differences between two maps.
func (c *comparer) entries(o, n *typ) []diff {
	from, to := o.shape(), n.shape()
	if from == nil || to == nil {
		return []diff{undecided(o, n)}
	}
	var out []diff
	for _, d := range c.members(from, to) {
		switch was, is := from.member(d.member), to.member(d.member); {
		case was == nil:
			d.make = misses("code that has something for each entry lacks " + d.member)
		case is == nil:
			d.read = fails("code that names " + d.member + " does not compile")
			d.make, d.cases = d.read, d.read
		case was.typ.kind == object && is.typ.kind == object:
			// Nobody makes an entry, so what is new in it is in nobody's way.
			inner := c.members(was.typ.shape(), is.typ.shape())
			all := sum(slices.DeleteFunc(inner, func(d diff) bool { return d.was == "" }))
			d.read, d.make, d.cases = all.read, all.make, all.cases
		}
		out = append(out, d)
	}
	return out
}

// handled is the first of callables that handlers are for.
const handled = 2

// ofConnection is which of callables a declaration is; -1 if it is none.
func ofConnection(name string) int {
	if !strings.HasPrefix(name, "connection.") {
		return -1
	}
	return slices.IndexFunc(callables, func(suffix string) bool { return strings.HasSuffix(name, suffix) })
}

// moved reports whether an event or a request has another name because a method has its own now,
// or the other way.
func moved(key string, from, to *shape) bool {
	return slices.ContainsFunc([]string{"event ", "request "}, func(kind string) bool {
		return (from.member(kind+key) == nil) != (to.member(kind+key) == nil)
	})
}

// callables are the differences between two lists of an end of a connection.
func (c *comparer) callables(which int, o, n *typ) []diff {
	from, to := o.shape(), n.shape()
	if from == nil || to == nil {
		return []diff{undecided(o, n)}
	}
	var out []diff
	for i := range from.members {
		m := &from.members[i]
		d := diff{member: m.key, was: m.text}
		switch is := to.member(m.key); {
		case is == nil && which >= handled:
			d.read = fails("a handler of it does not compile, and nothing calls it")
		case is == nil:
			d.read = fails("code that sends it does not compile")
		case moved(m.key, from, to):
			d.is, d.read = is.text, fails("another message has the name now, and this one has its kind before it")
		default:
			continue // its types say what differs
		}
		out = append(out, d)
	}
	for _, m := range to.members {
		if from.member(m.key) != nil {
			continue
		}
		d := diff{member: m.key, is: m.text, otherwise: "code that does not send it goes on"}
		if which >= handled {
			d.make = misses("code with all handlers lacks one for " + m.key)
		}
		out = append(out, d)
	}
	return out
}

// constant are the differences between two constants, which code reads.
func (c *comparer) constant(was, is *decl) []diff {
	o, n := was.parsed(), is.parsed()
	if was.form != is.form {
		return []diff{{was: o.text, is: n.text, read: fails("one is a constant, and the other one is a type"), make: fails("one is a constant, and the other one is a type")}}
	}
	d := diff{was: o.text, is: n.text}
	from, to := o.shape(), n.shape()
	switch {
	case slices.Contains(versions, was.Name):
		d.otherwise = "it names versions, which each release changes"
		return []diff{d}
	case from == nil || to == nil:
		c.value(&d, o, n)
		return []diff{d}
	}
	var out []diff
	for _, m := range from.members {
		d := diff{member: m.key, was: m.text}
		if is := to.member(m.key); is == nil {
			d.read = fails("code that reads " + m.key + " does not compile")
		} else if d.is = is.text; c.equal(m.typ, is.typ) {
			continue
		} else {
			c.value(&d, m.typ, is.typ)
		}
		out = append(out, d)
	}
	for _, m := range to.members {
		if from.member(m.key) != nil {
			continue
		}
		d := diff{member: m.key, is: m.text, otherwise: "code that does not know it goes on"}
		if was.Name != settings {
			d.cases = misses("code that has something for each entry lacks " + m.key)
		}
		out = append(out, d)
	}
	return out
}

// value adds to a difference what another value of a constant does.
func (c *comparer) value(d *diff, o, n *typ) {
	from, to := o.shape(), n.shape()
	switch {
	case c.equal(o, n):
	case o.kind == literal && n.kind == literal && o.keyword() == n.keyword():
		d.read.add(users{backend.Differs, "it is " + n.text + " now"})
	case from != nil && to != nil:
		d.otherwise = "code that reads the rest goes on"
		for _, m := range from.members {
			switch is := to.member(m.key); {
			case slices.Contains(marks, m.key):
			case is == nil:
				d.read.add(fails("code that reads " + m.key + " does not compile"))
			default:
				c.value(d, m.typ, is.typ)
			}
		}
	case o.kind == tuple && n.kind == tuple:
		c.values(d, o.parts, n.parts)
	default:
		d.read.add(fails("code that reads it meets " + n.text))
	}
}

// values adds what another list of values does.
func (c *comparer) values(d *diff, o, n []*typ) {
	lacks := func(list []*typ, t *typ) bool {
		return !slices.ContainsFunc(list, func(x *typ) bool { return c.equal(x, t) })
	}
	lost := slices.DeleteFunc(slices.Clone(o), func(t *typ) bool { return !lacks(n, t) })
	gained := slices.DeleteFunc(slices.Clone(n), func(t *typ) bool { return !lacks(o, t) })
	for _, t := range lost {
		d.cases.add(fails("code with a case for " + t.plain() + " does not compile"))
	}
	for _, t := range gained {
		d.cases.add(misses("a switch over all cases lacks " + t.plain()))
	}
	if len(lost)+len(gained) == 0 {
		d.cases.add(users{backend.Differs, "its values are in another order"})
	}
}
