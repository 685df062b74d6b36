package schemagen

import "github.com/wiregen/wiregen/internal/protocol/model"

// properties are the keywords for the keys of an object.
type properties struct{ named, patterns object }

// add declares a key.
func (p *properties) add(name string, s *schema) { p.addValue(name, s.value()) }

// forbid declares that the key must be absent.
func (p *properties) forbid(name string) { p.addValue(name, boolean(false)) }

func (p *properties) addValue(name string, v model.Value) {
	if name == "__proto__" {
		// Validators in JavaScript overlook a property of this name, but not a pattern.
		p.patterns.addValue("^__proto__$", v)
		return
	}
	p.named.addValue(name, v)
}

// on adds the keywords to a schema. With a pattern, properties are never left out:
// ajv looks only there for required keys, and every object of JavaScript has a
// property called __proto__.
func (p *properties) on(s *schema) *schema {
	if len(p.patterns) == 0 {
		return s.members("properties", p.named)
	}
	return s.with("properties", model.Value{Kind: model.ObjectValue, Members: p.named}).members("patternProperties", p.patterns)
}

// oneOf matches the values of a list.
func oneOf(list []model.Value) *schema {
	if len(list) == 1 {
		return new(schema).with("const", list[0])
	}
	return new(schema).with("enum", listOf(list))
}

// member matches objects whose key, if it is present, matches s, and values that are
// not objects.
func member(key string, s *schema) *schema {
	var props properties
	props.add(key, s)
	return props.on(new(schema))
}

// without matches objects without a key, and values that are not objects.
func without(key string) *schema {
	var props properties
	props.forbid(key)
	return props.on(new(schema))
}

// present matches objects with a key, and values that are not objects. It declares the
// key as well, which ajv requires in its strictest mode.
func present(key string) *schema { return member(key, new(schema)).texts("required", []string{key}) }

// having matches objects with a key.
func having(key string) *schema { return present(key).with("type", text("object")) }

// hasValue matches objects whose key has one of some values.
func hasValue(key string, values []model.Value) *schema {
	return member(key, oneOf(values)).texts("required", []string{key}).with("type", text("object"))
}
