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
		out = append(out, e.messageUnion(e.sides[i], fmt.Sprintf("A message that the %s may send.", docText(role)), sides[i]))
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
	d.Arms = append(d.Arms, armView{Type: e.told("Response", lower.ResponseShape)}, armView{Type: e.message("UnknownMessage")})
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
		method := memberView{Key: key(e.rows.Dialect.NamesOf(c.Shape).Method), Type: quote(c.Method)}
		return e.told(e.methods[c.Of], c.Shape, method)
	}
	return e.methods[c.Of]
}

// told is what is written of a message among others, which members tell it from: its tag,
// too, if that says what the members are called.
func (e *declarations) told(name string, shape lower.Shape, members ...memberView) string {
	if d := &e.rows.Dialect; e.written && d.Named() {
		members = slices.Insert(members, 0, tagMember(d, shape))
	}
	return e.withMembers(e.message(name), members)
}

// tagMember is the member that says what a message is.
func tagMember(d *lower.Dialect, shape lower.Shape) memberView {
	return memberView{Key: key(d.Shapes.Key), Type: quote(d.Shapes.Value(shape))}
}

// messageMembers adds the members of every message: jsonrpc, the tag member, and the further
// ones of the dialect, in the order of the dialect.
func (e *declarations) messageMembers(shape lower.Shape, members ...memberView) []memberView {
	d := &e.rows.Dialect
	optional := ""
	if e.written {
		optional = "?"
	}
	if !d.Named() {
		version := versionMember(d)
		if e.written && fillsVersion(d) {
			version.Key = "jsonrpc?"
		}
		members = append(members, version)
	}
	if d.Shapes != nil {
		tag := tagMember(d, shape)
		tag.Key += optional
		members = append(members, tag)
	}
	own := d.MembersOf(shape)
	for i := range own {
		if e.written {
			members = append(members, e.inputMember(&own[i]))
		} else {
			members = append(members, e.fieldMember(&own[i]))
		}
	}
	order := d.Order
	if d.Named() {
		order = each(d.Slots(shape), func(s lower.Slot) string { return s.Key })
	}
	place := func(m memberView) int {
		return slices.IndexFunc(order, func(name string) bool { return strings.TrimSuffix(m.Key, "?") == key(name) })
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
func (e *declarations) idMember(name string) memberView {
	var types []string
	if e.rows.Dialect.StringID {
		types = append(types, "string")
	}
	if e.rows.Dialect.IntegerID {
		types = append(types, "number")
	}
	return memberView{Key: key(name), Type: strings.Join(types, " | ")}
}

// never is a member that a message must not have, so that narrowing can exclude the
// message.
func never(name string) memberView { return memberView{Key: name + "?", Type: "never"} }

// methodMessage declares the message of one method.
func (e *declarations) methodMessage(c *lower.Call) declaration {
	names := e.rows.Dialect.NamesOf(c.Shape)
	method := memberView{Key: key(names.Method), Type: quote(c.Method)}
	if e.written {
		method.Key += "?"
	}
	members := []memberView{method, e.paramsMember(c, names.Params)}
	switch {
	case c.Shape == lower.RequestShape:
		members = append(members, e.idMember(names.ID))
	case !e.rows.Dialect.Named():
		members = append(members, never("id"))
	}
	return declaration{Name: e.methods[c.Of], Doc: e.callDocs(c.Of, nil), Members: e.messageMembers(c.Shape, members...)}
}

// paramsMember is the member params of a message. It is declared for messages without
// params as well, so that { method, params } can be destructured from any message.
func (e *declarations) paramsMember(c *lower.Call, name string) memberView {
	typ := e.typ
	if e.written {
		typ = e.input
	}
	switch c.ParamsPresence {
	case lower.ParamsNone:
		return memberView{Key: key(name) + "?", Type: "undefined"}
	case lower.ParamsOptional:
		return memberView{Key: key(name) + "?", Type: typ(c.Of.Params)}
	default:
		return memberView{Key: key(name), Type: typ(c.Of.Params)}
	}
}

func (e *declarations) responseDecl() declaration {
	if e.rows.Dialect.Named() {
		return e.namedResponse()
	}
	id, method, params := e.idMember("id"), never("method"), never("params")
	result := e.messageMembers(lower.ResponseShape, id, method, params, memberView{Key: "result", Type: "unknown"}, never("error"))
	e.orNoID(&id)
	failure := e.messageMembers(lower.ResponseShape, id, method, params, never("result"), memberView{Key: "error", Type: "ResponseError"})
	return declaredResponse(result, failure)
}

// orNoID lets the id of an error be null or missing, as the dialect has it.
func (e *declarations) orNoID(id *memberView) {
	switch d := &e.rows.Dialect; {
	case d.NullIDOnError:
		id.Type += " | null"
	case d.WritesNoID():
		id.Key += "?"
	}
}

func declaredResponse(result, failure []memberView) declaration {
	return declaration{
		Name: "Response",
		Doc:  []string{"The response to a request. Its result is preserved verbatim until it is paired with its request."},
		Arms: []armView{{Type: objectType(result)}, {Type: objectType(failure)}},
	}
}

// bareMethods are the names of the methods whose responses may have no result.
func (p *plan) bareMethods() []string {
	var out []string
	for _, c := range p.rows.Calls {
		if c.ResultOptional {
			out = append(append(out, c.Method), c.FormerNames...)
		}
	}
	return out
}

// orNone is the type of a result in a declaration, or undefined if there may be none.
func orNone(c *lower.Call, typ string) string {
	if c.ResultOptional {
		return typ + " | undefined"
	}
	return typ
}

// namedResponse declares the response of a dialect whose shapes name their members.
func (e *declarations) namedResponse() declaration {
	n := e.rows.Dialect.NamesOf(lower.ResponseShape)
	id := e.idMember(n.ID)
	result, failure := []memberView{id, {Key: key(n.Result), Type: "unknown"}}, []memberView{id}
	if e.rows.ResultsAreOptional() {
		result[1].Key += "?"
	}
	e.orNoID(&failure[0])
	if n.Method != "" {
		method := memberView{Key: key(n.Method), Type: "string"}
		result, failure = append(result, method), append(failure, method)
	}
	if n.OK == "" {
		result = append(result, never(key(n.Error)))
		failure = append(failure, never(key(n.Result)), memberView{Key: key(n.Error), Type: "ResponseError"})
	} else {
		result = append(result, memberView{Key: key(n.OK), Type: "true"}, never(key(n.Words)))
		failure = append(failure, memberView{Key: key(n.OK), Type: "false"}, memberView{Key: key(n.Words), Type: "string"},
			memberView{Key: key(n.Data) + "?", Type: "unknown"})
	}
	return declaredResponse(e.messageMembers(lower.ResponseShape, result...), e.messageMembers(lower.ResponseShape, failure...))
}

// unknownMessageDecl declares the messages without a type of a method: those of other
// methods, and those of a notification with an id if that makes a request. A separate
// type for such a notification would prevent a switch over methods from narrowing the
// params.
func (e *declarations) unknownMessageDecl() declaration {
	d := declaration{
		Name: "UnknownMessage", Doc: []string{"A message of an undeclared method. One with an id is a request."},
		Arms: e.undeclaredArms(unknownText),
	}
	x := e.rows.Dialect.Extensions
	switch {
	case x != nil && e.written:
		d.Arms = append(d.Arms, e.undeclaredArms(extensionText(x))...)
	case x != nil:
		d.Arms = append(d.Arms, armView{Type: "ExtensionMessage"})
	}
	if e.rows.Dialect.Named() {
		d.Doc = []string{"A message of an undeclared method."}
		return d
	}
	notifies := slices.ContainsFunc(e.rows.Calls, func(c lower.Call) bool { return c.Shape == lower.NotificationShape })
	if notifies && e.idMakesRequest() {
		d.Doc = []string{
			"A message of an undeclared method, or a declared notification with an id. One with an id is a request.",
			"No other type describes a notification with an id: call {@link isUnknownMessage} before a switch over methods.",
		}
	}
	return d
}

// undeclaredArms are the types of messages whose method is undeclared, and of a type.
func (e *declarations) undeclaredArms(method string) []armView {
	if e.rows.Dialect.Named() {
		var out []armView
		for _, shape := range unknownShapes {
			out = append(out, e.namedUnknown(shape, method))
		}
		return out
	}
	other := func(shape lower.Shape, id memberView) armView {
		method, params := memberView{Key: "method", Type: method}, memberView{Key: "params?", Type: "unknown"}
		return armView{Type: objectType(e.messageMembers(shape, id, method, params))}
	}
	id := e.idMember("id")
	if e.rows.Dialect.Shapes == nil {
		id.Key += "?"
		return []armView{other(lower.RequestShape, id)}
	}
	return []armView{other(lower.RequestShape, id), other(lower.NotificationShape, never("id"))}
}

// namedUnknown is the type of the messages of a shape that names their members, whose
// method is undeclared, and of a type.
func (e *declarations) namedUnknown(shape lower.Shape, method string) armView {
	n := e.rows.Dialect.NamesOf(shape)
	members := []memberView{{Key: key(n.Method), Type: method}, {Key: key(n.Params) + "?", Type: "unknown"}}
	if n.ID != "" {
		members = append(members, e.idMember(n.ID))
	}
	members = e.messageMembers(shape, members...)
	members[0] = tagMember(&e.rows.Dialect, shape) // which writers cannot fill in
	return armView{Type: objectType(members)}
}

// unknownShapes are the shapes of messages of undeclared methods.
var unknownShapes = []lower.Shape{lower.RequestShape, lower.NotificationShape}

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
	Names        callNames
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
