package codec_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// A node is a JSON value as the tests take it apart, with its members in order.
type node struct {
	open    byte // { or [, or 0 for a scalar
	scalar  string
	members []nodeMember
}

type nodeMember struct {
	key   string
	value node
}

// parse takes a JSON text apart. What is not one JSON value is a scalar.
func parse(text string) node {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if !json.Valid([]byte(text)) {
		return node{scalar: text}
	}
	return parseNode(d)
}

func parseNode(d *json.Decoder) node {
	token, err := d.Token()
	if err != nil {
		panic(err)
	}
	open, ok := token.(json.Delim)
	if !ok {
		return node{scalar: marshal(token)}
	}
	n := node{open: byte(open)}
	for d.More() {
		var m nodeMember
		if open == '{' {
			key, err := d.Token()
			if err != nil {
				panic(err)
			}
			m.key = marshal(key)
		}
		m.value = parseNode(d)
		n.members = append(n.members, m)
	}
	if _, err := d.Token(); err != nil {
		panic(err)
	}
	return n
}

func marshal(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// rearrange writes text again with its members in another order, with members
// that occur twice, are missing, are new or have another value, with keys
// spelled with escapes, and with white space.
func (m maker) rearrange(text string) string {
	var b strings.Builder
	n := parse(text)
	for range m.IntN(3) {
		m.change(&n)
	}
	m.write(&b, n, m.IntN(3) == 0)
	return b.String()
}

// change changes one thing somewhere in n.
func (m maker) change(n *node) {
	if len(n.members) == 0 {
		*n = m.other(*n)
		return
	}
	i := m.IntN(len(n.members))
	switch m.IntN(10) {
	case 0:
		n.members = append(n.members[:i:i], n.members[i+1:]...)
	case 1, 2:
		m.Shuffle(len(n.members), func(i, j int) { n.members[i], n.members[j] = n.members[j], n.members[i] })
	case 3:
		n.members = append(n.members[:len(n.members):len(n.members)], n.members[i])
	case 4:
		n.members = append(n.members[:len(n.members):len(n.members)], nodeMember{n.members[i].key, m.other(n.members[i].value)})
	case 5:
		n.members = append([]nodeMember{{m.pick(`"junk"`, `"type"`, `"id"`, `"task_id"`, `"payload"`, `"__proto__"`), parse(m.value(1))}}, n.members...)
	default:
		members := append([]nodeMember(nil), n.members...)
		m.change(&members[i].value)
		n.members = members
	}
}

// other returns a value in the place of n.
func (m maker) other(n node) node {
	switch m.IntN(4) {
	case 0:
		return node{scalar: m.pick("null", "5", `"text"`, "1.5", `"Begin"`, `"think"`, "true", "1e3", `"calm"`)}
	case 1:
		return parse(sampleCases[m.IntN(len(sampleCases))].text)
	case 2:
		return parse(m.value(2))
	}
	return n
}

func (m maker) write(b *strings.Builder, n node, spaced bool) {
	space := func() {
		if spaced {
			b.WriteString(m.space())
		}
	}
	if n.open == 0 {
		b.WriteString(n.scalar)
		return
	}
	b.WriteByte(n.open)
	for i, member := range n.members {
		if i > 0 {
			b.WriteByte(',')
		}
		space()
		if n.open == '{' {
			b.WriteString(m.spell(member.key))
			space()
			b.WriteByte(':')
			space()
		}
		m.write(b, member.value, spaced)
		space()
	}
	b.WriteByte(n.open + 2)
}

// spell writes a key, now and then with an escape for its first letter.
func (m maker) spell(key string) string {
	if m.IntN(30) > 0 || len(key) < 3 || key[1] < 'a' || key[1] > 'z' {
		return key
	}
	return `"\u00` + strconv.FormatInt(int64(key[1]), 16) + key[2:]
}
