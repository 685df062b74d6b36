package gogen

import (
	"cmp"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emitCall emits the method that sends a request or a notification.
func (e *end) emitCall(f *file, s *saying) {
	args := code("ctx context.Context")
	name, typ := s.param(e.plan)
	if name != "" {
		args += src(", $1 $2", name, typ)
	}
	if s.variant == nil && e.messageRows[s.Method] && !s.streams && s.progress() < 0 {
		e.emitRowCall(f, s, args, cmp.Or(name, "nil"))
		return
	}
	id := code("")
	if !s.notifies() {
		id = "ID: end.Conn.NewID()"
	}
	before, params, set := code(""), code(""), code("")
	switch {
	case s.variant != nil:
		params = "Params: request"
		if before, id = e.identified(s); before != "" {
			params = "Params: &own"
		}
	case name != "" && s.byPointer():
		// Not a generic function, which would be compiled for every type.
		set = "\nif params != nil {\n\tm.Params = *params\n}"
	case name != "":
		params = "Params: params"
	}
	both := id
	if id != "" && params != "" {
		both += ", "
	}
	make := src("m := &$1{$2}", s.message.name, both+params) + set
	doc := e.callDoc(s, "")
	switch {
	case s.notifies() && set != "":
		f.document(doc, `
			func (end *$1) $2($3) error {
				$4
				return end.Conn.Notify(ctx, m)
			}`, e.name, s.name, args, make)
		return
	case s.notifies():
		f.document(doc, `
			func (end *$1) $2($3) error {
				return end.Conn.Notify(ctx, &$4{$5})
			}`, e.name, s.name, args, s.message.name, both+params)
		return
	case s.result == "":
		f.document(doc, `
			func (end *$1) $2($3) error {
				$4
				return rpc.Do(ctx, end.Conn, m, m.DecodeResult)
			}`, e.name, s.name, args, make)
		e.emitStream(f, s, args, make, "struct{}", "rpc.Done(m.DecodeResult)")
		return
	case s.variant != nil:
		assumed := e.assumed(s, before != "")
		if assumed != "" {
			doc = e.callDoc(s, " With an error comes the result that the spec says to assume then.")
		}
		f.document(doc, `
			func (end *$1) $2($3) ($4, error) {
				$6
				$5
				result, err := rpc.Get(ctx, end.Conn, m, m.DecodeResult)
				typed, _ := result.($4)
				$7
				return typed, err
			}`, e.name, s.name, args, s.result, make, before, assumed)
		return
	}
	f.document(doc, `
		func (end *$1) $2($3) ($4, error) {
			$5
			return rpc.Get(ctx, end.Conn, m, m.DecodeResult)
		}`, e.name, s.name, args, s.result, make)
	e.emitStream(f, s, args, make, s.result, "m.DecodeResult")
}

// emitRowCall emits the method that sends a message that has only a row, which the runtime
// makes.
func (e *end) emitRowCall(f *file, s *saying, args code, params string) {
	result, send := code("error"), src("rpc.DoRow")
	switch {
	case s.notifies():
		send = src("rpc.NotifyRow")
	case s.result != "":
		result, send = src("($1, error)", s.result), src("rpc.GetRow[$1]", s.result)
	}
	f.document(e.callDoc(s, ""), `
		func (end *$1) $2($3) $4 {
			return $5(ctx, end.Conn, call$6, $7)
		}`, e.name, s.name, args, result, send, e.methods[s.Method], params)
}

// emitStream emits the method that sends a request whose events, or whose progress, are read
// one by one; unless it has neither.
func (e *end) emitStream(f *file, s *saying, args, make, result, read code) {
	if s.streams {
		by := e.eventMessage(1 - e.role)
		f.document(e.streamDoc(s, "the events that come while the call is open are read one by one."), `
			func (end *$1) Stream$2($3) *rpc.Events[$6, $4] {
				$5
				return rpc.Stream(ctx, end.Conn, m, eventOf$1, $7)
			}`, e.name, s.name, args, result, make, e.fieldType(by.params()), read)
		return
	}
	i := s.progress()
	if i < 0 {
		return
	}
	row, all := &s.row.Progress[i], e.messages()
	by := all[slices.IndexFunc(all, func(n *message) bool { return n.Method == row.Of.Method })]
	p := messages(e.ends).progress(s.message, by, row)
	f.document(e.streamDoc(s, "its progress is read piece by piece. The params must have a token."), `
		func (end *$1) Stream$2($3) *rpc.Events[$4, $5] {
			$6
			progress := func(n rpc.Message) (p $4, ok bool, err error) {
				if n, is := n.(*$7); is {
					return m.$8(n)
				}
				return p, false, nil
			}
			return rpc.Stream(ctx, end.Conn, m, progress, $9)
		}`, e.name, s.name, args, p.typ, result, make, by.name, progressName(row), read)
}

// progress is the index of the progress of a request that is read piece by piece; -1: none is.
func (s *saying) progress() int {
	if s.variant != nil || s.notifies() {
		return -1
	}
	return slices.IndexFunc(s.row.Progress, func(row lower.Progress) bool { return row.Name == model.MainProgress })
}

// identified is the id of a request whose params have it as well: the one that they have, or
// a new one.
func (e *end) identified(s *saying) (before, id code) {
	id = "ID: end.Conn.NewID()"
	f := e.idField(s)
	if f == nil {
		return "", id
	}
	own, text := src("own.$1", f.name), src("own.$1", f.name)
	back := src("end.Conn.TextID($1)", text)
	if f.shape.spelled != "" {
		text = src("string($1)", own)
		back = src("$1(end.Conn.TextID($2))", e.fieldType(f), text)
	}
	return src(`
		own := codec.Value(request)
		$1 = $2`, own, back), src("ID: wirert.StringID($1)", text)
}

// idField is the field of a request that has the id of its message; nil if there is none.
func (e *end) idField(s *saying) *field {
	path := strings.Split(s.variant.ID, ".")
	t, ok := s.variant.Type.(*model.Struct)
	if s.variant.ID == "" || len(path) != 2 || !ok || !s.variant.pointer || s.variant.typ != e.types[t] {
		return nil
	}
	if f := gates(e.ends).memberOf(t, path[1]); f.shape.form == formString && !f.pointer() {
		return f
	}
	return nil
}

// assumed sets the result of a request that has no answer, as the spec says; "" if it does
// not. Its members differ from request to request where they have the id of the request.
func (e *end) assumed(s *saying, named bool) code {
	t, ok := s.variant.Result.(*model.Struct)
	if s.variant.OnFailure == nil || !ok {
		return ""
	}
	object := s.variant.OnFailure.JSON()
	set := code("")
	for _, f := range e.fieldsOf(t) {
		if f.row.Absent != lower.AbsentRefused || slices.ContainsFunc(s.variant.OnFailure.Members, func(m model.Member) bool { return m.Key == f.Name }) {
			continue
		}
		if f.shape.form != formString || f.shape.spelled != "" || f.pointer() || set != "" || !named {
			return ""
		}
		set = src("typed.$1 = string(own.$2)", f.name, e.idField(s).name)
		if e.idField(s).shape.spelled == "" {
			set = src("typed.$1 = own.$2", f.name, e.idField(s).name)
		}
		object = strings.TrimSuffix(object, "}") + `,` + model.Quote(f.Name) + `:""}`
	}
	if e.resultOf(s.variant.typ).own {
		return ""
	}
	return src(`
		if err != nil {
			typed, _ = Decode$1([]byte($2))
			$3
		}`, e.types[t], lit(object), set)
}
