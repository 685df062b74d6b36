package model

import "strings"

// LimitWords returns the words for a value of t within its limits, in one phrase; ""
// for a type without limits. quote formats the pattern.
func LimitWords(t Type, quote func(string) string) string {
	l := LimitsOf(NonNull(t))
	noun := "an integer"
	if s, ok := NonNull(t).(*Scalar); ok && s.Kind == Float {
		noun = "a number"
	}
	switch {
	case l == nil:
		return ""
	case l.Min != nil || l.Max != nil:
		return l.NumberWords(noun)
	case l.MinItems != nil || l.MaxItems != nil:
		return l.ItemsWords()
	}
	words := ""
	if l.MinLength != nil || l.MaxLength != nil {
		words = l.LengthWords()
	}
	switch {
	case l.PatternName != "" && words != "":
		return l.PatternName + strings.TrimPrefix(words, "a string")
	case l.PatternName != "":
		return l.PatternName
	case l.Pattern != "" && words != "":
		return words + " that matches " + quote(l.Pattern)
	case l.Pattern != "":
		return "a string that matches " + quote(l.Pattern)
	}
	return words
}

// LimitNote is LimitWords as a sentence that says who enforces them.
func LimitNote(t Type, quote func(string) string) string {
	words := LimitWords(t, quote)
	if words == "" {
		return ""
	}
	switch LimitsOf(NonNull(t)).Enforced {
	case EnforcedByWriter:
		return "Must be written as " + words + "."
	case Advisory:
		return "Should be " + words + "."
	}
	return "Must be " + words + "."
}

// TextWords returns the words for the unchecked content of a string of t: "a URI"; or "".
func TextWords(t Type) string {
	s, ok := NonNull(t).(*Scalar)
	if !ok || s.Limits != nil {
		return ""
	}
	if info := s.Kind.Info(); !info.Checked {
		return info.Form
	}
	return ""
}

// GateWords says when a gate is open; quote formats names of the spec.
func GateWords(gate string, quote func(string) string) string {
	if feature, ok := strings.CutPrefix(gate, "feature "); ok {
		return "both peers have the feature " + quote(feature)
	}
	if method, ok := strings.CutPrefix(gate, "subscription "); ok {
		return "the peer has subscribed with " + quote(method)
	}
	return quote(gate) + " was negotiated"
}
