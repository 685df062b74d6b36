package sample

import (
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// message is a JSON-RPC message of a method that one of from sends (nil: any),
// or a response.
func (m *Maker) message(from []lower.From) *node {
	calls := m.callsFrom(from)
	switch {
	case m.chance(5):
		return m.response()
	case m.foreign(12):
		return m.unknownCall()
	case len(calls.list) == 0:
		return m.response()
	}
	x := chooseOf(m, calls)
	return within(m, x.Method, func() *node { return m.call(x) })
}

// callsFrom are the calls that one of from sends (nil: all), for a choice.
func (m *Maker) callsFrom(from []lower.From) named[*lower.Call] {
	if from == nil && m.known.calls.list != nil {
		return m.known.calls
	}
	var out named[*lower.Call]
	for i := range m.rows.Calls {
		if c := &m.rows.Calls[i]; from == nil || slices.Contains(from, c.From) {
			out.add(c, c.Method)
		}
	}
	if from == nil {
		m.known.calls = out
	}
	return out
}

func (m *Maker) call(x *lower.Call) *node {
	n := m.shell(x.Shape)
	if x.Shape == lower.RequestShape {
		n.members = append(n.members, member{key: "id", value: m.id(), required: m.rows.Dialect.BadID == lower.BadIDRefused})
	}
	n.members = append(n.members, member{key: "method", value: m.str(x.Method), required: m.rows.Dialect.Shapes != nil})
	required := x.ParamsPresence == lower.ParamsRequired
	switch {
	case x.ParamsPresence == lower.ParamsNone:
		if m.foreign(6) {
			n.members = append(n.members, member{key: "params", value: m.anyValue()})
		}
	case required || m.wanted != "" || !m.minimal && m.chance(2):
		n.members = append(n.members, member{key: "params", value: m.paramsOrNull(x), required: required})
	}
	return m.ordered(n, x.Shape)
}

// paramsOrNull are the params of x, or a null that is read as none.
func (m *Maker) paramsOrNull(x *lower.Call) *node {
	if !x.NullAsAbsent {
		return m.params(x)
	}
	if m.foreign(4) {
		return m.null()
	}
	n := *m.params(x) // the value may be in other places, too
	if n.takes != 0 {
		n.takes |= model.Nulls
	}
	return m.node(n)
}

// params are the params of x, sometimes positional if that is allowed.
func (m *Maker) params(x *lower.Call) *node {
	if t := m.rows.At(x.Params); m.wanted != "" && t.Form == lower.UnionForm {
		i := slices.IndexFunc(t.Union.Cases, func(c lower.Case) bool { return slices.Contains(c.Tags, m.wanted) })
		return m.variant(t, &t.Union.Cases[i])
	}
	if m.lifelike {
		if value, ok := m.examplePart(x.Method, "params"); ok {
			return constant(value)
		}
	}
	if !x.Positions {
		return m.make(x.Params)
	}
	if m.lifelike || m.writer != nil || m.chance(2) {
		return m.fieldsByName(x)
	}
	n := list()
	fields := m.rows.At(x.Params).Struct.Fields
	for _, f := range fields {
		if f.Absent != lower.AbsentRefused && m.chance(3) {
			break
		}
		item := m.make(f.Type).valueOf(&f)
		item.loose = f.OnError == lower.OnErrorUnset
		n.items = append(n.items, item)
	}
	for _, f := range fields[len(n.items):] {
		if f.Absent == lower.AbsentRefused {
			return m.fieldsByName(x)
		}
	}
	return n
}

// fieldsByName are the params of x as an object, if they may also be an array.
func (m *Maker) fieldsByName(x *lower.Call) *node {
	n := m.make(x.Params)
	n.places = true
	return n
}

func (m *Maker) unknownCall() *node {
	tagged := m.rows.Dialect.Shapes != nil
	shape := lower.RequestShape
	if tagged && m.chance(3) {
		shape = lower.NotificationShape
	}
	n := m.shell(shape)
	if shape == lower.RequestShape {
		n.members = append(n.members, member{key: "id", value: m.id(), required: tagged && m.rows.Dialect.BadID == lower.BadIDRefused})
	}
	method := pick(m, append([]string{"from/the.future", "", "é", "constructor"}, extensionNames(m.rows.Dialect.Extensions)...))
	for slices.ContainsFunc(m.rows.Calls, func(x lower.Call) bool { return x.Method == method || slices.Contains(x.FormerNames, method) }) {
		method += "!"
	}
	n.members = append(n.members, member{key: "method", value: m.str(method), required: tagged})
	if m.chance(2) {
		n.members = append(n.members, member{key: "params", value: m.anyValue()})
	}
	return m.ordered(n, shape)
}

func (m *Maker) response() *node {
	n := m.shell(lower.ResponseShape)
	if m.chance(3) || m.writer != nil && len(m.results()) == 0 {
		id := member{key: "id", value: m.id(), required: !m.rows.Dialect.NoIDOnError}
		if m.rows.Dialect.NullIDOnError && m.chance(3) {
			id.value = m.null()
		}
		if id.required || m.rows.Dialect.NullIDOnError && m.writer != nil || !m.chance(3) {
			n.members = append(n.members, id)
		}
		n.members = append(n.members, member{key: "error", value: m.fault()})
		return m.ordered(n, lower.ResponseShape)
	}
	n.members = append(n.members, member{key: "id", value: m.id(), required: true}, member{key: "result", value: m.result()})
	n = m.ordered(n, lower.ResponseShape)
	if m.rows.ResultsAreOptional() && m.chance(3) {
		m.bare(n)
	}
	return n
}

// bare makes a response that of a method whose result may be absent, without it.
func (m *Maker) bare(n *node) {
	var calls []lower.Call
	for _, c := range m.rows.Calls {
		if c.ResultOptional {
			calls = append(calls, c)
		}
	}
	names := m.rows.Dialect.NamesOf(lower.ResponseShape)
	set(n, names.Method, str(pick(m, calls).Method))
	n.without(names.Result)
}

// results are the types of the results of all requests.
func (m *Maker) results() []model.Type {
	var out []model.Type
	add := func(t model.Type) {
		if t != nil {
			out = append(out, t)
		}
	}
	for _, x := range m.proto.Methods {
		add(x.Result)
	}
	if e := m.proto.Envelope; e != nil && e.Requests != nil {
		for _, v := range e.Requests.Variants {
			add(v.Result)
		}
	}
	return out
}

// result is the result of some method; readers keep it until they know which.
func (m *Maker) result() *node {
	if m.writer != nil {
		t := choose(m, m.results(), model.Type.String)
		return raw(m.written(m.rows.Ref(t), t))
	}
	for range min(4, len(m.rows.Calls)) {
		if x := chooseOf(m, m.callsFrom(nil)); x.Result != lower.NoType {
			return m.make(x.Result).undeclared()
		}
	}
	return m.anyValue()
}

// tries is the maximum number of attempts to make a value that may be written.
const tries = 1000

// written is a value of t, with the reference r, in the form of a writer. It is nil
// if none was found; there is then no message either.
func (m *Maker) written(r lower.Ref, t model.Type) string {
	for range tries {
		m.depth, m.budget = 0, 10+m.rand.IntN(60)
		if text, ok := m.writer(t, plain(m.make(r))); ok {
			return text
		}
	}
	return ""
}

var (
	stringIDs  = []string{"", "0", "1", "a", "é", "00000000-0000-4000-8000-000000000000"}
	integerIDs = []string{"0", "1", "-1", "42", strconv.Itoa(model.MaxSafe)}
)

func (m *Maker) id() *node {
	d := &m.rows.Dialect
	if d.StringID && (!d.IntegerID || m.chance(2)) {
		return m.str(pick(m, stringIDs))
	}
	return m.number(pick(m, integerIDs))
}

// shell begins a message.
func (m *Maker) shell(shape lower.Shape) *node {
	d := &m.rows.Dialect
	n := m.object(6)
	if s := d.Shapes; s != nil {
		n.members = append(n.members, member{key: s.Key, value: m.str(s.Value(shape)), required: true})
	}
	if d.Named() {
		return n
	}
	switch d.ReadJSONRPC {
	case lower.MemberRequired:
		n.members = append(n.members, member{key: "jsonrpc", value: m.str(d.JSONRPC), required: true})
	case lower.MemberAny:
		version := d.JSONRPC
		if !m.minimal && !m.lifelike {
			version = pick(m, []string{d.JSONRPC, "0.1"})
		}
		n.members = append(n.members, member{key: "jsonrpc", value: m.str(version), required: true})
	default:
		if usual := m.minimal || m.lifelike; usual && d.WriteJSONRPC || !usual && m.chance(2) {
			n.members = append(n.members, member{key: "jsonrpc", value: m.str(d.JSONRPC)})
		}
	}
	return n
}

// mix adds members of other shapes to a message, and replaces some of its own with
// values that only some dialects accept there.
func (m *Maker) mix(n *node) {
	if m.rows.Dialect.Named() {
		m.mixNamed(n)
		return
	}
	for i := range n.members {
		if x := &n.members[i]; m.chance(3) {
			switch x.key {
			case "id":
				x.value = pick(m, []*node{null(), boolean(true), number("1"), number("1.5"), number("9007199254740993"), str("1"), object()})
			case "jsonrpc":
				x.value = pick(m, []*node{null(), number("2"), str("0.1")})
			case "params", "error":
				x.value = pick(m, []*node{null(), list(), object()})
			}
		}
	}
	for _, x := range []member{
		{key: "id", value: m.id()}, {key: "method", value: str(pick(m, m.rows.Calls).Method)},
		{key: "result", value: m.anyValue()}, {key: "error", value: faultOf("1", "e")},
	} {
		if !n.has(x.key) && m.chance(2) {
			n.members = append(n.members, x)
		}
	}
}

// mixNamed is mix for a message whose shape names its members.
func (m *Maker) mixNamed(n *node) {
	other := func() *node {
		return pick(m, []*node{null(), boolean(true), boolean(false), number("1"), number("1.5"), str("1"), str(pick(m, m.rows.Calls).Method), list(), object()})
	}
	for i := range n.members {
		if m.chance(4) {
			n.members[i].value = other()
		}
	}
	for _, shape := range []lower.Shape{lower.RequestShape, lower.NotificationShape, lower.ResponseShape} {
		for _, slot := range m.rows.Dialect.Slots(shape) {
			if !n.has(slot.Key) && m.chance(3) {
				n.members = append(n.members, member{key: slot.Key, value: other()})
			}
		}
	}
}

// ordered completes a message with the members of the dialect, in its order.
func (m *Maker) ordered(n *node, shape lower.Shape) *node {
	d := &m.rows.Dialect
	order := d.Order
	if d.Named() {
		m.rename(n, shape)
		order = nil
		for _, slot := range d.Slots(shape) {
			order = append(order, slot.Key)
		}
	}
	m.fields(d.MembersOf(shape), nil, n)
	slices.SortStableFunc(n.members, func(a, b member) int { return place(order, a.key) - place(order, b.key) })
	return n
}

// rename gives the members of a message the names of its shape, and a response the
// method and the flag that the dialect has in it.
func (m *Maker) rename(n *node, shape lower.Shape) {
	names := m.rows.Dialect.NamesOf(shape)
	keys := map[string]string{"id": names.ID, "method": names.Method, "params": names.Params, "result": names.Result, "error": names.Error}
	var more []member
	if shape == lower.ResponseShape && names.Method != "" {
		more = append(more, member{key: names.Method, value: str(pick(m, m.rows.Calls).Method), required: true})
	}
	nobody := !slices.ContainsFunc(n.members, func(x member) bool { return x.key == "id" && x.value.kind != model.NullValue })
	for i, x := range n.members {
		if names.OK != "" && (x.key == "result" || x.key == "error") {
			n.members = slices.Delete(n.members, i, i+1)
			more = append(more, m.outcome(&names, x, !nobody)...)
			break
		}
	}
	for i := range n.members {
		if name := keys[n.members[i].key]; name != "" {
			n.members[i].key = name
		}
	}
	n.members = append(n.members, more...)
}

// outcome are the members of a response with a flag, for its result or its error. With
// the id null it is the id that is wrong without the flag, which is then not required.
func (m *Maker) outcome(names *lower.Names, x member, required bool) []member {
	flag := member{key: names.OK, value: boolean(x.key == "result"), required: required}
	out := []member{flag}
	if x.key == "result" {
		if m.writer == nil && !m.lifelike && m.chance(6) {
			return out // an empty object
		}
		return append(out, member{key: names.Result, value: x.value})
	}
	for _, part := range x.value.members {
		switch {
		case part.key == "message" && !(m.writer == nil && !m.lifelike && m.chance(6)):
			out = append(out, member{key: names.Words, value: part.value})
		case part.key == "data":
			out = append(out, member{key: names.Data, value: part.value})
		}
	}
	return out
}

func place(order []string, key string) int {
	if i := slices.Index(order, key); i >= 0 {
		return i
	}
	return len(order)
}

func (m *Maker) batch() *node {
	b := m.rows.Dialect.Batch
	most := 5
	if b.Max > 0 {
		most = min(most, b.Max)
	}
	n := list()
	for i := range 1 + m.rand.IntN(most) {
		x := m.message(nil)
		identify(x, m.distinctID(i))
		n.items = append(n.items, x)
	}
	if !b.UniqueIDs && m.chance(2) {
		m.repeatIDs(n)
	}
	return n
}

// identify replaces the id of a message, unless it has none or null.
func identify(message, id *node) {
	for i := range message.members {
		if x := &message.members[i]; x.key == "id" && x.value.kind != model.NullValue {
			x.value = id
		}
	}
}

// repeatIDs gives all messages of a batch the same id.
func (m *Maker) repeatIDs(batch *node) {
	for _, x := range batch.items {
		identify(x, m.distinctID(0))
	}
}

func (m *Maker) distinctID(i int) *node {
	if m.rows.Dialect.IntegerID {
		return number(strconv.Itoa(i))
	}
	return str(strconv.Itoa(i))
}
