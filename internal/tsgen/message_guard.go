package tsgen

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/lower"
)

// A callView is a method, as the templates of messages have it.
type callView struct {
	*lower.Call
	Name  string // of its message
	Is    string // what must hold of a message of the method
	Entry object // in the table of methods
}

// Notifies reports whether the method is a notification.
func (c callView) Notifies() bool { return c.Shape == lower.NotificationShape }

// A sideView is what one side sends.
type sideView struct {
	Name         string
	Sent, Others []string // names of methods: its own, and those of the other side alone
}

func (p *plan) callViews() []callView {
	var out []callView
	for i := range p.rows.Calls {
		c := &p.rows.Calls[i]
		out = append(out, callView{c, p.methods[c.Of], p.callGuard(c), p.callEntry(c)})
	}
	return out
}

// sides are the two sides.
var sides = [...]lower.From{lower.FromClient, lower.FromAgent}

// side is what one side sends.
func (v codeView) side(name string, from lower.From) sideView {
	others := func(c callView) bool { return !c.SentBy(from) }
	return sideView{name, v.names(func(c callView) bool { return c.SentBy(from) }), v.names(others)}
}

// callEntry is what the table has of a method.
func (p *plan) callEntry(c *lower.Call) object {
	var o object
	if c.ParamsPresence != lower.ParamsNone {
		o.add("params", p.ref(c.Params))
	}
	o.flag("optional", c.ParamsPresence == lower.ParamsOptional)
	o.flag("positions", c.Positions)
	o.flag("notify", c.Shape == lower.NotificationShape)
	return o
}

func (p *plan) callGuard(c *lower.Call) string {
	params := ""
	switch c.ParamsPresence {
	case lower.ParamsNone:
		params = "v.params === undefined"
	case lower.ParamsRequired:
		params = p.shape(c.Of.Params).guard("v.params", depth{inner: 1})
	case lower.ParamsOptional:
		params = p.absentOr(c.Of.Params, "v.params", depth{inner: 1})
	}
	if c.Shape == lower.NotificationShape && p.idMakesRequest() {
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

// shellGuard returns whether the members of every message are in order.
func (p *plan) shellGuard() string {
	d := &p.rows.Dialect
	conds := []string{isObject}
	add := func(cond string) {
		if cond != "" {
			conds = append(conds, cond)
		}
	}
	add(versionCond(d))
	if s := d.Shapes; s != nil {
		add(fmt.Sprintf("%s === (v.method === undefined ? %s : v.id === undefined ? %s : %s)", access(s.Key), quote(s.Response), quote(s.Notification), quote(s.Request)))
	} else {
		add(answerFirst(d.Precedence))
	}
	for i := range d.Members {
		add(p.fieldGuard(&d.Members[i], depth{inner: 1}))
	}
	add(ownOnly)
	if line := "  return " + allOfOne(conds) + ";\n"; len(line) <= 140 {
		return line
	}
	return allOf(conds)
}

// answerFirst holds unless a call has a result or an error that makes it a
// response; "" where nothing does.
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

// versionCond is what must hold of the member jsonrpc; "" when it may be any.
func versionCond(d *lower.Dialect) string {
	is := "v.jsonrpc === " + quote(d.JSONRPC)
	return [...]string{
		lower.MemberRequired: is, lower.MemberOptional: "(v.jsonrpc === undefined || " + is + ")",
		lower.MemberAny: "v.jsonrpc !== undefined", lower.MemberIgnored: "",
	}[d.ReadJSONRPC]
}

// idGuard returns whether v is an id.
func (p *plan) idGuard() string {
	var conds []string
	if p.rows.Dialect.StringID {
		conds = append(conds, `typeof v === "string"`)
	}
	if p.rows.Dialect.IntegerID {
		conds = append(conds, "integer(v)")
	}
	return strings.Join(conds, " || ")
}
