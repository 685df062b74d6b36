package compare

import (
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/contain"
	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A judging asks the reference reader whether a message shows a difference with a level, which it may do only at the place
// of the difference: what is elsewhere in the message shows another edit.
type judging struct {
	c           *comparer
	diff        *diff
	level       Level
	along       way
	read, wrote model.Type // what the text is read as, if it is not a message
	places      []*spot    // by the number of the step; those that were asked for
}

// confirms reports whether the reader does with a message what the level says.
func (j *judging) confirms(text string) bool {
	got, ok := j.reader().read(text, j.read)
	return ok && j.level.judged(&got, j.here, func() bool { return j.differs(text, &got) }, j.typedKey)
}

func (j *judging) writer() *side { return j.c.sides[j.diff.dir] }
func (j *judging) reader() *side { return j.c.sides[1-j.diff.dir] }

// here reports whether a fault is that of the difference: one of the key that it is about, or else of the value in which it
// is. A union by order has no better place for what none of its variants reads, nor has a group of fields for a field that
// the reader passes over.
func (j *judging) here(err *interp.Error) bool {
	place := j.place(0)
	switch {
	case place == nil:
		return false
	case j.diff.key != "" && inside(err.Path, interp.Inside(place.path, j.diff.key)):
		return true
	case j.diff.key != "" && err.Path == place.path && j.byKey():
		return true
	case j.diff.key == "" && inside(err.Path, place.path):
		return err.Path == place.path || !j.before(err)
	}
	for i, step := range j.along {
		if step.from == nil {
			break
		}
		if r := j.c.reader(step.from, j.diff.dir); byOrder(r) || r.Form == lower.StructForm && len(r.Struct.Groups) > 0 {
			if at := j.place(i + 1); at != nil && at.path == err.Path {
				return true
			}
		}
	}
	return false
}

// byKey reports whether the value is a variant that the reader knows by its key. Without the key it is none of them, which
// is said of the whole value.
func (j *judging) byKey() bool {
	u := j.along[0].from
	return u != nil && isByKey(j.c.reader(u, j.diff.dir))
}

// before reports whether a fault is there without the value that shows the difference, so that it is that of another edit.
func (j *judging) before(err *interp.Error) bool {
	if j.diff.value == nil {
		return false
	}
	s := j.writer()
	ref, _ := oriented(j.diff.dir, j.diff.at.old, j.diff.at.new)
	text, ok := s.small(ref)
	if shown, _ := j.c.shown(j.diff); !ok || shown == text {
		return false
	}
	if text, ok = j.along.wrap(s, text); !ok {
		return false
	}
	got, ok := j.reader().read(text, j.read)
	return ok && got.Err != nil && got.Err.Path == err.Path && got.Err.Message() == err.Message() && j.others()
}

// others reports whether another edit is refused in the values of the node of the difference.
func (j *judging) others() bool {
	seen := map[*node]bool{j.diff.at: true}
	for todo := []*node{j.diff.at}; len(todo) > 0; todo = todo[1:] {
		for _, d := range todo[0].diffs {
			if d.edit != j.diff.edit && d.dir == j.diff.dir && d.level.refuses() {
				return true
			}
		}
		for i := range todo[0].edges {
			if e := &todo[0].edges[i]; e.dirs[j.diff.dir] && !seen[e.to] {
				seen[e.to] = true
				todo = append(todo, e.to)
			}
		}
	}
	return false
}

// differs reports whether the reader takes the value at the place for another one than its writer.
func (j *judging) differs(text string, got *interp.Reading) bool {
	own, ok := j.writer().read(text, j.wrote)
	if !ok || own.Err != nil || got.Err != nil {
		return false
	}
	mine, theirs := own.Value, got.Value
	if place := j.place(0); place != nil {
		if a, b := place.in(mine), place.in(theirs); a != nil && b != nil {
			mine, theirs = a, b
		}
	}
	return whole(mine) != whole(theirs) || j.elsewhere(mine)
}

// elsewhere reports whether the reader takes a value for another variant of the union by order around it.
func (j *judging) elsewhere(v *interp.Value) bool {
	u := j.along[0].from
	if u == nil {
		return false
	}
	w, r := j.c.writer(u, j.diff.dir), j.c.reader(u, j.diff.dir)
	return byOrder(w) && byOrder(r) && firstCase(w, v) != firstCase(r, v)
}

func byOrder(t *lower.Type) bool { return t.Form == lower.UnionForm && t.Union.By == lower.ByOrder }

// place is where in a message the node after some steps is; nil if that is not found out.
func (j *judging) place(steps int) *spot {
	if j.places == nil {
		j.places = make([]*spot, len(j.along)+1)
	}
	if j.places[steps] == nil {
		if text, ok := j.along[steps:].wrap(j.writer(), mark); ok {
			j.places[steps] = find(parsed(j.writer(), text), &spot{})
		}
	}
	return j.places[steps]
}

// mark is a value that is found again in a message: an object, so that a tag may be added.
const mark = `{"\ue000":0}`

// passedOver is a message which shows that the values of some differences are read as another variant, although their own
// one refuses them, and a difference that it shows; nil if a level is not lowered. One such message is not enough for that:
// a later variant of the union by order around them must accept every value that shows one. Those of a type that a writer
// of the version writes are among all values of the type.
func (c *comparer) passedOver(sights []sight, level Level) (*diff, *Witness) {
	if !level.refuses() || slices.ContainsFunc(sights, func(x sight) bool { return !c.readLater(x) }) {
		return nil, nil
	}
	for _, x := range sights {
		if w := c.witness(x, tolerate(level, replaces), wayFrom(x.at.reached[x.reach])); w != nil && w.Confirmed {
			return x.diff, w
		}
	}
	return nil, nil
}

// readLater reports whether a union by order, of which a variant refuses the values of a difference, has a later one that
// accepts all of them, on every way to them.
func (c *comparer) readLater(x sight) bool {
	values := x.values
	if values == nil && !x.byHand {
		values = c.writer(x.at, x.dir).Of
	}
	return values != nil && c.allReadLater(x.at, x.reach, x.dir, values, map[*node]bool{})
}

// allReadLater is readLater for the values of a node. Where those are in others, such as the values of a field, it asks about
// these: they are more than those that show the difference.
func (c *comparer) allReadLater(n *node, reach int, dir direction, values model.Type, seen map[*node]bool) bool {
	if seen[n] {
		return true
	}
	seen[n] = true
	accepts := func(v lower.Case) bool { return !judgementOf(contain.Accepts(v.Of.Type, values)).level.refuses() }
	for _, a := range c.arrivals(n, reach) {
		switch {
		case a.from == nil:
			return false
		case byOrder(c.reader(a.from, dir)):
			if !slices.ContainsFunc(c.reader(a.from, dir).Union.Cases, accepts) {
				return false
			}
		case !c.allReadLater(a.from, a.reach, dir, c.writer(a.from, dir).Of, seen):
			return false
		}
	}
	return true
}

// typedKey reports whether the difference is shown by a key that a reader does not declare
// and reads like any other one.
func (j *judging) typedKey() bool {
	r := j.c.reader(j.diff.at, j.diff.dir)
	if r.Form != lower.StructForm || r.Struct.Extra != lower.ExtraTyped {
		return false
	}
	text, ok := j.c.shown(j.diff)
	return ok && slices.ContainsFunc(members(text), func(m pair) bool { return !r.Struct.Declares(m.name) })
}

// A spot is a place in a text.
type spot struct {
	steps []string // keys, and the numbers of items
	path  string
}

// find is the spot of the mark in a value which is at a spot; or nil.
func find(v *interp.Value, at *spot) *spot {
	if v.Member("\ue000") != nil {
		return at
	}
	for _, m := range v.Members {
		if out := find(m.Value, &spot{append(at.steps[:len(at.steps):len(at.steps)], m.Key), interp.Inside(at.path, m.Key)}); out != nil {
			return out
		}
	}
	for i, x := range v.Items {
		item := strconv.Itoa(i)
		if out := find(x, &spot{append(at.steps[:len(at.steps):len(at.steps)], item), at.path + "[" + item + "]"}); out != nil {
			return out
		}
	}
	return nil
}

// in is the value at the spot in one; nil if there is none.
func (at *spot) in(v *interp.Value) *interp.Value {
	for _, step := range at.steps {
		if v == nil {
			return nil
		}
		if v.Kind != model.ListValue {
			v = v.Member(step)
			continue
		}
		i, err := strconv.Atoi(step)
		if err != nil || i >= len(v.Items) {
			return nil
		}
		v = v.Items[i]
	}
	return v
}

// wrap makes the message, or the value of a position by itself, that has a value at the end of the way.
func (w way) wrap(s *side, text string) (string, bool) { return w.wrapChanged(s, text, nil) }

// wrapChanged is wrap that changes what it puts into the value of a node; change may be nil.
func (w way) wrapChanged(s *side, text string, change func(step int, text string) string) (string, bool) {
	for i, a := range w {
		if a.from == nil {
			if a.root.message != nil {
				text = a.root.message(s, text)
			}
			return text, true
		}
		if change != nil {
			text = change(i, text)
		}
		var ok bool
		if text, ok = a.by.wrap(s, text); !ok {
			return "", false
		}
	}
	return text, true
}

// fuller makes a message whose objects in unions by order have all their fields, so that no earlier variant reads them that
// refuses one; ok is false if there is no such object on the way.
func (j *judging) fuller(n *node, text string) (out string, ok bool) {
	s, found := j.writer(), false
	out, ok = j.along.wrapChanged(s, text, func(step int, text string) string {
		of := n
		if step > 0 {
			of = j.along[step-1].from
		}
		row := j.c.writer(of, j.diff.dir)
		if row.Form != lower.StructForm || !byOrder(j.c.writer(j.along[step].from, j.diff.dir)) {
			return text
		}
		for i := range row.Struct.Fields {
			f := &row.Struct.Fields[i]
			if has := func(m pair) bool { return m.name == f.Name }; row.Struct.Group(f.Name) != nil || slices.ContainsFunc(members(text), has) {
				continue
			}
			if value, ok := s.small(f.Type); ok {
				text, found = set(text, f.Name, value), true
			}
		}
		return text
	})
	return out, ok && found
}

func isByKey(t *lower.Type) bool { return t.Form == lower.UnionForm && t.Union.By == lower.ByKey }
