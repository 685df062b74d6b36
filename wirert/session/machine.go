package session

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
)

// A Message is what the machine needs of a message.
type Message struct {
	Side Side // that sent it; Either if that is unknown
	// Number is what verdicts call it; 0: its position in the session, from 1.
	Number int
	// Time is in milliseconds since any beginning; 0 if it is unknown. Rates and timeouts
	// are judged only by times.
	Time int64

	Method string // of a request or a notification; "" for a response
	Tag    string // of the event or the request in the params; "": it is looked up in them
	ID     string // as JSON, in the spelling of its kind; "" if there is none

	// Params and Result return the member at a path of names as JSON, or nil if there is
	// none. They are nil if the message has no params, or no result.
	Params, Result func(path ...string) []byte
	// Error is set in a response with an error.
	Error *ErrorIdentity

	// Refused says that the message could not be read as one of its method. A request is
	// then answered with an error, or not at all.
	Refused bool
	// Answers reports whether a response may be that of a call. It decides between
	// calls of both sides with the same id if it is unknown who sent the response. It
	// may be nil.
	Answers func(*Call) bool
}

// ErrorIdentity is what identifies an error.
type ErrorIdentity struct {
	Code int
	Kind string // the member kind of the data, where that identifies errors
}

// Is says what a message is in its session.
type Is string

// What messages are.
const (
	Asked     Is = "request"
	Noted     Is = "notification"
	Answered  Is = "answer"
	History   Is = "history"   // of a replay: it is not acted upon, and not answered
	Resent    Is = "resent"    // a request that was sent before
	Late      Is = "late"      // an answer that is not expected any more; it is ignored
	Unmatched Is = "unmatched" // an answer to no known request
)

// A Verdict is what the machine says of a message.
type Verdict struct {
	Is     Is
	Number int   // of the message
	Call   *Call // the request itself, or the one that is answered; or nil
	Faults []Fault
	Advice []Fault // the broken rules that are advisory
	// Answer is the name of the error that answers a request which breaks rules, and
	// Broken says which: its receiver does not act upon it. "" for another message.
	Answer, Broken string
	// Ended are the requests that the message settles or cancels.
	Ended []*Call
}

// A Fault is a broken rule.
type Fault struct {
	Rule    string // its key in the spec; or answer, answered, chosen, errors, from, gate, id, first, rate
	Act     string // the element whose rule it is; "" if it is not declared
	Message int    // the number of the message that breaks it
	Other   int    // of the message that it depends on; 0 if there is none
	Text    string
}

// A Call is a request.
type Call struct {
	Number int
	Side   Side // that sent it
	ID     string
	Method string // "" if it is not declared
	Event  string // the request in its params, if its method carries requests
	Time   int64
	// Data is for the caller of Observe.
	Data any

	order          int        // of the message in the session
	acts           []int      // its method, and the request in its params
	unanswered     bool       // an answer is expected: none came, and nothing made it unnecessary
	history        bool       // it is part of a replay
	refused        bool       // or sent after the end of the session
	key            refusedKey // of its queue, if it was refused
	resent         int        // how often it was sent again
	deadline       int64      // when unanswered ends; 0: never
	unknownTimeout bool       // it has a timeout that messages do not say
	previous       *greeting  // what was known before it, if it is a handshake
	broken         []broken   // the rules that it breaks, and whose errors may answer it
	isOpen         bool       // it is in the lists of its acts
	dropped        bool       // the machine has forgotten it
}

// Owed reports whether the call is still to be answered.
func (c *Call) Owed() bool { return c.unanswered }

// Deadline is the time at which a rule ends the debt of an answer, in milliseconds as those
// of messages; 0: none.
func (c *Call) Deadline() int64 { return c.deadline }

// A broken rule of a call is answered with its error.
type broken struct {
	rule, act, text string
	error           string
}

// maxSeconds is a timeout that never passes.
const maxSeconds = 1e12

// NoCode is the code of an error that has none: a flag tells it from a result.
const NoCode = -1 << 62

// maxCalls is the maximum number of calls that are remembered. Beyond it the oldest is
// dropped.
const maxCalls = 100_000

// A Machine is one session. It has no lock: it must not be used by several goroutines at once.
type Machine struct {
	// Shared by all machines of a protocol, and never changed.
	rules *Rules
	index *index

	// Of the current message.
	order   int
	number  int     // what verdicts call it
	time    int64   // the latest of all messages
	settled []*Call // the requests that it settles or cancels

	calls

	// By act, for the whole session.
	last      []mark      // its last message that counts
	completed []mark      // the last result of a call, or the last message that is not answered
	sent      []sentCount // without those that failed

	// The end of the session. The zero mark: it has not ended.
	ended       mark
	endedBy     int  // the act that ended it
	endMayCross bool // it was a notification, of which the side that did not send it may not know yet
	endSender   Side // that sent it; Either if that is not known

	// From the handshake: a failed one restores the greeting before it.
	greeting
	features map[string]bool // those that were chosen: whether they were offered

	recentRequests [3][]int64 // by side: the times of the requests of the last minute
}

// A mark is a message of the session. The zero mark is none.
type mark struct{ order, number int }

// A sentCount is how many messages of an act were sent, without those that failed.
type sentCount struct {
	n     int
	first mark // of those that count; none if that is not known
}

func (m *Machine) now() mark { return mark{m.order, m.number} }

// New returns a machine at the beginning of a session.
func New(r *Rules) *Machine {
	x := r.index() // first: it completes the acts
	return &Machine{
		rules: r, index: x, calls: newCalls(len(r.Acts)),
		last: make([]mark, len(r.Acts)), completed: make([]mark, len(r.Acts)), sent: make([]sentCount, len(r.Acts)),
		greeting: greeting{capabilities: make([]bool, len(r.Gates))}, features: make(map[string]bool),
	}
}

// Observe says what the next message of the session is, and which rules it breaks.
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
	v.Ended = m.settled
	return v
}

// Owed are the requests that are still to be answered, the oldest first.
func (m *Machine) Owed() []*Call {
	var out []*Call
	for c := range m.remembered.all() {
		if c.unanswered && !c.refused {
			out = append(out, c)
		}
	}
	return out
}

// Finish returns the faults of requests that were never answered, at the end of the
// session. One with a timeout that is not known is none.
func (m *Machine) Finish() []Fault {
	var out []Fault
	for _, c := range m.Owed() {
		if !c.unknownTimeout {
			out = append(out, Fault{Rule: "answered", Act: c.name(), Message: c.Number, Text: m.named(c) + " was never answered"})
		}
	}
	return out
}

// notification judges a notification.
func (m *Machine) notification(msg *Message, v *Verdict) {
	v.Is = Noted
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
	v.Is = Asked
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
		return // it answers a message that could not be read
	}
	c := m.find(msg)
	if c == nil {
		if msg.Refused {
			return
		}
		m.fault(v, "answer", "", 0, "no request with the id "+msg.ID+" is waiting for an answer")
		return
	}
	v.Is, v.Call = Answered, c
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

// judgeAnswer judges an answer that is expected.
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

// fail takes back what a call did that was answered with an error.
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

// end ends the session, if that is a rule of one of the acts.
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

// settle ends the requests that a message settles or cancels. A request settles others
// when it is answered.
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

// settleID ends the open requests of an act with an id. Of requests of both sides with
// that id, it is the sender's own.
func (m *Machine) settleID(act int, id string, sender Side) {
	fits := slices.DeleteFunc(slices.Clone(m.byID[id]), func(c *Call) bool { return !c.isOpen || !slices.Contains(c.acts, act) })
	for _, c := range fits {
		if len(fits) == 1 || c.Side == sender || c.Side == Either || sender == Either {
			m.release(c)
			m.settled = append(m.settled, c)
		}
	}
}

// setDeadline sets the time after which no answer to c is expected.
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

// await remembers the deadline of a call.
func (m *Machine) await(c *Call) {
	if len(m.byDeadline) > 2*m.remembered.n+100 {
		m.byDeadline = slices.DeleteFunc(m.byDeadline, func(c *Call) bool { return c.dropped })
	}
	i, _ := slices.BinarySearchFunc(m.byDeadline, c.deadline, func(x *Call, deadline int64) int { return cmp.Compare(x.deadline, deadline) })
	m.byDeadline = slices.Insert(m.byDeadline, i, c)
}

// expire releases the calls whose time is over.
func (m *Machine) expire() {
	for len(m.byDeadline) > 0 && m.byDeadline[0].deadline <= m.time {
		m.release(m.byDeadline[0])
		m.byDeadline = m.byDeadline[1:]
	}
}

// tooMany returns the rule of the rate if the request is one too many.
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
