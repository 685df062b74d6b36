package lint

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// impossibleActs warns about the elements that the rules of the session never allow.
func impossibleActs(l *linter) {
	rules := make(map[model.Act][]*model.SessionRules)
	for _, r := range l.proto.Session {
		if r.Enforced != "advisory" {
			rules[*r.Of] = append(rules[*r.Of], r)
		}
	}
	possible := make(map[model.Act]bool)
	isPossible := func(a *model.Act) bool { return rules[*a] == nil || possible[*a] }
	for grown := true; grown; {
		grown = false
		for act, groups := range rules {
			if !possible[act] && allowed(groups, isPossible) {
				possible[act], grown = true, true
			}
		}
	}
	reported := make(map[model.Act]bool)
	for _, r := range l.proto.Session {
		if !isPossible(r.Of) && !reported[*r.Of] {
			reported[*r.Of] = true
			l.warn(r.Span, fmt.Sprintf("the rules of the session never allow %q", r.Of.Name()), "remove one of its rules during, not_during and after")
		}
	}
}

// allowed reports whether each of some groups of rules can be kept by a message, if
// those for which isPossible is true can be sent.
func allowed(groups []*model.SessionRules, isPossible func(*model.Act) bool) bool {
	var excluded []*model.Act
	for _, g := range groups {
		excluded = append(excluded, g.NotDuring...)
	}
	isOpen := func(a *model.Act) bool {
		return isPossible(a) && !slices.ContainsFunc(excluded, func(x *model.Act) bool { return *x == *a })
	}
	for _, g := range groups {
		if len(g.During) > 0 && !slices.ContainsFunc(g.During, isOpen) || len(g.After) > 0 && !slices.ContainsFunc(g.After, isPossible) {
			return false
		}
	}
	return true
}

// unsaidLimit warns about a limit of the length of messages that no handshake says.
func unsaidLimit(l *linter) {
	if at := l.proto.Dialect.MaxFromAt; !at.IsZero() && l.proto.Negotiation == nil {
		l.warn(at, "this capability replaces max_bytes after the handshake, but the spec has no handshake", "declare it: negotiation: {method: …}")
	}
}
