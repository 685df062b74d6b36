package wirert

// shell holds where the members of a JSON-RPC message stand.
type shell struct{ jsonrpc, id, method, params, result, fault place }

// members are the names of a shell's members, for strict reading.
var members = []string{"jsonrpc", "id", "method", "params", "result", "error"}

func (p *plain) shell(v place) shell {
	var s shell
	for w := p.walk(v); w.next(); {
		switch string(p.keyText(w.member, &p.key)) {
		case "jsonrpc":
			s.jsonrpc = w.value
		case "id":
			s.id = w.value
		case "method":
			s.method = w.value
		case "params":
			s.params = w.value
		case "result":
			s.result = w.value
		case "error":
			s.fault = w.value
		}
	}
	return s
}

// message checks a JSON-RPC message. Its normal form has the method and the id
// before the params.
func (p *plain) message(v place, typ *Type) *Error {
	s := p.shell(v)
	p.out = append(p.out, '{')
	start := len(p.out)
	if err := p.jsonrpc(v, s.jsonrpc); err != nil {
		return err
	}
	var err *Error
	if s.method.pos > 0 {
		err = p.call(v, s, typ, len(p.out) > start)
	} else {
		err = p.response(v, s, len(p.out) > start)
	}
	if err != nil {
		return err
	}
	p.out = append(p.out, '}')
	return p.undeclared(v, members)
}

// jsonrpc checks the member that names the version of JSON-RPC.
func (p *plain) jsonrpc(v, value place) *Error {
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
	p.out = append(append(p.out, `"jsonrpc":`...), want...)
	return nil
}

// call checks a message with a method.
func (p *plain) call(v place, s shell, typ *Type, comma bool) *Error {
	if p.data[s.method.pos] != '"' {
		p.enter("method")
		return p.wrong(s.method, "a string", CodeKind)
	}
	c := p.declared(s, typ)
	if c == nil && p.strict {
		p.enter("method")
		return p.wrong(s.method, oneOf(typ.methods()), CodeValue)
	}
	p.member("method", s.method, comma)
	if s.id.pos > 0 || c != nil && !c.Notify {
		if err := p.id(v, s.id, false); err != nil {
			return err
		}
	}
	switch {
	case c == nil && s.params.pos > 0:
		p.member("params", s.params, true)
	case c == nil || c.Params == NoParams:
	case s.params.pos > 0:
		p.out = append(p.out, `,"params":`...)
		p.enter("params")
		if err := p.value(s.params, c.Params); err != nil {
			return err
		}
		p.leave()
	case !c.Optional:
		return p.missing(v, "params", p.table.expected(c.Params))
	}
	return nil
}

// declared is the call that a message makes, or nil.
func (p *plain) declared(s shell, typ *Type) *Call {
	name := unquoted(p.token(s.method), &p.key)
	for i := range typ.Calls {
		c := &typ.Calls[i]
		if string(name) == c.Method && c.From&typ.side() != 0 {
			if c.Notify && s.id.pos > 0 {
				return nil
			}
			return c
		}
	}
	return nil
}

// side is whose calls a type of messages declares; both, unless it says so.
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

// id checks an id and appends it.
func (p *plain) id(v, id place, nullAllowed bool) *Error {
	d := &p.table.Dialect
	if id.pos == 0 {
		return p.missing(v, "id", d.idWords())
	}
	p.out = append(p.out, `,"id":`...)
	p.enter("id")
	switch kind := kindOf(p.data[id.pos]); {
	case kind == KindNull && nullAllowed, kind == KindString && d.StringID:
		p.copy(id)
	case kind == KindNumber && d.IntID:
		if err := p.integer(id, -maxInt, maxInt); err != nil {
			return err
		}
	default:
		return p.wrong(id, d.idWords(), CodeKind)
	}
	p.leave()
	return nil
}

// response checks a message without a method.
func (p *plain) response(v place, s shell, comma bool) *Error {
	start := len(p.out)
	if err := p.id(v, s.id, s.fault.pos > 0 && p.table.Dialect.NullIDOnError); err != nil {
		return err
	}
	if !comma {
		p.out = append(p.out[:start], p.out[start+1:]...)
	}
	switch {
	case s.result.pos > 0 && s.fault.pos > 0:
		p.enter("error")
		return p.wrong(s.fault, `nothing beside "result"`, CodeValue)
	case s.result.pos > 0:
		p.member("result", s.result, true)
		return nil
	case s.fault.pos == 0:
		return &Error{
			Path: p.pathText(), Expected: `"result" or "error"`, Found: "nothing",
			Offset: int64(v.pos), Code: CodeMissing,
		}
	}
	p.out = append(p.out, `,"error":`...)
	p.enter("error")
	if kindOf(p.data[s.fault.pos]) != KindObject {
		return p.wrong(s.fault, "an object", CodeKind)
	}
	if err := p.structure(s.fault, &errorType); err != nil {
		return err
	}
	p.leave()
	return nil
}

// errorType is the value of the member error.
var errorType = Type{Form: Struct, Fields: []Field{
	{Name: "code", Type: Int},
	{Name: "message", Type: String},
	{Name: "data", Type: Any, Optional: true},
}}

// member appends a member as it stands.
func (p *plain) member(name string, v place, comma bool) {
	if comma {
		p.out = append(p.out, ',')
	}
	p.out = AppendKey(p.out, 0, name)
	p.copy(v)
}
