package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// externalGuard is the body of a guard of "name" or { name: body }. A name that is
// declared in one form is not an unknown name in the other.
func (e *guards) externalGuard(t *lower.Type, at depth) string {
	var plain, named []string
	var arms []arm
	for _, c := range t.Union.Cases {
		if tag := quote(c.Tags[0]); c.Body {
			named = append(named, tag)
			arms = append(arms, arm{[]string{tag}, e.is(c.Of.Type, "v[name]", at.down())})
		} else {
			plain = append(plain, tag)
		}
	}
	taken := each(takenTags(t.Union), quote)
	is := each(plain, func(tag string) string { return "v === " + tag })
	text := strings.Join(is, " || ")
	other := "false"
	switch t.Union.Unknown {
	case lower.UnknownExtended:
		x := extensions{t.Union.Extensions}
		text, other = strings.Join(append(is, "("+x.Is("v")+")"), " || "), "name !== undefined && "+x.Grouped("name")
		arms = append(arms, arm{slices.Concat(plain, taken), "false"})
	case lower.UnknownKept:
		text, other = "true", "name !== undefined"
		if not := slices.Concat(named, taken); len(not) > 0 {
			text = "!" + array(not) + ".includes(v)"
		}
		arms = append(arms, arm{slices.Concat(plain, taken), "false"})
	}
	head := ""
	switch {
	case t.Reads == model.Strings:
		return anyOf(is)
	case t.Reads.Has(model.StringValue):
		head = fmt.Sprintf("  if (typeof v === \"string\") return %s;\n", text)
	}
	return head + "  const name = " + e.call("only", "v") + ";\n" + choose("name", arms, other)
}
