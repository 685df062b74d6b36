package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// inline reports whether a type is declared where it is used, as the params of a method
// and the body of a variant are: what is done to it is done to that.
func inline(t *lower.Type) bool {
	d := t.Of.(model.Decl).Info()
	return d.Derived || d.Inline
}

// elements are the elements of both versions, those of the new one first.
func (c *comparer) elements() []*element {
	if c.all != nil {
		return c.all
	}
	at := map[string]*element{}
	for _, version := range []int{1, 0} {
		list := elementList{c: c, version: version}
		list.fill()
		for _, x := range list.out {
			known := at[x.name]
			if known == nil {
				at[x.name] = x
				c.all = append(c.all, x)
			} else if known.meta[version] == nil {
				known.meta[version], known.moved = x.meta[version], x.renamed && (x.inline || known.inline)
			}
		}
	}
	return c.all
}

// An elementList collects the elements of one version, under the names that they have in
// the new one.
type elementList struct {
	c       *comparer
	version int
	out     []*element
	owners  map[source.Span]string // what declares a type in its place; nil: not known yet
}

func (l *elementList) add(parent, name string, m *model.Meta) {
	x := &element{name: name, parent: parent}
	x.meta[l.version] = m
	l.out = append(l.out, x)
}

func (l *elementList) fill() {
	s := l.c.sides[l.version]
	for i, t := range s.rows.Types {
		d, ok := t.Of.(model.Decl)
		if !ok || t.Name == "" {
			continue
		}
		name, today, other := t.Name, t, t
		if at, ok := l.c.pairs[i]; ok && l.version == 0 {
			today = l.c.sides[1].rows.Types[at]
			name, other = today.Name, today
		} else if at, ok := l.c.partners[i]; ok && l.version == 1 {
			other = l.c.sides[0].rows.Types[at]
		}
		if of := l.declaredBy(d); of != "" { // they are one element
			if t.Form == other.Form {
				l.parts(of, name, t, today)
			}
			continue
		}
		l.add("", name, d.Info())
		x := l.out[len(l.out)-1]
		x.inline, x.renamed = inline(t), name != t.Name
		if to := l.movedTo(i); to != nil {
			l.parts(to.Name, to.Name, t, to)
		} else if t.Form == other.Form { // else it is another type
			l.parts(name, name, t, today)
		}
	}
	for _, m := range l.c.memberRows {
		from := len(l.out)
		l.parts("", m.name, s.rows.At(m.refs[l.version]), l.c.sides[1].rows.At(m.refs[1]))
		for _, x := range l.out[from:] {
			x.unnumbered = true
		}
	}
	for _, a := range s.rows.Aliases {
		l.add("", a.Name, a.Of.Info())
	}
	for _, x := range s.proto.Capabilities {
		l.add("", "capabilities of "+l.c.sides[1].proto.Roles[s.role(x.Role)], &x.Meta)
		l.out[len(l.out)-1].unnumbered = true
	}
	for i := range s.rows.Calls {
		x := &s.rows.Calls[i]
		l.add("", l.today(x), &x.Of.Meta)
	}
	for i := range s.rows.Errors {
		if e := &s.rows.Errors[i]; !e.Standard {
			l.add("", l.errorToday(e), &e.Of.Meta)
		}
	}
}

// movedTo is the type of the new version that one of the old version is at another place; or nil.
func (l *elementList) movedTo(i int) *lower.Type {
	if l.version == 1 {
		return nil
	}
	types := l.c.sides[1].rows.Types
	least := len(types)
	for m := range l.c.moves {
		if m.old == i {
			least = min(least, m.new)
		}
	}
	if least == len(types) {
		return nil
	}
	return types[least]
}

// declaredBy is the event or the request that declares a struct in its place; or "".
func (l *elementList) declaredBy(d model.Decl) string {
	s := l.c.sides[l.version]
	if l.owners == nil {
		l.owners = map[source.Span]string{}
		if e := s.proto.Envelope; e != nil {
			for kind, u := range [...]*model.Union{e.Events, e.Requests} {
				if u == nil {
					continue
				}
				for _, v := range u.Variants {
					l.owners[v.Span] = [...]string{"event ", "request "}[kind] + v.Tag
				}
			}
		}
	}
	return l.owners[d.Info().Span]
}

// parts adds the parts of a type, which is today in the new version. They are parts of an
// element.
func (l *elementList) parts(parent, name string, t, today *lower.Type) {
	switch {
	case t.Form == lower.StructForm:
		for i := range t.Struct.Fields {
			f := &t.Struct.Fields[i]
			part := f.Name
			if g := partner(today.Struct, f); l.version == 0 && g != nil {
				part = g.Name
			}
			l.add(parent, name+"."+part, &f.Of.Meta)
		}
	case t.Form == lower.EnumForm:
		part := map[string]string{} // what a value is called today
		for _, v := range t.Enum.Values {
			part[v] = v
		}
		if l.version == 0 {
			for _, y := range today.Enum.Values {
				if _, kept := part[y]; !kept {
					if v := renamedFrom(t.Enum, today.Enum, y); v != "" {
						part[v] = y
					}
				}
			}
		}
		for i, v := range t.Enum.Values {
			l.add(parent, name+"."+part[v], &t.Enum.Of.Values[i].Meta)
		}
	case t.Form == lower.UnionForm && !t.Union.By.Tagged():
		for i := range t.Union.Cases {
			if x := t.Union.Cases[i].Of; cmp.Or(x.Label, x.Key) != "" {
				l.add(parent, name+"."+cmp.Or(x.Label, x.Key), &x.Meta)
				l.out[len(l.out)-1].unnumbered = true
			}
		}
	case t.Form == lower.UnionForm && len(t.Union.Parts) == 0:
		var renamed map[*lower.Case]*lower.Case
		if l.version == 0 {
			renamed = l.c.renamedCases(t.Union, today.Union)
		}
		for i := range t.Union.Cases {
			x := &t.Union.Cases[i]
			named := x
			for j := range today.Union.Cases {
				if y := &today.Union.Cases[j]; l.version == 0 && (caseLike(t.Union, y) == x || renamed[y] == x) {
					named = y
					break
				}
			}
			l.add(parent, l.c.caseElement(name, named), &x.Of.Meta)
		}
	}
}

// today is the name of a method in the new version.
func (l *elementList) today(x *lower.Call) string {
	if y := l.c.calls.is[x]; y != nil {
		return y.Method
	}
	return x.Method
}

// errorToday is the name of an error in the new version.
func (l *elementList) errorToday(e *lower.Error) string {
	if y := l.c.declared.is[e]; y != nil {
		return y.Name
	}
	return e.Name
}

// notes compares what elements say of themselves, which is not in messages, and what must
// be agreed before they are sent.
func (c *comparer) notes() {
	carriers := c.carriers()
	for _, x := range c.elements() {
		a, b := x.meta[0], x.meta[1]
		if a == nil || b == nil {
			continue
		}
		at := [2]source.Span{a.Span, b.Span}
		h := &holder{unstable: b.Experimental}
		if !x.inline { // it has the gate of what it is a part of
			c.gateEdit(h, x.name, a, b, carriers)
		}
		if x.unnumbered {
			continue
		}
		if a.Doc != b.Doc && !x.moved {
			c.edit(h, docChanged, x.name, "", "", at)
		}
		if was, is := deprecation(a), deprecation(b); was != is {
			c.edit(h, deprecatedChanged, x.name, was, is, at)
		}
		if !a.Experimental && b.Experimental {
			e := c.edit(h, stabilityLowered, x.name, "stable", "experimental", at)
			e.unstable = false
			e.upkeep(noLongerStable.of())
		}
		if a.Unrecorded != b.Unrecorded {
			c.edit(h, notRecorded, x.name, recording(a), recording(b), at)
		}
		if was, is := noteWords(a), noteWords(b); was != is {
			c.edit(h, noteChanged, x.name, was, is, at)
		}
	}
	c.typeNames()
	c.negotiation()
	c.sessions()
	c.journalEdits()
}

func deprecation(m *model.Meta) string {
	switch d := m.Deprecated; {
	case d == nil:
		return ""
	case d.Use != "":
		return "deprecated: use " + d.Use
	}
	return "deprecated"
}

func recording(m *model.Meta) string {
	if m.Unrecorded {
		return "not recorded"
	}
	return "recorded"
}

func noteWords(m *model.Meta) string {
	var out []string
	if m.Sensitive {
		out = append(out, "sensitive")
	}
	if m.LogTruncate > 0 {
		out = append(out, fmt.Sprintf("logs show %d characters", m.LogTruncate))
	}
	if m.Unit != "" {
		out = append(out, "in "+m.Unit)
	}
	if m.Since != (model.Since{}) {
		out = append(out, "since "+m.Since.Version)
	}
	if len(m.Examples) > 0 {
		out = append(out, fmt.Sprintf("%d examples", len(m.Examples)))
	}
	return strings.Join(out, ", ")
}

// typeNames reports types that were added, removed or renamed.
func (c *comparer) typeNames() {
	for i, t := range c.sides[1].rows.Types {
		d, ok := t.Of.(model.Decl)
		if !ok || t.Name == "" || inline(t) {
			continue
		}
		at, paired := c.partners[i]
		switch {
		case !paired && c.sides[0].rows.Declares(t.Name): // as a name of another type, which is compared where it is used
		case !paired:
			c.edit(nil, typeAdded, t.Name, "", t.Form.String(), [2]source.Span{{}, d.Info().Span})
		case c.sides[0].rows.Types[at].Name != t.Name:
			was := c.sides[0].rows.Types[at]
			c.edit(nil, typeRenamed, t.Name, was.Name, t.Name, [2]source.Span{was.Of.(model.Decl).Info().Span, d.Info().Span})
		}
	}
	for i, t := range c.sides[0].rows.Types {
		d, ok := t.Of.(model.Decl)
		if _, paired := c.pairs[i]; ok && t.Name != "" && !paired && !inline(t) && !c.sides[1].rows.Declares(t.Name) {
			c.edit(nil, typeRemoved, t.Name, t.Form.String(), "", [2]source.Span{d.Info().Span, {}})
		}
	}
}

// negotiation compares how the handshake agrees.
func (c *comparer) negotiation() {
	c.commonVersions()
	c.capabilityPlaces()
	a, b := c.sides[0].proto.Negotiation, c.sides[1].proto.Negotiation
	was, is := negotiationWords(a), negotiationWords(b)
	if was == is {
		return
	}
	var at [2]source.Span
	if a != nil {
		at[0] = a.Span
	}
	if b != nil {
		at[1] = b.Span
	}
	e := c.edit(nil, negotiationChanged, "negotiation", was, is, at)
	both := []int{byClient, byAgent}
	switch {
	case b != nil && b.First && (a == nil || !a.First):
		e.verdict(backward, []int{byClient}, firstRefused.of(), nil)
	case a != nil && a.First && (b == nil || !b.First):
		e.verdict(forward, []int{byClient}, earlyRefused.of(), nil)
	case begins(b) && !begins(a):
		e.verdict(backward, []int{byClient}, handshakeNeeded.of(), nil)
	case begins(a) && !begins(b):
		e.verdict(forward, []int{byClient}, handshakeDropped.of(), nil)
	}
	if a != nil && b == nil && a.Offer != "" {
		e.verdict(backward, both, noVersion.of(), nil)
	}
	if a == nil || b == nil {
		return
	}
	if !c.sameAgreed(a.Offer, b.Offer) || !c.sameAgreed(a.Chosen, b.Chosen) || a.Pick != b.Pick {
		e.verdict(backward, both, versionOtherwise.of(), nil)
	}
	if x, y := a.Features, b.Features; x != nil && y != nil && (!c.sameAgreed(x.Offer, y.Offer) || !c.sameAgreed(x.Chosen, y.Chosen)) {
		e.verdict(backward, both, featureOtherwise.of(), nil)
	}
	if a.Legacy != b.Legacy {
		e.verdict(backward, []int{byClient}, legacyOther.of(), nil)
	}
	x, y := c.sides[0].rows.Session().Handshake, c.sides[1].rows.Session().Handshake
	from := [2][]int{c.sides[0].handshakeAnswerers(), c.sides[1].handshakeAnswerers()}
	c.answered(e, x.Early, y.Early, "a request before the handshake", from)
	c.answered(e, x.None, y.None, "a handshake without a common version", from)
}

// commonVersions compares the versions that peers offer and choose from.
func (c *comparer) commonVersions() {
	old, today := c.sides[0].proto, c.sides[1].proto
	a, b := old.Negotiation, today.Negotiation
	if a == nil || b == nil || a.Offer == "" || b.Offer == "" || a.Pick != b.Pick || slices.Contains(today.Versions, old.Version) {
		return
	}
	e := c.edit(nil, negotiationChanged, "negotiation versions", strings.Join(old.Versions, ", "), strings.Join(today.Versions, ", "), [2]source.Span{a.Span, b.Span})
	both := []int{byClient, byAgent}
	switch common := c.newestCommon(); {
	case a.Pick == "":
		e.verdict(backward, both, versionUnlisted.of(old.Version), nil)
	case common == "":
		e.verdict(backward, both, noCommonVersion.of(), nil)
	default:
		e.verdict(backward, both, commonVersion.of(common), nil)
	}
}

// newestCommon is the newest version that both know, or "".
func (c *comparer) newestCommon() string {
	for _, v := range slices.Backward(c.sides[1].proto.Versions) {
		if slices.Contains(c.sides[0].proto.Versions, v) {
			return v
		}
	}
	return ""
}

// sameAgreed reports whether two paths lead to the same member of the handshake.
func (c *comparer) sameAgreed(was, is string) bool {
	part := func(version int, text string) (head string, of lower.Ref, path []string) {
		m := c.sides[version].proto.Negotiation.Method
		call := c.sides[version].rows.CallNamed(m.Name)
		if head, _, _ = strings.Cut(text, "."); head == "result" {
			return head, call.Result, lower.Inside(m, text)
		}
		return head, call.Params, lower.Inside(m, text)
	}
	if was == "" || is == "" || c.sides[0].proto.Negotiation == nil || c.sides[1].proto.Negotiation == nil {
		return was == is
	}
	from, old, a := part(0, was)
	to, today, b := part(1, is)
	return from == to && c.samePath(old, today, a, b)
}

// begins reports whether every session begins with a handshake.
func begins(n *model.Negotiation) bool { return n != nil && !n.Optional }

// handshakeAnswerers are those who answer the handshake.
func (s *side) handshakeAnswerers() []int {
	return answerers(s.rows.CallNamed(s.proto.Negotiation.Method.Name).From)
}

// capabilityPlaces compares where in the handshake capabilities are.
func (c *comparer) capabilityPlaces() {
	old, today := c.sides[0], c.sides[1]
	for _, y := range today.proto.Capabilities {
		if x := old.capabilities(today.role(y.Role)); x != nil && x.At != y.At && !c.sameAgreed(x.At, y.At) {
			e := c.edit(nil, negotiationChanged, "capabilities of "+y.Role, x.At, y.At, [2]source.Span{x.Span, y.Span})
			e.verdict(backward, []int{byClient, byAgent}, agreedElsewhere.of(), nil)
		}
	}
}

func negotiationWords(n *model.Negotiation) string {
	if n == nil {
		return ""
	}
	out := []string{"by " + n.Method.Name}
	for _, x := range []struct{ word, value string }{{"offer", n.Offer}, {"chosen", n.Chosen}, {"pick", n.Pick}, {"legacy", n.Legacy}} {
		if x.value != "" {
			out = append(out, x.word+" "+x.value)
		}
	}
	if n.Features != nil {
		out = append(out, "features "+n.Features.Offer+" and "+n.Features.Chosen)
	}
	if n.First {
		out = append(out, "first")
	}
	if n.Early != nil {
		out = append(out, "early "+n.Early.Name)
	}
	if n.None != nil {
		out = append(out, "none "+n.None.Name)
	}
	if n.Optional {
		out = append(out, "optional")
	}
	return strings.Join(out, ", ")
}
