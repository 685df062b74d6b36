package schemagen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// call is the message of a method: a request with an id, or a notification without.
func (b *builder) call(c *lower.Call) *schema {
	o := b.message()
	o.addShape(c.Shape)
	o.must("method", oneOf(b.methodNames(c)))
	switch {
	case c.Shape == lower.RequestShape:
		o.identify(b.id())
	case b.side != write && b.rows.Dialect.NotificationID == lower.IDIgnored:
		o.properties.add("id", new(schema))
	default:
		o.forbid("id")
	}
	if c.ParamsPresence != lower.ParamsNone {
		o.rest.properties.add("params", b.params(c))
	}
	if c.ParamsPresence == lower.ParamsRequired {
		o.rest.required = append(o.rest.required, "params")
	}
	o.addMembers()
	s := o.schema().with("title", text(b.defs.message[c.Of]))
	return b.describe(s, &c.Of.Meta)
}

// undeclared is a message with an undeclared method.
func (b *builder) undeclared() *schema {
	o := b.message()
	shapes := b.rows.Dialect.Shapes
	if shapes != nil {
		o.must(shapes.Key, oneOf(texts([]string{shapes.Request, shapes.Notification})))
	}
	o.must("method", ofType("string"))
	if shapes != nil {
		o.identifyRequests(hasValue(shapes.Key, texts([]string{shapes.Request})), b.id())
	} else {
		o.mayIdentify(b.id())
	}
	o.addMembers()
	s := o.schema().with("title", text(b.defs.unknown))
	return s.with("description", text("A call of an undeclared method."))
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
