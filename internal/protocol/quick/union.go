package quick

import (
	"math"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A union reads the values of a union.
type union struct {
	key, content               string
	keyLiteral, contentLiteral string
	tags                       *tagSet // the cases; behind them those of other unions
	cases                      []unionCase
	byDefault                  int
	unknown                    lower.Unknown
	extensions                 *lower.Extensions
	around                     *object      // the tags that an unknown variant also has, or nil
	keys                       *names       // ByKey: the cases by their keys
	keyless                    int          // ByKey: the case without a key, or -1
	counted                    *model.Union // whose tags are counted, or nil
}

type unionCase struct {
	value ref
	kinds model.Kinds
	tag   string
	body  bool
	// slot is the place of the tag of the union in an object that is the case; -1 if
	// the object must be read from its beginning.
	slot int
}

// A tagSet has the tags of one kind.
type tagSet struct {
	kind  lower.TagKind
	names *names
}

// What tag returns where it finds none of a set.
const (
	unknownTag = -1
	wrongTag   = -2 // of another kind
)

func newTagSet(kind lower.TagKind, size int) *tagSet { return &tagSet{kind, newNames(size)} }

func (s *tagSet) add(tag string, number int) {
	if s.kind == lower.IntegerTag {
		tag = model.FormatNumber(float([]byte(tag)))
	}
	s.names.add(tag, number)
}

func tagSetOf(t *lower.Tag) *tagSet {
	s := newTagSet(t.Kind, len(t.Values)+len(t.FormerNames))
	for _, tag := range slices.Concat(t.Values, t.FormerNames) {
		s.add(tag, 0)
	}
	return s
}

func (p *Program) union(n *node, u *lower.Union, counted bool) {
	out := &union{
		key: u.Key, content: u.Content, keyLiteral: literalKey(u.Key), contentLiteral: literalKey(u.Content),
		byDefault: u.Default, unknown: u.Unknown, extensions: u.Extensions, keyless: -1,
	}
	n.union = out
	if len(u.Around) > 0 {
		out.around = p.object(&lower.Struct{Tags: u.Around, Extra: lower.ExtraKept}, false)
	}
	if counted {
		if u.By != lower.ByContent || u.TagKind != lower.StringTag || u.Default >= 0 {
			return // no envelope is such a union
		}
		out.counted = u.Of
	}
	size := len(u.Foreign)
	for i := range u.Cases {
		size += len(u.Cases[i].Tags) + len(u.Cases[i].FormerNames)
	}
	out.tags, out.keys = newTagSet(u.TagKind, size), newNames(len(u.Cases))
	for i := range u.Cases {
		c := &u.Cases[i]
		row := unionCase{kinds: c.Kinds, body: c.Body, slot: -1}
		if c.Body {
			row.value = p.ref(c.Type, counted)
		}
		if len(c.Tags) > 0 {
			row.tag = c.Tags[0]
		}
		if u.By == lower.ByTag {
			row.slot = slotOf(p.rows.At(c.Type), u.Key, c.Of)
		}
		for _, tag := range slices.Concat(c.Tags, c.FormerNames) {
			out.tags.add(tag, i)
		}
		if u.By == lower.ByKey {
			if c.Key == "" && out.keyless < 0 {
				out.keyless = i
			}
			out.keys.add(c.Key, i)
		}
		out.cases = append(out.cases, row)
	}
	for _, tag := range u.Foreign {
		out.tags.add(tag, len(u.Cases))
	}
	n.form = map[lower.By]form{
		lower.ByTag: tagForm, lower.ByContent: contentForm, lower.ByName: nameForm,
		lower.ByKind: kindForm, lower.ByKey: keyForm, lower.ByOrder: orderForm,
	}[u.By]
}

// slotOf is the place of the tag of a variant in the struct that it is, or -1.
func slotOf(t *lower.Type, key string, of *model.Variant) int {
	if t.Form != lower.StructForm {
		return -1
	}
	return slices.IndexFunc(t.Struct.Tags, func(x lower.Tag) bool { return x.Key == key && x.Of.Variant == of })
}

// tag passes a tag, and returns its number in a set. If the set has none that is equal,
// text is what was read.
func (w *walk) tag(s *tagSet) (number int, ok bool) {
	number, _, ok = w.tagText(s)
	return number, ok
}

func (w *walk) tagText(s *tagSet) (number int, text []byte, ok bool) {
	c := w.next()
	switch {
	case s.kind == lower.StringTag && c == '"':
		text, ok = w.plain()
	case s.kind == lower.IntegerTag && kinds[c] == model.Numbers:
		if text, ok = w.number(); ok && !w.simple || ok && text[0] == '-' {
			f := float(text)
			if f != math.Trunc(f) {
				return wrongTag, nil, true
			}
			text = []byte(model.FormatNumber(f))
		}
	case s.kind == lower.BooleanTag && kinds[c] == model.Booleans:
		start := w.pos
		ok = w.any()
		text = w.text[start:w.pos]
	default:
		return wrongTag, nil, w.any()
	}
	if !ok {
		return 0, nil, false
	}
	return s.names.find(text), text, true
}

// A found tag is that of a union in an object.
type found struct {
	number int // of the case, or unknownTag, wrongTag
	name   string
}

// none is a number for an object without the tag.
const none = -3

// key passes a key with its colon, and reports whether it is that of a literal.
func (w *walk) key(literal, key string) (same, ok bool) {
	if w.at(literal) {
		w.pos += len(literal)
		if w.next() <= ' ' {
			w.space()
		}
		return true, true
	}
	raw, ok := w.plain()
	if !ok {
		return false, false
	}
	same = string(raw) == key
	return same, w.take(':')
}

// tagged reads an object with its tag next to its fields.
func (w *walk) tagged(u *union) bool {
	if w.next() != '{' {
		return w.refuse()
	}
	start := w.mark()
	from := len(w.kept)
	more, ok := w.enter('}')
	f := found{number: none}
	first := more
	for more && f.number == none {
		same, keyOK := w.key(u.keyLiteral, u.key)
		if !keyOK {
			return false
		}
		if same {
			var text []byte
			if f.number, text, ok = w.tagText(u.tags); f.number == unknownTag {
				f.name = string(text)
			}
		} else {
			first = false
			ok = w.any()
		}
		if !ok {
			return w.unsure()
		}
		if more, ok = w.more('}'); !ok {
			return false
		}
	}
	if !ok {
		return false
	}
	if f.number == none {
		f.number = u.byDefault
		if f.number < 0 {
			return w.refuse()
		}
	}
	if f.number < 0 || f.number >= len(u.cases) {
		return w.rest(u.key, more) && (u.around == nil || w.back(start) && w.structure(u.around)) && w.undeclaredTag(u, f)
	}
	c := &u.cases[f.number]
	if first && c.slot >= 0 && c.value.object != nil {
		s := seen{from: from, next: c.slot + 1}
		s.keys.set(c.slot)
		s.present.set(c.slot)
		return w.members(c.value.object, &s, more)
	}
	return w.back(start) && w.value(c.value)
}

// rest passes the rest of an object in which key must not come again.
func (w *walk) rest(key string, more bool) bool {
	ok := true
	for more {
		same, keyOK := w.key("", key)
		if !keyOK || same || !w.any() {
			return w.unsure()
		}
		if more, ok = w.more('}'); !ok {
			return false
		}
	}
	return ok
}

// undeclaredTag judges an object whose tag is not that of a case.
func (w *walk) undeclaredTag(u *union, f found) bool {
	switch {
	case f.number != unknownTag:
		return w.refuse() // of another kind, or foreign
	case u.extensions != nil && u.extensions.Has(f.name):
		w.extensions++
	case u.unknown != lower.UnknownKept:
		return w.refuse()
	case w.strict:
		return w.unsure()
	}
	if u.counted != nil {
		w.tags = append(w.tags, Tag{u.counted, f.name})
	}
	return true
}
