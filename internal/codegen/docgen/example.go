package docgen

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// An example is a value or a message, ready to paste, and how languages make it.
type example struct {
	Title   string
	Text    string // on one line
	Doc     prose
	Written []written
}

// Tabs returns the forms of an example; nil if there is one.
func (e *example) Tabs() []string {
	if len(e.Written) == 0 {
		return nil
	}
	out := []string{"JSON"}
	for _, w := range e.Written {
		out = append(out, w.Head)
	}
	return out
}

// A written is an example in a language.
type written struct{ Head, Text string }

// A refused is a message that readers refuse, with the words of the error.
type refused struct {
	Text, Error string
	Answer      line // the error that answers it
}

// few is how many examples of an element are shown.
const few = 2

// message is an example that is a message; nil if readers do not accept it. In languages it
// is the value of t in it, or what write says.
func (b *builder) message(title, text string, write func(backend.Coder) (string, bool)) *example {
	if r := b.reader.Read(b.reader.Messages.Any, []byte(text)); r.Err != nil || r.Ignored || r.Unknown {
		return nil
	}
	return &example{Title: title, Text: pasted(text), Written: b.code(write)}
}

// call is how languages call a method with params, which are JSON, or "" for none.
func call(m *model.Method, params string) func(backend.Coder) (string, bool) {
	var data []byte
	if params != "" {
		data = []byte(params)
	}
	return func(c backend.Coder) (string, bool) { return c.Call(m, data) }
}

// made is how languages make a value, which is JSON.
func made(t model.Type, value string) func(backend.Coder) (string, bool) {
	return func(c backend.Coder) (string, bool) {
		if t == nil || value == "" {
			return "", false
		}
		return c.Code(t, []byte(value))
	}
}

// value is an example that is a value of a type; nil if a writer does not write it.
func (b *builder) value(title, text string, t model.Type) *example {
	v, err := b.reader.Parse([]byte(text))
	if err != nil {
		return nil
	}
	if r := b.reader.ReadType(t, v); r.Err != nil || r.Unfit != nil {
		return nil
	}
	return &example{Title: title, Text: pasted(text)} // languages have it within a message
}

// code is an example in each language that can say it.
func (b *builder) code(write func(backend.Coder) (string, bool)) []written {
	var out []written
	if b.brevity {
		return nil
	}
	for _, p := range b.plans {
		if c, ok := p.Plan.(backend.Coder); ok {
			if text, ok := write(c); ok {
				out = append(out, written{p.Target.Title, cleanCode(text)})
			}
		}
	}
	return out
}

// id is the id of the requests of examples, as JSON.
func (b *builder) id() string {
	if b.rows.Dialect.StringID {
		return `"1"`
	}
	return "1"
}

// add adds an example, if it is one.
func (x *entry) add(e *example) bool {
	if e != nil {
		x.Examples = append(x.Examples, e)
	}
	return e != nil
}

// calls adds the examples of a method: those of the spec, or one that is made.
func (b *builder) calls(x *entry, c *lower.Call) {
	maker := b.maker.Fork(1)
	asks, answers := "Request", "Answer"
	if c.Shape == lower.NotificationShape {
		asks = "Notification"
	}
	shown := 0
	for _, e := range c.Of.Examples {
		if shown == few {
			break
		}
		var params, result string
		for _, m := range e.Value.Members {
			switch m.Key {
			case "params":
				params = m.Value.JSON()
			case "result":
				result = m.Value.JSON()
			}
		}
		sent := b.message(asks, maker.CallWith(c.Method, b.id(), params), call(c.Of, params))
		if sent == nil {
			continue
		}
		sent.Doc = b.prose.prose(e.Doc)
		x.add(sent)
		shown++
		if result != "" {
			x.add(b.message(answers, maker.AnswerWith(c.Method, b.id(), result), made(c.Of.Result, result)))
		}
	}
	if shown > 0 || !b.brief(c.Of.Params) || !b.brief(c.Of.Result) {
		return
	}
	for range 5 {
		text, ok := maker.Call(c.Method, "", b.id(), nil)
		if !ok || !x.add(b.message(asks, text, call(c.Of, b.within(text, lower.ParamsRole)))) {
			continue
		}
		break
	}
	if c.Answer == lower.AnswerTyped {
		for range 5 {
			text := maker.Answer(c.Method, "", b.id(), "")
			if x.add(b.message(answers, text, made(c.Of.Result, b.within(text, lower.ResultRole)))) {
				break
			}
		}
	}
}

// within is the params or the result of a message, as JSON.
func (b *builder) within(text string, role lower.Role) string {
	v, err := b.reader.Parse([]byte(text))
	if err != nil {
		return ""
	}
	parts := b.reader.Parts(v)
	part := parts.Params
	if role == lower.ResultRole {
		part = parts.Result
	}
	if part == nil {
		return ""
	}
	return part.Written()
}

// carrier is the method that carries an event or a request; nil if none does.
func (b *builder) carrier(kind model.ActKind) *lower.Call {
	i := slices.IndexFunc(b.rows.Calls, func(c lower.Call) bool {
		events, requests := b.proto.Envelope.Carries(c.Of)
		return kind == model.EventAct && events || kind == model.RequestAct && requests
	})
	if i < 0 {
		return nil
	}
	return &b.rows.Calls[i]
}

// payloads are the examples of the payload of an event or a request.
func payloads(v *model.Variant) []model.Example {
	if len(v.Examples) > 0 {
		return v.Examples
	}
	if d, ok := v.Type.(model.Decl); ok {
		return d.Info().Examples
	}
	return nil
}

// carried is the message of an event or a request with a payload, or with any if that is "".
func (b *builder) carried(maker *sample.Maker, c *lower.Call, v *model.Variant, payload string) (text, id string, ok bool) {
	id = b.id()
	var set []sample.Setting
	if payload != "" {
		set = append(set, sample.Setting{Path: []string{b.proto.Envelope.Content}, JSON: payload})
	}
	if v.ID != "" {
		path := b.proto.Envelope.InParams(v.ID)
		if own, err := b.reader.Parse([]byte(payload)); payload != "" && err == nil {
			if at := own.At(path[1:]...); at != nil {
				id = at.Written()
			}
		} else {
			set = append(set, sample.Setting{Path: path, JSON: id})
		}
	}
	text, ok = maker.Call(c.Method, v.Tag, id, set)
	return text, id, ok
}

// events adds the examples of an event or a request.
func (b *builder) carries(x *entry, v *model.Variant, kind model.ActKind) {
	c := b.carrier(kind)
	if c == nil || !b.brief(v.Type) || !b.brief(v.Result) {
		return
	}
	maker := b.maker.Fork(1)
	title := "Event"
	if kind == model.RequestAct {
		title = "Request"
	}
	var last string
	for i, e := range payloads(v) {
		if i == few {
			break
		}
		payload := e.Value.JSON()
		if text, id, ok := b.carried(maker, c, v, payload); ok && x.add(b.message(title, text, call(c.Of, b.within(text, lower.ParamsRole)))) {
			x.Examples[len(x.Examples)-1].Doc = b.prose.prose(e.Doc)
			last = id
		}
	}
	for range 5 {
		if len(x.Examples) > 0 {
			break
		}
		text, id, ok := b.carried(maker, c, v, "")
		if ok && x.add(b.message(title, text, call(c.Of, b.within(text, lower.ParamsRole)))) {
			last = id
		}
	}
	if v.Result != nil && last != "" {
		for range 5 {
			result := maker.Result(c.Method, v.Tag, nil)
			if x.add(b.message("Answer", maker.AnswerWith(c.Method, last, result), made(v.Result, result))) {
				break
			}
		}
	}
}

// values adds the examples of a type that is not shown with a message.
func (b *builder) examples(x *entry, d model.Decl) {
	for _, e := range d.Info().Examples {
		if len(x.Examples) == few {
			break
		}
		if x.add(b.value("Value", e.Value.JSON(), d)) {
			x.Examples[len(x.Examples)-1].Doc = b.prose.prose(e.Doc)
		}
	}
	if len(x.Examples) > 0 || !b.brief(d) {
		return
	}
	switch b.rows.Type(d).Form {
	case lower.StructForm, lower.UnionForm, lower.TupleForm, lower.MapForm:
	default:
		return // the table says it
	}
	maker := b.maker.Fork(1)
	for range 5 {
		if x.add(b.value("Value", maker.Value(d), d)) {
			return
		}
	}
}

// faults are what is wrong with a refused message, the most telling first.
var faults = []string{"a required key is missing", "a value out of range", "an undeclared value", "an undeclared tag", "a value of the wrong kind"}

// longest is the length of a value above which only its whole is refused.
const longest = 300

// refuse adds a message that is refused because of a value of t in it, which wrap makes
// the message of.
func (b *builder) refuse(x *entry, t model.Type, wrap func(value string) (string, bool)) {
	d, ok := t.(model.Decl)
	if !ok || b.brevity || !b.brief(d) {
		return
	}
	var best *refused
	rank, size := len(faults), 0
	for _, f := range b.maker.Fork(1).OwnInvalid(d.TypeName(), longest) {
		at := slices.Index(faults, f.Fault)
		if at < 0 || f.Path == "" || at > rank || at == rank && len(f.Text) >= size {
			continue
		}
		text, ok := wrap(f.Text)
		if !ok {
			continue
		}
		if r := b.reader.Read(b.reader.Messages.Any, []byte(text)); r.Err != nil {
			best, rank, size = &refused{Text: pasted(text), Error: clean(r.Err.Error()), Answer: b.answer(r)}, at, len(f.Text)
		}
	}
	x.Refused = best
}

// answer is the error that answers a refused message.
func (b *builder) answer(r interp.Reading) line {
	a := b.reader.Answer(r)
	if a == nil || a.Code == 0 {
		return nil
	}
	for i := range b.rows.Errors {
		if e := &b.rows.Errors[i]; e.Code == a.Code {
			return say("answered with %s (%s)", b.failure(e.Name), code(fmt.Sprint(e.Code)))
		}
	}
	return say("answered with the code %s", code(fmt.Sprint(a.Code)))
}

// pasted is a JSON text without characters that steer how the text around it is shown:
// they are escapes, which means the same.
func pasted(text string) string {
	var b strings.Builder
	for _, r := range text {
		if c := string(r); clean(c) == c {
			b.WriteRune(r)
			continue
		}
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, u)
		}
	}
	return b.String()
}
