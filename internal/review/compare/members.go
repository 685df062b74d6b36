package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// members compares what dialects add to messages: for each shape as a separate object,
// if shapes have their own members.
func (c *comparer) members() {
	a, b := c.sides[0], c.sides[1]
	if len(a.rows.Calls) == 0 || len(b.rows.Calls) == 0 {
		return
	}
	shapes := []lower.Shape{lower.RequestShape, lower.NotificationShape, lower.ResponseShape}
	if !a.rows.Dialect.Named() && !b.rows.Dialect.Named() {
		shapes = shapes[:1]
	}
	at := [2]source.Span{a.proto.Dialect.Span, b.proto.Dialect.Span}
	for i, shape := range shapes {
		if len(a.rows.Dialect.MembersOf(shape))+len(b.rows.Dialect.MembersOf(shape)) == 0 {
			continue
		}
		name, anyShape := "message", len(shapes) == 1
		if !anyShape {
			name = shape.String()
		}
		was, is := a.membersOf(shape, i), b.membersOf(shape, i)
		c.memberRows = append(c.memberRows, memberRow{name, [2]lower.Ref{was, is}})
		c.place("the members of a "+name, &holder{element: name, at: at}, was, is, position{
			from:    [2][]int{a.sendersOf(shape, anyShape), b.sendersOf(shape, anyShape)},
			message: func(s *side, value string) string { return s.withMembers(shape, anyShape, value) },
		})
	}
}

// A memberRow has what dialects add to messages, in both versions.
type memberRow struct {
	name string
	refs [2]lower.Ref
}

// sendersOf are those who send a message of a shape, or of any. Everyone may answer what
// is not a message with an error.
func (s *side) sendersOf(shape lower.Shape, anyShape bool) []int {
	if anyShape || shape == lower.ResponseShape {
		return []int{byClient, byAgent}
	}
	var out []int
	for _, x := range s.rows.Calls {
		if shape == x.Shape {
			out = append(out, senders(x.From)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// membersOf is the type of the members that a dialect adds to the messages of a shape:
// i is its number.
func (s *side) membersOf(shape lower.Shape, i int) lower.Ref {
	d := &s.proto.Dialect
	requests, notifications, responses := d.MembersByShape()
	of := slices.Concat(d.Members, [][]*model.Field{requests, notifications, responses}[i])
	s.rows.Types = append(s.rows.Types, &lower.Type{
		Form: lower.StructForm, Reads: model.Objects, Writes: model.Objects,
		Struct: &lower.Struct{Fields: s.rows.Dialect.MembersOf(shape)}, Of: &model.Struct{Fields: of},
	})
	return lower.Ref{Type: len(s.rows.Types) - 1}
}

// withMembers is a small message of a shape, or of any, with exactly some further members.
func (s *side) withMembers(shape lower.Shape, anyShape bool, value string) string {
	text := "{}"
	if i := slices.IndexFunc(s.rows.Errors, func(e lower.Error) bool { return e.Standard && !e.Local }); shape == lower.ResponseShape && i >= 0 { // to a call of no method
		text = s.messages().Answer("none", "", s.id(), s.rows.Errors[i].Name)
	}
	for i := range s.rows.Calls {
		x := &s.rows.Calls[i]
		params := ""
		if x.ParamsPresence == lower.ParamsRequired {
			params, _ = s.small(x.Params)
		}
		switch {
		case shape == lower.ResponseShape && x.Shape == lower.RequestShape:
			text = s.messages().Answer(x.Method, "", s.id(), "")
		case shape == x.Shape || anyShape:
			text = s.call(x.Method, params)
		default:
			continue
		}
		break
	}
	for i := range s.rows.Dialect.MembersOf(shape) {
		text = drop(text, s.rows.Dialect.MembersOf(shape)[i].Name)
	}
	for _, p := range members(value) {
		text = set(text, p.name, string(p.value))
	}
	return text
}
