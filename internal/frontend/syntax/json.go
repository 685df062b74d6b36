package syntax

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// The bounds of a JSON file.
const (
	maxJSONBytes = 64 << 20
	maxJSONDepth = 1000
)

// ReadJSON reads a JSON file into nodes: a string is a quoted Scalar, a number, true, false
// or null one without quotes. It adds the first fault to r, and is nil then.
func ReadJSON(f *source.File, r *diag.Report) *Node {
	s := &jsonScanner{file: f, text: f.Text}
	if len(s.text) > maxJSONBytes {
		r.Add(diag.ImportJSON, source.Span{File: f, Start: 0, End: 1}, fmt.Sprintf("the file has %d bytes, which is more than 64 MiB", len(s.text))).
			WithHelp("import a part of it")
		return nil
	}
	if len(s.text) >= len(bom) && string(s.text[:len(bom)]) == string(bom) {
		s.at = len(bom)
	}
	n := s.value(0)
	if s.space(); s.fault == "" && s.at < len(s.text) {
		s.fail(s.at, "there is more text after the value")
	}
	if s.fault != "" {
		at := min(s.faultAt, max(0, len(s.text)-1))
		r.Add(diag.ImportJSON, source.Span{File: f, Start: at, End: min(at+1, len(s.text))}, s.fault).
			WithHelp("name a file with one JSON value")
		return nil
	}
	return n
}

// A jsonScanner reads one file. The first fault ends it.
type jsonScanner struct {
	file    *source.File
	text    []byte
	at      int
	fault   string
	faultAt int
}

func (s *jsonScanner) fail(at int, fault string) {
	if s.fault == "" {
		s.fault, s.faultAt = fault, at
	}
}

func (s *jsonScanner) space() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		default:
			return
		}
	}
}

// next reports whether c comes next, and skips it.
func (s *jsonScanner) next(c byte) bool {
	s.space()
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

func (s *jsonScanner) value(depth int) *Node {
	s.space()
	start := s.at
	n := &Node{}
	switch {
	case depth > maxJSONDepth:
		s.fail(start, fmt.Sprintf("the file has more than %d levels", maxJSONDepth))
	case s.at == len(s.text):
		s.fail(start, "this is not JSON: it ends too early")
	case s.text[s.at] == '{':
		s.object(n, depth)
	case s.text[s.at] == '[':
		s.list(n, depth)
	case s.text[s.at] == '"':
		n.Kind, n.Quoted = Scalar, true
		n.Text = s.str()
	default:
		n.Kind = Scalar
		n.Text = s.word()
	}
	n.Span = source.Span{File: s.file, Start: start, End: s.at}
	return n
}

func (s *jsonScanner) object(n *Node, depth int) {
	n.Kind = Map
	s.at++
	if s.next('}') {
		return
	}
	seen := map[string]bool{}
	for s.fault == "" {
		s.space()
		start := s.at
		if s.at == len(s.text) || s.text[s.at] != '"' {
			s.fail(s.at, "this is not JSON: a key in double quotes was expected")
			return
		}
		key := &Node{Kind: Scalar, Quoted: true}
		key.Text = s.str()
		key.Span = source.Span{File: s.file, Start: start, End: s.at}
		if seen[key.Text] {
			s.fail(start, fmt.Sprintf("the key %q appears twice", key.Text))
		}
		seen[key.Text] = true
		if !s.next(':') {
			s.fail(s.at, `this is not JSON: ":" was expected`)
			return
		}
		n.Pairs = append(n.Pairs, Pair{key, s.value(depth + 1)})
		if s.next('}') {
			return
		}
		if !s.next(',') {
			s.fail(s.at, `this is not JSON: "," or "}" was expected`)
		}
	}
}

func (s *jsonScanner) list(n *Node, depth int) {
	n.Kind = List
	s.at++
	if s.next(']') {
		return
	}
	for s.fault == "" {
		n.Items = append(n.Items, s.value(depth+1))
		if s.next(']') {
			return
		}
		if !s.next(',') {
			s.fail(s.at, `this is not JSON: "," or "]" was expected`)
		}
	}
}

// str reads a string.
func (s *jsonScanner) str() string {
	start := s.at
	plain := true
	for s.at++; s.at < len(s.text) && s.text[s.at] != '"'; s.at++ {
		switch c := s.text[s.at]; {
		case c == '\\':
			plain = false
			s.at++
		case c < ' ':
			s.fail(s.at, fmt.Sprintf("this is not JSON: the control character U+%04X is not escaped", c))
		}
	}
	if s.at >= len(s.text) {
		s.at = len(s.text)
		s.fail(start, "this is not JSON: the string does not end")
		return ""
	}
	s.at++
	raw := s.text[start:s.at]
	if !utf8.Valid(raw) {
		s.fail(start, "this string is not UTF-8")
		return ""
	}
	if plain {
		return string(raw[1 : len(raw)-1])
	}
	var out string
	if err := json.Unmarshal(raw, &out); err != nil {
		s.fail(start, "this is not JSON: the string has an invalid escape")
	}
	return out
}

// word reads a number, true, false or null.
func (s *jsonScanner) word() string {
	start := s.at
	for s.at < len(s.text) && (isNameByte(s.text[s.at]) || s.text[s.at] == '-' || s.text[s.at] == '+' || s.text[s.at] == '.') {
		s.at++
	}
	word := string(s.text[start:s.at])
	if word != "true" && word != "false" && word != "null" && !jsonNumber().MatchString(word) {
		s.fail(start, "this is not JSON: a value was expected")
	}
	return word
}
