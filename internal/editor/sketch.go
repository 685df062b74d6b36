package editor

import (
	"bytes"
	"strings"
)

// A sketch is the keys and values of a file, as far as its lines and brackets show them: also
// while someone types and the file is not YAML. What is not closed ends before the next line
// that is not indented more than what it belongs to.
type sketch struct {
	text  []byte
	root  *part
	block []*part  // the parts in block form, in their order
	dead  [][2]int // comments and texts in blocks, where nothing is proposed
	depth int      // of brackets
}

// mostBrackets is how deep brackets are read.
const mostBrackets = 200

// A part is an entry of a map or a list.
type part struct {
	parent *part
	parts  []*part // of the map or list that is its value

	key        string // "" of an item, and of a word without a colon
	start, end int    // from its key to the end of its value
	keyEnd     int
	colon      int // where its value may begin: after the colon or the dash; -1 without one
	column     int // of its key or its dash, in block form
	item       bool
	flow       bool // within brackets

	value    string // of a single value, without quotes
	from, to int    // the place of the value; of a map or a list in brackets, with these
	quote    byte
	open     byte // the bracket that begins its value
	text     bool // its value is a text in a block
}

func newSketch(text []byte) *sketch {
	s := &sketch{text: text, root: &part{column: -1, colon: 0}}
	s.root.end = len(text)
	above := s.root
	for at := 0; at < len(text); {
		start, column := at, 0
		for at < len(text) && text[at] == ' ' {
			at++
		}
		column = at - start
		end := s.lineEnd(at)
		if rest := bytes.TrimSpace(text[at:end]); len(rest) == 0 || rest[0] == '#' {
			if len(rest) > 0 {
				s.dead = append(s.dead, [2]int{at, end})
			}
			at = end + 1
			continue
		}
		for above.parent != nil && (above.column > column || above.column == column && !s.listBelow(above, at)) {
			above = above.parent
		}
		at, above = s.line(above, at, column)
	}
	return s
}

// listBelow reports whether a dash in the column of a key begins its list.
func (s *sketch) listBelow(above *part, at int) bool {
	return s.dash(at) && !above.item && above.colon >= 0 && above.value == "" && above.open == 0
}

func (s *sketch) dash(at int) bool {
	return s.text[at] == '-' && (at+1 == len(s.text) || s.text[at+1] == ' ' || s.text[at+1] == '\n' || s.text[at+1] == '\r')
}

func (s *sketch) lineEnd(at int) int {
	if i := bytes.IndexByte(s.text[min(at, len(s.text)):], '\n'); i >= 0 {
		return at + i
	}
	return len(s.text)
}

// line reads an entry in block form, and those of lists that begin on its line. It returns
// where the next line begins, and the innermost entry.
func (s *sketch) line(above *part, at, column int) (next int, inner *part) {
	for {
		if !s.dash(at) {
			break
		}
		p := s.add(above, &part{start: at, keyEnd: at, colon: at + 1, column: column, item: true})
		above = p
		from := at
		for at++; at < len(s.text) && s.text[at] == ' '; at++ {
		}
		column += at - from
		if at >= len(s.text) || s.text[at] == '\n' || s.text[at] == '\r' || s.text[at] == '#' {
			s.close(p, at)
			return s.skip(at), p
		}
		if s.text[at] == '{' || s.text[at] == '[' || s.keyAt(at, false) == nil {
			at = s.read(p, at, p.column)
			return s.skip(at), p
		}
	}
	var k *part
	if s.text[at] != '{' && s.text[at] != '[' {
		k = s.keyAt(at, false)
	}
	if k == nil {
		p := s.add(above, &part{start: at, keyEnd: at, colon: -1, column: column})
		at = s.read(p, at, column)
		p.keyEnd = p.to
		return s.skip(at), p
	}
	k.column = column
	p := s.add(above, k)
	return s.skip(s.read(p, p.colon, column)), p
}

func (s *sketch) add(above, p *part) *part {
	p.parent = above
	above.parts = append(above.parts, p)
	if !p.flow {
		s.block = append(s.block, p)
	}
	return p
}

// close says where a part and those around it end.
func (s *sketch) close(p *part, at int) {
	for ; p != nil; p = p.parent {
		p.end = max(p.end, at)
	}
}

// keyAt is the key that begins at a place, if a colon follows on its line.
func (s *sketch) keyAt(at int, flow bool) *part {
	p := &part{start: at, flow: flow}
	end := s.lineEnd(at)
	i := at
	if c := s.text[at]; c == '"' || c == '\'' {
		close := bytes.IndexByte(s.text[at+1:end], c)
		if close < 0 {
			return nil
		}
		i = at + 1 + close + 1
		p.key, p.quote = string(s.text[at+1:i-1]), c
		p.keyEnd = i
		for i < end && s.text[i] == ' ' {
			i++
		}
		if i >= end || s.text[i] != ':' {
			return nil
		}
	} else {
		for ; i < end; i++ {
			c := s.text[i]
			if c == ':' && (i+1 >= end || s.text[i+1] == ' ' || s.text[i+1] == '\r' || flow && strings.IndexByte(",]}[{\"'", s.text[i+1]) >= 0) {
				break
			}
			if flow && strings.IndexByte(",{}[]", c) >= 0 || c == '#' && i > at && s.text[i-1] == ' ' {
				return nil
			}
		}
		if i >= end {
			return nil
		}
		p.keyEnd = at + len(bytes.TrimRight(s.text[at:i], " "))
		p.key = string(s.text[at:p.keyEnd])
	}
	p.quote = 0
	p.colon = i + 1
	return p
}

// skip is where the line after a place begins.
func (s *sketch) skip(at int) int {
	if at > 0 && at <= len(s.text) && s.text[at-1] == '\n' {
		return at
	}
	end := s.lineEnd(at)
	if rest := s.text[min(at, len(s.text)):end]; len(rest) > 0 {
		if i := bytes.IndexByte(rest, '#'); i >= 0 {
			s.dead = append(s.dead, [2]int{at + i, end})
		}
	}
	return end + 1
}

// read reads the value of a part in block form, which begins at a place or below it. Base is
// the column of what it belongs to.
func (s *sketch) read(p *part, at, base int) int {
	for at < len(s.text) && s.text[at] == ' ' {
		at++
	}
	p.from, p.to = at, at
	if at >= len(s.text) || s.text[at] == '\n' || s.text[at] == '\r' || s.text[at] == '#' {
		s.close(p, at)
		return at
	}
	switch c := s.text[at]; c {
	case '|', '>':
		p.text = true
		start := at
		at = s.lineEnd(at)
		for at < len(s.text) && s.continued(at, base) {
			at = s.lineEnd(at + 1)
		}
		p.to = at
		s.dead = append(s.dead, [2]int{start, at})
	case '{', '[':
		at = s.brackets(p, at, base)
	case '"', '\'':
		at = s.quoted(p, at, base)
	default:
		end := s.lineEnd(at)
		line := s.text[at:end]
		if i := bytes.Index(line, []byte(" #")); i >= 0 {
			line = line[:i]
		}
		line = bytes.TrimRight(line, " \r\t")
		p.value, p.to = string(line), at+len(line)
		at = p.to
	}
	s.close(p, at)
	return at
}

// continued reports whether the line after a line end is empty or indented more than base.
func (s *sketch) continued(end, base int) bool {
	for at := end + 1; at < len(s.text); at++ {
		switch s.text[at] {
		case ' ':
		case '\n', '\r':
			return true
		default:
			return at-end-1 > base
		}
	}
	return false
}

// quoted reads a text in quotes. One that is not closed ends with its line.
func (s *sketch) quoted(p *part, at, base int) int {
	p.quote = s.text[at]
	for i := at + 1; i < len(s.text); i++ {
		switch c := s.text[i]; {
		case c == '\\' && p.quote == '"':
			i++
		case c == p.quote && c == '\'' && i+1 < len(s.text) && s.text[i+1] == '\'':
			i++
		case c == p.quote:
			p.value, p.to = string(s.text[at+1:i]), i+1
			return i + 1
		case c == '\n' && !s.continued(i, base):
			i = len(s.text)
		}
	}
	end := s.lineEnd(at)
	p.value, p.to = string(bytes.TrimRight(s.text[at+1:end], "\r")), end
	return end
}

// brackets reads a map or a list in brackets.
func (s *sketch) brackets(p *part, at, base int) int {
	if s.depth == mostBrackets {
		return at + 1
	}
	s.depth++
	defer func() { s.depth-- }()
	p.open = s.text[at]
	entry := (*part)(nil)
	at++
	for at < len(s.text) {
		switch c := s.text[at]; {
		case c == '}' || c == ']':
			p.to = at + 1
			return at + 1
		case c == ',':
			entry = nil
			at++
		case c == '\n' && !s.continued(at, base):
			p.to = at
			return at
		case c == ' ' || c == '\n' || c == '\r' || c == '\t':
			at++
		case c == '#' && s.text[at-1] != '"':
			end := s.lineEnd(at)
			s.dead = append(s.dead, [2]int{at, end})
			at = end
		case entry != nil && entry.colon >= 0 && entry.to > entry.from:
			at++ // behind a whole value
		case entry == nil:
			if entry = s.keyAt(at, true); entry != nil && p.open == '{' {
				s.add(p, entry)
				entry.from, entry.to = entry.colon, entry.colon
				at = entry.colon
				s.close(entry, at)
				continue
			}
			entry = s.add(p, &part{start: at, keyEnd: at, colon: -1, flow: true, item: p.open == '['})
			if entry.item {
				entry.colon = at
			}
			at = s.flowValue(entry, at, base)
			if !entry.item {
				entry.key, entry.keyEnd = "", entry.to
			}
		default:
			at = s.flowValue(entry, at, base)
		}
	}
	p.to = at
	return at
}

// flowValue reads a value within brackets.
func (s *sketch) flowValue(p *part, at, base int) int {
	p.from, p.to = at, at
	switch c := s.text[at]; c {
	case '{', '[':
		at = s.brackets(p, at, base)
	case '"', '\'':
		at = s.quoted(p, at, base)
	default:
		i := at
		for i < len(s.text) && strings.IndexByte(",{}[]\n", s.text[i]) < 0 {
			i++
		}
		word := bytes.TrimRight(s.text[at:i], " \r\t")
		p.value, p.to = string(word), at+len(word)
		at = max(i, at+1)
		if i == at-1 {
			p.to = at
		}
	}
	s.close(p, at)
	return at
}
