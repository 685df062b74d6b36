package pyapi

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// A method is a function, or a method of an end of a connection or of a handler.
type method struct {
	name   string
	params []param // after self, and *command
	result string
	text   string
}

// parseMethod reads a function that is declared on one line.
func parseMethod(text string) method {
	m := method{text: text}
	head, rest, _ := strings.Cut(text, "(")
	m.name = head[strings.LastIndexByte(head, ' ')+1:]
	list, result, _ := strings.Cut(rest, ") -> ")
	m.result = strings.TrimSuffix(result, ": ...")
	keyword := false
	for _, p := range split(list, ", ") {
		name, typ, typed := strings.Cut(p, ": ")
		switch {
		case name == "*":
			keyword = true
		case !typed || strings.HasPrefix(name, "*"): // self, and others that are the same in all packages
		default:
			x := param{name: name, typ: typ, keyword: keyword}
			x.typ, x.value, x.optional = strings.Cut(typ, " = ")
			m.params = append(m.params, x)
		}
	}
	return m
}

func (s *shape) method(name string) (method, bool) {
	i := slices.IndexFunc(s.methods, func(m method) bool { return m.name == name })
	if i < 0 {
		return method{}, false
	}
	return s.methods[i], true
}

// methods compares the methods of two classes: programs call those of an end, and have those of a
// handler.
func (c *comparer) methods(class string, o, n shape) []backend.Change {
	handler := strings.Contains(o.text, "(Handler):")
	var out []backend.Change
	add := func(member string, e backend.Effect, why, was, is string) {
		out = append(out, backend.Change{Name: class, Member: member, Effect: e, Why: why, Was: was, Is: is})
	}
	for _, was := range o.methods {
		is, ok := n.method(was.name)
		switch {
		case !ok && handler:
			add(was.name, backend.Fails, "the method is gone; in a handler that has it, nothing calls it", was.text, "")
		case !ok:
			add(was.name, backend.Fails, "code that calls it fails", was.text, "")
		case c.translated(was.text) == is.text:
		case handler:
			e, why := c.handled(was, is)
			add(was.name, e, why, was.text, is.text)
		default:
			e, why := c.call(was, is)
			add(was.name, e, why, was.text, is.text)
		}
	}
	for _, is := range n.methods {
		if _, ok := o.method(is.name); ok {
			continue
		}
		if handler {
			add(is.name, backend.Misses, "a handler that is to have all methods lacks it", "", is.text)
		} else {
			add(is.name, backend.Same, "code need not know it", "", is.text)
		}
	}
	return out
}

// call says what becomes of code that calls a function.
func (c *comparer) call(was, is method) (backend.Effect, string) {
	whys := c.arguments(was, is)
	if why := c.returns(was, is); why != "" {
		whys = append(whys, why)
	}
	if len(whys) == 0 {
		return backend.Same, sameForUsers
	}
	return backend.Fails, strings.Join(whys, "; ")
}

// returns says why code that uses a result fails; "" if it does not.
func (c *comparer) returns(was, is method) string {
	if more := c.meets(is.result, was.result); len(more) > 0 && was.result != "None" {
		return "code that calls it meets " + strings.Join(more, " | ")
	}
	return ""
}

// arguments says why code that gives arguments fails.
func (c *comparer) arguments(was, is method) []string {
	var whys []string
	fails := func(why string) { whys = append(whys, why) }
	positional := func(m method) (out []param) {
		for _, p := range m.params {
			if !p.keyword {
				out = append(out, p)
			}
		}
		return out
	}
	for i, p := range was.params {
		var q param
		ok := false
		if at := slices.IndexFunc(is.params, func(x param) bool { return x.name == p.name }); at >= 0 {
			q, ok = is.params[at], true
		} else if list := positional(is); !p.keyword && i < len(list) {
			q, ok = list[i], true
		}
		switch less := c.missing(p.typ, q.typ, c.old, c.today); {
		case !ok:
			fails("code that calls it gives " + p.name)
		case p.optional && !q.optional:
			fails("code that calls it lacks the argument " + q.name)
		case len(less) > 0:
			fails("code that calls it gives " + strings.Join(less, " | "))
		}
	}
	for i, q := range is.params {
		known := slices.ContainsFunc(was.params, func(x param) bool { return x.name == q.name }) || !q.keyword && i < len(positional(was))
		if !known && !q.optional {
			fails("code that calls it lacks the argument " + q.name)
		}
	}
	return whys
}

// meets are the types among those of one result that the other does not have. What comes with an
// iterator is compared with what came.
func (c *comparer) meets(is, was string) []string {
	of, inner, generic := strings.Cut(strings.TrimSuffix(is, "]"), "Stream[")
	before, inside, also := strings.Cut(strings.TrimSuffix(was, "]"), "Stream[")
	if !generic || !also {
		return c.missing(is, was, c.today, c.old)
	}
	types, known := split(inner, ", "), split(inside, ", ")
	if of != before && len(types) < len(known) {
		return []string{is} // it has no progress any more
	}
	var out []string
	for i, t := range known {
		out = append(out, c.missing(types[i], t, c.today, c.old)...)
	}
	return out
}

// handled says what becomes of a handler that has a method.
func (c *comparer) handled(was, is method) (backend.Effect, string) {
	var whys []string
	if len(was.params) != len(is.params) {
		whys = append(whys, "a handler is called with another number of arguments")
	} else {
		for i, p := range was.params {
			if more := c.missing(is.params[i].typ, p.typ, c.today, c.old); len(more) > 0 {
				whys = append(whys, "a handler meets "+strings.Join(more, " | "))
			}
		}
	}
	if less := c.missing(returned(was.result), returned(is.result), c.old, c.today); len(less) > 0 {
		whys = append(whys, "a handler returns "+strings.Join(less, " | "))
	}
	if len(whys) == 0 {
		return backend.Same, sameForUsers
	}
	return backend.Fails, strings.Join(whys, "; ")
}

// returned is what a handler returns, or awaits.
func returned(result string) string {
	return strings.TrimSuffix(strings.TrimPrefix(result, "OrAwaitable["), "]")
}
