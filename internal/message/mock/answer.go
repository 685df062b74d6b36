package mock

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/wirert/session"
)

// A batch has the answers to the messages of an array, which are sent as one array.
type batch struct{ answers []answer }

// An answer to a message. It is not sent if a rule has settled the request meanwhile.
type answer struct {
	text string
	call *session.Call // nil: the message was refused
}

// receiveBatch takes an array of messages. One that cannot be read as a whole is refused as a
// whole if each of its messages could be.
func (s *Session) receiveBatch(list *interp.Value) {
	if whole := s.reader.ReadValue(s.reader.Messages.Batch, list); whole.Err != nil {
		most := s.rows.Dialect.Batch.Max
		if most > 0 && len(list.Items) > most || !slices.ContainsFunc(list.Items, s.unreadable) {
			s.refuse(whole, nil)
			return
		}
	}
	s.batch = &batch{}
	for _, item := range list.Items {
		s.message(item)
	}
	s.batches = append(s.batches, s.batch)
	s.batch = nil
}

func (s *Session) unreadable(message *interp.Value) bool {
	return s.reader.ReadValue(s.other, message).Err != nil
}

// respond sends an answer, alone or with the others of its batch.
func (s *Session) respond(text string, c *session.Call, b *batch) {
	if b == nil {
		s.send(text)
		return
	}
	b.answers = append(b.answers, answer{text, c})
}

// answerBatches sends the answers of each batch of which no request is open any more: as one
// array, or one by one if that is too long for a message.
func (s *Session) answerBatches() {
	s.batches = slices.DeleteFunc(s.batches, func(b *batch) bool {
		if slices.ContainsFunc(s.open, func(p *pending) bool { return p.batch == b }) {
			return false
		}
		var texts []string
		for _, a := range b.answers {
			if (a.call == nil || a.call.Unanswered()) && s.peer.Send(a.text, s.now) {
				texts = append(texts, a.text)
			}
		}
		array := "[" + strings.Join(texts, ",") + "]"
		switch {
		case len(texts) == 0:
		case len(array) > s.rows.Dialect.Framing.MaxBytes:
			s.out = append(s.out, texts...)
		default:
			s.out = append(s.out, array)
		}
		return true
	})
}

// answer answers a request. What must come before its result is sent first.
func (s *Session) answer(p *pending) {
	c := p.call
	s.open = slices.DeleteFunc(s.open, func(x *pending) bool { return x == p })
	failure := p.failure
	for failure == "" && s.peer.Due(c) != "" {
		due := s.peer.Due(c)
		text, ok := s.peer.Say(s.now, func(act string) bool { return act == due })
		if ok {
			s.out = append(s.out, text)
		}
		if !ok || s.peer.Due(c) == due { // it cannot be sent, or is history
			break
		}
	}
	if failure == "" {
		text, failed := s.result(p)
		if failed == "" {
			s.respond(text, c, p.batch)
			return
		}
		failure = failed
	}
	s.respond(s.peer.Maker().Answer(c.Method, c.Event, c.ID, failure), c, p.batch)
}

// result makes the response with the result of a request, or names the error that answers it:
// that of a handler that failed, if no result may be sent.
func (s *Session) result(p *pending) (text, failure string) {
	c := p.call
	var set []sample.Setting
	if set, failure = s.peer.Agreed(c.Method, p.params); failure != "" {
		return "", failure
	}
	set = append(set, s.peer.Same(c, p.params)...)
	why := ""
	for n := range 21 {
		if n == 20 {
			set = nil
		}
		result := s.peer.Maker().Result(c.Method, c.Event, set)
		text = s.peer.Maker().AnswerWith(c.Method, c.ID, result)
		if why = s.peer.Refuses(c, result, text); why == "" {
			return text, ""
		}
	}
	name := c.Method
	if c.Event != "" {
		name = c.Event
	}
	s.opt.Unable(name + ": " + why)
	return "", s.peer.Standard()
}
