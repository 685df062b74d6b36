package codec

import "strconv"

// This file checks groups: rules about how many of some fields of a struct are set.

// Group fails unless the rule allows the number of true values in set, which has one value per
// field of the group.
func (d *Decoder) Group(rule Rule, set ...bool) {
	if !rule.allows(count(set)) {
		d.Fail()
	}
}

// CheckGroup returns an error unless the rule of a group of the struct id allows the number of
// true values in set, which has one value per field of the group. group is its index.
func (t *Table) CheckGroup(id TypeID, group int, set ...bool) error {
	typ := t.typ(id)
	if g := &typ.Groups[group]; !g.Rule.allows(count(set)) {
		return refused(typ.groupWords(g), typ.foundWords(g, set), CodeValue)
	}
	return nil
}

func count(set []bool) int {
	n := 0
	for _, is := range set {
		if is {
			n++
		}
	}
	return n
}

// groupWords describes what a group expects.
func (typ *Type) groupWords(g *Group) string {
	rule := [...]string{AtLeastOne: "at least one", AtMostOne: "at most one", ExactlyOne: "exactly one"}[g.Rule]
	var names []string
	for _, i := range g.Fields {
		names = append(names, typ.Fields[i].Name)
	}
	return rule + " of the keys " + keyList(names)
}

// foundWords describes which keys of a group are set.
func (typ *Type) foundWords(g *Group, set []bool) words {
	var names []string
	for i, is := range set {
		if is {
			names = append(names, typ.Fields[g.Fields[i]].Name)
		}
	}
	if len(names) == 0 {
		return words{"none of them", "none of them"}
	}
	return words{"the keys " + keyList(names), strconv.Itoa(len(names)) + " keys"}
}

func keyList(names []string) string {
	var out []byte
	for i, name := range names {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = AppendString(out, name)
	}
	return string(out)
}

// groups checks the groups of the object at v, whose slots begin at base.
func (p *tableReader) groups(v place, typ *Type, base int) *Error {
	if len(typ.Groups) == 0 {
		return nil
	}
	isSet := p.setFields(typ, base)
	for i := range typ.Groups {
		g := &typ.Groups[i]
		set := make([]bool, len(g.Fields))
		for i, field := range g.Fields {
			set[i] = isSet[field]
		}
		if !g.Rule.allows(count(set)) {
			return p.wrongWords(v, typ.groupWords(g), typ.foundWords(g, set))
		}
	}
	return nil
}

// setFields returns, for each field, whether the object whose slots begin at base sets it.
func (p *tableReader) setFields(typ *Type, base int) []bool {
	out := make([]bool, len(typ.Fields))
	slot := base + typ.tagCount()
	for i := range typ.Fields {
		f := &typ.Fields[i]
		next := slot + 1 + len(f.FormerNames)
		for ; slot < next && p.slots[slot].pos == 0; slot++ {
		}
		out[i] = slot < next && (f.NullIsSet || p.data[p.slots[slot].pos] != 'n')
		slot = next
	}
	return out
}
