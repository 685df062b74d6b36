package schemagen

import "github.com/wiregen/wiregen/internal/model"

// response has an id and either a result or an error. A schema cannot ask for
// one of two members: it asks for the error where the result is missing.
func (b *builder) response() *schema {
	d := &b.protocol.Dialect
	o := b.shell()
	if d.Shapes != nil {
		o.must(d.Shapes.Tag, constant(d.Shapes.Response))
	}
	o.required = append(o.required, "id")
	o.addResponseID()
	o.properties.add("result", new(schema))
	o.properties.add("error", new(schema))
	o.addOutcome()
	o.addResponseMembers()
	return o.schema().
		with("title", text(b.defs.response)).
		with("description", text("The answer to a request: a result or an error."))
}

// addResponseID asks for an id, which with an error may be null.
func (o *shell) addResponseID() {
	if !o.protocol.Dialect.ID.NullOnError {
		o.mayIdentify(o.id())
		return
	}
	var good, bad properties
	good.add("id", o.id())
	bad.add("id", o.idOfError())
	fails := present("error")
	if o.side != write && o.protocol.Dialect.ResultAndError == "result" {
		fails.sub("not", present("result"))
	}
	rule := new(schema).sub("if", fails).sub("then", bad.on(new(schema))).sub("else", good.on(new(schema)))
	o.properties.add("id", new(schema))
	if o.ignoresBadID() {
		o.goodID = rule
		return
	}
	o.conditions = append(o.conditions, rule)
}

// addOutcome asks for a result or an error.
func (o *shell) addOutcome() {
	d := &o.protocol.Dialect
	var fault, none properties
	fault.add("error", o.errorObject())
	none.forbid("error")
	withError := fault.on(new(schema))
	if o.side == write || d.Neither != "ignore" {
		withError.texts("required", []string{"error"})
	}
	both := d.ResultAndError
	if o.side == write {
		both = "reject"
	}
	rule := new(schema).sub("if", present("result")).sub("else", withError)
	switch {
	case both == "result":
	case both == "error" && d.Neither == "ignore": // where there is an error, it is looked at
		rule = withError
	case both == "error":
		rule.sub("then", fault.on(new(schema)))
	default:
		rule.sub("then", none.on(new(schema)))
	}
	o.rest.conditions = append(o.rest.conditions, rule)
}

// addResponseMembers adds the further members of a response, which are not
// looked at when it says nothing and that is ignored.
func (o *shell) addResponseMembers() {
	if o.side == write || o.protocol.Dialect.Neither != "ignore" || len(o.protocol.Dialect.Members) == 0 {
		o.addMembers()
		return
	}
	inner := &fields{builder: o.builder}
	for _, f := range o.protocol.Dialect.Members {
		inner.add(f)
		o.properties.add(f.Name, new(schema))
	}
	says := new(schema).subs("anyOf", []*schema{present("result"), present("error")})
	o.rest.conditions = append(o.rest.conditions, new(schema).sub("if", says).sub("then", inner.on(new(schema))))
}

// batch is an array of messages. That its requests have ids of their own is
// more than a schema can say.
func (b *builder) batch() *schema {
	d := b.protocol.Dialect.Batch
	least := 1
	s := ofType("array").with("title", text(b.defs.batch)).sub("items", b.ref(b.defs.any)).limit("minItems", &least)
	if d.Max > 0 {
		s.limit("maxItems", &d.Max)
	}
	doc := "Several messages in one array."
	if d.UniqueIDs {
		doc += " No two of its requests have the same id."
	}
	return s.with("description", text(doc))
}

// params are those of a method; a reader may take them by position, too.
func (b *builder) params(m *model.Method) *schema {
	t, ok := model.Resolve(m.Params).(*model.Struct)
	if !m.Positions || !ok || b.side == write {
		return b.typ(m.Params)
	}
	o := &fields{builder: b}
	var items []*schema
	least := 0
	for i, f := range t.Fields {
		items = append(items, o.value(f))
		if f.Required() {
			least = i + 1
		}
	}
	return eitherKind("array", places(items, least), "object", b.typ(m.Params))
}
