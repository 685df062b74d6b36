package prove

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// An evaluator says which values the types of a metaModel have. It follows the format, and not what
// the import makes of it. Edits of notes may put true in the place of a type, which allows any
// value, and conditions: if, then, else, not, allOf, anyOf, required, properties, const, type.
type evaluator struct {
	root any
	left int // how many types may still be looked at for the current value
}

// maxLooks bounds how many types are looked at for one value.
const maxLooks = 1_000_000

// A trail is the names that were followed since the value changed.
type trail struct {
	name string
	up   *trail
}

func (t *trail) has(name string) bool {
	for ; t != nil; t = t.up {
		if t.name == name {
			return true
		}
	}
	return false
}

func (e *evaluator) at(pointer string) (func(v any) error, error) {
	node := find([]Document{{Value: e.root}}, pointer)
	if node == nil {
		return nil, fmt.Errorf("nothing is at %s", pointer)
	}
	return func(v any) error {
		e.left = maxLooks
		return e.fits(node, v, nil)
	}, nil
}

// maxFollowed bounds how many types are followed without a value within.
const maxFollowed = 300

var errEndless = errors.New("the type does not end")

// fits says why a value is none of a type, a named type, or a condition.
func (e *evaluator) fits(node, v any, followed *trail) error {
	m, ok := node.(map[string]any)
	switch {
	case node == true:
		return nil
	case node == false || !ok:
		return fmt.Errorf("no value is allowed, found %s", short(v))
	case e.left <= 0:
		return errEndless
	}
	e.left--
	for _, part := range list(m["allOf"]) {
		if err := e.fits(part, v, followed); err != nil {
			return err
		}
	}
	if err := e.condition(m, v, followed); err != nil {
		return err
	}
	kind, _ := m["kind"].(string)
	name, _ := m["name"].(string)
	switch kind {
	case "base":
		return base(name, v)
	case "reference":
		to := e.named(name)
		if to == nil {
			return fmt.Errorf("there is no type %s", name)
		}
		if followed.has(name) {
			return errEndless // it contains itself, which says nothing of the value
		}
		return e.fits(to, v, &trail{name, followed})
	case "array", "map", "tuple", "literal":
		return e.holds(kind, m, v)
	case "and", "or":
		return e.several(kind, m, v, followed)
	case "stringLiteral", "integerLiteral", "booleanLiteral":
		if !equalValue(m["value"], v) {
			return fmt.Errorf("expected %s, found %s", short(m["value"]), short(v))
		}
		return nil
	}
	return e.entry(m, v, followed)
}

// entry is about a named type: a structure, an enumeration or an alias.
func (e *evaluator) entry(m map[string]any, v any, followed *trail) error {
	if values, ok := m["values"].([]any); ok {
		for _, one := range values {
			if one, ok := one.(map[string]any); ok && equalValue(one["value"], v) {
				return nil
			}
		}
		if m["supportsCustomValues"] == true {
			return e.fits(m["type"], v, followed)
		}
		return fmt.Errorf("%s is not a value of the enumeration", short(v))
	}
	if is, ok := m["type"].(map[string]any); ok || m["type"] == true {
		if ok {
			return e.fits(is, v, followed)
		}
		return nil
	}
	if _, ok := m["properties"].(map[string]any); ok && m["name"] != nil {
		all, err := e.members(m, 0)
		if err != nil {
			return err
		}
		return e.object(all, v)
	}
	return nil
}

func (e *evaluator) named(name string) any {
	root, _ := e.root.(map[string]any)
	for _, key := range []string{"structures", "enumerations", "typeAliases"} {
		all, _ := root[key].(map[string]any)
		if found, ok := all[name]; ok {
			return found
		}
	}
	return nil
}

// members are the properties of a structure, with those that it inherits.
func (e *evaluator) members(m map[string]any, depth int) (map[string]any, error) {
	if depth > maxFollowed {
		return nil, errEndless
	}
	out := map[string]any{}
	for _, key := range []string{"extends", "mixins"} {
		for _, base := range list(m[key]) {
			to, err := e.structure(base)
			if err != nil {
				return nil, err
			}
			inner, err := e.members(to, depth+1)
			if err != nil {
				return nil, err
			}
			for name, p := range inner {
				out[name] = p
			}
		}
	}
	own, _ := m["properties"].(map[string]any)
	for name, p := range own {
		out[name] = p
	}
	return out, nil
}

// structure follows a reference to a structure.
func (e *evaluator) structure(node any) (map[string]any, error) {
	for range maxFollowed {
		m, _ := node.(map[string]any)
		switch {
		case m["kind"] == "reference":
			name, _ := m["name"].(string)
			node = e.named(name)
		case m["properties"] != nil:
			return m, nil
		default:
			node = m["type"]
		}
	}
	return nil, errEndless
}

// object is about a value with properties.
func (e *evaluator) object(all map[string]any, v any) error {
	object, ok := v.(map[string]any)
	if !ok {
		return fmt.Errorf("expected an object, found %s", short(v))
	}
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		value, there := object[name]
		if all[name] == true {
			continue
		}
		p, _ := all[name].(map[string]any)
		switch {
		case !there && p["optional"] != true:
			return fmt.Errorf("%s is missing", name)
		case there:
			if err := e.fits(p["type"], value, nil); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// holds is about a value that holds others.
func (e *evaluator) holds(kind string, m map[string]any, v any) error {
	if kind == "literal" {
		value, ok := m["value"].(map[string]any)
		if !ok {
			return nil
		}
		props, _ := value["properties"].(map[string]any)
		return e.object(props, v)
	}
	if kind == "map" {
		object, ok := v.(map[string]any)
		if !ok {
			return fmt.Errorf("expected an object, found %s", short(v))
		}
		for key, inner := range object {
			if err := e.key(m["key"], key); err != nil {
				return err
			}
			if err := e.fits(m["value"], inner, nil); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
		return nil
	}
	all, ok := v.([]any)
	if !ok {
		return fmt.Errorf("expected an array, found %s", short(v))
	}
	places := list(m["items"])
	if kind == "tuple" && len(places) != len(all) {
		return fmt.Errorf("expected %d items, found %d", len(places), len(all))
	}
	for i, inner := range all {
		is := m["element"]
		if kind == "tuple" {
			is = places[i]
		}
		if err := e.fits(is, inner, nil); err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
	}
	return nil
}

// key is about a key of a map. One of a type of numbers has digits.
func (e *evaluator) key(is any, key string) error {
	err := e.fits(is, key, nil)
	if err != nil {
		if _, fault := strconv.ParseInt(key, 10, 64); fault == nil {
			err = e.fits(is, json.Number(key), nil)
		}
	}
	if err != nil {
		return fmt.Errorf("the key %q: %w", key, err)
	}
	return nil
}

// several is about a value that fits all of some types, or one of them.
func (e *evaluator) several(kind string, m map[string]any, v any, followed *trail) error {
	all := list(m["items"])
	if m[replaced] == true {
		return nil
	}
	var last error
	for _, one := range all {
		err := e.fits(one, v, followed)
		if (err == nil) == (kind == "or") {
			return err
		}
		if err != nil {
			last = err
		}
	}
	return last
}

// condition is about what edits have put into the source.
func (e *evaluator) condition(m map[string]any, v any, followed *trail) error {
	if is, ok := m["if"]; ok {
		next := m["then"]
		if e.fits(is, v, followed) != nil {
			next = m["else"]
		}
		return e.fits(next, v, followed)
	}
	if not, ok := m["not"]; ok && e.fits(not, v, followed) == nil {
		return errors.New("the condition does not hold")
	}
	if arms, ok := m["anyOf"].([]any); ok && !slices.ContainsFunc(arms, func(one any) bool { return e.fits(one, v, followed) == nil }) {
		return errors.New("no alternative fits")
	}
	object, is := v.(map[string]any)
	if m["type"] == "object" && !is {
		return errors.New("not an object")
	}
	if want, ok := m["const"]; ok && !equalValue(want, v) {
		return fmt.Errorf("not %s", short(want))
	}
	for _, key := range list(m["required"]) {
		name, _ := key.(string)
		value, there := object[name]
		if !there {
			return fmt.Errorf("%s is missing", name)
		}
		if props, ok := m["properties"].(map[string]any); ok {
			if err := e.fits(props[name], value, followed); err != nil {
				return err
			}
		}
	}
	return nil
}

// base is about a value of a base type. The edits of notes use int for any integer.
func base(name string, v any) error {
	ok := false
	switch v := v.(type) {
	case nil:
		ok = name == "null"
	case bool:
		ok = name == "boolean"
	case string:
		ok = name == "string" || name == "URI" || name == "DocumentUri" || name == "RegExp"
	case json.Number:
		ok = isNumber(name, v)
	}
	if !ok {
		return fmt.Errorf("expected a value of type %s, found %s", name, short(v))
	}
	return nil
}

func isNumber(name string, n json.Number) bool {
	low, high := int64(-exact), int64(exact)
	switch name {
	case "decimal":
		f, err := n.Float64()
		return err == nil && !math.IsInf(f, 0)
	case "integer":
		low, high = math.MinInt32, math.MaxInt32
	case "uinteger":
		low, high = 0, math.MaxInt32
	case "int":
	default:
		return false
	}
	r, ok := rational(n)
	return ok && r.IsInt() && r.Num().Cmp(big.NewInt(low)) >= 0 && r.Num().Cmp(big.NewInt(high)) <= 0
}

// rational is the value of a number, if it is not too large to be an integer of a base type.
func rational(n json.Number) (*big.Rat, bool) {
	if f, err := n.Float64(); err != nil || math.Abs(f) > 1e18 {
		return nil, false
	}
	return new(big.Rat).SetString(n.String())
}

func equalValue(a, b any) bool {
	x, ok := a.(json.Number)
	y, both := b.(json.Number)
	if ok && both {
		p, fine := rational(x)
		q, good := rational(y)
		return fine && good && p.Cmp(q) == 0
	}
	switch a.(type) {
	case string, bool, nil:
		return a == b
	}
	return false
}

func short(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return "a value"
	}
	if len(text) > 60 {
		return strings.ToValidUTF8(string(text[:60]), "") + "…"
	}
	return string(text)
}
