package lower

import "slices"

// Parts returns the references to the types of which a value of t may contain a value. A case
// without a body has NoType.
func (t *Type) Parts() []Ref {
	var out []Ref
	switch t.Form {
	case ListForm, MapForm:
		out = append(out, *t.Elem)
	case StructForm:
		for i := range t.Struct.Fields {
			out = append(out, t.Struct.Fields[i].Type)
		}
		if t.Struct.ExtraType != nil {
			out = append(out, *t.Struct.ExtraType)
		}
	case TupleForm:
		out = t.Tuple.Items
	case UnionForm:
		for i := range t.Union.Cases {
			out = append(out, t.Union.Cases[i].Type)
		}
	}
	return out
}

// Leading reports, for each of Types, whether it is a goal, or a value of it may contain, at any
// depth, a value of a goal or one that is referred to in such a way. Refers may be nil.
func (p *Program) Leading(goal func(*Type) bool, refers func(Ref) bool) []bool {
	out := make([]bool, len(p.Types))
	users := make([][]int, len(p.Types)) // the types that contain one
	var found []int
	for i, t := range p.Types {
		parts := slices.DeleteFunc(slices.Clone(t.Parts()), func(r Ref) bool { return r == NoType })
		if goal(t) || refers != nil && slices.ContainsFunc(parts, refers) {
			found = append(found, i)
		}
		for _, r := range parts {
			users[r.Type] = append(users[r.Type], i)
		}
	}
	for len(found) > 0 {
		i := found[len(found)-1]
		found = found[:len(found)-1]
		if !out[i] {
			out[i] = true
			found = append(found, users[i]...)
		}
	}
	return out
}
