package quick

import (
	"math"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A reading is what was seen of a message so far.
type reading struct {
	m       Message
	seen    mask // places
	roles   uint
	shape   int // by the tag of the message, or -1
	call    int // the number of the method
	early   bool
	params  mark   // if early: they came before the method
	text    []byte // of the params
	noNull  bool   // params are there, and not a null that means none
	id      model.ValueKind
	ok      bool // the flag of a response
	result  []byte
	words   bool // the words of an error are a string
	further seen // members
}

// undeclaredCall is the number of a method that is not declared.
const undeclaredCall = -1

func (r *reading) has(role lower.Role) bool { return r.roles>>role&1 != 0 }

// Message reads a text as a message. It returns nil if the interpreter must read it.
func (p *Program) Message(text []byte) *Message {
	if p.mayOverweigh(text) {
		return nil
	}
	p.begin(text)
	p.space()
	if p.message() && p.atEnd() {
		return &p.messages.last.m
	}
	return nil
}

// message reads a message at the current position.
func (p *Program) message() bool {
	m := &p.messages
	r := &m.last
	if m.unsure || p.next() != '{' {
		return false
	}
	*r = reading{shape: -1, call: undeclaredCall}
	start := p.pos
	l := m.all
	if l == nil {
		if !p.findShape(r) {
			return false
		}
		l = m.shapes[r.shape]
	}
	more, ok := p.enter('}')
	next := &l.first
	for more {
		at, keyOK := p.place(l, *next)
		switch {
		case !keyOK:
			return false
		case at < 0:
			ok = !p.strict && p.any()
		case r.seen.has(at):
			return false
		default:
			r.seen.set(at)
			*next = at
			next = &l.places[at].next
			ok = p.member(l, &l.places[at], r)
		}
		if !ok {
			return false
		}
		if more, ok = p.more('}'); !ok {
			return false
		}
	}
	r.m.Text = p.text[start:p.pos]
	return ok && l.members.required.within(&r.further.present) && r.further.bad == (mask{}) && p.judgeMessage(r)
}

// place passes a key with its colon, and returns its place, or -1.
func (p *Program) place(l *layout, expected int) (at int, ok bool) {
	if x := &l.places[expected]; p.at(x.literal) {
		p.pos += len(x.literal)
		if p.next() <= ' ' {
			p.space()
		}
		return expected, true
	}
	key, ok := p.plain()
	if !ok {
		return -1, false
	}
	return l.keys.find(key), p.take(':')
}

// findShape finds the tag of a message whose members have names by shape.
func (p *Program) findShape(r *reading) bool {
	start := p.mark()
	key := p.messages.d.Shapes.Key
	more, ok := p.enter('}')
	for more && r.shape < 0 {
		same, keyOK := p.key("", key)
		switch {
		case !keyOK:
			return false
		case same:
			r.shape, ok = p.tag(p.messages.byShape)
			if r.shape < 0 {
				return false
			}
		default:
			ok = p.any()
		}
		if !ok {
			return false
		}
		if more, ok = p.more('}'); !ok {
			return false
		}
	}
	return ok && r.shape >= 0 && p.back(start)
}

// member reads the value of a member.
func (p *Program) member(l *layout, x *place, r *reading) bool {
	r.roles |= 1<<x.role | 1<<x.also
	start := p.pos
	switch x.role {
	case lower.VersionRole:
		return p.version()
	case lower.TagRole:
		number, ok := p.tag(p.messages.byShape)
		r.shape = number
		return ok && number >= 0
	case lower.IDRole:
		return p.id(r)
	case lower.MethodRole:
		return p.method(r)
	case lower.ParamsRole:
		var ok bool
		if r.early = !r.has(lower.MethodRole); r.early {
			r.params = p.mark()
			ok = p.any()
		} else {
			ok = p.readParams(r)
		}
		r.text = p.text[start:p.pos]
		return ok
	case lower.OKRole:
		r.ok = p.next() == 't'
		return kinds[p.next()] == model.Booleans && p.any()
	case lower.WordsRole:
		r.words = p.next() == '"'
		return p.any()
	case lower.ResultRole:
		ok := p.any()
		r.result = p.text[start:p.pos]
		return ok
	case lower.ErrorRole:
		return p.fault(r)
	case lower.MemberRole:
		if r.further.keys.has(x.slot) {
			return false
		}
		r.further.keys.set(x.slot)
		return p.field(&l.members.slots[x.slot], &r.further, x.slot)
	}
	return p.any()
}

func (p *Program) version() bool {
	d := p.messages.d
	if d.ReadJSONRPC == lower.MemberAny || d.ReadJSONRPC == lower.MemberIgnored {
		return p.any()
	}
	if p.next() != '"' {
		return false
	}
	s, ok := p.plain()
	return ok && string(s) == d.JSONRPC
}

// id reads an id as a writer spells it.
func (p *Program) id(r *reading) bool {
	start := p.pos
	switch kinds[p.next()] {
	case model.Strings:
		r.id = model.StringValue
		s, ok := p.str()
		if ok && p.escaped {
			r.m.ID = model.AppendQuote(nil, string(p.unescape(s)))
			return true
		}
		r.m.ID = p.text[start:p.pos]
		return ok
	case model.Numbers:
		r.id = model.NumberValue
		token, ok := p.number()
		if !ok {
			return false
		}
		if r.m.ID = token; p.simple && string(token) != "-0" {
			return true
		}
		f := float(token)
		r.m.ID = []byte(model.FormatNumber(f))
		return f == math.Trunc(f) && math.Abs(f) <= model.MaxSafe
	case model.Nulls:
		r.id = model.NullValue
		r.m.ID = nullText
		return p.word("null")
	}
	return false
}

var nullText = []byte("null")

func (p *Program) method(r *reading) bool {
	if p.next() != '"' {
		return false
	}
	name, ok := p.plain()
	if !ok {
		return false
	}
	r.call = p.messages.calls.find(name)
	if r.call == undeclaredCall {
		r.m.Method = string(name)
	}
	return true
}

// readParams reads the params of a message whose method is known.
func (p *Program) readParams(r *reading) bool {
	if r.call == undeclaredCall {
		return p.any()
	}
	c := &p.rows.Calls[r.call]
	switch {
	case c.ParamsPresence == lower.ParamsNone:
		return p.any()
	case c.NullAsAbsent && p.next() == 'n':
		return p.word("null")
	}
	params := &p.messages.params[r.call]
	if params.node == nil {
		*params = p.ref(c.Params, true)
	}
	r.noNull = true
	if c.Positions && p.next() == '[' && params.form == structForm {
		return p.positions(params.object)
	}
	if !p.value(*params) {
		return false
	}
	if u := params.union; u != nil && u.counted != nil && len(p.tags) > 0 {
		r.m.Tag = p.tags[0].Name
	}
	return true
}

// positions reads an array of the fields of an object in their order.
func (p *Program) positions(o *object) bool {
	if o == nil {
		return false
	}
	var s seen
	more, ok := p.enter(']')
	for i := 0; more; i++ {
		if i == len(o.slots) || o.slots[i].tag != nil || !p.field(&o.slots[i], &s, i) {
			return false
		}
		if more, ok = p.more(']'); !ok {
			return false
		}
	}
	return ok && p.judge(o, &s)
}

// judgeMessage judges the whole.
func (p *Program) judgeMessage(r *reading) bool {
	m := &p.messages
	d := m.d
	if !r.has(lower.VersionRole) && (d.ReadJSONRPC == lower.MemberRequired || d.ReadJSONRPC == lower.MemberAny) {
		return false
	}
	called, answers := r.has(lower.MethodRole), r.has(lower.ResultRole) || r.has(lower.ErrorRole)
	switch {
	case m.byShape != nil && r.shape < 0:
		return false
	case m.byShape != nil:
		r.m.Shape = lower.Shape(r.shape)
	case called && r.has(lower.IDRole):
		r.m.Shape = lower.RequestShape
	case called:
		r.m.Shape = lower.NotificationShape
	default:
		r.m.Shape = lower.ResponseShape
	}
	switch {
	case r.m.Shape == lower.ResponseShape:
		return (d.Named() || !called) && p.judgeResponse(r)
	case !called, answers && !d.Named(), r.has(lower.IDRole) != (r.m.Shape == lower.RequestShape):
		return false
	case r.has(lower.IDRole) && !p.isID(r.id):
		return false
	}
	return p.judgeCall(r)
}

func (p *Program) isID(kind model.ValueKind) bool {
	d := p.messages.d
	return kind == model.StringValue && d.StringID || kind == model.NumberValue && d.IntegerID
}

// judgeCall judges a request or a notification.
func (p *Program) judgeCall(r *reading) bool {
	if r.early {
		end, depth := p.pos, p.depth
		p.depth = r.params.depth
		if !p.rewind(r.params.pos) || !p.readParams(r) {
			return false
		}
		p.pos, p.depth = end, depth
	}
	if r.noNull || r.call == undeclaredCall {
		r.m.Params = r.text
	}
	if r.call == undeclaredCall {
		if p.messages.d.Extensions.Has(r.m.Method) {
			p.extensions++
			return true
		}
		return !p.strict
	}
	c := &p.rows.Calls[r.call]
	r.m.Call, r.m.Method = c, c.Method
	return c.Shape == r.m.Shape && (r.noNull || c.ParamsPresence != lower.ParamsRequired)
}

// judgeResponse judges a response.
func (p *Program) judgeResponse(r *reading) bool {
	d := p.messages.d
	n := d.NamesOf(lower.ResponseShape)
	fails := r.has(lower.ErrorRole)
	switch {
	case n.OK != "":
		fails = !r.ok
		if !r.has(lower.OKRole) || fails && r.has(lower.WordsRole) && !r.words {
			return false
		}
		if r.m.Result = r.result; r.result == nil {
			if !fails && p.rows.ResultsAreOptional() {
				return false // the interpreter knows whether it is {}
			}
			r.m.Result = noResult
		}
	case fails == r.has(lower.ResultRole):
		return false
	default:
		r.m.Result = r.result
	}
	if fails {
		r.m.Result = nil
	}
	r.m.Method = ""
	if d.Named() && n.Method != "" && !r.has(lower.MethodRole) {
		return false
	}
	return r.has(lower.IDRole) && (p.isID(r.id) || r.id == model.NullValue && fails && d.NullIDOnError)
}

var noResult = []byte("{}")
