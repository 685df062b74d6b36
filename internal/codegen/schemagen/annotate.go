package schemagen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// annotate adds the annotations of an element. Examples are values that a reader
// accepts, not always in the form of a writer, so only the schemas of readers have
// them.
func (b *builder) annotate(s *schema, m *model.Meta) *schema {
	b.describe(s, m)
	if len(m.Examples) > 0 && b.side == read && !b.inner && !b.simple {
		s.with("examples", exampleValues(m))
	}
	return s
}

// describe is annotate without the examples.
func (b *builder) describe(s *schema, m *model.Meta) *schema {
	if d := description(m); d != "" {
		s.with("description", text(d))
	}
	if m.Deprecated != nil {
		s.with("deprecated", boolean(true))
	}
	if c := comment(m); c != "" {
		s.note(c)
	}
	if b.simple { // a validator may refuse keywords that it does not know
		for _, n := range m.Annotations {
			s.with(n.Key, n.Value)
		}
	}
	return s
}

func exampleValues(m *model.Meta) model.Value {
	out := model.Value{Kind: model.ListValue}
	for _, e := range m.Examples {
		out.Items = append(out.Items, e.Value)
	}
	return out
}

// description is the doc, and what to use instead of a deprecated element:
// most tools show a description, few show the reason of a deprecation.
func description(m *model.Meta) string {
	parts := []string{}
	if doc := strings.TrimSpace(m.Doc); doc != "" {
		parts = append(parts, doc)
	}
	if d := m.Deprecated; d != nil {
		s := "Deprecated"
		if d.Since != "" {
			s += " since " + d.Since
		}
		if d.Use != "" {
			s += "; use " + d.Use
		}
		parts = append(parts, s+".")
	}
	return strings.Join(parts, "\n\n")
}

// comment has the facts of an element for which JSON Schema has no keyword.
func comment(m *model.Meta) string {
	var parts []string
	switch {
	case m.Since.After:
		parts = append(parts, "added after "+m.Since.Version+" (unreleased version)")
	case m.Since.Version != "":
		parts = append(parts, "since "+m.Since.Version)
	}
	if m.Experimental {
		parts = append(parts, "experimental")
	}
	if m.Gate != "" {
		parts = append(parts, "only sent when "+model.GateWords(m.Gate, plain))
	}
	if m.Unit != "" {
		parts = append(parts, "unit: "+m.Unit)
	}
	if m.Sensitive {
		parts = append(parts, "sensitive")
	}
	return strings.Join(parts, "; ")
}

// plain is a name of the spec in a comment.
func plain(name string) string { return name }
