package main

import (
	"encoding/json"
	"os"
)

type object = map[string]any

// A dialect is how types are written as schemas.
type dialect struct {
	refs  string                   // in front of the name that is referred to
	tag   func(tag string) object  // the schema of a variant's tag
	union func(u unionType) object // what a union has beside its variants
}

// writeSchema writes a protocol as a JSON Schema, every type under $defs. One
// with a root has a property for each of them, and titles, without which
// quicktype invents names for the items of lists.
func writeSchema(file string, p *protocol, rooted bool) error {
	d := dialect{
		refs:  "#/$defs/",
		tag:   func(tag string) object { return object{"const": tag} },
		union: func(unionType) object { return object{} },
	}
	types := d.types(p)
	schema := object{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": types}
	if rooted {
		properties := object{}
		for name, schema := range types {
			schema.(object)["title"] = name
			properties[name] = object{"$ref": d.refs + name}
		}
		schema["type"], schema["properties"] = "object", properties
	}
	return writeJSON(file, schema)
}

// writeOpenAPI writes a protocol as the components of an OpenAPI document. Its
// version 3.0, which all contenders read, has no const.
func writeOpenAPI(file string, p *protocol) error {
	const refs = "#/components/schemas/"
	d := dialect{
		refs: refs,
		tag:  func(tag string) object { return object{"type": "string", "enum": []string{tag}} },
		union: func(u unionType) object {
			mapping := object{}
			for _, v := range u.variants {
				mapping[v.tag] = refs + v.body.name
			}
			return object{"discriminator": object{"propertyName": "type", "mapping": mapping}}
		},
	}
	return writeJSON(file, object{
		"openapi":    "3.0.3",
		"info":       object{"title": "synthetic", "version": "1.0"},
		"paths":      object{},
		"components": object{"schemas": d.types(p)},
	})
}

func writeJSON(file string, v any) error {
	text, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}

func (d dialect) types(p *protocol) object {
	out := object{}
	for _, s := range p.structs {
		out[s.name] = d.structure(s, nil)
	}
	for _, u := range p.unions {
		var arms []object
		for _, v := range u.variants {
			out[v.body.name] = d.structure(v.body, d.tag(v.tag))
			arms = append(arms, object{"$ref": d.refs + v.body.name})
		}
		union := d.union(u)
		union["description"], union["oneOf"] = u.doc, arms
		out[u.name] = union
	}
	for _, e := range p.enums {
		out[e.name] = object{"description": e.doc, "type": "string", "enum": e.values}
	}
	return out
}

// structure returns the schema of a struct; one that is a variant has a tag.
func (d dialect) structure(s structType, tag object) object {
	properties, required := object{}, []string{}
	if tag != nil {
		properties["type"] = tag
		required = append(required, "type")
	}
	for _, f := range s.fields {
		properties[f.name] = d.field(f)
		if !f.optional {
			required = append(required, f.name)
		}
	}
	out := object{"type": "object", "description": s.doc, "properties": properties}
	if len(required) > 0 {
		out["required"] = required
	}
	return out
}

var schemaTypes = map[string]string{"string": "string", "int": "integer", "float": "number", "bool": "boolean"}

func (d dialect) field(f field) object {
	schema := object{"type": schemaTypes[f.typ.scalar]}
	if f.typ.ref != "" {
		schema = object{"$ref": d.refs + f.typ.ref}
	}
	if f.typ.list {
		schema = object{"type": "array", "items": schema}
	}
	if schema["$ref"] == nil { // beside which OpenAPI 3.0 allows nothing
		schema["description"] = f.doc
	}
	return schema
}
