package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// membersNames are the types of the additional members: of every message, or of those
// of a shape if shapes have their own.
var membersNames = [...]string{
	lower.RequestShape: "RequestMembers", lower.NotificationShape: "NotificationMembers", lower.ResponseShape: "ResponseMembers", 3: "MessageMembers",
}

// withMembers adds the structs of the members that the dialect gives messages to the
// types of a protocol, so that they are treated like any other.
func withMembers(proto *model.Protocol) (*model.Protocol, [3]*model.Struct) {
	d := &proto.Dialect
	var members [3]*model.Struct
	if len(d.AllMembers()) == 0 || len(proto.Methods) == 0 { // without methods, no message could have them
		return proto, members
	}
	out := *proto
	out.Decls = slices.Clip(proto.Decls)
	add := func(name, of string, fields []*model.Field) *model.Struct {
		if len(fields) == 0 {
			return nil
		}
		s := &model.Struct{
			Meta: model.Meta{Span: fields[0].Span, Doc: name + " are the additional members of " + of + "."}, Name: name, Fields: fields,
		}
		out.Decls = append(out.Decls, s)
		return s
	}
	if len(d.AllMembers()) == len(d.Members) {
		s := add(membersNames[3], "every message", d.Members)
		return &out, [3]*model.Struct{s, s, s}
	}
	requests, notifications, responses := d.MembersByShape()
	for shape, own := range [...][]*model.Field{
		lower.RequestShape: requests, lower.NotificationShape: notifications, lower.ResponseShape: responses,
	} {
		of := lower.Shape(shape).String() + "s"
		members[shape] = add(membersNames[shape], of, slices.Concat(copies(d.Members), own))
	}
	return &out, members
}

// copies are fields that a struct of each shape has.
func copies(fields []*model.Field) []*model.Field {
	var out []*model.Field
	for _, f := range fields {
		of := *f
		out = append(out, &of)
	}
	return out
}

// isMembers reports whether s has the additional members of messages.
func (p *plan) isMembers(s *model.Struct) bool { return s != nil && slices.Contains(p.members[:], s) }

// reserveMembers keeps the fields of messages apart from those members.
func (p *plan) reserveMembers(sc *backend.Scope) {
	for _, name := range []string{"ID", "Method", "Params", "Result", "Error", "Raw"} {
		sc.Keep(name, "it is a field of the messages themselves")
	}
}

// embedMembers returns the field for the additional members of the messages of a shape,
// the last of a message; or "".
func (p messages) embedMembers(shape lower.Shape) string {
	if p.members[shape] == nil {
		return ""
	}
	return p.members[shape].Name
}

// memberField returns the field of an additional member of the messages of a shape.
func (p messages) memberField(shape lower.Shape, name string) *field {
	for _, f := range p.fieldsOf(p.members[shape]) {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// setMembers puts members that were read into a message; or "".
func (p messages) setMembers(shape lower.Shape) string {
	switch {
	case p.members[shape] == nil:
		return ""
	case p.ownMembers():
		return "v." + p.members[shape].Name + " = members" + p.members[shape].Name
	}
	return "v." + p.members[shape].Name + " = *members"
}

// ownMembers reports whether some shape has members that others do not have.
func (p messages) ownMembers() bool {
	return p.members[0] != p.members[1] || p.members[1] != p.members[2]
}

// readMembers emits the reader of the additional members, which stays before the
// message.
func (p messages) readMembers(g *stmts) {
	switch {
	case p.ownMembers():
		shapes := cases(func(g *stmts) {
			for shape, s := range p.members {
				if s != nil {
					name := [...]string{lower.RequestShape: "RequestShape", lower.NotificationShape: "NotificationShape", lower.ResponseShape: "ResponseShape"}[shape]
					g.put("case codec.$1:\n\tcodec.Peek(d, &members$2)", name, s.Name)
				}
			}
		})
		for _, s := range p.members {
			if s != nil {
				g.put("var members$1 $1", s.Name)
			}
		}
		g.put("switch d.PeekShape(&table.Dialect) $1", shapes)
	case p.members[0] != nil:
		g.put("members := new($1)\ncodec.Peek(d, members)", p.members[0].Name)
	}
}

// checksMembers reports whether the additional members of a message may be wrong.
func (p messages) checksMembers(shape lower.Shape) bool {
	return p.members[shape] != nil && p.faulty[p.members[shape]]
}

// membersError returns the error about the additional members of a message, or nil.
func (p messages) membersError(shape lower.Shape) string {
	if p.checksMembers(shape) {
		return "Check" + p.members[shape].Name + "(&v." + p.members[shape].Name + ")"
	}
	return "nil"
}
