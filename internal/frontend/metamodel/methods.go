package metamodel

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// roles are the two sides, as messageDirection names them.
var roles = []string{"client", "server"}

var directions = map[string]string{"clientToServer": "client", "serverToClient": "server", "both": "both"}

// A reporter is the notification that reports progress: its params have a token and any value.
type reporter struct {
	method string
	token  string // the type of the token, as text
}

// methods reads requests and notifications.
func (x *reader) methods(root *syntax.Node) {
	seen := map[string]bool{}
	var found []*draft.Method
	for _, list := range lists[3:] {
		for _, n := range items(root, list.key) {
			name := get(n, list.name)
			if name == nil || !name.Quoted || name.Text == "" || seen[name.Text] {
				x.fail(n, fmt.Sprintf("an item of %q has no %s of its own", list.key, list.name), "correct it")
				continue
			}
			seen[name.Text] = true
			m := &draft.Method{Place: draft.Place{Pointer: "#/" + list.key + "/" + escape(name.Text), Span: name.Span}, Name: name.Text, Notify: list.key == "notifications"}
			x.describe(&m.Meta, n, m.Place)
			x.method(m, n)
			found = append(found, m)
		}
	}
	x.spec.Methods = found
	x.asked = append([]*draft.Question{{
		Place: x.spec.Place, At: draft.AtSpec, Why: "the source does not say the name of the protocol, and in which frames its messages travel",
		Answers: []string{"{protocol: {name: my-protocol}, dialect: {framing: {kind: content-length}}}"},
	}}, x.asked...)
	for _, m := range found {
		if r := x.reporterOf(m); r != nil {
			x.token = r
		}
	}
	for i, n := range append(items(root, "requests"), items(root, "notifications")...) {
		if i < len(found) && !found[i].Notify {
			x.progress(found[i], n)
		}
	}
}

func (x *reader) method(m *draft.Method, n *syntax.Node) {
	base := names.Pascal(m.Name)
	from := directions[text(n, "messageDirection")]
	if m.From = from; from == "" {
		m.From, m.NoSide = "both", true
	}
	m.Params = x.params(n, m, base)
	if t := x.optional(n, "result", m.Pointer); t != nil && !m.Notify {
		m.Result = x.typ(t, base+"Result", nil)
	}
	if t := x.optional(n, "errorData", m.Pointer); t != nil {
		m.ErrorData = x.typ(t, base+"ErrorData", nil)
	}
	if t := x.optional(n, "registrationOptions", m.Pointer); t != nil {
		m.Options, m.As = x.typ(t, base+"Options", nil), text(n, "registrationMethod")
	} else if get(n, "registrationMethod") != nil {
		x.note(m.Place, "the method under which a peer registers is not said in the spec, because there are no options")
	}
	switch from {
	case "client":
		m.Gate = gate("server", text(n, "serverCapability"))
	case "server":
		m.Gate = gate("client", text(n, "clientCapability"))
	}
	m.NoResult = !m.Notify && m.Result == nil
	if m.NoSide {
		x.asked = append(x.asked, &draft.Question{
			Place: m.Place, At: "method " + m.Name, Was: m.Summary(), Why: "the source does not say which side sends the method",
			Answers: []string{"{from: both}", "{from: client}", "{from: server}"}, Keys: []string{"from"},
		})
	}
	if m.NoResult {
		x.asked = append(x.asked, &draft.Question{
			Place: m.Place, At: "method " + m.Name, Was: m.Summary(), Why: "the source does not say what answers the method",
			Answers: []string{"{result: any}", "{result: empty}", "{result: SomeType}", "{notify: true}"}, Keys: []string{"result", "notify"},
		})
		m.Result = &draft.Type{Place: m.Place}
	}
}

// gate is the capability of the receiver of a method.
func gate(role, path string) string {
	if path == "" {
		return ""
	}
	return role + "." + path
}

// optional reads the type under a key, or returns nil. It is refused if it refers to what is not
// there.
func (x *reader) optional(n *syntax.Node, key, at string) *typ {
	v := get(n, key)
	if v == nil {
		return nil
	}
	return x.checked(v, at+"/"+key)
}

// checked reads a type of a message. It is nil if that has faults.
func (x *reader) checked(n *syntax.Node, at string) *typ {
	before := len(x.report.All())
	t := x.parsed(n, at, 0)
	if len(x.report.All()) > before {
		return nil
	}
	return t
}

// params reads the params of a method: a type, or a list of types for an array.
func (x *reader) params(n *syntax.Node, m *draft.Method, base string) *draft.Type {
	v := get(n, "params")
	switch {
	case v == nil:
		return nil
	case v.Kind == syntax.List:
		out := &draft.Type{Place: draft.Place{Pointer: m.Pointer + "/params", Span: v.Span}, Kind: draft.Tuple, Part: true}
		for i, item := range v.Items {
			at := fmt.Sprintf("%s/params/%d", m.Pointer, i)
			if t := x.checked(item, at); t != nil {
				out.Items = append(out.Items, x.typ(t, fmt.Sprintf("%sParam%d", base, i+1), nil))
			}
		}
		return out
	}
	t := x.checked(v, m.Pointer+"/params")
	if t == nil || t.kind == kindBase && t.name == "null" {
		return nil
	}
	return x.typ(t, base+"Params", nil)
}

// reporterOf is a notification as a reporter of progress, or nil.
func (x *reader) reporterOf(m *draft.Method) *reporter {
	if !m.Notify || m.Params == nil || m.Params.Kind != draft.Ref || m.Params.To.Type.Kind != draft.Struct {
		return nil
	}
	r := &reporter{method: m.Name}
	value := false
	for _, f := range m.Params.To.Type.Fields {
		switch f.Name {
		case "token":
			r.token = f.Type.Expr()
		case "value":
			t := f.Type
			if t.Kind == draft.Ref {
				t = t.To.Resolved().Type
			}
			value = f.Required && t.Kind == draft.Any
		}
	}
	if !value || r.token == "" {
		return nil
	}
	return r
}

// progress says with which tokens a request is reported: the optional params of the type of the
// token. The one for partial results has their type.
func (x *reader) progress(m *draft.Method, n *syntax.Node) {
	partial := x.optional(n, "partialResult", m.Pointer)
	said := partial == nil
	if x.token != nil && m.Params != nil && m.Params.Kind == draft.Ref && m.Params.To.Type.Kind == draft.Struct {
		for _, f := range m.Params.To.Type.Fields {
			name, ok := strings.CutSuffix(f.Name, "Token")
			if !ok || f.Required || f.Type.Expr() != x.token.token {
				continue
			}
			p := draft.Progress{Name: name, Method: x.token.method, Token: "params." + f.Name, Member: "value"}
			switch {
			case strings.HasPrefix(name, "partial"):
				if partial == nil {
					continue
				}
				p.Name, said = "partial", true
				p.Payload = x.typ(partial, names.Pascal(m.Name)+"Partial", nil)
				m.Progress = append(m.Progress, p)
			default:
				p.Name = ""
				m.Progress = append([]draft.Progress{p}, m.Progress...)
			}
		}
	}
	if !said {
		x.note(m.Place, "the type of partial results is not said in the spec, because the params have no token for them")
	}
	if len(m.Progress) == 1 {
		m.Progress[0].Name = ""
	}
}
