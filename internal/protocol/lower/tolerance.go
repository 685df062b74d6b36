package lower

import "slices"

// findTolerant finds the types whose readers may pass over a value: those that do so
// themselves, and all that contain one.
func (p *Program) findTolerant() {
	p.tolerant = p.Leading(func(t *Type) bool {
		return t.Items == ItemsSkipped || t.Form == StructForm && slices.ContainsFunc(t.Struct.Fields, passesOver)
	}, nil)
}

func passesOver(f Field) bool { return f.OnError == OnErrorUnset }

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
