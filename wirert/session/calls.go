package session

import "slices"

// add remembers a call.
func (m *Machine) add(c *Call) {
	m.byID[c.ID] = append(m.byID[c.ID], c)
	m.queue = append(m.queue, c)
	m.held++
	if len(m.queue) > m.held+m.held/4+16 {
		m.queue = slices.DeleteFunc(m.queue, func(c *Call) bool { return c.gone })
	}
	for m.held > maxCalls {
		oldest := m.queue[0]
		m.queue = m.queue[1:]
		if !oldest.gone {
			m.drop(oldest)
		}
	}
}

// rival is an open call whose id c must not have: one of the same side; or, of two with
// that id, one of which must be, rather one whose side is unknown.
func (m *Machine) rival(c *Call) *Call {
	var same, unclear []*Call
	for _, x := range m.byID[c.ID] {
		switch {
		case x.refused || c.refused:
		case !x.owed && x.Side == c.Side:
			m.drop(x) // its answer would be late: from now on the id is that of c
		case !x.owed:
		case x.Side == c.Side && c.Side != Either:
			return x
		case x.Side == Either:
			unclear = append(unclear, x)
			same = append(same, x)
		default:
			same = append(same, x)
		}
	}
	switch {
	case len(same) < 2:
		return nil
	case len(unclear) > 0:
		return unclear[0]
	}
	return same[0]
}

// isAgain reports whether c may be the call first, which is sent again.
func (m *Machine) isAgain(first, c *Call) bool {
	if !slices.Equal(first.acts, c.acts) {
		return false
	}
	for _, a := range c.acts {
		if m.index.has(a, ResendAlways) || m.index.has(a, ResendHandshake) && m.index.handshake >= 0 && m.open[m.index.handshake].n > 0 {
			return true
		}
	}
	return false
}

// MayResend reports whether the request of a call, which is owed an answer, may be sent
// again now.
func (m *Machine) MayResend(c *Call) bool { return c.owed && !c.refused && m.isAgain(c, c) }

// Resends reports whether a rule lets the request of a call be sent again, now or at
// another time.
func (m *Machine) Resends(c *Call) bool {
	return slices.ContainsFunc(c.acts, func(a int) bool { return m.index.has(a, ResendAlways) || m.index.has(a, ResendHandshake) })
}

// find returns the call that a response answers, or nil.
func (m *Machine) find(msg *Message) *Call {
	var list []*Call
	for _, c := range m.byID[msg.ID] {
		if msg.Side == Either || c.Side != msg.Side {
			list = append(list, c)
		}
	}
	list = rather(list, func(c *Call) bool { return c.owed })
	if msg.Answers != nil {
		list = rather(list, msg.Answers)
	}
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// rather are those of several calls that fit, if some do.
func rather(calls []*Call, fits func(*Call) bool) []*Call {
	if len(calls) < 2 {
		return calls
	}
	some := slices.DeleteFunc(slices.Clone(calls), func(c *Call) bool { return !fits(c) })
	if len(some) == 0 {
		return calls
	}
	return some
}

// release ends the debt of an answer to c. One that comes is late.
func (m *Machine) release(c *Call) {
	c.owed = false
	m.shut(c)
}

// shut removes c from the open calls.
func (m *Machine) shut(c *Call) {
	if !c.isOpen {
		return
	}
	c.isOpen = false
	for _, a := range c.acts {
		m.open[a].removed(c)
	}
}

// openCalls are the open calls of an act, in their order. Those that were shut are
// removed from time to time.
type openCalls struct {
	list  []*Call
	n     int
	sides [3]int // of n, how many each side sent
}

func (o *openCalls) add(c *Call) {
	c.isOpen = true
	o.list = append(o.list, c)
	o.n++
	o.sides[c.Side]++
}

// removed notes that the call c was shut.
func (o *openCalls) removed(c *Call) {
	o.sides[c.Side]--
	if o.n--; len(o.list) > o.n+o.n/4+16 {
		o.list = o.all()
	}
}

// all are the open calls.
func (o *openCalls) all() []*Call {
	return slices.DeleteFunc(slices.Clone(o.list), func(c *Call) bool { return !c.isOpen })
}

// first returns the oldest open call that fits, or nil.
func (o *openCalls) first(fits func(*Call) bool) *Call {
	if o.n > 0 {
		for _, c := range o.list {
			if c.isOpen && fits(c) {
				return c
			}
		}
	}
	return nil
}

// close ends a call that was answered. One that was sent again may be answered again.
func (m *Machine) close(c *Call, wasOwed bool) {
	m.shut(c)
	c.owed = false
	if c.resent > 0 {
		c.resent--
		return
	}
	if c.history && !wasOwed {
		return // each answer to it is a fault
	}
	m.drop(c)
}

// drop forgets a call.
func (m *Machine) drop(c *Call) {
	if c.gone {
		return
	}
	c.gone, c.owed = true, false
	m.held--
	m.shut(c)
	list := slices.DeleteFunc(slices.Clone(m.byID[c.ID]), func(x *Call) bool { return x == c })
	if m.byID[c.ID] = list; len(list) == 0 {
		delete(m.byID, c.ID)
	}
}

// inReplay reports whether what side sends is history: the other side has asked for a
// replay, which has not ended.
func (m *Machine) inReplay(side Side) bool {
	return slices.ContainsFunc(m.index.replays, func(a int) bool {
		o := &m.open[a]
		return side == Either && o.n > 0 || side != Either && o.n > o.sides[side]
	})
}

// Open are the open requests to side, the oldest first: what it sends may be within
// one of them.
func (m *Machine) Open(side Side) []*Call {
	var out []*Call
	for a := range m.open {
		if m.rules.Acts[a].Kind != Method {
			continue
		}
		for _, c := range m.open[a].all() {
			if side == Either || c.Side != side {
				out = append(out, c)
			}
		}
	}
	slices.SortFunc(out, func(a, b *Call) int { return a.order - b.order })
	return out
}

// name is the most specific name of what c asks.
func (c *Call) name() string {
	if c.Event != "" {
		return c.Event
	}
	return c.Method
}

// named are words for a call.
func (m *Machine) named(c *Call) string {
	if name := c.name(); name != "" {
		return quote(name)
	}
	return "the request of an undeclared method"
}
