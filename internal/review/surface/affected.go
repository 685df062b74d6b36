package surface

import (
	"reflect"
	"slices"
	"sync"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/source"
)

// Affected are the types of two versions whose declarations may differ: those that differ
// themselves, the variants of unions that do, and all that contain one of these. Of large
// protocols, of which a change edits a little, no more has to be emitted.
func Affected(old, today *model.Protocol) [2][]model.Decl {
	versions := [2]*model.Protocol{old, today}
	var leading [2]map[model.Decl]bool
	everything := differ(reflect.ValueOf(old.Dialect), reflect.ValueOf(today.Dialect)) ||
		differ(reflect.ValueOf(old.Extensions), reflect.ValueOf(today.Extensions)) ||
		differ(reflect.ValueOf(old.Envelope), reflect.ValueOf(today.Envelope))
	changed := changedTypes(old, today)
	parallel.Do(2, func(side int) {
		all := versions[side].Decls
		var goals []model.Decl
		seen := map[model.Decl]bool{}
		var add func(d model.Decl)
		add = func(d model.Decl) {
			if seen[d] {
				return
			}
			seen[d] = true
			goals = append(goals, d)
			if u, ok := d.(*model.Union); ok {
				for _, variant := range model.NamedWithin(u) {
					add(variant)
				}
			}
		}
		for _, d := range all {
			if everything || changed[d.TypeName()] {
				add(d)
			}
		}
		leading[side] = model.Leading(goals, all, model.NamedWithin)
	})
	names := map[string]bool{} // what may differ in one version is compared with the other
	for _, side := range leading {
		for d := range side {
			names[d.TypeName()] = true
		}
	}
	var out [2][]model.Decl
	for side, p := range versions {
		out[side] = slices.DeleteFunc(slices.Clone(p.Decls), func(d model.Decl) bool { return !names[d.TypeName()] })
	}
	return out
}

// changedTypes are the names of types that differ themselves, or that only one version has.
func changedTypes(old, today *model.Protocol) map[string]bool {
	was := make(map[string]model.Decl, len(old.Decls))
	for _, d := range old.Decls {
		was[d.TypeName()] = d
	}
	differs := make([]bool, len(today.Decls))
	const batch = 256 // types that are compared in one go
	parallel.Do((len(today.Decls)+batch-1)/batch, func(n int) {
		for i := n * batch; i < min((n+1)*batch, len(today.Decls)); i++ {
			d := today.Decls[i]
			other, ok := was[d.TypeName()]
			differs[i] = !ok || differ(reflect.ValueOf(other).Elem(), reflect.ValueOf(d).Elem())
		}
	})
	out := map[string]bool{}
	for i, d := range today.Decls {
		if differs[i] {
			out[d.TypeName()] = true
		}
		delete(was, d.TypeName())
	}
	for name := range was {
		out[name] = true
	}
	return out
}

var (
	spanType   = reflect.TypeFor[source.Span]()
	declType   = reflect.TypeFor[model.Decl]()
	methodType = reflect.TypeFor[*model.Method]()
)

// inDocs are the fields of elements that are documentation, which declarations do not
// contain.
var inDocs = map[string]bool{"Doc": true, "Examples": true, "Annotations": true}

// differ reports whether two values of the model differ, in something else than places and
// documentation. Types with a name are compared by that: they are compared by themselves.
func differ(a, b reflect.Value) bool {
	switch a.Kind() {
	case reflect.String:
		return a.String() != b.String()
	case reflect.Bool:
		return a.Bool() != b.Bool()
	case reflect.Interface, reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() != b.IsNil()
		}
		if a.Kind() == reflect.Interface && a.Elem().Type() != b.Elem().Type() {
			return true
		}
		switch {
		case a.Type() == methodType:
			return a.Interface().(*model.Method).Name != b.Interface().(*model.Method).Name
		case a.Type().Implements(declType):
			if name := a.Interface().(model.Decl).TypeName(); name != "" {
				return name != b.Interface().(model.Decl).TypeName()
			}
		}
		return differ(a.Elem(), b.Elem())
	case reflect.Struct:
		for _, i := range compared(a.Type()) {
			if differ(a.Field(i), b.Field(i)) {
				return true
			}
		}
		return false
	case reflect.Slice, reflect.Array:
		if a.Len() != b.Len() {
			return true
		}
		for i := range a.Len() {
			if differ(a.Index(i), b.Index(i)) {
				return true
			}
		}
		return false
	case reflect.Map:
		if a.Len() != b.Len() {
			return true
		}
		for _, key := range a.MapKeys() {
			if x := b.MapIndex(key); !x.IsValid() || differ(a.MapIndex(key), x) {
				return true
			}
		}
		return false
	}
	return !a.Equal(b)
}

var comparedFields sync.Map // of a struct of the model, by its type

// compared are the fields of a struct that are compared.
func compared(t reflect.Type) []int {
	if list, ok := comparedFields.Load(t); ok {
		return list.([]int)
	}
	var list []int
	for i := range t.NumField() {
		if f := t.Field(i); f.Type != spanType && !inDocs[f.Name] {
			list = append(list, i)
		}
	}
	comparedFields.Store(t, list)
	return list
}
