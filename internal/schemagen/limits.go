package schemagen

import (
	"math"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// enforces tells whether values outside of the limits are outside of the side.
func (b *builder) enforces(l *model.Limits) bool {
	if b.side == write {
		return l.Write()
	}
	return l.Read()
}

// number is a number from low to high, as far as its limits do not narrow that.
func (b *builder) number(kind string, low, high float64, l *model.Limits) *schema {
	var words []string
	if l != nil && (l.Min != nil || l.Max != nil) {
		words = []string{l.NumberWords(map[string]string{"integer": "an integer", "number": "a number"}[kind])}
		if b.enforces(l) && l.Min != nil {
			low = max(low, *l.Min)
		}
		if b.enforces(l) && l.Max != nil {
			high = min(high, *l.Max)
		}
	}
	s := ofType(kind)
	if !math.IsInf(low, -1) {
		s.with("minimum", double(low))
	}
	if !math.IsInf(high, 1) {
		s.with("maximum", double(high))
	}
	return b.unenforced(s, l, words)
}

// text narrows a string. Patterns of specs are in what RE2 and ECMAScript read
// alike, so that they stand in the schema as they are.
func (b *builder) text(s *schema, l *model.Limits) *schema {
	if l == nil {
		return s
	}
	var words []string
	if l.MinLength != nil || l.MaxLength != nil {
		words = append(words, l.LengthWords())
	}
	if l.Pattern != "" {
		words = append(words, l.PatternWords())
	}
	if b.enforces(l) {
		s.limit("minLength", l.MinLength).limit("maxLength", l.MaxLength)
		if l.Pattern != "" {
			s.with("pattern", text(l.Pattern))
		}
	}
	return b.unenforced(s, l, words)
}

// items narrows the number of items of a list.
func (b *builder) items(s *schema, l *model.Limits) *schema {
	if l == nil || l.MinItems == nil && l.MaxItems == nil {
		return s
	}
	if b.enforces(l) {
		s.limit("minItems", l.MinItems).limit("maxItems", l.MaxItems)
	}
	return b.unenforced(s, l, []string{l.ItemsWords()})
}

// unenforced says in words what this side does not check.
func (b *builder) unenforced(s *schema, l *model.Limits, words []string) *schema {
	if len(words) == 0 || b.enforces(l) {
		return s
	}
	verb := "should be "
	if l.Write() {
		verb = "is written as "
	}
	return s.note(verb + strings.Join(words, ", "))
}

// limit sets a keyword to a number that may be unset.
func (s *schema) limit(keyword string, n *int) *schema {
	if n == nil {
		return s
	}
	return s.with(keyword, number(int64(*n)))
}
