package rpc

import (
	"strconv"

	"github.com/wiregen/wiregen/wirert/codec"
	"github.com/wiregen/wiregen/wirert/session"
)

// text returns the JSON of a message to send, or nil if messages are numbered and numbered
// makes it.
func (c *conn) text(m Message) []byte {
	if c.opt.Prepare != nil {
		c.opt.Prepare(m)
	}
	if c.proto.Number != nil {
		return nil
	}
	return m.AppendJSON(c.writer.buffer())
}

// numbered returns the JSON of a message with the sequence number after sent, and the new
// count. If the protocol does not number messages, it returns text and sent.
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

// checkSize returns an error if the peer does not accept a message of this length.
func (c *conn) checkSize(size int) error {
	if limit := c.maxBytes[session.Second-c.side].Load(); limit > 0 && int64(size) > limit {
		return codec.TooLarge(size, int(limit))
	}
	return nil
}

// updateLimits applies the maximum message lengths that a message of the handshake contains.
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

// limit sets the maximum length of messages to a side.
func (c *conn) limit(side session.Side, n int) {
	if f := &c.proto.Table.Dialect.Framing; f.Kind == codec.LengthPrefixed && f.Width < 4 {
		n = min(n, 1<<(8*f.Width)-1)
	}
	c.maxBytes[side].Store(int64(n))
	if t, ok := c.transport.(interface{ SetMaxBytes(n int) }); ok && side == c.side {
		t.SetMaxBytes(n)
	}
}

// in returns the limit in the params or the result of the handshake, or 0.
func (l *Limit) in(at func(path ...string) []byte) int {
	if at != nil {
		if text := at(l.Path...); text != nil {
			n, _ := strconv.Atoi(string(text))
			return n
		}
	}
	return l.Default
}
