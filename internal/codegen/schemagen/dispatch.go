package schemagen

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// dispatch is a message of any kind: the method selects the schema, and a message
// without a method is a response, unless the dialect has other rules. Each condition
// applies only to objects, so that no two of them report the same fault.
func (b *builder) dispatch(title, doc string, from lower.From) *schema {
	if b.simple {
		return b.simpleDispatch(title, doc, from)
	}
	var methods []*lower.Call
	for i := range b.rows.Calls {
		if c := &b.rows.Calls[i]; c.SentBy(from) {
			methods = append(methods, c)
		}
	}
	s := ofType("object").with("title", text(title)).with("description", text(doc))
	if b.rows.Dialect.Named() {
		return b.namedDispatch(s, methods)
	}
	var props properties
	if b.side.closed() {
		if s := b.knownMethod(methods); s != nil {
			props.add("method", s)
		} else {
			props.forbid("method")
		}
	}
	response := b.ref(b.defs.response)
	cases := b.calls(methods)
	if shapes := b.rows.Dialect.Shapes; shapes != nil {
		props.add(shapes.Key, oneOf(texts([]string{shapes.Request, shapes.Response, shapes.Notification})))
		call := hasValue(shapes.Key, texts([]string{shapes.Request, shapes.Notification}))
		noMethod := new(schema).sub("if", new(schema).sub("not", present("method"))).sub("then", present("method"))
		other := new(schema).sub("if", call).sub("then", new(schema).subs("allOf", append(cases, noMethod)))
		return props.on(s).texts("required", []string{shapes.Key}).
			sub("if", hasValue(shapes.Key, texts([]string{shapes.Response}))).sub("then", response).sub("else", other)
	}
	props.on(s)
	cases = append(cases, new(schema).sub("if", new(schema).sub("not", present("method"))).sub("then", response))
	if first := b.responseFirst(); first != nil {
		return s.sub("if", first).sub("then", response).sub("else", new(schema).subs("allOf", cases))
	}
	return s.subs("allOf", cases)
}

// knownMethod matches the methods that a closed side has: those of calls, and of
// extensions; nil if there are none.
func (b *builder) knownMethod(calls []*lower.Call) *schema {
	x := b.rows.Dialect.Extensions
	switch {
	case len(calls) > 0:
		return orExtension(oneOf(b.methodNames(calls...)), x)
	case x != nil:
		return extension(x)
	}
	return nil
}

// namedDispatch is a message of any kind, where shapes name the members of their messages.
func (b *builder) namedDispatch(s *schema, methods []*lower.Call) *schema {
	d := &b.rows.Dialect
	shapes := d.Shapes
	var props properties
	props.add(shapes.Key, oneOf(texts([]string{shapes.Request, shapes.Response, shapes.Notification})))
	is := func(value string) *schema { return hasValue(shapes.Key, texts([]string{value})) }
	return props.on(s).texts("required", []string{shapes.Key}).subs("allOf", []*schema{
		new(schema).sub("if", is(shapes.Request)).sub("then", b.callsOf(lower.RequestShape, methods)),
		new(schema).sub("if", is(shapes.Notification)).sub("then", b.callsOf(lower.NotificationShape, methods)),
		new(schema).sub("if", is(shapes.Response)).sub("then", b.ref(b.defs.response)),
	})
}

// callsOf is a call whose tag is that of a shape. A method of another shape has another
// tag.
func (b *builder) callsOf(shape lower.Shape, methods []*lower.Call) *schema {
	d := &b.rows.Dialect
	name := d.NamesOf(shape).Method
	s := present(name)
	var cases []*schema
	for _, m := range methods {
		then := b.ref(b.defs.message[m.Of])
		if m.Shape != shape {
			then = member(d.Shapes.Key, constant(d.Shapes.Value(m.Shape)))
		}
		cases = append(cases, new(schema).sub("if", hasValue(name, b.methodNames(m))).sub("then", then))
	}
	known, x := b.knownMethod(methods), d.Extensions
	switch {
	case b.side.closed() && known == nil:
		return new(schema).sub("not", new(schema))
	case b.side.closed():
		s = member(name, known).texts("required", []string{name})
		if x != nil {
			cases = append(cases, b.extensionCase(name, x))
		}
	case len(methods) == 0:
		cases = []*schema{b.ref(b.defs.unknown)}
	default:
		other := new(schema).sub("not", hasValue(name, b.methodNames(methods...)))
		cases = append(cases, new(schema).sub("if", other).sub("then", b.ref(b.defs.unknown)))
	}
	return s.subs("allOf", cases)
}

// responseFirst matches messages that are responses although they have a method; nil
// means that there are none.
func (b *builder) responseFirst() *schema {
	order := b.rows.Dialect.Precedence[:]
	at := slices.Index(order, lower.ResponseShape)
	overRequests := at < slices.Index(order, lower.RequestShape)
	overNotifications := at < slices.Index(order, lower.NotificationShape)
	s := ofType("object").subs("anyOf", []*schema{present("result"), present("error")})
	switch {
	case overRequests && overNotifications:
		return s
	case overRequests:
		return s.subs("allOf", []*schema{present("id")})
	case overNotifications:
		return s.sub("not", present("id"))
	default:
		return nil
	}
}

// calls are the conditions of messages with a method.
func (b *builder) calls(methods []*lower.Call) []*schema {
	var cases []*schema
	for _, m := range methods {
		cases = append(cases, new(schema).sub("if", b.isCall(m)).sub("then", b.ref(b.defs.message[m.Of])))
	}
	if x := b.rows.Dialect.Extensions; !b.side.closed() {
		cases = append(cases, b.undeclaredCases(methods)...)
	} else if x != nil {
		cases = append(cases, b.extensionCase("method", x))
	}
	return cases
}

// extensionCase matches calls of methods of extensions, in the member called name.
func (b *builder) extensionCase(name string, x *lower.Extensions) *schema {
	is := member(name, extension(x)).texts("required", []string{name}).with("type", text("object"))
	return new(schema).sub("if", is).sub("then", b.ref(b.defs.unknown))
}

// asRequest reports whether a declared notification with an id is a request of an
// unknown method.
func (b *builder) asRequest() bool {
	return !b.side.closed() && b.rows.Dialect.NotificationID == lower.IDMakesRequest
}

// isCall matches messages with the method.
func (b *builder) isCall(m *lower.Call) *schema {
	s := hasValue("method", b.methodNames(m))
	if m.Shape == lower.NotificationShape && b.asRequest() {
		s.sub("not", present("id"))
	}
	return s
}

// undeclaredCases match calls of undeclared methods, and methods that are not strings.
func (b *builder) undeclaredCases(methods []*lower.Call) []*schema {
	requests := func(c *lower.Call) bool { return c.Shape == lower.RequestShape }
	notifications := slices.DeleteFunc(slices.Clone(methods), requests)
	then := b.ref(b.defs.unknown)
	name := new(schema)
	if len(methods) > 0 {
		name.sub("not", oneOf(b.methodNames(methods...)))
	}
	other := member("method", name).texts("required", []string{"method"}).with("type", text("object"))
	cases := []*schema{new(schema).sub("if", other).sub("then", then)}
	if len(notifications) > 0 && b.asRequest() {
		var props object
		props.add("method", oneOf(b.methodNames(notifications...)))
		props.add("id", new(schema))
		withID := ofType("object").members("properties", props).texts("required", []string{"method", "id"})
		cases = append(cases, new(schema).sub("if", withID).sub("then", then))
	}
	return cases
}

// methodNames are the names of methods, on the read side including older ones.
func (b *builder) methodNames(methods ...*lower.Call) []model.Value {
	var names []string
	for _, m := range methods {
		names = append(names, m.Method)
		if b.side != write {
			names = append(names, m.FormerNames...)
		}
	}
	return texts(names)
}
