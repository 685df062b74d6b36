package schemagen

import "github.com/wiregen/wiregen/internal/model"

// properties are what an object says about its keys.
type properties struct{ named, patterns object }

// add declares a key.
func (p *properties) add(name string, s *schema) {
	if name == "__proto__" {
		// Validators in JavaScript overlook a property of this name, but not a pattern.
		p.patterns.add("^__proto__$", s)
		return
	}
	p.named.add(name, s)
}

// forbid says that the key may not be there.
func (p *properties) forbid(name string) {
	p.named.addValue(name, boolean(false))
}

// on says it all in a schema.
func (p *properties) on(s *schema) *schema {
	return s.members("properties", p.named).members("patternProperties", p.patterns)
}

// oneOf holds for the values of a list.
func oneOf(list []model.Value) *schema {
	if len(list) == 1 {
		return new(schema).with("const", list[0])
	}
	return new(schema).with("enum", listOf(list))
}

// present holds for objects that have a key, and for what is no object.
func present(key string) *schema { return keyed(new(schema), key) }

// having holds for objects that have a key.
func having(key string) *schema { return keyed(ofType("object"), key) }

// keyed asks for a key. It declares it as well: ajv wants that in its strictest mode.
func keyed(s *schema, key string) *schema {
	var props properties
	props.add(key, new(schema))
	return props.on(s).texts("required", []string{key})
}
