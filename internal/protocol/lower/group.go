package lower

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Group is a rule about how many of some optional fields of a struct are present. A
// field is, unless its key is absent or has a null that leaves it unset. No two groups of a
// struct have a field in common.
type Group struct {
	Rule   GroupRule `json:"rule"`
	Fields []string  `json:"fields"` // their names
	Words  string    `json:"words"`  // what is expected instead of an object that breaks the rule

	At []int `json:"-"` // the indexes of the fields
}

// GroupRule says how many fields of a group are present.
type GroupRule uint8

// The rules of groups.
const (
	AtLeastOne GroupRule = iota
	AtMostOne
	ExactlyOne
)

// NeedsOne reports whether none is too few.
func (r GroupRule) NeedsOne() bool { return r != AtMostOne }

// AllowsSeveral reports whether two are not too many.
func (r GroupRule) AllowsSeveral() bool { return r == AtLeastOne }

var groupRules = [...]GroupRule{model.AtLeastOne: AtLeastOne, model.AtMostOne: AtMostOne, model.ExactlyOne: ExactlyOne}

func groupsOf(t *model.Struct) []Group {
	var out []Group
	for _, g := range t.Groups {
		row := Group{Rule: groupRules[g.Rule]}
		var quoted []string
		for _, f := range g.Fields {
			row.Fields = append(row.Fields, f.Name)
			row.At = append(row.At, slices.Index(t.Fields, f))
			quoted = append(quoted, model.Quote(f.Name))
		}
		row.Words = g.Rule.Words() + " of the keys " + strings.Join(quoted, ", ")
		out = append(out, row)
	}
	return out
}

// Group returns the group of a field, or nil.
func (s *Struct) Group(name string) *Group {
	i := slices.IndexFunc(s.Groups, func(g Group) bool { return slices.Contains(g.Fields, name) })
	if i < 0 {
		return nil
	}
	return &s.Groups[i]
}
