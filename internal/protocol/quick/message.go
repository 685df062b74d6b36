package quick

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// A Message has the parts of an accepted message. It is valid until the next text is read.
type Message struct {
	Text   []byte
	Shape  lower.Shape
	ID     []byte      // as JSON, in the spelling of its kind; nil if there is none
	Call   *lower.Call // nil: a response, or an undeclared method
	Method string      // its current name, or the undeclared one; "" for a response
	Params []byte      // their text; nil if there are none
	Tag    string      // of the event or the request that the params are; "" if they are none

	Result []byte // the text of the result of a response; nil for an error
	// Code and Kind identify the error of a response. Kind is set where the data of errors
	// has kinds.
	Code int
	Kind string
}

// messages are the rows of messages.
type messages struct {
	d       *lower.Dialect
	calls   *names     // by their names, older ones included
	shapes  [3]*layout // where the members of messages have names by shape
	all     *layout    // else
	byShape *tagSet    // the values of the tag of messages, or nil
	params  []ref      // of calls; without a node if they have none
	errors  []errorRow
	fault   object // the error of a response
	unsure  bool   // the interpreter reads all messages
	last    reading
}

// A layout is the members of messages, in any order.
type layout struct {
	keys    *names // of places
	places  []place
	members object // the further members
	first   int    // the place that came first the last time
}

// A place is a member of messages.
type place struct {
	role    lower.Role
	also    lower.Role // another role of the member, or the same
	literal string
	slot    int // of a further member
	next    int // the place that came behind it the last time
}

func (p *Program) compileMessages() {
	m := &p.messages
	m.d = &p.rows.Dialect
	size := 0
	for i := range p.rows.Calls {
		size += 1 + len(p.rows.Calls[i].FormerNames)
	}
	m.calls = newNames(size)
	for i := range p.rows.Calls {
		c := &p.rows.Calls[i]
		m.calls.add(c.Method, i)
		for _, was := range c.FormerNames {
			m.calls.add(was, i)
		}
	}
	m.params = make([]ref, len(p.rows.Calls))
	m.compileErrors(p)
	if s := m.d.Shapes; s != nil {
		m.byShape = newTagSet(lower.StringTag, 3)
		for _, shape := range [...]lower.Shape{lower.RequestShape, lower.ResponseShape, lower.NotificationShape} {
			m.byShape.add(s.Value(shape), int(shape))
		}
	}
	if !m.d.Named() {
		m.all = p.layout(lower.Names{ID: "id", Method: "method", Params: "params", Result: "result", Error: "error"}, m.d.Members)
		return
	}
	for _, shape := range [...]lower.Shape{lower.RequestShape, lower.NotificationShape, lower.ResponseShape} {
		m.shapes[shape] = p.layout(m.d.NamesOf(shape), m.d.MembersOf(shape))
	}
}

// layout makes the layout of messages whose members have names.
func (p *Program) layout(n lower.Names, members []lower.Field) *layout {
	size := 0
	for i := range members {
		size += 1 + len(members[i].FormerNames)
	}
	l := &layout{keys: newNames(10 + size)}
	add := func(role lower.Role, key string) {
		if key == "" {
			return
		}
		if at := l.keys.find([]byte(key)); at >= 0 {
			p.messages.unsure = p.messages.unsure || l.places[at].role != lower.ResultRole || role != lower.DataRole
			l.places[at].also = role
			return
		}
		l.keys.add(key, len(l.places))
		l.places = append(l.places, place{role: role, also: role, literal: literalKey(key)})
	}
	d := &p.rows.Dialect
	if !d.Named() || d.ReadJSONRPC != lower.MemberIgnored {
		add(lower.VersionRole, "jsonrpc")
	}
	if d.Shapes != nil {
		add(lower.TagRole, d.Shapes.Key)
	}
	add(lower.IDRole, n.ID)
	add(lower.MethodRole, n.Method)
	add(lower.ParamsRole, n.Params)
	add(lower.OKRole, n.OK)
	add(lower.ResultRole, n.Result)
	add(lower.ErrorRole, n.Error)
	add(lower.WordsRole, n.Words)
	add(lower.DataRole, n.Data)
	l.members.keys = newNames(size)
	l.members.fields(p, members, false)
	for i := range members {
		for _, key := range slices.Concat([]string{members[i].Name}, members[i].FormerNames) {
			at := len(l.places)
			if add(lower.MemberRole, key); at < len(l.places) {
				l.places[at].slot = i
			}
		}
	}
	if len(l.places) > maxSlots {
		p.messages.unsure = true
	}
	return l
}
