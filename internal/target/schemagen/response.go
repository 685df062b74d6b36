package schemagen

import (
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// response has an id and either a result or an error. A schema cannot require one of
// two members, so it requires the error if the result is missing.
func (b *builder) response() *schema {
	o := b.message()
	o.addShape(lower.ResponseShape)
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

// addResponseID requires an id, which may be null with an error.
func (o *message) addResponseID() {
	if !o.rows.Dialect.NullIDOnError {
		o.mayIdentify(o.id())
		return
	}
	fails := present("error")
	if o.side != write && o.rows.Dialect.Both == lower.BothIsResult {
		fails.sub("not", present("result"))
	}
	rule := new(schema).sub("if", fails).sub("then", member("id", o.idOfError())).sub("else", member("id", o.id()))
	o.properties.add("id", new(schema))
	if o.ignoresBadID() {
		o.goodID = rule
		return
	}
	o.conditions = append(o.conditions, rule)
}

// addOutcome requires a result or an error.
func (o *message) addOutcome() {
	d := &o.rows.Dialect
	withError := member("error", o.errorObject())
	if o.side == write || d.Neither == lower.NeitherRefused {
		withError.texts("required", []string{"error"})
	}
	both := d.Both
	if o.side == write {
		both = lower.BothRefused
	}
	rule := new(schema).sub("if", present("result")).sub("else", withError)
	switch {
	case both == lower.BothIsResult:
	case both == lower.BothIsError && d.Neither == lower.NeitherIgnored: // if there is an error, it is checked
		rule = withError
	case both == lower.BothIsError:
		rule.sub("then", member("error", o.errorObject()))
	default:
		rule.sub("then", without("error"))
	}
	o.rest.conditions = append(o.rest.conditions, rule)
}

// addResponseMembers adds the further members of a response. They are not checked in
// a response without result and error, if the dialect ignores it.
func (o *message) addResponseMembers() {
	d := &o.rows.Dialect
	if o.side == write || d.Neither == lower.NeitherRefused || len(d.Members) == 0 {
		o.addMembers()
		return
	}
	inner := &fields{builder: o.builder}
	for i := range d.Members {
		inner.add(&d.Members[i])
		o.properties.add(d.Members[i].Name, new(schema))
	}
	says := new(schema).subs("anyOf", []*schema{present("result"), present("error")})
	o.rest.conditions = append(o.rest.conditions, new(schema).sub("if", says).sub("then", inner.on(new(schema))))
}

// batch is an array of messages. A schema cannot express that the ids of its requests
// differ.
func (b *builder) batch() *schema {
	d := b.rows.Dialect.Batch
	s := ofType("array").with("title", text(b.defs.batch)).sub("items", b.ref(b.defs.any)).with("minItems", number(1))
	if d.Max > 0 {
		s.with("maxItems", number(int64(d.Max)))
	}
	doc := "Several messages in one array."
	if d.UniqueIDs {
		doc += " No two of its requests have the same id."
	}
	return s.with("description", text(doc))
}

// params are the params of a method; a reader may accept positional ones as well.
func (b *builder) params(c *lower.Call) *schema {
	if !c.Positions || b.side == write {
		return b.typ(c.Of.Params)
	}
	o := &fields{builder: b}
	var items []*schema
	least := 0
	fields := b.rows.At(c.Params).Struct.Fields
	for i := range fields {
		items = append(items, o.value(&fields[i]))
		if fields[i].Absent == lower.AbsentRefused {
			least = i + 1
		}
	}
	return perKind(kindPart{model.Lists, byPlace(items, least), new(schema)}, kindPart{model.Objects, b.typ(c.Of.Params), new(schema)})
}
