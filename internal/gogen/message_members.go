package gogen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/model"
)

// membersName is the type of what every message carries beside its own members.
const membersName = "MessageMembers"

// withMembers adds the struct of the members that the dialect gives every
// message to the types of a protocol, so that it is treated like any other.
func withMembers(proto *model.Protocol) (*model.Protocol, *model.Struct) {
	if len(proto.Dialect.Members) == 0 {
		return proto, nil
	}
	out := *proto
	if len(proto.Methods) == 0 { // there is no message to carry them
		out.Dialect.Members = nil
		return &out, nil
	}
	members := &model.Struct{
		Meta:   model.Meta{Span: proto.Dialect.Members[0].Span, Doc: membersName + " are what every message carries beside its own members."},
		Name:   membersName,
		Fields: proto.Dialect.Members,
	}
	out.Decls = append(slices.Clip(proto.Decls), members)
	return &out, members
}

// reserveMembers keeps the fields of messages apart from those members.
func (p *plan) reserveMembers(sc *backend.Scope) {
	for _, name := range []string{"ID", "Method", "Params", "Result", "Error", "Raw"} {
		sc.Keep(name, "it is a field of the messages themselves")
	}
}

// embedMembers gives the place where the members of messages are put.
func (p *plan) embedMembers(g *jen.Group) {
	if p.members != nil {
		g.Id(membersName)
	}
}

// memberField is the field of a further member of messages, or nil.
func (p *plan) memberField(name string) *field {
	if p.members == nil {
		return nil
	}
	for _, f := range p.fieldsOf(p.members) {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// setMembers is v.MessageMembers = *members.
func (p *plan) setMembers(g *jen.Group) {
	if p.members != nil {
		g.Add(vdot(membersName).Op("=").Op("*").Id("members"))
	}
}

// checkMembers returns the error about the further members of a message, or nil.
func (p *plan) checkMembers(g *jen.Group) {
	if p.members != nil && p.faulty[p.members] {
		g.Return(jen.Id("Check" + membersName).Call(jen.Op("&").Add(vdot(membersName))))
		return
	}
	g.Return(jen.Nil())
}
