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
	names := b.rows.Dialect.NamesOf(lower.ResponseShape)
	if names.Method != "" {
		o.rest.properties.add(names.Method, ofType("string"))
		o.rest.required = append(o.rest.required, names.Method)
	}
	noID := b.rows.Dialect.NoIDOnError
	if b.side == write {
		noID = b.rows.Dialect.WritesNoID()
	}
	if !noID {
		o.required = append(o.required, names.ID)
	}
	if b.simple {
		o.simpleOutcome(names)
		o.addMembers(lower.ResponseShape)
	} else {
		o.addResponse(names, noID)
	}
	return o.schema().
		with("title", text(b.defs.response)).
		with("description", text("The answer to a request: a result or an error."))
}

// addResponse adds an id, which an error need not have if noID, and a result or an error.
func (o *message) addResponse(names lower.Names, noID bool) {
	o.addResponseID(names)
	if noID {
		o.conditions = append(o.conditions, new(schema).sub("if", o.fails(names)).sub("else", present(names.ID)))
	}
	o.properties.add(names.Result, new(schema))
	if names.OK != "" {
		o.addFlag(names)
		o.addMembers(lower.ResponseShape)
		return
	}
	o.properties.add(names.Error, new(schema))
	o.addOutcome(names)
	o.addResponseMembers(names)
}

// fails matches responses with an error.
func (o *message) fails(names lower.Names) *schema {
	if names.OK != "" {
		return hasValue(names.OK, []model.Value{{Kind: model.BoolValue}})
	}
	fails := present(names.Error)
	if o.side != write && o.rows.Dialect.Both == lower.BothIsResult {
		fails.sub("not", present(names.Result))
	}
	return fails
}

// addResponseID adds the id, which may be null with an error.
func (o *message) addResponseID(names lower.Names) {
	if !o.rows.Dialect.NullIDOnError {
		o.mayIdentify(names.ID, o.id())
		return
	}
	rule := new(schema).sub("if", o.fails(names)).sub("then", member(names.ID, o.idOfError())).sub("else", member(names.ID, o.id()))
	o.properties.add(names.ID, new(schema))
	if o.ignoresBadID() {
		o.goodID = rule
		return
	}
	o.conditions = append(o.conditions, rule)
}

// addFlag requires the flag that tells a result from an error, and their members. What is
// not of the outcome is ignored, or not written.
func (o *message) addFlag(names lower.Names) {
	o.rest.properties.add(names.OK, ofType("boolean"))
	o.rest.required = append(o.rest.required, names.OK)
	o.properties.add(names.Words, new(schema))
	if names.Data != names.Result {
		o.properties.add(names.Data, new(schema))
	}
	fails := member(names.Words, ofType("string"))
	rule := new(schema).sub("if", hasValue(names.OK, []model.Value{{Kind: model.BoolValue}}))
	if o.side == write {
		rule.sub("then", fails.texts("required", []string{names.Words})).sub("else", o.hasResult(names))
	} else {
		rule.sub("then", fails)
	}
	o.rest.conditions = append(o.rest.conditions, rule)
}

// hasResult matches responses with a result, and those to methods that allow none.
func (o *message) hasResult(names lower.Names) *schema {
	var bare []string
	for _, c := range o.rows.Calls {
		if c.ResultOptional {
			bare = append(append(bare, c.Method), c.FormerNames...)
		}
	}
	if len(bare) == 0 {
		return present(names.Result)
	}
	return new(schema).sub("if", hasValue(names.Method, texts(bare))).sub("else", present(names.Result))
}

// addOutcome requires a result or an error.
func (o *message) addOutcome(names lower.Names) {
	d := &o.rows.Dialect
	withError := member(names.Error, o.errorObject())
	if o.side == write || d.Neither == lower.NeitherRefused {
		withError.texts("required", []string{names.Error})
	}
	both := d.Both
	if o.side == write {
		both = lower.BothRefused
	}
	rule := new(schema).sub("if", present(names.Result)).sub("else", withError)
	switch {
	case both == lower.BothIsResult:
	case both == lower.BothIsError && d.Neither == lower.NeitherIgnored: // if there is an error, it is checked
		rule = withError
	case both == lower.BothIsError:
		rule.sub("then", member(names.Error, o.errorObject()))
	default:
		rule.sub("then", without(names.Error))
	}
	o.rest.conditions = append(o.rest.conditions, rule)
}

// addResponseMembers adds the further members of a response. They are not checked in
// a response without result and error, if the dialect ignores it.
func (o *message) addResponseMembers(names lower.Names) {
	d := &o.rows.Dialect
	members := d.MembersOf(lower.ResponseShape)
	if o.side == write || d.Neither == lower.NeitherRefused || len(members) == 0 {
		o.addMembers(lower.ResponseShape)
		return
	}
	inner := &fields{builder: o.builder}
	for i := range members {
		inner.add(&members[i])
		o.properties.add(members[i].Name, new(schema))
	}
	says := new(schema).subs("anyOf", []*schema{present(names.Result), present(names.Error)})
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

// params are the params of a method; a reader may accept positional ones as well, or
// null instead of none.
func (b *builder) params(c *lower.Call) *schema {
	if b.side == write || !c.Positions && !c.NullAsAbsent {
		return b.typ(c.Of.Params)
	}
	if b.simple {
		return b.simpleParams(c)
	}
	var parts []kindPart
	if c.Positions {
		parts = []kindPart{b.positions(c), {model.Objects, b.typ(c.Of.Params), new(schema)}}
	} else {
		parts = []kindPart{{lower.Reads(c.Of.Params), b.typ(c.Of.Params), new(schema)}}
	}
	if c.NullAsAbsent {
		parts = append(parts, kindPart{model.Nulls, ofKinds(model.Nulls)[0], new(schema)})
	}
	return perKind(parts...)
}

// positions are params as an array.
func (b *builder) positions(c *lower.Call) kindPart {
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
	return kindPart{model.Lists, byPlace(items, least), new(schema)}
}
