package syntax

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// blockLine reads a line outside of brackets: dashes, then a key with its value, or
// a value.
func (s *scanner) blockLine() {
	for s.at() == '-' && isBlank(s.peek(1)) {
		if !s.enter(s.pos-s.line, true) {
			return
		}
		s.pos++
		s.spaces()
		s.properties()
		if s.endOfValue() {
			return
		}
	}
	if s.at() == '?' && isBlank(s.peek(1)) {
		if s.keyInLongForm() && !s.endOfValue() {
			s.blockLine()
		}
		return
	}
	start, column, line := s.pos, s.pos-s.line, s.line
	if s.at() == ':' && isBlank(s.peek(1)) {
		s.fail(diag.YAMLSyntax, s.pos, s.pos+1, "there is no key before this colon").WithHelp("write key: value")
		return
	}
	plain := s.value()
	if s.fault != nil {
		return
	}
	if s.pos > start && s.text[s.pos-1] == '\n' { // a block text took its lines
		s.blockScalar(start, column, plain)
		return
	}
	s.spaces()
	if s.at() != ':' || !isBlank(s.peek(1)) {
		s.blockScalar(start, column, plain)
		return
	}
	if s.line != line || s.pos-start > maxKey {
		s.longKey(start)
		return
	}
	if !s.enter(column, false) {
		return
	}
	s.cutHere(line)
	s.pos++
	s.spaces()
	s.from = s.pos
	if s.properties() {
		s.levels[len(s.levels)-1].pending = false
		s.spaces()
		s.endOfLine(column, false, -1)
	} else if !s.endOfValue() {
		s.valueOfKey(column)
	}
}

// keyInLongForm goes to the value of a key that is written as "? key", with ": value" on
// the next line. Common emitters write the empty text that way. Other keys in long form
// are refused.
func (s *scanner) keyInLongForm() bool {
	column, question := s.pos-s.line, s.pos
	rest, after, _ := bytes.Cut(s.text[s.pos+1:], []byte("\n"))
	key := bytes.TrimSpace(rest)
	next := len(after) - len(bytes.TrimLeft(after, " "))
	if !isSimple(key) || next != column || len(after) < next+2 || after[next] != ':' || !isBlank(after[next+1]) {
		words := string(key)
		if words == "" || len(words) > 40 {
			words = "key"
		}
		s.fail(diag.YAMLComplexKey, question, question+1, "a key in long form begins here").WithHelp(fmt.Sprintf("write %s: followed by its value", words))
		return false
	}
	if !s.enter(column, false) {
		return false
	}
	s.pos++
	s.spaces()
	s.value()
	if s.fault != nil {
		return false
	}
	if s.spaces(); !s.atLineEnd() || s.pos > question+1+len(rest) {
		s.fail(diag.YAMLComplexKey, question, question+1, "a key in long form begins here").WithHelp("write the key, a colon and its value")
		return false
	}
	s.nextLine()
	s.line = s.pos
	s.pos += column + 1
	s.spaces()
	s.from = s.pos
	return true
}

// isSimple reports whether a key is one text, in quotes or of letters.
func isSimple(key []byte) bool {
	if len(key) == 0 || len(key) > maxKey {
		return false
	}
	c := key[0]
	return c == '"' || c == '\'' || isNameByte(c)
}

func (s *scanner) longKey(start int) {
	s.fail(diag.YAMLSyntax, start, s.firstRune(start), fmt.Sprintf("this key is longer than one line or %d bytes", maxKey)).
		WithHelp("write a shorter key on one line")
}

// endOfValue reports whether the line ends here, so that the value of a key or a
// dash is on later lines.
func (s *scanner) endOfValue() bool {
	switch {
	case s.atLineEnd():
		s.nextLine()
		return true
	case s.at() == '#' && isBlank(s.text[s.pos-1]):
		s.comment()
		return true
	}
	return false
}

// blockScalar ends a value that does not follow a key: an item of a list, or a
// text on a separate line.
func (s *scanner) blockScalar(start, column int, plain bool) {
	if len(s.levels) > 0 {
		top := &s.levels[len(s.levels)-1]
		if !top.pending || column <= top.column && !(top.list && column > top.column) {
			s.lostText(start)
			return
		}
		top.pending, s.alone = false, start
		s.endOfLine(top.column, plain, start)
		return
	}
	s.endOfLine(-1, plain, start)
}

// lostText reports a line that is neither a key nor an item.
func (s *scanner) lostText(start int) {
	end := start
	for end < len(s.text) && !isBlank(s.text[end]) {
		end++
	}
	a := help("write key: value")
	if key, value, ok := bytes.Cut(s.text[start:end], []byte(":")); ok && len(key) > 0 && len(value) > 0 {
		a = s.spliced(start, end, fmt.Sprintf("%s: %s", key, value))
		a.Help += ", with a space after the colon"
	}
	s.fail(diag.YAMLSyntax, start, end, fmt.Sprintf("%q is neither a key with a colon nor part of the value above", s.text[start:end])).
		WithAdvice(a)
}

// spliced is the advice to write another text from start to end.
func (s *scanner) spliced(start, end int, text string) diag.Advice {
	return diag.Advice{Help: "write " + text, Steps: []diag.Step{{Do: diag.Splice, At: source.Span{File: s.file, Start: start, End: end}, Text: text}}}
}

// valueOfKey reads a value on the line of its key.
func (s *scanner) valueOfKey(column int) {
	s.levels[len(s.levels)-1].pending = false
	if s.at() == '-' && isBlank(s.peek(1)) {
		s.fail(diag.YAMLSyntax, s.pos, s.pos+1, "a list in block form cannot begin on the line of its key").
			WithHelp("put each item on a separate line, or write the list as [a, b]")
		return
	}
	start := s.pos
	plain := s.value()
	if s.fault != nil {
		return
	}
	if s.pos > start && s.text[s.pos-1] == '\n' { // a block text took its lines
		return
	}
	s.spaces()
	if s.at() == ':' && isBlank(s.peek(1)) {
		s.fail(diag.YAMLColon, s.pos, s.pos+1, "this line has a second colon").
			WithAdvice(s.colonAdvice(start))
		return
	}
	s.endOfLine(column, plain, -1)
}

// colonAdvice puts the value at start, which contains a colon, in quotes. If both sides of the
// colon are single words, they may be a key and its value.
func (s *scanner) colonAdvice(start int) diag.Advice {
	line := s.text[start:]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	if i := bytes.Index(line, []byte(" #")); i >= 0 {
		line = line[:i]
	}
	a := help("put a text that contains \": \" in quotes, or put the inner key on a separate line")
	if line = bytes.TrimSpace(line); len(line) < 80 {
		a.Help = fmt.Sprintf("write %s, or put the inner key on a separate line", quote(string(line)))
	}
	if bytes.Count(line, []byte(" ")) > 1 {
		a.Steps = s.spliced(start, start+len(line), quote(string(line))).Steps
	}
	return a
}

// endOfLine reads what may follow a value: a comment, or the further lines of
// an unquoted text, which are indented deeper than column. A text on a separate
// line begins at alone, which is -1 for others.
func (s *scanner) endOfLine(column int, plain bool, alone int) {
	if s.pos > 0 && s.pos <= len(s.text) && s.text[s.pos-1] == '\n' {
		return
	}
	if s.at() == '#' && isBlank(s.text[s.pos-1]) {
		s.comment()
		return
	}
	if !s.atLineEnd() {
		s.moreText()
		return
	}
	s.nextLine()
	for plain && s.fault == nil && s.continues(column) {
		s.continuation(alone)
	}
}

// moreText reports text after the end of a value.
func (s *scanner) moreText() {
	end := s.pos
	for end < len(s.text) && s.text[end] != '\n' && s.text[end] != '\r' && (s.text[end] != '#' || !isBlank(s.text[end-1])) {
		end++
	}
	value := string(bytes.TrimRight(s.text[s.from:end], " "))
	rest := string(s.text[s.pos])
	switch list, ok := strings.CutPrefix(value, "[]"); {
	case ok:
		s.fail(diag.YAMLSyntax, s.from, s.from+len(value), "a list has its brackets after the type of its items").
			WithAdvice(s.spliced(s.from, s.from+len(value), strings.TrimSpace(list)+"[]"))
	case rest == "]" || rest == "}":
		s.fail(diag.YAMLUnclosedBracket, s.pos, s.pos+1, fmt.Sprintf("%q closes a bracket that is not open", rest)).
			WithHelp("remove it, or open the bracket before it")
	default:
		a := help("put the whole value in one pair of quotes")
		if !strings.ContainsAny(value, "\n") && len(value) < 80 {
			a = s.spliced(s.from, s.from+len(value), quoteAll(value))
		}
		s.fail(diag.YAMLSyntax, s.pos, s.firstRune(s.pos), "there is more text after the value").WithAdvice(a)
	}
}

// quoteAll puts one pair of quotes around a value that has quotes inside; one
// that had quotes around all of it loses them.
func quoteAll(value string) string {
	if n := len(value); n > 1 && value[0] == '\'' && value[n-1] == '\'' {
		value = value[1 : n-1]
	}
	if strings.HasPrefix(value, "[") {
		value = strings.ReplaceAll(value, "\"", "")
	}
	return quote(value)
}

// continues reports whether the next line that is not blank belongs to an
// unquoted text under column, and goes to it.
func (s *scanner) continues(column int) bool {
	at := s.pos
	for at < len(s.text) {
		rest := s.text[at:]
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			rest = rest[:i]
		}
		trimmed := bytes.TrimLeft(rest, " ")
		if len(bytes.TrimSpace(trimmed)) == 0 {
			at += len(rest) + 1
			continue
		}
		if len(rest)-len(trimmed) <= column || trimmed[0] == '#' || column < 0 && isMarker(trimmed) {
			return false
		}
		s.line, s.pos = at, at+len(rest)-len(trimmed)
		return true
	}
	return false
}

func isMarker(line []byte) bool {
	return bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("..."))
}

// continuation reads a continuation line of an unquoted text. If it turns out to be
// a key, a text on a separate line above it is a key without its colon.
func (s *scanner) continuation(alone int) {
	first := s.pos
	s.plain()
	if s.at() == ':' && isBlank(s.peek(1)) {
		if alone >= 0 {
			s.lostText(alone)
			return
		}
		s.above(s.fail(diag.YAMLIndentation, first, max(s.pos, first+1), "this key is indented deeper than the line above, which already has a value").
			WithHelp("indent it like the keys that it belongs to"))
		return
	}
	s.spaces()
	if s.at() == '#' && isBlank(s.text[s.pos-1]) {
		s.comment()
		return
	}
	s.nextLine()
}

// above adds the value above a line, because it may be the one with the wrong
// indentation.
func (s *scanner) above(d *diag.Diagnostic) {
	end := s.from
	for end < len(s.text) && s.text[end] != '\n' && s.text[end] != '\r' {
		end++
	}
	if span := (source.Span{File: s.file, Start: s.from, End: end}); s.from > 0 && end > s.from {
		d.WithRelated(span, "or indent this line")
	}
}

// enter goes to the map or list at column, closing deeper ones.
func (s *scanner) enter(column int, list bool) bool {
	popped := false
	for len(s.levels) > 0 {
		top := s.levels[len(s.levels)-1]
		if top.column < column || top.column == column && (list == top.list || !top.list) {
			break
		}
		s.levels = s.levels[:len(s.levels)-1]
		popped = true
	}
	if len(s.levels) > 0 {
		top := &s.levels[len(s.levels)-1]
		switch {
		case top.column == column && top.list == list:
			top.pending, s.alone = true, -1
			return s.token()
		case !top.pending:
			s.misplaced(column, list, popped, top)
			return false
		}
		top.pending = false
	} else if popped {
		s.misplaced(column, list, true, nil)
		return false
	}
	s.alone = -1
	s.levels = append(s.levels, level{column: column, list: list, pending: true})
	return s.token()
}

// misplaced reports a key or a dash whose indentation fits nowhere.
func (s *scanner) misplaced(column int, list, popped bool, top *level) {
	start := s.line + column
	end := s.firstRune(start)
	for end < len(s.text) && !isBlank(s.text[end]) && s.text[end] != ':' {
		end++
	}
	switch {
	case top != nil && top.column == column && list:
		s.fail(diag.YAMLIndentation, start, end, "an item of a list is among the keys of a map").WithHelp("indent the list below its key")
	case top != nil && top.column == column:
		s.fail(diag.YAMLIndentation, start, end, "a key is among the items of a list").WithHelp("indent it like the keys that it belongs to")
	case popped:
		s.fail(diag.YAMLIndentation, start, end, "the indentation of this line fits none of the lines above").
			WithHelp("indent it like the keys that it belongs to")
	case s.alone >= 0:
		s.lostText(s.alone)
	default:
		s.above(s.fail(diag.YAMLIndentation, start, end, "this line is indented deeper than the line above, which already has a value").
			WithHelp("indent it like the keys that it belongs to"))
	}
}
