package compare

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// report makes the findings of the edits.
func (c *comparer) report() *Report {
	out := &Report{Old: c.sides[0].proto, New: c.sides[1].proto}
	for _, e := range c.order {
		out.Findings = append(out.Findings, c.finding(e))
	}
	for _, x := range c.elements() {
		out.Elements = append(out.Elements, Element{x.name, x.parent, x.meta})
	}
	out.sort()
	return out
}

// finding is the first finding of a rule, or nil.
func (r *Report) finding(rule string) *Finding {
	for _, f := range r.Findings {
		if f.Rule.ID == rule {
			return f
		}
	}
	return nil
}

// sort sorts the findings, the worst first.
func (r *Report) sort() {
	slices.SortStableFunc(r.Findings, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(b.Level(), a.Level()), cmp.Compare(b.CodeLevel(), a.CodeLevel()), comparePlaces(a, b))
	})
}

// comparePlaces compares the places of two findings: those in the new spec first.
func comparePlaces(a, b *Finding) int {
	if a.NewAt.IsZero() != b.NewAt.IsZero() {
		if a.NewAt.IsZero() {
			return 1
		}
		return -1
	}
	x, y := a.At(), b.At()
	if x.File != nil && y.File != nil && x.File != y.File {
		return cmp.Compare(x.File.Name, y.File.Name)
	}
	return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(a.Element, b.Element), cmp.Compare(a.Rule.ID, b.Rule.ID))
}

func (c *comparer) finding(e *edit) *Finding {
	f := &Finding{
		Rule: e.rule, Element: e.element, Was: e.was, Is: e.is, OldAt: e.at[0], NewAt: e.at[1], Unstable: e.unstable, Repair: e.record,
	}
	for a := range Audiences {
		f.Verdicts[a] = c.verdict(e, a)
	}
	if e.repair != nil && f.Level().misleads() && c.helps(e, f) {
		f.Repair = e.repair
	}
	return f
}

// helps reports whether the repair of an edit makes it milder for an audience.
func (c *comparer) helps(e *edit, f *Finding) bool {
	left := slices.DeleteFunc(slices.Clone(e.diffs), func(d *diff) bool { return d.mended })
	if len(left) == len(e.diffs) {
		return true
	}
	for a := range Audiences {
		if out, _, _ := c.strongest(e.fixed[a], left, a); out.Level < f.Verdicts[a].Level {
			return true
		}
	}
	return false
}

// verdict is what an edit does to an audience: the worst of what it does where messages
// lead to it, by the shortest way.
func (c *comparer) verdict(e *edit, a Audience) Verdict {
	out, best, reach := c.strongest(e.fixed[a], e.diffs, a)
	if best != nil && out.Level > OK {
		out.Witness = c.witness(best, reach)
		if w := out.Witness; best.byHand && out.Level.refuses() && w != nil && !w.Confirmed {
			misread := *best // it is not refused where another variant reads it
			misread.level = tolerate(best.level, replaces)
			if w := c.witness(&misread, reach); w.Confirmed {
				out.Level, out.Witness = misread.level, w
			}
		}
	}
	return out
}

// strongest is the worst of what some differences, and a verdict that does not follow from messages, are for an
// audience; without its witness, which is of the difference and the way to it that are returned.
func (c *comparer) strongest(fixed *Verdict, diffs []*diff, a Audience) (out Verdict, best *diff, reach int) {
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
				level := tolerate(d.level, tolerated)
				if level > out.Level || best != nil && level == out.Level && (best.byHand && !d.byHand || best.byHand == d.byHand && d.at.depth[r] < best.at.depth[reach]) {
					out, best, reach = Verdict{Level: level, Why: d.why}, d, r
				}
			}
		}
	}
	return out, best, reach
}

// shown is a value of the writer's type that shows a difference.
func (c *comparer) shown(d *diff) (text string, ok bool) {
	s := c.sides[d.dir]
	if d.value != nil {
		return d.value(s)
	}
	ref, _ := oriented(d.dir, d.at.old, d.at.new)
	return s.small(ref)
}

// witness makes the message that shows a difference, along the shortest way from a
// message to it.
func (c *comparer) witness(d *diff, reach int) *Witness {
	s := c.sides[d.dir]
	text, ok := c.shown(d)
	n := d.at
	a := n.reached[reach]
	_, by, _ := partsOf(reach)
	shown := n // by the text
	for apart := false; ok && a.from != nil; a = n.reached[a.reach] {
		apart = apart || a.by.apart
		n = a.from
		if !apart {
			text, ok = a.by.wrap(s, text)
			shown = n
		}
	}
	if !ok {
		return nil
	}
	w := &Witness{OldWrote: d.dir == backward, Position: a.root.name, Text: text}
	if by < byJournal {
		w.From = s.proto.Roles[by]
	}
	var t, own model.Type // what the reader and the writer take the text for, if it is not a message
	if a.root.message != nil && shown == n {
		w.Text, w.Type, w.Wrote = a.root.message(s, text), c.messagesRead(d.dir), s.reader.Messages.Any
	} else {
		read, wrote := c.reader(shown, d.dir), c.writer(shown, d.dir)
		t, own, w.Type, w.Wrote = read.Of, wrote.Of, read.Name, wrote.Name
		if shown != n {
			w.Position = read.Name + " within " + w.Position
		}
	}
	if !d.byHand {
		if normal, ok := s.normal(own, w.Text); ok {
			w.Text = normal
		}
	}
	c.judge(w, d.dir, t, d.edit.element)
	if w.Effect == "" {
		w.Effect = d.why
		if w.Path != "" {
			w.Effect = w.Path + ": " + d.why
		}
	}
	w.Confirmed = c.agrees(w, d, t, own)
	return w
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

// agrees reports whether the reference reader does with a witness, which it reads as t and
// the writer as own, what the difference says.
func (c *comparer) agrees(w *Witness, d *diff, t, own model.Type) bool {
	got, ok := c.sides[1-d.dir].read(w.Text, t)
	if !ok {
		return false
	}
	return d.level.judged(&got, func() (interp.Reading, bool) { return c.sides[d.dir].read(w.Text, own) }, func() bool { return c.typedKey(d) })
}

// typedKey reports whether a difference is shown by a key that a reader does not declare
// and reads like any other one.
func (c *comparer) typedKey(d *diff) bool {
	r := c.reader(d.at, d.dir)
	if r.Form != lower.StructForm || r.Struct.Extra != lower.ExtraTyped {
		return false
	}
	text, ok := c.shown(d)
	return ok && slices.ContainsFunc(members(text), func(m pair) bool { return !r.Struct.Declares(m.name) })
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
	if sent := reader.reader.Messages.Sent[by]; sent != "" {
		got := reader.reader.Read(sent, []byte(text))
		meant, _ := writer.message(text)
		w.Confirmed = got.Err != nil || got.Unknown || len(got.Undeclared) > 0 || whole(got.Value) != whole(meant.Value)
	}
	return w
}
