package interp

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Fills returns the fields that a reader leaves to their defaults while it reads v as t: any
// reader, also one that goes on after a fault. A union by order reads v as each of its
// variants, up to the one that accepts it. The defaults are not read, because they may
// contain themselves.
func Fills(t model.Type, v *Value) []*model.Field {
	f := &fills{seen: map[place]bool{}}
	f.value(t, v)
	return f.out
}

type fills struct {
	out  []*model.Field
	seen map[place]bool
}

// A place is a value that is read as a type. Unions within unions read it again.
type place struct {
	t model.Type
	v *Value
}

func (f *fills) value(t model.Type, v *Value) {
	t = model.Resolve(t)
	if v == nil || f.seen[place{t, v}] || !takes(t, v) {
		return
	}
	f.seen[place{t, v}] = true
	switch t := t.(type) {
	case *model.Nullable:
		f.value(t.Elem, v)
	case *model.List:
		for _, item := range v.Items {
			f.value(t.Elem, item)
		}
	case *model.Map:
		for _, m := range v.Members {
			f.value(t.Elem, m.Value)
		}
	case *model.Tuple:
		for i, item := range v.Items[:min(len(v.Items), len(t.Items))] {
			f.value(t.Items[i].Type, item)
		}
	case *model.Struct:
		f.structure(t, v)
	case *model.Union:
		f.union(t, v)
	}
}

func (f *fills) structure(t *model.Struct, v *Value) {
	var known []string
	for _, field := range t.Fields {
		var got *Value
		for _, name := range append([]string{field.Name}, field.FormerNames...) {
			known = append(known, name)
			if got == nil {
				got = v.Member(name)
			}
		}
		_, nullable := model.Resolve(field.Type).(*model.Nullable)
		absent := got == nil || got.Kind == model.NullValue && (field.NullIsAbsent || nullable && field.Optional && !field.Patch)
		if !absent {
			f.value(field.Type, got)
		}
		if field.Default != nil && (absent || field.Tolerant && !Accepts(field.Type, got)) {
			f.out = append(f.out, field)
		}
	}
	if t.ExtraType == nil {
		return
	}
	for _, m := range others(v, known) {
		f.value(t.ExtraType, m.Value)
	}
}

func (f *fills) union(t *model.Union, v *Value) {
	p := new(Reader).pass()
	switch t.Tagging {
	case model.Internal, model.Adjacent:
		switch x, _ := p.tag(t, v, ""); {
		case x == nil || x.Type == nil:
		case t.Tagging == model.Internal:
			f.value(x.Type, v)
		default:
			f.value(x.Type, v.Member(t.Content))
		}
	case model.External:
		for _, m := range v.Members {
			if x := p.variantOf(t, text(m.Key)); x != nil && x.Type != nil {
				f.value(x.Type, m.Value)
			}
		}
	case model.ByKey:
		i := slices.IndexFunc(t.Variants, func(x *model.Variant) bool { return x.Key == "" || v.Member(x.Key) != nil })
		if i >= 0 {
			f.value(t.Variants[i].Type, v)
		}
	default:
		for _, x := range t.Variants {
			if f.value(x.Type, v); t.Tagging == model.Ordered && takes(x.Type, v) && Accepts(x.Type, v) {
				return
			}
		}
	}
}
