package tsgen

import "github.com/wiregen/wiregen/internal/protocol/lower"

// extraMember is the member of an interface for undeclared keys.
var extraMember = memberView{
	Doc:  []string{"Undeclared keys, preserved verbatim."},
	Key:  "[key: string]",
	Type: "unknown",
}

// extraGuard is the condition on undeclared keys of a struct; "" if any are allowed.
func (e *guards) extraGuard(t *lower.Struct) string {
	if t.Extra != lower.ExtraRefused {
		return ""
	}
	var known []string
	for _, tag := range t.Tags {
		known = append(known, tag.Key)
	}
	for _, f := range t.Fields {
		known = append(append(known, f.Name), f.FormerNames...)
	}
	return e.call("closed", "v", quoteAll(known))
}
