package schemagen

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/model"
)

// LanguageFile is the name of the schema of the spec language.
const LanguageFile = "wiregen.schema.json"

// Language is the schema of spec files, for editors: completion, docs on
// hover, and a mark under what is misspelled. It keeps to what draft-07 and
// 2020-12 have in common. It describes the form of a spec and not its meaning:
// what the compiler accepts is valid, but not everything valid compiles. An
// element may pin its name in each of targets.
func Language(targets ...backend.Target) ([]byte, error) {
	r := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true}
	reflected, err := json.Marshal(r.Reflect(specShape{}))
	if err != nil {
		return nil, fmt.Errorf("schema of the spec language: %w", err)
	}
	root, err := readOrdered(reflected)
	if err != nil {
		return nil, fmt.Errorf("schema of the spec language: %w", err)
	}
	s := new(schema).
		with("$schema", text("http://json-schema.org/draft-07/schema#")).
		with("$id", text(LanguageFile)).
		with("title", text("A spec of wiregen")).
		with("description", text("A protocol, described once: its types, events, requests and methods."))
	for _, m := range withPins(olderWords(root), targets).Members {
		if m.Key != "$schema" {
			s.with(m.Key, m.Value)
		}
	}
	return render(s), nil
}

// olderWords writes the definitions in the way that both drafts know.
func olderWords(v model.Value) model.Value {
	for i, item := range v.Items {
		v.Items[i] = olderWords(item)
	}
	for i := range v.Members {
		m := &v.Members[i]
		if m.Key == "$defs" {
			m.Key = "definitions"
		}
		if m.Key == "$ref" {
			name := strings.TrimPrefix(m.Value.Text, "#/$defs/")
			m.Value.Text = "#/definitions/" + strings.TrimSuffix(name, "Shape")
		}
		m.Value = olderWords(m.Value)
		if m.Key == "definitions" {
			for j := range m.Value.Members {
				m.Value.Members[j].Key = strings.TrimSuffix(m.Value.Members[j].Key, "Shape")
			}
		}
	}
	return v
}

// pins stands in metaShape for the key of each target, and for its title.
const pins = "PINS"

// withPins puts the keys of targets in the place of the one that stands for them.
func withPins(v model.Value, targets []backend.Target) model.Value {
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
	}
	return v
}

// readOrdered reads JSON and keeps the order of its members.
func readOrdered(data []byte) (model.Value, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := readValue(d)
	if err != nil {
		return v, err
	}
	if _, err := d.Token(); err != io.EOF {
		return v, fmt.Errorf("more than one value: %w", err)
	}
	return v, nil
}

func readValue(d *json.Decoder) (model.Value, error) {
	token, err := d.Token()
	if err != nil {
		return model.Value{}, err
	}
	switch token := token.(type) {
	case bool:
		return boolean(token), nil
	case string:
		return text(token), nil
	case json.Number:
		return model.Value{Kind: model.NumberValue, Text: token.String()}, nil
	case json.Delim:
		return readContainer(d, token)
	default:
		return model.Value{Kind: model.NullValue}, nil
	}
}

func readContainer(d *json.Decoder, open json.Delim) (model.Value, error) {
	out := model.Value{Kind: model.ListValue}
	if open == '{' {
		out.Kind = model.ObjectValue
	}
	for d.More() {
		var key json.Token
		var err error
		if open == '{' {
			if key, err = d.Token(); err != nil {
				return out, err
			}
		}
		v, err := readValue(d)
		if err != nil {
			return out, err
		}
		if open == '{' {
			out.Members = append(out.Members, model.Member{Key: key.(string), Value: v})
		} else {
			out.Items = append(out.Items, v)
		}
	}
	_, err := d.Token()
	return out, err
}
