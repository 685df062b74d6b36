package prove

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
)

// A modelSampler makes values of the types of a metaModel. They are mostly valid.
type modelSampler struct{ *sampler }

// addModelWords adds the strings that are values in a metaModel.
func addModelWords(v any, seen map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		if word, ok := v["value"].(string); ok {
			seen[word] = true
		}
		for _, inner := range v {
			addModelWords(inner, seen)
		}
	case []any:
		for _, inner := range v {
			addModelWords(inner, seen)
		}
	}
}

func (s *modelSampler) value(pointer string) any {
	s.left, s.parts = maxValues, maxParts
	return s.of(find(s.docs, pointer))
}

// of makes a value of a type, or of a named type.
func (s *modelSampler) of(node any) any {
	s.open++
	s.left--
	s.parts--
	defer func() { s.open-- }()
	m, ok := node.(map[string]any)
	if !ok || s.open > maxOpen || s.parts < 0 {
		return s.any()
	}
	eval := &evaluator{root: s.docs[0].Value}
	name, _ := m["name"].(string)
	switch m["kind"] {
	case "base":
		return s.base(name)
	case "reference":
		return s.of(eval.named(name))
	case "stringLiteral", "integerLiteral", "booleanLiteral":
		return m["value"]
	case "or":
		return s.of(s.arm(list(m["items"])))
	case "and":
		return s.both(list(m["items"]))
	case "tuple":
		out := []any{}
		for _, item := range list(m["items"]) {
			out = append(out, s.of(item))
		}
		return out
	case "array":
		out := []any{}
		for range s.count() {
			out = append(out, s.of(m["element"]))
		}
		return out
	case "map":
		out := map[string]any{}
		for range s.count() {
			if key, ok := s.of(m["key"]).(string); ok {
				out[key] = s.of(m["value"])
			} else {
				out[strconv.Itoa(s.rng.IntN(9))] = s.of(m["value"])
			}
		}
		return out
	case "literal":
		value, _ := m["value"].(map[string]any)
		props, _ := value["properties"].(map[string]any)
		return s.members(props)
	}
	return s.entry(eval, m)
}

func (s *modelSampler) entry(eval *evaluator, m map[string]any) any {
	if values := list(m["values"]); len(values) > 0 {
		if m["supportsCustomValues"] == true && s.rng.IntN(4) == 0 {
			return s.of(m["type"])
		}
		one, _ := values[s.rng.IntN(len(values))].(map[string]any)
		return one["value"]
	}
	if is, ok := m["type"].(map[string]any); ok {
		return s.of(is)
	}
	props, err := eval.members(m, 0)
	if err != nil {
		return s.any()
	}
	return s.members(props)
}

// arm chooses an arm; deep within a value the last ones, which end sooner.
func (s *modelSampler) arm(arms []any) any {
	if len(arms) == 0 {
		return nil
	}
	if s.open > 8 {
		return arms[len(arms)-1-s.rng.IntN(min(2, len(arms)))]
	}
	return arms[s.rng.IntN(len(arms))]
}

// both puts the members of several objects together.
func (s *modelSampler) both(all []any) any {
	out := map[string]any{}
	for _, one := range all {
		m, ok := s.of(one).(map[string]any)
		if !ok {
			return s.any()
		}
		for key, v := range m {
			out[key] = v
		}
	}
	return out
}

// count is how many items a list has.
func (s *modelSampler) count() int {
	if s.open >= 7 || s.left <= 0 {
		return 0
	}
	return s.rng.IntN(3)
}

func (s *modelSampler) members(props map[string]any) map[string]any {
	out := map[string]any{}
	names := make([]string, 0, len(props))
	for name := range props {
		names = append(names, name)
	}
	slices.Sort(names)
	rare := 2 + len(names)/8 // so that large objects stay small
	for _, name := range names {
		p, _ := props[name].(map[string]any)
		if p["optional"] == true && (s.open > 6 || s.left <= 0 || s.rng.IntN(rare) != 0) {
			continue
		}
		out[name] = s.of(p["type"])
	}
	return out
}

func (s *modelSampler) base(name string) any {
	number := func(n int64) any { return json.Number(strconv.FormatInt(n, 10)) }
	switch name {
	case "boolean":
		return s.rng.IntN(2) == 0
	case "null":
		return nil
	case "integer", "uinteger":
		return number([]int64{0, 1, -1, 7, math.MaxInt32, math.MaxInt32 + 1, math.MinInt32, math.MinInt32 - 1}[s.rng.IntN(8)])
	case "decimal":
		return json.Number([]string{"0", "0.5", "-1e3", "300"}[s.rng.IntN(4)])
	case "URI", "DocumentUri":
		return "file:///a"
	}
	return s.word()
}
