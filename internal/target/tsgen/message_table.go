package tsgen

import (
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// A callEntry is a method in the table.
type callEntry struct {
	*lower.Call
	Name   string // of its message
	Entry  object
	Result string // of its results; "" for none
	Kinds  string // of its progress; "" for none
}

// call is the entry of a method in the table.
func (e *tables) call(c *lower.Call) callEntry {
	var o object
	if c.ParamsPresence != lower.ParamsNone {
		o.add("params", e.ref(c.Params))
	}
	o.flag("optional", c.ParamsPresence == lower.ParamsOptional)
	switch {
	case c.NullAsAbsent:
		o.add("otherwise", e.use("positions", "absentIfNull"))
	case c.Positions:
		o.add("otherwise", e.use("positions", "positional"))
	}
	if c.Positions {
		o.add("words", quote(c.ParamsExpected))
	}
	o.flag("notify", notifies(c))
	result := ""
	switch {
	case c.Answer == lower.AnswerTyped && c.Result != lower.NoType:
		result = "{ type: " + e.ref(c.Result) + " }"
	case c.Answer == lower.AnswerByVariant:
		result = e.resultsByVariant()
	}
	return callEntry{c, e.methods[c.Of], o, result, e.progress(c)}
}

// progress are the kinds of progress of a call in the table, by name; "" for none.
func (e *tables) progress(c *lower.Call) string {
	d := &e.rows.Dialect
	asked, told := d.NamesOf(lower.RequestShape), d.NamesOf(lower.NotificationShape)
	only := array([]string{quote("id")})
	if d.Named() {
		only = array([]string{quote(d.Shapes.Key), quote(d.Shapes.Notification)})
	}
	var kinds []string
	for _, x := range c.Progress {
		value := []lower.Step{{Key: told.Params}}
		if x.Value != nil {
			value = append(value, *x.Value)
		}
		var o object
		o.add("only", array([]string{array([]string{quote(told.Method), quote(x.Method)}), only}))
		o.add("token", pathOf(append([]lower.Step{{Key: asked.Params}}, x.Token...)))
		o.add("as", pathOf([]lower.Step{{Key: told.Params}, x.As}))
		o.add("value", pathOf(value))
		if x.Kept {
			o.add("payload", e.ref(x.Payload))
		}
		kinds = append(kinds, array([]string{quote(x.Name), o.String()}))
	}
	if len(kinds) == 0 {
		return ""
	}
	return "/* @__PURE__ */ new Map(" + array(kinds) + ")"
}

func pathOf(steps []lower.Step) string {
	return array(each(steps, func(s lower.Step) string {
		if s.Item != nil {
			return strconv.Itoa(*s.Item)
		}
		return quote(s.Key)
	}))
}

// errorReplies are the types of the data of errors, by the method that they answer.
func (e *tables) errorReplies() []entry {
	var out []entry
	for i := range e.rows.Calls {
		c := &e.rows.Calls[i]
		if c.ErrorData == lower.NoType {
			continue
		}
		for _, name := range append([]string{c.Method}, c.FormerNames...) {
			out = append(out, entry{Key: name, Value: e.ref(c.ErrorData)})
		}
	}
	return out
}

// shapeNames are what the members of messages are called, by shape; "" if they have the
// names of JSON-RPC.
func (e *tables) shapeNames() string {
	d := &e.rows.Dialect
	if !d.Named() {
		return ""
	}
	var shapes object
	for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape, lower.ResponseShape} {
		n := d.NamesOf(shape)
		var o object
		for _, x := range [...][2]string{
			{"id", n.ID}, {"method", n.Method}, {"params", n.Params}, {"ok", n.OK}, {"words", n.Words}, {"data", n.Data},
			{"result", n.Result}, {"error", n.Error},
		} {
			if x[1] != "" {
				o.text(x[0], x[1])
			}
		}
		var keys []string
		for _, slot := range d.Slots(shape) {
			if key := quote(slot.Key); slot.Role != lower.MemberRole && !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		o.add("keys", array(keys))
		if members := d.MembersOf(shape); len(members) > 0 {
			o.add("members", array(e.fieldNodes(members)))
		}
		shapes.add(shape.String(), o.String())
	}
	return shapes.String()
}

// furtherMembers are the members that the dialect adds to every message; "" for none, and
// where shapes name theirs.
func (e *tables) furtherMembers() string {
	if len(e.rows.Dialect.Members) == 0 || e.rows.Dialect.Named() {
		return ""
	}
	return lines(e.fieldNodes(e.rows.Dialect.Members), "  ")
}

// resultsByVariant are the results of the requests of the envelope, by tag.
func (e *tables) resultsByVariant() string {
	var rows []string
	row := e.rows.Decl(e.proto.Envelope.Requests).Union
	for i := range row.Cases {
		if c := &row.Cases[i]; c.Of.Result != nil {
			rows = append(rows, array([]string{tagLiteral(row.TagKind, c.Tags[0]), e.ref(e.rows.Ref(c.Of.Result))}))
		}
	}
	return "{ tag: " + quote(row.Key) + ", types: /* @__PURE__ */ new Map(" + array(rows) + ") }"
}
