package tsgen

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/spec/names"
)

// groupMakers are the functions of the runtime that make the rules of groups.
var groupMakers = [...]string{lower.AtLeastOne: "atLeastOne", lower.AtMostOne: "atMostOne", lower.ExactlyOne: "exactlyOne"}

// groupFunctions are those that the table needs.
func (p *plan) groupFunctions() []string {
	used := map[string]bool{}
	for _, t := range p.rows.Types {
		if t.Form != lower.StructForm {
			continue
		}
		for _, g := range t.Struct.Groups {
			used[groupMakers[g.Rule]] = true
		}
	}
	return slices.Sorted(maps.Keys(used))
}

// groupNode is a group in the table.
func groupNode(g lower.Group) string {
	return groupMakers[g.Rule] + "(" + strings.Join(each(g.At, strconv.Itoa), ", ") + ")"
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

// groupRemarks are the rules of a struct's groups, in words.
func groupRemarks(t *lower.Struct) []string {
	return each(t.Groups, func(g lower.Group) string {
		rule := [...]string{lower.AtLeastOne: "At least one", lower.AtMostOne: "At most one", lower.ExactlyOne: "Exactly one"}[g.Rule]
		return fmt.Sprintf("%s of %s is set.", rule, docText(names.List(each(g.Fields, code), "and")))
	})
}
