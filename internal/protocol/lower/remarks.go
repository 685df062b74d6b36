package lower

import (
	"bytes"
	"encoding/json"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Remarks are what the spec says of the element of a row; zero if there is no such element, as
// for a type without a name. They print as a [Meta].
type Remarks struct{ *model.Meta }

// IsZero reports whether there is no element.
func (r Remarks) IsZero() bool { return r.Meta == nil }

// MarshalJSON prints them as a Meta.
func (r Remarks) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false) // texts of the spec stay legible
	err := e.Encode(MetaOf(r.Meta))
	return out.Bytes(), err
}

// A Meta is what a spec says of an element, for people and for tools: a reader or a writer of
// messages does not need it.
type Meta struct {
	Doc          string                     `json:"doc,omitempty"`
	Since        string                     `json:"since,omitempty"`
	SinceAfter   bool                       `json:"since_after,omitempty"` // added after that version, in no released one
	Deprecated   *Deprecated                `json:"deprecated,omitempty"`
	Experimental bool                       `json:"experimental,omitempty"`
	Gate         string                     `json:"gate,omitempty"`
	Sensitive    bool                       `json:"sensitive,omitempty"`
	LogTruncate  int                        `json:"log_truncate,omitempty"`
	Unit         string                     `json:"unit,omitempty"`
	Hot          bool                       `json:"hot,omitempty"`
	Unrecorded   bool                       `json:"unrecorded,omitempty"` // it is not recorded in a journal
	FormerNames  []string                   `json:"was,omitempty"`        // older names, which are not in messages
	Reserved     []string                   `json:"reserved,omitempty"`   // names that its parts do not have again
	Examples     []Example                  `json:"examples,omitempty"`
	Pins         map[string]string          `json:"pins,omitempty"`        // its names in generated code, by the name of the target
	Annotations  map[string]json.RawMessage `json:"annotations,omitempty"` // its keys for other tools, which begin with x-
	File         string                     `json:"file,omitempty"`        // that has it, from the folder of the spec; absent: the spec itself
	Line         int                        `json:"line,omitempty"`        // of the element's name in the spec, from 1
	Column       int                        `json:"column,omitempty"`
}

// A Deprecated says that an element should no longer be used.
type Deprecated struct {
	Since string `json:"since,omitempty"`
	Use   string `json:"use,omitempty"`
}

// An Example is a value of an element.
type Example struct {
	Value json.RawMessage `json:"value"`
	Doc   string          `json:"doc,omitempty"`
}

// MetaOf returns what the spec says of an element.
func MetaOf(m *model.Meta) Meta {
	out := Meta{
		Doc: m.Doc, Since: m.Since.Version, SinceAfter: m.Since.After,
		Experimental: m.Experimental, Gate: m.Gate, Sensitive: m.Sensitive, LogTruncate: m.LogTruncate,
		Unit: m.Unit, FormerNames: m.FormerNames, Reserved: m.Reserved, Hot: m.Hot, Unrecorded: m.Unrecorded,
	}
	if d := m.Deprecated; d != nil {
		out.Deprecated = &Deprecated{d.Since, d.Use}
	}
	for _, e := range m.Examples {
		out.Examples = append(out.Examples, Example{json.RawMessage(e.Value.JSON()), e.Doc})
	}
	for target, pin := range m.Pins {
		if out.Pins == nil {
			out.Pins = map[string]string{}
		}
		out.Pins[target] = pin.Name
	}
	for _, n := range m.Annotations {
		if out.Annotations == nil {
			out.Annotations = map[string]json.RawMessage{}
		}
		out.Annotations[n.Key] = json.RawMessage(n.Value.JSON())
	}
	if !m.Span.IsZero() {
		pos := m.Span.File.Position(m.Span.Start)
		out.File = m.Span.File.Part
		out.Line, out.Column = pos.Line, pos.Column
	}
	return out
}
