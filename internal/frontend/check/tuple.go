package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// declareTuple declares the tuple of the expression e, and the types within it.
func (c *collector) declareTuple(name string, e *syntax.Expr) *model.Tuple {
	t := &model.Tuple{Name: name, Meta: model.Meta{Span: e.Span, Derived: true}}
	if c.register(name, e.Span, t) {
		c.inline[e] = t
	}
	for i, arg := range e.Args {
		item := &model.Item{Meta: model.Meta{Span: arg.Span}}
		t.Items = append(t.Items, item)
		c.spell(&item.Type, fmt.Sprintf("%sItem%d", name, i), arg, nil, syntax.Word{})
	}
	return t
}

// A mapKey is the type of the keys of a map.
type mapKey struct {
	of  *model.Map
	key model.Type
	at  source.Span
}

// keyed is a map with keys of a type.
func (r resolver) keyed(e *syntax.Expr) model.Type {
	out := &model.Map{Elem: r.expr(e.Args[1])}
	key := r.expr(e.Args[0])
	if s, ok := key.(*model.Scalar); !ok || s.Kind != model.String && s != invalid {
		r.mapKeys = append(r.mapKeys, mapKey{out, key, e.Args[0].Span})
	}
	return out
}

// withoutKey leaves out the type of the keys of a map, which is at a place.
func withoutKey(at source.Span) diag.Step {
	text := at.File.Text[at.End:]
	rest := strings.TrimLeft(string(text[:min(len(text), 20)]), " ,")
	at.End += min(len(text), 20) - len(rest)
	return diag.Step{Do: diag.Replace, At: at}
}

// setMapKeys sets the types of the keys of maps, which must be distinct names of
// strings, or enums that every language can use as keys.
func setMapKeys(d *draft) {
	for _, k := range d.mapKeys {
		t, ok := model.Resolve(k.key).(*model.Enum)
		name := model.DistinctOf(k.key)
		switch {
		case model.Resolve(k.key) == invalid:
		case name != nil && anyString(name):
			k.of.Name = name
		case anyString(k.key):
			d.error(diag.MapKeyType, k.at, fmt.Sprintf("%q is only another name for string, and the keys of every map are strings", k.key),
				"declare it with distinct: true, or write map<T>").Offers("write map<T>", withoutKey(k.at))
		case lower.Reads(k.key) == model.Strings && !ok:
			d.error(diag.MapKeyType, k.at, fmt.Sprintf("%q cannot be the key of a map: it does not allow every string, and keys are not checked", k.key),
				"use a name for string, or write map<T>").Offers("write map<T>", withoutKey(k.at))
		case !ok:
			d.error(diag.MapKeyType, k.at, fmt.Sprintf("%q cannot be the key of a map: keys are strings", k.key), "use an enum, or write map<T>").Offers("write map<T>", withoutKey(k.at))
		case t.Integer:
			d.error(diag.MapKeyType, k.at, fmt.Sprintf("the values of %q are integers, but keys are strings", t.Name), "write map<T>").Repairable("", withoutKey(k.at))
		case t.Fallback != nil || slices.ContainsFunc(t.Values, func(v *model.EnumValue) bool { return len(v.FormerNames) > 0 }):
			d.error(diag.MapKeyType, k.at, fmt.Sprintf("%q reads different values as the same one, so two keys could become one", t.Name), "use an enum without fallback and was, or write map<T>").Offers("write map<T>", withoutKey(k.at))
		default:
			k.of.Key = t
		}
	}
}
