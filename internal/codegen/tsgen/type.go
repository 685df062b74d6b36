package tsgen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// typ is a type in a declaration.
func (p *plan) typ(t model.Type) string {
	return backend.Walk(backend.UseOf(p.rows, t), backend.Forms[string]{
		Name:    func(d model.Decl) string { return p.types[d] },
		Scalar:  func(s *lower.Scalar) string { return formOf(s.Kind).declare },
		Literal: constants.Code,
		List:    func(elem string) string { return grouped(elem) + "[]" },
		Map:     p.mapOf,
		OrNull:  orNull,
	})
}

// input is a type as it is written, in a declaration.
func (p *plan) input(t model.Type) string {
	return backend.Walk(backend.UseOf(p.rows, t), backend.Forms[string]{
		Name: p.inputOf,
		Scalar: func(s *lower.Scalar) string {
			if s.Kind == model.Object {
				return p.in.object
			}
			return formOf(s.Kind).declare
		},
		Literal: constants.Code,
		List:    func(elem string) string { return "readonly " + grouped(elem) + "[]" },
		Map:     p.mapOf,
		OrNull:  orNull,
	})
}

func orNull(typ string) string { return typ + " | null" }

// mapOf is a map whose keys may have a type.
func (p *plan) mapOf(key model.Decl, elem string) string {
	keys := "string"
	switch key := key.(type) {
	case *model.Enum:
		if p.closed(key) {
			return "{ [key in " + p.types[key] + "]?: " + elem + " }"
		}
	case *model.Alias:
		keys = p.types[key]
	}
	return "{ [key: " + keys + "]: " + elem + " }"
}

// aliasType is what an alias names. A brand is a type that no other one is assignable
// to, while it is assignable to the scalar.
func (p *plan) aliasType(t *model.Alias) string {
	if !t.Distinct || !p.opts.Brands {
		return p.typ(t.Type)
	}
	return p.typ(model.Resolve(t)) + " & { readonly __brand: " + quote(p.types[t]) + " }"
}

// grouped is a type in parentheses if it is several.
func grouped(typ string) string {
	if strings.HasSuffix(typ, " | null") || strings.HasPrefix(typ, "readonly ") {
		return "(" + typ + ")"
	}
	return typ
}

// closed reports whether the values of an enum are the only keys of a map; no enum allows any.
func (p *plan) closed(keys *model.Enum) bool {
	return keys != nil && p.rows.Decl(keys).Enum.Other == lower.OtherRefused
}
