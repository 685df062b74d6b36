package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Grammar says what may be written at each place of a spec, by the schema of the language.
type Grammar struct {
	root model.Value
	g    guide
}

// NewGrammar returns the grammar of specs in which elements may pin their names in targets.
func NewGrammar(targets ...backend.Target) *Grammar {
	root := language(targets).value()
	return &Grammar{root: root, g: guide{targets: targets, defs: keyword(root, "definitions")}}
}

// A Place is where a value of a spec is written. The zero Place is one of which the language
// says nothing: within a value of the protocol.
type Place struct {
	of    *Grammar
	forms []form
}

// A form is one of the ways in which a value may be written.
type form struct {
	def    string // of its schema; "" if it is not a definition
	schema model.Value
}

// A KeyOfPlace is a key that a map may have.
type KeyOfPlace struct {
	Name, Doc string
	Values    string // what it may have, in words
	Required  bool
	Place     Place
}

// Root returns the place of a whole spec.
func (g *Grammar) Root() Place { return g.place(g.root) }

func (g *Grammar) place(s model.Value) Place {
	p := Place{of: g}
	p.add("", s)
	return p
}

// add adds the forms that a schema allows.
func (p *Place) add(def string, s model.Value) {
	if to, name := p.of.g.resolve(s); name != "" {
		p.add(name, to)
		return
	}
	then, otherwise, any := keyword(s, "then"), keyword(s, "else"), keyword(s, "anyOf").Items
	switch {
	case then.Members != nil:
		p.add("", then)
		p.add("", otherwise)
	case any != nil:
		p.forms = append(p.forms, form{def, model.Value{}})
		for _, one := range any {
			p.add("", one)
		}
	case s.Members != nil:
		p.forms = append(p.forms, form{def, s})
	}
}

// Is reports whether a value may be what a definition of the schema says: "typeWord" is a type.
func (p Place) Is(def string) bool {
	return slices.ContainsFunc(p.forms, func(f form) bool { return f.def == def })
}

// keyed is the form with keys that are words of the language; nil if there is none.
func (p Place) keyed() *form {
	for i := range p.forms {
		if keyword(p.forms[i].schema, "properties").Members != nil {
			return &p.forms[i]
		}
	}
	return nil
}

// Map names the kind of map that may be written, and what it is called in words.
func (p Place) Map() (def, words string) {
	if f := p.keyed(); f != nil {
		return f.def, placesOfKeys[f.def].name
	}
	return "", ""
}

// Keys returns the keys of the map that may be written, in the order in which a spec is best
// read.
func (p Place) Keys() []KeyOfPlace {
	f := p.keyed()
	if f == nil {
		return nil
	}
	required := keyword(f.schema, "required").Items
	var out []KeyOfPlace
	for _, key := range keyword(f.schema, "properties").Members {
		out = append(out, KeyOfPlace{
			Name: key.Key, Doc: keyword(key.Value, "description").Text, Values: p.of.g.values(key.Value), Place: p.of.place(key.Value),
			Required: slices.ContainsFunc(required, func(v model.Value) bool { return v.Text == key.Key }),
		})
	}
	return out
}

// named is the schema of the values of a map by name; ok is false if there may be none.
func (p Place) named() (s model.Value, ok bool) {
	for _, f := range p.forms {
		if s := keyword(f.schema, "additionalProperties"); s.Members != nil {
			return s, true
		}
	}
	return s, false
}

// Named reports whether a map may be written whose keys are names.
func (p Place) Named() bool {
	_, ok := p.named()
	return ok
}

// Key returns the place of the value of a key.
func (p Place) Key(name string) Place {
	if f := p.keyed(); f != nil {
		for _, key := range keyword(f.schema, "properties").Members {
			if key.Key == name {
				return p.of.place(key.Value)
			}
		}
	}
	if s, ok := p.named(); ok {
		return p.of.place(s)
	}
	return Place{}
}

// Items reports whether a list may be written.
func (p Place) Items() bool {
	return slices.ContainsFunc(p.forms, func(f form) bool { return keyword(f.schema, "type").Text == "array" })
}

// Item returns the place of the items of a list.
func (p Place) Item() Place {
	for _, f := range p.forms {
		if s := keyword(f.schema, "items"); s.Members != nil {
			return p.of.place(s)
		}
	}
	if p.Is("typeWord") {
		return p // a tuple
	}
	return Place{}
}

// Words returns the values that the language lists, as they are written.
func (p Place) Words() []string {
	var out []string
	for _, f := range p.forms {
		words := p.of.g.allowed(f.schema)
		if keyword(f.schema, "type").Text == "boolean" {
			words = []string{"true", "false"}
		}
		for _, word := range words {
			if !slices.Contains(out, word) {
				out = append(out, word)
			}
		}
	}
	return out
}

// Kind says what is written if it is neither a map nor a list: "string", "integer" and the like
// of JSON Schema, or "".
func (p Place) Kind() string {
	for _, f := range p.forms {
		if kind := keyword(f.schema, "type").Text; kind != "object" && kind != "array" {
			return kind
		}
	}
	return ""
}
