package gogen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// The doc comments of the methods of ends and of handlers. The text of the spec stands on each
// of them: people read it where they call and implement, not at the constant of the name.

// meta is what the spec says of a saying.
func (s *saying) meta() *model.Meta {
	if s.variant != nil {
		return &s.variant.Meta
	}
	return &s.Meta
}

// doc is the doc comment of a method: first, the text of the spec, and its notes; "" if the
// spec says nothing.
func (e *end) doc(s *saying, first string) string {
	m := s.meta()
	parts := []string{first}
	if doc := strings.TrimSpace(m.Doc); doc != "" {
		parts = append(parts, doc)
	}
	var v *model.Variant
	if s.variant != nil {
		v = s.variant.Variant
	}
	words := words
	words.Error = func(c *model.ErrorCode) string { return "[Err" + e.codes[c] + "]" }
	if n := append(notes(m), words.CallRemarks(e.proto, s.Method, v)...); len(n) > 0 {
		parts = append(parts, strings.Join(n, " "))
	}
	if d := deprecation(m); d != "" {
		parts = append(parts, d)
	}
	if len(parts) == 1 {
		return ""
	}
	return strings.Join(parts, "\n\n")
}

// callDoc returns the comment of the method that sends a message, whose first sentences may
// end with more; "" if its name says all.
func (e *end) callDoc(s *saying, more string) string {
	first := s.name + " sends " + e.what(s) + "." + more
	if doc := e.doc(s, first); doc != "" || more == "" {
		return doc
	}
	return first
}

// streamDoc returns the comment of the method that sends a request and reads what comes of it.
func (e *end) streamDoc(s *saying, and string) string {
	first := "Stream" + s.name + " is [" + e.name + "." + s.name + "], and " + and
	if doc := e.doc(s, first); doc != "" {
		return doc
	}
	return first
}

// handlerDoc returns the comment of the method of a handler; "" if its name says all.
func (e *end) handlerDoc(s *saying) string { return e.doc(s, s.name+" handles "+e.what(s)+".") }

// unimplementedDoc returns the comment of the method that handles a message as if there were
// no handler.
func (e *end) unimplementedDoc(s *saying) string {
	of := " See [" + e.name + "Handler." + s.name + "]."
	first := s.name + " answers " + e.what(s) + " like an undeclared method." + of
	switch {
	case s.notifies():
		first = s.name + " passes over " + e.what(s) + "." + of
	case s.result == "" && e.cancels(s):
		first = s.name + " returns nil: the context of the handler that is cancelled ends without it." + of
	}
	if d := deprecation(s.meta()); d != "" {
		return first + "\n\n" + d
	}
	return first
}
