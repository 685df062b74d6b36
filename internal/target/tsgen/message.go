package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// hasMessages reports whether there are JSON-RPC messages.
func (p *plan) hasMessages() bool { return len(p.rows.Calls) > 0 }

// messageTypes are the names of all JSON-RPC messages that have functions.
func (p *plan) messageTypes() []string {
	if !p.hasMessages() {
		return nil
	}
	out := []string{"Message", p.sides[0], p.sides[1]}
	for _, c := range p.rows.Calls {
		out = append(out, p.methods[c.Of])
	}
	return append(out, "Response", "UnknownMessage")
}

// messageDecls declare the messages that depend on the spec.
func (e *declarations) messageDecls() []declaration {
	if !e.hasMessages() {
		return nil
	}
	out := []declaration{e.messageUnion("Message", "Any JSON-RPC message, of either side.", lower.FromBoth)}
	for i, role := range e.proto.Roles {
		out = append(out, e.messageUnion(e.sides[i], fmt.Sprintf("What the %s may send.", docText(role)), sides[i]))
	}
	for i := range e.rows.Calls {
		out = append(out, e.methodMessage(&e.rows.Calls[i]))
	}
	return append(out, e.responseDecl())
}

func (e *declarations) messageUnion(name, doc string, from lower.From) declaration {
	d := declaration{Name: name, Doc: []string{doc}, Tall: true}
	for _, c := range e.rows.Calls {
		if c.SentBy(from) {
			d.Arms = append(d.Arms, armView{Type: e.callArm(&c)})
		}
	}
	d.Arms = append(d.Arms, armView{Type: e.message("Response")}, armView{Type: e.message("UnknownMessage")})
	if e.rows.Dialect.Ignores {
		d.Arms = append(d.Arms, armView{Type: "IgnoredMessage"})
	}
	return d
}

// message is the name of a message, or of what is written of it.
func (e *declarations) message(name string) string {
	if e.written {
		return e.inputOfMessage(name)
	}
	return name
}

// callArm is the message of a method among others, from which its method tells it.
func (e *declarations) callArm(c *lower.Call) string {
	if e.written && e.callDiffers(c) {
		return e.message(e.methods[c.Of]) + " & " + objectType([]memberView{{Key: "method", Type: quote(c.Method)}})
	}
	return e.methods[c.Of]
}

// messageMembers adds the members of every message: jsonrpc, the tag member, and the further
// ones of the dialect, in the order of the dialect.
func (e *declarations) messageMembers(shape lower.Shape, members ...memberView) []memberView {
	d := &e.rows.Dialect
	version, optional := versionMember(d), ""
	if e.written {
		optional = "?"
		if fillsVersion(d) {
			version.Key = "jsonrpc?"
		}
	}
	members = append(members, version)
	if d.Shapes != nil {
		members = append(members, memberView{Key: key(d.Shapes.Key) + optional, Type: quote(d.Shapes.Value(shape))})
	}
	for i := range d.Members {
		if e.written {
			members = append(members, e.inputMember(&d.Members[i]))
		} else {
			members = append(members, e.fieldMember(&d.Members[i]))
		}
	}
	place := func(m memberView) int {
		return slices.IndexFunc(d.Order, func(name string) bool { return strings.TrimSuffix(m.Key, "?") == key(name) })
	}
	slices.SortFunc(members, func(a, b memberView) int { return place(a) - place(b) })
	return members
}

// versionMember is the member jsonrpc.
func versionMember(d *lower.Dialect) memberView {
	m := memberView{Key: "jsonrpc", Type: quote(d.JSONRPC)}
	if d.ReadJSONRPC == lower.MemberOptional || d.ReadJSONRPC == lower.MemberIgnored {
		m.Key += "?"
	}
	if d.ReadJSONRPC == lower.MemberAny || d.ReadJSONRPC == lower.MemberIgnored {
		m.Type = "unknown"
	}
	return m
}

// idMember is the member id of requests and responses.
func (e *declarations) idMember() memberView {
	var types []string
	if e.rows.Dialect.StringID {
		types = append(types, "string")
	}
	if e.rows.Dialect.IntegerID {
		types = append(types, "number")
	}
	return memberView{Key: "id", Type: strings.Join(types, " | ")}
}

// never is a member that a message must not have, so that narrowing can exclude the
// message.
func never(name string) memberView { return memberView{Key: name + "?", Type: "never"} }

// methodMessage declares the message of one method.
func (e *declarations) methodMessage(c *lower.Call) declaration {
	id := e.idMember()
	if c.Shape == lower.NotificationShape {
		id = never("id")
	}
	method := memberView{Key: "method", Type: quote(c.Method)}
	if e.written {
		method.Key = "method?"
	}
	members := e.messageMembers(c.Shape, id, method, e.paramsMember(c))
	return declaration{Name: e.methods[c.Of], Doc: docs(&c.Of.Meta), Members: members}
}

// paramsMember is the member params of a message. It is declared for messages without
// params as well, so that { method, params } can be destructured from any message.
func (e *declarations) paramsMember(c *lower.Call) memberView {
	typ := e.typ
	if e.written {
		typ = e.input
	}
	switch c.ParamsPresence {
	case lower.ParamsNone:
		return memberView{Key: "params?", Type: "undefined"}
	case lower.ParamsOptional:
		return memberView{Key: "params?", Type: typ(c.Of.Params)}
	default:
		return memberView{Key: "params", Type: typ(c.Of.Params)}
	}
}

func (e *declarations) responseDecl() declaration {
	id, method, params := e.idMember(), never("method"), never("params")
	result := e.messageMembers(lower.ResponseShape, id, method, params, memberView{Key: "result", Type: "unknown"}, never("error"))
	if e.rows.Dialect.NullIDOnError {
		id.Type += " | null"
	}
	failure := e.messageMembers(lower.ResponseShape, id, method, params, never("result"), memberView{Key: "error", Type: "ResponseError"})
	return declaration{
		Name: "Response",
		Doc:  []string{"The answer to a request. Its result is preserved verbatim until it is paired with its request."},
		Arms: []armView{{Type: objectType(result)}, {Type: objectType(failure)}},
	}
}

// unknownMessageDecl declares the messages without a type of a method: those of other
// methods, and those of a notification with an id if that makes a request. A separate
// type for such a notification would prevent a switch over methods from narrowing the
// params.
func (e *declarations) unknownMessageDecl() declaration {
	other := func(shape lower.Shape, id memberView) armView {
		method, params := memberView{Key: "method", Type: unknownText}, memberView{Key: "params?", Type: "unknown"}
		return armView{Type: objectType(e.messageMembers(shape, id, method, params))}
	}
	d := declaration{Name: "UnknownMessage", Doc: []string{"A message that this version does not declare. One with an id expects an answer."}}
	id := e.idMember()
	if e.rows.Dialect.Shapes == nil {
		id.Key += "?"
		d.Arms = []armView{other(lower.RequestShape, id)}
	} else {
		d.Arms = []armView{other(lower.RequestShape, id), other(lower.NotificationShape, never("id"))}
	}
	notifies := slices.ContainsFunc(e.rows.Calls, func(c lower.Call) bool { return c.Shape == lower.NotificationShape })
	if notifies && e.idMakesRequest() {
		d.Doc = []string{
			"A message that this version does not declare. One with an id expects an answer. So does a declared notification",
			"with an id, which no type of its method describes: call {@link isUnknownMessage} before a switch over methods.",
		}
	}
	return d
}

// idMakesRequest reports whether a declared notification with an id is an unknown
// request.
func (p *plan) idMakesRequest() bool { return p.rows.Dialect.NotificationID == lower.IDMakesRequest }

func objectType(members []memberView) string {
	parts := each(members, func(m memberView) string { return m.Key + ": " + m.Type })
	return "{ " + strings.Join(parts, "; ") + " }"
}

// senders are the roles that a call may come from.
func (p *plan) senders(from lower.From) []string {
	roles := each(p.proto.Roles[:], quote)
	switch from {
	case lower.FromClient:
		return roles[:1]
	case lower.FromAgent:
		return roles[1:]
	}
	return roles
}

// A sideView has the messages of one side.
type sideView struct {
	Name         string
	Sent, Others []string // names of methods: its own, and those that only the other side sends
}

func (p *plan) sideViews() []sideView {
	var out []sideView
	for i, from := range sides {
		out = append(out, sideView{
			Name:   p.sides[i],
			Sent:   p.methodNames(func(c *lower.Call) bool { return c.SentBy(from) }),
			Others: p.methodNames(func(c *lower.Call) bool { return !c.SentBy(from) }),
		})
	}
	return out
}

// sides are the two sides.
var sides = [...]lower.From{lower.FromClient, lower.FromAgent}

// methodNames are the names under which some calls are read.
func (p *plan) methodNames(of func(*lower.Call) bool) []string {
	var out []string
	for i := range p.rows.Calls {
		if c := &p.rows.Calls[i]; of(c) {
			out = append(append(out, c.Method), c.FormerNames...)
		}
	}
	return out
}
