package e2e

import (
	"fmt"
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/interp"
)

// TestModelMessages reads the messages with the reference interpreter.
func TestModelMessages(t *testing.T) {
	all := loadSpecs(t)
	var answers []answer
	for _, c := range all {
		r := interp.New(c.protocol)
		for _, m := range c.messages {
			if !r.Has(m.typ) {
				t.Fatalf("%s: message %d: there is no type %s", c.name, m.line, m.typ)
			}
			answers = append(answers, modelAnswer(r, m.typ, m.text))
		}
	}
	compareTexts(t, all, answers)
}

// compareOwed checks that a reader owes each message the answer that the model does.
// TypeScript answered a declared notification whose tag is that of a request with
// nothing, where notifications with an id are ignored.
func compareOwed(t *testing.T, all []*construct, answers []answer) {
	t.Helper()
	i := 0
	for _, c := range all {
		r := interp.New(c.protocol)
		for _, m := range c.messages {
			got, want := answers[i].Answer, modelAnswer(r, m.typ, m.text).Answer
			if i++; got != want && got != "not asked" {
				t.Errorf("%s: message %d: the answer is %q, must be %q", c.name, m.line, got, want)
			}
		}
	}
}

func modelAnswer(r *interp.Reader, typ, text string) (a answer) {
	got := r.Read(typ, []byte(text))
	if e := r.Answer(got); e != nil {
		a.Answer = fmt.Sprintf("%s %d %s", e.ID.Written(), e.Code, e.Words)
		if e.Data != nil {
			a.Answer += " " + e.Data.Written()
		}
	}
	if got.Err != nil {
		a.Error = got.Err.Error()
		return a
	}
	for _, d := range got.Dropped {
		a.Dropped += d.Path + " | " + d.Err.Error() + "\n"
	}
	a.Written = got.Value.Written()
	if got.Unfit != nil {
		a.Check = got.Unfit.Error()
	}
	if again := r.Read(typ, []byte(a.Written)); again.Err != nil {
		a.Second = again.Err.Error()
	} else {
		a.Second = again.Value.Written()
	}
	return a
}
