package schemagen

import (
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// The places of a spec with more than one form, which the reflector cannot derive
// from Go kinds: words have their own schemas, and the others are an either.

// typeWord is a type expression. YAML reads the word null as null.
type typeWord struct{}

// JSONSchema offers the scalars, and accepts any text.
func (typeWord) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Description: "A type: " + strings.Join(model.ScalarNames(), ", ") + ", the Name of another type, T[], map<T>, map<Enum, T>, [A, B], A | B, T | null, and \" = default\" at the end of a field's.",
		AnyOf: []*jsonschema.Schema{
			{Enum: scalarWords()},
			{Type: "string"},
			{Type: "array"},
		},
	}
}

func scalarWords() []any {
	var words []any
	for _, name := range model.ScalarNames() {
		if name == model.Null.String() {
			words = append(words, nil)
			continue
		}
		words = append(words, name)
	}
	return words
}

// resultWord is a type expression, or by_variant.
type resultWord struct{}

// JSONSchema offers common results.
func (resultWord) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{
		Description: "The type of the result: a Name, empty for an answer without content, or by_variant if each request of " +
			"the params names its result.",
		AnyOf: []*jsonschema.Schema{{Enum: []any{"empty", "by_variant", nil}}, {Type: "string"}},
	}
}

// valueWord is a value of an enum. YAML reads some words as other values.
type valueWord struct{}

// JSONSchema accepts every scalar of YAML.
func (valueWord) JSONSchema() *jsonschema.Schema {
	return kindsOfYAML("string", "number", "boolean", "null")
}

// writeWord says how a field is written. YAML reads the word null as null.
type writeWord struct{}

// JSONSchema offers the four words.
func (writeWord) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Enum: []any{"omit", nil, "omit_default", "required", "null"}}
}

// fieldBody is a field: a type expression or the long form.
type fieldBody either[typeWord, fieldShape]

// typeBody is an entry of types: a type expression or the long form.
type typeBody either[typeWord, typeShape]

// unionBody says how variants are distinguished: external, or a map.
type unionBody either[externalWord, unionShape]

type externalWord struct{}

// JSONSchema offers the one word.
func (externalWord) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: []any{"external"}}
}

// variantBody is a variant: the Name of a struct, or the variant itself.
type variantBody either[typeWord, variantShape]

// ref is a type expression, or the fields of a struct.
type ref either[typeWord, fieldMap]

// resultRef is ref for results.
type resultRef either[resultWord, fieldMap]

// gateBody is the path of a capability, a feature or a subscription.
type gateBody either[string, gateShape]

// valueBody is a value of an enum: its doc, or a map.
type valueBody either[string, valueShape]

// enumBody lists values, or maps them to their docs.
type enumBody either[[]valueWord, map[string]valueBody]

// sinceBody is a version, or the version after which something was added.
type sinceBody either[string, afterShape]

// extraBody says how undeclared keys are handled, or has their type.
type extraBody either[extraWord, extraShape]

type extraWord struct{}

// JSONSchema offers the three words.
func (extraWord) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: []any{"ignore", "keep", "reject"}}
}

// unknownBody says how undeclared tags are handled.
type unknownBody either[unknownWord, keepShape]

type unknownWord struct{}

// JSONSchema offers the two words.
func (unknownWord) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Enum: []any{"keep", "reject"}}
}

// nullWord is omit or null, which YAML reads as null if it is not quoted.
type nullWord struct{}

// JSONSchema offers the two words.
func (nullWord) JSONSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Enum: []any{"omit", nil, "null"}}
}

// An either is a place with two forms: a word or a list, or a map. It is used through
// named types, because a definition has the name of its type.
type either[S, L any] struct {
	Short S
	Long  L
}

// splitForms turns the reflected fields of an either into the two forms. A map is
// checked only against the long form, so that a misspelled key is marked at its place.
func splitForms(s *jsonschema.Schema) {
	if s.Properties == nil {
		return
	}
	if short, is := s.Properties.Get("Short"); is {
		long, _ := s.Properties.Get("Long")
		*s = jsonschema.Schema{If: &jsonschema.Schema{Type: "object"}, Then: long, Else: short}
	}
}

func kindsOfYAML(names ...string) *jsonschema.Schema {
	s := new(jsonschema.Schema)
	for _, name := range names {
		s.AnyOf = append(s.AnyOf, &jsonschema.Schema{Type: name})
	}
	return s
}
