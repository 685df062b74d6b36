package tsgen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// typ is a type in a declaration.
func (p *plan) typ(t model.Type) string {
	switch t := t.(type) {
	case *model.Scalar:
		return formOf(t.Kind).declare
	case *model.List:
		return p.item(t.Elem) + "[]"
	case *model.Map:
		return p.mapOf(t, p.typ)
	case *model.Nullable:
		return p.typ(t.Elem) + " | null"
	case *model.Literal:
		return jsValue(t.Value)
	case model.Decl:
		return p.types[t]
	default:
		panic(fmt.Sprintf("tsgen: unknown type %T", t))
	}
}

// mapOf is a map with its items in some form.
func (p *plan) mapOf(t *model.Map, typ func(model.Type) string) string {
	if keys := p.closedKeys(t); keys != "" {
		return "{ [key in " + keys + "]?: " + typ(t.Elem) + " }"
	}
	key := "string"
	if t.Name != nil {
		key = p.types[t.Name]
	}
	return "{ [key: " + key + "]: " + typ(t.Elem) + " }"
}

// aliasType is what an alias names. A brand is a type that no other one is assignable
// to, while it is assignable to the scalar.
func (p *plan) aliasType(t *model.Alias) string {
	if !t.Distinct || !p.opts.Brands {
		return p.typ(t.Type)
	}
	return p.typ(model.Resolve(t)) + " & { readonly __brand: " + quote(p.types[t]) + " }"
}

// item is a type before brackets or a question mark.
func (p *plan) item(t model.Type) string { return grouped(p.typ(t)) }

// grouped is a type in parentheses if it is several.
func grouped(typ string) string {
	if strings.HasSuffix(typ, " | null") || strings.HasPrefix(typ, "readonly ") {
		return "(" + typ + ")"
	}
	return typ
}

// closedKeys is the enum whose values are the only keys of a map; "" if any text is
// allowed, as for an open enum.
func (p *plan) closedKeys(t *model.Map) string {
	if t.Key == nil || p.rows.Decl(t.Key).Enum.Other != lower.OtherRefused {
		return ""
	}
	return p.types[t.Key]
}
