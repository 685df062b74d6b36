package lower

import "github.com/wiregen/wiregen/internal/protocol/model"

// A Limit is one restriction of the values of a type.
type Limit struct {
	Of      Measure  `json:"of"`
	Min     *float64 `json:"min,omitempty"`
	Max     *float64 `json:"max,omitempty"`
	Pattern string   `json:"pattern,omitempty"`
	Words   string   `json:"words"` // what is expected of a value that is refused
}

// A Measure is the property that a limit restricts.
type Measure uint8

// The measures.
const (
	OfNumber Measure = iota
	OfLength         // of a string, in code points
	OfText           // whether a string matches Pattern
	OfItems          // number of items of a list
)

// Checks says who enforces limits.
type Checks uint8

// The sides that enforce limits. A writer must not write what a reader refuses.
const (
	CheckedByNobody Checks = iota
	CheckedByWriters
	CheckedByAll
)

// LimitsOf returns the enforced limits of a scalar or a list, in the order in which they
// are checked.
func LimitsOf(t model.Type) ([]Limit, Checks) {
	l := model.LimitsOf(t)
	rows := limitRows(l, t)
	switch {
	case !l.Write() || len(rows) == 0:
		return nil, CheckedByNobody
	case l.Read():
		return rows, CheckedByAll
	}
	return rows, CheckedByWriters
}

// LeftToReaders reports whether the spec of t has limits that only readers check. Rows do not
// represent this, because a writer must not write what a reader refuses.
func LeftToReaders(t model.Type) bool {
	l := model.LimitsOf(t)
	return l != nil && l.Enforced == model.EnforcedByReader
}

// Limit returns the limit of one measure of t, without bounds if there is none.
func (t *Type) Limit(of Measure) Limit {
	for _, l := range t.Limits {
		if l.Of == of {
			return l
		}
	}
	return Limit{Of: of}
}

// LeastItems returns the minimum number of items of a list or a tuple that is written.
func LeastItems(t model.Type) int {
	if t, ok := t.(*model.Tuple); ok {
		return t.Least()
	}
	limits, _ := LimitsOf(t)
	for _, l := range limits {
		if l.Of == OfItems && l.Min != nil {
			return int(*l.Min)
		}
	}
	return 0
}

// AdviceOf returns the limits of a scalar or a list that nobody enforces, in words.
func AdviceOf(t model.Type) []Limit {
	l := model.LimitsOf(t)
	if l.Write() {
		return nil
	}
	return limitRows(l, t)
}

func limitRows(l *model.Limits, t model.Type) []Limit {
	if l == nil {
		return nil
	}
	var out []Limit
	if l.Min != nil || l.Max != nil {
		noun := "an integer"
		if s, ok := t.(*model.Scalar); ok && !s.Kind.Info().Integer {
			noun = "a number"
		}
		out = append(out, Limit{Of: OfNumber, Min: l.Min, Max: l.Max, Words: l.NumberWords(noun)})
	}
	if l.MinLength != nil || l.MaxLength != nil {
		out = append(out, Limit{Of: OfLength, Min: float(l.MinLength), Max: float(l.MaxLength), Words: l.LengthWords()})
	}
	if l.Pattern != "" {
		out = append(out, Limit{Of: OfText, Pattern: l.Pattern, Words: l.PatternWords()})
	}
	if l.MinItems != nil || l.MaxItems != nil {
		out = append(out, Limit{Of: OfItems, Min: float(l.MinItems), Max: float(l.MaxItems), Words: l.ItemsWords()})
	}
	return out
}

func float(n *int) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}
