package tsgen

import (
	"fmt"
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
	return append(out, p.responseDecl(), p.responseErrorDecl(), p.unknownMessageDecl())
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
	return d
}

// shellMembers puts members into the order of the dialect, with jsonrpc.
func (p *plan) shellMembers(members map[string]memberView) []memberView {
	j := p.proto.Dialect.JSONRPC
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
	if m.Notify {
		members["id"] = memberView{Key: "id?", Type: "never"}
	}
	if m.Params != nil {
		params := memberView{Key: "params", Type: p.shape(m.Params).declare()}
		if m.ParamsOptional {
			params.Key += "?"
		}
		members["params"] = params
	}
	return declaration{Name: p.methods[m], Doc: docs(&m.Meta), Members: p.shellMembers(members)}
}

func (p *plan) responseDecl() declaration {
	idOfError := p.idType()
	if p.proto.Dialect.ID.NullOnError {
		idOfError += " | null"
	}
	absent := func(k string) memberView { return memberView{Key: k + "?", Type: "never"} }
	result := p.shellMembers(map[string]memberView{
		"id": {Key: "id", Type: p.idType()}, "method": absent("method"), "result": {Key: "result", Type: "unknown"}, "error": absent("error"),
	})
	failure := p.shellMembers(map[string]memberView{
		"id": {Key: "id", Type: idOfError}, "method": absent("method"), "result": absent("result"), "error": {Key: "error", Type: "ResponseError"},
	})
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
// method, or a notification's method with an id, which asks for an answer.
func (p *plan) unknownMessageDecl() declaration {
	params := memberView{Key: "params?", Type: "unknown"}
	other := p.shellMembers(map[string]memberView{
		"id": {Key: "id?", Type: p.idType()}, "method": {Key: "method", Type: unknownText}, "params": params,
	})
	d := declaration{
		Name: "UnknownMessage",
		Doc: []string{
			"A message that this version does not declare. One with an id asks for an answer; so does a declared",
			"notification that carries an id.",
		},
		Arms: []armView{{Type: objectType(other)}},
	}
	var notifications []string
	for _, m := range p.proto.Methods {
		if m.Notify {
			notifications = append(notifications, quote(m.Name))
		}
	}
	if len(notifications) > 0 {
		d.Arms = append(d.Arms, armView{Type: objectType(p.shellMembers(map[string]memberView{
			"id":     {Key: "id", Type: p.idType()},
			"method": {Key: "method", Type: strings.Join(notifications, " | ")},
			"params": params,
		}))})
	}
	return d
}

func objectType(members []memberView) string {
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = m.Key + ": " + m.Type
	}
	return "{ " + strings.Join(parts, "; ") + " }"
}
