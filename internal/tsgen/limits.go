package tsgen

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/model"
)

// limitConds are what a reader asks of the expression x beside its type; x is
// a number, a text or a list.
func limitConds(l *model.Limits, x string) []string {
	if !l.Read() {
		return nil
	}
	var out []string
	bound := func(operator string, value any) { out = append(out, fmt.Sprintf("%s %s %v", x, operator, value)) }
	if l.Min != nil {
		bound(">=", model.FormatNumber(*l.Min))
	}
	if l.Max != nil {
		bound("<=", model.FormatNumber(*l.Max))
	}
	if l.MinLength != nil || l.MaxLength != nil {
		out = append(out, lengthCond(l, x))
	}
	if l.Pattern != "" {
		out = append(out, fmt.Sprintf("matches(%s, %s)", x, pattern(l.Pattern)))
	}
	length := x + ".length"
	switch {
	case l.MinItems != nil && l.MaxItems != nil && *l.MinItems == *l.MaxItems:
		out = append(out, fmt.Sprintf("%s === %d", length, *l.MinItems))
	default:
		if l.MinItems != nil {
			out = append(out, fmt.Sprintf("%s >= %d", length, *l.MinItems))
		}
		if l.MaxItems != nil {
			out = append(out, fmt.Sprintf("%s <= %d", length, *l.MaxItems))
		}
	}
	return out
}

// lengthCond counts code points only where the number of UTF-16 units does not
// tell enough.
func lengthCond(l *model.Limits, x string) string {
	switch {
	case l.MaxLength == nil && *l.MinLength <= 1:
		return fmt.Sprintf("%s.length >= %d", x, *l.MinLength)
	case l.MaxLength == nil:
		return fmt.Sprintf("sized(%s, %d, Infinity)", x, *l.MinLength)
	case l.MinLength == nil:
		return fmt.Sprintf("sized(%s, 0, %d)", x, *l.MaxLength)
	default:
		return fmt.Sprintf("sized(%s, %d, %d)", x, *l.MinLength, *l.MaxLength)
	}
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
