package syntax

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/source"
)

// Limits of a spec. The number of tokens bounds the memory of the YAML library,
// which is many times the size of the text.
const (
	maxBytes  = 16 << 20
	maxDepth  = 1000
	maxTokens = 1_000_000
	maxKey    = 1000 // the library gives up at 1,024 characters
)

// A scanner reads the text once before the YAML library does. It limits size and
// depth, finds YAML features that the language refuses, and tracks indentation,
// brackets and quotes, so that a fault is reported where it begins.
type scanner struct {
	file *source.File
	text []byte
	out  []byte // the text for the library: comments blanked, names in brackets replaced
	pos  int
	line int // offset at which the current line begins

	levels   []level
	brackets []bracket // the open ones
	tokens   int
	started  bool // there is content before this place
	from     int  // offset of the last value
	alone    int  // offset of the last value if it was alone on its line, or -1
	marked   bool // the file has "---" or "..."
	cuts     []cut

	fault    *diag.Diagnostic   // the fault that ends reading
	suspect  *diag.Diagnostic   // where a later fault probably begins
	features []*diag.Diagnostic // YAML features that the language refuses
}

// A bracket is one that is still open.
type bracket struct {
	at    int
	colon bool // there was a colon since the last comma
}

// A level is a block map or list that is still open.
type level struct {
	column  int
	list    bool
	pending bool // its last key or dash has no value yet
}

func newScanner(f *source.File) *scanner {
	s := &scanner{file: f, text: f.Text, out: bytes.Clone(f.Text), alone: -1}
	if bytes.HasPrefix(s.text, bom) {
		s.pos = len(bom)
	}
	return s
}

// scan reads the whole text, or up to the first fault.
func (s *scanner) scan() {
	for s.fault == nil && s.pos < len(s.text) {
		s.line = s.pos
		for s.at() == ' ' {
			s.pos++
		}
		switch {
		case s.atLineEnd():
			s.nextLine()
		case s.at() == '#':
			s.comment()
		case s.at() == '\t':
			s.tabs()
		case s.marker():
		default:
			s.blockLine()
		}
	}
}

// at is the current byte, or a line feed at the end.
func (s *scanner) at() byte { return s.peek(0) }

func (s *scanner) peek(n int) byte {
	if s.pos+n < len(s.text) {
		return s.text[s.pos+n]
	}
	return '\n'
}

func (s *scanner) atLineEnd() bool { return s.at() == '\n' || s.at() == '\r' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// nextLine goes to the start of the next line.
func (s *scanner) nextLine() {
	if i := bytes.IndexByte(s.text[s.pos:], '\n'); i >= 0 {
		s.pos += i + 1
	} else {
		s.pos = len(s.text)
	}
}

// comment blanks the rest of the line: the library ignores comments, but is slow if
// there are many.
func (s *scanner) comment() {
	start := s.pos
	s.nextLine()
	s.blank(start, s.pos)
}

// blank hides a part of the text from the library.
func (s *scanner) blank(start, end int) {
	for i := start; i < end; i++ {
		if c := s.out[i]; c != '\n' && c != '\r' {
			s.out[i] = ' '
		}
	}
}

func (s *scanner) tabs() {
	start := s.pos
	for s.at() == ' ' || s.at() == '\t' {
		s.pos++
	}
	switch {
	case s.atLineEnd():
		s.blank(start, s.pos) // the library refuses tabs even here
		s.nextLine()
	case s.at() == '#':
		s.blank(start, s.pos)
		s.comment()
	default:
		s.fail(diag.YAMLTab, start, s.pos, "the indentation contains a tab").WithHelp("indent with spaces").Repairable("", s.untab()...)
	}
}

// untab writes two spaces for each tab in the indentation of a line.
func (s *scanner) untab() []diag.Step {
	var out []diag.Step
	for at := 0; at < len(s.text); {
		line, _, _ := bytes.Cut(s.text[at:], []byte("\n"))
		indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
		if bytes.IndexByte(indent, '\t') >= 0 {
			span := source.Span{File: s.file, Start: at, End: at + len(indent)}
			out = append(out, diag.Step{Do: diag.Splice, At: span, Text: strings.ReplaceAll(string(indent), "\t", "  ")})
		}
		at += len(line) + 1
	}
	return out
}

// marker reads "---", "..." and "%" at the beginning of a line.
func (s *scanner) marker() bool {
	if s.pos != s.line && s.pos != len(bom) {
		return false
	}
	rest := s.text[s.pos:]
	switch {
	case rest[0] == '%' && !s.started:
		s.fail(diag.YAMLSecondDocument, s.pos, s.pos+1, "a YAML directive is not allowed").WithHelp("remove the line").
			Repairable("", diag.Step{Do: diag.Splice, At: s.lineFrom(s.pos)})
	case !bytes.HasPrefix(rest, []byte("---")) && !bytes.HasPrefix(rest, []byte("...")) || !isBlank(s.peek(3)):
		return false
	}
	s.marked = true
	switch {
	case s.started:
		s.endDocument()
	case rest[0] == '-':
		s.pos += 3
		s.spaces()
		if !s.atLineEnd() && s.at() != '#' {
			s.line = s.pos
			s.blockLine()
		}
	default:
		s.pos += 3
	}
	return true
}

// lineFrom is the rest of a line, with its end.
func (s *scanner) lineFrom(start int) source.Span {
	end := bytes.IndexByte(s.text[start:], '\n') + 1
	if end == 0 {
		end = len(s.text) - start
	}
	return source.Span{File: s.file, Start: start, End: start + end}
}

// endDocument refuses content after the end of the first document.
func (s *scanner) endDocument() {
	mark := s.pos
	s.pos += 3
	for s.pos < len(s.text) {
		s.spaces()
		switch {
		case s.at() == '#':
			s.comment()
		case s.atLineEnd():
			s.nextLine()
		case s.text[mark] == '.' && bytes.HasPrefix(s.text[s.pos:], []byte("...")):
			s.pos += 3
		default:
			s.fail(diag.YAMLSecondDocument, mark, mark+3, "a second document begins here").
				WithHelp("put it in a separate file")
			return
		}
	}
	s.pos = len(s.text)
}

func (s *scanner) spaces() {
	for s.at() == ' ' || s.at() == '\t' {
		s.pos++
	}
}

// fail stops the scan.
func (s *scanner) fail(code *diag.Code, start, end int, message string) *diag.Diagnostic {
	d := s.diagnostic(code, start, end, message)
	if s.fault == nil {
		s.fault = d
	}
	return d
}

func (s *scanner) diagnostic(code *diag.Code, start, end int, message string) *diag.Diagnostic {
	span := source.Span{File: s.file, Start: start, End: min(end, len(s.text))}
	return &diag.Diagnostic{Code: code, Span: span, Message: message}
}

func (s *scanner) suspicion(code *diag.Code, start, end int, message string, a diag.Advice) {
	if s.suspect == nil {
		s.suspect = s.diagnostic(code, start, end, message).WithAdvice(a)
	}
}

// token counts one more token and one more depth of nesting.
func (s *scanner) token() bool {
	s.started = true
	s.tokens++
	if s.tokens > maxTokens {
		s.fail(diag.YAMLTooLarge, s.pos, s.pos+1, fmt.Sprintf("the file has more than %d names and values", maxTokens)).
			WithHelp("split it")
		return false
	}
	if len(s.levels)+len(s.brackets) > maxDepth {
		s.fail(diag.YAMLTooDeep, s.pos, s.pos+1, fmt.Sprintf("the file is nested more than %d levels deep", maxDepth)).
			WithHelp("declare the inner types by name under types")
		return false
	}
	return true
}

// refuse records a YAML feature that the language does not have.
func (s *scanner) refuse(code *diag.Code, start, end int, message, help string) *diag.Diagnostic {
	d := s.diagnostic(code, start, end, message).WithHelp(help)
	s.features = append(s.features, d)
	if len(s.features) > 100 && s.fault == nil {
		s.fault = s.features[0]
	}
	return d
}

// properties reads anchors, aliases and tags in front of a value. It reports
// whether the value was an alias, which is then complete.
func (s *scanner) properties() bool {
	for s.fault == nil {
		start, c := s.pos, s.at()
		if c != '&' && c != '*' && c != '!' {
			return false
		}
		for !isBlank(s.at()) && (len(s.brackets) == 0 || !isFlowIndicator(s.at())) {
			s.pos++
		}
		word := string(s.text[start:s.pos])
		switch c {
		case '!':
			s.refuse(diag.YAMLTag, start, s.pos, fmt.Sprintf("%q is a YAML tag", word), "remove it; a text that begins with ! must be quoted").
				Repairable("remove it", diag.Step{Do: diag.Splice, At: source.Span{File: s.file, Start: start, End: s.pos + len(s.text[s.pos:]) - len(bytes.TrimLeft(s.text[s.pos:], " "))}})
		case '&':
			s.refuse(diag.YAMLAnchor, start, s.pos, fmt.Sprintf("%q is a YAML anchor", word), "declare the shared part under types and use its name")
		case '*':
			s.refuse(diag.YAMLAnchor, start, s.pos, fmt.Sprintf("%q is a YAML alias", word), "write the name of a type, or write out the value")
			return true
		}
		s.spaces()
	}
	return true
}

func isFlowIndicator(c byte) bool {
	return c == ',' || c == '[' || c == ']' || c == '{' || c == '}'
}

// quoted reads a text in quotes.
func (s *scanner) quoted() {
	start := s.pos
	end := endOfQuoted(s.text, start)
	closed := end > start+1 && s.text[end-1] == s.text[start]
	if closed && s.text[start] == '"' {
		closed = !isEscaped(s.text[start:end])
	}
	const message = "this quote is not closed"
	if !closed {
		s.fail(diag.YAMLUnclosedQuote, start, start+1, message).WithAdvice(s.closingQuote(start))
		return
	}
	if s.text[start] == '"' {
		s.escapes(start, end)
	}
	for at := start; s.suspect == nil; {
		line := bytes.IndexByte(s.text[at:end], '\n')
		if line < 0 {
			break
		}
		at += line + 1
		if s.looksLikeKey(at) {
			s.suspicion(diag.YAMLUnclosedQuote, start, start+1, message, s.closingQuote(start))
		}
	}
	if i := bytes.LastIndexByte(s.text[start:end], '\n'); i >= 0 {
		s.line = start + i + 1
	}
	s.pos = end
}

// closingQuote says how to close the quote at start. Outside of brackets its line is the text.
func (s *scanner) closingQuote(start int) diag.Advice {
	a := help("close the quote at the end of the text")
	if line, _, _ := bytes.Cut(s.text[start:], []byte("\n")); len(s.brackets) == 0 {
		end := start + len(bytes.TrimRight(line, " \r"))
		a.Steps = s.spliced(end, end, string(s.text[start])).Steps
	}
	return a
}

// escapeDigits is the number of hexadecimal digits of each YAML escape.
var escapeDigits = map[byte]int{
	'0': 0, 'a': 0, 'b': 0, 't': 0, '\t': 0, 'n': 0, 'v': 0, 'f': 0, 'r': 0, 'e': 0, ' ': 0, '"': 0, '/': 0, '\\': 0,
	'N': 0, '_': 0, 'L': 0, 'P': 0, '\n': 0, '\r': 0, 'x': 2, 'u': 4, 'U': 8,
}

// escapes refuses unknown escapes.
func (s *scanner) escapes(start, end int) {
	for i := start + 1; i < end-1; i++ {
		if s.text[i] != '\\' {
			continue
		}
		digits, ok := escapeDigits[s.text[i+1]]
		stop := i + 2
		for ; ok && stop < i+2+digits; stop++ {
			ok = stop < end-1 && isHex(s.text[stop])
		}
		if !ok {
			stop = s.firstRune(i + 1)
			s.fail(diag.YAMLSyntax, i, stop, "\""+string(s.text[i:stop])+"\" is not a YAML escape").
				WithHelp(`write \\ for a backslash, or put the text in single quotes`).
				Repairable("write "+`\\`, diag.Step{Do: diag.Splice, At: source.Span{File: s.file, Start: i, End: i + 1}, Text: `\\`})
			return
		}
		i++
	}
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// isEscaped reports whether the last quote of text is escaped, so that text ended without one.
func isEscaped(text []byte) bool {
	n := 0
	for i := len(text) - 2; i > 0 && text[i] == '\\'; i-- {
		n++
	}
	return n%2 == 1
}

// looksLikeKey reports whether the line at offset begins with a key or a dash, no
// deeper than the line of the current token.
func (s *scanner) looksLikeKey(offset int) bool {
	rest := s.text[offset:]
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	indent := len(rest) - len(bytes.TrimLeft(rest, " "))
	own := s.text[s.line:]
	if indent > len(own)-len(bytes.TrimLeft(own, " -")) {
		return false
	}
	rest = bytes.TrimRight(rest[indent:], "\r ")
	if bytes.HasPrefix(rest, []byte("- ")) {
		return true
	}
	colon := bytes.Index(rest, []byte(": "))
	if colon < 0 && bytes.HasSuffix(rest, []byte(":")) {
		colon = len(rest) - 1
	}
	return colon > 0 && bytes.IndexByte(rest[:colon], ' ') < 0
}

// firstRune is the end of the character at offset, for spans of one character.
func (s *scanner) firstRune(offset int) int {
	_, n := utf8.DecodeRune(s.text[offset:])
	return offset + n
}
