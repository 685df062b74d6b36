package quick

import "github.com/wiregen/wiregen/internal/protocol/lower"

// named reads "name" or {"name": body}.
func (w *walk) named(u *union) bool {
	switch w.next() {
	case '"':
		s, ok := w.plain()
		if !ok {
			return false
		}
		number := u.tags.names.find(s)
		if !u.declares(number) {
			return w.undeclaredName(u, s)
		}
		return !u.cases[number].body || w.refuse()
	case '{':
		return w.namedBody(u)
	}
	return w.refuse()
}

func (w *walk) namedBody(u *union) bool {
	more, ok := w.enter('}')
	if !more {
		return ok && w.refuse()
	}
	raw, ok := w.plain()
	if !ok {
		return false
	}
	name := string(raw)
	if !w.take(':') {
		return false
	}
	body := w.mark()
	bad := false
	number := u.tags.names.find([]byte(name))
	if u.declares(number) && u.cases[number].body {
		if bad = !w.value(u.cases[number].value); bad && (!w.sure || !w.back(body) || !w.any()) {
			return false
		}
	} else if !w.any() {
		return false
	}
	switch more, ok := w.more('}'); {
	case !ok, more: // the same key may come again
		return w.unsure()
	case !u.declares(number):
		return w.undeclaredName(u, []byte(name))
	}
	return !bad && u.cases[number].body || w.refuse()
}

// undeclaredName judges a value whose name is not that of a case.
func (w *walk) undeclaredName(u *union, name []byte) bool {
	switch {
	case u.extensions != nil && u.extensions.Has(string(name)):
		w.extensions++
		return true
	case u.unknown != lower.UnknownKept:
		return w.refuse()
	}
	return !w.strict || w.unsure()
}

// byKind reads the case of the kind of the value.
func (w *walk) byKind(u *union) bool {
	kind := kinds[w.next()]
	for i := range u.cases {
		if u.cases[i].kinds&kind != 0 {
			return w.value(u.cases[i].value)
		}
	}
	return w.refuse()
}

// byKey reads the first case whose key is present.
func (w *walk) byKey(u *union) bool {
	if w.next() != '{' {
		return w.refuse()
	}
	start := w.mark()
	first := len(u.cases)
	more, ok := w.enter('}')
	for more {
		key, isString := w.plain()
		if !isString {
			return false
		}
		if i := u.keys.find(key); i >= 0 && i != u.keyless {
			first = min(first, i)
		}
		if !w.take(':') || !w.any() {
			return w.unsure()
		}
		if more, ok = w.more('}'); !ok {
			return false
		}
	}
	if u.keyless >= 0 {
		first = min(first, u.keyless)
	}
	switch {
	case !ok:
		return false
	case first == len(u.cases):
		return w.refuse()
	}
	return w.back(start) && w.value(u.cases[first].value)
}

// byOrder reads the first case that accepts the value.
func (w *walk) byOrder(u *union) bool {
	start := w.mark()
	kind := kinds[w.next()]
	for i := range u.cases {
		switch c := &u.cases[i]; {
		case c.kinds&kind == 0:
		case w.value(c.value):
			return true
		case !w.sure || !w.back(start):
			return w.unsure()
		}
	}
	return w.refuse()
}
