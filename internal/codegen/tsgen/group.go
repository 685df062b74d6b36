package tsgen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// hasGroups reports whether some struct has groups of fields.
func (p *plan) hasGroups() bool {
	return slices.ContainsFunc(p.rows.Types, func(t *lower.Type) bool { return t.Form == lower.StructForm && len(t.Struct.Groups) > 0 })
}

// groupNode is a group in the table: [words, least, most, the places of its fields].
func groupNode(g lower.Group) string {
	parts := [...][]string{
		lower.AtLeastOne: {quote("at least one"), "1", "Infinity"}, lower.AtMostOne: {quote("at most one"), "0", "1"},
		lower.ExactlyOne: {quote("exactly one"), "1", "1"},
	}[g.Rule]
	return array(slices.Concat(parts, each(g.At, strconv.Itoa)))
}

// groupGuard is the condition that v meets the rule of a group.
func (e *guards) groupGuard(t *lower.Struct, g *lower.Group) string {
	set := each(g.At, func(i int) string {
		if f := &t.Fields[i]; f.Null == lower.NullUnset {
			return e.access(f.Name) + " != null"
		} else {
			return e.access(f.Name) + " !== undefined"
		}
	})
	switch g.Rule {
	case lower.AtLeastOne:
		return "(" + strings.Join(set, " || ") + ")"
	case lower.AtMostOne:
		return e.call("count", set...) + " < 2"
	default:
		return e.call("count", set...) + " === 1"
	}
}
