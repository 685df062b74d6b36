package lower

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Shapes are the values of a member that says what a message is.
type Shapes struct {
	Key          string    `json:"key"`
	Request      string    `json:"request"`
	Response     string    `json:"response"`
	Notification string    `json:"notification"`
	Names        *[3]Names `json:"names,omitempty"` // of members, by shape; absent: those of JSON-RPC
}

// Value returns the value of the member in a message of a shape.
func (s *Shapes) Value(shape Shape) string {
	return [...]string{RequestShape: s.Request, NotificationShape: s.Notification, ResponseShape: s.Response}[shape]
}

// Names are what the members of messages of a shape are called. They have no member
// whose name is empty.
type Names struct {
	ID     string `json:"id,omitempty"`
	Method string `json:"method,omitempty"`
	Params string `json:"params,omitempty"`
	Result string `json:"result,omitempty"`
	Error  string `json:"error,omitempty"`
	// OK is the flag that tells a result from an error, which is the members Words and Data.
	OK      string  `json:"ok,omitempty"`
	Words   string  `json:"words,omitempty"`
	Data    string  `json:"data,omitempty"`
	Members []Field `json:"members,omitempty"` // further ones
}

// Shape is the kind of a message.
type Shape uint8

// The shapes.
const (
	RequestShape Shape = iota
	NotificationShape
	ResponseShape
)

// A Role is what a member of a message says.
type Role uint8

// The roles.
const (
	TagRole Role = iota
	VersionRole
	IDRole
	MethodRole
	ParamsRole
	OKRole
	ResultRole
	ErrorRole
	WordsRole
	DataRole
	MemberRole
)

// A Slot is a member of the messages of a shape.
type Slot struct {
	Role Role
	Key  string
	Of   *Field // MemberRole
}

// Named reports whether shapes name the members of their messages.
func (d *Dialect) Named() bool { return d.Shapes != nil && d.Shapes.Names != nil }

// Marks returns the members that tell a message from another value.
func (d *Dialect) Marks() []string {
	keys := []string{"jsonrpc"}
	if d.Named() {
		keys = []string{d.Shapes.Key}
	}
	for _, shape := range []Shape{RequestShape, NotificationShape, ResponseShape} {
		n := d.NamesOf(shape)
		for _, key := range []string{n.Method, n.Params, n.Result, n.Error} {
			if key != "" && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// HasError reports whether a response has an error as JSON-RPC has it, not a flag with
// words and data.
func (d *Dialect) HasError() bool { return d.NamesOf(ResponseShape).Error != "" }

// NamesOf returns what the members of the messages of a shape are called.
func (d *Dialect) NamesOf(shape Shape) Names {
	switch {
	case d.Named():
		return d.Shapes.Names[shape]
	case shape == ResponseShape:
		return Names{ID: "id", Result: "result", Error: "error"}
	}
	return Names{ID: "id", Method: "method", Params: "params"}
}

// MembersOf returns the further members of the messages of a shape.
func (d *Dialect) MembersOf(shape Shape) []Field {
	if !d.Named() {
		return d.Members
	}
	return slices.Concat(d.Members, d.Shapes.Names[shape].Members)
}

// Slots returns the members of the messages of a shape, as they are written. A
// notification may have an id only where the names are those of JSON-RPC.
func (d *Dialect) Slots(shape Shape) []Slot {
	n := d.NamesOf(shape)
	members := d.MembersOf(shape)
	var out []Slot
	if d.Named() {
		out = append(out, Slot{Role: TagRole, Key: d.Shapes.Key})
		for _, x := range []Slot{
			{IDRole, n.ID, nil}, {MethodRole, n.Method, nil}, {ParamsRole, n.Params, nil}, {OKRole, n.OK, nil},
			{WordsRole, n.Words, nil}, {DataRole, n.Data, nil}, {ResultRole, n.Result, nil}, {ErrorRole, n.Error, nil},
		} {
			if x.Key != "" {
				out = append(out, x)
			}
		}
		for i := range members {
			out = append(out, Slot{MemberRole, members[i].Name, &members[i]})
		}
		return out
	}
	roles := map[string]Role{"jsonrpc": VersionRole, n.ID: IDRole, n.Method: MethodRole, n.Params: ParamsRole, n.Result: ResultRole, n.Error: ErrorRole}
	for _, key := range d.Order {
		role, known := roles[key]
		at := slices.IndexFunc(members, func(f Field) bool { return f.Name == key })
		switch {
		case d.Shapes != nil && key == d.Shapes.Key:
			out = append(out, Slot{Role: TagRole, Key: key})
		case at >= 0:
			out = append(out, Slot{MemberRole, key, &members[at]})
		case known:
			out = append(out, Slot{Role: role, Key: key})
		}
	}
	return out
}

func (p *Program) shapes(s *model.Shapes) *Shapes {
	row := &Shapes{Key: s.Tag, Request: s.Request, Response: s.Response, Notification: s.Notification}
	if s.Names != nil {
		row.Names = &[3]Names{
			RequestShape: p.names(&s.Names.Request), NotificationShape: p.names(&s.Names.Notification), ResponseShape: p.names(&s.Names.Response),
		}
	}
	return row
}

func (p *Program) names(n *model.Names) Names {
	return Names{
		ID: n.ID, Method: n.Method, Params: n.Params, Result: n.Result, Error: n.Error, OK: n.OK, Words: n.Words, Data: n.Data,
		Members: p.messageMembers(n.Members),
	}
}
