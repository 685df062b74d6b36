package page

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A bit is a part of a message as it is shown.
type bit struct {
	Text string
	Here bool // the value that the reader speaks of
	Gone bool // the place of a member that it misses
}

// wide is the length of an object or array that still goes on one line.
const wide = 64

// A node is a value of a message, whose texts are those of the message.
type node struct {
	path    string
	scalar  string // of anything but objects and arrays
	open    string // { or [
	members []member
}

type member struct {
	key   string // as it is written, or "" for an item of an array
	value *node
}

// indented writes a message over several lines, with the value at a path marked, or the
// object that lacks it.
func indented(text, path string) []bit {
	p := &printer{path: path}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	root, err := parse(dec, text, "")
	if err != nil {
		return []bit{{Text: text}}
	}
	if path != "" {
		p.find(root)
		if p.here == root && p.gone == "" {
			p.here = nil // the path is of another text
		}
	}
	p.value(root, 0)
	p.flush()
	return p.out
}

// session writes the messages of a session, each below the side that sends it and the
// time, with the one marked that the reader speaks of by its number.
func session(lines []string, effect string) []bit {
	var out []bit
	for i, line := range lines {
		var m struct {
			Dir  string
			Time json.Number
			Msg  json.RawMessage
		}
		if json.Unmarshal([]byte(line), &m) != nil || m.Msg == nil {
			out = append(out, bit{Text: line + "\n"})
			continue
		}
		out = append(out, bit{Text: strings.TrimRight(fmt.Sprintf("%d  %s  %s", i+1, m.Dir, m.Time), " ") + "\n"})
		for _, b := range indented(string(m.Msg), "") {
			b.Here = strings.HasPrefix(effect, fmt.Sprintf("message %d:", i+1))
			out = append(out, b)
		}
		if i < len(lines)-1 {
			out = append(out, bit{Text: "\n\n"})
		}
	}
	return out
}

// parse reads the next value.
func parse(dec *json.Decoder, text, path string) (*node, error) {
	before := dec.InputOffset()
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	n := &node{path: path}
	delim, ok := token.(json.Delim)
	if !ok {
		n.scalar = strings.TrimLeft(text[before:dec.InputOffset()], " \t\r\n,:")
		return n, nil
	}
	n.open = delim.String()
	for i := 0; dec.More(); i++ {
		m := member{}
		below := fmt.Sprintf("%s[%d]", path, i)
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			name := key.(string)
			m.key = model.Quote(name)
			below = inside(path, name)
		}
		if m.value, err = parse(dec, text, below); err != nil {
			return nil, err
		}
		n.members = append(n.members, m)
	}
	_, err = dec.Token()
	return n, err
}

// inside is the path of a member, as readers write it.
func inside(path, key string) string {
	plain := key != ""
	for i, r := range key {
		letter := r == '_' || r == '$' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			plain = false
		}
	}
	switch {
	case !plain:
		return path + "[" + model.Quote(key) + "]"
	case path == "":
		return key
	}
	return path + "." + key
}

type printer struct {
	path string
	here *node  // the value at the path, or the nearest around it
	gone string // the key that here lacks
	out  []bit
	text strings.Builder
}

// find looks for the value at the path, or the deepest one around it.
func (p *printer) find(n *node) {
	rest, in := strings.CutPrefix(p.path, n.path)
	if !in || rest != "" && n.path != "" && rest[0] != '.' && rest[0] != '[' {
		return
	}
	p.here, p.gone = n, ""
	if n.open == "{" {
		p.gone = lastKey(rest)
	}
	for _, m := range n.members {
		p.find(m.value)
	}
}

// lastKey is the key in the rest of a path, if no more is in it.
func lastKey(rest string) string {
	if name := strings.TrimPrefix(rest, "."); !strings.ContainsAny(name, ".[") {
		return name
	}
	var key string
	if !strings.HasPrefix(rest, "[") || json.Unmarshal([]byte(strings.TrimSuffix(rest[1:], "]")), &key) != nil {
		return ""
	}
	return key
}

func (p *printer) flush() {
	if p.text.Len() > 0 {
		p.out = append(p.out, bit{Text: p.text.String()})
		p.text.Reset()
	}
}

func (p *printer) value(n *node, depth int) {
	if n == p.here && p.gone == "" {
		p.flush()
		inner := &printer{}
		inner.plain(n, depth)
		p.out = append(p.out, bit{Text: inner.text.String(), Here: true})
		return
	}
	p.plain(n, depth)
}

// plain writes a value: on one line if it is short and the place is not in it.
func (p *printer) plain(n *node, depth int) {
	if n.open == "" {
		p.text.WriteString(n.scalar)
		return
	}
	missing := n == p.here && p.gone != ""
	if line, short := n.line(wide); short && !missing && (p.here == nil || !n.has(p.here)) {
		p.text.WriteString(line)
		return
	}
	p.text.WriteString(n.open)
	if missing {
		p.text.WriteString("\n" + strings.Repeat("  ", depth+1))
		p.flush()
		p.out = append(p.out, bit{Text: model.Quote(p.gone) + " is missing", Gone: true})
	}
	for i, m := range n.members {
		p.text.WriteString("\n" + strings.Repeat("  ", depth+1))
		if m.key != "" {
			p.text.WriteString(m.key + ": ")
		}
		p.value(m.value, depth+1)
		if i < len(n.members)-1 {
			p.text.WriteByte(',')
		}
	}
	p.text.WriteString("\n" + strings.Repeat("  ", depth) + closing(n.open))
}

func closing(open string) string {
	if open == "{" {
		return "}"
	}
	return "]"
}

// has reports whether a value is n, or in it.
func (n *node) has(other *node) bool {
	if n == other {
		return true
	}
	for _, m := range n.members {
		if m.value.has(other) {
			return true
		}
	}
	return false
}

// line is a value on one line, if it is at most limit long.
func (n *node) line(limit int) (text string, short bool) {
	if n.open == "" {
		return n.scalar, len(n.scalar) <= limit
	}
	text = n.open
	for i, m := range n.members {
		if i > 0 {
			text += ", "
		}
		if m.key != "" {
			text += m.key + ": "
		}
		inner, ok := m.value.line(limit)
		if text += inner; !ok || len(text) > limit {
			return "", false
		}
	}
	return text + closing(n.open), true
}
