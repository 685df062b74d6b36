package verify

import (
	"fmt"
	"slices"
	"time"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// A line of a recording may be a message, or an object that says who sent it and when:
//
//	{"dir": "client", "time": 1732275000000, "line": "{\"jsonrpc\": …}"}
//	{"dir": "out", "time": "2026-11-22T12:00:00Z", "msg": {"jsonrpc": …}}
//
// dir is the role that sent it, or in or out, as the side that recorded it saw it. time
// is in milliseconds, or a text as in RFC 3339.

// directed returns the message in a line with its direction. ok is false if the line
// is a message itself, and message is nil if it has a fault, which was reported.
func (v *Verifier) directed(line *interp.Value) (message *interp.Value, ok bool) {
	v.side, v.time = session.Either, 0
	dir := line.Member("dir")
	if line.Kind != model.ObjectValue || dir == nil || v.likeMessage(line) {
		return nil, false
	}
	text, msg := line.Member("line"), line.Member("msg")
	if (text == nil) == (msg == nil) {
		return nil, false
	}
	if !v.direction(dir) || !v.when(line.Member("time")) {
		return nil, true
	}
	if msg != nil {
		return msg, true
	}
	if text.Kind != model.StringValue {
		v.say("line", "expected a string, found "+interp.Found(text))
		return nil, true
	}
	value, err := v.reader.Parse([]byte(text.Text))
	if err != nil {
		v.judge(interp.Reading{Err: err}, "")
		return nil, true
	}
	return value, true
}

// direction sets the side that sent the message.
func (v *Verifier) direction(dir *interp.Value) bool {
	roles := v.proto.Roles
	switch i := slices.Index(roles[:], dir.Text); {
	case dir.Kind != model.StringValue:
	case i >= 0:
		v.side = session.Side(i)
		return true
	case dir.Text == "out":
		v.side = v.opt.Side
		return true
	case dir.Text == "in":
		v.side = session.Second - v.opt.Side
		return true
	}
	v.say("dir", fmt.Sprintf("expected one of %q, %q, \"in\", \"out\", found %s", roles[0], roles[1], interp.Found(dir)))
	return false
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
	v.say("time", "expected a number of milliseconds or a time as in RFC 3339, found "+interp.Found(at))
	return false
}
