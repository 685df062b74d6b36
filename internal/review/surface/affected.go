package surface

import (
	"reflect"
	"slices"
	"sync"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// Affected returns the types of two versions whose declarations may differ: those that differ
// themselves, the variants of unions that do, and all that contain one of these. Of large
// protocols, of which a change edits a little, no more has to be emitted.
func Affected(old, today *model.Protocol) [2][]model.Decl {
	versions := [2]*model.Protocol{old, today}
	var leading [2]map[model.Decl]bool
	everything := differ(reflect.ValueOf(old.Dialect), reflect.ValueOf(today.Dialect)) ||
		differ(reflect.ValueOf(old.Extensions), reflect.ValueOf(today.Extensions)) ||
		differ(reflect.ValueOf(frame(old)), reflect.ValueOf(frame(today)))
	named := [2]map[string]model.Decl{byName(old), byName(today)}
	changed := changedTypes(named[0], today, named[1])
	parallel.Do(2, func(side int) {
		all := versions[side].Decls
		var goals []model.Decl
		seen := map[model.Decl]bool{}
		var add func(d model.Decl, whole bool)
		add = func(d model.Decl, whole bool) {
			if was, ok := seen[d]; ok && (was || !whole) {
				return
			}
			seen[d] = whole
			goals = append(goals, d)
			if s, ok := d.(*model.Struct); ok && s.Body != nil {
				add(s.Body, whole) // which leaves room for the tags of its variant
			}
			switch d := d.(type) {
			case *model.Alias:
				if whole {
					for _, named := range model.Named(d.Type) {
						add(named, true)
					}
				}
			case *model.Struct, *model.Tuple:
				for _, part := range model.NamedWithin(d) {
					if whole && (part.Info().Inline || part.Info().Derived) {
						add(part, true) // logs show of it what they show of what it is declared in
					}
				}
			}
			if u, ok := d.(*model.Union); ok {
				variants := model.NamedWithin(u)
				if !whole {
					variants = changedVariants(u, named[1-side])
				}
				for _, variant := range variants {
					add(variant, true) // the union is another one for all that is in it
				}
			}
		}
		for _, d := range all {
			if everything || changed[d.TypeName()] {
				add(d, everything)
			}
		}
		for _, d := range otherwiseLogged(versions[side], versions[1-side]) {
			add(d, true)
		}
		leading[side] = model.Leading(goals, all, model.NamedWithin)
	})
	names := map[string]bool{} // what may differ in one version is compared with the other
	for _, side := range leading {
		for d := range side {
			names[d.TypeName()] = true
			for _, of := range constantsOf(d) {
				names[of.TypeName()] = true
			}
		}
	}
	var out [2][]model.Decl
	for side, p := range versions {
		out[side] = slices.DeleteFunc(slices.Clone(p.Decls), func(d model.Decl) bool { return !names[d.TypeName()] })
	}
	return out
}

// otherwiseLogged are the types that methods and errors of a protocol use, of which logs show less
// than in the other version, or more: whether a type has methods for logs depends on that.
func otherwiseLogged(p, other *model.Protocol) (out []model.Decl) {
	add := func(a, b model.Log, types ...model.Type) {
		if a != b || a != model.LogAll { // the types may be others
			for _, t := range types {
				if t != nil {
					out = append(out, model.Named(t)...)
				}
			}
		}
	}
	methods := map[string]*model.Method{}
	for _, m := range other.Methods {
		methods[m.Name] = m
	}
	for _, m := range p.Methods {
		was := methods[m.Name]
		if was == nil {
			was = &model.Method{}
		}
		add(m.Log(), was.Log(), m.Params, m.Result, m.ErrorData)
		if differ(reflect.ValueOf(m.Progress), reflect.ValueOf(was.Progress)) {
			for _, x := range m.Progress {
				out = append(out, model.Named(x.Method.Params)...) // which have the progress
			}
		}
	}
	errors := map[string]model.Log{}
	for _, e := range other.Errors {
		errors[e.Name] = e.Log()
	}
	for _, e := range p.Errors {
		add(e.Log(), errors[e.Name], e.Data)
	}
	return out
}

// constantsOf are the types of the constants that may be declared for the defaults of a
// struct. Whether a switch over an enum lacks one can only be said where the enum is known.
func constantsOf(d model.Decl) []model.Decl {
	s, ok := d.(*model.Struct)
	if !ok {
		return nil
	}
	var out []model.Decl
	for _, f := range s.Fields {
		for _, of := range model.Named(f.Type) {
			switch of.(type) {
			case *model.Enum, *model.Alias:
				out = append(out, of)
			}
		}
	}
	return out
}

// frame is the envelope of a protocol without its variants, which are distinct types.
func frame(p *model.Protocol) *model.Envelope {
	if p.Envelope == nil {
		return nil
	}
	out := *p.Envelope
	for _, u := range []**model.Union{&out.Events, &out.Requests, &out.Messages} {
		if *u != nil {
			*u = withoutVariants(*u)
		}
	}
	return &out
}

func withoutVariants(u *model.Union) *model.Union {
	out := *u
	out.Name, out.Variants, out.Parts, out.Foreign = "", nil, nil, nil
	return &out
}

// changedVariants are the types of the variants of a union that may be declared in another
// way because of the other version of that union, which is among the types of that version.
func changedVariants(u *model.Union, version map[string]model.Decl) []model.Decl {
	other, ok := version[u.Name].(*model.Union)
	if !ok || lower.ByOf(u) == lower.ByOrder || differ(reflect.ValueOf(withoutVariants(u)), reflect.ValueOf(withoutVariants(other))) {
		return model.NamedWithin(u)
	}
	same := map[model.Decl]bool{}
	var results []model.Decl
	for _, v := range u.Variants {
		if was := other.Variant(v.Tag); v.Tag != "" && was != nil && !differ(reflect.ValueOf(v), reflect.ValueOf(was)) {
			if d, ok := v.Type.(model.Decl); ok {
				same[d] = true
			}
		} else if d, ok := v.Result.(model.Decl); ok {
			results = append(results, d)
		}
	}
	return append(slices.DeleteFunc(model.NamedWithin(u), func(d model.Decl) bool { return same[d] }), results...)
}

func byName(p *model.Protocol) map[string]model.Decl {
	out := make(map[string]model.Decl, len(p.Decls))
	for _, d := range p.Decls {
		out[d.TypeName()] = d
	}
	return out
}

// changedTypes are the names of types that differ themselves, or that only one version has.
func changedTypes(was map[string]model.Decl, today *model.Protocol, is map[string]model.Decl) map[string]bool {
	differs := make([]bool, len(today.Decls))
	const batch = 256 // types that are compared in one go
	parallel.Do((len(today.Decls)+batch-1)/batch, func(n int) {
		for i := n * batch; i < min((n+1)*batch, len(today.Decls)); i++ {
			d := today.Decls[i]
			other, ok := was[d.TypeName()]
			differs[i] = !ok || reflect.TypeOf(other) != reflect.TypeOf(d) || differ(reflect.ValueOf(other).Elem(), reflect.ValueOf(d).Elem())
		}
	})
	out := map[string]bool{}
	for i, d := range today.Decls {
		if differs[i] {
			out[d.TypeName()] = true
		}
	}
	for name := range was {
		if is[name] == nil {
			out[name] = true
		}
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
