package schemagen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// call is the message of a method: a request with an id, or a notification without.
func (b *builder) call(c *lower.Call) *schema {
	o := b.message()
	o.addShape(c.Shape)
	names := b.rows.Dialect.NamesOf(c.Shape)
	o.must(names.Method, oneOf(b.methodNames(c)))
	switch {
	case c.Shape == lower.RequestShape:
		o.identify(names.ID, b.id())
	case b.rows.Dialect.Named():
	case b.side != write && b.rows.Dialect.NotificationID == lower.IDIgnored:
		o.properties.add("id", new(schema))
	case !b.simple: // otherwise the object is closed
		o.forbid("id")
	}
	if c.ParamsPresence != lower.ParamsNone {
		o.rest.properties.add(names.Params, b.params(c))
	}
	if c.ParamsPresence == lower.ParamsRequired {
		o.rest.required = append(o.rest.required, names.Params)
	}
	o.addMembers(c.Shape)
	s := o.schema().with("title", text(b.defs.message[c.Of]))
	return b.describe(s, &c.Of.Meta)
}

// undeclared is a message with an undeclared method.
func (b *builder) undeclared() *schema {
	if b.simple && !b.side.closed() {
		return b.simpleUndeclared()
	}
	if b.rows.Dialect.Named() {
		return b.namedUndeclared()
	}
	o := b.message()
	shapes := b.rows.Dialect.Shapes
	if shapes != nil {
		o.must(shapes.Key, oneOf(texts([]string{shapes.Request, shapes.Notification})))
	}
	o.must("method", b.otherMethod())
	if b.side.closed() {
		o.rest.properties.add("params", new(schema))
	}
	if shapes != nil {
		o.identifyRequests(hasValue(shapes.Key, texts([]string{shapes.Request})), b.id())
	} else {
		o.mayIdentify("id", b.id())
	}
	o.addMembers(lower.RequestShape)
	return b.unknownCall(o.schema())
}

// otherMethod is a method that is not declared: on a closed side that of an extension.
func (b *builder) otherMethod() *schema {
	if b.side.closed() {
		return extension(b.rows.Dialect.Extensions)
	}
	return ofType("string")
}

func (b *builder) unknownCall(s *schema) *schema {
	doc := "A call of an undeclared method."
	if b.side.closed() {
		doc = "A call of a method of an extension."
	}
	return s.with("title", text(b.defs.unknown)).with("description", text(doc))
}

// namedUndeclared is a message with an undeclared method, where shapes name the members
// of their messages.
func (b *builder) namedUndeclared() *schema {
	d := &b.rows.Dialect
	shaped := func(shape lower.Shape) *schema {
		o := b.message()
		o.addShape(shape)
		names := d.NamesOf(shape)
		o.must(names.Method, b.otherMethod())
		if names.ID != "" {
			o.identify(names.ID, b.id())
		}
		o.properties.add(names.Params, new(schema))
		o.addMembers(shape)
		return o.schema()
	}
	s := ofType("object").members("properties", object{{Key: d.Shapes.Key, Value: oneOf(texts([]string{d.Shapes.Request, d.Shapes.Notification})).value()}})
	s.texts("required", []string{d.Shapes.Key})
	return b.unknownCall(s.sub("if", hasValue(d.Shapes.Key, texts([]string{d.Shapes.Request}))).
		sub("then", shaped(lower.RequestShape)).sub("else", shaped(lower.NotificationShape)))
}

// id is the id of a request and of its result.
func (b *builder) id() *schema { return anyOf(b.idKinds()) }

// idOfError is the id of an error response, which may be null in some dialects.
func (b *builder) idOfError() *schema {
	kinds := b.idKinds()
	if !b.rows.Dialect.NullIDOnError {
		return anyOf(kinds)
	}
	if len(kinds) == 1 {
		return orNull(kinds[0])
	}
	return anyOf(append(kinds, ofType("null")))
}

func (b *builder) idKinds() []*schema {
	var kinds []*schema
	if b.rows.Dialect.StringID {
		kinds = append(kinds, ofType("string"))
	}
	if b.rows.Dialect.IntegerID {
		kinds = append(kinds, b.scalar(&model.Scalar{Kind: model.Int}))
	}
	return kinds
}

func anyOf(list []*schema) *schema {
	if len(list) == 1 {
		return list[0]
	}
	return new(schema).subs("anyOf", list)
}
