package verify

import (
	"encoding/base64"
	"fmt"
	"slices"
	"time"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// A line of a recording may be a message, or an object that says who sent it and when:
//
//	{"dir": "client", "time": 1732275000000, "line": "{\"jsonrpc\": …}"}
//	{"dir": "out", "time": "2026-11-22T12:00:00Z", "msg": {"jsonrpc": …}}
//	{"dir": "agent", "base64": "/w=="}
//
// dir is the role that sent it, or in or out, as the side that recorded it saw it. time
// is in milliseconds, or a text as in RFC 3339.

// directed returns the message in a line with its direction. ok is false if the line
// is a message itself, and message is nil if it has a fault, which was reported.
func (v *Verifier) directed(line *interp.Value) (message *interp.Value, ok bool) {
	v.side, v.time = session.Either, 0
	if !v.isDirected(line) {
		return nil, false
	}
	if !v.direction(line.Member("dir")) || !v.when(line.Member("time")) {
		return nil, true
	}
	if msg := line.Member("msg"); msg != nil {
		return msg, true
	}
	text, ok := v.textOf(line)
	if !ok {
		return nil, true
	}
	v.inner = text
	if most := v.rows.Dialect.Framing.MaxBytes; len(text) > most {
		v.tooLong("message")
		return nil, true
	}
	if len(text) == 0 && line.Member("line") != nil {
		if v.rows.Dialect.BlankLines == lower.BlankRefused {
			v.say("", blank)
		}
		return nil, true
	}
	value, err := v.reader.Parse(text)
	if err != nil {
		v.judge(interp.Reading{Err: err}, "")
		return nil, true
	}
	return value, true
}

// isDirected reports whether a line says who sent its message.
func (v *Verifier) isDirected(line *interp.Value) bool {
	if line.Kind != model.ObjectValue || line.Member("dir") == nil || v.likeMessage(line) {
		return false
	}
	n := 0
	for _, key := range []string{"msg", "line", "base64"} {
		if line.Member(key) != nil {
			n++
		}
	}
	return n == 1
}

// textOf is the text of a message in a line; ok is false if it has a fault, which was
// reported.
func (v *Verifier) textOf(line *interp.Value) (text []byte, ok bool) {
	key := "line"
	if line.Member(key) == nil {
		key = "base64"
	}
	value := line.Member(key)
	if value.Kind != model.StringValue {
		v.refuse("", interp.Wrong(key, "a string", value).WithoutValue()) // it may have a message
		return nil, false
	}
	if key == "line" {
		return []byte(value.Text), true
	}
	text, err := base64.StdEncoding.DecodeString(value.Text)
	if err != nil {
		v.refuse("", interp.Wrong(key, "base64", value).WithoutValue())
	}
	return text, err == nil
}

// direction sets the side that sent the message.
func (v *Verifier) direction(dir *interp.Value) bool {
	roles := v.proto.Roles
	if dir.Kind == model.StringValue {
		if side, ok := v.sideCalled(dir.Text); ok {
			v.side = side
			return true
		}
	}
	v.refuse("", interp.Wrong("dir", fmt.Sprintf(`one of %q, %q, "in", "out"`, roles[0], roles[1]), dir))
	return false
}

// sideCalled is the side that a line calls by its role, or by in or out.
func (v *Verifier) sideCalled(dir string) (side session.Side, ok bool) {
	switch i := slices.Index(v.proto.Roles[:], dir); {
	case i >= 0:
		return session.Side(i), true
	case dir == "out":
		return v.opt.Side, true
	case dir == "in":
		return session.Second - v.opt.Side, true
	}
	return 0, false
}

// when sets the time of the message, which may be left out.
func (v *Verifier) when(at *interp.Value) bool {
	switch {
	case at == nil:
		return true
	case at.Kind == model.NumberValue:
		v.time = int64(at.Number)
		return true
	case at.Kind == model.StringValue:
		if t, err := time.Parse(time.RFC3339Nano, at.Text); err == nil {
			v.time = t.UnixMilli()
			return true
		}
	}
	v.refuse("", interp.Wrong("time", "a number of milliseconds or a time as in RFC 3339", at))
	return false
}
