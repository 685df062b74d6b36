package schemagen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A schema is one schema object. Keywords may be set in any order, and are written in
// a fixed order.
type schema struct {
	keywords []model.Member
	few      [3]model.Member // room for them; most schemas need no more
	last     int             // the place of the last one
	used     bool            // it is part of another schema
}

// keywordOrder is the order of keywords in a schema: its names, its kind, its parts,
// its conditions, then annotations.
var keywordOrder = []string{
	"$schema", "$id", "$comment", "title", "description", "deprecated", "$ref",
	"type", "const", "enum", "contentEncoding", "minLength", "maxLength", "pattern", "minimum", "maximum",
	"prefixItems", "items", "minItems", "maxItems",
	"properties", "patternProperties", "required", "additionalProperties", "minProperties", "maxProperties",
	"not", "anyOf", "oneOf", "discriminator", "if", "then", "else", "allOf",
	"default", "examples", ofTools, "$defs", "definitions",
}

// ofTools is in keywordOrder in place of the keywords of other tools, which begin with it.
const ofTools = "x-"

// placeOf is the index of a keyword in keywordOrder.
func placeOf(keyword string) (place int, ok bool) {
	if strings.HasPrefix(keyword, ofTools) {
		keyword = ofTools
	}
	place, ok = places[keyword]
	return place, ok
}

// places are the indexes of keywords in keywordOrder.
var places = func() map[string]int {
	out := make(map[string]int, len(keywordOrder))
	for i, keyword := range keywordOrder {
		out[keyword] = i
	}
	return out
}()

// with sets a keyword, which must not be set yet, in a schema that is not yet part of
// another one.
func (s *schema) with(keyword string, v model.Value) *schema {
	place, has := placeOf(keyword)
	if !has {
		panic("schemagen: keyword without a place: " + keyword)
	}
	if s.used {
		panic("schemagen: keyword set too late: " + keyword)
	}
	if s.keywords == nil {
		s.keywords = s.few[:0]
	}
	at := len(s.keywords)
	for at > 0 && s.last >= place {
		before, _ := placeOf(s.keywords[at-1].Key)
		if before < place || before == place && s.keywords[at-1].Key != keyword {
			break
		}
		at--
	}
	if at < len(s.keywords) && s.keywords[at].Key == keyword {
		panic("schemagen: keyword set twice: " + keyword)
	}
	s.last = max(s.last, place)
	s.keywords = slices.Insert(s.keywords, at, model.Member{Key: keyword, Value: v})
	return s
}

// keyword is the value of a keyword, or nil.
func (s *schema) keyword(keyword string) *model.Value {
	for i := range s.keywords {
		if s.keywords[i].Key == keyword {
			return &s.keywords[i].Value
		}
	}
	return nil
}

// note adds to the comment.
func (s *schema) note(fact string) *schema {
	if comment := s.keyword("$comment"); comment != nil {
		comment.Text += "; " + fact
		return s
	}
	return s.with("$comment", text(fact))
}

// sub sets a keyword whose value is a schema.
func (s *schema) sub(keyword string, t *schema) *schema { return s.with(keyword, t.value()) }

// subs sets a keyword whose value is a list of schemas; none leaves it out.
func (s *schema) subs(keyword string, list []*schema) *schema {
	if len(list) == 0 {
		return s
	}
	items := make([]model.Value, len(list))
	for i, t := range list {
		items[i] = t.value()
	}
	return s.with(keyword, model.Value{Kind: model.ListValue, Items: items})
}

// texts sets a keyword whose value is a list of strings; none leaves it out.
func (s *schema) texts(keyword string, list []string) *schema {
	if len(list) == 0 {
		return s
	}
	return s.with(keyword, listOf(texts(list)))
}

// members sets a keyword whose value is an object of schemas; an empty one is left out.
func (s *schema) members(keyword string, o object) *schema {
	if len(o) == 0 {
		return s
	}
	return s.with(keyword, model.Value{Kind: model.ObjectValue, Members: o})
}

// value is the schema as data, to be part of another one.
func (s *schema) value() model.Value {
	s.used = true
	return model.Value{Kind: model.ObjectValue, Members: s.keywords}
}

// An object maps names to schemas, in the order of the spec.
type object []model.Member

func (o *object) add(name string, t *schema) { o.addValue(name, t.value()) }

func (o *object) addValue(name string, v model.Value) {
	*o = append(*o, model.Member{Key: name, Value: v})
}

func text(s string) model.Value  { return model.Value{Kind: model.StringValue, Text: s} }
func boolean(b bool) model.Value { return model.Value{Kind: model.BoolValue, Bool: b} }
func number(n int64) model.Value {
	return model.Value{Kind: model.NumberValue, Text: strconv.FormatInt(n, 10)}
}
func double(f float64) model.Value {
	return model.Value{Kind: model.NumberValue, Text: model.FormatNumber(f)}
}
func digits(s string) model.Value {
	return model.Value{Kind: model.NumberValue, Text: s, Wide: true}
}
func listOf(items []model.Value) model.Value {
	return model.Value{Kind: model.ListValue, Items: items}
}
func texts(list []string) []model.Value {
	items := make([]model.Value, len(list))
	for i, t := range list {
		items[i] = text(t)
	}
	return items
}
func ofType(name string) *schema { return new(schema).with("type", text(name)) }
func constant(s string) *schema  { return new(schema).with("const", text(s)) }
