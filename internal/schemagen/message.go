package schemagen

import (
	"github.com/wiregen/wiregen/internal/model"
)

// call is the message that carries a method: a request with an id, or a
// notification without.
func (b *builder) call(m *model.Method) *schema {
	o := b.shell()
	o.props.add("method", constant(m.Name))
	o.required = append(o.required, "method")
	if m.Notify {
		o.props.forbid("id")
	} else {
		o.props.add("id", b.id())
		o.required = append(o.required, "id")
	}
	if m.Params != nil {
		o.props.add("params", b.typ(m.Params))
		if !m.ParamsOptional {
			o.required = append(o.required, "params")
		}
	}
	s := o.schema().with("title", text(b.defs.message[m]))
	return b.describe(s, &m.Meta)
}

// undeclared is a message with a method that the spec does not know.
func (b *builder) undeclared() *schema {
	o := b.shell()
	o.props.add("method", ofType("string"))
	o.props.add("id", b.id())
	o.required = append(o.required, "method")
	s := o.schema().with("title", text(b.defs.unknown))
	return s.with("description", text("A call of a method that the protocol does not declare."))
}

// response has an id and either a result or an error.
func (b *builder) response() *schema {
	o := b.shell()
	o.props.add("id", new(schema))
	o.props.add("result", new(schema))
	o.props.add("error", new(schema))
	o.required = append(o.required, "id")

	var good, bad object
	good.add("id", b.id())
	good.forbid("error")
	bad.add("id", b.idOfError())
	bad.add("error", b.errorObject())
	return o.schema().
		with("title", text(b.defs.response)).
		with("description", text("The answer to a request: a result or an error.")).
		sub("if", present("result")).
		sub("then", new(schema).members("properties", good)).
		sub("else", new(schema).members("properties", bad).texts("required", []string{"error"}))
}

func (b *builder) errorObject() *schema {
	code := &model.Scalar{Kind: model.Int}
	var props object
	props.add("code", b.scalar(code))
	props.add("message", ofType("string"))
	props.add("data", new(schema))
	keys := []string{"code", "message"}
	if b.side == write && b.protocol.Dialect.Error.Data == "null" {
		keys = append(keys, "data")
	}
	return b.seal(ofType("object").members("properties", props).texts("required", keys))
}

// A shell gathers the members of a message.
type shell struct {
	*builder
	props    object
	required []string
}

// shell begins a message with the member jsonrpc.
func (b *builder) shell() *shell {
	o := &shell{builder: b}
	rule := b.protocol.Dialect.JSONRPC
	version := constant(rule.Value)
	must := rule.Read == model.ReadRequired || rule.Read == model.ReadAny
	switch {
	case b.side == write:
		must = rule.Write
	case rule.Read == model.ReadAny || rule.Read == model.ReadIgnored:
		version = new(schema)
	}
	if b.side != write || rule.Write {
		o.props.add("jsonrpc", version)
	}
	if must {
		o.required = append(o.required, "jsonrpc")
	}
	return o
}

func (o *shell) schema() *schema {
	return o.seal(ofType("object").members("properties", o.props).texts("required", o.required))
}

// id is the id of a request and of its result.
func (b *builder) id() *schema { return anyOf(b.idKinds()) }

// idOfError is the id of an error response, which some dialects let be null.
func (b *builder) idOfError() *schema {
	kinds := b.idKinds()
	if !b.protocol.Dialect.ID.NullOnError {
		return anyOf(kinds)
	}
	if len(kinds) == 1 {
		return orNull(kinds[0])
	}
	return anyOf(append(kinds, ofType("null")))
}

func (b *builder) idKinds() []*schema {
	var kinds []*schema
	if b.protocol.Dialect.ID.String {
		kinds = append(kinds, ofType("string"))
	}
	if b.protocol.Dialect.ID.Int {
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
