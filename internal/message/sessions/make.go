package sessions

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/interp"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/sample"
	"github.com/wiregen/wiregen/wirert/session"
)

// A Line is a message of a session, as recordings have it.
type Line struct {
	Dir  string          `json:"dir"`  // the role that sent it
	Time int64           `json:"time"` // in milliseconds
	Msg  json.RawMessage `json:"msg"`

	observed session.Message
	parts    *interp.Parts
}

// Side returns the side that sent the message.
func (l *Line) Side() session.Side { return l.observed.Side }

// A Maker generates sessions of one protocol. The same protocol and seed give the same
// sessions on every machine.
type Maker struct {
	proto   *model.Protocol
	rows    *lower.Program
	rules   *session.Rules
	reader  *interp.Reader
	rand    *rand.Rand
	seed    uint64
	maker   *sample.Maker
	longest int     // the maximum number of turns of a session, apart from the last answers
	starts  []start // what may be sent, in the order of the rules
}

// A start is a way to send an act: a method, or an event or a request in one.
type start struct {
	act         string // as the machine names it
	from        session.Side
	method, tag string
	ids         [][]string // the paths of its params that have the id of the message
	settles     []settled
}

// settled is a path in the params of a message to the id of a request that it ends.
type settled struct {
	act  string
	path []string
}

// New returns a maker, or nil if the protocol has no methods.
func New(p *model.Protocol, seed uint64) *Maker {
	return Of(lower.New(p), interp.New(p), seed)
}

// Of is New for a protocol with its rows and its reader.
func Of(rows *lower.Program, reader *interp.Reader, seed uint64) *Maker {
	rules := rows.Session()
	if rules == nil {
		return nil
	}
	m := &Maker{proto: rows.Protocol, rows: rows, rules: rules, reader: reader, seed: seed, maker: sample.Of(rows, seed), longest: 27}
	for i := range rules.Acts {
		m.addStarts(&rules.Acts[i])
	}
	return m
}

// addStarts adds the ways to send an act.
func (m *Maker) addStarts(a *session.Act) {
	out := start{act: a.Name, from: a.From}
	for i := range m.rules.Acts {
		for _, r := range m.rules.Acts[i].Rules {
			if (r.Is == session.SettledBy || r.Is == session.CancelledBy) && r.Acts[0] == a.Name && len(r.Path) > 0 {
				out.settles = append(out.settles, settled{m.rules.Acts[i].Name, r.Path})
			}
		}
	}
	if a.Kind == session.Method {
		if out.method = a.Name; !a.Events && !a.Requests {
			m.starts = append(m.starts, out)
		}
		return
	}
	out.tag = a.Name
	if a.Kind == session.Request {
		if v := m.proto.Envelope.Requests.Variant(a.Name); v.ID != "" {
			out.ids = append(out.ids, m.proto.Envelope.InParams(v.ID))
		}
	}
	for _, x := range m.rules.Acts {
		if a.Kind == session.Event && x.Events || a.Kind == session.Request && x.Requests {
			out.method, out.from = x.Name, x.From
			m.starts = append(m.starts, out)
		}
	}
}

// fork begins the choices of the session with a number.
func (m *Maker) fork(number uint64) {
	m.rand = rand.New(rand.NewPCG(m.seed, number))
	m.maker = m.maker.Fork(m.rand.Uint64())
}

// Session returns the valid session with a number.
func (m *Maker) Session(number uint64) []Line {
	m.fork(number)
	return m.valid()
}

func (m *Maker) valid() []Line {
	r := &run{Maker: m, machine: session.New(m.rules), time: 1000}
	for range 3 + m.rand.IntN(m.longest-2) {
		r.time += int64(m.rand.IntN(5000))
		side := session.Side(m.rand.IntN(2))
		if owed := r.owedBy(side); len(owed) > 0 && m.rand.IntN(2) == 0 {
			r.answer(owed[m.rand.IntN(len(owed))], side)
			continue
		}
		r.send(side)
	}
	for range 2 { // what is owed may depend on other answers
		for _, c := range r.machine.Unanswered() {
			r.answer(c, other(c.Side))
		}
	}
	for _, c := range r.machine.Unanswered() { // a result must not come yet
		r.add(other(c.Side), r.maker.Answer(c.Method, c.Event, c.ID, r.standard()))
	}
	return r.lines
}

func other(s session.Side) session.Side { return session.Second - s }

// A run is a session that is being made.
type run struct {
	*Maker
	machine *session.Machine
	lines   []Line
	time    int64
	ids     int
	given   []given
}

// add adds a message if it breaks no rule, and reports no progress that is none.
func (r *run) add(side session.Side, text string) {
	line, ok := r.line(side, r.time, text)
	if !ok || r.misreports(line.parts) {
		return
	}
	line.observed.Number = len(r.lines) + 1
	if v := r.machine.Observe(line.observed); len(v.Faults) > 0 {
		r.machine = observe(r.rules, r.lines, nil) // as if it had not been sent
		return
	}
	r.lines = append(r.lines, line)
	r.give(line.parts)
}

// line makes a line of a message; ok is false if readers do not accept that.
func (m *Maker) line(side session.Side, time int64, text string) (Line, bool) {
	value, err := m.reader.Parse([]byte(text))
	if err != nil {
		return Line{}, false
	}
	got := m.reader.ReadValue(m.reader.Messages.Any, value)
	if got.Err != nil || got.Ignored {
		return Line{}, false
	}
	parts := m.reader.Parts(got.Value)
	msg := SessionMessage(&parts, "")
	msg.Side, msg.Time = side, time
	return Line{Dir: m.proto.Roles[side], Time: time, Msg: json.RawMessage(text), observed: msg, parts: &parts}, true
}

// observe runs a session, and calls each with every verdict.
func observe(rules *session.Rules, lines []Line, each func(session.Verdict)) *session.Machine {
	machine := session.New(rules)
	for i, l := range lines {
		msg := l.observed
		msg.Number = i + 1
		v := machine.Observe(msg)
		if each != nil {
			each(v)
		}
	}
	return machine
}

// owedBy are the requests that side owes an answer to.
func (r *run) owedBy(side session.Side) []*session.Call {
	return slices.DeleteFunc(r.machine.Unanswered(), func(c *session.Call) bool { return c.Side == side })
}

// resend sends an open request of side again, if it may come again now. It reports whether
// it did.
func (r *run) resend(side session.Side) bool {
	for _, c := range r.machine.Unanswered() {
		if c.Side == side && r.machine.MayResend(c) && r.rand.IntN(3) == 0 {
			r.add(side, string(r.lines[c.Number-1].Msg))
			return true
		}
	}
	return false
}

// send sends something that side may send now.
func (r *run) send(side session.Side) {
	if r.resend(side) {
		return
	}
	may := r.machine.MaySend(side)
	var list []start
	for _, s := range r.starts {
		if slices.Contains(may, s.act) && slices.Contains(may, s.method) && (s.from == side || s.from == session.Either) {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return
	}
	s := list[r.rand.IntN(len(list))]
	if text, ok := r.text(s); ok {
		r.add(side, text)
	}
}

// text makes the message of a start.
func (r *run) text(s start) (string, bool) {
	r.ids++
	id := r.newID(r.ids)
	var set []sample.Setting
	for _, path := range s.ids {
		set = append(set, sample.Setting{Path: path, JSON: id})
	}
	for _, x := range s.settles {
		for _, c := range r.machine.Unanswered() {
			if (c.Event == x.act || c.Method == x.act) && r.rand.IntN(4) > 0 {
				set = append(set, sample.Setting{Path: x.path, JSON: c.ID})
				break
			}
		}
	}
	set = append(set, r.progress(s.method)...)
	// A place for the length of messages may be missing, and that of versions never is.
	for offered := r.offers(s.method); len(offered) > 0; offered = offered[1:] {
		text, ok := r.maker.Call(s.method, s.tag, id, append(set, offered...))
		if _, fits := r.line(session.First, 0, text); ok && fits {
			return text, true
		}
	}
	return r.maker.Call(s.method, s.tag, id, set)
}

// newID is an id that has not been used, as JSON. A text is one that every format takes
// which ids have.
func (m *Maker) newID(n int) string {
	if m.rows.Dialect.IntegerID && (!m.rows.Dialect.StringID || m.rand.IntN(2) == 0) {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf(`"00000000-0000-4000-8000-%012d"`, n)
}

// answer answers a request, mostly with a result.
func (r *run) answer(c *session.Call, side session.Side) {
	failure := ""
	if x := r.rows.CallNamed(c.Method); x != nil && len(x.Errors) > 0 && r.rand.IntN(5) == 0 {
		failure = x.Errors[r.rand.IntN(len(x.Errors))]
	}
	if h := r.rules.Handshake; failure == "" && h != nil && h.Method == c.Method {
		r.reply(c)
		return
	}
	r.add(side, r.maker.Answer(c.Method, c.Event, c.ID, failure))
}

// reply answers a request with a result: that of a handshake has what the peers agree on. If
// they agree on nothing, the error says that.
func (r *run) reply(c *session.Call) {
	var params *interp.Value
	if v, err := r.reader.Parse(r.lines[c.Number-1].Msg); err == nil {
		params = r.reader.Parts(v).Params
	}
	set, failure := r.Agreed(c.Method, params)
	if failure != "" {
		r.add(other(c.Side), r.maker.Answer(c.Method, c.Event, c.ID, failure))
		return
	}
	set = append(set, r.Same(c, params)...)
	r.add(other(c.Side), r.maker.AnswerWith(c.Method, c.ID, r.maker.Result(c.Method, c.Event, set)))
}

// standard is the name of the error of a handler that failed, which may answer every request.
// Where that is never sent, it is another one that may.
func (m *Maker) standard() string {
	name := ""
	for _, e := range m.rules.Errors {
		if e.Standard && (name == "" || e.Code == lower.InternalCode) {
			name = e.Name
		}
	}
	return name
}

// Verdicts are those of the machine on each message of a session, and the faults at its
// end.
func (m *Maker) Verdicts(lines []Line) (verdicts []session.Verdict, rest []session.Fault) {
	machine := observe(m.rules, lines, func(v session.Verdict) { verdicts = append(verdicts, v) })
	return verdicts, machine.Finish()
}
