package corpus

import (
	"encoding/json"
	"fmt"
	"maps"
)

// A Case is one text for a reader to read as a type. A vector may give several.
type Case struct {
	Vector string // id
	Kind   string
	Type   string // name in the spec
	Text   string
	Want   Want
}

// Want is the expected answer to a Case.
type Want struct {
	Accepted bool
	Normal   json.RawMessage // what is written after reading, as a value; nil when that is not known
	Exact    bool            // what is written is Text itself, byte for byte
	Shape    string          // of what is written; or ""
	Kept     bool            // Normal holds content that was kept unread
	Unfit    string          // why an author of today may not write it, for one of an older version; or ""
}

// Types has the types of the spec that the messages of the vectors are read as.
type Types struct {
	Envelope string            // union of all events and requests
	Methods  map[string]string // method → type of its result
	Requests map[string]string // tag of a request that is a variant → type of its result
	IDs      map[string]string // id of a message whose request is in no vector → type of its result
	Unfit    map[string]string // vector → why its result may not be written by an author of today
}

// Cases returns the cases of all vectors of the three kinds that need only a codec:
// envelope, rpc_out and doc_example. Every difference must be one of these vectors,
// and must differ.
func Cases(vectors []Vector, differences []Difference, types Types) ([]Case, error) {
	listed := make(map[string]Difference)
	for _, d := range differences {
		listed[d.ID] = d
	}
	answers := types.byID(vectors)
	unfit := maps.Clone(types.Unfit)
	var out []Case
	for _, v := range vectors {
		d, ok := listed[v.ID]
		delete(listed, v.ID)
		if ok && (v.Kind != "envelope" || !d.differs(v)) {
			return nil, fmt.Errorf("%s: listed as a difference, but is none", v.ID)
		}
		cases, err := v.cases(types.Envelope, answers)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.ID, err)
		}
		if why, ok := unfit[v.ID]; ok && len(cases) > 0 {
			cases[len(cases)-1].Want.Unfit = why
			delete(unfit, v.ID)
		}
		if ok {
			cases = []Case{d.envelope(types.Envelope, v)}
		}
		out = append(out, cases...)
	}
	for id := range unfit {
		return nil, fmt.Errorf("%s: its result is said to be unfit, but it has none", id)
	}
	for id := range listed {
		return nil, fmt.Errorf("%s: listed as a difference, but there is no such vector", id)
	}
	return out, nil
}

// cases returns the cases of one vector, with the answers of the original.
func (v Vector) cases(envelope string, answers map[string]string) ([]Case, error) {
	switch v.Kind {
	case "envelope":
		return v.envelope(envelope), nil
	case "rpc_out":
		var line string
		if err := json.Unmarshal(v.Input, &line); err != nil {
			return nil, err
		}
		return []Case{v.ask("Message", line, Want{Accepted: true, Normal: json.RawMessage(line), Exact: true})}, nil
	case "doc_example":
		return v.docExample(answers)
	}
	return nil, nil
}

func (v Vector) ask(typ, text string, want Want) Case {
	return Case{Vector: v.ID, Kind: v.Kind, Type: typ, Text: text, Want: want}
}

// envelope returns the cases of the union of all messages, and, if the vector names
// the side of the message, of the unions of both sides.
func (v Vector) envelope(union string) []Case {
	want := Want{Accepted: v.Expect.Result != "invalid", Normal: v.Expect.Normal}
	out := []Case{v.ask(union, string(v.Input), want)}
	switch v.Expect.Class {
	case "event":
		out = append(out, v.ask("Event", string(v.Input), want), v.ask("Request", string(v.Input), Want{}))
	case "request":
		out = append(out, v.ask("Request", string(v.Input), want), v.ask("Event", string(v.Input), Want{}))
	}
	return out
}

func (d Difference) envelope(union string, v Vector) Case {
	return v.ask(union, string(v.Input), Want{Accepted: d.Result == "valid", Normal: d.Normal, Kept: d.Kept})
}

// A message is the envelope of a JSON-RPC message.
type message struct {
	ID     *string         `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
}

// docExample returns the cases of the message, and of its result if its request is
// known.
func (v Vector) docExample(answers map[string]string) ([]Case, error) {
	var m message
	if err := json.Unmarshal(v.Input, &m); err != nil {
		return nil, err
	}
	accepted := v.Expect.Result != "invalid"
	out := []Case{v.ask("Message", string(v.Input), Want{Accepted: accepted, Shape: v.Expect.Shape})}
	if m.Result == nil {
		return out, nil
	}
	typ, ok := answers[*m.ID]
	if !ok {
		return nil, fmt.Errorf("it is unknown which request the id %q answers", *m.ID)
	}
	if typ != "" {
		out = append(out, v.ask(typ, string(m.Result), Want{Accepted: accepted}))
	}
	return out, nil
}

// byID returns the type of the result that answers each id of the examples.
func (t Types) byID(vectors []Vector) map[string]string {
	out := make(map[string]string)
	for id, typ := range t.IDs {
		out[id] = typ
	}
	for _, v := range vectors {
		var m message
		if v.Kind != "doc_example" || json.Unmarshal(v.Input, &m) != nil || m.Method == "" || m.ID == nil {
			continue
		}
		typ, ok := t.Methods[m.Method]
		if !ok {
			var envelope struct{ Type string }
			if json.Unmarshal(m.Params, &envelope) != nil {
				continue
			}
			typ = t.Requests[envelope.Type]
		}
		out[*m.ID] = typ
	}
	return out
}

// WriteCases returns the cases for the schema of current writers: every known normal
// form is valid there, unless it has content that was kept unread; a value that may
// not be written is not.
func WriteCases(cases []Case) []Case {
	var out []Case
	for _, c := range cases {
		switch {
		case c.Want.Unfit != "":
			c.Want = Want{}
		case c.Want.Accepted && c.Want.Normal != nil:
			c.Text, c.Want = string(c.Want.Normal), Want{Accepted: !c.Want.Kept}
		default:
			continue
		}
		out = append(out, c)
	}
	return out
}
