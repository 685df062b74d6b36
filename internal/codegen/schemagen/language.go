package schemagen

import (
	"slices"
	"strings"
	"sync"

	"github.com/invopop/jsonschema"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// LanguageFile is the name of the schema of the spec language.
const LanguageFile = "wiregen.schema.json"

// Language returns the schema of spec files, for editors: completion, docs on hover, and
// marks under misspelled keys. It uses only what draft-07 and 2020-12 have in common.
// It describes the form of a spec and not its meaning: what the compiler accepts is
// valid, but not everything valid compiles. An element may pin its name in each of
// targets.
func Language(targets ...backend.Target) []byte { return render(language(targets)) }

func language(targets []backend.Target) *schema {
	s := new(schema).
		with("$schema", text("http://json-schema.org/draft-07/schema#")).
		with("$id", text(LanguageFile)).
		with("title", text("A spec of wiregen")).
		with("description", text("A protocol, described once: its types, events, requests and methods."))
	for _, m := range withPins(valueOf(reflected()), targets).Members {
		s.with(m.Key, m.Value)
	}
	return s
}

// reflected is the schema of the shapes. It is the same in every run of a watch.
var reflected = sync.OnceValue(func() *jsonschema.Schema {
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true}
	shapes := r.Reflect(specShape{})
	for _, s := range shapes.Definitions {
		splitForms(s)
	}
	return shapes
})

// pins is the placeholder in metaShape for the key of each target, and for its title.
const pins = "PINS"

// annotationsOfElements are the keys of an element for other tools.
var annotationsOfElements = model.Value{Kind: model.ObjectValue, Members: []model.Member{
	{Key: "^x-.", Value: new(schema).with("description", text("A key for other tools, with any value.")).value()},
}}

// withPins replaces the placeholder with the keys of targets, where elements also have
// keys for other tools.
func withPins(v model.Value, targets []backend.Target) model.Value {
	annotated := false
	for i := range v.Members {
		m := &v.Members[i]
		m.Value = withPins(m.Value, targets)
		at := slices.IndexFunc(m.Value.Members, func(m model.Member) bool { return m.Key == pins })
		if m.Key != "properties" || at < 0 {
			continue
		}
		var keys []model.Member
		for _, t := range targets {
			key := model.Member{Key: t.Name, Value: m.Value.Members[at].Value}
			key.Value.Members = slices.Clone(key.Value.Members)
			for j := range key.Value.Members {
				word := &key.Value.Members[j].Value
				word.Text = strings.ReplaceAll(word.Text, pins, t.Title)
			}
			keys = append(keys, key)
		}
		m.Value.Members = slices.Replace(m.Value.Members, at, at+1, keys...)
		annotated = true
	}
	if annotated {
		v.Members = append(v.Members, model.Member{Key: "patternProperties", Value: annotationsOfElements})
	}
	return v
}
