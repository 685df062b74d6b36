package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
)

// pickKeys finds for each variant of u the key that tells it: a required field
// that no later variant declares. The last one may do without.
func (c *checker) pickKeys(u *model.Union) {
	for _, v := range u.Variants {
		if v.Type == c.bad {
			return
		}
	}
	declaring := map[string][]int{} // the variants that declare a key
	for i, v := range u.Variants {
		for _, key := range declaredKeys(structOf(v)) {
			declaring[key] = append(declaring[key], i)
		}
	}
	for i, v := range u.Variants {
		if v.Key != "" {
			c.pinnedKey(u, i, declaring)
			continue
		}
		for _, key := range alwaysKeys(structOf(v)) {
			if list := declaring[key]; len(list) == 1 || v.Key == "" && list[len(list)-1] == i {
				v.Key = key
				if len(list) == 1 {
					break
				}
			}
		}
		if v.Key == "" && i < len(u.Variants)-1 {
			c.values = append(c.values, func() { c.keyOverlap(u, i) })
		}
	}
}

// declaredKeys are the keys that a message of s may have: tags, fields and the
// older names of fields.
func declaredKeys(s *model.Struct) []string {
	var out []string
	for _, tag := range tagsOf(s) {
		out = append(out, tag.Key)
	}
	for _, f := range s.Fields {
		out = append(append(out, f.Name), f.Was...)
	}
	return out
}

// structOf is the struct that a variant told by a key is.
func structOf(v *model.Variant) *model.Struct { return model.Resolve(v.Type).(*model.Struct) }

// ownKey is the first key that v always has and none of others declares, or "".
func ownKey(v *model.Variant, others []*model.Variant) string {
	for _, key := range alwaysKeys(structOf(v)) {
		if !slices.ContainsFunc(others, func(o *model.Variant) bool { return declares(structOf(o), key) }) {
			return key
		}
	}
	return ""
}

// alwaysKeys are the keys without which a reader refuses a message of s, under
// the one name that they have.
func alwaysKeys(s *model.Struct) []string {
	var out []string
	for _, f := range s.Fields {
		if f.Required() && len(f.Was) == 0 {
			out = append(out, f.Name)
		}
	}
	for _, tag := range tagsOf(s) {
		if !tag.Optional() {
			out = append(out, tag.Key)
		}
	}
	return out
}

// declares tells whether a message of s may have a key, as a tag, a field or
// the older name of one.
func declares(s *model.Struct, key string) bool {
	return slices.ContainsFunc(tagsOf(s), func(t *model.StructTag) bool { return t.Key == key }) ||
		slices.ContainsFunc(s.Fields, func(f *model.Field) bool { return f.Name == key || slices.Contains(f.Was, key) })
}

// pinnedKey checks a key that the spec names for the variant i of u.
func (c *checker) pinnedKey(u *model.Union, i int, declaring map[string][]int) {
	v := u.Variants[i]
	at, s := c.variantAt[v].Key.Span, structOf(v)
	f := slices.IndexFunc(s.Fields, func(f *model.Field) bool { return f.Name == v.Key })
	switch {
	case slices.Contains(alwaysKeys(s), v.Key):
	case f < 0:
		var known []string
		for _, f := range s.Fields {
			known = append(known, f.Name)
		}
		c.error(diag.UnionKeyUnknown, at, fmt.Sprintf("%q has no field %q", s.Name, v.Key), choose(v.Key, "its fields are ", known))
		return
	case !alwaysWritten(s.Fields[f]):
		c.error(diag.UnionKeyUnknown, at, fmt.Sprintf("the field %q may be left out, so that nothing tells %q then", v.Key, s.Name), "name a key that is always written").
			WithRelated(s.Fields[f].Span, "the field stands here")
		return
	}
	for _, j := range declaring[v.Key] {
		if j > i {
			c.values = append(c.values, func() {
				c.caught(u, i, j, fmt.Sprintf("%q is told by %q, which %q has too", s.Name, v.Key, u.Variants[j].Type))
			})
			return
		}
	}
}

// alwaysWritten tells whether an author of this version always writes a field.
func alwaysWritten(f *model.Field) bool {
	return f.WriteRequired || f.WriteNull || !f.Optional && !f.OmitDefault
}

// keyOverlap reports that no key tells the variant i of u from a later one,
// with a value that both accept.
func (c *checker) keyOverlap(u *model.Union, i int) {
	s := structOf(u.Variants[i])
	keys := alwaysKeys(s)
	other := i + 1
	for j := i + 1; j < len(u.Variants); j++ {
		t := structOf(u.Variants[j])
		if slices.ContainsFunc(keys, func(k string) bool { return declares(t, k) }) {
			other = j
			break
		}
	}
	message := fmt.Sprintf("no required field tells %q from %q", s.Name, u.Variants[other].Type)
	if len(keys) == 0 {
		message = fmt.Sprintf("%q has no required field to be told by", s.Name)
	}
	c.caught(u, i, other, message)
}

// caught reports that messages of the variant j of u are read as the variant i.
func (c *checker) caught(u *model.Union, i, j int, message string) {
	a, b := u.Variants[i], u.Variants[j]
	if v, ok := bothAccept(a.Type, b.Type); ok {
		message += fmt.Sprintf(": %s fits each of them", v)
	}
	help := "give it a required field of its own, or tell them apart by a tag: union: {tag: type}"
	switch {
	case ownKey(b, []*model.Variant{a}) != "":
		help = fmt.Sprintf("put %q before %q", b.Type, a.Type)
	case !covers(a.Type, b.Type):
		help += "; or let the first one count that reads the value: match: ordered"
	}
	c.error(diag.UnionKeyOverlap, c.spanOf(a), message, help).WithRelated(c.spanOf(b), "the later variant")
}
