package backend

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/invopop/jsonschema"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

// A Section is a map of wiregen.yaml. Its reader requests each known key with a sentence
// about it, and any other key is a fault.
type Section struct {
	node   *syntax.Node
	known  []string
	faults *[]*Fault
	schema *jsonschema.Schema // where keys are described and not read, else nil
}

// A Fault is what is wrong at a place of wiregen.yaml.
type Fault struct {
	At   source.Span
	Text string
}

func (f *Fault) Error() string {
	pos := f.At.File.Position(f.At.Start)
	return fmt.Sprintf("%s:%d:%d: %s", f.At.File.Name, pos.Line, pos.Column, f.Text)
}

// ReadConfig reads the map root, which is called what. The error joins a
// *Fault for each fault, in the order of their places.
func ReadConfig(root *syntax.Node, what string, read func(*Section)) error {
	var faults []*Fault
	(&Section{faults: &faults}).read(root, what, read)
	slices.SortStableFunc(faults, func(a, b *Fault) int { return cmp.Compare(a.At.Start, b.At.Start) })
	errs := make([]error, len(faults))
	for i, f := range faults {
		errs[i] = f
	}
	return errors.Join(errs...)
}

// DescribeConfig returns the JSON Schema of what read requests. No key is there, which may be
// a fault: it does not count.
func DescribeConfig(read func(*Section)) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties(), AdditionalProperties: jsonschema.FalseSchema}
	read(&Section{node: &syntax.Node{}, schema: s, faults: new([]*Fault)})
	return s
}

// read reads a map within s.
func (s *Section) read(n *syntax.Node, what string, read func(*Section)) {
	if n.Kind != syntax.Map {
		s.Fault(n.Span, "%s must be a map", what)
		return
	}
	inner := &Section{node: n, faults: s.faults}
	read(inner)
	for _, p := range n.Pairs {
		if slices.Contains(inner.known, p.Key.Text) {
			continue
		}
		near := names.DidYouMean(p.Key.Text, inner.known, "")
		if near != "" {
			near = "; " + near
		}
		s.Fault(p.Key.Span, "unknown key %q%s (known keys: %s)", p.Key.Text, near, strings.Join(inner.known, ", "))
	}
}

// Fault reports a fault at a place of wiregen.yaml.
func (s *Section) Fault(at source.Span, format string, args ...any) {
	*s.faults = append(*s.faults, &Fault{at, fmt.Sprintf(format, args...)})
}

// Span returns the place of the whole section.
func (s *Section) Span() source.Span { return s.node.Span }

// get is the value of a key, or nil. Form is the schema of the value.
func (s *Section) get(key, doc string, form func() *jsonschema.Schema) *syntax.Node {
	s.known = append(s.known, key)
	if s.schema != nil {
		described := form()
		described.Description = doc
		s.schema.Properties.Set(key, described)
	}
	for _, p := range s.node.Pairs {
		if p.Key.Text == key {
			return p.Value
		}
	}
	return nil
}

// Section reads the map of a key, and reports whether the key is present.
func (s *Section) Section(key, doc string, read func(*Section)) bool {
	n := s.get(key, doc, func() *jsonschema.Schema { return DescribeConfig(read) })
	if n != nil {
		s.read(n, key, read)
	}
	return n != nil
}

// Sections reads the list of maps of a key, which must not be empty, and returns its
// place. Form shows the form of each map.
func (s *Section) Sections(key, doc, form string, read func(*Section)) (at source.Span) {
	one := uint64(1)
	n := s.get(key, doc, func() *jsonschema.Schema {
		return &jsonschema.Schema{Type: "array", MinItems: &one, Items: DescribeConfig(read)}
	})
	if n == nil {
		return source.Span{}
	}
	if n.Kind != syntax.List || len(n.Items) == 0 {
		s.Fault(n.Span, "%s must be a list of %s", key, form)
	}
	for _, item := range n.Items {
		s.read(item, "an entry of "+key, read)
	}
	return n.Span
}

// Word returns the text of a key, or "" if the key is missing. A text for which ok is false
// is a fault, in which what describes valid texts.
func (s *Section) Word(key, doc, what string, ok func(string) bool) string {
	return s.word(s.get(key, doc, func() *jsonschema.Schema { return &jsonschema.Schema{Type: "string"} }), key, what, ok)
}

// word is the text of n, the value of a key.
func (s *Section) word(n *syntax.Node, key, what string, ok func(string) bool) string {
	switch {
	case n == nil:
		return ""
	case n.Kind != syntax.Scalar || !ok(n.Text):
		s.Fault(n.Span, "%s must be %s", key, what)
		return ""
	}
	return n.Text
}

// Text returns the text of a key: one line that is not empty.
func (s *Section) Text(key, doc string) string {
	return s.Word(key, doc, "a text of one line", func(text string) bool { return text != "" && !strings.ContainsFunc(text, unicode.IsControl) })
}

// Choice is one of two words or more, or "" if the key is missing.
func (s *Section) Choice(key, doc string, words ...string) string {
	n := s.get(key, doc, func() *jsonschema.Schema {
		form := &jsonschema.Schema{Type: "string"}
		for _, word := range words {
			form.Enum = append(form.Enum, word)
		}
		return form
	})
	return s.word(n, key, names.List(words, "or"), func(text string) bool { return slices.Contains(words, text) })
}

// Bool reports whether a key is true.
func (s *Section) Bool(key, doc string) bool { return s.flag(key, doc) == "true" }

// Unless reports whether a key is not false.
func (s *Section) Unless(key, doc string) bool { return s.flag(key, doc) != "false" }

// flag is the text of a key that is true or false, or "" if the key is missing.
func (s *Section) flag(key, doc string) string {
	n := s.get(key, doc, func() *jsonschema.Schema { return &jsonschema.Schema{Type: "boolean"} })
	return s.word(n, key, "true or false", func(text string) bool { return text == "true" || text == "false" })
}
