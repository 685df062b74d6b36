package check

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// tellVariants proves that the variants of unions without tags can be distinguished.
// The keys are chosen first, because the values that a variant accepts depend on
// them.
func tellVariants(d *draft) {
	p := &proofs{draft: d, rows: rows{}}
	for u := range all[*model.Union](d) {
		if lower.ByOf(u) == lower.ByKey {
			p.pickKeys(u)
		}
	}
	for u := range all[*model.Union](d) {
		switch lower.ByOf(u) {
		case lower.ByKind:
			p.checkOverlap(u)
		case lower.ByOrder:
			p.checkOrder(u)
		}
	}
	for _, m := range p.misread {
		p.reportMisread(m)
	}
}

// proofs is the state of tellVariants.
type proofs struct {
	*draft
	rows       rows
	components map[model.Decl]int // strongly connected types have the same number; nil until it is needed
	misread    []misreading
}

// A misreading reports that messages of a variant are read as an earlier one.
type misreading struct {
	as, of  *model.Variant
	message string
}

// pickKeys chooses the key that identifies each variant of u: a required field that
// no later variant declares. The last variant needs none.
func (p *proofs) pickKeys(u *model.Union) {
	for _, v := range u.Variants {
		if v.Type == invalid {
			return
		}
	}
	declaring := map[string][]int{} // the variants that declare a key
	for i, v := range u.Variants {
		for _, key := range p.rows.keysOf(v).Keys() {
			declaring[key] = append(declaring[key], i)
		}
	}
	for i, v := range u.Variants {
		if v.Key != "" {
			p.pinnedKey(u, i, declaring)
			continue
		}
		for _, key := range alwaysKeys(p.rows.keysOf(v)) {
			if list := declaring[key]; len(list) == 1 || v.Key == "" && list[len(list)-1] == i {
				v.Key = key
				if len(list) == 1 {
					break
				}
			}
		}
		if v.Key == "" && i < len(u.Variants)-1 {
			p.noKey(u, i)
		}
	}
}

// rows caches the rows of structs. The fields and tags of all structs are complete
// when it is used.
type rows map[*model.Struct]*lower.Struct

func (r rows) of(s *model.Struct) *lower.Struct {
	if r[s] == nil {
		row := lower.StructOf(s)
		r[s] = &row
	}
	return r[s]
}

// keysOf is the struct of a variant of a union by key.
func (r rows) keysOf(v *model.Variant) *lower.Struct {
	return r.of(model.Resolve(v.Type).(*model.Struct))
}

// alwaysKeys are the keys without which a reader refuses a message of s, under
// the one name that they have.
func alwaysKeys(s *lower.Struct) []string {
	var out []string
	for _, f := range s.Fields {
		if f.Absent == lower.AbsentRefused && len(f.FormerNames) == 0 {
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
func (p *proofs) pinnedKey(u *model.Union, i int, declaring map[string][]int) {
	v := u.Variants[i]
	at, s := p.variants[v].Key.Span, p.rows.keysOf(v)
	f := s.Field(v.Key)
	if f != nil {
		p.uses(at, f.Of.Span)
	}
	switch {
	case slices.Contains(alwaysKeys(s), v.Key):
	case f == nil:
		p.advise(diag.UnionKeyUnknown, at, fmt.Sprintf("%q has no field %q", s.Of, v.Key), choose(at, v.Key, "its fields are ", fieldNames(s.Of)))
		return
	case !f.AlwaysWritten():
		p.error(diag.UnionKeyUnknown, at, fmt.Sprintf("the field %q may be left out, so it cannot identify %q", v.Key, s.Of), "name a key that is always written").
			WithRelated(f.Of.Span, "the field is declared here")
		return
	}
	for _, j := range declaring[v.Key] {
		if j > i {
			w := u.Variants[j]
			p.misread = append(p.misread, misreading{v, w, fmt.Sprintf("%q is identified by %q, which %q has as well", s.Of, v.Key, w.Type)})
			return
		}
	}
}

// noKey records that no key distinguishes the variant i of u from a later one.
func (p *proofs) noKey(u *model.Union, i int) {
	v, w := u.Variants[i], u.Variants[i+1]
	keys := alwaysKeys(p.rows.keysOf(v))
	for _, later := range u.Variants[i+1:] {
		t := p.rows.keysOf(later)
		if slices.ContainsFunc(keys, func(k string) bool { return t.Declares(k) }) {
			w = later
			break
		}
	}
	message := fmt.Sprintf("no required field distinguishes %q from %q", v.Type, w.Type)
	if len(keys) == 0 {
		message = fmt.Sprintf("%q has no required field to identify it", v.Type)
	}
	p.misread = append(p.misread, misreading{v, w, message})
}

// reportMisread reports a misreading, with a value that both variants accept.
func (p *proofs) reportMisread(m misreading) {
	message := m.message
	if v, ok := bothAccept(m.as.Type, m.of.Type); ok {
		message += fmt.Sprintf(": both accept %s", v)
	}
	help := "give it a required field that the other does not have, or distinguish them by a tag: union: {tag: type}"
	switch {
	case p.rows.hasOwnKey(m.of, m.as):
		help = fmt.Sprintf("put %q before %q", m.of.Type, m.as.Type)
	case !covers(m.as.Type, m.of.Type):
		help += "; or read a value as the first variant that accepts it: match: ordered"
	}
	d := p.error(diag.UnionKeyOverlap, p.variants.spanOf(m.as), message, help)
	if p.rows.hasOwnKey(m.of, m.as) {
		d.Repairable("", swapped(p.variants.spanOf(m.as), p.variants.spanOf(m.of)))
	}
	d.WithRelated(p.variants.spanOf(m.of), "the later variant")
}
