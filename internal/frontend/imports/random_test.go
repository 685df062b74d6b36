package imports_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/test/tier"
)

var (
	randomCount = flag.Int("import.random", tier.Count(12, 400), "how many random schemas of each dialect are imported")
	randomSeed  = flag.Uint64("import.seed", 1, "what they follow from")
	randomOne   = flag.String("import.one", "", "the one random schema to print and import, such as zod/17")
)

// TestRandomSchemas imports random schemas of each dialect. Each gives a spec that is valid and
// that agrees with a validator of the schema on samples and mutants.
func TestRandomSchemas(t *testing.T) {
	tier.Slow(t)
	for _, dialect := range dialects {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			accepted := 0
			for i := range *randomCount {
				name := fmt.Sprintf("%s/%d", dialect, i)
				if *randomOne != "" && *randomOne != name {
					continue
				}
				g := &schemaMaker{rng: rand.New(rand.NewPCG(*randomSeed, uint64(i))), dialect: dialect}
				doc, err := json.MarshalIndent(g.document(), "", " ")
				if err != nil {
					t.Fatal(err)
				}
				if *randomOne != "" {
					t.Logf("%s", doc)
				}
				accepted += agrees(t, name, source.NewFile("schema.json", doc))
			}
			if accepted == 0 {
				t.Error("no value was accepted")
			}
		})
	}
}

// agrees imports a file with open and with strict readers, compares both specs with it, and returns
// how many values it accepts.
func agrees(t *testing.T, name string, file *source.File) (accepted int) {
	t.Helper()
	for _, faithful := range []bool{false, true} {
		got, proof, r := importAll([]*source.File{file}, nil, faithful, 150, time.Minute)
		if got == nil {
			t.Errorf("%s, faithful %v: %s", name, faithful, text(r))
			continue
		}
		if *randomOne != "" {
			t.Logf("%s\n%s", got.Text, said(got))
		}
		sameModel(t, got)
		accepted += proof.Accepted
		for _, d := range proof.Different[:min(2, len(proof.Different))] {
			t.Errorf("%s, faithful %v: %s: %s\n\tsource: %s\n\tspec: %s", name, faithful, d.Type, d.Text, d.Source, d.Spec)
		}
		for _, text := range proof.Unproved {
			t.Errorf("%s: %s", name, text)
		}
	}
	return accepted
}

// dialects are what the generators of JSON Schema write, each in its way.
var dialects = []string{"schemars", "typescript", "zod", "pydantic", "hand"}

type m = map[string]any

// A schemaMaker makes random schemas of one dialect.
type schemaMaker struct {
	rng     *rand.Rand
	dialect string
	names   []string
	defs    m
	objects []string // the definitions that are objects without a tag
}

func (g *schemaMaker) one(n int) bool { return g.rng.IntN(n) == 0 }

func (g *schemaMaker) pick(list ...string) string { return list[g.rng.IntN(len(list))] }

// key is the keyword that has the definitions.
func (g *schemaMaker) key() string {
	if g.dialect == "typescript" || g.dialect == "hand" {
		return "definitions"
	}
	return "$defs"
}

func (g *schemaMaker) ref(name string) m { return m{"$ref": "#/" + g.key() + "/" + name} }

func (g *schemaMaker) document() m {
	g.defs = m{}
	words := []string{"Account", "Block", "Change", "Detail", "Edge", "Frame", "Group", "Message", "Request", "Value"}
	if g.dialect == "hand" {
		words = append(words, "type", "string", "thing_one", "x.y")
	}
	g.rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	g.names = words[:3+g.rng.IntN(5)]
	for i, name := range g.names {
		g.defs[name] = g.definition(name, i)
	}
	doc := m{g.key(): g.defs}
	switch {
	case g.key() == "definitions":
		doc["$schema"] = "http://json-schema.org/draft-07/schema#"
	case g.dialect != "pydantic":
		doc["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	}
	return doc
}

func (g *schemaMaker) definition(name string, i int) m {
	var out m
	switch g.rng.IntN(12) {
	case 0, 1:
		out = g.tagged(i)
	case 2:
		out = g.enum()
	case 3:
		out = g.keyed(i)
	case 4:
		if g.dialect == "schemars" || g.dialect == "hand" {
			out = g.external(i)
		} else {
			out = g.union(i)
		}
	case 5:
		out = g.scalar()
	case 6:
		out = g.together(i)
	default:
		out = g.object(i, nil, nil)
		g.objects = append(g.objects, name)
	}
	if g.one(3) {
		out["description"] = g.pick("Something.", "It has\ntwo lines.", "A: colon # and mark", "- dash", " blank first")
	}
	if g.one(12) {
		out["deprecated"] = true
	}
	return out
}

// object makes an object with the given keys first. Required keys refer only to definitions
// before the i-th, so that values end.
func (g *schemaMaker) object(i int, props m, required []string) m {
	all := m{}
	for key, v := range props {
		all[key] = v
	}
	for range g.rng.IntN(5) {
		key := g.pick("id", "name", "text", "size", "items", "kind_of", "aB", "a_b", "func", "_meta", "x-y", "default", "ref", "data")
		if all[key] != nil {
			continue
		}
		if g.one(2) {
			all[key] = g.schema(i, 0)
			required = append(required, key)
		} else {
			all[key] = g.optional(g.schema(len(g.names), 0))
		}
	}
	out := m{"type": "object", "properties": all}
	if len(required) > 0 {
		out["required"] = required
	}
	switch {
	case g.dialect == "zod" && !g.one(4):
		out["additionalProperties"] = false
	case g.one(6):
		out["additionalProperties"] = []any{true, m{}, false, m{"type": "string"}, m{"type": "integer"}}[g.rng.IntN(5)]
	}
	if g.dialect == "hand" {
		g.odd(out)
	}
	return out
}

// odd adds what people write by hand.
func (g *schemaMaker) odd(out m) {
	switch g.rng.IntN(14) {
	case 0:
		delete(out, "type")
	case 1:
		out["minProperties"] = 1
	case 2:
		out["patternProperties"] = m{"^z-": m{"type": "string"}}
	case 3:
		out["not"] = m{"required": []string{"forbidden"}}
	case 4:
		out["if"], out["then"] = m{"required": []string{"id"}}, m{"required": []string{"name"}}
	case 5:
		out["required"] = append(anyList(out["required"]), "undeclared")
	case 6:
		out["anyOf"] = []any{m{"required": []string{"id"}}, m{"required": []string{"name"}}}
	case 7:
		out["propertyNames"] = m{"maxLength": 5}
	}
}

func anyList(v any) []string {
	out, _ := v.([]string)
	return append([]string{}, out...)
}

// optional adds a default, or null, in the way of the dialect.
func (g *schemaMaker) optional(s m) m {
	switch {
	case g.dialect == "pydantic" && g.one(2):
		return m{"anyOf": []any{s, m{"type": "null"}}, "default": nil, "title": "A Title"}
	case g.dialect == "schemars" && g.one(3):
		s["x-deserialize-default-on-error"] = true
	case s["type"] == "integer" && g.one(2):
		s["default"] = 3
	case s["type"] == "string" && s["format"] == nil && g.one(2):
		s["default"] = "some"
	case s["type"] == "array" && g.one(2):
		s["default"] = []any{}
	case s["type"] == "boolean" && g.one(2):
		s["default"] = true
	}
	if t, ok := s["type"].(string); ok && g.one(5) && s["enum"] == nil && s["const"] == nil {
		s["type"] = []string{t, "null"}
	}
	return s
}

func (g *schemaMaker) schema(i, depth int) m {
	n := 13
	if depth > 2 {
		n = 5
	}
	switch g.rng.IntN(n) {
	case 0, 1, 2:
		return g.scalar()
	case 3:
		if i > 0 {
			s := g.ref(g.names[g.rng.IntN(i)])
			if g.dialect == "schemars" && g.one(2) {
				return m{"allOf": []any{s}, "description": "A reference."}
			}
			return s
		}
		return g.scalar()
	case 4:
		return []m{{}, {"description": "Anything."}}[g.rng.IntN(2)]
	case 5:
		return g.enum()
	case 6, 7:
		out := m{"type": "array", "items": g.schema(len(g.names), depth+1)}
		if g.one(4) {
			out["maxItems"] = 3
		} else if g.dialect == "schemars" && g.one(3) {
			out["x-deserialize-skip-invalid-items"] = true
		}
		if g.dialect == "hand" && g.one(5) {
			out["uniqueItems"] = true
		}
		return out
	case 8:
		out := m{"type": "object", "additionalProperties": g.schema(len(g.names), depth+1)}
		if g.dialect == "zod" {
			out["propertyNames"] = []m{{"type": "string"}, {"type": "string", "enum": []string{"one", "two"}}}[g.rng.IntN(2)]
		}
		return out
	case 9:
		return g.tuple(i, depth)
	case 10:
		return m{"anyOf": []any{g.schema(i, depth+1), m{"type": "null"}}}
	case 11:
		return g.union(i)
	}
	return g.object(min(i, 1), nil, nil)
}

func (g *schemaMaker) tuple(i, depth int) m {
	places := []any{g.schema(i, depth+1), g.schema(i, depth+1)}
	if g.key() == "definitions" {
		return m{"type": "array", "items": places, "minItems": 2, "maxItems": 2}
	}
	out := m{"type": "array", "prefixItems": places}
	if g.dialect == "pydantic" {
		out["minItems"], out["maxItems"] = 2, 2
	}
	return out
}

func (g *schemaMaker) scalar() m {
	switch g.rng.IntN(6) {
	case 0:
		return m{"type": "boolean"}
	case 1:
		out := m{"type": "integer"}
		switch g.rng.IntN(4) {
		case 0:
			out["format"] = g.pick("int32", "uint32", "int64", "uint64", "uint8", "int16")
		case 1:
			out["minimum"], out["maximum"] = 0, 9007199254740991
		case 2:
			out["exclusiveMinimum"] = -1
		}
		return out
	case 2:
		out := m{"type": "number"}
		switch g.rng.IntN(4) {
		case 0:
			out["minimum"], out["maximum"] = 0, 1
		case 1:
			out["exclusiveMinimum"] = 0
		case 2:
			out["format"] = "double"
		}
		return out
	case 3:
		return []m{{"type": "string", "const": g.pick("a", "b", "1", "null")}, {"const": 7}, {"const": true}}[g.rng.IntN(3)]
	}
	out := m{"type": "string"}
	switch g.rng.IntN(8) {
	case 0:
		out["minLength"], out["maxLength"] = 1, 8
	case 1:
		out["pattern"] = g.pick("^[a-z]+$", "^(?!x).*$", "\\d{3}")
	case 2:
		out["format"] = g.pick("uri", "date-time", "byte", "uuid", "email")
	case 3:
		out["contentEncoding"] = "base64"
	}
	return out
}

func (g *schemaMaker) enum() m {
	switch {
	case g.one(5):
		return m{"type": "integer", "enum": []int{-1, 0, 5}}
	case g.dialect == "schemars" && g.one(2):
		arms := []any{m{"type": "string", "const": "left", "description": "To the left."}, m{"type": "string", "const": "right"}}
		if g.one(2) {
			arms = append(arms, m{"title": "other", "type": "string"})
			return m{"anyOf": arms}
		}
		return m{"oneOf": arms}
	case g.dialect == "hand" && g.one(3):
		return m{"enum": []any{"a", 1, nil, true}}
	case g.dialect == "hand" && g.one(3):
		return m{"anyOf": []any{m{"enum": []string{"p", "q"}}, m{"type": "string"}}}
	}
	return m{"type": "string", "enum": []string{"one", "two", g.pick("three", "", "true", "4", "two words")}}
}

// union makes a union of types that differ in their kind, mostly.
func (g *schemaMaker) union(i int) m {
	arms := []any{m{"type": "string"}, g.scalar()}
	if g.one(2) {
		arms = append(arms, m{"type": "array", "items": g.schema(i, 2)})
	}
	if i > 0 && g.one(2) {
		arms = append(arms, g.ref(g.names[g.rng.IntN(i)]))
	}
	if g.one(3) {
		arms = append(arms, m{"type": "null"})
	}
	if g.dialect == "typescript" && g.one(2) {
		return m{"type": []string{"string", "number", "boolean"}}
	}
	if g.dialect == "hand" && g.one(4) {
		return m{"oneOf": arms}
	}
	return m{"anyOf": arms}
}

// tagged makes a union whose arms have a tag, as the dialect writes it.
func (g *schemaMaker) tagged(i int) m {
	tag := g.pick("type", "kind", "mode")
	var arms []any
	words := []string{"first", "second", "third"}[:2+g.rng.IntN(2)]
	if g.one(3) {
		words = append(words, "first") // two arms with one tag
	}
	for k, word := range words {
		literal := m{"type": "string", "const": word}
		if g.dialect == "typescript" && g.one(2) {
			literal = m{"type": "string", "enum": []string{word}}
		}
		arm := m{"type": "object", "properties": m{tag: literal}, "required": []string{tag}}
		switch {
		case g.dialect == "schemars" && len(g.objects) > 0 && !g.one(3):
			arm["allOf"] = []any{g.ref(g.objects[g.rng.IntN(len(g.objects))])}
		case g.dialect == "typescript" || g.dialect == "pydantic":
			name := fmt.Sprintf("Arm%d%d", i, k)
			g.defs[name] = g.object(i, m{tag: literal}, []string{tag})
			arm = g.ref(name)
		default:
			arm = g.object(i, m{tag: literal}, []string{tag})
		}
		arms = append(arms, arm)
	}
	out := m{"oneOf": arms}
	if g.dialect != "pydantic" && g.one(2) {
		out = m{"anyOf": arms}
	}
	if g.dialect == "schemars" && g.one(3) {
		arms = append(arms, m{"title": "other", "type": "object", "properties": m{tag: m{"type": "string"}}, "required": []string{tag},
			"not": m{"anyOf": []any{m{"type": "object", "properties": m{tag: m{"const": "first"}}, "required": []string{tag}}}}})
		out = m{"anyOf": arms}
	} else if len(g.objects) > 0 && g.one(4) {
		out = m{"anyOf": append(arms, g.ref(g.objects[g.rng.IntN(len(g.objects))]))}
	}
	if g.dialect == "pydantic" || g.one(4) {
		out["discriminator"] = m{"propertyName": tag}
	}
	if g.one(4) {
		out["type"] = "object"
		out["properties"] = m{"shared": m{"type": "string"}}
		if g.one(2) {
			out["required"] = []string{"shared"}
		}
	}
	return out
}

// keyed makes a union of objects that required keys tell apart, mostly.
func (g *schemaMaker) keyed(i int) m {
	var arms []any
	for k, key := range []string{"text", "blob", "link"}[:2+g.rng.IntN(2)] {
		arm := g.object(i, m{key: g.scalar()}, []string{key})
		if g.one(2) {
			name := fmt.Sprintf("Keyed%d%d", i, k)
			g.defs[name] = arm
			arm = g.ref(name)
		}
		arms = append(arms, arm)
	}
	if g.one(3) {
		return m{"oneOf": arms}
	}
	return m{"anyOf": arms}
}

func (g *schemaMaker) external(i int) m {
	return m{"oneOf": []any{
		m{"type": "string", "enum": []string{"none", "both"}},
		m{"type": "object", "properties": m{"value": g.schema(i, 1)}, "required": []string{"value"}, "additionalProperties": false},
		m{"type": "object", "properties": m{"list": m{"type": "array", "items": g.schema(i, 2)}}, "required": []string{"list"}, "additionalProperties": false},
	}}
}

// together makes an object that is put together of others.
func (g *schemaMaker) together(i int) m {
	out := m{"allOf": []any{g.object(i, m{"own": m{"type": "string"}}, nil)}}
	if len(g.objects) > 0 {
		out["allOf"] = append([]any{g.ref(g.objects[g.rng.IntN(len(g.objects))])}, out["allOf"].([]any)...)
	}
	return out
}
