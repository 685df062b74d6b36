package sample

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// message is a JSON-RPC message of a method that one of from sends (nil: any),
// or a response.
func (m *Maker) message(from []model.From) *node {
	var methods []*model.Method
	for _, x := range m.proto.Methods {
		if from == nil || slices.Contains(from, x.From) {
			methods = append(methods, x)
		}
	}
	switch {
	case m.chance(5):
		return m.response()
	case m.foreign(12):
		return m.unknownCall()
	case len(methods) == 0:
		return m.response()
	}
	return m.call(pick(m, methods))
}

func (m *Maker) call(x *model.Method) *node {
	shape := "request"
	if x.Notify {
		shape = "notification"
	}
	n := m.shell(shape)
	if !x.Notify {
		n.members = append(n.members, member{key: "id", value: m.id(), required: true})
	}
	n.members = append(n.members, member{key: "method", value: str(x.Name), required: m.proto.Dialect.Shapes != nil})
	switch {
	case x.Params == nil:
		if m.foreign(6) {
			n.members = append(n.members, member{key: "params", value: m.free()})
		}
	case !x.ParamsOptional || m.chance(2):
		n.members = append(n.members, member{key: "params", value: m.params(x), required: !x.ParamsOptional})
	}
	return m.ordered(n)
}

// params are those of x, now and then by position where that is allowed.
func (m *Maker) params(x *model.Method) *node {
	s, ok := model.Resolve(x.Params).(*model.Struct)
	if !x.Positions || !ok {
		return m.make(x.Params)
	}
	if m.writer != nil || m.chance(2) {
		return m.fieldsByName(x)
	}
	n := list()
	for _, f := range s.Fields {
		if !f.Required() && m.chance(3) {
			break
		}
		n.items = append(n.items, m.make(f.Type))
	}
	for _, f := range s.Fields[len(n.items):] {
		if f.Required() {
			return m.fieldsByName(x)
		}
	}
	return n
}

// fieldsByName are the params of x as an object where they may be an array too.
func (m *Maker) fieldsByName(x *model.Method) *node {
	n := m.make(x.Params)
	n.places = true
	return n
}

func (m *Maker) unknownCall() *node {
	tagged := m.proto.Dialect.Shapes != nil
	shape := "request"
	if tagged && m.chance(3) {
		shape = "notification"
	}
	n := m.shell(shape)
	if shape == "request" {
		n.members = append(n.members, member{key: "id", value: m.id(), required: tagged})
	}
	n.members = append(n.members, member{key: "method", value: str(pick(m, []string{"from/the.future", "", "é", "constructor"})), required: tagged})
	if m.chance(2) {
		n.members = append(n.members, member{key: "params", value: m.free()})
	}
	return m.ordered(n)
}

func (m *Maker) response() *node {
	n := m.shell("response")
	if m.chance(3) || m.writer != nil && len(m.results()) == 0 {
		id := m.id()
		if m.proto.Dialect.ID.NullOnError && m.chance(3) {
			id = null()
		}
		n.members = append(n.members, member{key: "id", value: id, required: true}, member{key: "error", value: m.fault()})
		return m.ordered(n)
	}
	n.members = append(n.members, member{key: "id", value: m.id(), required: true}, member{key: "result", value: m.result()})
	return m.ordered(n)
}

// fault is the error of a response.
func (m *Maker) fault() *node {
	if m.writer != nil {
		return m.declaredFault()
	}
	n := faultOf(pick(m, []string{"-32700", "-32601", "0", "1", "-9007199254740991"}), pick(m, oddStrings))
	if m.chance(2) {
		n.members = append(n.members, member{key: "data", value: m.free()})
	}
	return n
}

func faultOf(code, message string) *node {
	return object(member{key: "code", value: number(code), required: true}, member{key: "message", value: str(message), required: true})
}

// declaredFault is an error that the spec declares, with its data.
func (m *Maker) declaredFault() *node {
	e := pick(m, slices.DeleteFunc(slices.Clone(m.proto.Errors), func(e *model.ErrorCode) bool { return e.Local }))
	n := faultOf(strconv.Itoa(e.Code), pick(m, oddStrings))
	data := ""
	if e.Data != nil {
		data = m.written(e.Data)
	}
	if m.proto.Dialect.Error.Identity == "data.kind" && !e.Standard {
		kind := `{"kind":` + model.Quote(e.Name)
		if inner, ok := strings.CutPrefix(data, "{"); ok && inner != "}" && !strings.HasPrefix(data, `{"kind":`) {
			data = kind + "," + inner
		} else if !strings.HasPrefix(data, kind) {
			data = kind + "}"
		}
	}
	if data != "" {
		n.members = append(n.members, member{key: "data", value: raw(data)})
	}
	return n
}

// results are the types that some request is answered with.
func (m *Maker) results() []model.Type {
	var out []model.Type
	for _, x := range m.proto.Methods {
		if x.Result != nil {
			out = append(out, x.Result)
		}
	}
	if e := m.proto.Envelope; e != nil && e.Requests != nil {
		for _, v := range e.Requests.Variants {
			if v.Result != nil {
				out = append(out, v.Result)
			}
		}
	}
	return out
}

// result is what some method answers with; readers keep it until they know which.
func (m *Maker) result() *node {
	if m.writer != nil {
		return raw(m.written(pick(m, m.results())))
	}
	for range min(4, len(m.proto.Methods)) {
		if x := pick(m, m.proto.Methods); x.Result != nil {
			return m.make(x.Result).free()
		}
	}
	return m.free()
}

// tries is how many values are made in search of one that may be written.
const tries = 1000

// written is a value of t as a writer makes it. Where none was found it is
// nothing, and the message around it is none.
func (m *Maker) written(t model.Type) string {
	for range tries {
		m.depth, m.budget = 0, 10+m.rand.IntN(60)
		if text, ok := m.writer(t, plain(m.make(t))); ok {
			return text
		}
	}
	return ""
}

func (m *Maker) id() *node {
	d := &m.proto.Dialect.ID
	if d.String && (!d.Int || m.chance(2)) {
		return str(pick(m, []string{"", "0", "1", "a", "é", "00000000-0000-4000-8000-000000000000"}))
	}
	return number(pick(m, []string{"0", "1", "-1", "42", strconv.Itoa(model.MaxSafe)}))
}

// shell begins a message.
func (m *Maker) shell(shape string) *node {
	d := &m.proto.Dialect
	n := object()
	if s := d.Shapes; s != nil {
		tag := map[string]string{"request": s.Request, "response": s.Response, "notification": s.Notification}[shape]
		n.members = append(n.members, member{key: s.Tag, value: str(tag), required: true})
	}
	switch d.JSONRPC.Read {
	case model.ReadRequired:
		n.members = append(n.members, member{key: "jsonrpc", value: str(d.JSONRPC.Value), required: true})
	case model.ReadAny:
		n.members = append(n.members, member{key: "jsonrpc", value: str(pick(m, []string{d.JSONRPC.Value, "0.1"})), required: true})
	default:
		if m.chance(2) {
			n.members = append(n.members, member{key: "jsonrpc", value: str(d.JSONRPC.Value)})
		}
	}
	return n
}

// ordered ends a message: the members of the dialect, and all in its order.
func (m *Maker) ordered(n *node) *node {
	d := &m.proto.Dialect
	for _, f := range d.Members {
		if v := m.field(f); v != nil {
			n.members = append(n.members, member{key: m.fieldName(f), value: v, field: f, required: f.Required()})
		}
	}
	slices.SortStableFunc(n.members, func(a, b member) int { return place(d.Order, a.key) - place(d.Order, b.key) })
	return n
}

func place(order []string, key string) int {
	if i := slices.Index(order, key); i >= 0 {
		return i
	}
	return len(order)
}

func (m *Maker) batch() *node {
	b := m.proto.Dialect.Batch
	most := 5
	if b.Max > 0 {
		most = min(most, b.Max)
	}
	n := list()
	for i := range 1 + m.rand.IntN(most) {
		x := m.message(nil)
		for j := range x.members {
			if x.members[j].key == "id" && x.members[j].value.kind != model.NullValue {
				x.members[j].value = m.distinctID(i)
			}
		}
		n.items = append(n.items, x)
	}
	return n
}

func (m *Maker) distinctID(i int) *node {
	if m.proto.Dialect.ID.Int {
		return number(strconv.Itoa(i))
	}
	return str(strconv.Itoa(i))
}
