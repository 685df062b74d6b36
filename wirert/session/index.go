package session

import "encoding/json"

// An index finds acts and rules.
type index struct {
	methods, events, requests map[string]int
	before                    map[int][]actRule // by request: the acts that come before its result
	settles                   map[int][]actRule // by act: the requests that it settles or cancels
	replays                   []int
	errors                    map[string]*ErrorRule
}

// An actRule is a rule of an act.
type actRule struct {
	act  int
	rule *Rule
}

func newIndex(r *Rules) *index {
	x := &index{
		methods: make(map[string]int), events: make(map[string]int), requests: make(map[string]int),
		before: make(map[int][]actRule), settles: make(map[int][]actRule), errors: make(map[string]*ErrorRule),
	}
	for i := range r.Acts {
		a := &r.Acts[i]
		names := [...]map[string]int{x.methods, x.events, x.requests}[a.Kind]
		names[a.Name] = i
		for _, was := range a.Was {
			if _, taken := names[was]; !taken {
				names[was] = i
			}
		}
		for j := range a.Rules {
			rule := &a.Rules[j]
			switch rule.Is {
			case OrderedBefore:
				for _, of := range rule.Acts {
					x.before[of] = append(x.before[of], actRule{i, rule})
				}
			case SettledBy, CancelledBy:
				x.settles[rule.Acts[0]] = append(x.settles[rule.Acts[0]], actRule{i, rule})
			case Replay:
				x.replays = append(x.replays, i)
			}
		}
	}
	for i := range r.Errors {
		x.errors[r.Errors[i].Name] = &r.Errors[i]
	}
	return x
}

// actsOf are the acts that a request or a notification is: its method, and the event
// or the request in its params. An undeclared method is none.
func (m *Machine) actsOf(msg *Message) []int {
	a, declared := m.index.methods[msg.Method]
	if !declared || m.rules.Acts[a].Request != (msg.ID != "") {
		return nil
	}
	out := []int{a}
	act := &m.rules.Acts[a]
	if (act.Events || act.Asks) && msg.Params != nil {
		var tag string
		if text := msg.Params(m.rules.Tag); text != nil && json.Unmarshal(text, &tag) == nil {
			if i, ok := m.index.events[tag]; ok && act.Events {
				out = append(out, i)
			} else if i, ok := m.index.requests[tag]; ok && act.Asks {
				out = append(out, i)
			}
		}
	}
	return out
}

func (a *Act) has(kind RuleKind) bool {
	for i := range a.Rules {
		if a.Rules[i].Is == kind {
			return true
		}
	}
	return false
}

func (m *Machine) name(a int) string { return quote(m.rules.Acts[a].Name) }

func quote(s string) string { return `"` + s + `"` }
