package pyapi

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// overloads reads the overloads of a function, each on a line.
func overloads(text string) []method {
	var out []method
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.Contains(line, ") -> ") {
			out = append(out, parseMethod(line))
		}
	}
	return out
}

// function compares a function: each call that an old overload allows goes to the first new one that
// takes its arguments.
func (c *comparer) function(o, n shape) []backend.Change {
	was, is := overloads(o.text), overloads(n.text)
	var out []backend.Change
	for _, s := range was {
		x := backend.Change{Member: s.key(was), Was: s.text}
		at := slices.IndexFunc(is, func(to method) bool { return len(c.arguments(s, to)) == 0 })
		if at < 0 {
			x.Effect, x.Why = backend.Fails, "such a call fails"
			if i := slices.IndexFunc(is, func(to method) bool { return to.key(is) == x.Member }); i >= 0 {
				x.Is, x.Why = is[i].text, strings.Join(c.arguments(s, is[i]), "; ")
			}
			out = append(out, x)
			continue
		}
		x.Is = is[at].text
		if why := c.returns(s, is[at]); why != "" {
			x.Effect, x.Why = backend.Fails, why
			out = append(out, x)
		}
	}
	return out
}

// key is the type of the first parameter that is not the same in all overloads.
func (m method) key(all []method) string {
	for i, p := range m.params {
		if slices.ContainsFunc(all, func(o method) bool { return i >= len(o.params) || o.params[i].typ != p.typ }) {
			return strings.TrimSuffix(strings.TrimPrefix(p.typ, "Literal["), "]")
		}
	}
	return ""
}
