package layout

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/wiregen/wiregen/internal/frontend/syntax"
)

// Print writes nodes that come from elsewhere as YAML: maps and lists in block style, those that
// are marked as flow within brackets. The result has the canonical layout after Format.
func Print(root *syntax.Node) []byte {
	p := &printer{}
	p.block(root, 0)
	return p.out.Bytes()
}

type printer struct{ out bytes.Buffer }

func (p *printer) indent(level int) { p.out.WriteString(strings.Repeat("  ", level)) }

// block writes a map or a list, each entry on its lines.
func (p *printer) block(n *syntax.Node, level int) {
	for _, pair := range n.Pairs {
		p.indent(level)
		p.key(pair.Key, level)
		p.value(pair.Value, level)
	}
	for _, item := range n.Items {
		p.indent(level)
		p.out.WriteByte('-')
		if item.Kind == syntax.Map && !item.Flow && len(item.Pairs) > 0 {
			p.out.WriteByte(' ')
			var inner printer
			inner.block(item, level+1)
			p.out.Write(bytes.TrimLeft(inner.out.Bytes(), " "))
			continue
		}
		p.value(item, level)
	}
}

func (p *printer) key(n *syntax.Node, level int) {
	if n.Text == "" { // a key that YAML reads only in its long form
		p.out.WriteString("? ''\n")
		p.indent(level)
	} else {
		p.scalar(n)
	}
	p.out.WriteByte(':')
}

// value writes what follows a key or a dash.
func (p *printer) value(n *syntax.Node, level int) {
	switch {
	case n.Kind == syntax.Scalar && n.Quoted && strings.Contains(n.Text, "\n") && isBlockText(n.Text):
		p.out.WriteString(" |-\n")
		for _, line := range strings.Split(n.Text, "\n") {
			if line != "" {
				p.indent(level + 1)
			}
			p.out.WriteString(line + "\n")
		}
		return
	case n.Kind == syntax.Scalar && n.Quoted && plainText().MatchString(n.Text) && !slices.Contains(yamlWords, strings.ToLower(n.Text)):
		p.out.WriteString(" " + n.Text + "\n")
		return
	case n.Kind == syntax.Scalar || n.Flow || len(n.Pairs)+len(n.Items) == 0:
		p.out.WriteByte(' ')
		p.flow(n)
		p.out.WriteByte('\n')
		return
	}
	p.out.WriteByte('\n')
	p.block(n, level+1)
}

// isBlockText reports whether a text can be written as a block text: it begins with a character
// that is no space, does not end with a line break, and has none that YAML reads otherwise.
func isBlockText(text string) bool {
	if text[0] == ' ' || text[0] == '\t' || strings.HasSuffix(text, "\n") || strings.HasPrefix(text, "\n") {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\t' || r == 0x2028 || r == 0x2029 || isForbidden(r)
	})
}

// plainText are texts that need no quotes in block style.
var plainText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z]([A-Za-z0-9 ,.;()'/_+-]*[A-Za-z0-9.)])?$`) })

func (p *printer) flow(n *syntax.Node) {
	switch n.Kind {
	case syntax.Map:
		p.out.WriteByte('{')
		for i, pair := range n.Pairs {
			if i > 0 {
				p.out.WriteString(", ")
			}
			p.inFlow(pair.Key)
			p.out.WriteString(": ")
			p.flow(pair.Value)
		}
		p.out.WriteByte('}')
	case syntax.List:
		p.out.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				p.out.WriteString(", ")
			}
			p.flow(item)
		}
		p.out.WriteByte(']')
	default:
		p.inFlow(n)
	}
}

// inFlow writes a text that may stand within brackets.
func (p *printer) inFlow(n *syntax.Node) {
	if !n.Quoted && strings.ContainsAny(n.Text, "?[],<>{} |") {
		p.quoted(n.Text)
		return
	}
	p.scalar(n)
}

func (p *printer) scalar(n *syntax.Node) {
	switch {
	case n.Quoted && (!Plain(n.Text) || len(n.Text) > 0 && strings.ContainsAny(n.Text, "?")):
		p.quoted(n.Text)
	case !n.Quoted && (n.Text == "" || strings.ContainsAny(n.Text[:1], "[{\"'#&*!|>%@`")):
		p.quoted(n.Text)
	default:
		p.out.WriteString(n.Text)
	}
}

// quoted writes a text in double quotes, as JSON has it, with escapes of the characters that JSON
// allows and YAML does not.
func (p *printer) quoted(text string) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		panic(err) // a string can always be encoded
	}
	for _, r := range strings.TrimSuffix(out.String(), "\n") {
		if isForbidden(r) {
			fmt.Fprintf(&p.out, "\\u%04X", r)
		} else {
			p.out.WriteRune(r)
		}
	}
}

// isForbidden reports whether YAML allows a character only as an escape.
func isForbidden(r rune) bool {
	return r >= 0x7F && r < 0xA0 || r == 0xFEFF || r >= 0xFFFE && r <= 0xFFFF
}
