package contain

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/regular"
)

// fewTexts compares a type of many texts with a reader of few.
func fewTexts(r, w *lower.Type) Verdict {
	if w.Form == lower.ScalarForm && r.Form == lower.EnumForm && len(r.Enum.FormerValues) == 0 && r.Enum.Extensions == nil && len(r.Enum.Values) > 0 {
		switch got := declaredTexts(r.Enum).Includes(language(w, w.Checks != lower.CheckedByNobody)); {
		case got.Verdict == regular.Included:
			return Verdict{}
		case got.Witness != "":
			return undeclared(r.Enum, constant(model.Quote(got.Witness)))
		}
	}
	if r.Form == lower.EnumForm && r.Enum.Other != lower.OtherRefused {
		return undeclared(r.Enum, func() (string, bool) {
			other := Undeclared(r.Enum)
			if _, ok := normal(w.Of, other); !ok { // of a form that is checked
				return small(w.Of)
			}
			return other, true
		})
	}
	witness := func() (string, bool) {
		refused := func(text string) bool { return Read(r.Of, text, text).Answer == Refused }
		if text, ok := small(w.Of); ok && refused(text) {
			return text, true
		}
		return model.Quote(Fresh(func(v string) bool { return !refused(model.Quote(v)) })), true
	}
	return Verdict{Refused, "other values are refused", witness}
}

// texts compares types of strings.
func texts(r, w *lower.Type) Verdict {
	got := language(r, r.Checks == lower.CheckedByAll).Includes(language(w, w.Checks != lower.CheckedByNobody))
	switch {
	case got.Verdict == regular.Included:
		return Verdict{}
	case got.Verdict == regular.Undecided:
		return Verdict{Undecided, NotDecided, nil}
	case got.Witness == "" && got.Length > 0:
		return Verdict{Refused, fmt.Sprintf("a text of %d characters is refused", got.Length), func() (string, bool) { return "", false }}
	}
	return Verdict{Refused, "some texts are refused", constant(model.Quote(got.Witness))}
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
