package syntax

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// A SessionRules is a group of rules for when an element may be sent and what its
// sending does. An element may have several groups, each with its own error.
type SessionRules struct {
	Of   Word        // the element: a method, an event or a request
	Span source.Span // of the group

	Once                     Word // open or session
	During, NotDuring, After []Word
	OrderedBefore            []Word
	SettledBy                *Settling
	Cancel                   *Cancel
	Timeout                  Word // a number of seconds, the path of one, or unstated
	Resend                   Word // handshake or always
	Replay, Ends             bool

	Error    Word // answers a request that breaks a rule of the group
	Enforced Word // sender, receiver or advisory
	Doc      Word

	Keys  map[string]source.Span // the keys that the group has
	Empty bool                   // it has no rule, which was reported
}

// A Settling is the message that ends a request without a response, or the request
// whose answer does.
type Settling struct {
	Span source.Span
	By   Word
	ID   Word // the path of the request's id in it; zero: it ends every open request of the element
}

// A Cancel is how a request is cancelled.
type Cancel struct {
	Span     source.Span
	Never    bool // it cannot be cancelled
	By       Word // a method
	ID       Word // the path of the request's id in it; zero: it cancels every open request of the element
	Answered Word // what answers a cancelled request: result, none, or the name of an error
}

// session reads the rules of elements, by name. Each has a group of rules, or a list
// of groups.
func (p *parser) session(n *Node) []*SessionRules {
	if !p.want(n, Map, "session") {
		return nil
	}
	var out []*SessionRules
	for _, pair := range n.Pairs {
		of := p.name(pair.Key, "the name of an element")
		groups, at := []*Node{pair.Value}, func(*Node) source.Span { return of.Span }
		if pair.Value.Kind == List {
			groups, at = pair.Value.Items, p.head
		}
		for _, group := range groups {
			if rules := p.sessionRules(of, group, at(group)); rules != nil {
				out = append(out, rules)
			}
		}
	}
	return out
}

// aside are the keys of a group that are not rules.
var aside = []string{"error", "enforced", "doc"}

// ruleWords are other words for rules, with what to write.
var ruleWords = map[string]string{
	"before":        "write ordered_before if it comes between a request and its result, or write after in the rules of the other element",
	"ordered_after": "write after", "requires": "write after", "needs": "write after", "depends_on": "write after", "follows": "write after",
	"while": "write during", "within": "write during", "only_during": "write during", "unless": "write not_during", "not_while": "write not_during",
	"cancelled_by": "write cancel: {by: METHOD}", "cancel_by": "write cancel: {by: METHOD}", "cancelable": "write cancel: {by: METHOD}",
	"retry": "write resend: always", "expires": "write timeout with a number of seconds", "deadline": "write timeout with a number of seconds",
	"first": "write first: true in negotiation", "gate": "write gate where the element is declared", "errors": "write error with one name; another group of rules may have another one",
}

// ruleForm says how to write a group of rules that is a single value.
func ruleForm(n *Node) string {
	switch n.Text {
	case "once":
		return "write {once: open}"
	case "replay", "ends":
		return "write {%s: true}"
	case "resend":
		return "write {resend: always}"
	}
	return "write {during: %s}, or another rule"
}

// sessionRules reads a group of rules, which is at the place at.
func (p *parser) sessionRules(of Word, n *Node, at source.Span) *SessionRules {
	m := p.mapping(n, fmt.Sprintf("the rules of %q", of.Text), at, ruleForm(n))
	if m == nil {
		return nil
	}
	m.elsewhere = ruleWords
	out := &SessionRules{Of: of, Span: at, Keys: map[string]source.Span{}}
	get := func(name string) *Node {
		key, value := m.pair(name)
		if key != nil {
			out.Keys[name] = key.Span
		}
		return value
	}
	out.Once = p.once(get("once"))
	out.During = p.oneOrMore(get("during"), "during")
	out.NotDuring = p.oneOrMore(get("not_during"), "not_during")
	out.After = p.oneOrMore(get("after"), "after")
	out.OrderedBefore = p.oneOrMore(get("ordered_before"), "ordered_before")
	out.SettledBy = p.settling(get("settled_by"), out.Keys["settled_by"])
	out.Cancel = p.cancel(get("cancel"), out.Keys["cancel"])
	out.Timeout = p.word(get("timeout"), "timeout")
	out.Resend = p.choice(get("resend"), "resend", "handshake", "always")
	out.Replay = p.boolean(get("replay"), "replay")
	out.Ends = p.boolean(get("ends"), "ends")
	if out.Empty = len(out.Keys) == 0 && slices.IndexFunc(n.Pairs, func(pair Pair) bool { return !slices.Contains(aside, p.meant(pair.Key)) }) < 0; out.Empty {
		m.missingOne(m.what+" are empty", "write {during: METHOD}, or another rule", "once", "during", "not_during", "after", "ordered_before",
			"settled_by", "cancel", "timeout", "resend", "replay", "ends")
	}
	out.Error = p.name(get("error"), "error")
	out.Enforced = p.choice(get("enforced"), "enforced", "sender", "receiver", "advisory")
	out.Doc = p.doc(get("doc"), "doc")
	m.done()
	return out
}

// once reads how often an element may be sent.
func (p *parser) once(n *Node) Word {
	if n != nil && n.Kind == Scalar && n.Text == "true" {
		p.report.Add(diag.ChoiceUnknown, n.Span, `once must be open or session, not "true"`).WithHelp("write session if it may be sent once, or open if one may be open at a time").
			Writes("session").Writes("open")
		return Word{}
	}
	return p.choice(n, "once", "open", "session")
}

// oneOrMore reads a name, or a list of names.
func (p *parser) oneOrMore(n *Node, what string) []Word {
	if n == nil || n.Kind != Scalar {
		list := p.words(n, what)
		if n != nil && n.Kind == List && len(n.Items) == 0 {
			p.report.Add(diag.YAMLEmptyValue, n.Span, what+" is empty").WithHelp("write a name")
		}
		return list
	}
	if w := p.name(n, what); !w.IsZero() {
		return []Word{w}
	}
	return nil
}

func (p *parser) settling(n *Node, key source.Span) *Settling {
	if n == nil {
		return nil
	}
	m := p.mapping(n, "settled_by", key, "write settled_by: {by: %s}")
	if m == nil {
		return nil
	}
	out := &Settling{Span: key, By: p.name(m.need("by", "write settled_by: {by: Settled, id: payload.request_id}"), "by"), ID: p.name(m.get("id"), "id")}
	m.done()
	return out
}

func (p *parser) cancel(n *Node, key source.Span) *Cancel {
	if n == nil {
		return nil
	}
	out := &Cancel{Span: key}
	if n.Kind == Scalar {
		if !slices.Contains([]string{"never", "false", "no", "none"}, n.Text) {
			p.report.Add(diag.ChoiceUnknown, n.Span, fmt.Sprintf("cancel must be never or a map, not %q", n.Text)).WithHelp("write cancel: {by: METHOD}, with the method that cancels it, or cancel: never")
			return out
		}
		out.Never = p.choice(n, "cancel", "never").Text == "never"
		return out
	}
	m := p.mapping(n, "cancel", key)
	if m == nil {
		return nil
	}
	out.By = p.name(m.need("by", "name the method that cancels it, or write cancel: never"), "by")
	out.ID = p.name(m.get("id"), "id")
	out.Answered = p.name(m.get("answered"), "answered")
	m.done()
	return out
}
