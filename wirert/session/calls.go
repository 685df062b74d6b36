package session

import (
	"iter"
	"slices"
)

// calls are the calls of one session: by id, by act while they are open, and in order. They
// are part of a Machine, and like it have no lock.
type calls struct {
	remembered queue                 // all that were not dropped, oldest first; at most maxCalls
	byID       map[string][]*Call    // of remembered, those not refused; at most a few share an id
	refused    map[refusedKey]*queue // of remembered, those refused or sent after the end of the session
	byDeadline []*Call               // those with a deadline, earliest first; may contain dropped ones
	open       []openCalls           // by act: unanswered ones that have an effect
}

type refusedKey struct {
	side       Side
	unanswered bool
	id         string
}

func newCalls(acts int) calls {
	return calls{byID: make(map[string][]*Call), refused: make(map[refusedKey]*queue), remembered: queue{has: isRemembered}, open: make([]openCalls, acts)}
}

// A queue holds calls in order. Removed calls stay in the list until it is compacted.
type queue struct {
	has  func(*Call) bool // assigned once
	list []*Call
	head int // index of the first call that is in the queue
	n    int // number of calls in the queue
}

func isRemembered(c *Call) bool { return !c.dropped }
func isOpen(c *Call) bool       { return c.isOpen }

func (q *queue) add(c *Call) {
	q.list = append(q.list, c)
	q.n++
}

// removed records that c is not in the queue any more. Near the head it closes the gap,
// because the oldest calls are looked up often.
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

// all returns the calls, oldest first.
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

// conflicting returns an open call that c must not share its id with, or nil. That is a call
// of the same side. If two calls have the id, one of them must be of the same side; a call of
// an unknown side is preferred.
func (m *Machine) conflicting(c *Call) *Call {
	if c.refused {
		return nil
	}
	var same, unclear []*Call
	for _, x := range m.byID[c.ID] {
		switch {
		case !x.unanswered && x.Side == c.Side:
			m.drop(x) // the id belongs to c from now on
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

// isAgain reports whether c may be the call first, resent.
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

// MayResend reports whether the request of c, which must be unanswered, may be resent now.
func (m *Machine) MayResend(c *Call) bool { return c.unanswered && !c.refused && m.isAgain(c, c) }

// Resends reports whether a rule allows the request of c to be resent, now or at another time.
func (m *Machine) Resends(c *Call) bool {
	return slices.ContainsFunc(c.acts, func(a int) bool { return m.index.has(a, ResendAlways) || m.index.has(a, ResendHandshake) })
}

// maxCandidates bounds the calls with one id that Message.Answers is called for: a hostile
// peer may send many that are refused.
const maxCandidates = 16

// find returns the call that a response answers, or nil. It prefers unanswered calls, then
// calls that msg.Answers accepts, then the oldest.
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

// withID returns the oldest calls with an id that side may answer, in order: at most
// maxCandidates.
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

// release records that no response to c is expected any more. A later one is Late.
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

// sides lists all values of Side.
var sides = [...]Side{Either, First, Second}

// openCalls are the open calls of an act, by sender.
type openCalls [len(sides)]queue

func (o *openCalls) add(c *Call) {
	c.isOpen = true
	o[c.Side].has = isOpen
	o[c.Side].add(c)
}

// n returns the number of open calls.
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

// all returns the open calls, oldest first.
func (o *openCalls) all() []*Call {
	var out []*Call
	for i := range o {
		out = slices.AppendSeq(out, o[i].all())
	}
	slices.SortFunc(out, byOrder)
	return out
}

func byOrder(a, b *Call) int { return a.order - b.order }

// close ends a call that was answered. One that was resent may be answered again.
func (m *Machine) close(c *Call, wasUnanswered bool) {
	m.shut(c)
	c.unanswered = false
	if c.resent > 0 {
		c.resent--
		return
	}
	if c.history && !wasUnanswered {
		return // every response to it is a fault
	}
	m.drop(c)
}

// Forget removes a call whose response is not expected any more. The machine treats a later one
// as the response to no request.
func (m *Machine) Forget(c *Call) { m.drop(c) }

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

// inReplay reports whether messages of side are history: the other side requested a replay
// that has not ended.
func (m *Machine) inReplay(side Side) bool {
	return slices.ContainsFunc(m.index.replays, func(a int) bool {
		o := &m.open[a]
		return side == Either && o.n() > 0 || side != Either && o.n() > o[side].n
	})
}

// Open returns the open requests to side, oldest first.
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

// name returns the most specific name of a call.
func (c *Call) name() string {
	if c.Event != "" {
		return c.Event
	}
	return c.Method
}

// named describes a call.
func (m *Machine) named(c *Call) string {
	if name := c.name(); name != "" {
		return quote(name)
	}
	return "the request of an undeclared method"
}
