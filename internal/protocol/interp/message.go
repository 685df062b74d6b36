package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A side is the side whose methods a type of messages declares.
type side int

const (
	eitherSide side = iota
	clientSide
	agentSide
)

// messages is the side whose messages the type called name reads.
func (r *Reader) messages(name string) (side, bool) {
	switch {
	case name == "":
	case name == r.Messages.Any:
		return eitherSide, true
	case name == r.Messages.Sent[0]:
		return clientSide, true
	case name == r.Messages.Sent[1]:
		return agentSide, true
	}
	return 0, false
}

// methodOf is the method that a message of the given side calls, or nil.
func (p *pass) methodOf(name string, from side) *model.Method {
	for _, m := range p.proto.Methods {
		if from.calls(m) && (m.Name == name || slices.Contains(m.FormerNames, name)) {
			return m
		}
	}
	return nil
}

// calls reports whether messages of a side call a method.
func (from side) calls(m *model.Method) bool {
	return from == eitherSide || m.From == model.FromBoth || (from == clientSide) == (m.From == model.FromClient)
}

// A shape is the kind of a message.
type shape string

const (
	request      shape = "request"
	notification shape = "notification"
	response     shape = "response"
)

// A message is a message that is being read. An ignored one is accepted without a
// value.
type message struct {
	*pass
	v       *Value
	path    string
	from    side
	shape   shape
	called  model.Names // the members of a message of the shape
	out     map[string]Member
	ignored bool

	paramsAreBad bool // the error is in the params of a declared method
}

// message reads a JSON-RPC message.
func (p *pass) message(v *Value, path string, from side) (*Value, *Error) {
	if v.Kind != model.ObjectValue {
		return nil, p.wrong(path, "an object", v)
	}
	m := &message{pass: p, v: v, path: path, from: from, out: make(map[string]Member)}
	if err := m.read(); err != nil {
		code := invalidRequest
		if m.paramsAreBad {
			code = invalidParams
		}
		p.refused = m.refused(code)
		return nil, err
	}
	if m.ignored {
		p.ignored = true
		p.unfitFor(&Error{Path: path, Expected: "a message that can be sent", Found: "an ignored message", At: v})
		return keepObject(v), nil
	}
	return m.written()
}

func (m *message) read() *Error {
	if err := m.findShape(); err != nil {
		return err
	}
	if err := m.jsonrpc(); err != nil {
		return err
	}
	var err *Error
	if m.shape == response {
		err = m.response()
	} else {
		err = m.call()
	}
	if err != nil || m.ignored {
		return err
	}
	m.noteOthers(m.v, m.path, m.names())
	return nil
}

// put sets the member called name.
func (m *message) put(name string, v *Value) { m.out[name] = Member{Key: name, Value: v} }

// names are the members of every message.
func (m *message) names() []string {
	d := &m.proto.Dialect
	out := []string{"jsonrpc", "id", "method", "params", "result", "error"}
	if m.isNamed() {
		c := m.called
		out = []string{c.ID, c.Method, c.Params, c.Result, c.Error, c.OK, c.Words, c.Data}
		out = slices.DeleteFunc(out, func(name string) bool { return name == "" })
	}
	if d.Shapes != nil {
		out = append(out, d.Shapes.Tag)
	}
	for _, f := range slices.Concat(d.Members, m.called.Members) {
		out = append(append(out, f.Name), f.FormerNames...)
	}
	return out
}

func (m *message) has(name string) bool { return m.v.Member(name) != nil }

// findShape finds the shape of the message, by its tag or by its members.
func (m *message) findShape() *Error {
	d := &m.proto.Dialect
	if !m.isNamed() {
		m.find(response)
	}
	if d.Shapes != nil {
		m.shape = ""
		return m.taggedShape(d.Shapes)
	}
	for _, s := range d.Precedence {
		switch {
		case s == "request" && m.has("method") && m.has("id"):
			m.find(request)
			return nil
		case s == "notification" && m.has("method") && !m.has("id"):
			m.find(notification)
			return nil
		case s == "response" && (m.has("result") || m.has("error")):
			return nil
		}
	}
	return nil
}

func (m *message) taggedShape(s *model.Shapes) *Error {
	words := oneOf("one of ", []string{model.Quote(s.Request), model.Quote(s.Response), model.Quote(s.Notification)})
	tag := m.v.Member(s.Tag)
	switch {
	case tag == nil:
		return missing(m.v, m.path, s.Tag, words)
	case tag.Kind != model.StringValue:
	case tag.Text == s.Request:
		m.find(request)
	case tag.Text == s.Response:
		m.find(response)
	case tag.Text == s.Notification:
		m.find(notification)
	}
	if m.shape == "" {
		return m.wrong(Inside(m.path, s.Tag), words, tag)
	}
	return nil
}

func (m *message) jsonrpc() *Error {
	d := &m.proto.Dialect.JSONRPC
	want := text(d.Value)
	got := m.v.Member("jsonrpc")
	checked := d.Read == model.ReadRequired || d.Read == model.ReadOptional
	switch {
	case got == nil && (d.Read == model.ReadRequired || d.Read == model.ReadAny):
		return missing(m.v, m.path, "jsonrpc", want.Written())
	case got != nil && checked && !same(got, want):
		return m.wrong(Inside(m.path, "jsonrpc"), want.Written(), got)
	}
	if d.Write {
		m.put("jsonrpc", want)
	}
	return nil
}

// call reads a request or a notification.
func (m *message) call() *Error {
	name := m.part(m.called.Method)
	switch {
	case name == nil:
		return missing(m.v, m.path, m.called.Method, "a string")
	case name.Kind != model.StringValue:
		return m.wrong(Inside(m.path, m.called.Method), "a string", name)
	}
	method := m.methodOf(name.Text, m.from)
	if err := m.shapeFits(method); err != nil {
		return err
	}
	id := m.part(m.called.ID)
	if m.notifies(method) && id != nil {
		switch m.proto.Dialect.NotificationWithID {
		case "reject":
			return m.wrong(Inside(m.path, m.called.ID), "nothing", id)
		case "ignore":
			id = nil
		default:
			method = nil
		}
	}
	if method == nil {
		m.unknown = true
		if m.methodOf(name.Text, eitherSide) != nil || !within(m.proto.Extensions.Methods, name.Text) {
			m.note(m.wrong(Inside(m.path, m.called.Method), oneOf("one of ", m.methodNames()), name))
		} else {
			m.extensions++
		}
	}
	m.put(m.called.Method, name.plain())
	if method != nil {
		m.put(m.called.Method, text(method.Name))
	}
	if id != nil || m.shape == request && (method == nil || !method.Notify) || method != nil && !method.Notify {
		if err := m.id(id, false); err != nil || m.ignored {
			return err
		}
	}
	if err := m.params(method); err != nil {
		m.paramsAreBad = method != nil
		return err
	}
	return m.members()
}

// notifies reports whether a call is a notification: by the tag of the message,
// or by its method.
func (m *message) notifies(method *model.Method) bool {
	if m.proto.Dialect.Shapes != nil {
		return m.shape == notification
	}
	return method != nil && method.Notify
}

// shapeFits checks that the tag of a message is that of its declared method.
func (m *message) shapeFits(method *model.Method) *Error {
	s := m.proto.Dialect.Shapes
	if s == nil || method == nil || method.Notify == (m.shape == notification) {
		return nil
	}
	word := s.Request
	if method.Notify {
		word = s.Notification
	}
	return m.wrong(Inside(m.path, s.Tag), model.Quote(word), m.v.Member(s.Tag))
}

// methodNames are the names by which methods are called: not one that an earlier method has.
func (m *message) methodNames() []string {
	var out []string
	taken := map[string]bool{}
	for _, x := range m.proto.Methods {
		if !m.from.calls(x) {
			continue
		}
		if !taken[x.Name] {
			out = append(out, model.Quote(x.Name))
		}
		for _, name := range slices.Concat(x.FormerNames, []string{x.Name}) {
			taken[name] = true
		}
	}
	return out
}

func (m *message) params(method *model.Method) *Error {
	got := m.part(m.called.Params)
	switch {
	case method == nil && got != nil:
		m.put(m.called.Params, keep(got))
		return nil
	case method == nil || method.Params == nil:
		return nil
	case got == nil && method.ParamsOptional, m.isAbsentNull(method, got):
		return nil
	case got == nil:
		return missing(m.v, m.path, m.called.Params, m.paramsWords(method))
	}
	read, err := m.paramsOf(method, got)
	if err != nil {
		return err
	}
	m.put(m.called.Params, read)
	return nil
}

// isAbsentNull reports whether params are a null that means none: one that their type does
// not have.
func (m *message) isAbsentNull(method *model.Method, got *Value) bool {
	if m.proto.Dialect.NullParams != "absent" || !method.ParamsOptional || got.Kind != model.NullValue {
		return false
	}
	_, err := m.value(method.Params, got, m.path)
	return err != nil
}

func (m *message) paramsWords(method *model.Method) string {
	if method.Positions {
		return expected(method.Params) + " or an array"
	}
	return expected(method.Params)
}

// paramsOf reads params, which may be positional.
func (m *message) paramsOf(method *model.Method, got *Value) (*Value, *Error) {
	here := Inside(m.path, m.called.Params)
	s, ok := model.Resolve(method.Params).(*model.Struct)
	if !method.Positions || !ok {
		return m.element(&method.Meta, method.Params, got, here)
	}
	was := m.hiding(method.Hides() || model.Hidden(method.Params))
	defer func() { m.hides = was }()
	if got.Kind != model.ListValue {
		if got.Kind != model.ObjectValue {
			return nil, m.wrong(here, m.paramsWords(method), got)
		}
		return m.value(s, got, here)
	}
	if n := len(s.Fields); len(got.Items) > n {
		return nil, &Error{Path: here, Expected: "an array of at most " + strings.TrimPrefix(arrayOf(n), "an array of "), Found: arrayOf(len(got.Items))}
	}
	byName := object()
	for i, item := range got.Items {
		byName.Members = append(byName.Members, Member{Key: s.Fields[i].Name, Value: item, token: model.Quote(s.Fields[i].Name)})
	}
	noted, passed := len(m.undeclared), len(m.dropped)
	read, err := m.value(s, byName, here)
	for _, d := range m.dropped[passed:] {
		d.Path = positions(&Error{Path: d.Path}, s, len(got.Items), here)
	}
	for _, e := range m.undeclared[noted:] {
		e.Path = positions(e, s, len(got.Items), here)
	}
	if err != nil {
		err.Path = positions(err, s, len(got.Items), here)
	}
	return read, err
}

// positions is the path of an error with the index of a field instead of its name.
func positions(err *Error, s *model.Struct, given int, here string) string {
	for i, f := range s.Fields {
		named := Inside(here, f.Name)
		if rest, ok := strings.CutPrefix(err.Path, named); ok && i < given && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return at(here, i) + rest
		}
	}
	return err.Path
}

// id reads an id, which may be null or missing if the message fails.
func (m *message) id(got *Value, fails bool) *Error {
	d := &m.proto.Dialect
	var kinds []string
	if d.ID.String {
		kinds = append(kinds, "a string")
	}
	if d.ID.Int {
		kinds = append(kinds, "an integer")
	}
	words := names.List(kinds, "or")
	switch {
	case got != nil:
	case fails && d.ID.MissingOnError:
		if d.ID.NullOnError {
			m.put(m.called.ID, &Value{})
		}
		return nil
	case m.shape != response && d.BadID == "ignore":
		m.ignored = true
		return nil
	default:
		return missing(m.v, m.path, m.called.ID, words)
	}
	here := Inside(m.path, m.called.ID)
	switch {
	case got.Kind == model.NullValue && fails && d.ID.NullOnError, got.Kind == model.StringValue && d.ID.String:
		m.put(m.called.ID, got.plain())
		return nil
	case got.Kind == model.NumberValue && d.ID.Int:
		read, err := m.integer(got, here, -model.MaxSafe, model.MaxSafe)
		if err != nil && d.BadID == "ignore" {
			m.ignored = true
			return nil
		}
		m.put(m.called.ID, read)
		return err
	case d.BadID == "ignore":
		m.ignored = true
		return nil
	}
	return m.wrong(here, words, got)
}

func (m *message) response() *Error {
	if m.called.OK != "" {
		return m.flagged()
	}
	d := &m.proto.Dialect
	result, fault := m.part(m.called.Result), m.part(m.called.Error)
	fails := fault != nil && (result == nil || d.ResultAndError != "result")
	if err := m.id(m.part(m.called.ID), fails); err != nil || m.ignored {
		return err
	}
	if err := m.answers(); err != nil {
		return err
	}
	if result != nil && fault != nil {
		switch d.ResultAndError {
		case "error":
			result = nil
		case "result":
			fault = nil
		default:
			return m.wrong(Inside(m.path, m.called.Error), "no "+model.Quote(m.called.Error)+" beside "+model.Quote(m.called.Result), fault)
		}
	}
	switch {
	case result != nil:
		m.put(m.called.Result, keep(result))
	case fault != nil:
		if err := m.fault(fault); err != nil {
			return err
		}
	case d.Neither == "ignore":
		m.ignored = true
		return nil
	default:
		return &Error{Path: m.path, Expected: model.Quote(m.called.Result) + " or " + model.Quote(m.called.Error), Found: "neither"}
	}
	return m.members()
}

// errorShape is the member error of a response.
var errorShape = &model.Struct{Fields: []*model.Field{
	{Name: "code", Type: &model.Scalar{Kind: model.Int}},
	{Name: "message", Type: &model.Scalar{Kind: model.String}},
	{Name: "data", Type: &model.Scalar{Kind: model.Any}, Optional: true},
}}

// members reads the members that the dialect adds to every message.
func (m *message) members() *Error {
	for _, f := range slices.Concat(m.proto.Dialect.Members, m.called.Members) {
		holder := object()
		if err := m.field(f, m.v, m.path, holder); err != nil {
			return err
		}
		for _, x := range holder.Members {
			m.out[x.Key] = x
		}
	}
	return nil
}

// written puts the members in the order of the dialect.
func (m *message) written() (*Value, *Error) {
	d := &m.proto.Dialect
	if d.Shapes != nil {
		m.put(d.Shapes.Tag, text(m.ownShape()))
	}
	out := object()
	order := d.Order
	if m.isNamed() {
		c := m.called
		order = []string{d.Shapes.Tag, c.ID, c.Method, c.Params, c.OK, c.Words, c.Data, c.Error}
		if c.Data != c.Result {
			order = append(order, c.Result)
		}
		for _, f := range slices.Concat(d.Members, c.Members) {
			order = append(order, f.Name)
		}
	}
	for _, name := range order {
		if x, ok := m.out[name]; ok {
			out.Members = append(out.Members, x)
		}
	}
	return out, nil
}

// ownShape is the tag that a message is written with.
func (m *message) ownShape() string {
	s := m.proto.Dialect.Shapes
	return map[shape]string{request: s.Request, response: s.Response, notification: s.Notification}[m.shape]
}

// batch reads an array of messages.
func (p *pass) batch(v *Value) (*Value, *Error) {
	b := p.proto.Dialect.Batch
	if v.Kind != model.ListValue {
		return nil, p.wrong("", "an array", v)
	}
	if n := len(v.Items); n == 0 || b.Max > 0 && n > b.Max {
		one := 1
		limits := &model.Limits{MinItems: &one}
		if b.Max > 0 {
			limits.MaxItems = &b.Max
		}
		return nil, &Error{Expected: limits.ItemsWords(), Found: arrayOf(n)}
	}
	out := &Value{Kind: model.ListValue}
	seen := make(map[string]bool)
	for i, item := range v.Items {
		read, err := p.message(item, at("", i), eitherSide)
		if err != nil {
			return nil, err
		}
		id := read.Member("id")
		if b.UniqueIDs && id != nil && read.kept == "" && read.Member("method") != nil {
			key := fmt.Sprint(id.Kind, id.Written())
			if seen[key] {
				return nil, p.wrong(at("", i)+".id", "a unique id", item.Member("id"))
			}
			seen[key] = true
		}
		out.Items = append(out.Items, read)
	}
	return out, nil
}
