package specfuzz

import "slices"

// A group is a rule about how many of some optional fields are present.
type group struct {
	rule   string
	fields []string
}

// groups adds rules about the optional fields of a struct to its body, and to those
// that it has.
func (g *gen) groups(body *Node, fields []member, has *[]group) {
	var free []string
	for _, f := range fields {
		if f.optional && groupOf(*has, f.name) == nil {
			free = append(free, f.name)
		}
	}
	rules := list()
	for len(free) > 1 && g.chance(0.35) {
		n := min(len(free), 2+g.r.IntN(3))
		of := group{pick(g, "at_least_one", "at_most_one", "exactly_one"), slices.Clone(free[:n])}
		free = free[n:]
		if g.chance(0.3) {
			slices.Reverse(of.fields)
		}
		*has = append(*has, of)
		rules.Items = append(rules.Items, mapping(of.rule, words(of.fields)))
	}
	if len(rules.Items) > 0 {
		body.put("present", rules)
	}
}

// groupOf returns the group that a field is in, or nil.
func groupOf(groups []group, field string) *group {
	i := slices.IndexFunc(groups, func(of group) bool { return slices.Contains(of.fields, field) })
	if i < 0 {
		return nil
	}
	return &groups[i]
}

// set returns the fields of groups that a value has, by name; false if some group needs
// a field and none of its fields has a known value.
func (g *gen) set(fields []member, groups []group, depth int) (values map[string]*Node, ok bool) {
	values = map[string]*Node{}
	for _, of := range groups {
		found := 0
		for _, f := range fields {
			if !slices.Contains(of.fields, f.name) || f.typ == nil || found > 0 && (of.rule != "at_least_one" || g.chance(0.5)) {
				continue
			}
			if v := g.present(f, depth); v != nil {
				values[f.name] = v
				found++
			}
		}
		if found == 0 && of.rule != "at_most_one" {
			return nil, false
		}
	}
	return values, true
}

// present returns a value of a field that is not null, or nil if none is found.
func (g *gen) present(f member, depth int) *Node {
	for range 4 {
		if v := g.value(f.typ, depth+1); v != nil && (v.Kind != Raw || v.Text != "null") {
			return v
		}
	}
	return nil
}
