package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/lower"
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
func (p *plan) messageDecls() []declaration {
	if !p.hasMessages() {
		return nil
	}
	out := []declaration{p.messageUnion("Message", "Any JSON-RPC message, of either side.", lower.FromBoth)}
	for i, role := range p.proto.Roles {
		out = append(out, p.messageUnion(p.sides[i], fmt.Sprintf("What the %s may send.", docText(role)), sides[i]))
	}
	for i := range p.rows.Calls {
		out = append(out, p.methodMessage(&p.rows.Calls[i]))
	}
	return append(out, p.responseDecl())
}

func (p *plan) messageUnion(name, doc string, from lower.From) declaration {
	d := declaration{Name: name, Doc: []string{doc}, Tall: true}
	for _, c := range p.rows.Calls {
		if c.SentBy(from) {
			d.Arms = append(d.Arms, armView{Type: p.methods[c.Of]})
		}
	}
	d.Arms = append(d.Arms, armView{Type: "Response"}, armView{Type: "UnknownMessage"})
	if p.rows.Dialect.Ignores {
		d.Arms = append(d.Arms, armView{Type: "IgnoredMessage"})
	}
	return d
}

// shell adds to members those that every message has: jsonrpc, the word for its
// shape, and the further ones of the dialect, in whose order all of them stand.
func (p *plan) shell(shape lower.Shape, members ...memberView) []memberView {
	d := &p.rows.Dialect
	members = append(members, versionMember(d))
	if d.Shapes != nil {
		members = append(members, memberView{Key: key(d.Shapes.Key), Type: quote(d.Shapes.Value(shape))})
	}
	for i := range d.Members {
		members = append(members, p.fieldMember(&d.Members[i]))
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

// idMember is the member id of what has an answer, or is one.
func (p *plan) idMember() memberView {
	var types []string
	if p.rows.Dialect.StringID {
		types = append(types, "string")
	}
	if p.rows.Dialect.IntegerID {
		types = append(types, "number")
	}
	return memberView{Key: "id", Type: strings.Join(types, " | ")}
}

// never is a member that a message says it does not have, so that what carries
// one narrows away.
func never(name string) memberView { return memberView{Key: name + "?", Type: "never"} }

// methodMessage declares the message of one method.
func (p *plan) methodMessage(c *lower.Call) declaration {
	id := p.idMember()
	if c.Shape == lower.NotificationShape {
		id = never("id")
	}
	members := p.shell(c.Shape, id, memberView{Key: "method", Type: quote(c.Method)}, p.paramsMember(c))
	return declaration{Name: p.methods[c.Of], Doc: docs(&c.Of.Meta), Members: members}
}

// paramsMember is the member params of a message. One without params says so,
// so that { method, params } can be taken from any message.
func (p *plan) paramsMember(c *lower.Call) memberView {
	switch c.ParamsPresence {
	case lower.ParamsNone:
		return memberView{Key: "params?", Type: "undefined"}
	case lower.ParamsOptional:
		return memberView{Key: "params?", Type: p.shape(c.Of.Params).declare}
	default:
		return memberView{Key: "params", Type: p.shape(c.Of.Params).declare}
	}
}

func (p *plan) responseDecl() declaration {
	id, method, params := p.idMember(), never("method"), never("params")
	result := p.shell(lower.ResponseShape, id, method, params, memberView{Key: "result", Type: "unknown"}, never("error"))
	if p.rows.Dialect.NullIDOnError {
		id.Type += " | null"
	}
	failure := p.shell(lower.ResponseShape, id, method, params, never("result"), memberView{Key: "error", Type: "ResponseError"})
	return declaration{
		Name: "Response",
		Doc:  []string{"The answer to a request. Its result stays as it came until it is paired with its request."},
		Arms: []armView{{Type: objectType(result)}, {Type: objectType(failure)}},
	}
}

// unknownMessageDecl declares what is no message of a declared method: another
// method, or a notification's method with an id, where that asks for an answer.
// Such a notification has no type of its own: beside the notification itself it
// would keep the params from narrowing in a switch over methods.
func (p *plan) unknownMessageDecl() declaration {
	other := func(shape lower.Shape, id memberView) armView {
		method, params := memberView{Key: "method", Type: unknownText}, memberView{Key: "params?", Type: "unknown"}
		return armView{Type: objectType(p.shell(shape, id, method, params))}
	}
	d := declaration{Name: "UnknownMessage", Doc: []string{"A message that this version does not declare. One with an id asks for an answer."}}
	id := p.idMember()
	if p.rows.Dialect.Shapes == nil {
		id.Key += "?"
		d.Arms = []armView{other(lower.RequestShape, id)}
	} else {
		d.Arms = []armView{other(lower.RequestShape, id), other(lower.NotificationShape, never("id"))}
	}
	notifies := slices.ContainsFunc(p.rows.Calls, func(c lower.Call) bool { return c.Shape == lower.NotificationShape })
	if notifies && p.idMakesRequest() {
		d.Doc = []string{
			"A message that this version does not declare. One with an id asks for an answer. So does a declared notification",
			"that carries an id: no type of its method is right for it, so ask {@link isUnknownMessage} before you go by methods.",
		}
	}
	return d
}

// idMakesRequest reports whether a declared notification with an id is a request
// for something unknown.
func (p *plan) idMakesRequest() bool { return p.rows.Dialect.NotificationID == lower.IDMakesRequest }

func objectType(members []memberView) string {
	parts := each(members, func(m memberView) string { return m.Key + ": " + m.Type })
	return "{ " + strings.Join(parts, "; ") + " }"
}
