package draft

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
)

// Settle gives the types that have no expression a declaration where the language needs one,
// and decides which structs have the tags of their unions. It may be repeated after changes.
func (s *Spec) Settle() {
	h := &hoister{names: map[string]bool{}}
	for _, d := range s.Types {
		h.names[d.Name] = true
	}
	s.Each(func(t *Type, _ *Decl) {
		if t.Kind == Union {
			for _, v := range t.Union.Variants {
				h.names[v.Name] = v.Name != ""
			}
		}
	})
	var out []*Decl
	for _, d := range s.Types {
		h.made = nil
		h.declared(d)
		out = append(out, d)
		out = append(out, h.made...)
	}
	for _, m := range s.Methods {
		h.made = nil
		name := names.Pascal(m.Name)
		for i, t := range m.Types() {
			if *t != nil {
				*t = h.plain(*t, name+methodParts[min(i, len(methodParts)-1)])
			}
		}
		out = append(out, h.made...)
	}
	for _, e := range s.Errors {
		if h.made = nil; e.Data != nil {
			e.Data = h.plain(e.Data, names.Pascal(strings.ToLower(e.Name))+"Data")
		}
		out = append(out, h.made...)
	}
	s.Types = out
	s.nulls()
	s.tags()
	s.name(h.names)
}

// methodParts are what the types of a method are called, in the order of Types.
var methodParts = []string{"Params", "Result", "ErrorData", "Options", "Partial"}

// nulls finds the declarations that allow null: the language has no such names, so each use of
// them does.
func (s *Spec) nulls() {
	for _, d := range s.Types {
		d.Null = false
	}
	for changed := true; changed; {
		changed = false
		for _, d := range s.Types {
			if !d.Null && d.Type.Nullable() {
				d.Null, changed = true, true
			}
		}
	}
}

// name names the structs that variants declare.
func (s *Spec) name(taken map[string]bool) {
	for _, d := range s.Types {
		each(d.Type, func(t *Type) {
			if t.Kind != Union || t.Union.By == ByKind {
				return
			}
			for i, v := range t.Union.Variants {
				if v.Name == "" && (v.Body != nil || v.Type != nil && v.Type.Kind == Struct) {
					v.Name = Unique(taken, d.Name+variantName(v, i))
				}
			}
		})
	}
}

// Unique is a name like the given one that no declaration has.
func Unique(taken map[string]bool, name string) string {
	for n := 2; taken[name]; n++ {
		if next := name + strconv.Itoa(n); !taken[next] {
			name = next
		}
	}
	taken[name] = true
	return name
}

type hoister struct {
	names map[string]bool
	made  []*Decl
}

// declared prepares the type of a declaration.
func (h *hoister) declared(d *Decl) {
	h.inside(d.Type, d.Name)
}

// plainHere reports whether the type is written with the key "type".
func (t *Type) plainHere() bool {
	if t.Declared {
		return false
	}
	switch t.Kind {
	case Const, Enum, Struct:
		return false
	case Union:
		return t.Union.By == ByKind
	}
	return true
}

// inside prepares what is in a type that is written in its long form.
func (h *hoister) inside(t *Type, owner string) {
	switch t.Kind {
	case List:
		t.Item = h.plain(t.Item, owner+"Item")
	case Map:
		t.Item = h.plain(t.Item, owner+"Value")
	case Tuple:
		for i := range t.Items {
			t.Items[i] = h.plain(t.Items[i], owner+"Item"+strconv.Itoa(i))
		}
	case Struct:
		h.fields(t.Fields, owner)
		if t.ExtraType != nil {
			t.ExtraType = h.plain(t.ExtraType, owner+"Extra")
		}
	case Union:
		h.union(t, owner)
	}
}

func (h *hoister) fields(fields []*Field, owner string) {
	for _, f := range fields {
		name := owner + names.Pascal(f.Name)
		if f.Type.plainHere() || f.Type.Kind == Const && !f.Type.Null {
			if f.Type.Kind == Union && !f.Type.Plain() {
				h.inside(f.Type, name)
			}
			h.inside(f.Type, name)
			continue
		}
		f.Type = h.plain(f.Type, name)
	}
}

func (h *hoister) union(t *Type, owner string) {
	u := t.Union
	h.fields(u.Common, owner)
	for i, v := range u.Variants {
		name := owner + variantName(v, i)
		switch {
		case v.Type == nil:
		case u.By == ByKind:
			// Targets name the variant itself by the union and its kind.
			v.Type = h.plain(v.Type, name+"Form")
		case v.Type.Kind == Struct && !v.Type.Null || v.Type.Kind == Const && !v.Type.Null:
			h.inside(v.Type, name)
		default:
			v.Type = h.plain(v.Type, name)
		}
	}
}

func variantName(v *Variant, i int) string {
	if len(v.Tags) > 0 {
		if name := names.Pascal(v.Tags[0].Text); name != "" {
			return name
		}
	}
	return "Variant" + strconv.Itoa(i+1)
}

// plain is a type with an expression: t, or a reference to a declaration of it.
func (h *hoister) plain(t *Type, name string) *Type {
	if !t.Plain() && len(t.Limits) == 0 && t.BadItems == "" && !t.Declared && (t.Kind == List || t.Kind == Map || t.Kind == Tuple || t.Kind == Union && t.Union.By == ByKind) {
		h.inside(t, name)
	}
	if t.Plain() {
		return t
	}
	inner := *t
	inner.Null, inner.Declared = false, false
	return &Type{Place: t.Place, Kind: Ref, Null: t.Null, To: h.declare(&inner, name, t.Null)}
}

func (h *hoister) declare(t *Type, name string, used bool) *Decl {
	if t.Title != "" && !h.names[t.Title] {
		name = t.Title
	}
	d := &Decl{Place: t.Place, Name: Unique(h.names, name), Type: t, Used: used}
	d.Doc = t.Doc
	h.made = append(h.made, d)
	h.inside(t, d.Name)
	return d
}

// Resolved follows names that only stand for another one.
func (d *Decl) Resolved() *Decl {
	behind := d // d comes back to it if the names are a circle
	for n := 1; d.Type != nil && d.Type.Kind == Ref; n++ {
		if d = d.Type.To; d == behind {
			break
		}
		if n&(n-1) == 0 {
			behind = d
		}
	}
	return d
}

// Each calls f for every type of the spec, the outer ones first.
func (s *Spec) Each(f func(t *Type, owner *Decl)) {
	for _, d := range s.Types {
		each(d.Type, func(t *Type) { f(t, d) })
	}
	for _, m := range s.Methods {
		for _, t := range m.Types() {
			each(*t, func(t *Type) { f(t, nil) })
		}
	}
	for _, e := range s.Errors {
		each(e.Data, func(t *Type) { f(t, nil) })
	}
}

func each(t *Type, f func(*Type)) {
	if t == nil {
		return
	}
	f(t)
	each(t.Item, f)
	each(t.ExtraType, f)
	for _, item := range t.Items {
		each(item, f)
	}
	for _, field := range t.Fields {
		each(field.Type, f)
	}
	if u := t.Union; u != nil && t.Kind == Union {
		for _, field := range u.Common {
			each(field.Type, f)
		}
		for _, v := range u.Variants {
			each(v.Type, f)
		}
	}
}

// A use is a variant that lists a struct.
type use struct {
	union   *UnionType
	variant *Variant
}

// isDefault reports whether the variant is the one for objects without a tag.
func (x use) isDefault() bool {
	return x.union.Default != "" && x.union.Default == x.variant.Tags[0].Text
}

// tags decides for each struct that unions list whether it has the tag itself. If the unions
// disagree, each has the fields of the struct.
func (s *Spec) tags() {
	uses := map[*Decl][]use{}
	var order []*Decl
	bodies, nested := map[*Decl]bool{}, map[*UnionType]bool{}
	for _, d := range s.Types {
		d.Tag = ""
	}
	s.Each(func(t *Type, _ *Decl) {
		if t.Kind != Union {
			return
		}
		for _, v := range t.Union.Variants {
			if v.Body != nil {
				v.Body = v.Body.Resolved()
				bodies[v.Body] = true
			}
			if v.To == nil || t.Union.By != ByTag {
				continue
			}
			v.To = v.To.Resolved()
			if v.To.Type.Kind == Union {
				nested[v.To.Type.Union] = true
			}
			if len(uses[v.To]) == 0 {
				order = append(order, v.To)
			}
			uses[v.To] = append(uses[v.To], use{t.Union, v})
		}
	})
	for _, d := range order {
		if d.Type.Kind != Struct {
			continue
		}
		first := uses[d][0]
		agree := !bodies[d]
		for _, x := range uses[d] {
			agree = agree && x.union.Tag == first.union.Tag && len(x.union.Common) == 0 && !nested[x.union] &&
				(len(uses[d]) == 1 || len(x.variant.Tags) == 1 && x.variant.Tags[0].Text == first.variant.Tags[0].Text) &&
				x.isDefault() == first.isDefault()
		}
		if agree {
			d.Tag = first.union.Tag
			continue
		}
		for _, x := range uses[d] {
			copied := *d.Type
			copied.Place = x.variant.Place
			copied.Fields = slices.DeleteFunc(slices.Clone(d.Type.Fields), func(f *Field) bool { return f.Name == x.union.Tag })
			x.variant.To, x.variant.Type = nil, &copied
			x.variant.Name = ""
			if x.variant.Doc == "" {
				x.variant.Doc = d.Doc
			}
		}
	}
}
