package compare

import (
	"iter"
	"slices"
)

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

// verdict is what an edit does to an audience: the worst of what it does where messages
// lead to it. The message that shows it is a confirmed one, if one is found.
func (c *comparer) verdict(e *edit, a Audience) Verdict {
	out, ways := c.strongest(e.fixed[a], e.diffs, a)
	d, w := c.confirmed(ways, out.Level)
	if w != nil && !w.Confirmed {
		if x, passed := c.passedOver(ways, out.Level); passed != nil {
			out.Level = tolerate(out.Level, replaces)
			d, w = x, passed
		}
	}
	if w != nil {
		out.Why, out.Outcome, out.Witness = d.why, d.of, w
	}
	return out
}

// strongest is the worst of what some differences, and a verdict that does not follow from messages, are for an
// audience; without its witness, which is of one of the sights that are returned, the best one first.
func (c *comparer) strongest(fixed *Verdict, diffs []*diff, a Audience) (out Verdict, ways []sight) {
	if fixed != nil {
		out = *fixed
	}
	for _, d := range diffs {
		for by := range writers {
			if gate := d.at.shut[d.dir][by]; gate != "" && audienceOf(d.dir, by) == a && out.Level == OK && d.level > OK {
				out.Gate = gate
			}
			for tolerated := range tolerances {
				r := reachOf(d.dir, by, tolerated)
				if audienceOf(d.dir, by) != a || d.at.reached[r] == nil {
					continue
				}
				if d.gate != "" {
					if out.Level == OK {
						out.Gate = d.gate
					}
					continue
				}
				x := sight{d, r}
				switch level := tolerate(d.level, tolerated); {
				case level > out.Level:
					out, ways = Verdict{Level: level, Why: d.why, Outcome: d.of}, []sight{x}
				case ways == nil || level < out.Level:
				case x.before(ways[0]):
					out.Why, out.Outcome = d.why, d.of
					ways = slices.Insert(ways, 0, x)
				default:
					ways = append(ways, x)
				}
			}
		}
	}
	return out, ways
}
