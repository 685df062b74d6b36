package syntax

import (
	"fmt"
	"math"
	"strconv"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// Limits restrict the values of a type in its long form. Missing words are zero.
type Limits struct {
	Span                 source.Span // of the first key
	Min, Max             Number
	MinLength, MaxLength Number
	MinItems, MaxItems   Number
	Pattern              Word
	Enforced             Word
}

// A Number is a number of the spec with its key. The zero Number is a missing one.
type Number struct {
	Key   Word
	Value float64
	Span  source.Span
}

// IsZero reports whether the number is missing.
func (n Number) IsZero() bool { return n.Span.IsZero() }

// limitKeys are the keys of Limits.
var limitKeys = []string{"min", "max", "min_length", "max_length", "min_items", "max_items", "pattern", "enforced"}

// limits reads the constraints of a type; nil where there are none.
func (p *parser) limits(m *mapping) *Limits {
	if !m.hasAny(limitKeys) {
		m.known = append(m.known, limitKeys...)
		return nil
	}
	l := &Limits{}
	first := func(key *Node) {
		if key != nil && (l.Span.IsZero() || key.Span.Start < l.Span.Start) {
			l.Span = key.Span
		}
	}
	for _, x := range []struct {
		name string
		into *Number
		any  bool // any finite number; else a count
	}{
		{"min", &l.Min, true}, {"max", &l.Max, true},
		{"min_length", &l.MinLength, false}, {"max_length", &l.MaxLength, false},
		{"min_items", &l.MinItems, false}, {"max_items", &l.MaxItems, false},
	} {
		key, value := m.pair(x.name)
		first(key)
		*x.into = p.limit(key, value, x.any)
	}
	key, value := m.pair("pattern")
	first(key)
	l.Pattern = p.word(value, "pattern")
	key, value = m.pair("enforced")
	first(key)
	l.Enforced = p.choice(value, "enforced", "both", "reader", "writer", "advisory")
	return l
}

func (p *parser) limit(key, n *Node, any bool) Number {
	w := p.word(n, nameOf(key))
	if w.IsZero() {
		return Number{}
	}
	f, err := strconv.ParseFloat(w.Text, 64)
	switch {
	case w.Quoted || err != nil || !jsonNumber().MatchString(w.Text):
		p.report.Add(diag.ChoiceUnknown, w.Span, fmt.Sprintf("%s must be a number, not %q", key.Text, w.Text))
		return Number{}
	case !any && (f != math.Trunc(f) || f < 0 || f > math.MaxInt32):
		p.report.Add(diag.ChoiceUnknown, w.Span, fmt.Sprintf("%s must be an integer from 0 to %d, not %q", key.Text, math.MaxInt32, w.Text))
		return Number{}
	}
	return Number{Key: Word{Text: key.Text, Span: key.Span}, Value: f, Span: w.Span}
}

func nameOf(key *Node) string {
	if key == nil {
		return ""
	}
	return key.Text
}
