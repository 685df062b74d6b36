package tsgen

import "github.com/wiregen/wiregen/internal/protocol/lower"

// A callEntry is a method in the table.
type callEntry struct {
	*lower.Call
	Name   string // of its message
	Entry  object
	Result string // of its results; "" for none
}

// call is the entry of a method in the table.
func (e *tables) call(c *lower.Call) callEntry {
	var o object
	if c.ParamsPresence != lower.ParamsNone {
		o.add("params", e.ref(c.Params))
	}
	o.flag("optional", c.ParamsPresence == lower.ParamsOptional)
	if c.Positions {
		o.add("positions", e.use("positions", "positional"))
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
	return callEntry{c, e.methods[c.Of], o, result}
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

// furtherMembers are the members that the dialect adds to every message; "" for none.
func (e *tables) furtherMembers() string {
	if len(e.rows.Dialect.Members) == 0 {
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
