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
	var o, params object
	switch {
	case c.NullAsAbsent:
		params.add("pick", e.use("positions", "absentIfNull"))
	case c.Positions:
		params.add("pick", e.use("positions", "positional"))
	}
	if len(params) > 0 {
		params.add("objects", e.ref(c.Params))
	}
	if c.Positions {
		params.add("words", quote(c.ParamsExpected))
	}
	if len(params) > 0 {
		o.add("params", e.marked(c.Params.Sensitive, params.String()))
	} else if c.ParamsPresence != lower.ParamsNone {
		o.add("params", e.element(c.Params))
	} else if !e.rows.Dialect.Named() {
		o.add("params", e.imports("scalar", "dropped"))
	}
	o.flag("optional", c.ParamsPresence == lower.ParamsOptional || c.ParamsPresence == lower.ParamsNone && !e.rows.Dialect.Named())
	o.flag("notify", notifies(c))
	result := ""
	switch {
	case c.Answer == lower.AnswerTyped && c.Result != lower.NoType:
		result = "{ type: " + e.element(c.Result) + " }"
		if c.ResultOptional {
			result = "{ type: " + e.element(c.Result) + ", optional: true }"
		}
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
			o.add("payload", e.element(x.Payload))
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
			out = append(out, entry{Key: name, Value: e.element(c.ErrorData)})
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
	return lines(e.fieldNodes(e.rows.Dialect.Members), "")
}

// dialect is how the messages of a dialect are read: the fields and the functions that it
// needs. Where shapes name their members, the table has what the dialect is instead.
func (e *tables) dialect(v tableView) string {
	d := v.Dialect
	var o object
	e.shapeOf(&o, d)
	o.add("version", e.versionField(d))
	isID, id := e.ids(d)
	o.add("isID", isID)
	o.add("id", array([]string{quote("id"), id}))
	o.add("failed", array([]string{e.errorID(d, id), array([]string{quote("error"), v.ErrorType()})}))
	switch d.Both {
	case lower.BothRefused:
		o.add("both", e.imports("message", "refuseBoth"))
	case lower.BothIsError:
		o.add("both", e.imports("dialect", "errorAlone"))
	case lower.BothIsResult:
		o.add("both", e.imports("dialect", "resultAlone"))
	}
	e.strayID(&o, d)
	if v.Members != "" {
		o = append(o, "members")
	}
	e.finish(&o, d)
	return o.tall("")
}

// shapeOf adds how the shape of a message is found.
func (e *tables) shapeOf(o *object, d *lower.Dialect) {
	switch {
	case d.Shapes != nil:
		o.add("shapeOf", e.imports("shapes", "byWord"))
		*o = append(*o, "shapes")
		o.add("isKnown", e.imports("shapes", "isTold"))
		return
	case d.Precedence[2] == lower.ResponseShape:
		o.add("shapeOf", e.imports("message", "byMethod"))
	default:
		o.add("shapeOf", e.imports("dialect", "byPrecedence"))
		o.add("precedence", array(each(d.Precedence[:], func(s lower.Shape) string { return quote(s.String()) })))
	}
	o.add("isKnown", e.imports("message", "hasShape"))
}

// errorID is the id of an error response, given the type of other ids.
func (e *tables) errorID(d *lower.Dialect, id string) string {
	nullable := func() string { return "{ pick: " + e.imports("message", "orNil") + ", of: " + id + " }" }
	switch {
	case d.NullIDOnError && d.NoIDOnError:
		return array([]string{quote("id"), nullable(), "{ default: null }"})
	case d.NullIDOnError:
		return array([]string{quote("id"), nullable()})
	case d.NoIDOnError:
		return array([]string{quote("id"), id, e.optionalMode()})
	}
	return array([]string{quote("id"), id})
}

// optionalMode is the mode of a member that may be absent.
func (e *tables) optionalMode() string {
	var mode object
	mode.flag("optional", true)
	return e.mode([]string{"optional"}, mode)
}

// strayID adds what the id of a notification means.
func (e *tables) strayID(o *object, d *lower.Dialect) {
	switch d.NotificationID {
	case lower.IDMakesRequest:
	case lower.IDRefused:
		o.add("strayID", "{ pick: "+e.imports("dialect", "noID")+" }")
	case lower.IDIgnored:
		o.add("strayID", e.imports("scalar", "dropped"))
		if d.Shapes == nil {
			o.add("refusedAs", e.imports("dialect", "withoutID"))
		}
	}
}

// finish adds which messages are ignored, and in which order faults are found.
func (e *tables) finish(o *object, d *lower.Dialect) {
	switch {
	case d.Ignores:
		o.add("ignored", ignoredMessages(d))
		o.add("order", quoteAll(d.Order))
		o.add("finish", e.imports("ignored", "orIgnored"))
	case !inOrderOfFaults(d):
		o.add("order", quoteAll(d.Order))
		o.add("finish", e.imports("dialect", "inOrder"))
	}
}

// ignoredMessages are the messages that are accepted and ignored.
func ignoredMessages(d *lower.Dialect) string {
	var ids []string
	if d.NullIDOnError {
		ids = append(ids, "null")
	}
	if d.NoIDOnError {
		ids = append(ids, "undefined")
	}
	var o object
	o.flag("badID", d.BadID.String() == "ignore")
	o.flag("neither", d.Neither.String() == "ignore")
	o.add("errorIDs", array(ids))
	return o.String()
}

// adapting are the functions that change the parts of messages as a dialect needs it, or those
// of the messages of one kind.
func (e *tables) adapting(d *lower.Dialect, only bool) []string {
	var out []string
	add := func(has bool, module, helper string) {
		if has {
			out = append(out, e.imports(module, helper))
		}
	}
	add(d.NotificationID != lower.IDMakesRequest, "dialect", "withStrayID")
	add(d.NotificationID == lower.IDMakesRequest && d.Shapes != nil, "dialect", "asRequest")
	add(only, "dialect", "isOnly")
	add(len(d.Members) > 0, "dialect", "withMembers")
	add(d.Shapes != nil, "shapes", "withTag")
	add(d.Shapes != nil || d.Precedence[2] != lower.ResponseShape, "dialect", "withoutMethod")
	add(d.Ignores, "ignored", "ignoring")
	return out
}

// versionField is the member jsonrpc.
func (e *tables) versionField(d *lower.Dialect) string {
	if d.ReadJSONRPC == lower.MemberIgnored {
		return array([]string{quote("jsonrpc"), e.imports("scalar", "verbatim"), e.optionalMode()})
	}
	is := array([]string{e.imports("read", "readConst"), quote(d.JSONRPC)})
	switch d.ReadJSONRPC {
	case lower.MemberOptional:
		return array([]string{quote("jsonrpc"), is, e.optionalMode()})
	case lower.MemberAny:
		return array([]string{quote("jsonrpc"), "{ pick: " + e.imports("dialect", "ifMissing") + ", of: " + is + " }"})
	default:
		return array([]string{quote("jsonrpc"), is})
	}
}

// ids are the condition on an id, and its type.
func (e *tables) ids(d *lower.Dialect) (is, of string) {
	text := func() string { return e.imports("guard", "text") }
	switch {
	case !d.IntegerID:
		return text(), e.imports("scalar", "string")
	case !d.StringID:
		return "Number.isSafeInteger", e.imports("scalar", "int")
	}
	var o object
	o.add("pick", e.imports("union", "byKind"))
	o.add("kinds", "{ string: "+e.imports("scalar", "string")+", number: "+e.imports("scalar", "int")+" }")
	o.add("words", quoteAll([]string{"a string", "an integer"}))
	return "(id) => " + text() + "(id) || Number.isSafeInteger(id)", o.String()
}

// inOrderOfFaults reports whether the members of a copy, which are in the order in which
// their faults are found, are in the order in which they are written.
func inOrderOfFaults(d *lower.Dialect) bool {
	rank := map[string]int{"jsonrpc": 0, "method": 2, "id": 3, "params": 4, "result": 4, "error": 4}
	if d.Shapes != nil {
		rank[d.Shapes.Key] = 1
	}
	for i, f := range d.Members {
		rank[f.Name] = 5 + i
	}
	return len(d.Order) == len(rank) && slices.IsSortedFunc(d.Order, func(a, b string) int { return rank[a] - rank[b] })
}

// resultsByVariant are the results of the requests of the envelope, by tag.
func (e *tables) resultsByVariant() string {
	var rows []string
	row := e.rows.Decl(e.proto.Envelope.Requests).Union
	for i := range row.Cases {
		if c := &row.Cases[i]; c.Of.Result != nil {
			rows = append(rows, array([]string{tagLiteral(row.TagKind, c.Tags[0]), e.element(*c.Result)}))
		}
	}
	return "{ tag: " + quote(row.Key) + ", types: /* @__PURE__ */ new Map(" + lines(rows, "  ") + ") }"
}
