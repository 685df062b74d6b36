package interp

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Difference is the first place at which a written text has another value.
type Difference struct {
	Path            string
	Expected, Found string // in words
}

// Differ compares a value in normal form with the text that a writer made of it, which was
// parsed; nil means that they are equal as JSON values. The order of members does not count.
// Numbers are equal if their doubles are, but integers whose exact value counts have all their
// digits.
func (v *Value) Differ(written *Value) *Difference { return differ(v, written, "") }

// differ is Differ for the values at a path.
func differ(v, written *Value, path string) *Difference {
	if v.kept != "" {
		plain, err := parse([]byte(v.kept), manyLevels)
		if err != nil {
			panic("interp: preserved content is not JSON: " + err.Error())
		}
		v = plain
	}
	other := &Difference{path, Found(v), Found(written)}
	if v.Kind != written.Kind {
		return other
	}
	switch v.Kind {
	case model.BoolValue:
		if v.Bool != written.Bool {
			return other
		}
	case model.NumberValue:
		if v.Number != written.Number || v.exact != "" && written.digits() && v.exact != written.numberText() {
			return other
		}
	case model.StringValue:
		if v.Text != written.Text {
			return other
		}
	case model.ListValue:
		if len(v.Items) != len(written.Items) {
			return &Difference{path, arrayOf(len(v.Items)), arrayOf(len(written.Items))}
		}
		for i, item := range v.Items {
			if d := differ(item, written.Items[i], at(path, i)); d != nil {
				return d
			}
		}
	case model.ObjectValue:
		return differMembers(v, written, path)
	}
	return nil
}

func differMembers(v, written *Value, path string) *Difference {
	for _, m := range v.Members {
		if m.unwritten {
			continue
		}
		found := written.Member(m.Key)
		if found == nil {
			return &Difference{Inside(path, m.Key), Found(m.Value), nothing}
		}
		if d := differ(m.Value, found, Inside(path, m.Key)); d != nil {
			return d
		}
	}
	for _, m := range written.Members {
		if !v.writes(m.Key) {
			return &Difference{Inside(path, m.Key), nothing, Found(m.Value)}
		}
	}
	return nil
}

// writes reports whether v has a member that is written.
func (v *Value) writes(key string) bool {
	for i := range v.Members {
		if v.Members[i].Key == key {
			return !v.Members[i].unwritten
		}
	}
	return false
}

// digits reports whether a number is written as an integer.
func (v *Value) digits() bool { return !strings.ContainsAny(v.numberText(), ".eE") }

// manyLevels is deeper than any text that was read.
const manyLevels = 1 << 30
