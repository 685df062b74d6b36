package schemagen

import "github.com/wiregen/wiregen/internal/protocol/model"

// properties are what an object says about its keys.
type properties struct{ named, patterns object }

// add declares a key.
func (p *properties) add(name string, s *schema) { p.addValue(name, s.value()) }

// forbid says that the key may not be there.
func (p *properties) forbid(name string) { p.addValue(name, boolean(false)) }

func (p *properties) addValue(name string, v model.Value) {
	if name == "__proto__" {
		// Validators in JavaScript overlook a property of this name, but not a pattern.
		p.patterns.addValue("^__proto__$", v)
		return
	}
	p.named.addValue(name, v)
}

// on says it all in a schema. Beside a pattern properties are never left out:
// ajv looks there, not at patterns, for what is required, and every object of
// JavaScript has something called __proto__.
func (p *properties) on(s *schema) *schema {
	if len(p.patterns) == 0 {
		return s.members("properties", p.named)
	}
	return s.with("properties", model.Value{Kind: model.ObjectValue, Members: p.named}).members("patternProperties", p.patterns)
}

// oneOf holds for the values of a list.
func oneOf(list []model.Value) *schema {
	if len(list) == 1 {
		return new(schema).with("const", list[0])
	}
	return new(schema).with("enum", listOf(list))
}

// member holds for objects whose key, if it is there, is as s says, and for
// what is no object.
func member(key string, s *schema) *schema {
	var props properties
	props.add(key, s)
	return props.on(new(schema))
}

// without holds for objects that do not have a key, and for what is no object.
func without(key string) *schema {
	var props properties
	props.forbid(key)
	return props.on(new(schema))
}

// present holds for objects that have a key, and for what is no object. It
// declares the key as well: ajv wants that in its strictest mode.
func present(key string) *schema { return member(key, new(schema)).texts("required", []string{key}) }

// having holds for objects that have a key.
func having(key string) *schema { return present(key).with("type", text("object")) }

// hasValue holds for objects whose key has one of some values.
func hasValue(key string, values []model.Value) *schema {
	return member(key, oneOf(values)).texts("required", []string{key}).with("type", text("object"))
}
