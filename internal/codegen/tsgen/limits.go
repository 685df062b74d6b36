package tsgen

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// checked are the limits of a type that every reader enforces.
func checked(t *lower.Type) []lower.Limit {
	if t.Checks == lower.CheckedByAll {
		return t.Limits
	}
	return nil
}

// limits are the conditions of limits on the expression x, a number, a text or a list.
func (e *guards) limits(t *lower.Type, x string) []string {
	var out []string
	for _, l := range checked(t) {
		switch low, high := ends(l); l.Of {
		case lower.OfNumber:
			out = append(out, boundConds(x, low, high)...)
		case lower.OfLength:
			out = append(out, e.length(x, low, high))
		case lower.OfText:
			out = append(out, e.call("matches", x, pattern(l.Pattern)))
		case lower.OfItems:
			out = append(out, countConds(x+".length", low, high)...)
		}
	}
	return out
}

// ends are the bounds of a limit as numbers; "" if there is none.
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

// countConds are the conditions on a number of items, which are often one number.
func countConds(x, low, high string) []string {
	if low == high {
		return []string{x + " === " + high}
	}
	return boundConds(x, low, high)
}

// length counts code points only if the number of UTF-16 units is not sufficient.
func (e *guards) length(x, low, high string) string {
	if high == "" && (low == "0" || low == "1") {
		return x + ".length >= " + low
	}
	return e.call("sized", x, cmp.Or(low, "0"), cmp.Or(high, "Infinity"))
}

// limitsNode are the limits of a value in the table.
func limitsNode(t *lower.Type) object {
	var o object
	for _, l := range t.Limits {
		switch low, high := ends(l); l.Of {
		case lower.OfNumber:
			o.add("range", array([]string{cmp.Or(low, "-Infinity"), cmp.Or(high, "Infinity"), quote(l.Words)}))
		case lower.OfLength:
			o.add("length", array([]string{cmp.Or(low, "0"), cmp.Or(high, "Infinity"), quote(l.Words)}))
		case lower.OfText:
			o.add("pattern", array([]string{pattern(l.Pattern), quote(l.Words)}))
		case lower.OfItems:
			o.add("items", array([]string{cmp.Or(low, "0"), cmp.Or(high, "Infinity"), quote(l.Words)}))
		}
	}
	o.flag("writer", t.Checks == lower.CheckedByWriters)
	return o
}

// pattern is a regular expression of JavaScript, with characters escaped that would
// end it or the script around it.
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

// code is a text of the spec as code in a doc comment.
func code(s string) string {
	return "`" + strings.NewReplacer("`", "'", "\n", `\n`).Replace(s) + "`"
}
