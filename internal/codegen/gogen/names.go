package gogen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Names returns the public names of an element of the spec in the generated
// package, the most important first; nil for none.
func (p *plan) Names(e any) []string {
	switch e := e.(type) {
	case *model.Union:
		return p.unionNames(e)
	case model.Decl:
		name := p.types[e]
		return present(name, "Decode"+name, "Append"+name, "Check"+name)
	case *model.Field:
		if name := p.constantOf[e]; name != "" {
			return present(p.fields[e], name)
		}
		return present(p.fields[e])
	case *model.EnumValue:
		return present(p.values[e])
	case *model.Variant:
		return p.variantNames(e)
	case *model.Method:
		if name, ok := p.methods[e]; ok {
			return []string{name + "Message", "Method" + name}
		}
	case *model.ErrorCode:
		if name, ok := p.codes[e]; ok {
			list := []string{"ErrorCode" + name, "Err" + name, "New" + name}
			if (errorCodes{p}).byKind() {
				list = append(list, "ErrorKind"+name)
			}
			if e.Data != nil {
				list = append(list, name+"DataOf")
			}
			return list
		}
	}
	return nil
}

// present returns the names, or nil when the first is not one of the plan.
func present(list ...string) []string {
	if list[0] == "" {
		return nil
	}
	return list
}

func (p *plan) unionNames(u *model.Union) []string {
	name := p.types[u]
	list := present(name, "Decode"+name, "Append"+name, "Check"+name, "Is"+name, name+"Value")
	if list != nil && lower.KeepsUnknown(u) {
		list = append(list, p.unknown(u))
	}
	return list
}

func (p *plan) variantNames(v *model.Variant) []string {
	for _, d := range p.proto.Decls {
		u, ok := d.(*model.Union)
		if !ok {
			continue
		}
		for _, gv := range p.variants[u] {
			if gv.Variant == v && gv.tag != "" {
				return []string{gv.typ, gv.tag}
			} else if gv.Variant == v {
				return []string{gv.typ}
			}
		}
	}
	return nil
}
