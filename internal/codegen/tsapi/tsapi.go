// Package tsapi reports the effect of changed TypeScript declarations on code that uses them.
//
// A type has three users: code that reads values of it, for which the new type must fit
// where the old one was expected; code that makes values of it, where the old one must fit
// where the new one is expected; and code that has a case for each member of a union. A
// difference is reported at the declaration that has it, and not at those that refer to
// it by name.
package tsapi

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// A Verdict is one change with its effect on each kind of user. Effect is the worst of those
// that apply: a type may have no makers, because what is written has a type of its own.
type Verdict struct {
	backend.Change
	Read, Make, Switch backend.Effect
}

// Compare says what a change of declarations does to code that was written for the old
// ones. A type that has another name now has it in renamed; what is declared of a type
// besides, such as what is written of it, follows.
func Compare(old, today backend.Package, renamed map[string]string) []backend.Change {
	var out []backend.Change
	for _, v := range Judge(old, today, renamed) {
		out = append(out, v.Change)
	}
	return out
}

// Judge is Compare with the effects on each user.
func Judge(before, after backend.Package, renamed map[string]string) []Verdict {
	c := newComparer(before, after, renamed)
	old, today := before.Declarations, after.Declarations
	var out []Verdict
	unmoved := func(i int) bool { // most are in the same place
		return len(c.renamed) == 0 && i < min(len(old), len(today)) && old[i].Name == today[i].Name
	}
	for i, name := range c.old.names {
		if unmoved(i) && old[i].Text == today[i].Text {
			continue
		}
		was := c.old.decl(name)
		to := c.now(name)
		if to == "" {
			out = append(out, gone(was))
			continue
		}
		is := c.today.decl(to)
		if to != name {
			out = append(out, Verdict{Change: backend.Change{Name: name, Effect: backend.Fails, Why: "it is called " + to + " now; code that names it does not compile", Was: name, Is: to}})
		}
		if was.Text != is.Text || to != name || c.refersToTaken(was.Text) {
			out = append(out, c.declaration(was, is)...)
		}
	}
	for i, name := range c.today.names {
		if unmoved(i) {
			continue
		}
		if _, renamed := c.renamed[name]; !c.taken[name] && (renamed || c.old.decl(name) == nil) {
			out = append(out, Verdict{Change: backend.Change{Name: name, Why: "it is new", Is: oneLine(c.today.decl(name).Text)}})
		}
	}
	return out
}

func gone(d *decl) Verdict {
	return Verdict{Change: backend.Change{Name: d.Name, Effect: backend.Fails, Why: "it is gone; code that names it does not compile", Was: oneLine(d.Text)}}
}

func newComparer(old, today backend.Package, renamed map[string]string) *comparer {
	c := &comparer{
		old: newVersion(true, old), today: newVersion(false, today),
		renamed: map[string]string{}, taken: map[string]bool{}, decided: map[[2]*typ]bool{}, comparing: map[[2]*typ]bool{},
	}
	for was, is := range renamed {
		c.rename(was, is)
	}
	for _, was := range slices.Sorted(maps.Keys(renamed)) {
		for _, form := range forms {
			of, to := form(was), form(renamed[was])
			_, known := c.renamed[of]
			if !known && (c.today.decl(of) == nil || c.taken[was]) { // else it has its own name still
				c.rename(of, to)
			}
		}
	}
	return c
}

// forms are the names of what is declared of a type besides.
var forms = []func(string) string{
	func(name string) string { return name + "Input" },
	func(name string) string { return name + "ToWrite" },
	func(name string) string { return "Known" + name },
	func(name string) string { return "Unknown" + name },
	func(name string) string { return "isKnown" + name },
	func(name string) string { return "unknown" + name },
}

// rename notes the new name of an old declaration, if there are both.
func (c *comparer) rename(was, is string) {
	if was != is && c.old.decl(was) != nil && c.today.decl(is) != nil {
		c.renamed[was], c.taken[is] = is, true
	}
}

// refersToTaken reports whether a name in a text may mean another declaration now.
func (c *comparer) refersToTaken(text string) bool {
	for name := range c.taken {
		if strings.Contains(text, name) {
			return true
		}
	}
	return false
}

// A diff is a part of a type that differs, and what that does to the users of the type:
// code that reads it, makes it, or has a case for each of its values.
type diff struct {
	member, was, is   string
	read, make, cases users
	otherwise         string // what to say if it does nothing
}

// users is the effect on some users, and why.
type users struct {
	effect backend.Effect
	why    string
}

// A role says which users a declaration has.
type role struct{ reads, makes bool }

// declaration compares what a declaration was and is.
func (c *comparer) declaration(was, is *decl) []Verdict {
	o, n := was.parsed(), is.parsed()
	var diffs []diff
	switch {
	case o.kind == opaque || n.kind == opaque:
		if o.text != n.text {
			diffs = []diff{undecided(o, n)}
		}
	case was.form == isFunction && is.form == isFunction:
		diffs = c.function(o, n)
	case was.form == isFunction || is.form == isFunction:
		diffs = []diff{undecided(o, n)}
	case was.form == isConstant || is.form == isConstant:
		diffs = c.constant(was, is)
	case ofConnection(was.Name) >= 0:
		diffs = c.callables(ofConnection(was.Name), o, n)
	case c.isMap(was.Name):
		diffs = c.entries(o, n)
	default:
		diffs = c.parts(o, n)
	}
	if len(diffs) == 0 && !c.equal(o, n) {
		diffs = []diff{{was: o.text, is: n.text, otherwise: "it means the same"}}
	}
	r := c.roleOf(was)
	var out []Verdict
	for _, d := range diffs {
		out = append(out, d.verdict(was.Name, r))
	}
	return out
}

func undecided(o, n *typ) diff {
	u := users{backend.Fails, "what this does was not decided"}
	return diff{was: o.text, is: n.text, read: u, make: u, cases: u}
}

// verdict is a difference of a declaration.
func (d diff) verdict(name string, r role) Verdict {
	v := Verdict{Change: backend.Change{Name: name, Member: d.member, Was: d.was, Is: d.is}}
	v.Read, v.Make, v.Switch = d.read.effect, d.make.effect, d.cases.effect
	var whys []string
	add := func(u users) {
		if v.Effect = max(v.Effect, u.effect); u.effect > backend.Same && !slices.Contains(whys, u.why) {
			whys = append(whys, u.why)
		}
	}
	if r.reads {
		add(d.read)
		add(d.cases)
	}
	if r.makes {
		add(d.make)
	}
	v.Why = cmp.Or(strings.Join(whys, "; "), d.otherwise, "its users see no difference")
	return v
}

// roleOf says which users a declaration has. Where what is written of a type has a type of
// its own, the type itself is what readers return: code that makes one, say to test its own
// readers, may as well use the other one, which has all that is required. The other one is
// what writers take.
func (c *comparer) roleOf(d *decl) role {
	for _, suffix := range []string{"Input", "ToWrite"} {
		if c.isWritten(c.old.decl(d.Name+suffix), d) {
			return role{reads: true}
		}
		if of, ok := strings.CutSuffix(d.Name, suffix); ok && c.isWritten(d, c.old.decl(of)) {
			return role{makes: true}
		}
	}
	return role{reads: true, makes: true}
}

// isWritten reports whether a declaration is what is written of another one, and not a type
// of the protocol with such a name: it has the same members, and takes all values of the
// other one.
func (c *comparer) isWritten(d, of *decl) bool {
	if d == nil || of == nil || d.constant() || of.constant() || !c.fits(of.parsed(), d.parsed()) {
		return false
	}
	a, b := d.parsed().shape(), of.parsed().shape()
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return len(a.members) == len(b.members) && !slices.ContainsFunc(a.members, func(m member) bool { return b.member(m.key) == nil })
}
