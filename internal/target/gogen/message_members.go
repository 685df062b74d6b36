package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/target/backend"
)

// membersName is the type of the additional members of every message.
const membersName = "MessageMembers"

// withMembers adds the struct of the members that the dialect gives every
// message to the types of a protocol, so that it is treated like any other.
func withMembers(proto *model.Protocol) (*model.Protocol, *model.Struct) {
	if len(proto.Dialect.Members) == 0 {
		return proto, nil
	}
	out := *proto
	if len(proto.Methods) == 0 { // no message could have them
		out.Dialect.Members = nil
		return &out, nil
	}
	members := &model.Struct{
		Meta:   model.Meta{Span: proto.Dialect.Members[0].Span, Doc: membersName + " are the additional members of every message."},
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

// embedMembers returns the field for the additional members, the last of a message;
// or "".
func (p messages) embedMembers() string {
	if p.members == nil {
		return ""
	}
	return membersName
}

// memberField returns the field of an additional member of messages, or nil.
func (p messages) memberField(name string) *field {
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

// setMembers puts members that were read into a message; or "".
func (p messages) setMembers() string {
	if p.members == nil {
		return ""
	}
	return "v." + membersName + " = *members"
}

// checksMembers reports whether the additional members of a message may be wrong.
func (p messages) checksMembers() bool { return p.members != nil && p.faulty[p.members] }

// membersError returns the error about the additional members of a message, or nil.
func (p messages) membersError() string {
	if p.checksMembers() {
		return "Check" + membersName + "(&v." + membersName + ")"
	}
	return "nil"
}
