package schemagen

import "github.com/wiregen/wiregen/internal/protocol/lower"

// A message is one under construction.
type message struct {
	fields
	// rest are the members that are checked only if the id is valid, in a dialect
	// that ignores messages with an invalid id.
	rest   fields
	goodID *schema // matches messages with a valid id; nil: the id is not checked
}

// message begins a message with the member jsonrpc.
func (b *builder) message() *message {
	o := &message{fields: fields{builder: b}, rest: fields{builder: b}}
	d := &b.rows.Dialect
	if d.Named() {
		return o
	}
	version := constant(d.JSONRPC)
	must := d.ReadJSONRPC == lower.MemberRequired || d.ReadJSONRPC == lower.MemberAny
	switch {
	case b.side == write:
		must = d.WriteJSONRPC
	case d.ReadJSONRPC == lower.MemberAny || d.ReadJSONRPC == lower.MemberIgnored:
		version = new(schema)
	}
	if b.side != write || d.WriteJSONRPC {
		o.properties.add("jsonrpc", version)
	}
	if must {
		o.required = append(o.required, "jsonrpc")
	}
	return o
}

// must declares a required member.
func (o *message) must(name string, s *schema) {
	o.properties.add(name, s)
	o.required = append(o.required, name)
}

// addShape adds the tag member of a call, if there is one.
func (o *message) addShape(shape lower.Shape) {
	if shapes := o.rows.Dialect.Shapes; shapes != nil {
		o.must(shapes.Key, constant(shapes.Value(shape)))
	}
}

// identify adds the id of a request. A message without it may be ignored.
func (o *message) identify(name string, id *schema) {
	o.mayIdentify(name, id)
	if o.goodID == nil {
		o.required = append(o.required, name)
	} else {
		o.goodID.texts("required", []string{name})
	}
}

// mayIdentify adds an optional id.
func (o *message) mayIdentify(name string, id *schema) {
	if !o.ignoresBadID() {
		o.properties.add(name, id)
		return
	}
	o.properties.add(name, new(schema))
	o.goodID = member(name, id)
}

// identifyRequests adds the id of requests. A notification must not have one, or it
// is not checked.
func (o *message) identifyRequests(isRequest, id *schema) {
	o.properties.add("id", new(schema))
	condition := new(schema).sub("if", isRequest)
	identified := member("id", id).texts("required", []string{"id"})
	if o.ignoresBadID() {
		o.goodID = new(schema).sub("if", isRequest).sub("then", identified)
	} else {
		condition.sub("then", identified)
	}
	if o.rows.Dialect.NotificationID == lower.IDRefused {
		condition.sub("else", without("id"))
	}
	if len(condition.keywords) > 1 {
		o.conditions = append(o.conditions, condition)
	}
}

func (o *message) ignoresBadID() bool {
	return o.side != write && !o.simple && o.rows.Dialect.BadID == lower.BadIDIgnored
}

// addMembers adds the members that the dialect adds to the messages of a shape.
func (o *message) addMembers(shape lower.Shape) {
	members := o.rows.Dialect.MembersOf(shape)
	for i := range members {
		o.rest.add(&members[i])
	}
}

// schema is the message. In a message with an invalid id, members that are not checked
// are declared nevertheless, for sides that refuse undeclared ones.
func (o *message) schema() *schema {
	if o.goodID == nil {
		o.named = append(o.named, o.rest.named...)
		o.patterns = append(o.patterns, o.rest.patterns...)
		o.required = append(o.required, o.rest.required...)
		o.conditions = append(o.conditions, o.rest.conditions...)
		return o.seal(o.fields.on(ofType("object")))
	}
	then := o.rest.on(new(schema))
	for _, m := range o.rest.named {
		o.properties.add(m.Key, new(schema))
	}
	for _, m := range o.rest.patterns {
		o.patterns.add(m.Key, new(schema))
	}
	s := o.fields.on(ofType("object"))
	if len(then.keywords) > 0 {
		s.sub("if", o.goodID).sub("then", then)
	}
	return o.seal(s)
}
