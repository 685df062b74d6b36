package lower

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Refusal is the error that answers a message which cannot be read.
type Refusal struct {
	Error string `json:"error"`
	Code  int    `json:"code"`
	Kind  bool   `json:"kind,omitempty"`  // its name is the member kind of the data
	Words string `json:"words,omitempty"` // the field of the data for the words of the refusal
}

// refusalCodes are the codes that JSON-RPC reserves for messages which cannot be read:
// a text that is not JSON, a value that is not a message, an undeclared method, and
// bad params. Check declares errors with them in every protocol.
var refusalCodes = [...]int{-32700, -32600, -32601, -32602}

// AnswersRefusal reports whether the error with a code answers messages that cannot
// be read.
func AnswersRefusal(code int) bool { return slices.Contains(refusalCodes[:], code) }

// Invalid returns the error that answers a message which is not valid, and what nothing else
// is said of: what comes too early, or is too large.
func (d *Dialect) Invalid() Refusal { return d.Refusals[1] }

// RefusalsHaveData reports whether some error that answers a refused message has data.
func (d *Dialect) RefusalsHaveData() bool {
	return slices.ContainsFunc(d.Refusals[:], func(r Refusal) bool { return r.Kind || r.Words != "" })
}

func refusals(p *model.Protocol) (rows [4]Refusal) {
	for i, code := range refusalCodes {
		at := slices.IndexFunc(p.Errors, func(e *model.ErrorCode) bool { return e.Code == code })
		if at < 0 { // a model that was not made from a spec
			rows[i].Code = code
			continue
		}
		rows[i] = refusalOf(p, p.Errors[at])
	}
	return rows
}

// refusalOf is an error of which only its kind and words are known.
func refusalOf(p *model.Protocol, e *model.ErrorCode) Refusal {
	row := Refusal{Error: e.Name, Code: e.Code, Kind: p.Dialect.Error.Identity == "data.kind"}
	if e.Data != nil {
		if made := RefusalDataOf(e.Data, &p.Dialect.Error); made.Lacks == "" {
			row.Words = made.Words
		}
	}
	return row
}

// InternalCode is the code that JSON-RPC reserves for the error of a handler that failed.
const InternalCode = -32603

// Failures returns the errors, other than refusals, that a connection returns without calling
// a handler: those of broken rules, of requests that are too early, too large or too frequent,
// and of failed handlers.
func (p *Program) Failures() []Refusal {
	used := map[string]bool{}
	if r := p.Session(); r != nil {
		for i := range r.Acts {
			for _, rule := range r.Acts[i].Rules {
				used[rule.Error] = true
			}
			if c := r.Acts[i].Cancel; c != nil {
				used[c.Error] = true
			}
		}
		if h := r.Handshake; h != nil {
			used[h.Early], used[h.None] = true, true
		}
		used[r.Rate.Error] = true
	}
	var out []Refusal
	for _, e := range p.Protocol.Errors {
		if used[e.Name] || e.Code == InternalCode || e == p.Protocol.Dialect.TooLarge {
			out = append(out, refusalOf(p.Protocol, e))
		}
	}
	return out
}

// RefusalData is what can be made of the data of an error that answers a message
// which cannot be read.
type RefusalData struct {
	Words string // the field for the words of the refusal, or ""
	Lacks string // why no valid data can be made, or ""
}

// RefusalDataOf returns what can be made of data of a type, of which only its kind and
// the words of the refusal are known.
func RefusalDataOf(t model.Type, e *model.ErrorShape) (made RefusalData) {
	s, ok := model.Resolve(t).(*model.Struct)
	if !ok {
		if k, ok := model.Resolve(t).(*model.Scalar); !ok || k.Kind != model.Any && k.Kind != model.Object {
			made.Lacks = "its data is not a struct"
		}
		return made
	}
	for _, f := range s.Fields {
		text, isScalar := model.Resolve(f.Type).(*model.Scalar)
		row := FieldOf(f)
		switch {
		case f.Name == "kind" && e.Identity == "data.kind":
		case f.Name == e.Words && isScalar && text.Kind == model.String && text.Limits == nil:
			made.Words = f.Name
		case row.Absent == AbsentRefused || row.MustSet:
			made.Lacks = fmt.Sprintf("the field %q of its data is required", f.Name)
		}
	}
	return made
}
