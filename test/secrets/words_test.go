package secrets

import (
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

//go:embed testdata/templates.txt
var templates string

// A message is a value with secrets, or a message of a protocol.
type message struct {
	typ, text string
	quotable  bool // errors may quote it, and only logs must not show it
}

// A maker makes random secrets. Each part of one that is long enough contains the mark of its
// kind, so that whatever shows a part of it is found, too.
type maker struct{ *rand.Rand }

// The marks of texts and of numbers.
const (
	textMark   = "qzx"
	numberMark = "73197"
)

// leaks returns what of an output contains a secret, as text, as bytes, or as their numbers.
func leaks(output string) string {
	for _, mark := range []string{textMark, numberMark, hex.EncodeToString([]byte(textMark)), "0x71, 0x7a, 0x78", "113 122 120", "71 7A 78"} {
		if at := strings.Index(output, mark); at >= 0 {
			return strings.ToValidUTF8(output[max(0, at-160):min(len(output), at+40)], "?")
		}
	}
	return ""
}

// word returns a word of 12 to 40 characters, which is also base64.
func (m maker) word() string {
	var out []byte
	for range 3 + m.IntN(8) {
		out = append(append(out, byte('a'+m.IntN(26))), textMark...)
	}
	return string(out)
}

// short returns a word of 12 to 16 characters.
func (m maker) short() string { return m.word()[:12] }

func (m maker) integer() string {
	return fmt.Sprintf("%d%s%d%s%03d", 1+m.IntN(9), numberMark, m.IntN(10), numberMark, m.IntN(1000))
}

// value returns a value for a place of some form, usually one that fits.
func (m maker) value(form byte) string {
	if form != 'L' && m.IntN(4) == 0 {
		form = 'J'
	}
	switch form {
	case 'T':
		if m.IntN(2) == 0 {
			return `"` + m.short() + `"`
		}
		return `"` + m.word() + `"`
	case 'N':
		return m.integer()
	case 'F':
		return "0." + m.integer()
	case 'B':
		return `"` + m.word() + `"`
	case 'U':
		return fmt.Sprintf(`"%d%s%02d-7319-4731-9731-%s73197"`, m.IntN(10), numberMark, m.IntN(100), "9731977")
	case 'L':
		return `"visible ` + m.word() + `"`
	}
	return m.any(3)
}

// any returns a value with secrets in it.
func (m maker) any(depth int) string {
	switch n := m.IntN(8); {
	case n < 3 || depth == 0:
		return `"` + m.word() + `"`
	case n == 3:
		return m.integer()
	case n == 4:
		return "-" + m.integer() + "." + m.integer()
	case n == 5:
		return "[" + m.any(depth-1) + "," + m.any(depth-1) + "]"
	case n == 6:
		return `"` + strings.Repeat(m.word(), 3) + `\n"`
	}
	return `{"` + m.word() + `":` + m.any(depth-1) + `,"v":` + m.any(depth-1) + `}`
}

// fill returns a template with secrets in its places.
func (m maker) fill(template string) string {
	var out strings.Builder
	for {
		before, after, ok := strings.Cut(template, "<")
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		if after[0] == 'K' {
			out.WriteString(m.word())
		} else {
			out.WriteString(m.value(after[0]))
		}
		template = after[2:]
	}
}

// fromTemplates returns n messages, of each template as many.
func fromTemplates(seed uint64, n int) []message {
	m := maker{rand.New(rand.NewPCG(seed, 1))}
	var list []message
	for line := range strings.Lines(templates) {
		typ, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		if typ == "#" {
			continue
		}
		typ, quotable := strings.CutPrefix(typ, "~")
		list = append(list, message{typ, text, quotable})
	}
	out := make([]message, n)
	for i := range out {
		t := list[i%len(list)]
		out[i] = message{t.typ, m.fill(t.text), t.quotable}
	}
	return out
}

// tagKey is how the key of a tag is among names.
func tagKey(key string) string { return "\x00" + key }

// taint replaces the values of a message by secrets. Those that a reader looks at to know what a
// value is mostly stay: they are short, or one of names.
func (m maker) taint(v any, names map[string]bool) any {
	switch v := v.(type) {
	case map[string]any:
		for key, of := range v {
			if key == "id" || names[tagKey(key)] { // names, and ids that may be that of the message, are shown
				continue
			}
			v[key] = m.taint(of, names)
		}
		if m.IntN(8) == 0 {
			v[m.word()] = m.word()
		}
	case []any:
		for i, of := range v {
			v[i] = m.taint(of, names)
		}
	case string:
		switch {
		case !names[v]:
			return m.word()
		case m.IntN(12) == 0:
			return "undeclared"
		}
	case json.Number:
		if m.IntN(2) == 0 {
			return json.Number(m.integer())
		}
	}
	if m.IntN(30) == 0 {
		return json.RawMessage(m.any(2))
	}
	return v
}
