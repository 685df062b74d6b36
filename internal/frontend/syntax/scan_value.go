package syntax

import (
	"bytes"
	"fmt"

	"github.com/wiregen/wiregen/internal/diag"
)

// value reads one value outside of brackets and reports whether it is an
// unquoted text, which later lines may continue.
func (s *scanner) value() (plain bool) {
	s.from = s.pos
	if s.properties() || s.atLineEnd() {
		return false
	}
	if !s.token() {
		return false
	}
	switch c := s.at(); c {
	case '"', '\'':
		s.quoted()
	case '[', '{':
		s.flow()
	case '|', '>':
		s.blockText()
	case ']', '}':
		s.fail(diag.YAMLUnclosedBracket, s.pos, s.pos+1, fmt.Sprintf("\"%c\" closes a bracket that is not open", c)).
			WithHelp("remove it, or open the bracket before it")
	case '@', '`', '%', ',':
		s.fail(diag.YAMLSyntax, s.pos, s.pos+1, fmt.Sprintf("an unquoted text cannot begin with \"%c\"", c)).
			WithHelp("put the text in quotes")
	default:
		s.plain()
		return true
	}
	return false
}

// plain reads an unquoted text outside of brackets, up to a colon, a comment
// or the end of the line.
func (s *scanner) plain() {
	end := s.pos
	for !s.atLineEnd() {
		c := s.at()
		if c == ':' && isBlank(s.peek(1)) || c == '#' && s.pos > s.line && isBlank(s.text[s.pos-1]) {
			break
		}
		s.pos++
		if !isBlank(c) {
			end = s.pos
		}
	}
	s.pos = end
}

// blockText reads the lines of a text that begins with | or >.
func (s *scanner) blockText() {
	column := -1
	if len(s.levels) > 0 {
		column = s.levels[len(s.levels)-1].column
	}
	s.pos++
	explicit := false // an explicit indentation
	for c := s.at(); c == '+' || c == '-' || c >= '0' && c <= '9'; c = s.at() {
		explicit = explicit || c >= '0'
		s.pos++
	}
	s.spaces()
	if s.at() == '#' {
		s.comment()
	} else if s.atLineEnd() {
		s.nextLine()
	} else {
		s.fail(diag.YAMLSyntax, s.pos, s.firstRune(s.pos), "a text in block form begins on the line after its \"|\"").
			WithHelp("put the text on the next line, or in quotes")
		return
	}
	s.blockLines(column, explicit)
}

// blockLines reads the lines of a text under column. The first of them determines
// the indentation.
func (s *scanner) blockLines(column int, explicit bool) {
	depth := -1
	for s.pos < len(s.text) {
		rest := s.text[s.pos:]
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			rest = rest[:i]
		}
		indent := len(rest) - len(bytes.TrimLeft(rest, " "))
		switch {
		case len(bytes.TrimSpace(rest)) == 0:
		case indent <= column:
			return
		case depth < 0:
			depth = indent
		case indent < depth && !explicit:
			if rest[indent] == '#' {
				return
			}
			start := s.pos + indent
			s.fail(diag.YAMLIndentation, start, start+len(bytes.TrimSpace(rest)), "this line is indented less than the text above but more than its key").
				WithHelp("indent all lines of the text alike")
			return
		}
		s.nextLine()
	}
}

// flow reads a map or list in brackets.
func (s *scanner) flow() {
	first := s.line
	value := false // a value ended, so a comma, a colon or a bracket follows
	last := s.pos  // where the last value began
	for s.flowSpace(first); s.fault == nil; s.flowSpace(first) {
		if s.pos >= len(s.text) {
			s.unclosed()
			return
		}
		switch c := s.at(); c {
		case '?': // a key in long form
			if !value && isBlank(s.peek(1)) {
				s.pos++
				continue
			}
			last = s.pos
			value = s.flowValue(c)
		case ']', '}':
			if s.closeBracket(c); len(s.brackets) == 0 {
				return
			}
			value = true
		case ',', ':':
			if !s.separator(c == ':', last) {
				return
			}
			s.pos++
			value = false
		default:
			if value {
				help := "write key: value, and a comma after each pair"
				if bytes.HasSuffix(bytes.TrimRight(s.text[s.line:s.pos], " "), []byte("=")) {
					help = `put a type with such a default in quotes: "Name = {}"`
				}
				s.fail(diag.YAMLSyntax, s.pos, s.firstRune(s.pos), "a comma or a colon is missing before this").WithHelp(help)
				return
			}
			last = s.pos
			value = s.flowValue(c)
		}
	}
}

// separator reads a comma or a colon. A second colon since the last comma means
// that a comma is missing before its key, which began at last.
func (s *scanner) separator(colon bool, last int) bool {
	top := &s.brackets[len(s.brackets)-1]
	if colon && s.pos-last > maxKey {
		s.longKey(last)
		return false
	}
	if !colon || !top.colon {
		top.colon = colon
		return true
	}
	text := bytes.TrimRight(s.text[last:s.pos], " ")
	if i := bytes.LastIndexByte(text, ' '); i >= 0 && text[0] != '"' && text[0] != '\'' {
		key := text[i+1:]
		s.fail(diag.YAMLSyntax, last+i+1, last+len(text), fmt.Sprintf("a comma is missing before %q", key)).
			WithHelp(fmt.Sprintf("write %s, %s: …", bytes.TrimSpace(text[:i]), key))
		return false
	}
	s.fail(diag.YAMLColon, s.pos, s.pos+1, "this second colon has no comma before its key").
		WithHelp("put a text that contains \": \" in quotes, or a comma before the key")
	return false
}

// closeBracket reads a closing bracket, which must fit the last open one.
func (s *scanner) closeBracket(c byte) {
	open := s.brackets[len(s.brackets)-1]
	if (s.text[open.at] == '[') != (c == ']') {
		s.unclosed()
		return
	}
	s.brackets = s.brackets[:len(s.brackets)-1]
	s.pos++
}

// flowValue reads a token that begins with c within brackets, and reports whether it
// completes a value.
func (s *scanner) flowValue(c byte) bool {
	switch c {
	case '[', '{':
		s.brackets = append(s.brackets, bracket{at: s.pos})
		if s.token() {
			s.pos++
		}
		return false
	case '"', '\'':
		if s.token() {
			s.quoted()
		}
	case '&', '*', '!':
		return s.properties()
	case '|', '>', '@', '`', '%':
		s.fail(diag.YAMLSyntax, s.pos, s.pos+1, fmt.Sprintf("an unquoted text cannot begin with \"%c\"", c)).
			WithHelp("put the text in quotes")
	default:
		s.flowPlain()
	}
	return true
}

// unclosed reports the innermost open bracket.
func (s *scanner) unclosed() {
	open := s.brackets[len(s.brackets)-1].at
	s.fail(diag.YAMLUnclosedBracket, open, open+1, fmt.Sprintf("\"%c\" is not closed", s.text[open])).
		WithAdvice(s.closing(open))
}

// closing says how to close the bracket at open. A comment in its line may hide the end.
func (s *scanner) closing(open int) diag.Advice {
	end := s.text[open] + 2
	line, _, _ := bytes.Cut(s.text[open:], []byte("\n"))
	hash := bytes.Index(line, []byte(" #"))
	if hash > 0 && bytes.IndexByte(line[hash:], end) > 0 && bytes.IndexByte([]byte(",{["), line[hash-1]) < 0 {
		return help(fmt.Sprintf("\" #\" begins a comment, which hides the \"%c\": put the text in quotes", end))
	}
	if hash > 0 {
		line = line[:hash]
	}
	at := open + len(bytes.TrimRight(line, " \r"))
	a := s.spliced(at, at, string(end))
	a.Help = fmt.Sprintf("close it with \"%c\"", end)
	return a
}

// flowSpace goes to the next token within brackets.
func (s *scanner) flowSpace(first int) {
	for s.pos < len(s.text) {
		switch c := s.at(); {
		case c == '\n':
			s.pos++
			s.flowLine(first)
		case c == ' ' || c == '\t' || c == '\r':
			s.pos++
		case c == '#' && isBlank(s.text[s.pos-1]):
			s.comment()
			s.flowLine(first)
		default:
			return
		}
	}
}

// flowLine begins a line within brackets that opened on the line at first. A line
// that looks like a key of the surrounding map suggests an unclosed bracket.
func (s *scanner) flowLine(first int) {
	s.line = first
	if len(s.brackets) > 0 && s.suspect == nil && s.looksLikeKey(s.pos) {
		open := s.brackets[len(s.brackets)-1].at
		s.suspicion(diag.YAMLUnclosedBracket, open, open+1, fmt.Sprintf("\"%c\" is not closed", s.text[open]),
			s.closing(open))
	}
	s.line = s.pos
}

// flowPlain reads an unquoted text within brackets. Characters that the library
// refuses or misreads are reported and hidden from it.
func (s *scanner) flowPlain() {
	if !s.token() {
		return
	}
	start, end := s.pos, s.pos
	angles, squares := 0, 0
	bad := false
loop:
	for !s.atLineEnd() {
		c := s.at()
		switch {
		case c == ':' && (isBlank(s.peek(1)) || isFlowIndicator(s.peek(1))),
			c == '#' && isBlank(s.text[s.pos-1]),
			c == '{' || c == '}',
			c == ']' && squares == 0,
			c == ',' && angles == 0 && squares == 0,
			c == '[' && (s.pos == start || isBlank(s.text[s.pos-1])):
			break loop
		case c == '<':
			if bytes.HasSuffix(s.text[start:s.pos], []byte("map")) {
				angles++
			}
		case c == '>' && angles > 0:
			angles--
		case c == '[', c == ']', c == '?', c == ',':
			bad = true
			s.out[s.pos] = '_'
			squares += map[byte]int{'[': 1, ']': -1}[c]
		}
		s.pos++
		if !isBlank(c) {
			end = s.pos
		}
	}
	s.pos = end
	if s.pos == start {
		s.fail(diag.YAMLSyntax, start, s.firstRune(start), "a value or a closing bracket is missing here").WithHelp("write the value")
		return
	}
	if bad {
		s.features = append(s.features, unquotedInFlow(s.diagnostic(diag.YAMLUnquotedInFlow, start, end, "")))
	}
}

// unquotedInFlow says what to do with an unquoted name or type in brackets.
func unquotedInFlow(d *diag.Diagnostic) *diag.Diagnostic {
	text := d.Span.Text()
	d.Message = fmt.Sprintf("%q is not quoted in brackets", text)
	return d.WithHelp(fmt.Sprintf("write \"%s\", or write the map in block form", text)).
		Repairable("put it in quotes", diag.Step{Do: diag.Splice, At: d.Span, Text: quote(text)})
}
