package view

import (
	"encoding/json"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A scan walks through a text that is one JSON value, which was found out before.
type scan struct {
	text []byte
	pos  int
	ends map[int]int // of objects and arrays, by where they begin
}

func newScan(text []byte) *scan {
	s := &scan{text: text, ends: make(map[int]int)}
	var open []int
	for s.pos < len(text) {
		switch text[s.pos] {
		case '"':
			s.str()
			continue
		case '{', '[':
			open = append(open, s.pos)
		case '}', ']':
			s.ends[open[len(open)-1]] = s.pos + 1
			open = open[:len(open)-1]
		}
		s.pos++
	}
	s.pos = 0
	s.space()
	return s
}

func (s *scan) space() {
	for s.pos < len(s.text) && (s.text[s.pos] == ' ' || s.text[s.pos] == '\t' || s.text[s.pos] == '\n' || s.text[s.pos] == '\r') {
		s.pos++
	}
}

// str passes a string, and returns it with its quotes.
func (s *scan) str() []byte {
	start := s.pos
	for s.pos++; s.text[s.pos] != '"'; s.pos++ {
		if s.text[s.pos] == '\\' {
			s.pos++
		}
	}
	s.pos++
	return s.text[start:s.pos]
}

// kind is that of the value here.
func (s *scan) kind() model.ValueKind {
	switch s.text[s.pos] {
	case '{':
		return model.ObjectValue
	case '[':
		return model.ListValue
	case '"':
		return model.StringValue
	case 't', 'f':
		return model.BoolValue
	case 'n':
		return model.NullValue
	}
	return model.NumberValue
}

// skip passes a value, and returns it.
func (s *scan) skip() []byte {
	start := s.pos
	switch s.text[start] {
	case '{', '[':
		s.pos = s.ends[start]
	case '"':
		s.str()
	default:
		for s.pos < len(s.text) && s.text[s.pos] > ' ' && s.text[s.pos] != ',' && s.text[s.pos] != '}' && s.text[s.pos] != ']' {
			s.pos++
		}
	}
	return s.text[start:s.pos]
}

// members passes an object, and calls each at the value of every member, which it passes.
func (s *scan) members(each func(key string)) {
	s.parts(func() {
		key := unquoted(s.str())
		s.space()
		s.pos++ // the colon
		s.space()
		each(key)
	})
}

// items passes an array, and calls each at every item, which it passes.
func (s *scan) items(each func(i int)) {
	i := 0
	s.parts(func() {
		each(i)
		i++
	})
}

func (s *scan) parts(each func()) {
	end := s.ends[s.pos]
	s.pos++
	for s.space(); s.pos < end-1; s.space() {
		if s.text[s.pos] == ',' {
			s.pos++
			continue
		}
		each()
	}
	s.pos = end
}

// unquoted is the value of a string.
func unquoted(text []byte) string {
	var out string
	_ = json.Unmarshal(text, &out) // it is a string
	return out
}
