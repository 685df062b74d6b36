package tsgen

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// limitConds are what a reader asks of the expression x beside its type; x is
// a number, a text or a list.
func limitConds(t model.Type, x string) []string {
	limits, checks := lower.LimitsOf(t)
	if checks != lower.CheckedByAll {
		return nil
	}
	var out []string
	for _, l := range limits {
		switch low, high := ends(l); l.Of {
		case lower.OfNumber:
			out = append(out, boundConds(x, low, high)...)
		case lower.OfLength:
			out = append(out, lengthCond(x, low, high))
		case lower.OfText:
			out = append(out, fmt.Sprintf("matches(%s, %s)", x, pattern(l.Pattern)))
		case lower.OfItems:
			out = append(out, countConds(x+".length", low, high)...)
		}
	}
	return out
}

// ends are the bounds of a limit as numbers; "" where there is none.
func ends(l lower.Limit) (low, high string) {
	if l.Min != nil {
		low = model.FormatNumber(*l.Min)
	}
	if l.Max != nil {
		high = model.FormatNumber(*l.Max)
	}
	return low, high
}

func boundConds(x, low, high string) []string {
	var out []string
	if low != "" {
		out = append(out, x+" >= "+low)
	}
	if high != "" {
		out = append(out, x+" <= "+high)
	}
	return out
}

// countConds are the bounds of a number of items, which often are one number.
func countConds(x, low, high string) []string {
	if low == high {
		return []string{x + " === " + high}
	}
	return boundConds(x, low, high)
}

// lengthCond counts code points only where the number of UTF-16 units does not
// tell enough.
func lengthCond(x, low, high string) string {
	if high == "" && (low == "0" || low == "1") {
		return fmt.Sprintf("%s.length >= %s", x, low)
	}
	return fmt.Sprintf("sized(%s, %s, %s)", x, cmp.Or(low, "0"), cmp.Or(high, "Infinity"))
}

// pattern is a regular expression of JavaScript, without what would end it or
// the script around it.
func pattern(text string) string {
	var b strings.Builder
	b.WriteByte('/')
	escaped := false
	for _, r := range text {
		switch {
		case escaped:
			b.WriteRune(r)
		case r == '/':
			b.WriteString(`\/`)
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
		escaped = r == '\\' && !escaped
	}
	b.WriteString("/u")
	return strings.ReplaceAll(b.String(), "<!", `\u003c!`)
}

// limitsRemarks say in a doc comment what limits a value has, also those that
// nobody checks, and what a string stands for where its doc may not.
func limitsRemarks(t model.Type, doc string) []string {
	if note := model.LimitNote(t, code); note != "" {
		return []string{docText(note)}
	}
	if words := model.TextWords(t); words != "" && doc == "" {
		return []string{"Holds " + words + "."}
	}
	if s, ok := model.NonNull(t).(*model.Scalar); ok && s.Kind.Info().Checked {
		return []string{"Holds " + s.Kind.Info().Form + "."}
	}
	return nil
}

// code is a text of the spec as code in a doc comment.
func code(s string) string {
	return "`" + strings.NewReplacer("`", "'", "\n", `\n`).Replace(s) + "`"
}
