package tsgen

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// A messagesView fills the guards of messages.
type messagesView struct {
	*plan
	Dialect *lower.Dialect
	Calls   []callView
}

// A partsView fills the common parts of the guards of messages.
type partsView struct {
	Dialect *lower.Dialect
	Shell   string // conditions on the members of every message
	ID      string // the condition on an id v

	ErrorData *guardOfData // nil if no data is checked
}

// A guardOfData is the guard of the data of errors.
type guardOfData struct{ Of, Body string }

// A callView is the message of a method.
type callView struct {
	*lower.Call
	Name string
	Is   string // what must hold of one
}

// Notifies reports whether the method is a notification.
func (c callView) Notifies() bool { return notifies(c.Call) }

func notifies(c *lower.Call) bool { return c.Shape == lower.NotificationShape }

// Requests are the names under which requests are read.
func (v messagesView) Requests() []string {
	return v.methodNames(func(c *lower.Call) bool { return !notifies(c) })
}

// Notifications are the names under which notifications are read.
func (v messagesView) Notifications() []string { return v.methodNames(notifies) }

// messageParts adds the common parts of the guards of messages.
func (e *guards) messageParts(m *module) {
	e.use("integer") // the code of an error is one, and the error an object
	e.use("plain")
	m.add("message parts", partsView{&e.rows.Dialect, e.membersGuard(), e.idGuard(), e.dataGuard(m)})
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
			is = e.is(row.Of.Data, "e.data", depth{inner: 2})
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
		return &guardOfData{"e", choose("e.code", all, "true")}
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
	if row.Data == lower.NoType || e.rows.At(row.Data).Form != lower.StructForm {
		return "true"
	}
	if extra := e.rows.At(row.Data).Struct.Extra; !row.AddsKind || extra != lower.ExtraRefused && extra != lower.ExtraTyped {
		return e.is(row.Of.Data, "v", depth{inner: 2})
	}
	whole := e.rows.Whole(row)
	name := fmt.Sprintf("errorData%d", index)
	m.add("whole data of an error", guardView{name, e.structGuard(&whole, depth{inner: 2})})
	return name + "(v)"
}

// messageGuards adds the guards of the messages.
func (e *guards) messageGuards(m *module) {
	v := messagesView{plan: e.plan, Dialect: &e.rows.Dialect}
	for i := range e.rows.Calls {
		c := &e.rows.Calls[i]
		v.Calls = append(v.Calls, callView{c, e.methods[c.Of], e.callGuard(c)})
	}
	m.export("isMessage", v)
	for _, side := range e.sideViews() {
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
	params := ""
	switch c.ParamsPresence {
	case lower.ParamsNone:
		params = "v.params === undefined"
	case lower.ParamsRequired:
		params = e.is(c.Of.Params, "v.params", depth{inner: 1})
	case lower.ParamsOptional:
		params = e.absentOr(c.Of.Params, "v.params", depth{inner: 1})
	}
	if c.Shape == lower.NotificationShape && e.idMakesRequest() {
		return fmt.Sprintf("v.id === undefined ? %s : undeclared(v)", cmp.Or(params, "true"))
	}
	conds := []string{"id(v.id)"}
	if c.Shape == lower.NotificationShape {
		conds[0] = "v.id === undefined"
	}
	if params != "" {
		conds = append(conds, params)
	}
	return allOfOne(conds)
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
	if s := d.Shapes; s != nil {
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
