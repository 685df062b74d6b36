package verify

import (
	"bytes"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// An Entry is what is in one place of a recording: a message, a value, or a line in
// which neither could be read.
type Entry struct {
	Number int // of the entries before it
	Line   int
	Path   string // of a message within its line: [1] in a batch
	// Text is the message or the value as it was sent, without the data that a recording adds
	// and the white space around it, or the line if that could not be read. It is nil for a
	// line that is longer than the protocol allows, and valid until the next entry.
	Text  []byte
	Size  int64 // of the text in bytes, even if it is nil
	What  What
	Valid bool // readers accept it

	Side session.Side // that sent it, as far as that is known
	Time int64        // in milliseconds; 0 if the recording does not say it

	Type model.Type // of a value

	// Of a message, as far as it could be read:
	ID       string // as JSON; "" if there is none
	Response bool
	Method   string      // its current name, or an undeclared one; "" for a response
	Row      *lower.Call // of the method; nil if it is undeclared
	Error    *session.ErrorIdentity
	Is       session.Is    // "" if the rules of the session do not concern it
	Call     *session.Call // the request itself, or the one that is answered; or nil
	Asked    int           // the number of the entry of Call
	Results  []model.Type  // of what may answer that request; one of nil is any value

	// Tags are the events and the requests in it, the outermost first, and Unknown what it
	// names that the spec does not declare: methods, tags, and codes of errors.
	Tags, Unknown []string
}

// What says what an entry is.
type What uint8

// What entries are.
const (
	Unreadable What = iota
	Message
	Ignored // a message that readers accept and ignore
	Header  // of a journal
	Record  // of a journal
	Value   // of the type that the options name
)

// maxNoted limits the names of one entry.
const maxNoted = 16

// noteTag notes the name of an event or a request in the entry, and noteUnknown an
// undeclared name.
func (v *Verifier) noteTag(tag string)      { v.note(&v.entry.Tags, tag) }
func (v *Verifier) noteUnknown(name string) { v.note(&v.entry.Unknown, name) }

func (v *Verifier) note(list *[]string, name string) {
	if v.opt.Each != nil && len(*list) < maxNoted {
		*list = append(*list, short(name))
	}
}

// enter begins an entry at path of the line.
func (v *Verifier) enter(what What, path string) {
	if v.opt.Each != nil {
		v.entry = Entry{What: what, Path: path, Tags: v.entry.Tags[:0], Unknown: v.entry.Unknown[:0]}
	}
}

// leave ends the entry, whose text is that.
func (v *Verifier) leave(text []byte) {
	if v.opt.Each == nil {
		return
	}
	e := &v.entry
	if e.What != Unreadable && text != nil {
		text = bytes.Trim(text, " \t\r\n")
	}
	e.Number, e.Line, e.Text, e.Time = v.number, v.line, text, v.time
	if e.Size == 0 {
		e.Size = int64(len(text))
	}
	if e.What != Message && e.What != Ignored || e.Side == session.Either {
		e.Side = v.side
	}
	v.entries++
	v.number++
	v.opt.Each(*e)
	v.entry = Entry{Tags: e.Tags, Unknown: e.Unknown}
}

// leaveValue ends the entry of a value in the line.
func (v *Verifier) leaveValue(value *interp.Value) {
	if v.opt.Each != nil {
		v.leave([]byte(value.Source()))
	}
}

// leaveLine ends the entry of a line without any other.
func (v *Verifier) leaveLine(text []byte, length int64) {
	if v.opt.Each == nil || v.entries > 0 {
		return
	}
	if v.entry.What = Unreadable; text == nil {
		v.entry.Size = length
	}
	if v.inner != nil {
		text = v.inner
	}
	v.leave(text)
}

// noteMessage notes in the entry what is known of its message.
func (v *Verifier) noteMessage(m *messageInfo, valid bool) {
	if v.opt.Each == nil {
		return
	}
	e := &v.entry
	e.Valid, e.ID, e.Response, e.Method, e.Row = valid, m.id, m.isResponse, m.method, m.call
	e.Side = v.sideOf(m)
	if env := v.proto.Envelope; !valid && env != nil && m.parts != nil && m.parts.Params != nil { // the tags of a valid one are counted, too
		if tag := m.parts.Params.Member(env.Tag); tag != nil && tag.Kind == model.StringValue {
			v.noteTag(tag.Text)
		}
	}
}

// noteVerdict records the machine's verdict on the message in the entry.
func (v *Verifier) noteVerdict(got session.Verdict) {
	if v.opt.Each == nil {
		return
	}
	e := &v.entry
	if e.Is, e.Call = got.Is, got.Call; got.Call == nil {
		return
	}
	if r, ok := got.Call.Data.(*request); ok {
		e.Results, e.Asked = r.results, r.entry
	}
	if e.Response && e.Side == session.Either && got.Call.Side != session.Either {
		e.Side = session.Second - got.Call.Side
	}
}
