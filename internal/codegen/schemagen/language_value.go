package schemagen

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// valueOf is a reflected schema as data, with its keywords in the order of its JSON. To
// make that JSON and to read it again would be a tenth of a small run. There are only
// the keywords that shapes have; a test compares them with the JSON.
func valueOf(s *jsonschema.Schema) model.Value {
	if s == jsonschema.FalseSchema {
		return boolean(false)
	}
	k := &keywords{}
	k.text("$ref", ofShape(strings.Replace(s.Ref, "$defs", "definitions", 1)))
	k.named("definitions", s.Definitions)
	k.list("anyOf", s.AnyOf)
	k.sub("if", s.If)
	k.sub("then", s.Then)
	k.sub("else", s.Else)
	k.sub("items", s.Items)
	if s.Properties != nil {
		var o object
		for name, property := range s.Properties.FromOldest() {
			o.addValue(name, valueOf(property))
		}
		k.add("properties", model.Value{Kind: model.ObjectValue, Members: o})
	}
	k.named("patternProperties", s.PatternProperties)
	k.sub("additionalProperties", s.AdditionalProperties)
	k.text("type", s.Type)
	if len(s.Enum) > 0 {
		items := make([]model.Value, len(s.Enum))
		for i, v := range s.Enum {
			items[i] = enumerated(v)
		}
		k.add("enum", listOf(items))
	}
	if s.Minimum != "" {
		k.add("minimum", numeral(s.Minimum))
	}
	k.count("minLength", s.MinLength)
	k.count("maxItems", s.MaxItems)
	k.count("minItems", s.MinItems)
	k.count("maxProperties", s.MaxProperties)
	k.count("minProperties", s.MinProperties)
	if len(s.Required) > 0 {
		k.add("required", listOf(texts(s.Required)))
	}
	k.text("description", s.Description)
	if len(k.members) == 0 {
		return boolean(true)
	}
	return model.Value{Kind: model.ObjectValue, Members: k.members}
}

// ofShape is the name of a definition, from that of its shape.
func ofShape(name string) string { return strings.TrimSuffix(name, "Shape") }

// enumerated is one of the values that a keyword of the language allows.
func enumerated(v any) model.Value {
	switch v := v.(type) {
	case nil:
		return model.Value{Kind: model.NullValue}
	case bool:
		return boolean(v)
	case string:
		return text(v)
	case json.Number:
		return numeral(v)
	}
	panic(fmt.Sprintf("schemagen: a shape with the value %v", v))
}

func numeral(n json.Number) model.Value {
	return model.Value{Kind: model.NumberValue, Text: n.String()}
}

// keywords are those of a schema that are set.
type keywords struct{ members []model.Member }

func (k *keywords) add(keyword string, v model.Value) {
	k.members = append(k.members, model.Member{Key: keyword, Value: v})
}

func (k *keywords) text(keyword, s string) {
	if s != "" {
		k.add(keyword, text(s))
	}
}

func (k *keywords) count(keyword string, n *uint64) {
	if n != nil {
		k.add(keyword, number(int64(*n)))
	}
}

func (k *keywords) sub(keyword string, s *jsonschema.Schema) {
	if s != nil {
		k.add(keyword, valueOf(s))
	}
}

func (k *keywords) list(keyword string, list []*jsonschema.Schema) {
	if len(list) == 0 {
		return
	}
	items := make([]model.Value, len(list))
	for i, s := range list {
		items[i] = valueOf(s)
	}
	k.add(keyword, listOf(items))
}

func (k *keywords) named(keyword string, schemas map[string]*jsonschema.Schema) {
	if len(schemas) == 0 {
		return
	}
	var o object
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		o.addValue(ofShape(name), valueOf(schemas[name]))
	}
	k.add(keyword, model.Value{Kind: model.ObjectValue, Members: o})
}
