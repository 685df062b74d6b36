package gogen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emitReplies emits how each request is answered, and how its answer is read.
func (p messages) emitReplies(f *file) {
	var asked []*message
	for _, m := range p.messages() {
		if m.row.ErrorData != lower.NoType {
			errorCodes(p).emitReaderOf(f, "ErrorDataOf decodes the data of an error in the response to the call.", src("(*$1) ErrorDataOf", m.name), new(model.Meta), m.ErrorData, "err")
		}
		if m.row.Answer == lower.AnswerTyped || m.row.Answer == lower.AnswerByVariant && results(p).resultName() != "" {
			asked = append(asked, m)
		}
	}
	p.emitRegistrations(f)
	if len(asked) == 0 {
		return
	}
	p.emitReplyOf(f, asked)
	for _, m := range asked {
		if m.row.Answer == lower.AnswerByVariant {
			p.emitReplyByVariant(f, m)
		} else {
			p.emitReply(f, m)
		}
	}
	p.emitResultOf(f, asked)
}

// emitReplyOf emits what Reply calls where the result is a struct.
func (p messages) emitReplyOf(f *file, asked []*message) {
	structs := slices.ContainsFunc(asked, func(m *message) bool {
		if m.row.Answer != lower.AnswerTyped {
			return false
		}
		sh := p.shape(m.Result)
		return sh.form == formStruct && !sh.null
	})
	if structs && !p.answersMethod() {
		f.declare(`
			// reply returns the response to a call, or err, the result of checking it.
			func reply(id wirert.ID, result codec.Appender, err error) (*Response, error) {
				if err != nil {
					return nil, err
				}
				return &Response{ID: id, Result: result.AppendJSON(nil)}, nil
			}`)
	}
}

// emitReply emits Reply and DecodeResult of a request with one type of results.
func (p messages) emitReply(f *file, m *message) {
	sh := p.shape(m.Result)
	if sh.constant() && m.row.ResultOptional {
		f.declare(`
			// Reply returns the response to the call, without a result.
			func (v *$1) Reply() *Response { return &Response{ID: v.ID, Method: Method$2} }

			// DecodeResult decodes the result in the response to the call. Empty data is none.
			func (*$1) DecodeResult(data []byte) error {
				if len(data) == 0 {
					return nil
				}
				return $3
			}`, m.name, p.methods[m.Method], p.decodeConst(m, sh))
		return
	}
	if sh.constant() {
		f.declare(`
			func (v *$1) Reply() *Response { return &Response{ID: v.ID, $4Result: wirert.Raw($2)} }

			func (*$1) DecodeResult(data []byte) error {
				return $3
			}`, m.name, quote(constantJSON(sh)), p.decodeConst(m, sh), p.answerOf(m))
		return
	}
	typ, decode, report := p.decodeAs(&m.Meta, m.Result)
	replyDoc, decodeDoc := "", ""
	if m.row.ResultOptional {
		none := returnIf("len(data) == 0", "nil, nil")
		decode, report = none+"\n"+decode, none+"\n"+report
		replyDoc, decodeDoc = "Reply returns the response to the call. A nil result is none.", "DecodeResult decodes the result in the response to the call. Empty data is none."
	}
	f.document(replyDoc, "func (v *$1) Reply(result $2) (*Response, error) $3", m.name, typ, block(func(g *stmts) { p.reply(g, m, sh) }))
	f.document(decodeDoc, `
		func (*$1) DecodeResult(data []byte) ($2, error) {
			$3
		}`, m.name, typ, decode)
	if p.rows.Tolerates(m.row.Result) {
		f.declare(`
			// DecodeResultReport is like DecodeResult, and calls report with each value that it skips.
			func (*$1) DecodeResultReport(data []byte, report func(path, words string)) ($2, error) {
				$3
			}`, m.name, typ, report)
	}
}

// decodeConst returns the call that reads a result that is always the same.
func (p messages) decodeConst(m *message, sh *shape) code {
	if sh.empty {
		return "table.DecodeEmpty(data)"
	}
	return src("codec.DecodeConst(data, &table, $1, $2)", p.elementID(m.row.Result), constReader(sh))
}

// constReader returns the function that reads a value that carries no information.
func constReader(sh *shape) code {
	read := readConst(sh)
	if name, ok := strings.CutSuffix(strings.TrimPrefix(string(read), "d."), "()"); ok {
		return src("(*codec.Decoder).$1", name)
	}
	return src("func(d *codec.Decoder) { $1 }", read)
}

// decodeAs returns the type of what is read of a type that may have no name, and how it is
// read from data, without and with a report.
func (p messages) decodeAs(of *model.Meta, t model.Type) (typ, decode, report code) {
	sh, id := p.shape(t), p.typeID(t)
	isStruct := sh.form == formStruct && !sh.null
	switch hidden := of.Hides() || p.hiddenAlone(t); {
	case hidden:
		id += " | codec.Hidden"
	case isStruct:
		return src("*$1", sh.name), src("return Decode$1(data)", sh.name), src("return Decode$1Report(data, report)", sh.name)
	}
	typ = p.goType(sh)
	read := block(func(g *stmts) { reader(p).readAlone(g, typ, sh) })
	if isStruct {
		typ, read = "*"+typ, src("{ return $1 }", reader(p).newStruct(sh))
	}
	args := src("data, &table, $1, func(d *codec.Decoder) $2 $3", id, typ, read)
	return typ, src("return codec.Decode($1)", args), src("return codec.DecodeReport($1, report)", args)
}

// reply emits the body of Reply.
func (p messages) reply(g *stmts, m *message, sh *shape) {
	if m.row.ResultOptional {
		g.put("if result == nil {\n\treturn &Response{ID: v.ID, Method: Method$1}, nil\n}", p.methods[m.Method])
	}
	switch {
	case sh.form == formStruct && !sh.null && !p.answersMethod():
		g.put("return reply(v.ID, result, $1)", hide(m.Hides(), src("Check$1(result)", sh.name)))
		return
	case sh.form == formStruct && !sh.null:
		returnNilErr(g, hide(m.Hides(), src("Check$1(result)", sh.name)))
		g.put("return &Response{ID: v.ID, $1Result: result.AppendJSON(nil)}, nil", p.answerOf(m))
		return
	case p.needsCheck(sh):
		check := src("func() error $1()", block(func(g *stmts) { checker(p).returnCheck(g, "result", sh, level{}) }))
		returnNilErr(g, hide(m.row.Result.Sensitive, check))
	}
	g.put("write := func(dst []byte) []byte $1", block(func(g *stmts) { writer(p).returnValue(g, "result", sh, level{}) }))
	g.put("return &Response{ID: v.ID, $1Result: write(nil)}, nil", p.answerOf(m))
}

// answerOf sets the method of a response to the call, if responses name it.
func (p messages) answerOf(m *message) code {
	if !p.answersMethod() {
		return ""
	}
	return code("Method: Method" + p.methods[m.Method] + ", ")
}

func returnNilErr(g *stmts, call code) {
	g.put(`
		if err := $1; err != nil {
			return nil, err
		}`, call)
}

// emitReplyByVariant emits Reply and DecodeResult of the requests of the envelope.
func (p messages) emitReplyByVariant(f *file, m *message) {
	r := results(p)
	fits := cases(func(g *stmts) {
		for _, result := range p.results {
			for _, request := range result.requests {
				g.put("case *$1:\n\t_, fits = result.(*$2)", request, result.typ)
			}
		}
	})
	f.declare(`
		// Reply returns the response to the call, or an error if the result does not belong to
		// the request, or must not be written.
		func (v *$1) Reply(result $2) (*Response, error) {
			fits := true // of an undeclared request nothing is known
			switch v.Params.(type) $3
			if !fits {
				return nil, fmt.Errorf("%T is not the result of %T", result, v.Params)
			}
			if err := Check$2(result); err != nil {
				return nil, err
			}
			return &Response{ID: v.ID, $4Result: Append$2(nil, result)}, nil
		}

		// DecodeResult decodes the result in the response to the call.
		func (v *$1) DecodeResult(data []byte) ($2, error) { return Decode$2(v.Params, data) }`, m.name, r.resultName(), fits, p.answerOf(m))
}

// emitResultOf emits the reader of the result of any call.
func (p messages) emitResultOf(f *file, asked []*message) {
	types := cases(func(g *stmts) {
		constant := false
		for _, m := range asked {
			if m.row.Answer == lower.AnswerTyped && p.shape(m.Result).constant() {
				constant = true
				continue
			}
			g.put("case *$1:\n\treturn call.DecodeResult(data)", m.name)
		}
		if constant {
			g.put("case interface{ DecodeResult(data []byte) error }:\n\treturn nil, call.DecodeResult(data)")
		}
	})
	f.declare(`
		// ResultOf decodes the result in the response to a call. It returns nil if the result is
		// constant.
		func ResultOf(call Message, data []byte) (any, error) {
			switch call := call.(type) $1
			return nil, fmt.Errorf("%T has no result", call)
		}`, types)
}

// emitRegistrations emits the reader of the options of registrations, which know only
// the name that they are for.
func (p messages) emitRegistrations(f *file) {
	if len(p.rows.Registrations) == 0 {
		return
	}
	names := cases(func(g *stmts) {
		for _, r := range p.rows.Registrations {
			_, decode, _ := p.decodeAs(new(model.Meta), r.Of.Registration.Options)
			g.put("case $1:\n\t$2", quote(r.As), decode)
		}
	})
	f.declare(`
		// RegistrationOf decodes the options of a registration, by the registered name.
		func RegistrationOf(name string, data []byte) (any, error) {
			switch name $1
			return nil, fmt.Errorf("no peer registers for %q", name)
		}`, names)
}
