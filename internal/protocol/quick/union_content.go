package quick

// The keys of an object with a tag and a content.
const (
	otherKey = iota
	tagKey
	contentKey
)

// either passes a key with its colon.
func (w *walk) either(u *union) (which int, ok bool) {
	switch {
	case w.at(u.keyLiteral):
		w.pos += len(u.keyLiteral)
		which = tagKey
	case w.at(u.contentLiteral):
		w.pos += len(u.contentLiteral)
		which = contentKey
	default:
		key, ok := w.plain()
		switch {
		case !ok:
			return 0, false
		case string(key) == u.key:
			which = tagKey
		case string(key) == u.content:
			which = contentKey
		}
		return which, w.take(':')
	}
	if w.next() <= ' ' {
		w.space()
	}
	return which, true
}

// An envelope is what was seen of an object of a tag and a content.
type envelope struct {
	found
	hasBody bool
	early   bool // the body came before the tag, and was passed
	body    mark
	bad     bool // the body is refused
	others  bool // there are undeclared keys
}

// content reads an object of a tag and a content.
func (w *walk) content(u *union) bool {
	if w.next() != '{' {
		return w.refuse()
	}
	more, ok := w.enter('}')
	e := envelope{found: found{number: none}}
	for more {
		which, keyOK := w.either(u)
		if !keyOK {
			return false
		}
		switch which {
		case tagKey:
			ok = w.tagOf(u, &e)
		case contentKey:
			ok = w.body(u, &e)
		default:
			e.others = true
			ok = w.any()
		}
		if !ok {
			return false
		}
		if more, ok = w.more('}'); !ok {
			return false
		}
	}
	return ok && w.judgeContent(u, &e)
}

// tagOf reads the tag.
func (w *walk) tagOf(u *union, e *envelope) bool {
	if e.number != none {
		return w.unsure() // the last one counts
	}
	number, text, ok := w.tagText(u.tags)
	e.number = number
	if number == unknownTag {
		e.name = string(text)
	}
	if ok && !e.hasBody && u.counted != nil && u.declares(number) {
		w.tags = append(w.tags, Tag{u.counted, u.cases[number].tag})
	}
	return ok
}

// declares reports whether a number is that of a case.
func (u *union) declares(number int) bool { return number >= 0 && number < len(u.cases) }

// body reads the content, or passes it if its type is not known yet.
func (w *walk) body(u *union, e *envelope) bool {
	if e.hasBody {
		return w.unsure()
	}
	e.hasBody, e.early, e.body = true, e.number == none, w.mark()
	if !u.declares(e.number) || !u.cases[e.number].body {
		return w.any()
	}
	if w.value(u.cases[e.number].value) {
		return true
	}
	e.bad = true
	return w.sure && w.back(e.body) && w.any()
}

// judgeContent judges the whole.
func (w *walk) judgeContent(u *union, e *envelope) bool {
	if e.number == none {
		if e.number = u.byDefault; e.number < 0 {
			return w.refuse()
		}
	}
	if !u.declares(e.number) {
		return w.undeclaredTag(u, e.found)
	}
	c := &u.cases[e.number]
	switch {
	case c.body && (!e.hasBody || e.bad):
		return w.refuse()
	case w.strict && (e.others || e.hasBody && !c.body):
		return w.unsure()
	case !e.early:
		return true
	}
	if u.counted != nil {
		w.tags = append(w.tags, Tag{u.counted, c.tag})
	}
	if !c.body {
		return true
	}
	end, depth := w.pos, w.depth
	w.depth = e.body.depth
	if !w.rewind(e.body.pos) || !w.value(c.value) {
		return false
	}
	w.pos, w.depth = end, depth
	return true
}
