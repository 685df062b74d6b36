package compare

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/regular"
)

// fewTexts compares a type of many texts with a reader of few.
func (c *comparer) fewTexts(w, r *lower.Type) leaf {
	if w.Form == lower.ScalarForm && r.Form == lower.EnumForm && len(r.Enum.FormerValues) == 0 && r.Enum.Extensions == nil && len(r.Enum.Values) > 0 {
		switch got := declaredTexts(r.Enum).Includes(language(w, w.Checks != lower.CheckedByNobody)); {
		case got.Verdict == regular.Included:
			return leaf{}
		case got.Witness != "":
			return undeclared(r.Enum, constant(model.Quote(got.Witness)))
		}
	}
	if r.Form == lower.EnumForm && r.Enum.Other != lower.OtherRefused {
		return undeclared(r.Enum, func(s *side) (string, bool) {
			other := undeclaredValue(r.Enum, r.Enum)
			if _, ok := s.normal(w.Of, other); !ok { // of a form that is checked
				return s.smallOf(w)
			}
			return other, true
		})
	}
	value := func(s *side) (string, bool) {
		if text, ok := s.smallOf(w); ok && !interp.Accepts(r.Of, parsed(s, text)) {
			return text, true
		}
		return model.Quote(fresh(func(v string) bool { return interp.Accepts(r.Of, parsed(s, model.Quote(v))) })), true
	}
	return leaf{Break, "other values are refused", value}
}

// undeclared is what a reader of an enum does with a value that it does not declare.
func undeclared(e *lower.Enum, value func(*side) (string, bool)) leaf {
	switch e.Other {
	case lower.OtherRefused:
		return leaf{Break, "other values are refused", value}
	case lower.OtherFallback:
		return leaf{Danger, "other values are read as " + e.Fallback, value}
	}
	return leaf{Loss, "other values arrive as undeclared ones", value}
}

// strs compares types of strings.
func strs(w, r *lower.Type) leaf {
	got := language(r, r.Checks == lower.CheckedByAll).Includes(language(w, w.Checks != lower.CheckedByNobody))
	switch {
	case got.Verdict == regular.Included:
		return leaf{}
	case got.Verdict == regular.Undecided:
		return leaf{Break, notDecided, nil}
	case got.Witness == "" && got.Length > 0:
		return leaf{Break, fmt.Sprintf("a text of %d characters is refused", got.Length), func(*side) (string, bool) { return "", false }}
	}
	return leaf{Break, "some texts are refused", constant(model.Quote(got.Witness))}
}

// declaredTexts are the values of an enum of texts.
func declaredTexts(e *lower.Enum) regular.Language {
	var values []string
	for _, v := range e.Values {
		values = append(values, regexp.QuoteMeta(v))
	}
	return regular.Language{Max: -1, Patterns: []string{"^(?:" + strings.Join(values, "|") + ")$"}}
}

// language is the texts of a type of strings, with its limits if they count.
func language(t *lower.Type, limited bool) regular.Language {
	out := regular.Language{Max: -1}
	if t.Scalar.Text != "" {
		out.Patterns = append(out.Patterns, t.Scalar.Pattern)
	}
	if limited {
		if l := t.Limit(lower.OfLength); l.Min != nil {
			out.Min = int(*l.Min)
		}
		if l := t.Limit(lower.OfLength); l.Max != nil {
			out.Max = int(*l.Max)
		}
		if l := t.Limit(lower.OfText); l.Pattern != "" {
			out.Patterns = append(out.Patterns, l.Pattern)
		}
	}
	return out
}
