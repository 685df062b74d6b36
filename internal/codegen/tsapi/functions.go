package tsapi

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
)

// functionHead is what each overload of a function begins with.
const functionHead = "export declare function "

// functions reads a function: its overloads. One that is not understood is opaque.
func (p *parser) functions() *typ {
	t := &typ{kind: function, of: p.of, text: oneLine(p.text)}
	for _, text := range strings.Split(p.text, functionHead)[1:] {
		o := newParser(p.of, text)
		s := o.signature()
		if o.failed || o.now().form != 0 {
			s = &typ{kind: opaque, of: p.of, name: oneLine(text), text: oneLine(text)}
		}
		t.parts = append(t.parts, s)
	}
	return t
}

// signature reads one overload. That of a function of several types is not understood.
func (p *parser) signature() *typ {
	first := p.now()
	t := &typ{kind: signature}
	p.word()
	p.need("(")
	for !p.failed && !p.has(")") {
		t.names = append(t.names, p.word())
		if !p.has("?") {
			t.least = len(t.names)
		}
		p.need(":")
		t.parts = append(t.parts, p.typ())
		if !p.has(",") && p.now().text != ")" {
			p.failed = true
		}
	}
	p.need(":")
	if p.ahead(1).text == "is" { // it tells types apart, which is in its name
		p.at += 2
	}
	t.parts = append(t.parts, p.typ())
	p.has(";")
	return p.done(t, first)
}

// overload is what tells an overload from others: the text that its first argument must be; ""
// if there is none.
func (t *typ) overload() string {
	if t.kind == signature && len(t.names) > 0 && t.parts[0].kind == literal {
		return t.parts[0].plain()
	}
	return ""
}

// function are the differences between two functions, which code calls.
func (c *comparer) function(o, n *typ) []diff {
	var out []diff
	left := slices.Clone(n.parts)
	for _, was := range o.parts {
		i := slices.IndexFunc(left, func(is *typ) bool { return is.overload() == was.overload() && is.kind == was.kind })
		switch {
		case i >= 0:
			if is := left[i]; was.kind == signature {
				out = append(out, c.signature(was, is)...)
			} else if was.text != is.text && len(o.parts) == 1 { // else the other overloads say what differs
				out = append(out, undecided(was, is))
			}
			left = slices.Delete(left, i, i+1)
		case was.kind == signature:
			out = append(out, diff{member: was.overload(), was: was.text, make: fails("such a call does not compile")})
		default:
			out = append(out, undecided(was, n))
		}
	}
	for _, is := range left {
		out = append(out, diff{member: is.overload(), is: is.text, otherwise: "calls go on"})
	}
	return out
}

// signature are the differences between two overloads.
func (c *comparer) signature(o, n *typ) []diff {
	d := diff{member: o.overload(), was: o.text, is: n.text, otherwise: "calls go on"}
	results := len(n.parts) - 1
	for i := range max(len(o.parts)-1, results) {
		switch {
		case i >= len(o.names) && i < n.least || i >= o.least && i < n.least:
			d.make.add(fails("a call without " + n.names[i] + " does not compile"))
		case i >= len(o.names):
		case i >= len(n.names):
			d.make.add(fails("a call with " + o.names[i] + " does not compile"))
		case o.parts[i].text != n.parts[i].text || c.refersToTaken(o.parts[i].text):
			d.make.add(users{c.within(o.parts[i], n.parts[i]).make.effect, "a call with " + o.names[i] + " of the old type does not compile"})
		}
	}
	was, is := o.parts[len(o.parts)-1], n.parts[results]
	if was.text != is.text {
		d.read.add(c.within(was, is).read)
	}
	if d.worst() == backend.Same && o.text == n.text {
		return nil
	}
	return []diff{d}
}
