package compare

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// shown is a value of the writer's type that shows a difference.
func (c *comparer) shown(d *diff) (text string, ok bool) {
	s := c.sides[d.dir]
	if d.value != nil {
		return d.value(s)
	}
	ref, _ := oriented(d.dir, d.at.old, d.at.new)
	return s.small(ref)
}

// maxWays is how many messages are made to find one that the reference reader confirms.
const maxWays = 12

// confirmed is a message that shows one of some differences with the same level, and that difference: the first one that
// the reference reader confirms, on any of the ways to them; or else the first one.
func (c *comparer) confirmed(sights []sight, level Level) (of *diff, first *Witness) {
	left := maxWays
	for _, x := range sights {
		for way := range c.ways(x.at, x.reach) {
			if left == 0 {
				return of, first
			}
			left--
			switch w := c.witness(x, level, way); {
			case w == nil:
			case w.Confirmed:
				return x.diff, w
			case first == nil:
				of, first = x.diff, w
			}
		}
	}
	return of, first
}

// A way is the steps from a node up to a position.
type way []*arrival

// ways are the shortest way to a node, and then those that leave it in one place.
func (c *comparer) ways(n *node, reach int) iter.Seq[way] {
	return func(yield func(way) bool) {
		shortest := wayFrom(n.reached[reach])
		if !yield(shortest) {
			return
		}
		for i, taken := range shortest {
			for _, other := range c.arrivals(n, reach) {
				if other.from == taken.from && other.by == taken.by && other.reach == taken.reach && other.root == taken.root {
					continue
				}
				w := slices.Concat(shortest[:i], way{other})
				if other.from != nil {
					w = append(w, wayFrom(other.from.reached[other.reach])...)
				}
				if !yield(w) {
					return
				}
			}
			n, reach = taken.from, taken.reach
		}
	}
}

// wayFrom is the shortest way that ends with a step.
func wayFrom(a *arrival) (out way) {
	for ; a.from != nil; a = a.from.reached[a.reach] {
		out = append(out, a)
	}
	return append(out, a)
}

// alone is the part of the way from a node up to the one that is shown by itself, because
// what is around it is refused; the whole way and nil if there is none.
func (w way) alone(from *node) (way, *node) {
	for i, a := range w {
		switch {
		case a.from == nil:
			return w, nil
		case a.by.apart:
			return w[:i], from
		}
		from = a.from
	}
	return w, nil
}

// arrivals are the steps that lead to a node.
func (c *comparer) arrivals(n *node, reach int) (out []*arrival) {
	if c.leading == nil {
		c.leading = map[*node][]arrival{}
		for _, n := range c.made {
			c.leadFrom(n)
		}
		for _, p := range c.places {
			if c.nodes[p.node.key] != p.node { // null is compared there, and the rest elsewhere
				c.leadFrom(p.node)
			}
		}
	}
	dir, from, _ := partsOf(reach)
	for _, p := range c.places {
		if p.node == n && p.closed[dir] == "" && slices.Contains(p.writers(dir), from) && reach == reachOf(dir, from, refuses) {
			out = append(out, &arrival{root: p})
		}
	}
	for _, a := range c.leading[n] {
		if !a.by.dirs[dir] || a.by.gate[dir] != "" {
			continue
		}
		for t := range tolerances {
			before := reachOf(dir, from, t)
			if a.from.reached[before] != nil && reachOf(dir, from, a.by.tolerant[dir].within(t)) == reach {
				out = append(out, &arrival{from: a.from, by: a.by, reach: before})
			}
		}
	}
	return out
}

func (c *comparer) leadFrom(n *node) {
	for i := range n.edges {
		e := &n.edges[i]
		c.leading[e.to] = append(c.leading[e.to], arrival{from: n, by: e})
	}
}

// witness makes the message that shows a difference with a level, along a way from it to a message.
func (c *comparer) witness(x sight, level Level, along way) *Witness {
	root := along[len(along)-1].root
	along, alone := along.alone(x.at)
	j := &judging{c: c, diff: x.diff, level: level, along: along}
	if alone == nil && root.message == nil {
		alone = root.node
	}
	w := Witness{OldWrote: x.dir == backward, Position: root.name, Type: c.messagesRead(x.dir), Wrote: j.writer().reader.Messages.Any}
	if _, by, _ := partsOf(x.reach); by < byJournal {
		w.From = j.writer().proto.Roles[by]
	}
	if alone != nil {
		read, wrote := c.reader(alone, x.dir), c.writer(alone, x.dir)
		j.read, j.wrote, w.Type, w.Wrote = read.Of, wrote.Of, read.Name, wrote.Name
	}
	if alone != nil && alone != root.node {
		w.Position = w.Type + " within " + w.Position
	}
	value, ok := c.shown(x.diff)
	if !ok {
		return nil
	}
	text, ok := along.wrap(j.writer(), value)
	if !ok {
		return nil
	}
	out := j.asked(w, text)
	if !out.Confirmed {
		if text, ok := j.fuller(x.at, value); ok {
			if other := j.asked(w, text); other.Confirmed {
				return other
			}
		}
	}
	return out
}

// asked is a witness with a text, and with what the reader of the other version makes of it.
func (j *judging) asked(w Witness, text string) *Witness {
	w.Text = text
	if !j.diff.byHand {
		if normal, ok := j.writer().normal(j.wrote, text); ok {
			w.Text = normal
		}
	}
	j.c.judge(&w, j.diff.dir, j.read, j.diff.edit.element)
	if w.Effect == "" {
		w.Effect = j.diff.why
		if w.Path != "" {
			w.Effect = w.Path + ": " + j.diff.why
		}
	}
	w.Confirmed = j.confirms(w.Text)
	return &w
}

// judge has the reader of the other version read a witness, and records its verdict on the
// element, if it says something of it.
func (c *comparer) judge(w *Witness, dir direction, t model.Type, element string) {
	got, ok := c.sides[1-dir].read(w.Text, t)
	if !ok {
		return
	}
	name := element[strings.LastIndexAny(element, ". ")+1:]
	about := func(path string) bool { return strings.HasSuffix(path, "."+name) || path == name }
	switch {
	case got.Err != nil:
		w.Effect, w.Path = got.Err.Error(), got.Err.Path
	case len(got.Dropped) > 0:
		w.Effect, w.Path = got.Dropped[0].Err.Error(), got.Dropped[0].Path
	case len(got.Undeclared) > 0:
		w.Path = got.Undeclared[0].Path
		for _, u := range got.Undeclared {
			if about(u.Path) {
				w.Path = u.Path
				break
			}
		}
	case got.Unknown:
		w.Path = "method"
	}
}

// read reads a text as a message, or as a value of t.
func (s *side) read(text string, t model.Type) (got interp.Reading, ok bool) {
	if t == nil {
		return s.message(text)
	}
	v, err := s.reader.Parse([]byte(text))
	if err != nil {
		return interp.Reading{Err: err}, true
	}
	return s.reader.ReadType(t, v), true
}

// messagesRead is what the reader of the messages that cross in a direction calls them; the
// name of the writer if it has none.
func (c *comparer) messagesRead(dir direction) string {
	return cmp.Or(c.sides[1-dir].reader.Messages.Any, c.sides[dir].reader.Messages.Any)
}

// message reads a text as a message; ok is false if the version has none.
func (s *side) message(text string) (got interp.Reading, ok bool) {
	name := s.reader.Messages.Any
	if name == "" {
		return interp.Reading{}, false
	}
	return s.reader.Read(name, []byte(text)), true
}

// accepts reports whether a version reads a text as a type.
func accepts(s *side, t *lower.Type, text string) bool {
	got, ok := s.read(text, t.Of)
	return ok && got.Err == nil
}

// sent is a witness that is a whole message of a version, as its peer reads it.
func (c *comparer) sent(dir direction, by int, position, element, text string) *Witness {
	if normal, ok := c.sides[dir].normal(nil, text); ok {
		text = normal
	}
	return c.written(dir, by, position, element, text)
}

// written is sent for a message that is shown as it is, although what is generated for the
// version does not write it.
func (c *comparer) written(dir direction, by int, position, element, text string) *Witness {
	reader, writer := c.sides[1-dir], c.sides[dir]
	w := &Witness{
		From: writer.proto.Roles[by], OldWrote: dir == backward, Position: position, Text: text,
		Type: c.messagesRead(dir), Wrote: writer.reader.Messages.Any,
	}
	c.judge(w, dir, nil, element)
	if sent := cmp.Or(reader.reader.Messages.Sent[by], reader.reader.Messages.Any); sent != "" {
		got := reader.reader.Read(sent, []byte(text))
		meant, _ := writer.message(text)
		own := func(err *interp.Error) bool { return !c.inParams(err.Path, dir) }
		switch {
		case got.Err != nil:
			w.Confirmed = own(got.Err)
		default:
			w.Confirmed = got.Unknown || slices.ContainsFunc(got.Undeclared, own) || whole(got.Value) != whole(meant.Value)
		}
	}
	return w
}

// inParams reports whether a path is inside the params of a call, which are compared as values of a type.
func (c *comparer) inParams(path string, dir direction) bool {
	d := &c.sides[dir].rows.Dialect
	for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape} {
		if params := d.NamesOf(shape).Params; params != "" && path != params && inside(path, params) {
			return true
		}
	}
	return false
}

// messages makes messages as the version of s writes them.
func (s *side) messages() *sample.Maker {
	if s.maker == nil {
		s.maker = sample.New(s.proto, 1)
	}
	return s.maker
}

// call is a message of a method with the given params.
func (s *side) call(method, params string) string {
	return s.messages().CallWith(method, s.id(), params)
}

// id is an id, as JSON.
func (s *side) id() string {
	if s.rows.Dialect.StringID {
		return `"1"`
	}
	return "1"
}
