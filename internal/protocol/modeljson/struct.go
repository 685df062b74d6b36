package modeljson

import (
	"encoding/json"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Struct is an object with declared keys.
type Struct struct {
	Fields []Field    `json:"fields"`               // those of With first
	With   []string   `json:"with,omitempty"`       // structs whose fields are included
	Body   string     `json:"body,omitempty"`       // of a variant whose union owns the tag: the one of With that it holds
	Extra  string     `json:"extra,omitempty"`      // keep | reject | typed; else undeclared keys are ignored
	Type   *Type      `json:"extra_type,omitempty"` // of undeclared keys, if they are typed
	Groups []Group    `json:"present,omitempty"`
	Tag    *StructTag `json:"variant_of,omitempty"`
}

// A Group is a rule about how many of some optional fields are present.
type Group struct {
	Rule   string   `json:"rule"` // at_least_one | at_most_one | exactly_one
	Fields []string `json:"fields"`
}

// A StructTag is the tag of a variant of an internally tagged union.
type StructTag struct {
	Union string     `json:"union"`
	Key   string     `json:"key"`
	Value string     `json:"value"`
	Outer *StructTag `json:"outer,omitempty"` // of the union that this one is a variant of
}

// A Field is one key. It may be absent when it is optional or has a default.
type Field struct {
	Name string `json:"name"`
	Meta
	FormerNames []string        `json:"was,omitempty"`
	Type        *Type           `json:"type"`
	Optional    bool            `json:"optional,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"`
	WriteNull   bool            `json:"write_null,omitempty"` // an unset one is written as null

	Patch         bool `json:"patch,omitempty"`          // absent and null are distinguished
	NullIsAbsent  bool `json:"null_is_absent,omitempty"` // null is read as an absent key
	Tolerant      bool `json:"tolerant,omitempty"`       // a value that cannot be read is passed over, as if the key were absent
	OmitDefault   bool `json:"omit_default,omitempty"`   // not written if it is the default
	WriteRequired bool `json:"write_required,omitempty"` // always written, although it may be absent when read
}

func newStruct(t *model.Struct) *Struct {
	s := &Struct{Fields: make([]Field, len(t.Fields))}
	s.Tag = newStructTag(t.Tag)
	for _, w := range t.With {
		s.With = append(s.With, w.Name)
	}
	if t.Body != nil {
		s.Body = t.Body.Name
	}
	s.Extra = map[model.Extra]string{model.ExtraKeep: "keep", model.ExtraReject: "reject", model.ExtraTyped: "typed"}[t.Extra]
	s.Type = newType(t.ExtraType)
	for _, g := range t.Groups {
		group := Group{Rule: strings.ReplaceAll(g.Rule.Words(), " ", "_")}
		for _, f := range g.Fields {
			group.Fields = append(group.Fields, f.Name)
		}
		s.Groups = append(s.Groups, group)
	}
	for i, f := range t.Fields {
		s.Fields[i] = newField(f)
	}
	return s
}

func newField(f *model.Field) Field {
	return Field{
		f.Name, newMeta(&f.Meta), f.FormerNames, newType(f.Type), f.Optional, raw(f.Default), f.WriteNull,
		f.Patch, f.NullIsAbsent, f.Tolerant, f.OmitDefault, f.WriteRequired,
	}
}

func newStructTag(t *model.StructTag) *StructTag {
	if t == nil {
		return nil
	}
	return &StructTag{t.Union.Name, t.Key, t.Value, newStructTag(t.Outer)}
}
