// Package verify checks recorded messages against a protocol. It reports the faults of
// each line, requests without an answer, answers without a request, and which parts of
// the protocol were seen. It streams: its memory does not grow with the recording.
package verify

import (
	"fmt"
	"io"

	"github.com/wiregen/wiregen/internal/message/sessions"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/quick"
	"github.com/wiregen/wiregen/wirert/session"
)

// Options configure a Verifier.
type Options struct {
	// As is the name of the type of each line; "" for JSON-RPC messages, or for a
	// journal if the first line is its header.
	As      string
	Journal bool // it is a journal, with or without its header
	Strict  bool // undeclared content is a fault
	// Side is the side that made the recording: its directions in and out are from its point
	// of view.
	Side session.Side
	// Sessions says that an empty line starts another session.
	Sessions bool
	Live     bool // messages are passed one by one while the session runs
	// Each is called with every entry of the recording, after the faults in it. May be nil.
	Each func(Entry)
}

// A Fault is a fault in a line.
type Fault struct {
	Line    int    `json:"line"`
	Offset  int64  `json:"offset"`         // of the line, in bytes
	Path    string `json:"path,omitempty"` // within the line
	Message string `json:"message"`
	// Rule and Element are the broken rule of the session, and the element whose rule it
	// is, and Other is the line of the message that it depends on.
	Rule    string `json:"rule,omitempty"`
	Element string `json:"element,omitempty"`
	Other   int    `json:"other,omitempty"`
	Advice  bool   `json:"advice,omitempty"` // the rule is advisory: it is not counted as a fault
	// Side sent the message, as far as that is known.
	Side session.Side `json:"-"`

	reading *interp.Error // of a reader, with that path
}

// Text returns the fault in one line, in the words of readers.
func (f Fault) Text() string {
	switch {
	case f.reading != nil:
		return f.reading.Error()
	case f.Path == "":
		return f.Message
	}
	return f.Path + ": " + f.Message
}

// WithoutValue returns the fault in one line, without the value that its words quote.
func (f Fault) WithoutValue() string {
	if f.reading != nil {
		f.reading = f.reading.WithoutValue()
	}
	return f.Text()
}

// A Verifier reads one recording.
type Verifier struct {
	proto  *model.Protocol
	rows   *lower.Program
	reader *interp.Reader
	quick  *quick.Program // of lines that are plainly valid; or nil
	slow   int            // the lines that it left to the reader
	opt    Options
	fault  func(Fault)

	line    int
	offset  int64
	started bool // a line was read
	missed  bool // messages are missing
	journal bool
	session *session.Machine
	watch   func(session.Verdict) // called with the verdict on each message; may be nil
	side    session.Side          // that sent the current message, if the recording says it
	time    int64                 // of the current message in milliseconds, or 0
	tokens  tokens
	// reporters are the kinds of progress that the notifications of each name report.
	reporters map[string][]*model.Progress

	result    Result
	entry     Entry      // the current one, if Each is set
	entries   int        // of the current line
	number    int        // of entries, so far
	asked     []*request // the requests of the current line
	inner     []byte     // the text of the message in the line, if that is a string or base64
	variants  variants
	names     [3]names     // of members, by shape
	named     model.Type   // of the lines, if they are not messages
	quickInfo messageInfo  // the current message, if the program read it
	current   *messageInfo // the message that the machine observes
	// paramsOf and resultOf look up members of it.
	paramsOf, resultOf func(path ...string) []byte

	cover      map[*model.Union]tally
	methods    tally
	extensions map[*model.Union]tally // names of extensions: tags, and under nil methods
	errors     tally                  // declared ones by name, others by code
}

// New returns a verifier of one recording, which calls report with each fault as soon
// as it is found.
func New(p *model.Protocol, opt Options, report func(Fault)) (*Verifier, error) {
	v := &Verifier{
		proto: p, rows: lower.New(p), reader: interp.New(p), opt: opt, journal: opt.Journal,
		side:  session.Either,
		cover: make(map[*model.Union]tally), methods: make(tally), extensions: make(map[*model.Union]tally), errors: make(tally),
		reporters: reporters(p), variants: make(variants),
	}
	for shape := range v.names {
		n := v.rows.Dialect.NamesOf(lower.Shape(shape))
		v.names[shape] = names{n.ID, n.Result, n.Error}
	}
	for _, d := range p.Decls {
		if d.TypeName() == opt.As {
			v.named = d
		}
	}
	v.begun()
	v.quick = quick.New(v.rows, quick.Options{Strict: opt.Strict})
	v.paramsOf = func(path ...string) []byte {
		if found, ok := v.peek(v.current, path); ok {
			return found
		}
		return sessions.SessionMessage(v.whole(v.current), "").Params(path...)
	}
	v.resultOf = func(path ...string) []byte { return sessions.SessionMessage(v.whole(v.current), "").Result(path...) }
	v.fault = func(f Fault) {
		if f.Advice {
			v.result.Advice++
		} else {
			v.result.Faults++
		}
		report(f)
	}
	switch {
	case opt.As != "" && !v.reader.Has(opt.As):
		return nil, fmt.Errorf("%[2]s has no type %[1]q", opt.As, p.File)
	case opt.Journal && p.Journal == nil:
		return nil, fmt.Errorf("%s declares no journal", p.File)
	case opt.As == "" && len(p.Methods) == 0 && p.Journal == nil:
		return nil, fmt.Errorf("%s has neither methods nor a journal: name the type of the lines", p.File)
	}
	return v, nil
}

// begun begins a session.
func (v *Verifier) begun() {
	v.tokens = tokens{byToken: make(map[string][]*given)}
	if rules := v.rows.Session(); rules != nil {
		v.session = session.New(rules)
	}
}

// Read reads a recording to its end.
func (v *Verifier) Read(r io.Reader) error {
	lines := newLines(r, v.longestLine())
	for {
		text, length, err := lines.next()
		if length > 0 {
			v.line++
			v.read(text, length)
			v.offset += length
		}
		if err == io.EOF {
			v.finish()
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// blank are the words for a blank line, where that is a fault.
const blank = "the line is blank"

func (v *Verifier) say(path, message string) {
	v.fault(Fault{Line: v.line, Offset: v.offset, Path: path, Message: message, Side: v.side})
}

// longestRecord is the length of the longest line that generated packages read from a journal.
const longestRecord = 64 << 20

// longestLine is the maximum length of a line: that of one with a message, as it is or as
// base64 with its direction and its time; of records and values, which the limit of messages
// does not concern, what generated packages read.
func (v *Verifier) longestLine() int {
	longest := v.rows.Dialect.Framing.MaxBytes/3*4 + 1000
	if v.opt.As != "" || v.proto.Journal != nil {
		longest = max(longest, longestRecord)
	}
	return longest
}

// tooLong reports a line or a message that is longer than the protocol allows.
func (v *Verifier) tooLong(what string) {
	v.say("", fmt.Sprintf("the %s is longer than %d bytes, the limit of the protocol", what, v.rows.Dialect.Framing.MaxBytes))
}

// read reads one line, which has that length; nil is a line that is too long.
func (v *Verifier) read(text []byte, length int64) {
	v.side, v.time, v.inner, v.entries, v.asked = session.Either, 0, nil, 0, v.asked[:0]
	if text == nil {
		v.result.Lines++
		v.result.Bad++
		if v.hasMessages() {
			v.tooLong("line")
		} else {
			v.say("", fmt.Sprintf("the line is longer than %d bytes", v.longestLine()))
		}
		v.leaveLine(nil, length)
		return
	}
	if len(text) == 0 {
		switch {
		case v.opt.Sessions:
			v.finish()
			v.begun()
		case v.journal: // its readers skip it
		case v.rows.Dialect.BlankLines == lower.BlankRefused:
			v.result.Lines++
			v.result.Bad++
			v.say("", blank)
			v.leaveLine(text, length)
		}
		return
	}
	v.result.Lines++
	before := v.result.Faults
	if !v.started || !v.plainly(text) {
		v.interpreted(text)
	}
	if v.result.Faults > before {
		v.bad()
	}
	v.started = true
	v.leaveLine(text, length)
}

// interpreted reads a line that is not plainly valid.
func (v *Verifier) interpreted(text []byte) {
	v.slow++
	value, err := v.reader.Parse(text)
	if err != nil {
		v.judge(interp.Reading{Err: err}, "")
		return
	}
	v.value(value, len(text))
}

// judge adds the faults of the value at path, and reports whether it was accepted.
func (v *Verifier) judge(got interp.Reading, path string) bool {
	v.result.Dropped += len(got.Dropped)
	v.result.Extensions += got.Extensions
	if v.opt.Strict {
		for _, e := range got.Undeclared {
			v.refuse(path, e)
		}
	}
	if got.Err != nil {
		v.refuse(path, got.Err)
	}
	return got.Err == nil
}

// refuse adds the fault of the value at path.
func (v *Verifier) refuse(path string, e *interp.Error) {
	whole := *e
	whole.Path = join(path, e.Path)
	v.fault(Fault{Line: v.line, Offset: v.offset, Path: whole.Path, Message: whole.Message(), Side: v.side, reading: &whole})
}

// hasMessages reports whether the lines are messages, not records or values.
func (v *Verifier) hasMessages() bool {
	return v.opt.As == "" && !v.journal && len(v.proto.Methods) > 0
}

// value reads the value of a line of a length, as the type that lines of this recording have.
func (v *Verifier) value(value *interp.Value, length int) {
	switch {
	case !v.started && v.begin(value):
	case v.opt.As != "":
		v.enter(Value, "")
		got := v.reader.ReadValue(v.opt.As, value)
		if v.entry.Valid = v.judge(got, ""); got.Err == nil {
			v.seenType(v.named, got.Value)
		}
		v.entry.Type = v.named
		v.leaveValue(value)
	case !v.hasMessages():
		v.record(value)
	case length > v.rows.Dialect.Framing.MaxBytes && !v.isDirected(value):
		v.tooLong("line")
	case value.Kind == model.ListValue && v.rows.Dialect.Batch != nil:
		v.side, v.time = session.Either, 0
		v.batch(value)
	default:
		v.oneMessage(value)
	}
}

// oneMessage reads a line with one message, or with one and its direction.
func (v *Verifier) oneMessage(value *interp.Value) {
	message, directed := v.directed(value)
	switch {
	case !directed:
		v.message(value, "")
	case message == nil:
	case message.Kind == model.ListValue && v.rows.Dialect.Batch != nil:
		v.batch(message)
	default:
		v.message(message, "")
	}
}

func (v *Verifier) batch(value *interp.Value) {
	if got := v.reader.ReadValue(v.reader.Messages.Batch, value); got.Err != nil {
		v.judge(interp.Reading{Err: got.Err}, "")
		for i, item := range value.Items {
			v.enter(Message, fmt.Sprintf("[%d]", i))
			v.pairRefused(item)
			v.leaveValue(item)
		}
		return
	}
	for i, item := range value.Items {
		v.message(item, fmt.Sprintf("[%d]", i))
	}
}
