package draft

import "github.com/wiregen/wiregen/internal/frontend/syntax"

// RefuseItems makes the lists in the arms of a union refuse unreadable items, because an arm that skips
// them accepts any list. It reports whether there was one.
func RefuseItems(t *Type) bool {
	changed := false
	list := func(t *Type) {
		if t.Kind == Ref {
			t = t.To.Resolved().Type
		}
		if t.Kind == List && t.BadItems == "" && t.Item.Kind != Any && len(t.Limits) == 0 {
			t.BadItems, changed = "refuse", true
		}
	}
	for _, v := range t.Union.Variants {
		arm := v.Type
		if arm == nil {
			continue
		}
		list(arm)
		if arm.Kind == Ref {
			arm = arm.To.Resolved().Type
		}
		for _, f := range arm.Fields {
			list(f.Type)
		}
	}
	return changed
}

// UniqueTags makes the names of variants differ.
func (u *UnionType) UniqueTags() {
	taken := map[string]bool{}
	for _, v := range u.Variants {
		name := Unique(taken, v.Tags[0].Text)
		if name != v.Tags[0].Text {
			v.Tags = []*syntax.Node{{Kind: syntax.Scalar, Quoted: true, Text: name, Span: v.Tags[0].Span}}
		}
	}
}
