package schemagen

import (
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// The style for generators describes the same values as the bundles of a writer and of a
// reader, with keywords from which tools make code: draft 7, and oneOf with a const tag where
// a validator reports faults better with conditions. What only conditions say is left out: how
// many fields of a group are present, which of result and error, under which of its names a
// field is required.

// generatorDraft is the newest draft that most generators of code read.
const generatorDraft = "http://json-schema.org/draft-07/schema#"

// generatorFile is the name of the bundle of a side for generators.
func generatorFile(p *model.Protocol, s side) string {
	if s == write {
		return p.Name + ".types.schema.json"
	}
	return p.Name + ".types." + string(s) + ".schema.json"
}

// forGenerators is the bundle of a side for generators.
func (p *plan) forGenerators(s side) *schema {
	b := &builder{rows: p.rows, defs: p.defs, side: s, simple: true, discriminator: p.discriminator && s == write}
	return b.bundle()
}

// simpleUnion is oneOf the variants; anyOf those that an object may have in common, or if
// there may be unknown ones.
func (b *builder) simpleUnion(t *lower.Type) *schema {
	u := t.Union
	variants := make([]*schema, len(u.Cases))
	for i := range u.Cases {
		variants[i] = b.simpleVariant(u, &u.Cases[i])
	}
	if !b.side.closed() && (u.Unknown == lower.UnknownKept || u.Extensions != nil) {
		return new(schema).subs("anyOf", append(variants, b.simpleUnknown(u)...))
	}
	if u.By == lower.ByKey || u.By == lower.ByOrder {
		return new(schema).subs("anyOf", variants)
	}
	s := new(schema).subs("oneOf", variants)
	if d := b.discriminatorOf(u); b.discriminator && d != nil {
		s.with("discriminator", *d)
	}
	return s
}

// simpleVariant is one variant, with its tag.
func (b *builder) simpleVariant(u *lower.Union, c *lower.Case) *schema {
	if u.By != lower.ByContent && u.By != lower.ByName {
		return b.typ(c.Of.Type)
	}
	tag := b.tags(u.TagKind, c.Tags, c.FormerNames)
	if u.By == lower.ByName && !c.Body {
		return oneOf(tag)
	}
	var o properties
	required := []string{c.Tags[0]}
	if u.By == lower.ByName {
		for _, t := range tag {
			o.add(t.Text, b.typ(c.Of.Type))
		}
		if len(tag) > 1 {
			required = nil // one of them is
		}
	} else {
		o.add(u.Key, oneOf(tag))
		required = []string{u.Key}
		if c.Body {
			o.add(u.Content, b.typ(c.Of.Type))
			required = append(required, u.Content)
		}
	}
	s := o.on(ofType("object").with("title", text(u.Of.Name+names.GoName(c.Tags[0]))))
	return b.describe(b.seal(s.texts("required", required)), b.own(c.Of))
}

// simpleUnknown are the unknown variants, as far as their tag tells them.
func (b *builder) simpleUnknown(u *lower.Union) []*schema {
	var known []model.Value
	for _, c := range u.Cases {
		known = append(known, b.tags(u.TagKind, c.Tags, c.FormerNames)...)
	}
	known = append(known, texts(u.Foreign)...)
	tag := ofType(tagTypes[u.TagKind])
	switch {
	case u.Unknown != lower.UnknownKept: // but for extensions
		tag = extension(u.Extensions)
	case len(known) > 0:
		tag.sub("not", oneOf(known))
	}
	if u.By == lower.ByName {
		body := ofType("object").with("minProperties", number(1)).with("maxProperties", number(1))
		if len(known) > 0 {
			body.sub("not", anyOf(eachPresent(known)))
		}
		return []*schema{tag, body}
	}
	o := &fields{builder: b}
	o.addTags(u.Around)
	o.properties.add(u.Key, tag)
	o.required = append(o.required, u.Key)
	return []*schema{o.on(ofType("object").with("title", text("Unknown"+u.Of.Name)))}
}

// discriminatorOf is the discriminator of OpenAPI for a union by a tag that is a string;
// nil if there is none, or if some variant has no name or no tag.
func (b *builder) discriminatorOf(u *lower.Union) *model.Value {
	if u.By != lower.ByTag || u.TagKind != lower.StringTag || u.Default >= 0 {
		return nil
	}
	var mapping object
	for _, c := range u.Cases {
		d, ok := c.Of.Type.(model.Decl)
		if !ok {
			return nil
		}
		for _, tag := range c.Tags {
			mapping.addValue(tag, text(b.pointer(d.TypeName())))
		}
	}
	return &model.Value{Kind: model.ObjectValue, Members: []model.Member{
		{Key: "propertyName", Value: text(u.Key)},
		{Key: "mapping", Value: model.Value{Kind: model.ObjectValue, Members: mapping}},
	}}
}

// simpleDispatch is oneOf the messages of a side and the response.
func (b *builder) simpleDispatch(title, doc string, from lower.From) *schema {
	var messages []*schema
	for i := range b.rows.Calls {
		if c := &b.rows.Calls[i]; c.SentBy(from) {
			messages = append(messages, b.ref(b.defs.message[c.Of]))
		}
	}
	messages, which := append(messages, b.ref(b.defs.response)), "oneOf"
	if !b.side.closed() {
		messages, which = append(messages, b.ref(b.defs.unknown)), "anyOf"
	}
	return new(schema).with("title", text(title)).with("description", text(doc)).subs(which, messages)
}

// simpleParams are params that a reader accepts by position too, or null instead of none.
func (b *builder) simpleParams(c *lower.Call) *schema {
	list := []*schema{b.typ(c.Of.Params)}
	if c.Positions {
		list = append(list, ofType("array"))
	}
	if c.NullAsAbsent {
		list = append(list, ofType("null"))
	}
	return anyOf(list)
}

// simpleUndeclared is a message with an undeclared method.
func (b *builder) simpleUndeclared() *schema {
	d := &b.rows.Dialect
	o := &fields{builder: b}
	request, notification := d.NamesOf(lower.RequestShape), d.NamesOf(lower.NotificationShape)
	if request.Method == notification.Method {
		o.properties.add(request.Method, ofType("string"))
		o.required = []string{request.Method}
	}
	return b.unknownCall(o.on(ofType("object")))
}

// simpleOutcome adds what a request is answered with: a result or an error.
func (o *message) simpleOutcome(names lower.Names) {
	o.properties.add(names.ID, o.idOfError())
	o.properties.add(names.Result, new(schema))
	if names.OK != "" {
		o.must(names.OK, ofType("boolean"))
		o.properties.add(names.Words, ofType("string"))
		if names.Data != names.Result {
			o.properties.add(names.Data, new(schema))
		}
		return
	}
	var fields properties
	fields.add("code", o.scalar(&model.Scalar{Kind: model.Int}))
	fields.add("message", ofType("string"))
	fields.add("data", new(schema))
	fault := fields.on(ofType("object")).texts("required", []string{"code", "message"})
	outcome := o.seal(fault)
	if o.side != write && o.rows.Dialect.Both == lower.BothIsResult { // beside a result it is not checked
		outcome = anyOf([]*schema{outcome, new(schema)})
	}
	o.properties.add(names.Error, outcome)
}

// simpleTuple is an array with a schema for each position, as draft 7 has it, which
// allows no empty list of them.
func simpleTuple(items []*schema, least int) *schema {
	s := count(ofType("array"), least, len(items))
	if len(items) == 0 {
		return s
	}
	list := make([]model.Value, len(items))
	for i, item := range items {
		list[i] = item.value()
	}
	return s.with("items", listOf(list))
}
