package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// messageTypes are the names of all JSON-RPC messages that have functions.
func (p *plan) messageTypes() []string {
	if len(p.proto.Methods) == 0 {
		return nil
	}
	out := []string{"Message", p.sides[0], p.sides[1]}
	for _, m := range p.proto.Methods {
		out = append(out, p.methods[m])
	}
	return append(out, "Response", "UnknownMessage")
}

// hasBatch reports whether messages may stand in an array.
func (p *plan) hasBatch() bool { return len(p.proto.Methods) > 0 && p.proto.Dialect.Batch != nil }

// ignores reports whether there are messages that are accepted and mean nothing.
func (p *plan) ignores() bool {
	d := p.proto.Dialect
	return len(p.proto.Methods) > 0 && (d.BadID == "ignore" || d.Neither == "ignore")
}

// messageDecls declare the messages.
func (p *plan) messageDecls() []declaration {
	if len(p.proto.Methods) == 0 {
		return nil
	}
	out := []declaration{
		p.messageUnion("Message", "Any JSON-RPC message, of either side.", func(*model.Method) bool { return true }),
	}
	for side, name := range p.sides {
		doc := fmt.Sprintf("What the %s may send.", docText(p.proto.Roles[side]))
		out = append(out, p.messageUnion(name, doc, func(m *model.Method) bool { return sentBy(m, side) }))
	}
	for _, m := range p.proto.Methods {
		out = append(out, p.methodMessage(m))
	}
	out = append(out, p.responseDecl(), p.responseErrorDecl(), p.unknownMessageDecl())
	if p.ignores() {
		out = append(out, ignoredMessageDecl())
	}
	if p.hasBatch() {
		out = append(out, declaration{Name: "Batch", Doc: []string{"Several messages in one array."}, Alias: "Message[]"})
	}
	return out
}

func sentBy(m *model.Method, side int) bool {
	return m.From == model.FromBoth || (m.From == model.FromClient) == (side == 0)
}

func (p *plan) messageUnion(name, doc string, has func(*model.Method) bool) declaration {
	d := declaration{Name: name, Doc: []string{doc}, Tall: true}
	for _, m := range p.proto.Methods {
		if has(m) {
			d.Arms = append(d.Arms, armView{Type: p.methods[m]})
		}
	}
	d.Arms = append(d.Arms, armView{Type: "Response"}, armView{Type: "UnknownMessage"})
	if p.ignores() {
		d.Arms = append(d.Arms, armView{Type: "IgnoredMessage"})
	}
	return d
}

// shellMembers puts members into the order of the dialect, with jsonrpc, the
// word for the shape, and the further members of every message.
func (p *plan) shellMembers(members map[string]memberView, shape string) []memberView {
	j := p.proto.Dialect.JSONRPC
	if s := p.proto.Dialect.Shapes; s != nil {
		members[s.Tag] = memberView{Key: key(s.Tag), Type: shape}
	}
	for _, f := range p.proto.Dialect.Members {
		members[f.Name] = p.fieldMember(f)
	}
	switch j.Read {
	case model.ReadRequired:
		members["jsonrpc"] = memberView{Key: "jsonrpc", Type: quote(j.Value)}
	case model.ReadOptional:
		members["jsonrpc"] = memberView{Key: "jsonrpc?", Type: quote(j.Value)}
	case model.ReadAny:
		members["jsonrpc"] = memberView{Key: "jsonrpc", Type: "unknown"}
	default:
		members["jsonrpc"] = memberView{Key: "jsonrpc?", Type: "unknown"}
	}
	var out []memberView
	for _, k := range p.proto.Dialect.Order {
		if m, ok := members[k]; ok {
			out = append(out, m)
		}
	}
	return out
}

// shapes are the words for what a message is, as types; all empty where its
// members tell it.
func (p *plan) shapes() model.Shapes {
	s := p.proto.Dialect.Shapes
	if s == nil {
		return model.Shapes{}
	}
	return model.Shapes{Tag: s.Tag, Request: quote(s.Request), Response: quote(s.Response), Notification: quote(s.Notification)}
}

func (p *plan) idType() string {
	switch id := p.proto.Dialect.ID; {
	case id.String && id.Int:
		return "string | number"
	case id.Int:
		return "number"
	default:
		return "string"
	}
}

// methodMessage declares the message of one method. A notification says that
// it has no id, so that what carries one narrows away.
func (p *plan) methodMessage(m *model.Method) declaration {
	members := map[string]memberView{
		"id":     {Key: "id", Type: p.idType()},
		"method": {Key: "method", Type: quote(m.Name)},
	}
	word := p.shapes().Request
	if m.Notify {
		members["id"] = memberView{Key: "id?", Type: "never"}
		word = p.shapes().Notification
	}
	members["params"] = p.paramsMember(m)
	return declaration{Name: p.methods[m], Doc: docs(&m.Meta), Members: p.shellMembers(members, word)}
}

// paramsMember is the member params of a message. One without params says so,
// so that { method, params } can be taken from any message.
func (p *plan) paramsMember(m *model.Method) memberView {
	switch {
	case m.Params == nil:
		return memberView{Key: "params?", Type: "undefined"}
	case m.ParamsOptional:
		return memberView{Key: "params?", Type: p.shape(m.Params).declare()}
	default:
		return memberView{Key: "params", Type: p.shape(m.Params).declare()}
	}
}

func (p *plan) responseDecl() declaration {
	idOfError := p.idType()
	if p.proto.Dialect.ID.NullOnError {
		idOfError += " | null"
	}
	absent := func(k string) memberView { return memberView{Key: k + "?", Type: "never"} }
	result := p.shellMembers(map[string]memberView{
		"id": {Key: "id", Type: p.idType()}, "method": absent("method"), "params": absent("params"), "result": {Key: "result", Type: "unknown"}, "error": absent("error"),
	}, p.shapes().Response)
	failure := p.shellMembers(map[string]memberView{
		"id": {Key: "id", Type: idOfError}, "method": absent("method"), "params": absent("params"), "result": absent("result"), "error": {Key: "error", Type: "ResponseError"},
	}, p.shapes().Response)
	return declaration{
		Name: "Response",
		Doc:  []string{"The answer to a request. Its result stays as it came until it is paired with its request."},
		Arms: []armView{{Type: objectType(result)}, {Type: objectType(failure)}},
	}
}

func (p *plan) responseErrorDecl() declaration {
	return declaration{
		Name: "ResponseError",
		Doc:  []string{"Why a request has failed."},
		Members: []memberView{
			{Key: "code", Type: "number"},
			{Key: "message", Type: "string"},
			{Key: "data?", Type: "unknown"},
		},
	}
}

// unknownMessageDecl declares what is no message of a declared method: another
// method, or a notification's method with an id, where that asks for an answer.
// Such a notification has no type of its own: beside the notification itself it
// would keep the params from narrowing in a switch over methods.
func (p *plan) unknownMessageDecl() declaration {
	other := func(id memberView, word string) armView {
		return armView{Type: objectType(p.shellMembers(map[string]memberView{
			"id": id, "method": {Key: "method", Type: unknownText}, "params": {Key: "params?", Type: "unknown"},
		}, word))}
	}
	d := declaration{Name: "UnknownMessage", Doc: []string{"A message that this version does not declare. One with an id asks for an answer."}}
	if p.proto.Dialect.Shapes == nil {
		d.Arms = []armView{other(memberView{Key: "id?", Type: p.idType()}, "")}
	} else {
		d.Arms = []armView{
			other(memberView{Key: "id", Type: p.idType()}, p.shapes().Request),
			other(memberView{Key: "id?", Type: "never"}, p.shapes().Notification),
		}
	}
	if p.requestsNotifications() {
		d.Doc = []string{
			"A message that this version does not declare. One with an id asks for an answer. So does a declared notification",
			"that carries an id: no type of its method is right for it, so ask {@link isUnknownMessage} before you go by methods.",
		}
	}
	return d
}

// requestsNotifications reports whether a declared notification with an id is a
// request for something unknown.
func (p *plan) requestsNotifications() bool {
	return p.proto.Dialect.NotificationWithID == "request" &&
		slices.ContainsFunc(p.proto.Methods, func(m *model.Method) bool { return m.Notify })
}

// ignoredMessageDecl declares what holds a message that means nothing. It has
// none of the members of the others, so that none of them is taken for its own.
func ignoredMessageDecl() declaration {
	d := declaration{
		Name: "IgnoredMessage",
		Doc:  []string{"A message that is accepted and means nothing: nobody answers it, and no writer takes it."},
	}
	for _, k := range []string{"id", "method", "params", "result", "error"} {
		d.Members = append(d.Members, memberView{Key: k + "?", Type: "never"})
	}
	d.Members = append(d.Members, memberView{Doc: []string{"The message as it came."}, Key: "readonly raw", Type: "unknown"})
	return d
}

func objectType(members []memberView) string {
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = m.Key + ": " + m.Type
	}
	return "{ " + strings.Join(parts, "; ") + " }"
}
