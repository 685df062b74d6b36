package codec

// errorType is the type of the member "error".
var errorType = Type{Form: Struct, Fields: []Field{
	{Name: "code", Type: Int},
	{Name: "message", Type: String},
	{Name: "data", Type: Any, Optional: true},
}}

// errorData checks the data of an error with a code and appends it verbatim. If a reader reads
// the error as another one (the fallback), the kind is replaced. written says that the data is
// checked for writing, where there is no fallback.
func (p *tableReader) errorData(code int64, v place, written bool) *Error {
	row, kind, err := p.errorRow(code, v)
	if err != nil {
		return err
	}
	replaced := row != nil && kind != "" && kind != row.Kind
	if row == nil || !replaced && row.Data == NoBody {
		p.kept(v, p.table.secret)
		return nil
	}
	start, hints := len(p.out), len(p.hints)
	outer := p.hides
	p.hides = outer || p.table.hides(row.Data)
	if row.AddsKind {
		if written {
			kind = row.Kind
		}
		whole := p.table.withKind(row, kind)
		err = p.structure(v, whole)
		p.shorten(start, whole.Log)
	} else {
		err = p.value(v, row.Data)
	}
	p.hides = outer
	if err != nil {
		return err
	}
	p.shorten(start, row.Log)
	if !replaced && !p.logs {
		p.out, p.hints = p.out[:start], p.hints[:hints]
		p.copy(v)
	}
	return nil
}

// errorRow returns the declared data of an error, or nil. If errors have kinds, it also
// returns the kind in the data at v.
func (p *tableReader) errorRow(code int64, v place) (row *ErrorData, kind string, err *Error) {
	d := &p.table.Dialect
	if !d.ErrorKinds {
		return d.errorOf(func(e *ErrorData) bool { return e.Code == code }), "", nil
	}
	outer := p.hides
	defer func() { p.hides = outer }()
	p.hides = outer || d.HidesErrors
	if kindOf(p.data[v.pos]) != KindObject {
		return nil, "", p.wrong(v, "an object", CodeKind)
	}
	var value place
	for w := p.walk(v); w.next(); {
		if string(p.keyText(w.member, &p.key)) == "kind" {
			value = w.value
		}
	}
	switch {
	case value.pos == 0:
		return nil, "", p.missing(v, "kind", "a string")
	case p.data[value.pos] != '"':
		p.enter("kind")
		return nil, "", p.wrong(value, "a string", CodeKind)
	}
	kind = string(unquoted(p.token(value), &p.key))
	if row = d.errorOf(func(e *ErrorData) bool { return e.Kind == kind }); row == nil && d.ErrorFallback != "" {
		row = d.errorOf(func(e *ErrorData) bool { return e.Kind == d.ErrorFallback })
	}
	return row, kind, nil
}

func (d *Dialect) errorOf(is func(*ErrorData) bool) *ErrorData {
	for i := range d.Errors {
		if e := &d.Errors[i]; is(e) {
			return e
		}
	}
	return nil
}

// withKind returns the type of the data of an error, with its member "kind". kind is accepted
// beside that of the row.
func (t *Table) withKind(row *ErrorData, kind string) *Type {
	whole := &Type{Form: Struct, Extra: ExtraKept}
	tags := []OwnTag{{Key: "kind", Values: []string{row.Kind, kind}}}
	if typ := t.typ(row.Data); typ != nil {
		whole.Fields, whole.Groups, whole.Log = typ.Fields, typ.Groups, typ.Log
		whole.Extra, whole.Rest, whole.Extensions, whole.secret = typ.Extra, typ.Rest, typ.Extensions, typ.secret
		for i := range typ.tagCount() {
			tags = append(tags, typ.ownTag(i))
		}
	}
	whole.Tags = tags
	return whole
}

// CheckErrorData returns an error unless the data of e is valid for it.
func (t *Table) CheckErrorData(e *ResponseError) error {
	if err := CheckRaw(e.Data, 2); err != nil || !e.HasData() {
		return At("data", err)
	}
	p := t.reader(e.Data, DefaultMaxDepth)
	err := p.text.check()
	if err == nil {
		err = p.errorData(e.Code, place{pos: uint32(p.space(0))}, true)
	}
	if err != nil {
		return At("data", err)
	}
	return nil
}

// HasData reports whether the error has data other than null.
func (e *ResponseError) HasData() bool { return len(e.Data) > 0 && string(e.Data) != "null" }

// WithKind returns an object with the kind and the members of data, if data is an object.
func WithKind(kind string, data Raw) Raw {
	out, _ := appendWithoutKind(append(Raw(`{"kind":`), AppendString(nil, kind)...), data)
	return append(out, '}')
}

// WithoutKind returns err without the member "kind" of its data.
func WithoutKind(err *ResponseError) *ResponseError {
	if err == nil {
		return nil
	}
	rest, ok := appendWithoutKind(Raw("{"), err.Data)
	if !ok {
		return err
	}
	out := *err
	out.Data = append(rest, '}')
	return &out
}

// appendWithoutKind appends the members of an object except "kind". If data is not an object,
// it appends nothing and returns false.
func appendWithoutKind(dst, data Raw) (out Raw, ok bool) {
	out = dst
	d := Decoder{buf: data, max: DefaultMaxDepth}
	for d.BeginObject(); d.NextKey(); {
		if string(d.Name) == "kind" {
			d.Skip()
			continue
		}
		if out[len(out)-1] != '{' {
			out = append(out, ',')
		}
		out = append(AppendString(out, string(d.Name)), ':')
		out = append(out, d.Raw()...)
	}
	if !d.atEnd() {
		return dst, false
	}
	return out, true
}
