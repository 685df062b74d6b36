package session

import (
	"encoding/json"
	"slices"
	"strings"
)

// An index resolves names in the Rules of a protocol to positions in Rules.Acts. It is made
// once, is not changed after that, and is shared by all machines.
type index struct {
	methods, events, requests map[string]int
	currentNames              map[string]int    // by current name, of any kind
	rules                     [][]rule          // by act
	gates                     []*gate           // by act; nil if it has none
	before                    map[int][]actRule // by request: the acts that must precede its result
	settles                   map[int][]actRule // by act: the requests it settles or cancels
	replays                   []int
	handshake                 int // -1 if there is none
	errors                    map[string]*ErrorRule
}

// A rule is a Rule with the positions of the acts that it names.
type rule struct {
	*Rule
	acts []int
}

// A gate is a Gate with its position, and that of the method that subscribes.
type gate struct {
	*Gate
	at, act int
}

// An actRule is a rule of an act.
type actRule struct {
	act  int
	rule *rule
}

func newIndex(r *Rules) *index {
	x := &index{
		methods: make(map[string]int), events: make(map[string]int), requests: make(map[string]int), currentNames: make(map[string]int),
		rules: make([][]rule, len(r.Acts)), gates: make([]*gate, len(r.Acts)), handshake: -1,
		before: make(map[int][]actRule), settles: make(map[int][]actRule), errors: make(map[string]*ErrorRule),
	}
	for i := range r.Acts {
		a := &r.Acts[i]
		names := x.named(a.Kind)
		names[a.Name], x.currentNames[a.Name] = i, i
		for _, was := range a.FormerNames {
			if _, taken := names[was]; !taken {
				names[was] = i
			}
		}
	}
	gates := make(map[string]*gate)
	for i := range r.Gates {
		g := &r.Gates[i]
		gates[g.Name] = &gate{Gate: g, at: i, act: x.methods[g.Method]}
	}
	if r.Handshake != nil {
		x.handshake = x.methods[r.Handshake.Method]
	}
	for i := range r.Acts {
		x.gates[i] = gates[r.Acts[i].Gate]
		x.addRules(i, r.Acts[i].Rules)
	}
	for i := range r.Errors {
		x.errors[r.Errors[i].Name] = &r.Errors[i]
	}
	return x
}

func (x *index) named(k Kind) map[string]int {
	return [...]map[string]int{x.methods, x.events, x.requests}[k]
}

// act returns the position of the act that a rule refers to by its current name.
func (x *index) act(name string) int {
	if i, ok := x.currentNames[name]; ok {
		return i
	}
	word, name, _ := strings.Cut(name, " ")
	return x.named(Kind(slices.Index(kindWords, word)))[name]
}

func (x *index) addRules(act int, rules []Rule) {
	list := make([]rule, len(rules))
	for i := range rules {
		r := &list[i]
		r.Rule = &rules[i]
		for _, name := range r.Acts {
			r.acts = append(r.acts, x.act(name))
		}
		switch r.Is {
		case OrderedBefore:
			for _, of := range r.acts {
				x.before[of] = append(x.before[of], actRule{act, r})
			}
		case SettledBy, CancelledBy:
			x.settles[r.acts[0]] = append(x.settles[r.acts[0]], actRule{act, r})
		case Replay:
			x.replays = append(x.replays, act)
		}
	}
	x.rules[act] = list
}

// actsOf returns the acts of a request or a notification: its method, and the event or request
// in its params. There are none if the method is undeclared.
func (m *Machine) actsOf(msg *Message) []int {
	a, declared := m.index.methods[msg.Method]
	if !declared || m.rules.Acts[a].Request != (msg.ID != "") {
		return nil
	}
	out := append(make([]int, 0, 2), a)
	act := &m.rules.Acts[a]
	if act.Events || act.Requests {
		if tag, known := m.tagOf(msg); known {
			if i, ok := m.index.events[tag]; ok && act.Events {
				out = append(out, i)
			} else if i, ok := m.index.requests[tag]; ok && act.Requests {
				out = append(out, i)
			}
		}
	}
	return out
}

// tagOf returns the tag of the event or request in the params of a message.
func (m *Machine) tagOf(msg *Message) (tag string, known bool) {
	if msg.Tag != "" || msg.Params == nil {
		return msg.Tag, msg.Tag != ""
	}
	var found string
	err := json.Unmarshal(msg.Params(m.rules.Tag), &found)
	return found, err == nil
}

// has reports whether an act has a rule of a kind.
func (x *index) has(act int, kind RuleKind) bool {
	return slices.ContainsFunc(x.rules[act], func(r rule) bool { return r.Is == kind })
}

func (m *Machine) name(a int) string { return quote(m.rules.Acts[a].Name) }

func quote(s string) string { return `"` + s + `"` }
