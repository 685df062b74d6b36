package interp

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Value is a JSON value, as in a text or in normal form.
type Value struct {
	Kind    model.ValueKind
	Bool    bool
	Number  float64
	Text    string // of a string, unescaped
	Items   []*Value
	Members []Member // each key once: at its first position, with its last value

	// kept is how a value that is preserved verbatim is written: its own text
	// without the white space between tokens. It is empty for any other.
	kept string
	// exact has the digits of an integer that is written with all of them; else it is empty.
	exact string
	// source is the text that the value was read from.
	source string
}

// A Member is one key of an object.
type Member struct {
	Key       string
	Value     *Value
	token     string // the key as it is written in the text
	unwritten bool   // it is part of the value, but not written
}

// Member returns the value of key, or nil.
func (v *Value) Member(key string) *Value {
	for i := range v.Members {
		if v.Members[i].Key == key {
			return v.Members[i].Value
		}
	}
	return nil
}

// At returns the value at a path of member names, or nil.
func (v *Value) At(path ...string) *Value {
	for _, name := range path {
		if v == nil || v.Kind != model.ObjectValue {
			return nil
		}
		v = v.Member(name)
	}
	return v
}

// Written returns the text that a writer makes of a value in normal form; empty for nil.
func (v *Value) Written() string {
	if v == nil {
		return ""
	}
	var b strings.Builder
	v.print(&b)
	return b.String()
}

// Source returns the text that a value was read from; empty for one that was not read.
func (v *Value) Source() string { return v.source }

// print writes v without the members that are not written.
func (v *Value) print(b *strings.Builder) {
	if v.kept != "" {
		b.WriteString(v.kept)
		return
	}
	switch v.Kind {
	case model.NullValue:
		b.WriteString("null")
	case model.BoolValue:
		b.WriteString(strconv.FormatBool(v.Bool))
	case model.NumberValue:
		if v.exact != "" {
			b.WriteString(v.exact)
		} else {
			b.WriteString(model.FormatNumber(v.Number))
		}
	case model.StringValue:
		b.WriteString(model.Quote(v.Text))
	case model.ListValue:
		model.WriteParts(b, "[]", v.Items, func(item *Value) { item.print(b) })
	case model.ObjectValue:
		written := slices.DeleteFunc(slices.Clone(v.Members), func(m Member) bool { return m.unwritten })
		model.WriteParts(b, "{}", written, func(m Member) {
			b.WriteString(model.Quote(m.Key) + ":")
			m.Value.print(b)
		})
	}
}

// keep is v, preserved verbatim.
func keep(v *Value) *Value {
	out := *v
	out.kept = compact(v.source)
	return &out
}

// keepObject is an object, preserved verbatim except for duplicate keys.
func keepObject(v *Value) *Value {
	if v.Kind != model.ObjectValue {
		return keep(v)
	}
	var b strings.Builder
	model.WriteParts(&b, "{}", v.Members, func(m Member) { b.WriteString(m.token + ":" + compact(m.Value.source)) })
	out := *v
	out.kept = b.String()
	return &out
}

// compact is a JSON text without the white space between its tokens.
func compact(text string) string {
	var b strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted && c == '\\':
			b.WriteByte(c)
			i++
			c = text[i]
		case c == '"':
			quoted = !quoted
		case !quoted && isSpace(c):
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

func object(members ...Member) *Value {
	return &Value{Kind: model.ObjectValue, Members: members}
}

// Number returns a number of a spec, from its text.
func Number(token string) *Value {
	return &Value{Kind: model.NumberValue, Number: parseNumber(token), source: token}
}

func text(s string) *Value { return &Value{Kind: model.StringValue, Text: s} }

// constant is a value of the spec.
func constant(v model.Value) *Value {
	out := &Value{Kind: v.Kind, Bool: v.Bool}
	switch v.Kind {
	case model.StringValue:
		out.Text = v.Text
	case model.NumberValue:
		out.Number = parseNumber(v.Text)
		if v.Wide {
			out.exact = v.Text
		}
	}
	for _, item := range v.Items {
		out.Items = append(out.Items, constant(item))
	}
	for _, m := range v.Members {
		out.Members = append(out.Members, Member{Key: m.Key, Value: constant(m.Value), token: model.Quote(m.Key)})
	}
	out.source = out.Written()
	return out
}
