package editor

import (
	"bytes"
	"sort"
)

// A cursor is a place in a file where something is written, as far as a sketch shows it.
type cursor struct {
	in    *part  // the map or list that has it
	at    *part  // the entry; nil where a new one may be written
	key   bool   // it is at a key, and not at a value
	from  int    // the word or the value up to it is from here
	to    int    // and ends here
	quote byte   // it is in quotes
	typed string // the text from there to the cursor
}

// path are the keys that lead to a part; those of items are "".
func (p *part) path() []*part {
	var out []*part
	for ; p.parent != nil; p = p.parent {
		out = append(out, p)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// child is the entry with a key; nil if there is none.
func (p *part) child(key string) *part {
	for _, c := range p.parts {
		if c.key == key && c.colon >= 0 && !c.item {
			return c
		}
	}
	return nil
}

// cursor finds a place; ok is false where nothing can be written: in a comment, in a text.
func (s *sketch) cursor(offset int) (c cursor, ok bool) {
	i := sort.Search(len(s.dead), func(i int) bool { return s.dead[i][1] >= offset })
	if i < len(s.dead) && s.dead[i][0] < offset {
		return c, false
	}
	line := bytes.LastIndexByte(s.text[:offset], '\n') + 1
	i = sort.Search(len(s.block), func(i int) bool { return s.block[i].start > offset })
	if i == 0 {
		return s.fresh(s.root, offset), len(bytes.TrimSpace(s.text[line:offset])) == 0
	}
	p := s.block[i-1]
	switch {
	case p.start >= line || p.from < offset && offset <= p.to && p.to > p.from:
		return s.within(p, offset)
	case len(bytes.TrimSpace(s.text[line:offset])) > 0:
		return c, false
	}
	for column := offset - line; p.parent != nil && p.column >= column; {
		p = p.parent
	}
	if p.value != "" || p.open != 0 || p.text || p.parent != nil && p.colon < 0 {
		return c, false
	}
	return s.fresh(p, offset), true
}

// fresh is a place where a new entry may begin.
func (s *sketch) fresh(p *part, offset int) cursor {
	return cursor{in: p, key: true, from: offset, to: offset}
}

// within is a place in an entry.
func (s *sketch) within(p *part, offset int) (c cursor, ok bool) {
	if p.open != 0 && offset > p.from {
		if offset < p.to || !s.closed(p) {
			return s.inBrackets(p, offset)
		}
		return c, false // behind it
	}
	c = cursor{in: p.parent, at: p}
	switch {
	case !p.item && (offset <= p.keyEnd || p.colon < 0):
		c.key, c.from, c.to = true, p.start, max(p.keyEnd, offset)
		if q := s.text[p.start]; (q == '"' || q == '\'') && offset > p.start {
			c.quote = q
		}
		c.typed = string(bytes.TrimLeft(s.text[p.start:offset], `"'`))
		return c, true
	case p.colon < 0 || offset < p.colon || offset == p.colon && !p.flow: // where a space is due
		return c, false
	case p.from < p.to && offset < p.from: // before it
		c.from, c.to = offset, offset
	case !s.inSingle(&c, p, offset):
		return c, false
	}
	c.typed = string(s.text[min(c.from, offset):offset])
	return c, true
}

// closed reports whether a map or list in brackets ends with one.
func (s *sketch) closed(p *part) bool {
	last := s.text[p.to-1]
	return p.to-1 > p.from && (last == '}' && p.open == '{' || last == ']' && p.open == '[')
}

// inSingle says which text a place in or behind a single value is in. It reports whether there is
// one.
func (s *sketch) inSingle(c *cursor, p *part, offset int) bool {
	if p.from >= p.to { // nothing yet
		c.from, c.to = offset, offset
		return true
	}
	c.from, c.to, c.quote = p.from, max(p.to, offset), p.quote
	if p.quote == 0 {
		return true
	}
	if closed := p.to-1 > p.from && s.text[p.to-1] == p.quote; closed && offset >= p.to {
		return false
	} else if closed {
		c.to--
	}
	c.from++
	return offset >= c.from
}

// inBrackets is a place in a map or a list in brackets.
func (s *sketch) inBrackets(p *part, offset int) (c cursor, ok bool) {
	i := sort.Search(len(p.parts), func(i int) bool { return p.parts[i].start > offset })
	if i > 0 {
		last := p.parts[i-1]
		if offset <= last.end || bytes.IndexByte(s.text[last.end:offset], ',') < 0 {
			return s.within(last, offset)
		}
	}
	c = s.fresh(p, offset)
	c.key = p.open == '{'
	return c, true
}
