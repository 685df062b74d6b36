package tsgen

import "github.com/wiregen/wiregen/internal/model"

// extraMember is where an interface holds the keys that it does not declare.
var extraMember = memberView{
	Doc:  []string{"What this version does not declare, kept as it came."},
	Key:  "[key: string]",
	Type: "unknown",
}

// extraGuard is what must hold of keys that a struct does not declare; "" when
// it takes any.
func extraGuard(t *model.Struct) string {
	if t.Extra != model.ExtraReject {
		return ""
	}
	var known []string
	for tag := t.Tag; tag != nil; tag = tag.Outer {
		known = append([]string{tag.Key}, known...)
	}
	for _, f := range t.Fields {
		known = append(append(known, f.Name), f.Was...)
	}
	return "closed(v, " + quoteAll(known) + ")"
}

// extraTable is what the row of a struct says of further keys.
func extraTable(t *model.Struct) string {
	switch t.Extra {
	case model.ExtraKeep:
		return `extra: "keep", `
	case model.ExtraReject:
		return `extra: "reject", `
	default:
		return ""
	}
}
