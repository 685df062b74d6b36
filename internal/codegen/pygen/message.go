package pygen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// hasMessages reports whether there are JSON-RPC messages.
func (p *plan) hasMessages() bool { return len(p.rows.Calls) > 0 }

// answers are the classes of the runtime for messages of no declared method.
var answers = []string{"Response", "Failure", "UnknownRequest", "UnknownNotification"}

// nameMessages names the classes of messages that every package has. What is named after the types of
// the spec keeps its name.
func (p *plan) nameMessages() {
	if !p.hasMessages() {
		return
	}
	all := p.proto.MessageNames()
	p.message, p.sides = all.Any, all.Sent
	p.shared = map[string]string{}
	for _, name := range append([]string{"Request", "Notification", "ErrorObject", "IgnoredMessage"}, answers...) {
		if p.shared[name] = name; !p.scope.Free(name) {
			p.shared[name] = "JSONRPC" + name
		}
		p.scope.Keep(p.shared[name], "a class of messages")
	}
	p.scope.Keep(p.message, "a message of either side")
	for _, side := range p.sides {
		p.scope.Keep(side, "a message of one side")
	}
}

// ofRuntime is a class of messages of the runtime, under the name that it has in the package.
func (a *annotator) ofRuntime(name string) string {
	if as := a.shared[name]; as != name {
		a.imports.use(messageModule, name+" as "+as)
		return as
	}
	return a.imports.use(messageModule, name)
}

// messages are the classes of messages, and the aliases of those of both sides and of each.
func (a *annotator) messages(m *module) {
	if !a.hasMessages() {
		return
	}
	for i := range a.rows.Calls {
		m.messages = append(m.messages, a.messageClass(&a.rows.Calls[i]))
	}
	all := a.messageUnion(a.message, "Any message, of either side.", lower.FromBoth)
	m.sides = append(m.sides, all)
	for i, side := range []lower.From{lower.FromClient, lower.FromAgent} {
		doc := fmt.Sprintf("A message that the %s may send.", docText(a.proto.Roles[i]))
		m.sides = append(m.sides, a.messageUnion(a.sides[i], doc, side))
	}
	a.imports.use(typingModule, "TypeAlias")
}

func (a *annotator) messageUnion(name, doc string, from lower.From) aliasView {
	v := aliasView{Name: name, Doc: []string{doc}}
	for i := range a.rows.Calls {
		if c := &a.rows.Calls[i]; c.SentBy(from) {
			v.Arms = append(v.Arms, a.methods[c.Of])
		}
	}
	for _, name := range answers {
		v.Arms = append(v.Arms, a.ofRuntime(name))
	}
	if a.rows.Dialect.Ignores {
		v.Arms = append(v.Arms, a.ofRuntime("IgnoredMessage"))
	}
	return v
}

// messageClass is the class of the messages of one method.
func (a *annotator) messageClass(c *lower.Call) classView {
	v := classView{Name: a.methods[c.Of], Doc: saidDocs(&c.Of.Meta, words.CallRemarks(a.proto, c.Of, nil)...)}
	if len(v.Doc) == 0 {
		v.Doc = []string{"A message of the method " + docText(code(c.Method)) + "."}
	}
	v.Constants = append(v.Constants, constantView{
		"method", a.imports.use(typingModule, "ClassVar") + "[" + a.oneOf([]string{quote(c.Method)}) + "]", quote(c.Method),
	})
	base := "Notification"
	if c.Shape == lower.RequestShape {
		base = "Request"
		typ := a.idType()
		v.Members = append(v.Members, memberView{Name: "id", Type: typ, Param: typ})
	}
	v.Base, v.Inherits = a.ofRuntime(base), true
	params := memberView{Name: "params", Type: "None", Param: "None = None"}
	if c.Params != lower.NoType {
		params.Type, params.Param = a.params(c)
		v.hide("params", a.logOf(c.Params))
		if a.isGeneric(c) {
			v.Var = typeVar{"_" + strings.TrimSuffix(v.Name, "Message") + "Params", a.typ(c.Of.Params)}
			for _, name := range []string{"Generic", "TYPE_CHECKING", "TypeVar"} {
				a.imports.use(typingModule, name)
			}
		}
	}
	v.Members = append(v.Members, params)
	if len(a.rows.Dialect.MembersOf(c.Shape)) == 0 {
		v.Members = append(v.Members, memberView{Name: "members", Value: "{}"})
	} else {
		for _, f := range a.rows.Dialect.MembersOf(c.Shape) {
			if a.logOf(f.Type) != model.LogAll {
				v.hide("members", logKind)
				break
			}
		}
		typ := "dict[str, " + a.imports.use(typingModule, "Any") + "]"
		v.Members = append(v.Members, memberView{
			Name: "members", Type: typ, Param: typ + " | None = None", Doc: []string{"Further members of the message, by their names in it."},
			Value: "{} if members is None else members",
		})
	}
	return v
}

// isGeneric reports whether a request may have params of several types, and the result depends on
// them.
func (p *plan) isGeneric(c *lower.Call) bool {
	if c.Answer != lower.AnswerByVariant {
		return false
	}
	u := p.rows.At(c.Params).Union
	return len(u.Cases) > 1 || p.unknown[u.Of] != ""
}

// params are the type of the params of a call, and that with a default.
func (a *annotator) params(c *lower.Call) (typ, param string) {
	typ = a.typ(c.Of.Params)
	switch {
	case c.ParamsPresence != lower.ParamsOptional:
		return typ, typ
	case a.rows.Reads(c.Params).Has(model.NullValue):
		typ += " | " + a.imports.use(valueModule, "Unset")
		return typ, typ + " = " + a.imports.use(valueModule, "UNSET")
	}
	return orNone(typ), orNone(typ) + " = None"
}

// idType is the type of ids.
func (p *plan) idType() string {
	var out []string
	if p.rows.Dialect.StringID {
		out = append(out, "str")
	}
	if p.rows.Dialect.IntegerID {
		out = append(out, "int")
	}
	return strings.Join(out, " | ")
}
