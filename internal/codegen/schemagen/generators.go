package schemagen

import (
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// The style for generators describes the same values as the bundle of a writer, with
// keywords from which tools make code: draft 7, and oneOf with a const tag where a
// validator reports faults better with conditions. What only conditions say is left
// out: how many fields of a group are present, which of result and error.

// generatorDraft is the newest draft that most generators of code read.
const generatorDraft = "http://json-schema.org/draft-07/schema#"

// generatorFile is the name of the bundle for generators.
func generatorFile(p *model.Protocol) string { return p.Name + ".types.schema.json" }

// forGenerators is the bundle for generators.
func (p *plan) forGenerators() *schema {
	b := &builder{rows: p.rows, defs: p.defs, side: write, simple: true, discriminator: p.discriminator}
	return b.bundle()
}

// simpleUnion is oneOf the variants; anyOf those that an object may have in common.
func (b *builder) simpleUnion(t *lower.Type) *schema {
	u := t.Union
	variants := make([]*schema, len(u.Cases))
	for i := range u.Cases {
		variants[i] = b.simpleVariant(u, &u.Cases[i])
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
	tag := b.tags(u.TagKind, c.Tags, nil)
	if u.By == lower.ByName && !c.Body {
		return oneOf(tag)
	}
	var o properties
	required := []string{c.Tags[0]}
	if u.By == lower.ByName {
		o.add(c.Tags[0], b.typ(c.Of.Type))
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
	messages = append(messages, b.ref(b.defs.response))
	return new(schema).with("title", text(title)).with("description", text(doc)).subs("oneOf", messages)
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
	fault := fields.on(ofType("object")).texts("required", []string{"code", "message"}).with("additionalProperties", boolean(false))
	o.properties.add(names.Error, fault)
}

// simpleTuple is an array with a schema for each position, as draft 7 has it.
func simpleTuple(items []*schema, least int) *schema {
	list := make([]model.Value, len(items))
	for i, item := range items {
		list[i] = item.value()
	}
	return count(ofType("array"), least, len(items)).with("items", listOf(list))
}
