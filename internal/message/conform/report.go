package conform

import (
	"cmp"
	"encoding/base64"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// What a disagreement is about.
const (
	Verdict = "verdict" // whether the message is read, and may be written
	Path    = "path"    // of the error
	Words   = "words"   // of the error
	Written = "written" // the value
	Bytes   = "bytes"   // the value is the same, its text is not
)

// A Report is the result of a comparison.
type Report struct {
	Seed       uint64          `json:"seed"`
	Given      int             `json:"given"` // messages that were answered
	Vectors    int             `json:"vectors"`
	NearMisses int             `json:"near_misses"` // small messages with one fault each
	Random     int             `json:"random"`
	Agreed     int             `json:"agreed"`
	Disagreed  int             `json:"disagreed"`
	Skipped    int             `json:"skipped"`
	Kinds      []*Disagreement `json:"disagreements"`      // one of each kind, the shortest first
	More       int             `json:"more,omitempty"`     // disagreements of further kinds
	Skips      []Skip          `json:"skips"`              // what was skipped
	Failures   []*Failure      `json:"failures"`           // what the program did instead of answering
	GivenUp    bool            `json:"given_up,omitempty"` // it failed too often: not all messages were given
	Stderr     string          `json:"stderr,omitempty"`   // the last part of its standard error
	Types      []*TypeCount    `json:"types"`              // in the order in which they were given
}

// OK reports whether the program agrees.
func (r *Report) OK() bool { return r.Disagreed == 0 && len(r.Failures) == 0 }

// A Message is a text, or its bytes if it is not UTF-8.
type Message struct {
	Text   *string `json:"text,omitempty"`
	Base64 string  `json:"base64,omitempty"`
}

func message(text string) Message {
	if utf8.ValidString(text) {
		return Message{Text: &text}
	}
	return Message{Base64: base64.StdEncoding.EncodeToString([]byte(text))}
}

// String is the message as people read it.
func (m Message) String() string {
	switch {
	case m.Text == nil:
		return "base64 " + m.Base64
	case *m.Text == "":
		return "(no text)"
	}
	return *m.Text
}

// A Disagreement is the shortest message of a kind.
type Disagreement struct {
	Type   string `json:"type"`
	Aspect string `json:"about"`
	Count  int    `json:"count"` // messages of this kind
	Message
	Expected   string `json:"expected"`
	Got        string `json:"got"`
	Difference string `json:"difference,omitempty"` // the first one in what was written
	Reduced    bool   `json:"reduced,omitempty"`    // it is a smaller message than those that were given

	text  string
	place string // of the fault or the difference, as places has it
	class string // what was expected, without what depends on the message
	of    string // what the program did, without what depends on the message
}

// A kind is what disagreements with one cause have in common.
type kind struct{ typ, aspect, class, of, place string }

func (d *Disagreement) kind() kind {
	return kind{d.Type, d.Aspect, short(d.class, maxReason), short(d.of, maxReason), short(d.place, maxReason)}
}

// less puts the shortest message first.
func less(a, b *Disagreement) bool { return order(a, b) < 0 }

func order(a, b *Disagreement) int {
	return cmp.Or(len(a.text)-len(b.text), strings.Compare(a.text, b.text), strings.Compare(a.Type, b.Type), strings.Compare(a.Aspect, b.Aspect))
}

// A Skip is messages that the program skipped.
type Skip struct {
	Type   string `json:"type"`
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

// A Failure is what a program did instead of answering.
type Failure struct {
	Type string `json:"type,omitempty"` // empty if all messages were answered
	Message
	Fault   string `json:"fault"`
	Count   int    `json:"count"`             // how often
	Reduced bool   `json:"reduced,omitempty"` // as of a disagreement
	Stderr  string `json:"stderr,omitempty"`  // the last part

	text  string
	quick bool // the program ended or wrote something by itself: the same can be tried again
}

// failure is what a process did at a question, in words.
func failure(q *question, fault string, end End) *Failure {
	quick := strings.HasPrefix(fault, "it died") || strings.HasPrefix(fault, "it ended") || strings.HasPrefix(fault, "it wrote what")
	return &Failure{Type: q.typ, Message: message(q.text), Fault: fault, Count: 1, Stderr: short(end.Stderr, maxStderr), text: q.text, quick: quick}
}

// kind is the failure without what depends on the message.
func (f *Failure) kind() string {
	what, _, _ := strings.Cut(f.Fault, `: "`)
	return what
}

// distinct are failures, with equal ones as one, the shortest message first.
func distinct(list []*Failure) []*Failure {
	var out []*Failure
	for _, f := range list {
		same := func(x *Failure) bool {
			return x.Type == f.Type && x.text == f.text && x.Fault == f.Fault
		}
		if i := slices.IndexFunc(out, same); i >= 0 {
			out[i].Count++
		} else {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b *Failure) int { return len(a.text) - len(b.text) })
	return out
}

// A TypeCount counts the messages of a type.
type TypeCount struct {
	Type      string `json:"type"`
	Given     int    `json:"given"`
	Disagreed int    `json:"disagreed,omitempty"`
	Skipped   int    `json:"skipped,omitempty"`
}

// The lengths of texts of a program that a report has.
const (
	maxReason = 200
	maxStderr = 4 << 10
	maxText   = 16 << 10
)

// inOrder are the kinds of disagreements, the shortest message first.
func (r *run) inOrder() []*Disagreement {
	return slices.SortedFunc(maps.Values(r.kinds), order)
}

// result completes the report.
func (r *run) result() *Report {
	out := r.report
	out.Kinds, out.More = r.inOrder(), r.more
	for _, d := range out.Kinds {
		d.Message = message(d.text)
	}
	out.Failures = distinct(out.Failures)
	for s, n := range r.skips {
		out.Skips = append(out.Skips, Skip{s.typ, s.reason, n})
	}
	slices.SortFunc(out.Skips, func(a, b Skip) int {
		return cmp.Or(strings.Compare(a.Type, b.Type), strings.Compare(a.Reason, b.Reason))
	})
	return out
}
