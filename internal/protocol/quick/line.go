package quick

import "github.com/wiregen/wiregen/internal/protocol/model"

// A Line is the data that a line of a recording adds to its message.
type Line struct {
	Dir    []byte          // who sent it
	Kind   model.ValueKind // of when it was sent; NullValue if the line does not say
	Number int64           // when
	Time   []byte          // when, between the quotes of a string
}

// Directed reads an object that says who sent its message, which is its member msg or the
// text that is its member line. The message is nil if the interpreter must read the
// object. It is valid until the next text is read.
func (p *Program) Directed(text []byte, longest int) (Line, *Message) {
	var l Line
	var inner []byte
	var message, within bool
	if p.mayOverweigh(text) {
		return l, nil
	}
	p.begin(text)
	p.space()
	if p.next() != '{' {
		return l, nil
	}
	more, ok := p.enter('}')
	for more {
		key, keyOK := p.plain()
		if !keyOK {
			return l, nil
		}
		which := string(key)
		if !p.take(':') {
			return l, nil
		}
		switch {
		case which == "dir" && l.Dir == nil:
			l.Dir, ok = p.str()
			ok = ok && !p.escaped && len(l.Dir) > 0
		case which == "time" && l.Kind == model.NullValue:
			ok = p.time(&l)
		case which == "msg" && !message && !within:
			message = p.message()
			ok = message
		case which == "line" && !message && !within:
			inner, ok = p.plain()
			within = true
			p.inner = append(p.inner[:0], inner...)
		default:
			return l, nil
		}
		if !ok {
			return l, nil
		}
		if more, ok = p.more('}'); !ok {
			return l, nil
		}
	}
	switch {
	case !ok, l.Dir == nil, !p.atEnd():
	case message:
		return l, &p.messages.last.m
	case within && len(p.inner) <= longest:
		return l, p.Message(p.inner)
	}
	return l, nil
}

func (p *Program) time(l *Line) (ok bool) {
	switch kinds[p.next()] {
	case model.Numbers:
		l.Kind = model.NumberValue
		token, ok := p.number()
		if !ok || !p.simple {
			return false
		}
		l.Number = integer(token)
		return true
	case model.Strings:
		l.Kind = model.StringValue
		l.Time, ok = p.str()
		return ok && !p.escaped
	}
	return false
}
