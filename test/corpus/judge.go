package corpus

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// Passes is how often a reader that writes reads what it wrote: the output must not
// change after the first time.
const Passes = 10

// An Answer is the result of a reader for a Case.
type Answer struct {
	Error  string   `json:"error"`  // why it was refused; or ""
	Unfit  string   `json:"unfit"`  // why the value may not be written; or ""
	Passes []string `json:"passes"` // what was written after each pass; nil for a reader that does not write
}

// A Fault is an answer that is not the expected one.
type Fault struct {
	Case    Case
	Problem string
}

func (f Fault) String() string {
	return fmt.Sprintf("%s (%s, read as %s): %s\n\tinput: %s", f.Case.Vector, f.Case.Kind, f.Case.Type, f.Problem, f.Case.Text)
}

// Judge compares the answers, one for each case, with the expected ones.
func Judge(cases []Case, answers []Answer) ([]Fault, error) {
	if len(cases) == 0 {
		return nil, fmt.Errorf("no case was run")
	}
	if len(cases) != len(answers) {
		return nil, fmt.Errorf("%d cases, but %d answers", len(cases), len(answers))
	}
	var faults []Fault
	for i, c := range cases {
		if problem := c.Want.judge(c.Text, answers[i]); problem != "" {
			faults = append(faults, Fault{c, problem})
		}
	}
	return faults, nil
}

func (w Want) judge(text string, a Answer) string {
	if !w.Accepted {
		if a.Error == "" {
			return "accepted, must be refused"
		}
		return ""
	}
	if a.Error != "" {
		return "refused, must be accepted: " + a.Error
	}
	switch {
	case a.Passes == nil && a.Unfit == "":
		return "" // a reader that does not write
	case a.Unfit != w.Unfit:
		return fmt.Sprintf("unfit to be written: %q, must be %q", a.Unfit, w.Unfit)
	case w.Unfit != "":
		return ""
	}
	return w.judgeWritten(text, a.Passes)
}

func (w Want) judgeWritten(text string, passes []string) string {
	if len(passes) != Passes {
		return fmt.Sprintf("written %d times, must be %d", len(passes), Passes)
	}
	first := passes[0]
	if w.Exact && first != text {
		return "written otherwise: " + first
	}
	if w.Normal != nil && !equal(w.Normal, json.RawMessage(first)) {
		return fmt.Sprintf("written:  %s\n\texpected: %s", first, w.Normal)
	}
	if w.Shape != "" && shape(first) != w.Shape {
		return fmt.Sprintf("its shape is %s, must be %s", shape(first), w.Shape)
	}
	for i, again := range passes[1:] {
		if again != first {
			return fmt.Sprintf("pass %d changed it:\n\tfirst: %s\n\tthen:  %s", i+2, first, again)
		}
	}
	return ""
}

// shape determines the shape of a JSON-RPC message by its members.
func shape(text string) string {
	var m map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return "no object"
	}
	has := func(key string) bool { _, ok := m[key]; return ok }
	switch {
	case has("method") && has("id"):
		return "request"
	case has("method"):
		return "notification"
	case has("error"):
		return "error"
	case has("result"):
		return "result"
	}
	return "none"
}

// equal reports whether two texts are the same JSON value, numbers being doubles.
func equal(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}
