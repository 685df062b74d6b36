package lower

import "slices"

// findTolerant finds the types whose readers may pass over a value: those that do so
// themselves, and all that contain one.
func (p *Program) findTolerant() {
	p.tolerant = make([]bool, len(p.Types))
	users := make([][]int, len(p.Types)) // the types that contain one
	var found []int
	for i, t := range p.Types {
		if t.Items == ItemsSkipped || t.Form == StructForm && slices.ContainsFunc(t.Struct.Fields, passesOver) {
			found = append(found, i)
		}
		for _, part := range t.parts() {
			if part != NoType {
				users[part.Type] = append(users[part.Type], i)
			}
		}
	}
	for len(found) > 0 {
		i := found[len(found)-1]
		found = found[:len(found)-1]
		if !p.tolerant[i] {
			p.tolerant[i] = true
			found = append(found, users[i]...)
		}
	}
}

func passesOver(f Field) bool { return f.OnError == OnErrorUnset }

// parts are the types of which a value of t may contain a value.
func (t *Type) parts() []Ref {
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

// Tolerates reports whether a reader of r may pass over a value that it cannot read.
func (p *Program) Tolerates(r Ref) bool { return r != NoType && p.tolerant[r.Type] }

// TolerantMessages reports whether a reader of messages may pass over a value.
func (p *Program) TolerantMessages() bool {
	tolerates := func(f Field) bool { return passesOver(f) || p.Tolerates(f.Type) }
	for _, shape := range []Shape{RequestShape, NotificationShape, ResponseShape} {
		if slices.ContainsFunc(p.Dialect.MembersOf(shape), tolerates) {
			return true
		}
	}
	return slices.ContainsFunc(p.Calls, func(c Call) bool { return p.Tolerates(c.Params) }) ||
		slices.ContainsFunc(p.Errors, func(e Error) bool { return p.Tolerates(e.Data) })
}

// Tolerant reports whether some reader of the protocol may pass over a value.
func (p *Program) Tolerant() bool { return slices.Contains(p.tolerant, true) || p.TolerantMessages() }
