package syntax

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/wiregen/wiregen/internal/source"
)

// readYAML parses text into nodes. It is the only user of the YAML library. The
// text has the length and the line breaks of f.Text, but may differ in bytes that
// the library would misread; names are read from f. An error is the message of the
// library, and the line where it noticed the fault.
func readYAML(f *source.File, text []byte) (*Node, *yamlError) {
	skip := 0
	if bytes.HasPrefix(text, bom) {
		skip = len(bom)
	}
	return readPiece(f, text, skip, len(text))
}

// readPiece is readYAML for a piece of the text that can be read alone.
func readPiece(f *source.File, text []byte, start, end int) (*Node, *yamlError) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text[start:end], &doc); err != nil {
		return nil, newYAMLError(err)
	}
	if doc.Kind != yaml.DocumentNode || len(doc.Content) == 0 {
		return nil, nil
	}
	c := &yamlReader{file: f, text: text, lines: yamlLines(text[:end], start)}
	return c.node(doc.Content[0], false), nil
}

// A yamlError is the error of the library for a text that it cannot read.
type yamlError struct {
	line    int // from 1, or 0 when the library names none
	message string
}

var yamlErrorLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^line (\d+): `) })

func newYAMLError(err error) *yamlError {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	e := &yamlError{message: msg}
	if m := yamlErrorLine().FindStringSubmatch(msg); m != nil {
		e.line, _ = strconv.Atoi(m[1])
		e.message = msg[len(m[0]):]
	}
	return e
}

// yamlLines are the offsets of lines as YAML counts them: it breaks lines at more
// characters than a source.File does.
func yamlLines(text []byte, start int) []int {
	lines := make([]int, 1, 1+bytes.Count(text[start:], []byte("\n")))
	lines[0] = start
	for i := start; i < len(text); {
		if c := text[i]; c >= ' ' && c < utf8.RuneSelf {
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		i += n
		switch r {
		case '\r':
			if i < len(text) && text[i] == '\n' {
				i++
			}
			lines = append(lines, i)
		case '\n', '\u0085', '\u2028', '\u2029':
			lines = append(lines, i)
		}
	}
	return lines
}

type yamlReader struct {
	file  *source.File
	text  []byte // as the library read it
	lines []int

	// The place of the last node that was looked up: on long lines the
	// distance to it is shorter than that to the line's beginning.
	lastLine, lastColumn, lastOffset int

	freeNodes []Node // memory for the next nodes
}

// nodesAtOnce is for how many nodes memory is asked for at once.
const nodesAtOnce = 64

// newNode is a Node in memory that was asked for with that of others.
func (c *yamlReader) newNode() *Node {
	if len(c.freeNodes) == 0 {
		c.freeNodes = make([]Node, nodesAtOnce)
	}
	n := &c.freeNodes[0]
	c.freeNodes = c.freeNodes[1:]
	return n
}

// offset is the byte offset of line and column (both from 1, in code points).
func (c *yamlReader) offset(line, column int) int {
	at, col := len(c.text), 1
	if line-1 < len(c.lines) {
		at = c.lines[line-1]
	}
	if line == c.lastLine && column >= c.lastColumn {
		at, col = c.lastOffset, c.lastColumn
	}
	for ; col < column && at < len(c.text); col++ {
		_, n := utf8.DecodeRune(c.text[at:])
		at += n
	}
	c.lastLine, c.lastColumn, c.lastOffset = line, column, at
	return at
}

func (c *yamlReader) node(y *yaml.Node, inFlow bool) *Node {
	start := c.offset(y.Line, y.Column)
	n := c.newNode()
	n.InFlow, n.Flow = inFlow, y.Style&yaml.FlowStyle != 0
	n.Span = source.Span{File: c.file, Start: start, End: start}
	switch y.Kind {
	case yaml.ScalarNode:
		c.scalar(n, y)
	case yaml.MappingNode:
		n.Kind = Map
		n.Pairs = make([]Pair, 0, len(y.Content)/2)
		for i := 0; i+1 < len(y.Content); i += 2 {
			key := c.node(y.Content[i], inFlow || n.Flow)
			value := c.node(y.Content[i+1], inFlow || n.Flow)
			n.Pairs = append(n.Pairs, Pair{key, value})
			n.Span.End = max(n.Span.End, value.Span.End, key.Span.End)
		}
		c.close(n, '}')
	case yaml.SequenceNode:
		n.Kind = List
		n.Items = make([]*Node, 0, len(y.Content))
		for _, item := range y.Content {
			child := c.node(item, inFlow || n.Flow)
			n.Items = append(n.Items, child)
			n.Span.End = max(n.Span.End, child.Span.End)
		}
		c.close(n, ']')
	case yaml.AliasNode:
		n.Span.End = start + 1 + len(y.Value)
	default:
		panic(fmt.Sprintf("syntax: the YAML library made a node of kind %d", y.Kind))
	}
	return n
}

func (c *yamlReader) scalar(n *Node, y *yaml.Node) {
	n.Kind, n.Text = Scalar, y.Value
	switch {
	case y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
		n.Quoted = true
		n.Span.End = endOfQuoted(c.text, n.Span.Start)
	case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		n.Quoted = true
		n.Span.End = min(n.Span.Start+1, len(c.text)) // the "|": a block text is too long to underline
	default:
		end := endOfPlain(c.text, n.Span.Start, y.Value)
		if end-n.Span.Start == len(y.Value) {
			if own := c.file.Text[n.Span.Start:end]; string(own) != y.Value {
				n.Text = string(own)
			}
		}
		n.Span.End = end
	}
}

// close moves the end of a map or list in brackets after its bracket. One pair in a
// list, [a: b], is a map without brackets.
func (c *yamlReader) close(n *Node, bracket byte) {
	if !n.Flow || n.Span.Start < len(c.text) && c.text[n.Span.Start]+2 != bracket {
		return
	}
	at := max(n.Span.End, n.Span.Start+1)
	for at < len(c.text) && c.text[at] != bracket {
		if c.text[at] == '#' {
			at += bytes.IndexByte(append(c.text[at:len(c.text):len(c.text)], '\n'), '\n')
			continue
		}
		at++
	}
	n.Span.End = min(at+1, len(c.text))
}

// endOfQuoted is the offset behind the quoted text that begins at start.
func endOfQuoted(text []byte, start int) int {
	if start >= len(text) {
		return len(text)
	}
	quote := text[start]
	for i := start + 1; i < len(text); i++ {
		switch {
		case quote == '"' && text[i] == '\\':
			i++
		case text[i] == quote && quote == '\'' && i+1 < len(text) && text[i+1] == '\'':
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return len(text)
}

// endOfPlain is the offset behind the plain text that begins at start and was
// read as value, which has its lines joined by single spaces.
func endOfPlain(text []byte, start int, value string) int {
	if end := start + len(value); end <= len(text) && string(text[start:end]) == value {
		return end
	}
	at := start
	for _, r := range value {
		if r == ' ' || r == '\n' {
			continue
		}
		for at < len(text) {
			got, n := utf8.DecodeRune(text[at:])
			at += n
			if got == r {
				break
			}
		}
	}
	return at
}

// lineSpan is line n of the library's count, without the white space around it.
func lineSpan(f *source.File, text []byte, n int) source.Span {
	lines := yamlLines(text, 0)
	n = min(max(n, 1), len(lines))
	start, end := lines[n-1], len(text)
	if n < len(lines) {
		end = lines[n]
	}
	line := text[start:end]
	trimmed := bytes.TrimLeft(line, " \t\uFEFF")
	start += len(line) - len(trimmed)
	return source.Span{File: f, Start: start, End: start + len(bytes.TrimSpace(trimmed))}
}
