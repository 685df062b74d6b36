package session

import (
	"iter"
	"slices"
)

// calls are those of one session: by id, by act while they are open, and in their order. They
// are part of a Machine, and have no lock either.
type calls struct {
	remembered queue                 // all but dropped ones, the oldest first; at most maxCalls
	byID       map[string][]*Call    // of remembered, those that were not refused: at most a few have the same id
	refused    map[refusedKey]*queue // of remembered, those that were refused, or came after the end of the session
	byDeadline []*Call               // those with a deadline, the earliest first; some may be dropped
	open       []openCalls           // by act: those that are unanswered and may have an effect
}

type refusedKey struct {
	side       Side
	unanswered bool
	id         string
}

func newCalls(acts int) calls {
	return calls{byID: make(map[string][]*Call), refused: make(map[refusedKey]*queue), remembered: queue{has: isRemembered}, open: make([]openCalls, acts)}
}

// A queue has calls in their order. Those that are not in it any more are removed from
// time to time.
type queue struct {
	has  func(*Call) bool // assigned once
	list []*Call
	head int // those before it are not in it any more
	n    int // how many are in it
}

func isRemembered(c *Call) bool { return !c.dropped }
func isOpen(c *Call) bool       { return c.isOpen }

func (q *queue) add(c *Call) {
	q.list = append(q.list, c)
	q.n++
}

// removed records that c is not in the queue any more. Near the head it leaves no gap: the
// oldest calls are asked for again and again.
func (q *queue) removed(c *Call) {
	q.n--
	near := q.list[q.head:min(len(q.list), q.head+maxCandidates)]
	if i := slices.Index(near, c); i >= 0 {
		copy(near[1:], near[:i])
		q.head++
	}
	for q.head < len(q.list) && !q.has(q.list[q.head]) {
		q.head++
	}
	if len(q.list) > q.n+q.n/4+16 {
		q.list, q.head = slices.Collect(q.all()), 0
	}
}

// first returns the oldest call, or nil.
func (q *queue) first() *Call {
	if q.n == 0 {
		return nil
	}
	return q.list[q.head]
}

// all are the calls, the oldest first.
func (q *queue) all() iter.Seq[*Call] {
	return func(yield func(*Call) bool) {
		for _, c := range q.list[q.head:] {
			if q.has(c) && !yield(c) {
				return
			}
		}
	}
}

// add remembers a call.
func (m *Machine) add(c *Call) {
	if c.refused {
		m.addRefused(c)
	} else {
		m.byID[c.ID] = append(m.byID[c.ID], c)
	}
	m.remembered.add(c)
	for m.remembered.n > maxCalls {
		m.drop(m.remembered.first())
	}
}

func (m *Machine) addRefused(c *Call) {
	c.key = refusedKey{c.Side, c.unanswered, c.ID}
	q := m.refused[c.key]
	if q == nil {
		q = &queue{has: isRemembered}
		m.refused[c.key] = q
	}
	q.add(c)
}

// conflicting is an open call whose id c must not have: one of the same side; or, of two with
// that id, one of which must be, rather one whose side is unknown.
func (m *Machine) conflicting(c *Call) *Call {
	if c.refused {
		return nil
	}
	var same, unclear []*Call
	for _, x := range m.byID[c.ID] {
		switch {
		case !x.unanswered && x.Side == c.Side:
			m.drop(x) // its answer would be late: from now on the id is that of c
		case !x.unanswered:
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
		if m.index.has(a, ResendAlways) || m.index.has(a, ResendHandshake) && m.index.handshake >= 0 && m.open[m.index.handshake].n() > 0 {
			return true
		}
	}
	return false
}

// MayResend reports whether the request of a call, which is unanswered, may be sent
// again now.
func (m *Machine) MayResend(c *Call) bool { return c.unanswered && !c.refused && m.isAgain(c, c) }

// Resends reports whether a rule lets the request of a call be sent again, now or at
// another time.
func (m *Machine) Resends(c *Call) bool {
	return slices.ContainsFunc(c.acts, func(a int) bool { return m.index.has(a, ResendAlways) || m.index.has(a, ResendHandshake) })
}

// maxCandidates is of how many calls with one id a message is asked whether it answers them: a
// hostile peer may have many, which were refused.
const maxCandidates = 16

// find returns the call that a response answers, or nil: rather an unanswered one,
// and of the oldest of those rather one that it may answer. Of several each is asked about.
func (m *Machine) find(msg *Message) *Call {
	for _, unanswered := range [...]bool{true, false} {
		list := m.withID(msg.ID, msg.Side, unanswered)
		if len(list) == 0 {
			continue
		}
		found := list[0]
		if len(list) > 1 && msg.Answers != nil {
			fitting := slices.DeleteFunc(slices.Clone(list), func(c *Call) bool { return !msg.Answers(c) })
			if len(fitting) > 0 {
				found = fitting[0]
			}
		}
		return found
	}
	return nil
}

// withID returns the oldest calls with an id which side may answer, in their order: at
// most maxCandidates.
func (m *Machine) withID(id string, side Side, unanswered bool) []*Call {
	var list []*Call
	for _, c := range m.byID[id] {
		if c.unanswered == unanswered && (side == Either || c.Side != side) {
			list = append(list, c)
		}
	}
	for _, by := range sides {
		q := m.refused[refusedKey{by, unanswered, id}]
		if q == nil || side != Either && by == side {
			continue
		}
		n := 0
		for c := range q.all() {
			list = append(list, c)
			if n++; n == maxCandidates {
				break
			}
		}
	}
	slices.SortFunc(list, byOrder)
	return list[:min(len(list), maxCandidates)]
}

// release says that no answer to c is expected any more. One that comes is late.
func (m *Machine) release(c *Call) {
	c.unanswered = false
	m.shut(c)
}

// releaseAll releases all calls.
func (m *Machine) releaseAll() {
	clear(m.refused)
	for c := range m.remembered.all() {
		m.release(c)
		if c.refused {
			m.addRefused(c)
		}
	}
}

// shut removes c from the open calls.
func (m *Machine) shut(c *Call) {
	if !c.isOpen {
		return
	}
	c.isOpen = false
	for _, a := range c.acts {
		m.open[a][c.Side].removed(c)
	}
}

// sides are all of them.
var sides = [...]Side{Either, First, Second}

// openCalls are the open calls of an act, by the side that sent them.
type openCalls [len(sides)]queue

func (o *openCalls) add(c *Call) {
	c.isOpen = true
	o[c.Side].has = isOpen
	o[c.Side].add(c)
}

// n is how many calls are open.
func (o *openCalls) n() int { return o[Either].n + o[First].n + o[Second].n }

// first returns the oldest open call, or nil.
func (o *openCalls) first() *Call {
	var oldest *Call
	for i := range o {
		if c := o[i].first(); c != nil && (oldest == nil || c.order < oldest.order) {
			oldest = c
		}
	}
	return oldest
}

// all are the open calls, the oldest first.
func (o *openCalls) all() []*Call {
	var out []*Call
	for i := range o {
		out = slices.AppendSeq(out, o[i].all())
	}
	slices.SortFunc(out, byOrder)
	return out
}

func byOrder(a, b *Call) int { return a.order - b.order }

// close ends a call that was answered. One that was sent again may be answered again.
func (m *Machine) close(c *Call, wasOwed bool) {
	m.shut(c)
	c.unanswered = false
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
	if c.dropped {
		return
	}
	c.dropped, c.unanswered = true, false
	m.remembered.removed(c)
	m.shut(c)
	if c.refused {
		if q := m.refused[c.key]; q.n == 1 {
			delete(m.refused, c.key)
		} else {
			q.removed(c)
		}
		return
	}
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
		return side == Either && o.n() > 0 || side != Either && o.n() > o[side].n
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
	slices.SortFunc(out, byOrder)
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
