package conform

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/message/vectors"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
)

// A question is a message that a program is asked about.
type question struct {
	id     int
	typ    string
	text   string
	origin origin
}

// An origin is where a message comes from.
type origin int

const (
	fromVectors origin = iota
	nearMiss           // a small message with one fault
	madeAtRandom
)

// line is a question as a program gets it.
func (q *question) line() []byte {
	line := struct {
		ID     int     `json:"id"`
		Type   string  `json:"type"`
		Text   *string `json:"text,omitempty"`
		Base64 []byte  `json:"base64,omitempty"`
	}{ID: q.id, Type: q.typ}
	if utf8.ValidString(q.text) {
		line.Text = &q.text
	} else {
		line.Base64 = []byte(q.text)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(line); err != nil {
		panic(err) // texts and numbers can always be encoded
	}
	return out.Bytes()
}

// cases are the messages of a run: the vectors; for each type every fault of its smallest
// messages at its own level, such as null in each field; random messages.
type cases struct {
	vectors []vectors.Vector
	near    *sample.Maker // of near misses, whose values are minimal
	nearOf  []string      // types whose near misses are still to come
	misses  []string      // of the current one
	types   []string
	left    int // random messages still to come
	made    int
	chance  *rand.Rand
	edges   *sample.Maker // begins with the edge cases of each type
	random  *sample.Maker // is past them, for the types that were asked for
}

// Types are the names of the types that a program may be asked about: those of the spec, whole
// messages and batches.
func Types(p *model.Protocol) []string {
	var out []string
	for _, d := range p.Decls {
		out = append(out, d.TypeName())
	}
	of := p.MessageNames()
	return slices.DeleteFunc(append(out, of.Any, of.Batch), func(name string) bool { return name == "" })
}

func newCases(p *model.Protocol, opt Options) *cases {
	m := sample.New(p, opt.Seed)
	c := &cases{
		left: opt.Random, types: opt.Only, chance: rand.New(rand.NewPCG(opt.Seed, 1)),
		edges: m, random: m.Fork(opt.Seed + 1), near: m.Narrow(1),
	}
	if c.types == nil {
		c.types = Types(p)
	}
	for _, v := range vectors.Make(p) {
		if slices.Contains(c.types, v.Type) {
			c.vectors = append(c.vectors, v)
		}
	}
	c.nearOf = c.types
	// Whole messages have more to show than any other type.
	if all := m.Messages().Any; len(c.types) > 4 && slices.Contains(c.types, all) {
		c.types = append(slices.Clone(c.types), all, all, all)
	}
	return c
}

// next is the next message; nil at the end.
func (c *cases) next() *question {
	if len(c.vectors) > 0 {
		v := c.vectors[0]
		c.vectors = c.vectors[1:]
		return &question{typ: v.Type, text: v.Text}
	}
	for len(c.nearOf) > 0 {
		typ := c.nearOf[0]
		if len(c.misses) > 0 {
			q := &question{typ: typ, text: c.misses[0], origin: nearMiss}
			if c.misses = c.misses[1:]; len(c.misses) == 0 {
				c.nearOf = c.nearOf[1:]
			}
			return q
		}
		if c.misses = c.nearMisses(typ); len(c.misses) == 0 {
			c.nearOf = c.nearOf[1:]
		}
	}
	if c.left == 0 || len(c.types) == 0 {
		return nil
	}
	c.left--
	typ := c.types[c.made%len(c.types)]
	c.made++
	return &question{typ: typ, text: c.make(typ), origin: madeAtRandom}
}

// nearMisses are messages of a type with each fault at its own level.
func (c *cases) nearMisses(typ string) []string {
	const longest = 1000
	var out []string
	for _, bad := range c.near.OwnInvalid(typ, longest) {
		if len(bad.Text) <= longest {
			out = append(out, bad.Text)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// make is a message of a type. Of twenty, fourteen are valid, four have one fault, one has
// several, and one is not UTF-8.
func (c *cases) make(typ string) string {
	m := c.edges
	if c.chance.IntN(2) == 0 {
		m = c.random
		for m.Left(typ) > 0 {
			m.Plain(typ)
		}
	}
	switch c.chance.IntN(20) {
	case 0, 1, 2, 3:
		return m.Invalid(typ).Text
	case 4:
		return m.MultiFault(typ)
	case 5:
		return c.withBadByte(m.Message(typ))
	}
	return m.Message(typ)
}

// withBadByte is a message with bytes somewhere in it that are not UTF-8.
func (c *cases) withBadByte(text string) string {
	bad := []string{"\xff", "\xc3", "\xed\xa0\x80", "\xc0\xaf"}
	at := c.chance.IntN(len(text) + 1)
	return text[:at] + bad[c.chance.IntN(len(bad))] + text[at:]
}
