package session

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
)

// A Message is what a Machine needs to know of a message.
type Message struct {
	Side Side // the sender; Either if it is unknown
	// Number identifies the message in verdicts. 0 means its position in the session, from 1.
	Number int
	// Time is in milliseconds from any origin; 0 if it is unknown. Rates and timeouts are
	// judged by it alone.
	Time int64

	Method string // of a request or a notification; "" for a response
	Tag    string // of the event or request in the params; if "", Params is asked for it
	ID     string // as JSON in its normal spelling; "" if there is none

	// Params and Result return the member at a path as JSON, or nil if there is none. They are
	// nil if the message has no params, or no result.
	Params, Result func(path ...string) []byte
	// Error is set in a response with an error.
	Error *ErrorIdentity

	// Refused says that the message is invalid for its method. A request is then answered with
	// an error, or not at all.
	Refused bool
	// Answers reports whether a response may belong to a call. It decides between calls with
	// the same id if the sender of the response is unknown. It may be nil.
	Answers func(*Call) bool
}

// ErrorIdentity identifies an error: by its code or by its kind.
type ErrorIdentity struct {
	Code int
	Kind string // the member "kind" of the data
}

// Is classifies a message.
type Is string

// The classes of messages.
const (
	NewRequest   Is = "request"
	Notification Is = "notification"
	Answer       Is = "answer"
	History      Is = "history"   // part of a replay: not acted on, and not answered
	Resent       Is = "resent"    // a request that was sent before, such as after a reconnect
	Late         Is = "late"      // a response that is not expected any more; it is ignored
	Unmatched    Is = "unmatched" // a response to no known request
)

// A Verdict is the result of observing a message.
type Verdict struct {
	Is     Is
	Number int   // of the message, as in Fault.Message
	Call   *Call // the request itself, or the one that the response answers; may be nil
	Faults []Fault
	Advice []Fault // broken rules that are advisory
	// If a request breaks rules that its receiver enforces, Answer is the name of the error
	// that answers it, and Broken describes the rule. The receiver must not act on it.
	Answer, Broken string
	// Ended are the requests that the message settled or cancelled.
	Ended []*Call
	// Last says that the message ended the session.
	Last bool
}

// A Fault is a broken rule.
type Fault struct {
	Rule    string // the rule's key in the spec, or one of: answer, answered, chosen, errors, first, from, gate, id, rate
	Act     string // the element that has the rule; "" if it is undeclared
	Message int    // the number of the message that breaks the rule
	Other   int    // the number of the message it conflicts with; 0 if there is none
	Text    string
}

// A Call is a request in a session.
type Call struct {
	Number int
	Side   Side // the sender
	ID     string
	Method string // "" if it is undeclared
	Event  string // the tag of the request in its params, if its method carries requests
	Time   int64
	// Data is for use by the caller of Observe.
	Data any

	order          int        // of the message in the session
	acts           []int      // positions of its method and of the request in its params
	unanswered     bool       // a response is expected
	history        bool       // part of a replay
	refused        bool       // invalid, or sent after the end of the session
	key            refusedKey // of its queue in calls.refused
	resent         int        // number of times it was resent
	deadline       int64      // when no response is expected any more; 0: never
	unknownTimeout bool       // has a timeout of unknown duration
	previous       *greeting  // of a handshake: the state before it
	broken         []broken   // rules that it breaks; their errors may answer it
	isOpen         bool       // in the lists of its acts
	dropped        bool       // removed from the machine
}

// Unanswered reports whether a response to the call is still expected.
func (c *Call) Unanswered() bool { return c.unanswered }

// Deadline returns the time from which no response is expected, in the unit of Message.Time,
// or 0 if there is none.
func (c *Call) Deadline() int64 { return c.deadline }

// A broken is a broken rule whose error answers the call.
type broken struct {
	rule, act, text string
	error           string
}

// maxSeconds is in effect an infinite timeout.
const maxSeconds = 1e12

// NoCode is the code of an error without one, in protocols that mark errors by a flag.
const NoCode = -1 << 62

// maxCalls is the maximum number of calls that a machine remembers. Beyond it, the oldest is
// dropped.
const maxCalls = 100_000

// A Machine checks one session. It must not be used concurrently.
type Machine struct {
	// Shared by all machines of a protocol, and never changed.
	rules *Rules
	index *index

	// Of the current message.
	order   int
	number  int     // as in verdicts
	time    int64   // the latest of all messages
	settled []*Call // requests that it settles or cancels

	calls

	// By act, for the whole session.
	last      []mark      // its last message
	completed []mark      // its last result, or its last notification
	sent      []sentCount // excluding failed ones

	// The end of the session. The zero mark: it has not ended.
	ended       mark
	endedBy     int  // the act that ended it
	endMayCross bool // it was a notification that may not have arrived yet
	endSender   Side // the sender of the end; Either if unknown

	// Set by the handshake; a failed one restores the greeting before it.
	greeting
	features map[string]bool // chosen features: whether they were offered

	recentRequests [3][]int64 // by side: the times of the requests of the last minute
}

// A mark is a message of the session. The zero mark is none.
type mark struct{ order, number int }

// A sentCount counts the messages of an act, excluding failed ones.
type sentCount struct {
	n     int
	first mark // zero if unknown
}

func (m *Machine) now() mark { return mark{m.order, m.number} }

// New returns a machine at the start of a session.
func New(r *Rules) *Machine {
	x := r.index() // first, because it completes r.Acts
	return &Machine{
		rules: r, index: x, calls: newCalls(len(r.Acts)),
		last: make([]mark, len(r.Acts)), completed: make([]mark, len(r.Acts)), sent: make([]sentCount, len(r.Acts)),
		greeting: greeting{capabilities: make([]bool, len(r.Gates))}, features: make(map[string]bool),
	}
}

// Observe passes the next message of the session to the machine, and returns what it is and
// which rules it breaks.
func (m *Machine) Observe(msg Message) Verdict {
	m.order++
	m.number = cmp.Or(msg.Number, m.order)
	m.time = max(m.time, msg.Time)
	m.expire()
	m.settled = nil
	v := Verdict{Number: m.number}
	switch {
	case msg.Method == "":
		m.response(&msg, &v)
	case msg.ID == "":
		m.notification(&msg, &v)
	default:
		m.request(&msg, &v)
	}
	v.Ended, v.Last = m.settled, m.ended.order == m.order
	return v
}

// Unanswered returns the requests that must still be answered, oldest first.
func (m *Machine) Unanswered() []*Call {
	var out []*Call
	for c := range m.remembered.all() {
		if c.unanswered && !c.refused {
			out = append(out, c)
		}
	}
	return out
}

// Finish returns a fault for each request that was never answered. Call it at the end of the
// session. Requests with a timeout of unknown duration are left out.
func (m *Machine) Finish() []Fault {
	var out []Fault
	for _, c := range m.Unanswered() {
		if !c.unknownTimeout {
			out = append(out, Fault{Rule: "answered", Act: c.name(), Message: c.Number, Text: m.named(c) + " was never answered"})
		}
	}
	return out
}

// notification judges a notification.
func (m *Machine) notification(msg *Message, v *Verdict) {
	v.Is = Notification
	acts := m.actsOf(msg)
	if m.isOver(acts, msg, v) {
		return
	}
	if m.inReplay(msg.Side) {
		v.Is = History
		return
	}
	if msg.Refused {
		return
	}
	m.mayBeSent(acts, msg, v)
	for _, a := range acts {
		m.completed[a] = m.now()
		m.count(a)
	}
	m.settle(acts, msg, false)
	m.end(acts)
	m.endMayCross, m.endSender = m.ended.order == m.order, m.sender(acts, msg)
}

// request judges a request.
func (m *Machine) request(msg *Message, v *Verdict) {
	v.Is = NewRequest
	acts := m.actsOf(msg)
	c := &Call{Number: m.number, order: m.order, Side: msg.Side, ID: msg.ID, Time: msg.Time, acts: acts, unanswered: true, refused: msg.Refused}
	v.Call = c
	for _, a := range acts {
		if act := &m.rules.Acts[a]; act.Kind == Method {
			c.Method = act.Name
		} else {
			c.Event = act.Name
		}
	}
	if m.isOver(acts, msg, v) {
		c.unanswered, c.refused = false, true
		m.add(c)
		return
	}
	switch first := m.conflicting(c); {
	case m.inReplay(msg.Side):
		v.Is = History
		c.unanswered, c.history = false, true
		m.add(c)
		return
	case first == nil:
	case m.isAgain(first, c):
		v.Is, v.Call = Resent, first
		first.resent++
		return
	default:
		m.fault(v, "id", c.name(), first.Number, "the id "+c.ID+" is in use by a request that has not been answered")
		m.drop(first)
	}
	m.add(c)
	b := m.tooMany(msg, m.named(c))
	if msg.Refused {
		return
	}
	c.broken = m.mayBeSent(acts, msg, v)
	if b != nil {
		if b.error == "" {
			m.fault(v, b.rule, c.name(), 0, b.text)
		} else {
			b.act = c.name()
			c.broken = append(c.broken, *b)
		}
	}
	if len(c.broken) > 0 {
		v.Answer, v.Broken = c.broken[0].error, c.broken[0].text
		return // it has no effect
	}
	m.setDeadline(c, msg)
	for _, a := range acts {
		m.open[a].add(c)
		m.count(a)
	}
	if slices.Contains(acts, m.index.handshake) {
		m.greet(c, msg)
	}
	m.settle(acts, msg, false)
}

// response judges a response.
func (m *Machine) response(msg *Message, v *Verdict) {
	v.Is = Unmatched
	if msg.ID == "" || msg.ID == "null" {
		return // it answers an unreadable message
	}
	c := m.find(msg)
	if c == nil {
		if msg.Refused {
			return
		}
		m.fault(v, "answer", "", 0, "no request with the id "+msg.ID+" is waiting for an answer")
		return
	}
	v.Is, v.Call = Answer, c
	if !c.unanswered {
		v.Is = Late
		if c.history {
			m.fault(v, "replay", c.name(), c.Number, "it answers a request of a replay, which is not answered")
		}
		m.close(c, false)
		return
	}
	if !msg.Refused {
		m.judgeAnswer(c, msg, v)
	}
	if !c.refused && len(c.broken) == 0 {
		m.settle(c.acts, msg, true)
	}
	m.close(c, true)
}

// judgeAnswer judges an expected response.
func (m *Machine) judgeAnswer(c *Call, msg *Message, v *Verdict) {
	name := m.errorName(msg.Error)
	isLocal := m.rules.IsLocal(msg.Error)
	if isLocal {
		m.fault(v, "errors", c.name(), c.Number, m.named(c)+" is answered with "+name+", which is never sent")
	}
	switch {
	case len(c.broken) > 0:
		if b := c.broken[0]; !isLocal && !m.answersBroken(c, name) {
			m.fault(v, b.rule, b.act, c.Number, b.text+", and is answered with "+cmp.Or(name, "a result")+", not with "+b.error)
		}
	case c.refused:
	case msg.Error != nil:
		m.checkError(c, name, v)
		m.fail(c)
	default:
		m.succeed(c, msg, v)
	}
}

// fail reverts the effects of a call that was answered with an error.
func (m *Machine) fail(c *Call) {
	for _, a := range c.acts {
		s := &m.sent[a]
		if s.n--; s.first.order == c.order {
			s.first = mark{}
		}
	}
	if c.previous != nil {
		m.greeting = *c.previous
	}
}

// succeed records the result of a call.
func (m *Machine) succeed(c *Call, msg *Message, v *Verdict) {
	m.checkResult(c, msg, v)
	for _, a := range c.acts {
		m.completed[a] = m.now()
		if s := &m.sent[a]; s.first.order == 0 {
			s.first = mark{c.order, c.Number}
		}
	}
	if slices.Contains(c.acts, m.index.handshake) {
		m.agree(msg)
	}
	m.end(c.acts)
}

// count records that a message of the act was sent.
func (m *Machine) count(a int) {
	m.last[a] = m.now()
	if m.sent[a].n++; m.sent[a].n == 1 {
		m.sent[a].first = m.now()
	}
}

// end ends the session if one of the acts has the rule Ends.
func (m *Machine) end(acts []int) {
	for _, a := range acts {
		if m.index.has(a, Ends) {
			m.ended, m.endedBy = m.now(), a
		}
	}
	if m.ended.order == m.order {
		m.releaseAll()
	}
}

// settle ends the requests that a message settles or cancels. A request settles others when it
// is answered, which answered says.
func (m *Machine) settle(acts []int, msg *Message, answered bool) {
	for _, a := range acts {
		for _, x := range m.index.settles[a] {
			rule := x.rule
			if rule.Is == SettledBy && m.rules.Acts[a].Request != answered || rule.Is == CancelledBy && answered {
				continue
			}
			switch {
			case len(rule.Path) == 0:
				for _, c := range m.open[x.act].all() {
					m.release(c)
					m.settled = append(m.settled, c)
				}
			case msg.Params != nil:
				m.settleID(x.act, string(msg.Params(rule.Path...)), msg.Side)
			}
		}
	}
}

// settleID ends the open requests of an act with an id. If both sides have one, it ends that
// of the sender.
func (m *Machine) settleID(act int, id string, sender Side) {
	fits := slices.DeleteFunc(slices.Clone(m.byID[id]), func(c *Call) bool { return !c.isOpen || !slices.Contains(c.acts, act) })
	for _, c := range fits {
		if len(fits) == 1 || c.Side == sender || c.Side == Either || sender == Either {
			m.release(c)
			m.settled = append(m.settled, c)
		}
	}
}

// setDeadline sets the deadline of c if a rule has a timeout.
func (m *Machine) setDeadline(c *Call, msg *Message) {
	for _, a := range c.acts {
		for _, r := range m.index.rules[a] {
			if r.Is != Timeout {
				continue
			}
			seconds := r.Seconds
			if len(r.Path) > 0 && msg.Params != nil {
				if text := msg.Params(r.Path...); text != nil {
					_ = json.Unmarshal(text, &seconds)
				}
			}
			switch {
			case seconds <= 0 || msg.Time == 0:
				c.unknownTimeout = true
			default:
				c.deadline = msg.Time + int64(min(seconds, maxSeconds)*1000)
				m.await(c)
			}
		}
	}
}

// await adds a call to byDeadline.
func (m *Machine) await(c *Call) {
	if len(m.byDeadline) > 2*m.remembered.n+100 {
		m.byDeadline = slices.DeleteFunc(m.byDeadline, func(c *Call) bool { return c.dropped })
	}
	i, _ := slices.BinarySearchFunc(m.byDeadline, c.deadline, func(x *Call, deadline int64) int { return cmp.Compare(x.deadline, deadline) })
	m.byDeadline = slices.Insert(m.byDeadline, i, c)
}

// expire releases the calls whose deadline has passed.
func (m *Machine) expire() {
	for len(m.byDeadline) > 0 && m.byDeadline[0].deadline <= m.time {
		m.release(m.byDeadline[0])
		m.byDeadline = m.byDeadline[1:]
	}
}

// tooMany returns the broken rate rule if the request exceeds the rate, or nil.
func (m *Machine) tooMany(msg *Message, name string) *broken {
	most := m.rules.Rate.PerMinute
	if most == 0 || msg.Time == 0 || msg.Side == Either {
		return nil
	}
	times := slices.DeleteFunc(m.recentRequests[msg.Side], func(t int64) bool { return t <= msg.Time-60_000 })
	if len(times) < most {
		m.recentRequests[msg.Side] = append(times, msg.Time)
		return nil
	}
	m.recentRequests[msg.Side] = times
	return &broken{rule: "rate", error: m.rules.Rate.Error, text: name + " is one of more than " + strconv.Itoa(most) + " requests within a minute"}
}
