package evolution

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A wrap makes the text of a message from that of a part of it.
type wrap func(text string) string

// An explorer makes the values of a type of w that differ from its base in one place
// each, at the boundaries of w and of r, which follows along only to find those. Each
// pair of types is explored once.
type explorer struct {
	w, r *version
	seen map[visit]bool // explored in a place where its base may be
	// tried are those that were explored where their base may not be.
	tried map[visit]bool
	emit  func(text string) bool // reports whether the message may be written
	full  func() bool            // nothing worse can be found
}

type visit struct {
	w, r     model.Type
	tolerant bool
}

// plainly is a type without names and without null; nil stays nil.
func plainly(t model.Type) model.Type {
	if t == nil {
		return nil
	}
	return model.Plain(t)
}

// value explores t, which r reads; r is nil if that is not known.
func (e *explorer) value(t, r model.Type, tolerant bool, in wrap) {
	if e.full() {
		return
	}
	t = model.Resolve(t)
	if n, ok := t.(*model.Nullable); ok {
		e.emit(in("null"))
		t = model.Resolve(n.Elem)
	}
	r = plainly(r)
	if u, ok := r.(*model.Union); ok {
		r = e.alternative(t, u)
	}
	switch t := t.(type) {
	case *model.Scalar:
		e.scalar(t, r, in)
	case *model.Literal:
		e.emit(in(t.Value.JSON()))
	case *model.Enum:
		for _, x := range t.Values {
			if !e.w.closed[x.Gate] {
				e.emit(in(enumText(t, x)))
			}
		}
	default:
		text, ok := e.w.base(t)
		ok = ok && e.emit(in(text))
		v := visit{t, r, tolerant}
		if e.seen[v] || !ok && e.tried[v] {
			return
		}
		e.seen[v], e.tried[v] = ok, true
		e.composite(t, r, tolerant, in)
	}
}

// alternative is the variant of a union of the reader, without tags, that t may be read
// as, or the union itself.
func (e *explorer) alternative(t model.Type, u *model.Union) model.Type {
	if u.Tagging == model.Internal || u.Tagging == model.Adjacent || u.Tagging == model.External {
		return u
	}
	if own, ok := t.(*model.Union); ok && own.Tagging == u.Tagging {
		return u
	}
	text, ok := e.w.base(t)
	if !ok {
		return nil
	}
	for _, x := range u.Variants {
		if e.r.read(x.Type, text).Err == nil {
			return plainly(x.Type)
		}
	}
	return nil
}

func (e *explorer) composite(t, r model.Type, tolerant bool, in wrap) {
	switch t := t.(type) {
	case *model.List:
		e.list(t, r, tolerant, in)
	case *model.Map:
		e.mapping(t, r, tolerant, in)
	case *model.Tuple:
		e.tuple(t, r, tolerant, in)
	case *model.Struct:
		e.structure(t, r, tolerant, in)
	case *model.Union:
		e.union(t, r, tolerant, in)
	}
}

func (e *explorer) scalar(t *model.Scalar, r model.Type, in wrap) {
	texts := scalarTexts(t, r)
	if other, ok := r.(*model.Scalar); ok && other.Kind == t.Kind && t.Kind != model.Bool && sameLimits(t.Limits, other.Limits) {
		texts = texts[:min(2, len(texts))]
	}
	for _, text := range texts {
		e.emit(in(text))
	}
	if t.Kind == model.Any || t.Kind == model.Object {
		if text, ok := e.r.baseOf(r); ok {
			e.emit(in(text))
		}
	}
}

// baseOf is base for a type that may not be known.
func (v *version) baseOf(t model.Type) (string, bool) {
	if t == nil {
		return "", false
	}
	return v.base(t)
}

func sameLimits(a, b *model.Limits) bool {
	if a == nil || b == nil {
		return a == b
	}
	number := func(x, y *float64) bool { return (x == nil) == (y == nil) && (x == nil || *x == *y) }
	count := func(x, y *int) bool { return (x == nil) == (y == nil) && (x == nil || *x == *y) }
	return number(a.Min, b.Min) && number(a.Max, b.Max) && count(a.MinLength, b.MinLength) && count(a.MaxLength, b.MaxLength) &&
		count(a.MinItems, b.MinItems) && count(a.MaxItems, b.MaxItems) && a.Pattern == b.Pattern && a.Enforced == b.Enforced
}

// maxCount is the greatest number of items that a list is made with.
const maxCount = 60

func (e *explorer) list(t *model.List, r model.Type, tolerant bool, in wrap) {
	item, ok := e.w.base(t.Elem)
	counts := []int{0, 1, 2}
	least := 1
	of, _ := r.(*model.List)
	for _, l := range []*model.Limits{t.Limits, limitsOf(of)} {
		if l == nil {
			continue
		}
		for _, at := range []*int{l.MinItems, l.MaxItems} {
			if at != nil && *at <= maxCount {
				counts = append(counts, *at-1, *at, *at+1)
			}
		}
	}
	if t.Limits != nil && t.Limits.MinItems != nil && t.Limits.Write() {
		least = max(1, *t.Limits.MinItems)
	}
	var elem model.Type
	switch r := r.(type) {
	case *model.List:
		elem, tolerant = r.Elem, tolerant || r.SkipBad
	case *model.Tuple:
		counts = append(counts, len(r.Items)-1, len(r.Items), len(r.Items)+1)
	}
	for _, n := range counts {
		if ok && n >= 0 || n == 0 {
			e.emit(in(array(slices.Repeat([]string{item}, n)...)))
		}
	}
	if least > maxCount {
		return
	}
	e.value(t.Elem, elem, tolerant, func(text string) string {
		items := slices.Repeat([]string{item}, least)
		items[0] = text
		return in(array(items...))
	})
}

func limitsOf(l *model.List) *model.Limits {
	if l == nil {
		return nil
	}
	return l.Limits
}

func (e *explorer) mapping(t *model.Map, r model.Type, tolerant bool, in wrap) {
	e.emit(in("{}"))
	keys := []string{"a"}
	if t.Key != nil {
		keys = nil
		for _, x := range t.Key.Values {
			if !e.w.closed[x.Gate] {
				keys = append(keys, x.Value)
			}
		}
	}
	var elem model.Type
	switch r := r.(type) {
	case *model.Map:
		elem = r.Elem
	case *model.Struct:
		if t.Key == nil {
			for _, f := range r.Fields {
				keys = append(keys, f.Name)
			}
		}
	}
	if base, ok := e.w.base(t.Elem); ok {
		for _, key := range keys {
			e.emit(in(object(key, base)))
		}
	}
	if len(keys) > 0 {
		e.value(t.Elem, elem, tolerant, func(text string) string { return in(object(keys[0], text)) })
	}
}

func (e *explorer) tuple(t *model.Tuple, r model.Type, tolerant bool, in wrap) {
	var bases []string
	for _, x := range t.Items {
		text, _ := e.w.base(x.Type)
		bases = append(bases, text)
	}
	for n := t.Least(); n <= len(t.Items); n++ {
		if !slices.Contains(bases[:n], "") {
			e.emit(in(array(bases[:n]...)))
		}
	}
	for i, x := range t.Items {
		var item model.Type
		switch r := r.(type) {
		case *model.Tuple:
			if i < len(r.Items) {
				item = r.Items[i].Type
			}
		case *model.List:
			item = r.Elem
		}
		e.value(x.Type, item, tolerant, func(text string) string {
			items := slices.Clone(bases[:max(i+1, t.Least())])
			items[i] = text
			return in(array(items...))
		})
	}
}

func (e *explorer) structure(t *model.Struct, r model.Type, tolerant bool, in wrap) {
	bare, ok := e.w.baseMembers(t, func(t model.Type) string { text, _ := e.w.base(t); return text })
	if !ok {
		return
	}
	e.emit(in(object(bare...)))
	other, _ := r.(*model.Struct)
	all := bare
	for _, f := range t.Fields {
		if text, ok := e.w.base(f.Type); ok && !e.w.closed[f.Gate] && groupOf(t, f) == nil {
			all = all.set(f.Name, text)
		}
	}
	e.emit(in(object(all...)))
	for tag := t.Tag; tag != nil; tag = tag.Outer {
		if tag.Optional() {
			e.emit(in(object(bare.drop(tag.Key)...)))
		}
		for _, x := range tag.Variant.Tags {
			e.emit(in(object(bare.set(tag.Key, tagText(tag.Union.TagKind, x))...)))
		}
	}
	for _, f := range t.Fields {
		if e.w.closed[f.Gate] {
			continue
		}
		with := bare
		if g := groupOf(t, f); g != nil && g.Rule != model.AtLeastOne {
			for _, x := range g.Fields {
				with = with.drop(x.Name)
			}
		}
		e.emit(in(object(bare.drop(f.Name)...)))
		e.emit(in(object(with.set(f.Name, "null")...)))
		theirs := fieldFor(other, f)
		if f.Default != nil {
			e.emit(in(object(with.set(f.Name, f.Default.JSON())...)))
		}
		var ft model.Type
		if theirs != nil {
			ft = theirs.Type
			if theirs.Default != nil {
				e.emit(in(object(with.set(f.Name, theirs.Default.JSON())...)))
			}
		}
		e.value(f.Type, ft, tolerant || theirs != nil && theirs.Tolerant, func(text string) string { return in(object(with.set(f.Name, text)...)) })
	}
	e.groups(t, other, bare, in)
	if t.Extra == model.ExtraTyped {
		e.typedExtra(t, other, bare, tolerant, in)
	}
}

func (e *explorer) typedExtra(t, other *model.Struct, bare members, tolerant bool, in wrap) {
	var elem model.Type
	base, ok := e.w.base(t.ExtraType)
	if other != nil {
		elem = other.ExtraType
		for _, f := range other.Fields {
			if ok && fieldNamed(t, f.Name) == nil {
				e.emit(in(object(bare.set(f.Name, base)...)))
			}
		}
	}
	e.value(t.ExtraType, elem, tolerant, func(text string) string { return in(object(bare.set("zz", text)...)) })
}

func groupOf(t *model.Struct, f *model.Field) *model.Group {
	for _, g := range t.Groups {
		if slices.Contains(g.Fields, f) {
			return g
		}
	}
	return nil
}

func fieldNamed(t *model.Struct, name string) *model.Field {
	for _, f := range t.Fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// fieldFor is the field of a reader that a field of a writer is: the one with its name,
// or the one that is declared with it as an older name, in either version; or nil.
func fieldFor(r *model.Struct, f *model.Field) *model.Field {
	if r == nil {
		return nil
	}
	if g := fieldNamed(r, f.Name); g != nil {
		return g
	}
	for _, g := range r.Fields {
		if slices.Contains(g.FormerNames, f.Name) {
			return g
		}
	}
	for _, was := range f.FormerNames {
		if g := fieldNamed(r, was); g != nil {
			return g
		}
	}
	return nil
}

// groups tries which fields of the groups of both versions are present.
func (e *explorer) groups(t, other *model.Struct, bare members, in wrap) {
	lists := t.Groups
	if other != nil {
		lists = slices.Concat(lists, other.Groups)
	}
	for _, g := range lists {
		if len(g.Fields) > 5 {
			continue
		}
		for bits := range 1 << len(g.Fields) {
			m, ok := bare, true
			for i, x := range g.Fields {
				f := fieldNamed(t, x.Name)
				m = m.drop(x.Name)
				if bits>>i&1 == 0 {
					continue
				}
				if f == nil || e.w.closed[f.Gate] {
					ok = false
					break
				}
				text, found := e.w.base(f.Type)
				m, ok = m.set(f.Name, text), ok && found
			}
			if ok {
				e.emit(in(object(m...)))
			}
		}
	}
}

func (e *explorer) union(t *model.Union, r model.Type, tolerant bool, in wrap) {
	other, _ := r.(*model.Union)
	for i, x := range t.Variants {
		if e.w.closed[x.Gate] {
			continue
		}
		if x.Type == nil {
			e.emit(in(wrapVariant(t, x, "")))
			continue
		}
		e.value(x.Type, variantFor(other, t, x, i, r), tolerant, func(text string) string { return in(wrapVariant(t, x, text)) })
	}
}

// variantFor is what a reader probably reads a variant as; or nil.
func variantFor(u, t *model.Union, x *model.Variant, i int, r model.Type) model.Type {
	switch {
	case u == nil && t.Tagging == model.Internal:
		return r
	case u == nil:
		if t.Tagging == model.ByKind || t.Tagging == model.ByKey || t.Tagging == model.Ordered {
			return r
		}
		return nil
	case u.Tagging <= model.Adjacent || u.Tagging == model.External:
		for _, y := range u.Variants {
			if x.Tag != "" && (slices.Contains(y.Tags, x.Tag) || y.Tag == x.Tag || slices.Contains(y.FormerNames, x.Tag)) {
				return y.Type
			}
		}
		return nil
	}
	for _, y := range u.Variants {
		if y.Type != nil && x.Type.String() == y.Type.String() {
			return y.Type
		}
	}
	if i < len(u.Variants) && len(u.Variants) == len(t.Variants) {
		return u.Variants[i].Type
	}
	return nil
}
