package verify

import (
	"bytes"
	"time"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/quick"
	"github.com/wiregen/wiregen/wirert/session"
)

// Most lines are plainly valid. They are read by a compiled program, which makes no value
// of them; all others are read by the interpreter, as if there were no program.

// plainly reads a line if it is plainly valid, and reports whether it is.
func (v *Verifier) plainly(text []byte) bool {
	if v.quick == nil || v.hasMessages() && len(text) > v.rows.Dialect.Framing.MaxBytes {
		return false
	}
	switch {
	case v.opt.As != "":
		d := v.named
		if d == nil || v.quick.Value(d, text) != quick.Accepted {
			return false
		}
		v.enter(Value, "")
		v.result.Extensions += v.quick.Extensions()
		v.seenTags()
		v.entry.Valid, v.entry.Type = true, d
		v.leave(text)
	case !v.hasMessages():
		if v.quick.Value(v.proto.Journal.Record, text) != quick.Accepted {
			return false
		}
		v.enter(Record, "")
		v.result.Extensions += v.quick.Extensions()
		v.result.Records++
		v.seenTags()
		v.entry.Valid, v.entry.Type = true, v.proto.Journal.Record
		v.leave(text)
	case bytes.HasPrefix(text, []byte(`{"dir":`)):
		line, m := v.quick.Directed(text, v.rows.Dialect.Framing.MaxBytes)
		if m == nil || !v.directedAs(line) {
			return false
		}
		v.plainMessage(m)
	default:
		m := v.quick.Message(text)
		if m == nil {
			return false
		}
		v.side, v.time = session.Either, 0
		v.plainMessage(m)
	}
	return true
}

// directedAs sets who sent the message of a line, and when.
func (v *Verifier) directedAs(line quick.Line) bool {
	side, ok := v.sideCalled(string(line.Dir))
	if !ok {
		return false
	}
	at := int64(0)
	switch line.Kind {
	case model.NumberValue:
		at = line.Number
	case model.StringValue:
		t, err := time.Parse(time.RFC3339Nano, string(line.Time))
		if err != nil {
			return false
		}
		at = t.UnixMilli()
	}
	v.side, v.time = side, at
	return true
}

// plainMessage notes a message that the program accepted.
func (v *Verifier) plainMessage(m *quick.Message) {
	v.enter(Message, "")
	v.result.Extensions += v.quick.Extensions()
	shape := m.Shape
	v.quickInfo = messageInfo{
		id: string(m.ID), isResponse: shape == lower.ResponseShape, method: m.Method, call: m.Call, tag: m.Tag,
		hasParams: m.Params != nil, params: m.Params, hasResult: m.Result != nil, result: m.Result, names: v.names[shape], text: m.Text,
	}
	if v.quickInfo.isResponse && m.Result == nil {
		v.quickInfo.error = &session.ErrorIdentity{Code: m.Code, Kind: m.Kind}
		if v.rows.Dialect.NamesOf(shape).OK != "" {
			v.quickInfo.error.Code = session.NoCode
		}
	}
	v.valid(&v.quickInfo, "")
	v.leave(m.Text)
}

// seenTags counts the events and requests in what the program accepted last.
func (v *Verifier) seenTags() {
	for _, tag := range v.quick.Tags() {
		v.seenTag(tag.Union, tag.Name)
	}
}

// seenIn counts the events and requests in the params of a message.
func (v *Verifier) seenIn(m *messageInfo) {
	if m.parts == nil {
		v.seenTags()
		return
	}
	v.seenType(m.call.Of.Params, m.parts.Params)
}

// quickly reads the result of a message as the first of some types that accepts it. ok is
// false if the interpreter must read it.
func (v *Verifier) quickly(types []model.Type, m *messageInfo) (got interp.Reading, ok bool) {
	if m.result == nil {
		return got, false
	}
	for _, t := range types {
		if t == nil {
			return got, true
		}
		switch v.quick.Value(t, m.result) {
		case quick.Accepted:
			got.Extensions = v.quick.Extensions()
			return got, true
		case quick.Unsure:
			return got, false
		}
	}
	return got, false
}

// peek returns the member at a path of the params of a message that was read quickly, as
// JSON; nil if they have none. ok is false if it must be looked up in all parts of the
// message, as an older name, a default or another spelling may be there.
func (v *Verifier) peek(m *messageInfo, path []string) (found []byte, ok bool) {
	if m.parts != nil || m.call == nil || m.call.Params == lower.NoType {
		return nil, false
	}
	t := v.rows.At(m.call.Params)
	for _, step := range path {
		switch t.Form {
		case lower.StructForm:
			f := t.Struct.Field(step)
			if f == nil || len(f.FormerNames) > 0 || f.Absent == lower.AbsentDefault {
				return nil, false
			}
			t = v.rows.At(f.Type)
		case lower.UnionForm:
			x := v.envelopeOf(t.Union.Of, m.tag)
			if x == nil || x.Type == nil || step != t.Union.Content {
				return nil, false
			}
			t = v.rows.Type(x.Type)
		default:
			return nil, false
		}
	}
	if t.Form != lower.ScalarForm || t.Scalar.Kind == model.Any {
		return nil, false
	}
	found, ok = quick.Find(m.params, path...)
	return found, ok && (found == nil || quick.Plain(found))
}

// envelopeOf is the event or the request with a tag in a union of the envelope, or nil.
func (v *Verifier) envelopeOf(u *model.Union, tag string) *model.Variant {
	if e := v.proto.Envelope; e == nil || tag == "" || u != e.Messages && u != e.Events && u != e.Requests {
		return nil
	}
	return v.variants.of(u, tag)
}
