// Package view generates an HTML page of a recorded session: who sent what when, which call
// each answer and each event belongs to, and the faults that package verify finds. Values that
// the spec marks as sensitive are not on the page.
package view

import (
	"io"
	"strings"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/message/verify"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/session"
)

// Options configure how a recording is read and shown.
type Options struct {
	Verify verify.Options // without Each and Live
	Reveal bool           // nothing is hidden
}

// The limits of what a reader of a recording holds, and of what it passes on at a time.
const (
	maxText  = 1 << 20 // bytes of a message that are shown
	maxRows  = 2000
	maxBytes = 512 << 10 // of the texts of a part; one more may be longer
	maxNames = 10_000
)

// A Session reads a recording, and passes it on in parts. Its memory does not grow with the
// recording.
type Session struct {
	proto   *model.Protocol
	rows    *lower.Program
	opt     Options
	verify  *verify.Verifier
	secrets *secrets
	emit    func(Part) error
	err     error // the first of emit

	part   *part
	names  map[string]int // of what entries are called, by their place in the list
	open   [3][]opened    // calls of each side, the oldest first; those that are answered are removed from time to time
	faults []verify.Fault
	begun  int64 // the time of the first entry that has one
	last   int64 // that of the last one
}

// An opened call and its place.
type opened struct {
	call *session.Call
	row  int
}

// New returns a reader of a recording, which passes on its parts to emit.
func New(p *model.Protocol, opt Options, emit func(Part) error) (*Session, error) {
	s := &Session{proto: p, rows: lower.New(p), opt: opt, emit: emit, part: newPart(0), names: map[string]int{}}
	s.secrets = newSecrets(s.rows)
	opt.Verify.Each = s.entry
	v, err := verify.New(p, opt.Verify, func(f verify.Fault) { s.faults = append(s.faults, f) })
	s.verify = v
	return s, err
}

// Read reads a recording to its end, and emits all of it.
func (s *Session) Read(r io.Reader) error {
	err := s.verify.Read(r)
	if s.err != nil {
		return s.err
	}
	if err != nil {
		return err
	}
	s.flushFaultsOf(-1, -1, "", nil, false) // of lines before
	return s.Flush()
}

// Flush emits what was read since the last part.
func (s *Session) Flush() error {
	if s.err == nil && !s.part.empty() {
		s.err = s.emit(s.part.done())
		s.part = newPart(s.part.next())
	}
	return s.err
}

// Result returns the result of verifying what was read.
func (s *Session) Result() verify.Result { return s.verify.Result() }

// entry adds an entry of the recording.
func (s *Session) entry(e verify.Entry) {
	at := e.Number
	text, hidden, whole := e.Text, []string(nil), false
	if !s.opt.Reveal {
		text, hidden, whole = s.secrets.redact(&e)
	}
	r := row{line: e.Line, index: e.Path, kind: kindOf(&e), side: e.Side, size: e.Size, call: -1, parent: -1}
	r.flag(whole, flagWhole)
	r.flag(len(hidden) > 0, flagHidden)
	r.flag(e.Text == nil, flagMissing)
	r.flag(len(e.Unknown) > 0, flagUnknown)
	r.flag(e.Is == session.Late, flagLate)
	r.flag(e.Is == session.Resent, flagResent)
	r.flag(e.Is == session.History, flagHistory)
	r.flag(!utf8.Valid(text), flagBytes)
	if len(text) > maxText {
		text = text[:maxText]
		r.flag(true, flagCut)
	}
	if e.Time != 0 && s.begun == 0 {
		s.begun = e.Time
	}
	if r.time = -1; e.Time != 0 {
		r.time, s.last = e.Time-s.begun, e.Time
	}
	s.relate(&e, &r, at)
	r.name, r.tag = s.name(&e), -1
	if len(e.Tags) > 0 {
		r.tag = s.nameOf(e.Tags[0])
	} else if e.Response && e.Error != nil {
		r.tag = s.nameOf(s.errorName(e.Error))
	}
	for _, name := range e.Unknown {
		r.unknown = append(r.unknown, s.nameOf(name))
	}
	shown := string(text)
	s.part.add(r, shown, !whole && e.Text != nil)
	s.flushFaultsOf(at, e.Line, e.Path, hidden, whole)
	if s.part.full() {
		_ = s.Flush() // the error is kept
	}
}

// relate says which call an entry answers, and within which one it is.
func (s *Session) relate(e *verify.Entry, r *row, at int) {
	if e.Call != nil && (e.Response || e.Is == session.Resent) {
		r.call = e.Asked
	}
	if e.Response || e.What != verify.Message {
		return
	}
	r.parent = s.within(e.Side)
	if e.Is == session.NewRequest && e.Call != nil {
		s.open[e.Side] = append(s.open[e.Side], opened{e.Call, at})
	}
}

// within is the place of the call that a side is answering: the last one of the other side
// that is open.
func (s *Session) within(side session.Side) int {
	from := []session.Side{session.First, session.Second, session.Either}
	switch side {
	case session.First:
		from = []session.Side{session.Second, session.Either}
	case session.Second:
		from = []session.Side{session.First, session.Either}
	}
	at := -1
	for _, x := range from {
		list := s.open[x]
		for len(list) > 0 && !list[len(list)-1].call.Unanswered() {
			list = list[:len(list)-1]
		}
		if len(list) > 1000 && len(list) == cap(list) {
			kept := make([]opened, 0, len(list))
			for _, o := range list {
				if o.call.Unanswered() {
					kept = append(kept, o)
				}
			}
			list = kept
		}
		if s.open[x] = list; len(list) > 0 {
			at = max(at, list[len(list)-1].row)
		}
	}
	return at
}

// name is the place of what an entry is called; −1 for one without a name.
func (s *Session) name(e *verify.Entry) int {
	switch {
	case e.Response && e.Call != nil:
		return s.nameOf(e.Call.Method)
	case e.Response, e.What == verify.Unreadable, e.What == verify.Ignored:
		return -1
	case e.What != verify.Message:
		if d, ok := e.Type.(model.Decl); ok {
			return s.nameOf(d.TypeName())
		}
		return -1
	case e.Method == "" && e.Row == nil && e.Is == "":
		return -1
	}
	return s.nameOf(e.Method)
}

// nameOf is the place of a name in the list of the page. Beyond a number of names further
// ones are one.
func (s *Session) nameOf(name string) int {
	at, known := s.names[name]
	if known {
		return at
	}
	if len(s.names) >= maxNames {
		name = "…"
		if at, known = s.names[name]; known {
			return at
		}
	}
	at = len(s.names)
	s.names[name] = at
	s.part.columns.Names = append(s.part.columns.Names, short(name))
	return at
}

// short is the beginning of a long name.
func short(name string) string {
	if r := []rune(name); len(r) > 100 {
		return string(r[:100]) + "…"
	}
	return name
}

// errorName is the name of an error, or its code.
func (s *Session) errorName(e *session.ErrorIdentity) string {
	if e.Kind != "" && s.rows.Dialect.ErrorIdentity == lower.ByDataKind {
		return e.Kind
	}
	for i := range s.rows.Errors {
		if x := &s.rows.Errors[i]; x.Code == e.Code {
			return x.Name
		}
	}
	if e.Code == session.NoCode {
		return "error"
	}
	return codeName(e.Code)
}

// flushFaultsOf adds the faults that were found in an entry. Those of later entries of the
// same batch are kept for these.
func (s *Session) flushFaultsOf(at, line int, index string, hidden []string, whole bool) {
	var later []verify.Fault
	for _, f := range s.faults {
		if f.Line == line && strings.HasPrefix(f.Path, "[") && !strings.HasPrefix(f.Path, index) {
			later = append(later, f)
			continue
		}
		text := f.Text()
		if f.Line == line {
			if h, ok := covers(hidden, f.Path); whole || ok {
				text = f.WithoutValue()
				if ok { // what follows are keys, which are hidden as well
					text = h + strings.TrimPrefix(text, f.Path)
					f.Path = h
				}
			}
		}
		row := at
		if f.Line != line {
			row = -1
		}
		s.part.fault(row, f, text)
	}
	s.faults = append(s.faults[:0], later...)
}
