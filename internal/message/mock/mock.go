// Package mock simulates a peer of a protocol: it answers requests with realistic values and
// obeys the session rules.
package mock

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/message/framing"
	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// Options configure a mock.
type Options struct {
	Side session.Side // its role
	Seed uint64       // of its choices
	Busy bool         // it sends more, also outside of requests
	// Report is called with each violation of the spec by the other side, in the words of
	// readers.
	Report func(text string)
	// Unable is called with each request that the mock has no result for, and why.
	Unable func(text string)
}

// A Mock is a peer for any number of sessions.
type Mock struct {
	proto  *model.Protocol
	rows   *lower.Program
	reader *interp.Reader
	maker  *sessions.Maker
	opt    Options
	other  string // the type of the messages of the other side
}

// New returns a mock. The protocol must have methods.
func New(p *model.Protocol, opt Options) (*Mock, error) {
	m := &Mock{proto: p, rows: lower.New(p), reader: interp.New(p), opt: opt}
	if m.maker = sessions.Of(m.rows, m.reader, opt.Seed); m.maker == nil {
		return nil, fmt.Errorf("%s has no methods, and so no peers", p.File)
	}
	m.other = m.reader.Messages.Sent[session.Second-opt.Side]
	return m, nil
}

// Framing says how messages are delimited.
func (m *Mock) Framing() lower.Framing { return m.rows.Dialect.Framing }

// A Session is a session with one other peer. It must not be used concurrently. It is
// deterministic: the same messages in the same order get the same answers.
type Session struct {
	*Mock
	peer *sessions.Peer
	open []*pending
	out  []string
	now  int64

	begun   bool     // JSON was read
	batch   *batch   // that is being received, or nil
	batches []*batch // that are not answered yet
}

// A pending request is to be answered.
type pending struct {
	call      *session.Call
	batch     *batch // that it is part of, or nil
	params    *interp.Value
	steps     []func() (string, bool) // what is sent before the answer
	failure   string                  // the error that answers it; or empty
	cancelled bool
}

// Session returns the session with a number.
func (m *Mock) Session(number uint64) *Session {
	return &Session{Mock: m, peer: m.maker.Peer(m.opt.Side, number)}
}

// Foreign reports whether a frame shows that the other side speaks another protocol: it is not
// JSON, and nothing before it was. What comes over a socket may be an HTTP request that a web
// page has a browser send: its body must not be taken for messages.
func (s *Session) Foreign(f framing.Frame) bool {
	if s.begun || f.Fault == "" && (f.Text == nil || s.ignores(f)) { // too long to tell, or nothing
		return false
	}
	if f.Fault == "" {
		_, err := s.reader.Parse(f.Text)
		s.begun = err == nil
	}
	return !s.begun
}

// ignores reports whether a frame is a blank line that is ignored.
func (s *Session) ignores(f framing.Frame) bool {
	d := &s.rows.Dialect
	isLine := d.Framing.Kind == lower.Lines || d.Framing.Kind == lower.NotFramed
	return f.Size == 0 && isLine && d.BlankLines == lower.BlankIgnored
}

// Receive takes a frame at a time in milliseconds, and returns what is sent at once.
func (s *Session) Receive(f framing.Frame, now int64) []string {
	s.out, s.now = nil, now
	d := &s.rows.Dialect
	switch {
	case f.Fault != "":
		s.opt.Report(f.Fault)
	case f.Size > int64(d.Framing.MaxBytes), f.Text == nil:
		words := fmt.Sprintf("a message is too large: %d bytes, of at most %d", f.Size, d.Framing.MaxBytes)
		s.opt.Report(words)
		s.tooLong(words)
	case s.ignores(f):
	default:
		s.text(f.Text)
	}
	s.answerBatches()
	return s.out
}

// tooLong answers a message that is too long.
func (s *Session) tooLong(words string) {
	d := &s.rows.Dialect
	id := "null"
	switch {
	case d.NullIDOnError:
	case d.NoIDOnError:
		id = ""
	default:
		return
	}
	if name := d.Framing.TooLarge; name != "" && id == "null" {
		s.send(s.peer.Maker().Answer(s.rows.Calls[0].Method, "", id, name))
		return
	}
	s.send(s.peer.Maker().Refusal("", id, d.Invalid().Code, words, ""))
}

// send sends a message, unless it breaks a rule.
func (s *Session) send(text string) bool {
	ok := s.peer.Send(text, s.now)
	if ok {
		s.out = append(s.out, text)
	}
	return ok
}

func (s *Session) text(text []byte) {
	value, err := s.reader.Parse(text)
	switch {
	case err != nil:
		s.refuse(s.reader.Read(s.other, text), nil)
	case value.Kind == model.ListValue && s.rows.Dialect.Batch != nil:
		s.receiveBatch(value)
	default:
		s.message(value)
	}
}

// refuse answers a message that cannot be read, or calls an undeclared method, if an answer
// is owed.
func (s *Session) refuse(got interp.Reading, value *interp.Value) {
	if got.Err != nil {
		s.opt.Report(got.Err.Error())
	}
	a := s.reader.Answer(got)
	if a == nil {
		return
	}
	method, id, data := "", "", ""
	if value != nil {
		if x := s.reader.Parts(value).Method; x != nil {
			method = x.Text
		}
	}
	if a.ID != nil {
		id = a.ID.Written()
	}
	if a.Data != nil {
		data = a.Data.Written()
	}
	s.respond(s.peer.Maker().Refusal(method, id, a.Code, a.Words, data), nil, s.batch)
}

// message takes one message.
func (s *Session) message(value *interp.Value) {
	got := s.reader.ReadValue(s.other, value)
	parts := s.reader.Parts(value)
	if got.Err == nil {
		parts = s.reader.Parts(got.Value)
	}
	if got.Ignored || parts.Method == nil && !parts.IsResponse {
		s.refuse(got, nil)
		return
	}
	msg := sessions.SessionMessage(&parts, "")
	msg.Side, msg.Time, msg.Refused = session.Second-s.opt.Side, s.now, got.Err != nil
	call := s.rows.CallNamed(msg.Method)
	if call != nil {
		msg.Method = call.Method
	}
	if got.Err != nil && msg.ID == "" && !parts.IsResponse {
		s.refuse(got, value)
		return
	}
	v := s.peer.Observe(msg)
	for _, f := range v.Faults {
		s.opt.Report(f.Text)
	}
	switch {
	case got.Err != nil || got.Unknown:
		s.refuse(got, value)
	case v.Answer != "":
		s.opt.Report(v.Broken)
		s.respond(s.peer.Maker().Answer(v.Call.Method, v.Call.Event, v.Call.ID, v.Answer), nil, s.batch)
	case v.Is == session.NewRequest && v.Call != nil && v.Call.Unanswered():
		s.cancel(msg)
		s.open = append(s.open, s.plan(v.Call, parts.Params))
	case v.Is == session.Notification:
		s.cancel(msg)
	}
	s.open = slices.DeleteFunc(s.open, func(p *pending) bool { return !p.call.Unanswered() })
}

// cancel marks the requests that a message cancels.
func (s *Session) cancel(msg session.Message) {
	for _, p := range s.open {
		name, kind := p.call.Method, session.Method
		if p.call.Event != "" {
			name, kind = p.call.Event, session.Request
		}
		c := s.peer.Rules().CancelOf(name, kind)
		if c == nil || c.By != msg.Method {
			continue
		}
		if len(c.Path) == 0 || msg.Params != nil && string(msg.Params(c.Path...)) == p.call.ID {
			p.cancelled, p.failure = true, c.Error
		}
	}
}

// plan says how a request is answered.
func (s *Session) plan(c *session.Call, params *interp.Value) *pending {
	p := &pending{call: c, batch: s.batch, params: params}
	if h := s.peer.Rules().Handshake; h != nil && h.Method == c.Method {
		return p
	}
	during := s.peer.During(c)
	act := func(name string) {
		p.steps = append(p.steps, func() (string, bool) {
			return s.peer.Say(s.now, func(act string) bool { return act == name })
		})
	}
	more := s.peer.IntN(3)
	if s.opt.Busy {
		more += 2
	}
	if len(during) > 0 {
		act(during[0])
		more++
	}
	for range more {
		// The second side asks, and the first one does not, or two mocks would ask each other for ever.
		asks := s.opt.Side == session.Second && (s.opt.Busy || s.peer.IntN(4) == 0)
		p.steps = append(p.steps, func() (string, bool) {
			asks := asks && !s.peer.Waits()
			return s.peer.Say(s.now, func(act string) bool {
				return !s.peer.Bound(act) && (asks || !s.peer.Asks(act))
			})
		})
	}
	for _, kind := range s.rows.CallNamed(c.Method).Of.Progress {
		p.steps = append(p.steps, func() (string, bool) { return s.progress(p, kind) })
	}
	if n := len(during); n > 1 {
		act(during[n-1])
	}
	return p
}

// progress reports progress of a request that asks for it.
func (s *Session) progress(p *pending, kind *model.Progress) (string, bool) {
	token := sessions.At(p.params, kind.Token)
	if token == nil {
		return "", false
	}
	params := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(s.peer.Maker().Value(kind.Method.Params)), &params); err != nil {
		return "", false
	}
	params[kind.As] = json.RawMessage(token.Written())
	if kind.Value != "" {
		params[kind.Value] = json.RawMessage(s.peer.Maker().Value(kind.Payload))
	}
	text, err := json.Marshal(params)
	if err != nil {
		return "", false
	}
	line := s.peer.Maker().CallWith(kind.Method.Name, "", string(text))
	return line, s.peer.Send(line, s.now)
}

// Busy reports whether there is more to send for what was asked.
func (s *Session) Busy() bool { return len(s.open) > 0 }

// Step returns the next messages, which may be none.
func (s *Session) Step(now int64) []string {
	s.out, s.now = nil, now
	for len(s.open) > 0 && len(s.out) == 0 {
		p := s.open[s.peer.IntN(len(s.open))]
		if len(p.steps) > 0 && !p.cancelled {
			step := p.steps[0]
			p.steps = p.steps[1:]
			if text, ok := step(); ok {
				s.out = append(s.out, text)
			}
		} else {
			s.answer(p)
		}
		s.open = slices.DeleteFunc(s.open, func(p *pending) bool { return !p.call.Unanswered() })
		s.answerBatches()
	}
	return s.out
}

// Idle returns what a busy peer sends without being asked, or what a peer with the first role
// begins with; it may be none. One that is not busy waits for the answer to what it asked
// before: messages that cross may break a rule for which no side is to blame.
func (s *Session) Idle(now int64) []string {
	s.out, s.now = nil, now
	if !s.opt.Busy && s.peer.Waits() {
		return nil
	}
	if text, ok := s.peer.Say(now, func(act string) bool { return s.opt.Busy || s.opt.Side == session.First }); ok {
		s.out = append(s.out, text)
	}
	return s.out
}
