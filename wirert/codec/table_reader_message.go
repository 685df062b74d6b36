package codec

import "slices"

// messageMembers has the places of the members of a JSON-RPC message.
type messageMembers struct {
	shapeTag, jsonrpc, id, method, params, result, fault place

	flag, words, data place // if a flag marks errors

	names   *Names
	shape   Shape
	ignored bool    // the message is valid, but ignored
	refusal Refusal // class of an error found next
}

func (p *tableReader) findMembers(v place) messageMembers {
	d := &p.table.Dialect
	s := messageMembers{refusal: NotMessage, names: &jsonrpcNames}
	if d.named() {
		s.names = &Names{}
		for w := p.walk(v); w.next(); {
			if string(p.keyText(w.member, &p.key)) == d.Shapes.Tag {
				s.shapeTag = w.value
			}
		}
		if shape := p.shapeAt(s.shapeTag); shape != NoShape {
			s.names = d.namesOf(shape)
		}
	}
	for w := p.walk(v); w.next(); {
		switch key := p.keyText(w.member, &p.key); string(key) {
		case "":
		case s.names.ID:
			s.id = w.value
		case s.names.Method:
			s.method = w.value
		case s.names.Params:
			s.params = w.value
		case s.names.Error:
			s.fault = w.value
		case s.names.OK:
			s.flag = w.value
		case s.names.Words:
			s.words = w.value
		case s.names.Result, s.names.Data:
			if string(key) == s.names.Result {
				s.result = w.value
			}
			if string(key) == s.names.Data {
				s.data = w.value
			}
		case "jsonrpc":
			s.jsonrpc = w.value
		default:
			if d.Shapes != nil && string(key) == d.Shapes.Tag {
				s.shapeTag = w.value
			}
		}
	}
	return s
}

// shapeAt returns the shape that a shape tag contains, or NoShape.
func (p *tableReader) shapeAt(tag place) Shape {
	if tag.pos == 0 {
		return NoShape
	}
	text, ok := p.tagText(tag, KindString)
	if !ok {
		return NoShape
	}
	return p.table.Dialect.Shapes.shapeOf(text)
}

// message checks a JSON-RPC message. The normal form has only the members of its shape, and
// the method and the id before the params.
func (p *tableReader) message(v place, typ *Type) *Error {
	s := p.findMembers(v)
	err := p.messageOf(v, &s, typ)
	if err != nil {
		p.refused = p.readParts(&s, typ)
	}
	return err
}

// messageOf is message for the members s.
func (p *tableReader) messageOf(v place, s *messageMembers, typ *Type) *Error {
	start := len(p.out)
	p.out = append(p.out, '{')
	if err := p.shapeOf(v, s); err != nil {
		return err
	}
	if err := p.jsonrpc(v, s.jsonrpc); err != nil {
		return err
	}
	var err *Error
	if s.shape == ResponseShape {
		err = p.response(v, s)
	} else {
		err = p.call(v, s, typ)
	}
	switch {
	case err != nil:
		return err
	case s.ignored:
		p.out = p.out[:start]
		p.hint(0)
		p.unknown(v, p.table.secret)
		return nil
	}
	if err := p.members(v, s.shape); err != nil {
		return err
	}
	p.out = append(p.out, '}')
	return p.undeclared(v, p.table.Dialect.names(s.shape))
}

// names returns the names of all members of messages of a shape.
func (d *Dialect) names(shape Shape) []string {
	out := []string{"jsonrpc", "id", "method", "params", "result", "error"}
	if d.named() {
		n := d.namesOf(shape)
		out = slices.DeleteFunc([]string{n.ID, n.Method, n.Params, n.Result, n.Error, n.OK, n.Words, n.Data}, func(name string) bool { return name == "" })
	}
	if d.Shapes != nil {
		out = append(out, d.Shapes.Tag)
	}
	for _, f := range d.membersOf(shape) {
		out = append(append(out, f.Name), f.FormerNames...)
	}
	return out
}

// shapeOf sets the shape of a message: by its tag, or else by its members.
func (p *tableReader) shapeOf(v place, s *messageMembers) *Error {
	d := &p.table.Dialect
	if d.Shapes == nil {
		s.shape = d.shapeBy(s.method.pos > 0, s.id.pos > 0, s.result.pos > 0 || s.fault.pos > 0)
		return nil
	}
	words := oneOf([]string{d.Shapes.Request, d.Shapes.Response, d.Shapes.Notification})
	if s.shapeTag.pos == 0 {
		return p.missing(v, d.Shapes.Tag, words)
	}
	if s.shape = p.shapeAt(s.shapeTag); s.shape == NoShape {
		p.enter(d.Shapes.Tag)
		return p.wrong(s.shapeTag, words, CodeValue)
	}
	p.out = AppendKey(p.out, 0, d.Shapes.Tag)
	p.out = AppendString(p.out, d.Shapes.value(s.shape))
	return nil
}

// shapeBy returns the shape of a message by the members it has.
func (d *Dialect) shapeBy(method, id, outcome bool) Shape {
	for _, shape := range d.Precedence {
		switch {
		case shape == RequestShape && method && id, shape == NotificationShape && method && !id, shape == ResponseShape && outcome:
			return shape
		}
	}
	switch {
	case !method || d.Precedence != nil:
		return ResponseShape
	case id:
		return RequestShape
	}
	return NotificationShape
}

// jsonrpc checks the member "jsonrpc".
func (p *tableReader) jsonrpc(v, value place) *Error {
	d := &p.table.Dialect
	want := string(AppendString(nil, d.JSONRPC))
	switch {
	case value.pos == 0:
		if d.ReadJSONRPC == ReadOptional || d.ReadJSONRPC == ReadIgnored {
			return nil
		}
		return p.missing(v, "jsonrpc", want)
	case d.ReadJSONRPC <= ReadOptional && !p.isOneOf(value, []string{d.JSONRPC}):
		p.enter("jsonrpc")
		return p.wrong(value, want, CodeValue)
	}
	p.comma()
	p.out = append(append(p.out, `"jsonrpc":`...), want...)
	return nil
}

// call checks a request or a notification.
func (p *tableReader) call(v place, s *messageMembers, typ *Type) *Error {
	switch {
	case s.method.pos == 0:
		return p.missing(v, s.names.Method, "a string")
	case p.data[s.method.pos] != '"':
		p.enter(s.names.Method)
		return p.wrong(s.method, "a string", CodeKind)
	}
	c, err := p.declared(s, typ)
	if err != nil {
		return err
	}
	p.member(s.names.Method, s.method)
	asks := s.id.pos > 0
	if c != nil {
		asks = asks || !c.Notify
	} else {
		asks = asks || s.shape == RequestShape
	}
	if asks {
		if err := p.id(v, s, false); err != nil || s.ignored {
			return err
		}
	}
	if c != nil {
		s.refusal = BadParams
	}
	if err := p.params(v, s, c); err != nil {
		return err
	}
	s.refusal = NotMessage
	return nil
}

// declared returns the declared call of a message, or nil. It removes an id of a notification
// that must be ignored.
func (p *tableReader) declared(s *messageMembers, typ *Type) (*Call, *Error) {
	c := typ.call(unquoted(p.token(s.method), &p.key))
	notifies := c != nil && c.Notify
	if shapes := p.table.Dialect.Shapes; shapes != nil {
		isNotification := s.shape == NotificationShape
		if c != nil && notifies != isNotification {
			p.enter(shapes.Tag)
			return nil, p.wrong(s.shapeTag, string(AppendString(nil, shapes.of(c))), CodeValue)
		}
		notifies = isNotification
	}
	if notifies && s.id.pos > 0 {
		switch p.table.Dialect.NotificationWithID {
		case IDRefused:
			p.enter(s.names.ID)
			return nil, p.wrong(s.id, "nothing", CodeValue)
		case IDIgnored:
			s.id = place{}
		default:
			c = nil
		}
	}
	if c == nil && p.strict && !p.isExtension(s.method, p.table.Dialect.Extensions) {
		s.refusal = NotDeclared
		p.enter(s.names.Method)
		return nil, p.wrong(s.method, oneOf(typ.methods()), CodeValue)
	}
	return c, nil
}

// call returns the declared call of a method, or nil.
func (typ *Type) call(method []byte) *Call {
	if i := typ.calls.find(method, typ.Calls, typ.side()); i >= 0 {
		return &typ.Calls[i]
	}
	return nil
}

// side returns the side whose calls a type of messages declares; both by default.
func (typ *Type) side() From {
	if typ.From == 0 {
		return FromBoth
	}
	return typ.From
}

func (typ *Type) methods() []string {
	var out []string
	for i := range typ.Calls {
		if typ.Calls[i].From&typ.side() != 0 {
			out = append(out, typ.Calls[i].Method)
		}
	}
	return out
}

// id checks an id and appends it. It may be null or missing if the message is an error, which
// fails says.
func (p *tableReader) id(v place, s *messageMembers, fails bool) *Error {
	d := &p.table.Dialect
	switch {
	case s.id.pos > 0:
	case fails && d.NoIDOnError:
		if d.NullIDOnError {
			p.comma()
			p.out = append(AppendKey(p.out, 0, s.names.ID), "null"...)
		}
		return nil
	case s.shape != ResponseShape && d.IgnoreBadID:
		s.ignored = true
		return nil
	default:
		return p.missing(v, s.names.ID, d.idWords())
	}
	p.comma()
	p.out = AppendKey(p.out, 0, s.names.ID)
	p.enter(s.names.ID)
	var err *Error
	switch kind := kindOf(p.data[s.id.pos]); {
	case kind == KindNull && fails && d.NullIDOnError, kind == KindString && d.StringID:
		p.copy(s.id)
	case kind == KindNumber && d.IntID:
		err = p.integer(s.id, Int.scalar())
	default:
		err = p.wrong(s.id, d.idWords(), CodeKind)
	}
	p.leave()
	if err != nil && d.IgnoreBadID {
		s.ignored = true
		return nil
	}
	return err
}

// params checks the params of a call. c is nil if the call is undeclared.
func (p *tableReader) params(v place, s *messageMembers, c *Call) *Error {
	switch {
	case c == nil && s.params.pos > 0:
		p.undeclaredMember(s.names.Params, s.params)
		return nil
	case c == nil || c.Params == NoParams:
		return nil
	case s.params.pos == 0 && c.Optional, c.NullAsAbsent && kindOf(p.data[s.params.pos]) == KindNull:
		return nil
	case s.params.pos == 0:
		return p.missing(v, s.names.Params, p.table.paramsWords(c))
	}
	p.comma()
	p.out = AppendKey(p.out, 0, s.names.Params)
	p.enter(s.names.Params)
	start := len(p.out)
	outer := p.hides
	p.hides = outer || p.table.hides(c.Params)
	err := p.paramsOf(s.params, c)
	p.hides = outer
	if err != nil {
		return err
	}
	p.shorten(start, c.Log)
	p.leave()
	return nil
}

// paramsWords describes the kinds of a call's params.
func (t *Table) paramsWords(c *Call) string {
	if c.Positions {
		return t.expected(c.Params) + " or an array"
	}
	return t.expected(c.Params)
}

// paramsOf checks the value of the params.
func (p *tableReader) paramsOf(v place, c *Call) *Error {
	if c.Positions {
		switch kindOf(p.data[v.pos]) {
		case KindArray:
			return p.positions(v, p.table.typ(c.Params))
		case KindObject:
		default:
			return p.wrong(v, p.table.paramsWords(c), CodeKind)
		}
	}
	return p.value(v, c.Params)
}

// positions checks an array of the fields of a struct, in their order.
func (p *tableReader) positions(v place, typ *Type) *Error {
	if n := p.count(v); n > len(typ.Fields) {
		return p.miscounted(v, "an array of at most "+arrayOf(len(typ.Fields))[len("an array of "):], n)
	}
	if err := p.spend(v, 1, typ.weight()); err != nil {
		return err
	}
	p.out = append(p.out, '{')
	w := p.walk(v)
	for i := range typ.Fields {
		f, at := &typ.Fields[i], place{}
		if w.next() {
			at = w.value
		}
		if err := p.fieldAt(v, f, at, step{index: i}); err != nil {
			return err
		}
	}
	p.out = append(p.out, '}')
	return nil
}

// response checks a response.
func (p *tableReader) response(v place, s *messageMembers) *Error {
	if s.names.OK != "" {
		return p.flagged(v, s)
	}
	d := &p.table.Dialect
	fails := s.fault.pos > 0 && (s.result.pos == 0 || d.ResultAndError != ResultCounts)
	if err := p.id(v, s, fails); err != nil || s.ignored {
		return err
	}
	if err := p.answers(v, s); err != nil {
		return err
	}
	if s.result.pos > 0 && s.fault.pos > 0 {
		switch d.ResultAndError {
		case ErrorCounts:
			s.result = place{}
		case ResultCounts:
			s.fault = place{}
		default:
			p.enter(s.names.Error)
			return p.wrong(s.fault, "no "+quoted(s.names.Error)+" beside "+quoted(s.names.Result), CodeValue)
		}
	}
	switch {
	case s.result.pos > 0:
		p.result(s)
		return nil
	case s.fault.pos > 0:
		return p.fault(s.fault, s.names.Error)
	case d.IgnoreNeither:
		s.ignored = true
		return nil
	}
	return &Error{
		Path: p.pathText(), Expected: quoted(s.names.Result) + " or " + quoted(s.names.Error), Found: "neither",
		Offset: int64(v.pos), Code: CodeMissing,
	}
}

// result appends the result of a response.
func (p *tableReader) result(s *messageMembers) {
	if p.logs && p.table.HideResults {
		p.comma()
		p.out = AppendString(AppendKey(p.out, 0, s.names.Result), redacted)
		return
	}
	p.undeclaredMember(s.names.Result, s.result)
}

// answers checks the method in a response, if the dialect has one.
func (p *tableReader) answers(v place, s *messageMembers) *Error {
	switch {
	case s.names.Method == "" || !p.table.Dialect.named():
		return nil
	case s.method.pos == 0:
		return p.missing(v, s.names.Method, "a string")
	case p.data[s.method.pos] != '"':
		p.enter(s.names.Method)
		return p.wrong(s.method, "a string", CodeKind)
	}
	p.member(s.names.Method, s.method)
	return nil
}

// flagged checks a response with a flag that marks errors. A missing result is read as {},
// unless the method allows none, and a missing error message as "".
func (p *tableReader) flagged(v place, s *messageMembers) *Error {
	fails := s.flag.pos > 0 && p.data[s.flag.pos] == 'f'
	if err := p.id(v, s, fails); err != nil || s.ignored {
		return err
	}
	if err := p.answers(v, s); err != nil {
		return err
	}
	switch {
	case s.flag.pos == 0:
		return p.missing(v, s.names.OK, "a boolean")
	case kindOf(p.data[s.flag.pos]) != KindBool:
		p.enter(s.names.OK)
		return p.wrong(s.flag, "a boolean", CodeKind)
	}
	p.member(s.names.OK, s.flag)
	switch {
	case fails:
		return p.flaggedError(s)
	case s.result.pos > 0:
		p.result(s)
	default:
		if none := p.table.Dialect.noResult(p.methodOf(s)); none != nil {
			p.comma()
			p.out = append(AppendKey(p.out, 0, s.names.Result), none...)
		}
	}
	return nil
}

// methodOf returns the method that a response names, or "".
func (p *tableReader) methodOf(s *messageMembers) string {
	if s.method.pos == 0 {
		return ""
	}
	return string(unquoted(p.token(s.method), &p.key))
}

// flaggedError checks the error of such a response.
func (p *tableReader) flaggedError(s *messageMembers) *Error {
	switch {
	case s.words.pos == 0:
		p.comma()
		p.out = append(AppendKey(p.out, 0, s.names.Words), `""`...)
	case p.data[s.words.pos] != '"':
		p.enter(s.names.Words)
		return p.wrong(s.words, "a string", CodeKind)
	default:
		p.member(s.names.Words, s.words)
	}
	if s.data.pos > 0 && p.data[s.data.pos] != 'n' {
		p.undeclaredMember(s.names.Data, s.data)
	}
	return nil
}

// fault checks the error of a response.
func (p *tableReader) fault(v place, name string) *Error {
	p.comma()
	p.out = AppendKey(p.out, 0, name)
	p.enter(name)
	if kindOf(p.data[v.pos]) != KindObject {
		return p.wrong(v, "an object", CodeKind)
	}
	if err := p.spend(v, 1, errorType.weight()); err != nil {
		return err
	}
	base := len(p.slots)
	undeclared, _ := p.collect(v, &errorType)
	p.out = append(p.out, '{')
	code, data := p.slots[base], p.slots[base+2]
	for i, f := range errorType.Fields[:2] {
		if err := p.field(v, &f, base+i); err != nil {
			return err
		}
	}
	p.slots = p.slots[:base]
	if data != (place{}) && p.data[data.pos] != 'n' {
		n, _ := toInt(parseFloat(p.token(code)))
		p.comma()
		p.out = append(p.out, `"data":`...)
		p.enter("data")
		if err := p.errorData(n, data, false); err != nil {
			return err
		}
		p.leave()
	}
	if undeclared.key != 0 {
		return p.undeclaredKey(undeclared)
	}
	p.out = append(p.out, '}')
	p.leave()
	return nil
}

// members checks the additional members of a message.
func (p *tableReader) members(v place, shape Shape) *Error {
	members := p.table.Dialect.membersOf(shape)
	if len(members) == 0 {
		return nil
	}
	base := len(p.slots)
	p.collect(v, &Type{Form: Struct, Fields: members})
	slot := base
	for i := range members {
		f := &members[i]
		if err := p.field(v, f, slot); err != nil {
			return err
		}
		slot += 1 + len(f.FormerNames)
	}
	p.slots = p.slots[:base]
	return nil
}

// member appends a member verbatim.
func (p *tableReader) member(name string, v place) {
	p.comma()
	p.out = AppendKey(p.out, 0, name)
	p.copy(v)
}

// undeclaredMember appends a member without a type, which logs do not show if messages have
// something sensitive.
func (p *tableReader) undeclaredMember(name string, v place) {
	p.comma()
	p.out = AppendKey(p.out, 0, name)
	p.kept(v, p.table.secret)
}

// comma appends a comma unless the member is the first of its object.
//
//go:noinline
func (p *tableReader) comma() {
	if p.out[len(p.out)-1] != '{' {
		p.out = append(p.out, ',')
	}
}
