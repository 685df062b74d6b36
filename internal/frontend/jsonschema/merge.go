package jsonschema

import (
	"slices"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
)

// maxMerging bounds how deep objects are merged.
const maxMerging = 4

// A mergedKey is a key of objects that nothing tells apart, with the schemas that it has in them.
type mergedKey struct {
	name     string
	key      *syntax.Node
	required bool // in each object
	schemas  []schema
	any      bool // an object requires the key and says nothing of its value
}

// mergedKeys are the keys of all objects, but for those that skip names. ok is false if one of them
// is more than an object with keys.
func (x *reader) mergedKeys(shapes []*flat, skip map[string]bool) (out []*mergedKey, ok bool) {
	byName := map[string]*mergedKey{}
	count := map[string]int{}
	for _, f := range shapes {
		if kinds := x.kinds(f, 0); len(f.unions) > 0 || f.never || len(kinds) != 1 || kinds[0] != "object" {
			return nil, false
		}
		required := map[string]bool{}
		for _, p := range f.props {
			if skip[p.key.Text] || len(p.schemas) == 0 {
				continue
			}
			k := byName[p.key.Text]
			if k == nil {
				k = &mergedKey{name: p.key.Text, key: p.key}
				byName[k.name] = k
				out = append(out, k)
			}
			required[k.name] = p.required
			if len(p.schemas) > 1 {
				k.any = true
			}
			for _, s := range p.schemas {
				if !slices.ContainsFunc(k.schemas, func(old schema) bool { return old.at == s.at }) {
					k.schemas = append(k.schemas, s)
				}
			}
		}
		for name, is := range required {
			if is {
				count[name]++
			}
		}
	}
	for _, k := range out {
		k.required = count[k.name] == len(shapes)
	}
	return out, len(out) > 0
}

// merged reads objects that nothing tells apart as one struct, with the keys of all of them, and
// says how that changes the source. It returns nil if they are not only objects with keys.
func (x *reader) merged(shapes []*flat, skip map[string]bool, depth int) (*draft.Type, []draft.Merged) {
	keys, ok := x.mergedKeys(shapes, skip)
	if !ok || depth > maxMerging {
		return nil, nil
	}
	t := &draft.Type{Kind: draft.Struct, Part: true}
	var said []draft.Merged
	for _, k := range keys {
		field := &draft.Field{Place: draft.Place{Pointer: k.schemas[0].at, Span: k.key.Span}, Name: k.name, Required: k.required}
		m := draft.Merged{Name: k.name, Required: k.required}
		x.describe(&field.Meta, k.schemas[0])
		if isWord(k.schemas[0].n, "false") {
			k.any = true
		}
		field.Type = x.mergedType(k, &m, depth)
		t.Fields = append(t.Fields, field)
		said = append(said, m)
	}
	return t, said
}

// mergedType is a type for all values that a key has in one of the objects.
func (x *reader) mergedType(k *mergedKey, m *draft.Merged, depth int) *draft.Type {
	at := draft.Place{Pointer: k.schemas[0].at, Span: k.schemas[0].n.Span}
	if k.any {
		m.Schema = true
		return &draft.Type{Place: at}
	}
	if !slices.ContainsFunc(k.schemas, func(s schema) bool { return !sameNode(s.n, k.schemas[0].n) }) {
		if f := x.flatten(k.schemas[0]); f.ref == nil && len(f.unions) > 0 {
			m.Schema = true // an inline union may have to become weaker, and then in each place by itself
			return &draft.Type{Place: at}
		}
		m.At = append(m.At, k.schemas[0].at)
		return x.typeOf(k.schemas[0])
	}
	var shapes []*flat
	var values []literal
	kind, null, listed := "", false, true
	for _, s := range k.schemas {
		f := x.shape(s)
		shapes = append(shapes, f)
		own := slices.DeleteFunc(slices.Clone(x.kinds(f, 0)), func(kind string) bool { return kind == "null" })
		null = null || len(own) < len(x.kinds(f, 0))
		if len(own) != 1 || kind != "" && own[0] != kind {
			m.Schema = true
			return &draft.Type{Place: at}
		}
		kind = own[0]
		all := f.literals()
		listed = listed && len(all) > 0 && allStrings(all) && !null
		values = append(values, all...)
	}
	var out *draft.Type
	schemaKind := any(kind)
	switch {
	case kind == "string" && listed:
		for _, s := range k.schemas {
			m.At = append(m.At, s.at)
		}
		if out = x.enum(values); len(out.Values) == 1 {
			out = &draft.Type{Kind: draft.Const, Value: out.Values[0].Name}
		}
	case kind == "object" && !null:
		if out, m.Fields = x.merged(shapes, nil, depth+1); out == nil {
			out = &draft.Type{Kind: draft.Scalar, Word: "object"}
		}
	case kind == "array":
		out = &draft.Type{Kind: draft.List, Item: &draft.Type{Place: at}}
	default:
		word := map[string]string{"string": "string", "number": "float", "boolean": "bool", "object": "object"}[kind]
		out = &draft.Type{Kind: draft.Scalar, Word: word}
	}
	if out.Place, out.Part, out.Null = at, true, null; null {
		schemaKind = []any{kind, "null"}
	}
	if len(m.At) == 0 && len(m.Fields) == 0 {
		m.Schema = map[string]any{"type": schemaKind}
	}
	return out
}
