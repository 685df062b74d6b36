package gogen

import "github.com/wiregen/wiregen/internal/protocol/model"

// A struct within a struct is held by value, so that both are allocated at once,
// unless this is impossible: a patch of a type that leads back to it would be
// infinite, and a tree of structs would double with each level. Such a field is
// boxed: it is a pointer that must be set.

// maxInline is how many fields a struct within a struct may have in all.
const maxInline = 256

// byValue returns the struct that a field would hold by value, or nil.
func (f *field) byValue() *model.Struct {
	if f.shape.form != formStruct || f.boxed || f.pointer() {
		return nil
	}
	return f.shape.decl.(*model.Struct)
}

// findBoxed finds the fields that must be pointers, because the struct would be
// infinite or too large.
func (p *plan) findBoxed() {
	holds := map[node][]node{}
	var all []node
	for _, t := range p.allStructs() {
		all = append(all, t)
		if t.Body != nil {
			holds[t] = append(holds[t], t.Body)
		}
		for _, f := range p.fieldsOf(t) {
			if inner := f.byValue(); inner != nil {
				holds[t] = append(holds[t], inner)
			}
		}
	}
	component, _ := model.Components(all, func(n node) []node { return holds[n] })
	for _, t := range p.allStructs() {
		for _, f := range p.fieldsOf(t) {
			inner := f.byValue()
			f.boxed = f.row.Patch && inner != nil && component[inner] == component[t]
		}
	}
	for _, t := range p.allStructs() {
		for _, f := range p.fieldsOf(t) {
			if o := p.inBody(t, f); o != nil {
				f.boxed = o.boxed
			}
		}
	}
	sizes := map[*model.Struct]int{}
	var size func(*model.Struct) int
	size = func(t *model.Struct) int {
		if n, ok := sizes[t]; ok {
			return n
		}
		total := 0
		for _, f := range p.fieldsOf(t) {
			n := 1
			if inner := f.byValue(); inner != nil {
				if n = size(inner); n > maxInline {
					f.boxed, n = true, 1
				}
			}
			total += n
		}
		sizes[t] = total
		return total
	}
	for _, t := range p.allStructs() {
		size(t)
	}
}
