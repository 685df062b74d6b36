package rpc

import (
	"strconv"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// text returns the text of a message that is to be sent; nil where messages are counted.
func (c *conn) text(m Message) []byte {
	if c.opt.Prepare != nil {
		c.opt.Prepare(m)
	}
	if c.proto.Number != nil {
		return nil
	}
	return m.AppendJSON(c.writer.buffer())
}

// numbered returns the text of a message that follows sent others, and how many there are
// with it. Where messages are not counted, it is the text that was made before.
func (c *conn) numbered(m Message, parts *Parts, text []byte, sent int64) ([]byte, int64) {
	if c.proto.Number == nil {
		return text, sent
	}
	if c.proto.Number(m, sent+1) {
		if sent++; parts.Shape == codec.RequestShape {
			parts.ID = codec.IntID(sent)
		}
	}
	return m.AppendJSON(c.writer.buffer()), sent
}

// checkSize returns an error if the peer does not take a message of this length.
func (c *conn) checkSize(size int) error {
	if limit := c.maxBytes[session.Second-c.side].Load(); limit > 0 && int64(size) > limit {
		return codec.TooLarge(size, int(limit))
	}
	return nil
}

// updateLimits sets how long messages may be from now on, if a message of the handshake says it.
// c.mu is held.
func (c *conn) updateLimits(msg *session.Message, v *session.Verdict) {
	h := c.proto.Rules.Handshake
	switch {
	case c.proto.Limits == [2]*Limit{} || h == nil:
	case msg.Method == h.Method:
		c.proposedLimits = [2]int{}
		for side, l := range c.proto.Limits {
			if l != nil && !l.InResult {
				c.proposedLimits[side] = l.in(msg.Params)
			}
		}
	case msg.Method == "" && msg.Error == nil && v.Call != nil && v.Call.Method == h.Method:
		for side, l := range c.proto.Limits {
			n := c.proposedLimits[side]
			if l != nil && l.InResult {
				n = l.in(msg.Result)
			}
			if n > 0 {
				c.limit(session.Side(side), n)
			}
		}
	}
}

// limit sets how long the messages are that a side takes.
func (c *conn) limit(side session.Side, n int) {
	if f := &c.proto.Table.Dialect.Framing; f.Kind == codec.LengthPrefixed && f.Width < 4 {
		n = min(n, 1<<(8*f.Width)-1)
	}
	c.maxBytes[side].Store(int64(n))
	if t, ok := c.transport.(interface{ SetMaxBytes(n int) }); ok && side == c.side {
		t.SetMaxBytes(n)
	}
}

// in returns the limit in the params or the result of the handshake; 0 if there is none.
func (l *Limit) in(at func(path ...string) []byte) int {
	if at != nil {
		if text := at(l.Path...); text != nil {
			n, _ := strconv.Atoi(string(text))
			return n
		}
	}
	return l.Default
}
