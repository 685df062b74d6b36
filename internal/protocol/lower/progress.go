package lower

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A Progress is a kind of progress of a call, which a notification reports.
type Progress struct {
	Name   string `json:"name"`
	Method string `json:"method"` // the notification
	Token  []Step `json:"token"`  // from the params of the call to the token
	As     Step   `json:"as"`     // in the params of the notification
	// Value is where the progress is in the params of the notification; absent: they
	// are it.
	Value   *Step `json:"value,omitempty"`
	Payload Ref   `json:"payload"` // the type of the progress
	// Kept says that the notification is read with any value there, which is then read
	// as Payload.
	Kept bool `json:"kept,omitempty"`

	Of *model.Progress `json:"-"`
}

// A Step leads to a member of an object, or to an item of an array.
type Step struct {
	Key  string `json:"key,omitempty"`
	Item *int   `json:"item,omitempty"` // absent: a member
}

// progress are the kinds of progress of m.
func (p *Program) progress(m *model.Method) []Progress {
	var out []Progress
	for _, x := range m.Progress {
		row := Progress{Name: x.Name, Method: x.Method.Name, Payload: p.used(nil, x.Payload), Of: x}
		t := m.Params
		for _, name := range strings.Split(x.Token, ".")[1:] {
			var s Step
			s, t = stepTo(t, name)
			row.Token = append(row.Token, s)
		}
		row.As, _ = stepTo(x.Method.Params, x.As)
		if x.Value != "" {
			s, declared := stepTo(x.Method.Params, x.Value)
			row.Value, row.Kept = &s, model.Resolve(declared) != model.Resolve(x.Payload)
		}
		out = append(out, row)
	}
	return out
}

// HasProgress reports whether some request has progress.
func (p *Program) HasProgress() bool {
	return slices.ContainsFunc(p.Calls, func(c Call) bool { return len(c.Progress) > 0 })
}

// stepTo leads from a value of t to the member called name, whose type is next.
func stepTo(t model.Type, name string) (s Step, next model.Type) {
	switch t := model.Plain(t).(type) {
	case *model.Struct:
		return Step{Key: name}, t.Field(name).Type
	case *model.Tuple:
		i := slices.IndexFunc(t.Items, func(item *model.Item) bool { return item.Name == name })
		return Step{Item: &i}, t.Items[i].Type
	}
	panic("lower: " + t.String() + " has no members")
}
