package tsgen

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// A messagesView fills the guards of messages.
type messagesView struct {
	*plan
	Dialect *lower.Dialect
	Calls   []callView
	Names   callNames
}

// A partsView fills the common parts of the guards of messages.
type partsView struct {
	Dialect *lower.Dialect
	Shell   string // conditions on the members of every message
	ID      string // the condition on an id v
	Names   callNames
	// What follows is empty unless shapes name their members.
	MethodOf string // the function that returns the method of a call
	Answer   string // the conditions on a response v

	ErrorData *guardOfData // nil if no data is checked
}

// IDOfError is the condition on the id of an error response v.
func (v partsView) IDOfError() string { return errorID(v.Dialect, "v.id") }

// A guardOfData is the guard of the data of errors.
type guardOfData struct{ Of, Body string }

// A callView is the message of a method.
type callView struct {
	*lower.Call
	Name string
	Is   string // what must hold of one
	Keys callNames
}

// Notifies reports whether the method is a notification.
func (c callView) Notifies() bool { return notifies(c.Call) }

// NeedsNoID reports whether the method is a notification of which a call with an id is
// none.
func (c callView) NeedsNoID() bool { return notifies(c.Call) && c.Keys.Method == "v.method" }

func notifies(c *lower.Call) bool { return c.Shape == lower.NotificationShape }

// Requests are the names under which requests are read.
func (v messagesView) Requests() []string {
	return v.methodNames(func(c *lower.Call) bool { return !notifies(c) })
}

// Notifications are the names under which notifications are read.
func (v messagesView) Notifications() []string { return v.methodNames(notifies) }

// messageParts adds the common parts of the guards of messages.
func (e *guards) messageParts(m *module) {
	if e.rows.Dialect.HasError() {
		e.use("integer") // the code of an error is one, and the error an object
		e.use("plain")
	}
	m.add("message parts", partsView{&e.rows.Dialect, e.membersGuard(), e.idGuard(), e.callNames(), e.methodOf(), e.answerGuard(), e.dataGuard(m)})
}

// callNames are how the guards of calls get the parts of a message v.
type callNames struct {
	Method, MaybeMethod string // of a call; undefined for a response. v may be anything for the second one
	ID                  string
	Asks                string // the condition that a call of an undeclared method has a right id
}

func (e *guards) callNames() callNames {
	d := &e.rows.Dialect
	if !d.Named() {
		return callNames{Method: "v.method", MaybeMethod: "v?.method", ID: "v.id", Asks: "(v.id === undefined || id(v.id))"}
	}
	tag, id := e.access(d.Shapes.Key), e.access(d.NamesOf(lower.RequestShape).ID)
	return callNames{
		Method: "methodOf(v)", MaybeMethod: "methodOf(v)", ID: id,
		Asks: fmt.Sprintf("(%s === %s || id(%s))", tag, quote(d.Shapes.Notification), id),
	}
}

// methodOf is the body of the function that returns the method of a call; "" if there is
// none.
func (e *guards) methodOf() string {
	d := &e.rows.Dialect
	if !d.Named() {
		return ""
	}
	tag := e.access(d.Shapes.Key)
	return fmt.Sprintf("  if (!(%s)) return undefined;\n  return %s === %s ? %s : %s === %s ? %s : undefined;\n", isObject,
		tag, quote(d.Shapes.Request), e.access(d.NamesOf(lower.RequestShape).Method),
		tag, quote(d.Shapes.Notification), e.access(d.NamesOf(lower.NotificationShape).Method))
}

// errorID is the condition on the id of an error response.
func errorID(d *lower.Dialect, id string) string {
	switch {
	case d.NullIDOnError:
		return fmt.Sprintf("(id(%s) || %s === null)", id, id)
	case d.WritesNoID():
		return fmt.Sprintf("(id(%s) || %s === undefined)", id, id)
	}
	return "id(" + id + ")"
}

// answerGuard is the condition on a response v, if shapes name their members.
func (e *guards) answerGuard() string {
	d := &e.rows.Dialect
	if !d.Named() {
		return ""
	}
	n := d.NamesOf(lower.ResponseShape)
	id, result := e.access(n.ID), e.access(n.Result)
	conds := []string{fmt.Sprintf("%s === %s", e.access(d.Shapes.Key), quote(d.Shapes.Response))}
	if n.Method != "" {
		conds = append(conds, fmt.Sprintf(`typeof %s === "string"`, e.access(n.Method)))
	}
	idOfError := errorID(d, id)
	if n.OK == "" {
		fault := e.access(n.Error)
		succeeds := allOfOne([]string{"id(" + id + ")", result + " !== undefined"})
		fails := allOfOne([]string{result + " === undefined", idOfError, "fault(" + fault + ")"})
		return allOfOne(append(conds, fmt.Sprintf("(%s === undefined ? %s : %s)", fault, succeeds, fails)))
	}
	ok, words, data := e.access(n.OK), e.access(n.Words), e.access(n.Data)
	has := result + " !== undefined"
	if bare := e.bareMethods(); len(bare) > 0 {
		has = fmt.Sprintf("(%s || %s.includes(%s))", has, quoteAll(bare), e.access(n.Method))
	}
	succeeds := []string{"id(" + id + ")", has, words + " === undefined"}
	fails := []string{idOfError, fmt.Sprintf(`typeof %s === "string"`, words), data + " !== null"}
	if n.Data != n.Result {
		succeeds = append(succeeds, data+" === undefined")
		fails = append(fails, result+" === undefined")
	}
	return allOfOne(append(conds, fmt.Sprintf("(%s === true ? %s : %s)", ok, allOfOne(succeeds), allOfOne(append([]string{ok + " === false"}, fails...)))))
}

// dataGuard is the guard of the data of errors, or nil. It may add guards to the module.
func (e *guards) dataGuard(m *module) *guardOfData {
	if !e.checksErrors() {
		return nil
	}
	arms := map[string]*arm{}
	var order []*arm
	byKind := e.rows.Dialect.ErrorIdentity == lower.ByDataKind
	for i := range e.rows.Errors {
		row := &e.rows.Errors[i]
		label, is := strconv.Itoa(row.Code), "true"
		switch {
		case byKind:
			label, is = quote(row.Name), e.wholeGuard(m, row, i)
		case row.Data != lower.NoType:
			is = e.is(row.Of.Data, "error.data", depth{inner: 2})
		}
		if arms[is] == nil {
			arms[is] = &arm{is: is}
			order = append(order, arms[is])
		}
		arms[is].labels = append(arms[is].labels, label)
	}
	all := make([]arm, 0, len(order))
	for _, a := range order {
		if a.is != "true" || byKind && e.rows.Dialect.ErrorFallback != "" {
			all = append(all, *a)
		}
	}
	if !byKind {
		return &guardOfData{"error", choose("error.code", all, "true")}
	}
	other := "true"
	if e.rows.Dialect.ErrorFallback != "" {
		other = "false"
	}
	return &guardOfData{"{ data: v }", fmt.Sprintf("  if (!(%s && typeof v.kind === \"string\")) return false;\n", e.call("plain", "v")) + choose("v.kind", all, other)}
}

// wholeGuard is the condition that v is the data of an error with its kind, which v is
// known to have.
func (e *guards) wholeGuard(m *module, row *lower.Error, index int) string {
	if e.rows.CheckedData(row) == lower.NoType {
		return "true"
	}
	if extra := e.rows.At(row.Data).Struct.Extra; !row.AddsKind || extra != lower.ExtraRefused && extra != lower.ExtraTyped {
		return e.is(row.Of.Data, "v", depth{inner: 2})
	}
	whole := e.rows.Whole(row)
	name := "errorDataOf" + names.Pascal(row.Name)
	if !isIdentifier(name) || slices.ContainsFunc(e.rows.Errors[:index], func(other lower.Error) bool { return names.Pascal(other.Name) == names.Pascal(row.Name) }) {
		name = fmt.Sprintf("errorData%d", index)
	}
	m.add("whole data of an error", guardView{name, e.structGuard(&whole, depth{inner: 2})})
	return name + "(v)"
}

func (e *guards) messagesView() messagesView {
	v := messagesView{plan: e.plan, Dialect: &e.rows.Dialect, Names: e.callNames()}
	for i := range e.rows.Calls {
		c := &e.rows.Calls[i]
		v.Calls = append(v.Calls, callView{c, e.methods[c.Of], e.callGuard(c), v.Names})
	}
	return v
}

// messageGuards adds the guards of the messages.
func (e *guards) messageGuards(m *module) {
	v := e.messagesView()
	m.export("isMessage", v)
	for _, side := range e.sideViews() {
		side.Names = v.Names
		m.export("message of a side", side)
	}
	for _, c := range v.Calls {
		m.export("message of a method", c)
	}
	m.export("isResponse", v)
	m.export("isUnknownMessage", v)
	if v.Dialect.Ignores {
		m.export("isIgnoredMessage", v)
	}
	if v.Dialect.Batch != nil {
		e.use("list")
		if v.Dialect.Batch.UniqueIDs {
			e.use("unique")
		}
		m.export("isBatch", v.Dialect.Batch)
	}
}

func (e *guards) callGuard(c *lower.Call) string {
	d := &e.rows.Dialect
	names := d.NamesOf(c.Shape)
	at, params := e.access(names.Params), ""
	switch c.ParamsPresence {
	case lower.ParamsNone:
		params = at + " === undefined"
	case lower.ParamsRequired:
		params = e.params(c, at)
	case lower.ParamsOptional:
		params = e.absentOr(c.Of.Params, at, depth{inner: 1})
		if e.hasReader(c.Of.Params) {
			params = "(" + at + " === undefined || " + e.params(c, at) + ")"
		}
	}
	if c.Shape == lower.NotificationShape && e.idMakesRequest() {
		return fmt.Sprintf("v.id === undefined ? %s : undeclared(v)", cmp.Or(params, "true"))
	}
	var conds []string
	if d.Named() {
		conds = append(conds, fmt.Sprintf("%s === %s", e.access(d.Shapes.Key), quote(d.Shapes.Value(c.Shape))))
	}
	switch {
	case c.Shape == lower.RequestShape:
		conds = append(conds, "id("+e.access(names.ID)+")")
	case !d.Named():
		conds = append(conds, "v.id === undefined")
	}
	if params != "" {
		conds = append(conds, params)
	}
	return allOfOne(conds)
}

// params is the guard of the params x or, in the module with readers, what reads them: the table,
// where they may have another form than that of their type.
func (e *guards) params(c *lower.Call, x string) string {
	is := e.variant(&c.Of.Meta, c.Of.Params, x, depth{inner: 1})
	if e.hasReader(c.Of.Params) && (c.Positions || c.NullAsAbsent) {
		return e.call("object", x) + " && " + is
	}
	return is
}

// membersGuard checks the members of every message.
func (e *guards) membersGuard() string {
	d := &e.rows.Dialect
	conds := []string{e.call("plain", "v")}
	add := func(cond string) {
		if cond != "" {
			conds = append(conds, cond)
		}
	}
	add(versionCond(d))
	if s := d.Shapes; d.Named() {
		var shapes string
		for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape, lower.ResponseShape} {
			var members []string
			for _, f := range d.MembersOf(shape) {
				if is := e.fieldGuard(&f, depth{inner: 1}); is != "" {
					members = append(members, is)
				}
			}
			if len(members) == 0 {
				members = []string{"true"}
			}
			shapes += fmt.Sprintf("%s === %s ? %s : ", e.access(s.Key), quote(s.Value(shape)), allOfOne(members))
		}
		add("(" + shapes + "false)")
		return allOf(conds)
	} else if s != nil {
		add(fmt.Sprintf("%s === (v.method === undefined ? %s : v.id === undefined ? %s : %s)", e.access(s.Key), quote(s.Response), quote(s.Notification), quote(s.Request)))
	} else {
		add(answerFirst(d.Precedence))
	}
	for i := range d.Members {
		add(e.fieldGuard(&d.Members[i], depth{inner: 1}))
	}
	if line := "  return " + allOfOne(conds) + ";\n"; len(line) <= 140 {
		return line
	}
	return allOf(conds)
}

// answerFirst is the condition that a call has no result or error that makes it a
// response; "" if the dialect has no such rule.
func answerFirst(precedence [3]lower.Shape) string {
	call := "v.method === undefined"
	switch {
	case precedence[2] == lower.ResponseShape:
		return ""
	case precedence[0] == lower.RequestShape:
		call += " || v.id !== undefined"
	case precedence[0] == lower.NotificationShape:
		call += " || v.id === undefined"
	}
	return "(" + call + " || (v.result === undefined && v.error === undefined))"
}

// versionCond is the condition on the member jsonrpc; "" if it may be anything.
func versionCond(d *lower.Dialect) string {
	is := "v.jsonrpc === " + quote(d.JSONRPC)
	return [...]string{
		lower.MemberRequired: is, lower.MemberOptional: "(v.jsonrpc === undefined || " + is + ")",
		lower.MemberAny: "v.jsonrpc !== undefined", lower.MemberIgnored: "",
	}[d.ReadJSONRPC]
}

// idGuard returns whether v is an id.
func (e *guards) idGuard() string {
	var conds []string
	if e.rows.Dialect.StringID {
		conds = append(conds, `typeof v === "string"`)
	}
	if e.rows.Dialect.IntegerID {
		conds = append(conds, e.call("integer", "v"))
	}
	return strings.Join(conds, " || ")
}
