package verify

import (
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// The messages of a running session are passed to a verifier one by one. The number of a message
// is then the line that it has in a recording of the session.

// Message reads the next message, which side sent at a time in milliseconds. It reports
// whether the text is JSON.
func (v *Verifier) Message(side session.Side, time int64, text []byte) (isJSON bool) {
	isJSON = true
	v.next(side, time, text, func() {
		if v.quick != nil {
			if m := v.quick.Message(text); m != nil {
				v.plainMessage(m)
				return
			}
		}
		value, err := v.reader.Parse(text)
		isJSON = err == nil
		switch {
		case err != nil:
			v.judge(interp.Reading{Err: err}, "")
		case value.Kind == model.ListValue && v.rows.Dialect.Batch != nil:
			v.batch(value)
		default:
			v.message(value, "")
		}
	})
	return isJSON
}

// Unreadable reports that side sent something that is not a message.
func (v *Verifier) Unreadable(side session.Side, time int64, words string) {
	v.next(side, time, []byte(words), func() { v.say("", words) })
}

// next reads the next message, or the words in the place of one.
func (v *Verifier) next(side session.Side, time int64, text []byte, read func()) {
	v.line++
	v.result.Lines++
	v.started = true
	v.side, v.time, v.inner, v.entries, v.asked = side, time, nil, 0, v.asked[:0]
	before := v.result.Faults
	if read(); v.result.Faults > before {
		v.bad()
	}
	v.leaveLine(text, int64(len(text)))
}

// Missed says that messages are missing. From then on the rules of the session are not
// judged, and a result is read as that of its request only if that comes later.
func (v *Verifier) Missed() {
	v.missed = true
	v.session = session.New(v.rows.Session())
	v.tokens = tokens{byToken: make(map[string][]*given)}
}

// Finish ends the session, and reports the requests that were never answered.
func (v *Verifier) Finish() { v.finish() }
