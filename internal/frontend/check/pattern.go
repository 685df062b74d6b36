package check

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/pattern"
	"github.com/wiregen/wiregen/internal/source"
)

// setPattern sets the pattern of a string, and refuses one that no text within the
// length limits matches.
func setPattern(r report, out *model.Limits, t *model.Scalar, l *syntax.Limits) {
	if !l.Pattern.IsZero() {
		out.Pattern = l.Pattern.Text
	}
	span := l.Pattern.Span
	if t.Kind != model.String && !l.Enforced.IsZero() && out.Enforced != model.Advisory {
		if !l.Pattern.IsZero() {
			r.error(diag.LimitMisplaced, l.Pattern.Span, fmt.Sprintf("%q already has a pattern, which is enforced here", t), "use string, or remove the pattern").
				Offers("remove the pattern", diag.Step{Do: diag.Drop, At: l.Pattern.Span})
			return
		}
		span = l.Enforced.Span
		out.Pattern, out.PatternName = t.Kind.Info().Pattern, t.Kind.Info().Form
	}
	if out.Pattern == "" {
		return
	}
	p, fault := pattern.Parse(out.Pattern)
	if fault != nil {
		out.Pattern = ""
		code := diag.PatternNotPortable
		if fault.Slow != "" {
			code = diag.PatternSlow
		}
		d := r.error(code, within(l.Pattern, fault.From, fault.To), fault.Text, fault.Help)
		if strings.HasPrefix(fault.Help, `begin the pattern with "^"`) {
			d.Offers(`begin the pattern with "^"`, diag.Step{Do: diag.Replace, At: l.Pattern.Span, Text: "^" + l.Pattern.Text})
		}
		return
	}
	low, high := 0, -1
	if out.MinLength != nil {
		low = *out.MinLength
	}
	if out.MaxLength != nil {
		high = *out.MaxLength
	}
	if high >= 0 && high < low {
		return // reported with the lengths
	}
	if _, shortest, found := p.Texts(low, high); !found {
		unmatched(r, span, out.PatternWords(), low, shortest, l.MaxLength.Span)
	}
}

// unmatched reports a pattern that no text within the length limits matches.
// shortest is the length of the shortest match of at least low characters, or 0; high is the
// place of max_length.
func unmatched(r report, span source.Span, words string, low, shortest int, high source.Span) {
	words = strings.TrimPrefix(words, "a string that matches ")
	switch {
	case low > pattern.MaxLength:
		r.error(diag.PatternUnmatched, span, fmt.Sprintf("a text of %d characters is too long to be checked against a pattern", low), "remove one of the two limits")
	case shortest > 0:
		r.error(diag.PatternUnmatched, span, fmt.Sprintf("max_length contradicts the pattern: the shortest text that is %s has %d characters", words, shortest),
			fmt.Sprintf("write max_length: %d or more", shortest)).
			Repairable(fmt.Sprintf("write max_length: %d", shortest), diag.Step{Do: diag.Write, At: high, Text: strconv.Itoa(shortest)})
	case low > 0:
		r.error(diag.PatternUnmatched, span, fmt.Sprintf("min_length %d contradicts the pattern: no text that is %s is that long", low, words), "lower min_length, or let the pattern match longer texts")
	default:
		r.error(diag.PatternUnmatched, span, "no text matches the pattern", `an assertion such as "^" or "$" may be where it can never match`)
	}
}

// within is the place of some bytes of a word, or the whole word if quoting moved
// them.
func within(w syntax.Word, from, to int) source.Span {
	at := strings.Index(w.Span.Text(), w.Text)
	if at < 0 {
		return w.Span
	}
	start := w.Span.Start + at
	return source.Span{File: w.Span.File, Start: start + from, End: start + to}
}
