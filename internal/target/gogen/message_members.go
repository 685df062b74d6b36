package gogen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/target/backend"
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

// embedMembers is the place where the members of messages are put, behind the
// fields of their own; or "".
func (p messages) embedMembers() string {
	if p.members == nil {
		return ""
	}
	return membersName
}

// memberField is the field of a further member of messages, or nil.
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

// checksMembers reports whether the further members of a message may be wrong.
func (p messages) checksMembers() bool { return p.members != nil && p.faulty[p.members] }

// membersError is the error about the further members of a message, or nil.
func (p messages) membersError() string {
	if p.checksMembers() {
		return "Check" + membersName + "(&v." + membersName + ")"
	}
	return "nil"
}
