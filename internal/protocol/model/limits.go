package model

import "strconv"

// Limits restrict the values of a number, a string or a list.
type Limits struct {
	Min, Max             *float64 // of a number; integers within ±(2^53−1)
	MinLength, MaxLength *int     // of a string, in code points
	Pattern              string   // of a string; or ""
	PatternName          string   // the words for a string that matches: "a URI"; or ""
	MinItems, MaxItems   *int     // of a list
	Enforced             Enforcement
}

// Enforcement says which peers check limits.
type Enforcement int

// The ways to enforce limits. A writer must not write what a reader refuses, so
// EnforcedByReader and EnforcedByBoth allow the same values.
const (
	EnforcedByBoth Enforcement = iota
	EnforcedByReader
	EnforcedByWriter
	Advisory // prose for people
)

// Read reports whether a reader refuses values beyond the limits.
func (l *Limits) Read() bool {
	return l != nil && (l.Enforced == EnforcedByBoth || l.Enforced == EnforcedByReader)
}

// Write reports whether a writer refuses values beyond the limits.
func (l *Limits) Write() bool { return l != nil && l.Enforced != Advisory }

// LimitsOf returns the limits of a scalar or a list, or nil.
func LimitsOf(t Type) *Limits {
	switch t := t.(type) {
	case *Scalar:
		return t.Limits
	case *List:
		return t.Limits
	}
	return nil
}

// NumberWords returns the words for a number within the limits. noun is "an integer" or
// "a number".
func (l *Limits) NumberWords(noun string) string {
	switch {
	case l.Min != nil && l.Max != nil:
		return noun + " from " + FormatNumber(*l.Min) + " to " + FormatNumber(*l.Max)
	case l.Min != nil:
		return noun + " of at least " + FormatNumber(*l.Min)
	}
	return noun + " of at most " + FormatNumber(*l.Max)
}

// LengthWords returns the words for a string within the limits.
func (l *Limits) LengthWords() string {
	return countWords("a string", l.MinLength, l.MaxLength, "character")
}

// ItemsWords returns the words for a list within the limits.
func (l *Limits) ItemsWords() string { return countWords("an array", l.MinItems, l.MaxItems, "item") }

// PatternWords returns the words for a string that matches the pattern.
func (l *Limits) PatternWords() string {
	if l.PatternName != "" {
		return l.PatternName
	}
	return "a string that matches " + l.Pattern
}

func countWords(noun string, low, high *int, unit string) string {
	switch {
	case low != nil && high != nil && *low == *high:
		return noun + " of " + plural(*low, unit)
	case low != nil && high != nil:
		return noun + " of " + strconv.Itoa(*low) + " to " + plural(*high, unit)
	case low != nil:
		return noun + " of at least " + plural(*low, unit)
	}
	return noun + " of at most " + plural(*high, unit)
}

func plural(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}
