package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// unrecorded returns the types that a journal does not hold.
func (p about) unrecorded() []string {
	var out []string
	add := func(typ string) {
		if !slices.Contains(out, typ) {
			out = append(out, typ)
		}
	}
	for _, d := range p.proto.Decls {
		switch d := d.(type) {
		case *model.Struct:
			if d.Unrecorded {
				add("*" + p.types[d])
			}
		case *model.Union:
			for _, v := range p.variants[d] {
				if v.Unrecorded {
					add(v.goType())
				}
			}
		}
	}
	for _, m := range p.messages() {
		if m.Unrecorded {
			add("*" + m.name)
		}
	}
	return out
}

// emitRecorded emits the predicate for values that a journal holds.
func (p about) emitRecorded(f *file) {
	list := p.unrecorded()
	if p.proto.Journal == nil || len(list) == 0 {
		return
	}
	f.declare(`
		// Recorded reports whether a journal holds v.
		func Recorded(v any) bool {
			switch v.(type) {
			$1
			}
			return true
		}`, caseOf(ids(list), "return false"))
}
