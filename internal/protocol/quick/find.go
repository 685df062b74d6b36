package quick

// Find returns the text of the value at a path of names in a text that was accepted, or
// nil if there is none. It does not know older names and defaults. ok is false if the path
// leads through a value that is not an object.
func Find(text []byte, path ...string) (found []byte, ok bool) {
	var w walk
	for _, step := range path {
		w.begin(text)
		w.space()
		if w.next() != '{' {
			return nil, false
		}
		text = nil
		more, ok := w.enter('}')
		for more && ok {
			key, _ := w.plain()
			same := string(key) == step
			w.take(':')
			start := w.pos
			w.any()
			if same { // the last one counts
				text = w.text[start:w.pos]
			}
			more, ok = w.more('}')
		}
		if text == nil {
			return nil, true
		}
	}
	return text, true
}

// Plain reports whether a value is written as it is: a string without escapes, or an
// integer of few digits.
func Plain(value []byte) bool {
	var w walk
	w.begin(value)
	switch {
	case len(value) == 0:
		return false
	case value[0] == '"':
		_, ok := w.str()
		return ok && !w.escaped && w.pos == len(value)
	}
	token, ok := w.number()
	return ok && w.simple && w.pos == len(value) && string(token) != "-0"
}
