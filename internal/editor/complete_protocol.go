package editor

import (
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A holder is what a part of a file has: an element of the model, or a value of the protocol.
type holder struct {
	is    any        // the element: a Decl, *Method, *Variant or *ErrorCode of the model, or a part of a type; or nil
	typ   model.Type // of the element, or of the value; nil if it is not known
	value bool       // it is a value of the protocol, or a list of values
	many  bool       // a list of values, or of calls
	call  *model.Method
}

// The parts of types.
type (
	fieldOf struct {
		of    *model.Struct
		field *model.Field
	}
	valueOf struct {
		of    *model.Enum
		value *model.EnumValue
	}
	variantOf struct {
		of      *model.Union
		variant *model.Variant
	}
)

// holderOf follows the keys to a part, from the element that they name first.
func (v *vocabulary) holderOf(steps []*part) holder {
	if v.protocol == nil || len(steps) < 2 {
		return holder{}
	}
	h := v.top(steps[0].key, steps[1].key)
	named := false // the next key is a name
	for _, p := range steps[2:] {
		switch {
		case h.value:
			h = h.within(p)
		case named:
			h, named = member(h.typ, p), false
		default:
			h, named = h.key(p)
		}
	}
	return h
}

// top is what an entry of a section is.
func (v *vocabulary) top(section, name string) holder {
	switch section {
	case "types":
		if d := v.decls[name]; d != nil {
			return holder{is: d, typ: d}
		}
	case "events", "requests":
		if e := v.protocol.Envelope; e != nil {
			for _, x := range e.Messages.Variants {
				if x.Tag == name {
					return holder{is: x, typ: x.Type}
				}
			}
		}
	case "envelope":
		if e := v.protocol.Envelope; e != nil && name == "examples" {
			return holder{typ: e.Messages, value: true, many: true}
		}
	case "methods":
		for _, m := range v.protocol.Methods {
			if m.Name == name {
				return holder{is: m, call: m}
			}
		}
	case "errors":
		for _, e := range v.protocol.Errors {
			if e.Name == name {
				return holder{is: e, typ: e.Data}
			}
		}
	}
	return holder{}
}

// key is what a key of an element has. Named reports whether names of its parts follow.
func (h holder) key(p *part) (out holder, named bool) {
	m := h.call
	switch key := p.key; {
	case p.item:
		return h, false
	case key == "examples":
		return holder{typ: h.typ, value: true, many: true, call: m}, false
	case key == "default" && p.parent.child("union") != nil:
		return holder{}, false // a tag
	case key == "default" || key == "const":
		return holder{typ: h.typ, value: true}, false
	case m != nil && (strings.HasPrefix(key, "params") || strings.HasPrefix(key, "notify")):
		return holder{typ: m.Params}, true
	case m != nil && strings.HasPrefix(key, "result"):
		return holder{typ: m.Result}, true
	case m != nil && key == "error_data":
		return holder{typ: m.ErrorData}, true
	case m != nil:
		return holder{}, false
	case key == "fields" || key == "common" || key == "variants" || key == "data" || key == "enum":
		return holder{typ: h.typ}, true
	}
	return holder{}, false
}

// member is the part of a type that an entry of its map names.
func member(t model.Type, p *part) holder {
	name := p.key
	if p.item {
		name = p.value
	}
	switch t := bare(t).(type) {
	case *model.Struct:
		if f := t.Field(strings.TrimSuffix(name, "?")); f != nil {
			return holder{is: fieldOf{t, f}, typ: f.Type}
		}
	case *model.Enum:
		for _, v := range t.Values {
			if v.Name == name {
				return holder{is: valueOf{t, v}}
			}
		}
	case *model.Union:
		for _, v := range t.Variants {
			if v.Tag == name || v.Tag == "" && v.Label == name {
				return holder{is: variantOf{t, v}, typ: v.Type}
			}
		}
		for _, f := range t.Common {
			if f.Name == strings.TrimSuffix(name, "?") {
				return holder{typ: f.Type}
			}
		}
	}
	return holder{}
}

// bare is a type without other names for it, and without null.
func bare(t model.Type) model.Type {
	for {
		switch u := t.(type) {
		case *model.Alias:
			t = u.Type
		case *model.Nullable:
			t = u.Elem
		default:
			return t
		}
	}
}

// within is what a value has under a key, or as an item.
func (h holder) within(p *part) holder {
	out := holder{value: true}
	switch {
	case h.many && h.call != nil:
		out.call = h.call
	case h.many:
		out.typ = h.typ
	case h.call != nil && p.key == "params":
		out.typ = h.call.Params
	case h.call != nil && p.key == "result":
		out.typ = h.call.Result
	default:
		out.typ = partOf(h.typ, p)
	}
	return out
}

// partOf is the type of what a value of a type has at a part.
func partOf(t model.Type, p *part) model.Type {
	switch t := bare(t).(type) {
	case *model.List:
		if p.item {
			return t.Elem
		}
	case *model.Map:
		if !p.item {
			return t.Elem
		}
	case *model.Struct:
		if f := t.Field(p.key); f != nil {
			return f.Type
		}
		return t.ExtraType
	case *model.Union:
		if t.Content != "" && p.key == t.Content {
			if v := variantIn(t, p.parent); v != nil {
				return v.Type
			}
			return nil
		}
		for _, s := range structsOf(t, p.parent) {
			if f := s.Field(p.key); f != nil {
				return f.Type
			}
		}
		if p.item {
			for _, v := range t.Variants {
				if l, ok := bare(v.Type).(*model.List); ok {
					return l.Elem
				}
			}
		}
	}
	return nil
}

// variantIn is the variant of a union that the tag in a value names; nil if there is none.
func variantIn(u *model.Union, value *part) *model.Variant {
	tag := value.child(u.TagKey)
	if tag == nil {
		return nil
	}
	for _, v := range u.Variants {
		if v.Tag == tag.value {
			return v
		}
	}
	return nil
}

// structsOf are the structs that a value of a union may be: that of its tag, or all.
func structsOf(u *model.Union, value *part) []*model.Struct {
	if v := variantIn(u, value); v != nil && u.Content == "" {
		return structsIn(v.Type, value)
	}
	var out []*model.Struct
	if u.Content == "" {
		for _, v := range u.Variants {
			out = append(out, structsIn(v.Type, value)...)
		}
	}
	return out
}

func structsIn(t model.Type, value *part) []*model.Struct {
	switch t := bare(t).(type) {
	case *model.Struct:
		return []*model.Struct{t}
	case *model.Union:
		return structsOf(t, value)
	}
	return nil
}

// inValue lists what may be written within a value of the protocol. It reports whether the
// cursor is in one.
func (c *completer) inValue() bool {
	in := c.names.holderOf(c.cursor.in.path())
	if !in.value {
		if c.cursor.key || c.cursor.at == nil || c.cursor.at.item {
			return false
		}
		at := c.names.holderOf(c.cursor.at.path())
		if at.value && !at.many && at.typ != nil && c.cursor.at.key != "default" {
			c.simpleValues(at.typ)
		}
		return at.value && c.cursor.at.key != "default"
	}
	switch {
	case c.cursor.key && in.call != nil:
		return false // a call, whose keys are of the language
	case c.cursor.key:
		c.fields(in.typ)
	case c.cursor.at != nil && c.cursor.at.item || c.cursor.in.open == '[':
		at := c.cursor.at
		if at == nil {
			at = &part{item: true, parent: c.cursor.in}
		}
		c.simpleValues(in.within(at).typ)
	default:
		c.tags(in.typ)
		c.simpleValues(in.within(c.cursor.at).typ)
	}
	return true
}

// simpleValues lists the simple values of a type.
func (c *completer) simpleValues(t model.Type) {
	if t == nil {
		return
	}
	for _, v := range c.valuesOfType(t) {
		c.single(v, v.Text)
	}
}

// tags lists the tags of a union, at the key that has them.
func (c *completer) tags(t model.Type) {
	switch u := bare(t).(type) {
	case *model.Union:
		if u.TagKey != "" && u.TagKey == c.cursor.at.key {
			for _, v := range u.Variants {
				c.single(Completion{Label: v.Tag, Kind: ValueCompletion, Detail: "a tag of " + u.Name, Doc: v.Doc}, written(v.Tag))
			}
		}
	case *model.Struct:
		for _, tag := range lower.Tags(u) {
			for _, value := range tag.Values {
				if tag.Key == c.cursor.at.key {
					c.single(simple(value), written(value))
				}
			}
		}
	}
}

// fields lists the keys of a value of a type.
func (c *completer) fields(t model.Type) {
	propose := func(key, detail, doc string) {
		if p := c.cursor.in.child(key); p != nil && p != c.cursor.at {
			return
		}
		text, snippet := c.entry(key, " $1")
		c.add(Completion{Label: key, Kind: FieldCompletion, Detail: detail, Doc: doc, Text: text, Snippet: snippet})
	}
	seen := map[string]bool{}
	once := func(key, detail, doc string) {
		if !seen[key] {
			seen[key] = true
			propose(key, detail, doc)
		}
	}
	switch u := bare(t).(type) {
	case *model.Map:
		if u.Key != nil {
			for _, v := range u.Key.Values {
				once(v.Value, "a value of "+u.Key.Name, v.Doc)
			}
		}
		return
	case *model.Union:
		if u.TagKey != "" {
			once(u.TagKey, "the tag of "+u.Name, "")
		}
		if u.Content != "" {
			once(u.Content, "the content of "+u.Name, "")
		}
	}
	for _, s := range structsIn(t, c.cursor.in) {
		for _, tag := range lower.Tags(s) {
			once(tag.Key, "the tag", "")
		}
		for _, f := range s.Fields {
			once(f.Name, "a field of "+s.Name+": "+f.Type.String(), f.Doc)
		}
	}
}
