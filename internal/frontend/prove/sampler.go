package prove

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A sampler makes values of schemas. They are mostly valid.
type sampler struct {
	docs  []Document
	rng   *rand.Rand
	words []string // strings of the source: values and names of keys
	open  int      // how deep the current value is nested
	left  int      // how many values the current sample may still have
	parts int      // how many schemas may still be put together for it
}

// maxValues bounds the values of one sample.
const maxValues = 400

// maxParts bounds how many schemas one sample is made of.
const maxParts = 20_000

// maxOpen bounds how deep a sample is nested, for schemas without finite values.
const maxOpen = 60

// A maker makes values of the types of a source.
type maker interface {
	value(pointer string) any
	mutant(v any) any
}

func newSampler(docs []Document, seed uint64) maker {
	s := &sampler{docs: docs, rng: rand.New(rand.NewPCG(seed, 47))}
	seen := map[string]bool{}
	for _, d := range docs {
		collectWords(d.Value, seen)
		if d.Format == MetaModel {
			addModelWords(d.Value, seen)
		}
	}
	for word := range seen {
		s.words = append(s.words, word)
	}
	slices.Sort(s.words)
	if len(docs) > 0 && docs[0].Format == MetaModel {
		return &modelSampler{s}
	}
	return s
}

func collectWords(v any, seen map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		if text, ok := v["const"].(string); ok {
			seen[text] = true
		}
		if all, ok := v["enum"].([]any); ok {
			for _, one := range all {
				if text, ok := one.(string); ok {
					seen[text] = true
				}
			}
		}
		if all, ok := v["properties"].(map[string]any); ok {
			for key := range all {
				seen[key] = true
			}
		}
		for _, inner := range v {
			collectWords(inner, seen)
		}
	case []any:
		for _, inner := range v {
			collectWords(inner, seen)
		}
	}
}

// value makes a value of the schema at a pointer.
func (s *sampler) value(pointer string) any {
	s.left, s.parts = maxValues, maxParts
	prefix, _ := steps(pointer)
	return s.of(find(s.docs, pointer), prefix)
}

// of makes a value of a schema in the file with a prefix.
func (s *sampler) of(schema any, prefix string) any {
	s.open++
	s.left--
	defer func() { s.open-- }()
	m := s.merged(schema, prefix, 0)
	if m == nil || s.open > maxOpen {
		return s.any()
	}
	if v, ok := m["const"]; ok {
		return v
	}
	if all, ok := m["enum"].([]any); ok && len(all) > 0 {
		return all[s.rng.IntN(len(all))]
	}
	prefix, _ = m["\x00"].(string)
	switch s.typeOf(m) {
	case "object":
		return s.object(m, prefix)
	case "array":
		return s.array(m, prefix)
	case "string":
		return s.text(m)
	case "integer":
		return json.Number(strconv.FormatInt(s.integer(m), 10))
	case "number":
		if s.rng.IntN(2) == 0 {
			return json.Number(strconv.FormatInt(s.integer(m), 10))
		}
		return json.Number(strconv.FormatFloat(float64(s.integer(m))+0.5, 'g', -1, 64))
	case "boolean":
		return s.rng.IntN(2) == 0
	case "null":
		return nil
	}
	return s.any()
}

func (s *sampler) typeOf(m map[string]any) string {
	switch t := m["type"].(type) {
	case string:
		return t
	case []any:
		if len(t) > 0 {
			name, _ := t[s.rng.IntN(len(t))].(string)
			return name
		}
	}
	for _, x := range [][2]string{{"properties", "object"}, {"additionalProperties", "object"}, {"required", "object"}, {"items", "array"}, {"prefixItems", "array"}, {"pattern", "string"}, {"minLength", "string"}, {"minimum", "number"}} {
		if _, ok := m[x[0]]; ok {
			return x[1]
		}
	}
	return ""
}

// merged is a schema with its references, its allOf and one arm of each union put together; nil
// for one that allows any value.
func (s *sampler) merged(schema any, prefix string, depth int) map[string]any {
	in, ok := schema.(map[string]any)
	if s.parts--; !ok || depth > 30 || s.parts < 0 {
		return nil
	}
	out := map[string]any{"\x00": prefix}
	if ref, ok := in["$ref"].(string); ok {
		pointer := ref
		if strings.HasPrefix(ref, "#") {
			pointer = prefix + ref
		}
		base, _ := steps(pointer)
		mergeInto(out, s.merged(find(s.docs, pointer), base, depth+1))
	}
	for _, inner := range list(in["allOf"]) {
		mergeInto(out, s.merged(inner, prefix, depth+1))
	}
	mergeInto(out, in)
	for _, key := range []string{"anyOf", "oneOf"} {
		if arms := list(in[key]); len(arms) > 0 {
			i := s.rng.IntN(len(arms))
			if s.open > 8 {
				i = len(arms) - 1 - s.rng.IntN(min(2, len(arms)))
			}
			mergeInto(out, s.merged(arms[i], prefix, depth+1))
		}
	}
	return out
}

func mergeInto(out, in map[string]any) {
	for key, v := range in {
		switch key {
		case "properties":
			all, _ := v.(map[string]any)
			old, _ := out[key].(map[string]any)
			both := make(map[string]any, len(all)+len(old))
			for name, p := range old {
				both[name] = p
			}
			for name, p := range all {
				if first, twice := both[name]; twice {
					p = map[string]any{"allOf": []any{first, p}}
				}
				both[name] = p
			}
			out[key] = both
		case "required":
			out[key] = append(list(out[key]), list(v)...)
		default:
			out[key] = v
		}
	}
}

func (s *sampler) object(m map[string]any, prefix string) any {
	out := map[string]any{}
	props, _ := m["properties"].(map[string]any)
	required := map[string]bool{}
	for _, key := range list(m["required"]) {
		if text, ok := key.(string); ok {
			required[text] = true
		}
	}
	names := make([]string, 0, len(props))
	for name := range props {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if required[name] || s.open < 7 && s.left > 0 && s.rng.IntN(5) < 2 {
			out[name] = s.of(props[name], prefix)
		}
	}
	for name := range required {
		if _, ok := out[name]; !ok {
			out[name] = s.any()
		}
	}
	extra := m["additionalProperties"]
	if len(props) == 0 && s.open < 7 && s.left > 0 || s.rng.IntN(10) == 0 {
		for range s.rng.IntN(3) {
			if extra == false {
				break
			}
			key := s.word()
			if names, ok := m["propertyNames"]; ok {
				if text, ok := s.of(names, prefix).(string); ok {
					key = text
				}
			}
			if _, taken := out[key]; taken || props[key] != nil {
				continue
			}
			if inner, ok := extra.(map[string]any); ok {
				out[key] = s.of(inner, prefix)
			} else {
				out[key] = s.any()
			}
		}
	}
	return out
}

func (s *sampler) array(m map[string]any, prefix string) any {
	out := []any{}
	places := list(m["prefixItems"])
	if places == nil {
		places = list(m["items"])
	}
	for _, p := range places {
		out = append(out, s.of(p, prefix))
	}
	if len(places) > 0 {
		return out
	}
	least, most := limit(m, "minItems", 0), limit(m, "maxItems", 1<<30)
	n := least
	if s.open < 7 && s.left > 0 {
		n += s.rng.IntN(3)
	}
	for range min(n, most, 50) {
		out = append(out, s.of(m["items"], prefix))
	}
	return out
}

func limit(m map[string]any, key string, otherwise int) int {
	n, ok := m[key].(json.Number)
	if !ok {
		return otherwise
	}
	f, err := n.Float64()
	if err != nil || f > 1<<30 || f < -1<<30 {
		return otherwise
	}
	return int(f)
}

func (s *sampler) integer(m map[string]any) int64 {
	low, high := limit(m, "minimum", -5), limit(m, "maximum", 300)
	if x := limit(m, "exclusiveMinimum", -1<<30); x != -1<<30 {
		low = max(low, x+1)
	}
	if x := limit(m, "exclusiveMaximum", 1<<30); x != 1<<30 {
		high = min(high, x-1)
	}
	if high < low {
		high = low
	}
	switch s.rng.IntN(12) { // the bounds, and what is just beyond them
	case 0, 1:
		return int64(low)
	case 2:
		return int64(high)
	case 3:
		return int64(low) - 1
	case 4:
		return int64(high) + 1
	}
	return int64(low) + s.rng.Int64N(int64(high-low)+1)
}

func (s *sampler) text(m map[string]any) string {
	switch m["format"] {
	case "byte":
		return []string{"", "AA==", "YWJj"}[s.rng.IntN(3)]
	case "date-time":
		return "2024-01-02T03:04:05Z"
	case "uri":
		return "file:///a"
	}
	if m["contentEncoding"] == "base64" {
		return []string{"", "AA==", "YWJj"}[s.rng.IntN(3)]
	}
	out := s.word()
	least, most := limit(m, "minLength", 0), limit(m, "maxLength", 1<<20)
	if most < 4000 && s.rng.IntN(4) == 0 {
		least, most = most, most+1
		if s.rng.IntN(2) == 0 {
			least++ // one too long
		}
	}
	for len([]rune(out)) < min(least, 4000) {
		out += "x"
	}
	if r := []rune(out); len(r) > most {
		out = string(r[:most])
	}
	return out
}

func (s *sampler) word() string {
	if len(s.words) > 0 && s.rng.IntN(2) == 0 {
		return s.words[s.rng.IntN(len(s.words))]
	}
	return []string{"", "a", "é", "some text", "0", "null"}[s.rng.IntN(6)]
}

// any makes a small value of any type.
func (s *sampler) any() any {
	switch s.rng.IntN(8) {
	case 0:
		return nil
	case 1:
		return s.rng.IntN(2) == 0
	case 2:
		return json.Number(strconv.Itoa(s.rng.IntN(7) - 3))
	case 3:
		return json.Number("1.5")
	case 4:
		return []any{}
	case 5:
		return map[string]any{}
	case 6:
		return []any{s.word()}
	}
	return s.word()
}

// mutant is a copy of a value with one change.
func (s *sampler) mutant(v any) any {
	out := clone(v)
	holder := []any{out}
	places := spots(holder, nil)
	p := places[s.rng.IntN(len(places))]
	switch s.rng.IntN(6) {
	case 0:
		p.remove()
	case 1:
		if m, ok := p.get().(map[string]any); ok {
			m[s.word()] = s.any()
			break
		}
		p.set(s.any())
	case 2:
		if _, ok := p.get().(string); ok {
			p.set(s.word())
			break
		}
		p.set(s.any())
	case 3:
		p.set(nil)
	case 4:
		switch old := p.get().(type) {
		case json.Number:
			p.set(json.Number([]string{"-1", "0.5", "1e3", "1.0", "4294967296", "70000", "-2147483649"}[s.rng.IntN(7)]))
		case []any:
			p.set(append(slices.Clone(old), s.any()))
		default:
			p.set(s.any())
		}
	default:
		p.set(s.any())
	}
	return holder[0]
}

// A spot is one value within another.
type spot struct {
	object map[string]any
	key    string
	list   []any
	index  int
}

func (p spot) get() any {
	if p.object != nil {
		return p.object[p.key]
	}
	return p.list[p.index]
}

func (p spot) set(v any) {
	if p.object != nil {
		p.object[p.key] = v
	} else {
		p.list[p.index] = v
	}
}

func (p spot) remove() {
	if p.object != nil {
		delete(p.object, p.key)
	} else {
		p.list[p.index] = nil
	}
}

func spots(v any, out []spot) []spot {
	switch v := v.(type) {
	case map[string]any:
		keys := make([]string, 0, len(v))
		for key := range v {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			out = spots(v[key], append(out, spot{object: v, key: key}))
		}
	case []any:
		for i, inner := range v {
			out = spots(inner, append(out, spot{list: v, index: i}))
		}
	}
	return out
}
