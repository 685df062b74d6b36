package schemagen

import (
	"github.com/wiregen/wiregen/internal/model"
)

// dispatch is a message of any kind: the method picks the schema, and a
// message without a method is a response. Each condition holds for objects
// only, so that no two of them report one fault.
func (b *builder) dispatch(title, doc string, methods []*model.Method) *schema {
	var cases []*schema
	for _, m := range methods {
		cases = append(cases, new(schema).sub("if", b.isCall(m)).sub("then", b.ref(b.defs.message[m])))
	}
	if !b.side.closed() {
		cases = append(cases, b.undeclaredCases(methods)...)
	}
	noMethod := new(schema).sub("not", present("method"))
	cases = append(cases, new(schema).sub("if", noMethod).sub("then", b.ref(b.defs.response)))
	s := ofType("object").with("title", text(title)).with("description", text(doc))
	if b.side.closed() {
		var props object
		if len(methods) > 0 {
			props.add("method", oneOf(methodNames(methods)))
		} else {
			props.forbid("method")
		}
		s.members("properties", props)
	}
	return s.subs("allOf", cases)
}

// isCall holds for messages with the method. For a reader, a declared
// notification with an id is a request for a method that nobody knows.
func (b *builder) isCall(m *model.Method) *schema {
	s := hasKeyword("method", []string{m.Name})
	if m.Notify && !b.side.closed() {
		s.sub("not", present("id"))
	}
	return s
}

// undeclaredCases hold for calls of undeclared methods, and for a method that
// is no name at all.
func (b *builder) undeclaredCases(methods []*model.Method) []*schema {
	var notifications []*model.Method
	for _, m := range methods {
		if m.Notify {
			notifications = append(notifications, m)
		}
	}
	then := b.ref(b.defs.unknown)
	name := new(schema)
	if len(methods) > 0 {
		name.sub("not", oneOf(methodNames(methods)))
	}
	var props object
	props.add("method", name)
	other := ofType("object").members("properties", props).texts("required", []string{"method"})
	cases := []*schema{new(schema).sub("if", other).sub("then", then)}
	if len(notifications) > 0 {
		var props object
		props.add("method", oneOf(methodNames(notifications)))
		props.add("id", new(schema))
		withID := ofType("object").members("properties", props).texts("required", []string{"method", "id"})
		cases = append(cases, new(schema).sub("if", withID).sub("then", then))
	}
	return cases
}

func methodNames(methods []*model.Method) []string {
	names := make([]string, len(methods))
	for i, m := range methods {
		names[i] = m.Name
	}
	return names
}
