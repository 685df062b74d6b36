package tsgen

import "github.com/wiregen/wiregen/internal/protocol/lower"

// extraMember is where an interface holds the keys that it does not declare.
var extraMember = memberView{
	Doc:  []string{"Undeclared keys, preserved verbatim."},
	Key:  "[key: string]",
	Type: "unknown",
}

// extraGuard is what must hold of keys that a struct does not declare; "" when
// it takes any.
func (e *guards) extraGuard(t *lower.Struct) string {
	if t.Extra != lower.ExtraRefused {
		return ""
	}
	var known []string
	for _, tag := range t.Tags {
		known = append(known, tag.Key)
	}
	for _, f := range t.Fields {
		known = append(append(known, f.Name), f.Was...)
	}
	return e.call("closed", "v", quoteAll(known))
}
