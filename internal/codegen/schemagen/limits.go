package schemagen

import (
	"math"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// asked are the limits of a type that this side enforces.
func (b *builder) asked(t model.Type) []lower.Limit {
	limits, checks := lower.LimitsOf(t)
	if checks == lower.CheckedByAll || b.side == write {
		return limits
	}
	return nil
}

// number is a number from low to high, or within narrower limits.
func (b *builder) number(kind string, low, high float64, t *model.Scalar) *schema {
	for _, l := range b.asked(t) {
		if l.Min != nil {
			low = max(low, *l.Min)
		}
		if l.Max != nil {
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
	return b.unasked(s, t)
}

// wide is an integer whose exact value counts. A validator that holds numbers as doubles
// rounds those beyond 2^53-1, and the bounds.
func (b *builder) wide(info *model.ScalarInfo, t *model.Scalar) *schema {
	low, high := digits(info.Low), digits(info.High)
	for _, l := range b.asked(t) {
		if l.Min != nil {
			low = double(*l.Min)
		}
		if l.Max != nil {
			high = double(*l.Max)
		}
	}
	s := ofType("integer").with("minimum", low).with("maximum", high)
	if high.Text == info.High {
		s.note("validators that hold numbers as doubles round those beyond 2^53-1")
	}
	return b.unasked(s, t)
}

// narrow adds the limits of a string or a list. RE2 and ECMAScript read patterns of
// specs alike, so they are copied to the schema.
func (b *builder) narrow(s *schema, t model.Type) *schema {
	for _, l := range b.asked(t) {
		switch l.Of {
		case lower.OfLength:
			s.limit("minLength", l.Min).limit("maxLength", l.Max)
		case lower.OfText:
			s.with("pattern", text(l.Pattern))
		case lower.OfItems:
			s.limit("minItems", l.Min).limit("maxItems", l.Max)
		}
	}
	return b.unasked(s, t)
}

// unasked describes the limits that this side does not check.
func (b *builder) unasked(s *schema, t model.Type) *schema {
	if len(b.asked(t)) > 0 {
		return s
	}
	limits, checks := lower.LimitsOf(t)
	verb := "is written as "
	if checks == lower.CheckedByNobody {
		limits, verb = lower.AdviceOf(t), "should be "
	}
	var words []string
	for _, l := range limits {
		words = append(words, l.Words)
	}
	if len(words) == 0 {
		return s
	}
	return s.note(verb + strings.Join(words, ", "))
}

// limit sets a keyword to a number that may be unset.
func (s *schema) limit(keyword string, n *float64) *schema {
	if n == nil {
		return s
	}
	return s.with(keyword, double(*n))
}
