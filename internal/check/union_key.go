package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// pickKeys finds for each variant of u the key that tells it: a required field
// that no later variant declares. The last one may do without.
func (c *checker) pickKeys(u *model.Union) {
	for _, v := range u.Variants {
		if v.Type == invalid {
			return
		}
	}
	declaring := map[string][]int{} // the variants that declare a key
	for i, v := range u.Variants {
		for _, key := range c.rows.keysOf(v).Keys() {
			declaring[key] = append(declaring[key], i)
		}
	}
	for i, v := range u.Variants {
		if v.Key != "" {
			c.pinnedKey(u, i, declaring)
			continue
		}
		for _, key := range alwaysKeys(c.rows.keysOf(v)) {
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

// rows are the rows of structs that proofs ask for, each made once. The fields
// of all structs and what they carry are known by then.
type rows map[*model.Struct]*lower.Struct

func (r rows) of(s *model.Struct) *lower.Struct {
	if r[s] == nil {
		row := lower.StructOf(s)
		r[s] = &row
	}
	return r[s]
}

// keysOf is the struct that a variant told by a key is.
func (r rows) keysOf(v *model.Variant) *lower.Struct {
	return r.of(model.Resolve(v.Type).(*model.Struct))
}

// alwaysKeys are the keys without which a reader refuses a message of s, under
// the one name that they have.
func alwaysKeys(s *lower.Struct) []string {
	var out []string
	for _, f := range s.Fields {
		if f.Absent == lower.AbsentRefused && len(f.Was) == 0 {
			out = append(out, f.Name)
		}
	}
	for _, tag := range s.Tags {
		if !tag.Implied {
			out = append(out, tag.Key)
		}
	}
	return out
}

// hasOwnKey reports whether v always has a key that other does not declare.
func (r rows) hasOwnKey(v, other *model.Variant) bool {
	return slices.ContainsFunc(alwaysKeys(r.keysOf(v)), func(key string) bool { return !r.keysOf(other).Declares(key) })
}

// pinnedKey checks a key that the spec names for the variant i of u.
func (c *checker) pinnedKey(u *model.Union, i int, declaring map[string][]int) {
	v := u.Variants[i]
	at, s := c.variantAt[v].Key.Span, c.rows.keysOf(v)
	f := s.Field(v.Key)
	switch {
	case slices.Contains(alwaysKeys(s), v.Key):
	case f == nil:
		c.error(diag.UnionKeyUnknown, at, fmt.Sprintf("%q has no field %q", s.Of, v.Key), choose(v.Key, "its fields are ", fieldNames(s.Of)))
		return
	case !f.AlwaysWritten():
		c.error(diag.UnionKeyUnknown, at, fmt.Sprintf("the field %q may be left out, so that nothing tells %q then", v.Key, s.Of), "name a key that is always written").
			WithRelated(f.Of.Span, "the field stands here")
		return
	}
	for _, j := range declaring[v.Key] {
		if j > i {
			c.values = append(c.values, func() {
				c.caught(u, i, j, fmt.Sprintf("%q is told by %q, which %q has too", s.Of, v.Key, u.Variants[j].Type))
			})
			return
		}
	}
}

// keyOverlap reports that no key tells the variant i of u from a later one,
// with a value that both accept.
func (c *checker) keyOverlap(u *model.Union, i int) {
	s := u.Variants[i].Type
	keys := alwaysKeys(c.rows.keysOf(u.Variants[i]))
	other := i + 1
	for j := i + 1; j < len(u.Variants); j++ {
		t := c.rows.keysOf(u.Variants[j])
		if slices.ContainsFunc(keys, func(k string) bool { return t.Declares(k) }) {
			other = j
			break
		}
	}
	message := fmt.Sprintf("no required field tells %q from %q", s, u.Variants[other].Type)
	if len(keys) == 0 {
		message = fmt.Sprintf("%q has no required field to be told by", s)
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
	case c.rows.hasOwnKey(b, a):
		help = fmt.Sprintf("put %q before %q", b.Type, a.Type)
	case !c.rows.covers(a.Type, b.Type):
		help += "; or let the first one count that reads the value: match: ordered"
	}
	c.error(diag.UnionKeyOverlap, c.spanOf(a), message, help).WithRelated(c.spanOf(b), "the later variant")
}
