package conform

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/protocol/interp"
)

// An answer is what a program says of a message: one of its forms.
type answer struct {
	skip    *string // the program does not have the type
	written *string // it read the message, and wrote it as this text
	read    bool    // it read the message
	unfit   bool    // it read the message, and refuses to write it
	// path and message are those of the error; nil if the program has none.
	path, message *string
}

// A notAnswer is the error of a line that is not an answer.
type notAnswer struct {
	words string
	again bool // it is one more answer to the question before
}

func (e *notAnswer) Error() string { return e.words }

// parseAnswer is the answer in a line to the question with an id.
func parseAnswer(line []byte, id int) (*answer, error) {
	var in struct {
		ID      json.RawMessage `json:"id"`
		Skip    *string         `json:"skip"`
		Written *string         `json:"written"`
		OK      *bool           `json:"ok"`
		Unfit   bool            `json:"unfit"`
		Path    *string         `json:"path"`
		Message *string         `json:"message"`
	}
	if err := json.Unmarshal(line, &in); err != nil {
		return nil, &notAnswer{words: "it wrote what is not an answer: " + quoted(line)}
	}
	switch {
	case in.ID == nil || string(in.ID) == strconv.Itoa(id):
	case string(in.ID) == strconv.Itoa(id-1):
		return nil, &notAnswer{"it wrote more than one answer", true}
	default:
		return nil, &notAnswer{words: fmt.Sprintf("it is out of step: the message has the id %d, the answer %s", id, quoted(in.ID))}
	}
	a := &answer{skip: in.Skip, written: in.Written, unfit: in.Unfit, path: in.Path, message: in.Message}
	refused := in.Path != nil || in.Message != nil || in.Unfit || in.OK != nil && !*in.OK
	a.read = !refused || in.Unfit
	forms := 0
	for _, is := range []bool{in.Skip != nil, in.Written != nil, in.OK != nil && *in.OK, refused} {
		if is {
			forms++
		}
	}
	if in.Written != nil && in.OK != nil && *in.OK {
		forms-- // it says the same
	}
	if forms != 1 {
		return nil, &notAnswer{words: "it wrote what is not an answer: " + quoted(line)}
	}
	return a, nil
}

// compare returns how an answer differs from that of the reference reader; nil if it does not.
func (r *run) compare(q *question, a *answer) *Disagreement {
	d := r.difference(q, a)
	if d != nil {
		d.place = r.places.general(d.place)
		d.Expected, d.Got = short(d.Expected, maxText), short(d.Got, maxText)
	}
	return d
}

// difference is compare, with the place as it is in the message.
func (r *run) difference(q *question, a *answer) *Disagreement {
	got := r.reader.Read(q.typ, []byte(q.text))
	d := &Disagreement{Type: q.typ, text: q.text, Aspect: Verdict}
	switch {
	case got.Err != nil:
		d.Expected, d.place, d.class = "refused"+colon(got.Err.Error()), got.Err.Path, "refused, "+cause(got.Err)
		if a.read {
			d.Got, d.of = a.String(), "read"
			return d
		}
		return r.compareWords(d, got.Err, a)
	case got.Unfit != nil:
		d.Expected, d.place, d.class = "read, but not written"+colon(got.Unfit.Error()), got.Unfit.Path, "unfit, "+cause(got.Unfit)
		switch {
		case a.unfit:
			return r.compareWords(d, got.Unfit, a)
		case !a.read:
			d.Got, d.of, d.place = a.String(), "refused", a.at()
			return d
		case a.written != nil:
			d.Got, d.of = a.String(), "written"
			return d
		}
		return nil
	case !a.read || a.unfit:
		d.Expected, d.class = "read", "read"
		d.Got, d.of, d.place = a.String(), "refused", a.at()
		if a.unfit {
			d.of = "unfit"
		}
		return d
	}
	return r.compareWritten(d, got.Value, a)
}

// compareWords compares the path and the words of an error.
func (r *run) compareWords(d *Disagreement, want *interp.Error, a *answer) *Disagreement {
	if !r.opt.Words {
		return nil
	}
	d.Got = a.String()
	switch {
	case a.message == nil || a.path == nil && want.Path != "":
		d.Aspect, d.of = Words, "none"
	case a.path != nil && *a.path != want.Path:
		d.Aspect, d.of = Path, r.places.general(*a.path)
	case *a.message != want.Message():
		d.Aspect, d.of = Words, ""
	default:
		return nil
	}
	return d
}

// compareWritten compares what is written of a value.
func (r *run) compareWritten(d *Disagreement, want *interp.Value, a *answer) *Disagreement {
	if a.written == nil {
		return nil
	}
	text := want.Written()
	if *a.written == text {
		return nil
	}
	d.Aspect, d.Expected, d.Got, d.class = Written, "written as "+text, a.String(), "written"
	value, err := r.reader.Parse([]byte(*a.written))
	if err != nil {
		d.of, d.Got = "not JSON", d.Got+", which is not valid: "+err.Error()
		return d
	}
	if diff := want.Differ(value); diff != nil {
		d.place, d.of = diff.Path, head(diff.Expected)+", "+head(diff.Found)
		d.Difference = fmt.Sprintf("expected %s, found %s", diff.Expected, diff.Found)
		if diff.Path != "" {
			d.Difference = "at " + diff.Path + ": " + d.Difference
		}
		return d
	}
	if !r.opt.Bytes || !r.sameEverywhere(text) {
		return nil
	}
	d.Aspect = Bytes
	return d
}

// sameEverywhere reports whether every target writes a value with the same bytes: programs in
// JavaScript cannot write preserved content as it was.
func (r *run) sameEverywhere(written string) bool {
	v, err := r.reader.Parse([]byte(written))
	return err == nil && vectors.Portable(v, written)
}

// at is the place of the fault that a program found.
func (a *answer) at() string {
	if a.path == nil {
		return ""
	}
	return *a.path
}

// String says in words what the program did.
func (a *answer) String() string {
	out := "read"
	switch {
	case a.written != nil:
		return "written as " + *a.written
	case a.unfit:
		out = "read, but not written"
	case !a.read:
		out = "refused"
	}
	message := ""
	if a.message != nil {
		message = *a.message
	}
	switch {
	case a.at() == "":
	case strings.HasPrefix(message, "missing: "):
		message = a.at() + " is " + message
	case message != "":
		message = a.at() + ": " + message
	default:
		message = "at " + a.at()
	}
	return out + colon(message)
}

// cause is an error without what depends on the message. A value that is null or missing is
// another cause than one that is wrong.
func cause(e *interp.Error) string {
	if e.Found == "null" || e.Found == "nothing" {
		return e.Expected + ", " + e.Found
	}
	return e.Expected
}

// head are the first two words of what was found: its kind.
func head(found string) string {
	words := strings.SplitN(found, " ", 3)
	return strings.Join(words[:min(2, len(words))], " ")
}

func colon(message string) string {
	if message == "" {
		return ""
	}
	return ": " + message
}

// quoted is the beginning of what a program wrote.
func quoted(text []byte) string {
	const most = 200
	if len(text) > most {
		return strconv.Quote(strings.ToValidUTF8(string(text[:most]), "\uFFFD")) + fmt.Sprintf("… (%d bytes)", len(text))
	}
	return strconv.Quote(string(text))
}

// short is a text with at most so many bytes.
func short(text string, most int) string {
	if len(text) <= most {
		return strings.ToValidUTF8(text, "\uFFFD")
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return strings.ToValidUTF8(text[:most], "\uFFFD") + "…"
}
