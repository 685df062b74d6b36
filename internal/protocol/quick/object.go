package quick

import (
	"math/bits"

	"github.com/wiregen/wiregen/internal/protocol/lower"
)

// maxSlots is how many keys a struct may declare. One with more is read by the
// interpreter.
const maxSlots = 128

// A mask is a set of slots.
type mask [maxSlots / 64]uint64

func (m *mask) set(i int)      { m[i>>6] |= 1 << (i & 63) }
func (m *mask) clear(i int)    { m[i>>6] &^= 1 << (i & 63) }
func (m *mask) has(i int) bool { return m[i>>6]>>(i&63)&1 != 0 }

// within reports whether all of m are in o.
func (m *mask) within(o *mask) bool { return m[0]&^o[0] == 0 && m[1]&^o[1] == 0 }

// common is how many m and o have in common.
func (m *mask) common(o *mask) int { return bits.OnesCount64(m[0]&o[0]) + bits.OnesCount64(m[1]&o[1]) }

// An object reads the objects of a struct.
type object struct {
	slots    []slot // the tags, then the fields
	keys     *names // the slots by the names of keys; those of older names are behind the others
	required mask
	// counted are the fields whose default may have events or requests, which count.
	counted    mask
	groups     []group
	extra      lower.Extra
	extraType  ref
	extensions *lower.Extensions
}

// A slot is a tag or a field of an object.
type slot struct {
	literal string // "key":
	tag     *tagSet
	of      *lower.Tag // of a tag
	value   ref
	null    lower.Null
	tolerant,
	hasOlder bool // it has older names
}

type group struct {
	of   mask
	rule lower.GroupRule
}

func (p *Program) object(s *lower.Struct, counted bool) *object {
	o := &object{extra: s.Extra, extensions: s.Extensions}
	if len(s.Tags)+len(s.Fields) > maxSlots {
		return nil
	}
	o.keys = newNames(len(s.Keys()))
	for i := range s.Tags {
		t := &s.Tags[i]
		if !t.Implied {
			o.required.set(len(o.slots))
		}
		o.keys.add(t.Key, len(o.slots))
		o.slots = append(o.slots, slot{literal: literalKey(t.Key), tag: tagSetOf(t), of: t})
	}
	o.fields(p, s.Fields, counted)
	for _, g := range s.Groups {
		row := group{rule: g.Rule}
		for _, at := range g.At {
			row.of.set(len(s.Tags) + at)
		}
		o.groups = append(o.groups, row)
	}
	if s.ExtraType != nil {
		o.extraType = p.ref(*s.ExtraType, false)
	}
	return o
}

// fields adds the slots of fields.
func (o *object) fields(p *Program, list []lower.Field, counted bool) {
	first := len(o.slots)
	for i := range list {
		f, at := &list[i], len(o.slots)
		o.keys.add(f.Name, at)
		switch f.Absent {
		case lower.AbsentRefused:
			o.required.set(at)
		case lower.AbsentDefault:
			if counted && p.reaches[f.Type.Type] {
				o.counted.set(at)
			}
		}
		o.slots = append(o.slots, slot{
			literal: literalKey(f.Name), value: p.ref(f.Type, counted), null: f.Null,
			tolerant: f.OnError == lower.OnErrorUnset, hasOlder: len(f.FormerNames) > 0,
		})
	}
	for i := range list {
		for _, was := range list[i].FormerNames {
			o.keys.add(was, first+i)
		}
	}
}

// literalKey is a key as most writers spell it, with its colon.
func literalKey(key string) string {
	for _, c := range []byte(key) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' {
			return "" // no text begins with it: the key is looked up
		}
	}
	return `"` + key + `":`
}

// at reports whether the text goes on with s, which is not empty.
func (w *walk) at(s string) bool {
	end := w.pos + len(s)
	return s != "" && end <= len(w.text) && string(w.text[w.pos:end]) == s
}

// slot passes a key with its colon, and returns its slot. For an undeclared key it
// returns -1 and the key, between its quotes.
func (w *walk) slot(o *object, expected int) (at int, raw []byte, ok bool) {
	if expected < len(o.slots) && w.at(o.slots[expected].literal) {
		w.pos += len(o.slots[expected].literal)
		if w.next() <= ' ' {
			w.space()
		}
		return expected, nil, true
	}
	raw, ok = w.str()
	if !ok {
		return -1, nil, false
	}
	return o.keys.find(w.decoded(raw)), raw, w.take(':')
}

func (w *walk) structure(o *object) bool {
	if w.next() != '{' {
		return w.refuse()
	}
	if o == nil {
		return w.unsure()
	}
	more, ok := w.enter('}')
	if !ok {
		return false
	}
	var s seen
	s.from = len(w.kept)
	return w.members(o, &s, more)
}

// seen is what was seen of an object so far.
type seen struct {
	keys    mask
	present mask // those that set their field
	bad     mask // those with a value that is refused
	next    int  // the slot that is expected
	from    int  // of the keys that are kept
}

// members reads the rest of an object, and judges the whole.
func (w *walk) members(o *object, s *seen, more bool) bool {
	tags, extensions := len(w.tags), w.extensions
	for more {
		i, raw, ok := w.slot(o, s.next)
		if !ok {
			return false
		}
		if i < 0 {
			ok = w.undeclared(o, s, raw)
		} else {
			if s.keys.has(i) && (o.slots[i].tag != nil || o.slots[i].hasOlder || tags != len(w.tags) || extensions != w.extensions) {
				return w.unsure()
			}
			twice := s.keys.has(i)
			s.next = i + 1
			s.keys.set(i)
			ok = w.field(&o.slots[i], s, i)
			if ok && twice && (tags != len(w.tags) || extensions != w.extensions) {
				return w.unsure()
			}
		}
		if !ok {
			return false
		}
		if more, ok = w.more('}'); !ok {
			return false
		}
	}
	return w.judge(o, s)
}

// judge judges what an object has.
func (w *walk) judge(o *object, s *seen) bool {
	if s.bad != (mask{}) || !o.required.within(&s.present) {
		return w.refuse()
	}
	for i := range o.groups {
		g := &o.groups[i]
		n := g.of.common(&s.present)
		if n == 0 && g.rule.NeedsOne() || n > 1 && !g.rule.AllowsSeveral() {
			return w.refuse()
		}
	}
	return o.counted.within(&s.present) || w.unsure()
}

// field reads the value of slot i. One that is refused is passed, because the key may
// come again.
func (w *walk) field(s *slot, o *seen, i int) bool {
	if s.tag == nil && s.value.form == stringForm && s.value.text == nil && w.next() == '"' { // the usual field
		o.present.set(i)
		o.bad.clear(i)
		_, ok := w.str()
		return ok
	}
	o.present.clear(i)
	o.bad.clear(i)
	start := w.mark()
	switch {
	case s.tag != nil:
		if at, ok := w.tag(s.tag); !ok {
			return false
		} else if at < 0 {
			o.bad.set(i)
		}
		o.present.set(i)
		return true
	case s.null != lower.NullValue && w.next() == 'n':
		if s.null == lower.NullRefused {
			o.bad.set(i)
			if s.tolerant {
				return w.unsure()
			}
		}
		return w.word("null")
	case w.value(s.value):
		o.present.set(i)
		return true
	case !w.sure || s.tolerant:
		return w.unsure()
	}
	o.bad.set(i)
	return w.back(start) && w.any()
}

// undeclared reads the value of an undeclared key.
func (w *walk) undeclared(o *object, s *seen, raw []byte) bool {
	if o.extensions != nil {
		if key := string(w.decoded(raw)); o.extensions.Has(key) {
			w.extensions++
			return w.keep(key, s.from) && w.any()
		}
	}
	switch {
	case o.extra == lower.ExtraTyped:
		before := w.extensions
		return w.value(o.extraType) && w.extensions == before || w.unsure()
	case o.extra == lower.ExtraRefused:
		return w.refuse()
	case w.strict:
		return w.unsure()
	}
	return w.any()
}

// A mark is a position of a walk, with what was found up to it.
type mark struct{ pos, depth, tags, kept, extensions int }

func (w *walk) mark() mark {
	return mark{w.pos, w.depth, len(w.tags), len(w.kept), w.extensions}
}

// back goes back to a position, from which the text is read again.
func (w *walk) back(m mark) bool {
	w.depth, w.tags, w.kept, w.extensions = m.depth, w.tags[:m.tags], w.kept[:m.kept], m.extensions
	return w.rewind(m.pos)
}
