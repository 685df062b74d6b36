package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// structs compares objects with declared keys.
func (c *comparer) structs(n *node, h *holder, old, today *lower.Type) {
	a, b := old.Struct, today.Struct
	c.tags(n, h, a, b)
	var gone, come []*lower.Field
	for i := range b.Fields {
		g := &b.Fields[i]
		f := fieldLike(a, b, g)
		if f == nil {
			c.oneField(n, h, g, 1)
			come = append(come, g)
			continue
		}
		c.field(n, h, f, g)
	}
	for i := range a.Fields {
		if f := &a.Fields[i]; partner(b, f) == nil {
			c.oneField(n, h, f, 0)
			gone = append(gone, f)
		}
	}
	c.suggestRename(h, gone, come)
	c.extras(n, h, a, b)
	c.outsideKeys(n, a, b)
	c.groups(n, h, a, b)
}

// suggestRename advises to declare a rename, if one field was removed and one added that is
// declared alike.
func (c *comparer) suggestRename(h *holder, gone, come []*lower.Field) {
	if len(gone) != 1 || len(come) != 1 || fieldWords(c.typeWords(0, gone[0].Type), gone[0]) != fieldWords(c.typeWords(1, come[0].Type), come[0]) {
		return
	}
	was := formerly(gone[0].Name, come[0].Of.Span, "if "+come[0].Name+" is "+gone[0].Name+" under another name, readers of the new version then read both")
	for rule, f := range map[string]*lower.Field{fieldAdded: come[0], fieldRemoved: gone[0]} {
		if e := c.edits[editKey{rule, h.element + "." + f.Name}]; e != nil {
			e.repair = was
		}
	}
}

// fieldLike is the field of the old struct that g, of the new one, is: the one with its name
// or an older one, or the one whose older name g has, unless that has kept its name.
func fieldLike(a, b *lower.Struct, g *lower.Field) *lower.Field {
	f := namesake(a.Fields, g.Name, g.FormerNames, func(f *lower.Field) (string, []string) { return f.Name, f.FormerNames })
	if f != nil && f.Name != g.Name && !slices.Contains(g.FormerNames, f.Name) && b.Field(f.Name) != nil {
		return nil
	}
	return f
}

// partner is the field of the new struct that f is.
func partner(b *lower.Struct, f *lower.Field) *lower.Field {
	a := &lower.Struct{Fields: []lower.Field{*f}}
	for i := range b.Fields {
		if g := &b.Fields[i]; fieldLike(a, b, g) != nil {
			return g
		}
	}
	return nil
}

// oneField compares a field that only one version has: 0 for the old one.
func (c *comparer) oneField(n *node, h *holder, f *lower.Field, version int) {
	element := h.element + "." + f.Name
	at := [2]source.Span{}
	at[version] = f.Of.Span
	words := fieldWords(c.typeWords(version, f.Type), f)
	var e *edit
	if version == 1 {
		e = c.edit(h, fieldAdded, element, "", words, at)
	} else {
		e = c.edit(h, fieldRemoved, element, words, "", at)
	}
	e.unstable = e.unstable || f.Of.Experimental
	dir := direction(version) // in which it is written
	c.through(n, dir, &f.Of.Meta, f.Of.Type, func() { c.extra(n, e, f, dir) })
	c.undeclaredAs(n, e, f, 1-dir)
	if f.Absent != lower.AbsentRefused || hasTag(c.writer(n, 1-dir).Struct, f.Name) {
		return
	}
	missing := n.diff(e, 1-dir, keyMissing.ofKey(f.Name), nil)
	if version == 1 && c.writer(n, 1-dir).Struct.Extra != lower.ExtraTyped { // else the old version may write the key as another type
		missing.mended = true
		e.mend(fieldAdded, optional(f, "make it optional, or give it a default"))
	}
}

// onlyDefault reports whether a field that a version writes has no value but its default.
func (c *comparer) onlyDefault(f *lower.Field, dir direction) bool {
	if f.Default == nil || !c.isSimple(f.Type, dir) {
		return false
	}
	_, other := c.sides[dir].otherThan(f.Type, f.Default.JSON())
	return !other
}

// isSimple reports whether otherThan finds another value of a type if there is one.
func (c *comparer) isSimple(r lower.Ref, dir direction) bool {
	t := c.sides[dir].rows.At(r)
	return isLeaf(t) && contain.Finite(t) != nil || isObject(t) || t.Form == lower.StructForm && takesAny(t.Struct)
}

// undeclaredAs compares what a writer may write under a key as an undeclared one with the
// field that the reader has there.
func (c *comparer) undeclaredAs(n *node, e *edit, f *lower.Field, dir direction) {
	w := c.writer(n, dir)
	if w.Struct.Extra != lower.ExtraTyped || w.Struct.Declares(f.Name) {
		return
	}
	old, today := oriented(dir, *w.Struct.ExtraType, readAs(f))
	var tolerant [2]tolerance
	tolerant[dir] = toleranceOf(c.reader(n, dir).Struct, f)
	n.join(c.node(old, today, &holder{element: e.element, at: e.at, all: e}), edge{dirs: c.dirs(old, today, only(dir)), tolerant: tolerant, wrap: setting(w, f)})
	if w.Struct.ExtraType.OrNull && f.Null == lower.NullRefused {
		n.diff(e, dir, nullRefused.of().tolerated(tolerant[dir]), func(s *side) (string, bool) { return setting(w, f)(s, "null") })
	}
}

// readAs is the type of a field, with null if that may be under the key.
func readAs(f *lower.Field) lower.Ref {
	r := f.Type
	r.OrNull = f.Null != lower.NullRefused
	return r
}

// extra compares a field that is written with a reader that does not declare it.
func (c *comparer) extra(n *node, e *edit, f *lower.Field, dir direction) *diff {
	w, r := c.writer(n, dir), c.reader(n, dir).Struct
	value := showing(w, f)
	if d := c.asFormer(n, e, f, dir); d != nil {
		return d
	}
	switch {
	case hasTag(r, f.Name):
		return nil // it is read as the tag
	case f.Write == lower.WriteNotDefault && c.onlyDefault(f, dir):
		return nil // it is never written
	case r.Extra == lower.ExtraTyped:
		h := &holder{element: e.element, at: e.at, all: e}
		old, today := oriented(dir, f.Type, *r.ExtraType)
		n.join(c.node(old, today, h), edge{dirs: c.dirs(old, today, only(dir)), wrap: setting(w, f)})
		if f.WritesNull() && !c.sides[1-dir].rows.Reads(*r.ExtraType).Has(model.NullValue) {
			return n.diff(e, dir, nullRefused.of(), func(s *side) (string, bool) { return setting(w, f)(s, "null") })
		}
		return n.diff(e, dir, fieldUndeclared.of().at(f.Name), value)
	case r.KeepsKey(f.Name):
		return n.diff(e, dir, fieldUndeclared.of().at(f.Name), value)
	case r.Extra == lower.ExtraRefused:
		return n.diff(e, dir, keyRefused.ofKey(f.Name), value)
	}
	return n.diff(e, dir, fieldDropped.of().at(f.Name), value)
}

// field compares a field of both versions.
func (c *comparer) field(n *node, h *holder, f, g *lower.Field) {
	inner := &holder{
		element: h.element + "." + g.Name, at: [2]source.Span{f.Of.Span, g.Of.Span}, all: h.all, quiet: h.quiet,
		unstable: h.unstable || g.Of.Experimental,
	}
	var renamed *edit
	if f.Name != g.Name {
		renamed = c.edit(inner, fieldRenamed, inner.element, f.Name, g.Name, inner.at)
	}
	var dirs [2]bool
	for _, dir := range directions {
		w, r := oriented(dir, f, g)
		if renamed != nil {
			c.undeclaredAs(n, renamed, r, dir)
			if t := c.writer(n, dir); t.Struct.Extra == lower.ExtraTyped && !t.Struct.Declares(r.Name) {
				n.diff(renamed, dir, readAsField.of(), func(s *side) (string, bool) {
					inner, ok := s.otherThan(*t.Struct.ExtraType, s.valueOf(w)) // what is read is then another value
					text, made := s.with(t, r.Name, inner)
					return text, ok && made
				})
			}
		}
		if w.Name != r.Name && !slices.Contains(r.FormerNames, w.Name) {
			c.unreadable(n, renamed, w, r, dir)
			continue
		}
		dirs[dir] = true
		c.absent(n, inner, f, g, dir)
		c.through(n, dir, &w.Of.Meta, nil, func() { c.nulls(n, inner, f, g, dir) })
	}
	c.presence(n, inner, f, g)
	c.formerNames(inner, f, g)
	to := edge{
		dirs: c.dirs(readAs(f), readAs(g), dirs), tolerant: [2]tolerance{toleranceOf(c.row(n, 1).Struct, g), toleranceOf(c.row(n, 0).Struct, f)},
		wrap: c.settingEither(n, f, g),
	}
	join := func() { n.join(c.node(f.Type, g.Type, c.holderAt(inner, f.Of.Type, g.Of.Type)), to) }
	if !f.AlwaysWritten() && !g.AlwaysWritten() {
		c.through(n, backward, &f.Of.Meta, f.Of.Type, func() {
			c.through(n, forward, &g.Of.Meta, g.Of.Type, join)
		})
	} else { // what is always written is, whatever the gate says
		join()
	}
}

// unreadable compares a field with a reader that knows it only by another name.
func (c *comparer) unreadable(n *node, e *edit, w, r *lower.Field, dir direction) {
	if r.Absent == lower.AbsentRefused {
		n.diff(e, dir, keyMissing.ofKey(r.Name), nil)
		return
	}
	c.extra(n, e, w, dir)
	if r.Absent != lower.AbsentDefault || defaultIsUnset(r) {
		return
	}
	other, ok := c.sides[dir].otherThan(w.Type, r.Default.JSON())
	if !ok && c.isSimple(w.Type, dir) {
		return // it has no other value
	}
	n.diff(e, dir, readAsDefault.of(r.Default.JSON()), func(s *side) (string, bool) {
		text, set := setting(c.writer(n, dir), w)(s, other)
		return text, ok && set
	})
}

// presence registers the edits of how a field may be absent, null or unset, which the
// comparison of each direction has given verdicts to.
func (c *comparer) presence(n *node, h *holder, f, g *lower.Field) {
	if f.Default != nil && g.Default != nil && f.Default.JSON() != g.Default.JSON() && !(c.sameDefault(f, g, backward) && c.sameDefault(f, g, forward)) {
		e := c.edit(h, fieldDefault, h.element, f.Default.JSON(), g.Default.JSON(), h.at)
		for _, dir := range directions {
			if c.sameDefault(f, g, dir) {
				continue
			}
			w, r := oriented(dir, f, g)
			n.diff(e, dir, otherDefault.of(w.Default.JSON(), r.Default.JSON()), func(s *side) (string, bool) { return s.without(c.writer(n, dir), w.Name) }).byHand = true
		}
	}
	if rule := c.presenceRule(f, g); rule != "" {
		e := c.presenceEdit(h, rule, f, g)
		for _, dir := range directions {
			w, r := oriented(dir, f, g)
			if w.Absent == lower.AbsentRefused && r.Absent != lower.AbsentRefused {
				n.wider = append(n.wider, wider{e, dir, func(s *side) (string, bool) { return s.least(c.reader(n, dir), r.Name) }})
			}
		}
	}
}

// sameDefault reports whether a reader takes the default of the version that writes for its own: both are what it reads of
// them, with the defaults of their members. What else differs, such as a member that it does not declare, is a difference of
// the type, and is found there.
func (c *comparer) sameDefault(f, g *lower.Field, dir direction) bool {
	w, r := oriented(dir, f, g)
	s := c.sides[1-dir]
	t := s.rows.At(r.Type).Of
	meant, _ := s.read(w.Default.JSON(), t)
	own, _ := s.read(r.Default.JSON(), t)
	return meant.Err == nil && own.Err == nil && len(meant.Dropped) == 0 && whole(meant.Value) == whole(own.Value)
}

// presenceEdit is the edit of how a field is declared.
func (c *comparer) presenceEdit(h *holder, rule string, f, g *lower.Field) *edit {
	return c.edit(h, rule, h.element, fieldWords(c.typeWords(0, f.Type), f), fieldWords(c.typeWords(1, g.Type), g), h.at)
}

// presenceRule is the rule for a change of how a field may be absent or null; "" if
// there is none.
func (c *comparer) presenceRule(f, g *lower.Field) string {
	null := !c.becomesAny(f, g)
	switch {
	case f.Absent != lower.AbsentRefused && g.Absent == lower.AbsentRefused:
		return fieldRequired
	case f.Absent == lower.AbsentRefused && g.Absent != lower.AbsentRefused:
		return fieldOptional
	case f.Absent != g.Absent:
		return fieldDefault
	case null && f.Null == lower.NullRefused && g.Null != lower.NullRefused:
		return nowNullable
	case null && f.Null != lower.NullRefused && g.Null == lower.NullRefused:
		return notNullable
	case null && f.Null != g.Null, f.Write != g.Write, f.MustSet != g.MustSet, f.Patch != g.Patch:
		return fieldAbsence
	case f.OnError != g.OnError:
		return fieldTolerance
	}
	return ""
}

// becomesAny reports whether a field has any value in one version only: null is one of
// them, and part of the edit of the type.
func (c *comparer) becomesAny(f, g *lower.Field) bool {
	return isAny(c.sides[0].rows.At(f.Type)) != isAny(c.sides[1].rows.At(g.Type))
}

// fieldWords is how a field is declared.
func fieldWords(typ string, f *lower.Field) string {
	words := typ
	switch {
	case f.Default != nil:
		words += " = " + f.Default.JSON()
	case f.Absent == lower.AbsentUnset:
		words += ", optional"
	default:
		words += ", required"
	}
	switch f.Write {
	case lower.WriteNullUnset:
		words += ", null while unset"
	case lower.WriteNotDefault:
		words += ", left out while it is the default"
	}
	if f.MustSet {
		words += ", always written"
	}
	if f.Patch {
		words += ", null removes it"
	}
	if f.OnError == lower.OnErrorUnset {
		words += ", tolerant"
	}
	return words
}

// absent compares an object whose writer left the key out with how it is read.
func (c *comparer) absent(n *node, h *holder, f, g *lower.Field, dir direction) {
	w, r := oriented(dir, f, g)
	filled := w.Absent == lower.AbsentDefault && !w.Omittable() // a peer that leaves it out counts on the reader
	if !filled && !w.Omittable() || w.MustSet {
		return
	}
	say := func(rule string, j judgement) {
		e := c.presenceEdit(h, rule, f, g)
		if filled {
			j = j.when("a peer that leaves it out means " + w.Default.JSON() + ", and ")
		}
		d := n.diff(e, dir, j, func(s *side) (string, bool) { return s.without(c.writer(n, dir), w.Name) })
		d.byHand, d.values = filled, structWithout(c.writer(n, dir), w)
		switch {
		case dir == forward:
		case w.Absent != lower.AbsentDefault:
			e.mend(fieldRequired, optional(g, "keep it optional, and check it where it is used"))
		case accepts(c.sides[1], c.sides[1].rows.At(g.Type), w.Default.JSON()):
			e.mend(fieldRequired, defaulted(g, w.Default.JSON()))
		}
	}
	rule := c.presenceRule(f, g)
	if rule == "" || rule == fieldTolerance {
		rule = fieldDefault
	}
	switch {
	case r.Absent == lower.AbsentRefused:
		say(rule, keyMissing.ofKey(r.Name))
	case w.Absent == lower.AbsentUnset && r.Absent == lower.AbsentDefault && !defaultIsUnset(r):
		say(rule, unsetAsDefault.of(r.Default.JSON()))
	case filled && (r.Absent == lower.AbsentDefault || w.Default.JSON() == "null"):
	case filled:
		say(rule, readAsUnset.of())
	case w.Absent == lower.AbsentDefault && r.Absent == lower.AbsentUnset && !defaultIsUnset(w):
		say(rule, defaultAsUnset.of(w.Default.JSON()))
	}
}

// structWithout is the type of the objects of a struct that do not have a key.
func structWithout(t *lower.Type, f *lower.Field) model.Type {
	of, ok := t.Of.(*model.Struct)
	if !ok || t.Struct.Group(f.Name) != nil {
		return nil
	}
	less := *of
	less.Fields = slices.DeleteFunc(slices.Clone(of.Fields), func(x *model.Field) bool { return x == f.Of })
	return &less
}

// defaultIsUnset reports whether the default of a field is null, which says no more than
// that the field is not set, unless null is a value like any other of its type.
func defaultIsUnset(f *lower.Field) bool { return f.Type.OrNull && f.Default.JSON() == "null" }

// nulls compares a null under the key with how it is read.
func (c *comparer) nulls(n *node, h *holder, f, g *lower.Field, dir direction) {
	w, r := oriented(dir, f, g)
	if c.becomesAny(f, g) || !w.WritesNull() {
		return
	}
	say := func(j judgement) {
		rule := c.presenceRule(f, g)
		if rule == "" {
			rule = fieldAbsence
		}
		e := c.presenceEdit(h, rule, f, g)
		n.diff(e, dir, j, func(s *side) (string, bool) { return setting(c.writer(n, dir), w)(s, "null") })
		if typ := c.sides[1].rows.At(g.Type); dir == backward && j.level.refuses() && (rule == fieldRequired || rule == notNullable) && typ.Form != lower.LiteralForm {
			e.mend(rule, nullable(g, c.typeWords(1, g.Type), rule == fieldRequired))
		}
	}
	switch {
	case r.Null == lower.NullRefused && r.OnError == lower.OnErrorUnset:
		say(nullPassedOver.of().tolerated(toleranceOf(c.reader(n, dir).Struct, r)))
	case r.Null == lower.NullRefused:
		say(nullRefused.of())
	case w.Null == r.Null && w.Patch == r.Patch:
	case r.Null == lower.NullAsAbsent && r.Absent == lower.AbsentDefault:
		say(nullAsDefault.of(r.Default.JSON()))
	case w.Patch != r.Patch && c.nullInGroup(n, h, w, r, dir):
	case w.Patch && !r.Patch:
		say(removalAsNone.of())
	case r.Patch && !w.Patch:
		say(noneAsRemoval.of())
	}
}

// nullInGroup compares a null in a group of fields, where it counts as present if it
// removes a value, and reports whether a group of the reader is broken by that.
func (c *comparer) nullInGroup(n *node, h *holder, w, r *lower.Field, dir direction) bool {
	t := c.writer(n, dir)
	g, own := c.reader(n, dir).Struct.Group(r.Name), t.Struct.Group(w.Name)
	if g == nil || own == nil || w.Patch && !g.Rule.NeedsOne() || r.Patch && g.Rule.AllowsSeveral() {
		return false
	}
	var others []string
	for _, name := range own.Fields {
		if name != w.Name && r.Patch && len(others) == 0 {
			others = append(others, name)
		}
	}
	e := c.edit(h, fieldAbsence, h.element, fieldWords("null", w), fieldWords("null", r), h.at)
	n.diff(e, dir, nullInGroup.of(), func(s *side) (string, bool) {
		text, ok := s.exactly(t, own.Fields, others)
		return set(text, w.Name, "null"), ok
	})
	return true
}

// extras compares the policies for undeclared keys. A version that kept them passes them
// on, so that refusing them breaks what it writes.
func (c *comparer) extras(n *node, h *holder, a, b *lower.Struct) {
	if a.Extra == b.Extra {
		if a.ExtraType != nil {
			c.items(n, h, *a.ExtraType, *b.ExtraType, [2]tolerance{}, func(s *side, inner string) (string, bool) {
				return s.with(c.row(n, c.version(s)), undeclaredKey(a, b), inner)
			})
		}
		return
	}
	e := c.edit(h, structExtra, h.element, a.Extra.String()+" undeclared keys", b.Extra.String()+" undeclared keys", h.at)
	undeclared := func(s *side) (string, bool) {
		value, ok := `[[]]`, true
		if a.ExtraType != nil {
			value, ok = s.small(*a.ExtraType)
		}
		text, made := s.with(c.row(n, c.version(s)), undeclaredKey(a, b), value)
		return text, ok && made
	}
	switch {
	case b.Extra == lower.ExtraRefused:
		n.diff(e, backward, extraRefused.of(), undeclared).byHand = true
	case b.Extra == lower.ExtraTyped && a.Extra.Written():
		n.diff(e, backward, extraOtherType.of(), undeclared)
	case b.Extra == lower.ExtraKept && a.Extra == lower.ExtraTyped:
		n.diff(e, backward, extraUntyped.of(), func(s *side) (string, bool) {
			inner, ok := s.small(*a.ExtraType)
			text, set := s.with(c.row(n, 0), "other", inner)
			return text, ok && set
		})
	case b.Extra == lower.ExtraIgnored && a.Extra.Written():
		n.diff(e, backward, extraDropped.of(), undeclared)
	}
	if b.Extra == lower.ExtraTyped { // a writer of this version sets them
		typed := func(s *side) (string, bool) {
			inner, ok := s.small(*b.ExtraType)
			text, set := s.with(c.row(n, 1), undeclaredKey(a, b), inner)
			return text, ok && set
		}
		if a.Extra == lower.ExtraRefused {
			n.diff(e, forward, typedKeyRefused.of(), typed)
		} else {
			n.diff(e, forward, typedKeyDropped.of(), typed)
		}
	}
}

// undeclaredKey is a key that neither of two structs declares.
func undeclaredKey(a, b *lower.Struct) string {
	return contain.Fresh(func(key string) bool { return a.Field(key) != nil || b.Field(key) != nil })
}

// maxGroup is the number of fields of a group of which all combinations are tried.
const maxGroup = 12

// groups compares the rules about how many of some fields are present.
func (c *comparer) groups(n *node, h *holder, a, b *lower.Struct) {
	for _, dir := range directions {
		w, r := oriented(dir, a, b)
		for i := range r.Groups {
			group := &r.Groups[i]
			if slices.ContainsFunc(w.Groups, func(x lower.Group) bool { return x.Words == group.Words }) {
				continue
			}
			e := c.edit(h, groupChanged, h.element, groupWords(a), groupWords(b), h.at)
			switch set, found := c.breaks(w, r, group); {
			case len(group.Fields) > maxGroup:
				n.diff(e, dir, undecided.of(), nil)
			case found:
				n.diff(e, dir, groupBroken.of(group.Words), func(s *side) (string, bool) {
					return s.exactly(c.writer(n, dir), group.Fields, set)
				})
			}
		}
	}
}

func groupWords(s *lower.Struct) string {
	var out []string
	for _, g := range s.Groups {
		out = append(out, g.Words)
	}
	if out == nil {
		return "no groups"
	}
	return names.List(out, "and")
}

// breaks finds fields that a writer may set, and no others of a group of the reader, so
// that the group is broken.
func (c *comparer) breaks(w, r *lower.Struct, group *lower.Group) (set []string, found bool) {
	if len(group.Fields) > maxGroup {
		return nil, false
	}
	for bits := range 1 << len(group.Fields) {
		set = set[:0]
		for i, name := range group.Fields {
			if bits>>i&1 == 1 {
				set = append(set, name)
			}
		}
		fits := (len(set) > 0 || !group.Rule.NeedsOne()) && (len(set) < 2 || group.Rule.AllowsSeveral())
		if !fits && writes(w, group.Fields, set) {
			return slices.Clone(set), true
		}
	}
	return nil, false
}

// writes reports whether a writer may set some fields and leave out the others of a list.
func writes(w *lower.Struct, of, set []string) bool {
	for _, name := range of {
		f, has := w.Field(name), slices.Contains(set, name)
		if f == nil && has || f != nil && !has && !f.Omittable() && f.Null != lower.NullUnset {
			return false
		}
	}
	for _, g := range w.Groups {
		least, most := 0, 0 // of its fields that are set
		for _, name := range g.Fields {
			if slices.Contains(set, name) {
				least++
				most++
			} else if !slices.Contains(of, name) {
				most++
			}
		}
		if least > 1 && !g.Rule.AllowsSeveral() || most == 0 && g.Rule.NeedsOne() {
			return false
		}
	}
	return true
}
