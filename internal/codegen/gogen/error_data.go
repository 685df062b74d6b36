package gogen

import (
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// emitErrorData emits the readers of errors with data.
func (p errorCodes) emitErrorData(f *file) {
	if !p.rows.ErrorsHaveData() {
		return
	}
	for i := range p.rows.Errors {
		if e := &p.rows.Errors[i]; e.Data != lower.NoType {
			p.emitDataReader(f, e)
		}
	}
	p.emitWrittenData(f)
}

// dataType returns the Go type of the data of an error.
func (p errorCodes) dataType(sh *shape) code {
	if sh.form == formStruct && !sh.null {
		return "*" + p.bare(sh)
	}
	return p.goType(sh)
}

// emitNewError emits the constructor of an error.
func (p errorCodes) emitNewError(f *file, e *lower.Error) {
	name, params, message, note := p.codes[e.Of], code("message string"), quote(e.Message), "the name of the error"
	if e.Message != e.Name {
		note = "that of [Err" + name + "]"
	}
	members := src("Code: int64(ErrorCode$1)", name)
	var sh *shape
	if e.Data != lower.NoType {
		sh = p.shape(e.Of.Data)
		params = src("data $1, message string", p.dataType(sh))
		if field := p.wordsField(sh); field != "" {
			message, note = src("data.$1, $2", field, message), "the one of the data, or else "+note
		}
	}
	text := p.newErrorDoc(e, "An empty message stands for "+note+".")
	f.document(text, "func New$1($2) *wirert.ResponseError $3", name, params, block(func(g *stmts) {
		set := src("Message: cmp.Or(message, $1)", message)
		switch {
		case sh != nil:
			p.setKind(g, e, sh)
			set += src(", Data: $1", p.encoded(e, sh, "data", quote(e.Name)))
		case p.byKind():
			set += src(", Data: codec.WithKind($1, nil)", quote(e.Name))
		}
		g.put("return &wirert.ResponseError{$1, $2}", members, set)
	}))
}

// newErrorDoc returns the comment of the constructor of an error.
func (p errorCodes) newErrorDoc(e *lower.Error, note string) string {
	name := p.codes[e.Of]
	parts := []string{"New" + name + " returns [Err" + name + "] as a response has it. " + note}
	if text := errorText(e.Of); text != "" {
		parts = append(parts, text)
	}
	if d := deprecation(&e.Of.Meta); d != "" {
		parts = append(parts, d)
	}
	return strings.Join(parts, "\n\n")
}

// wordsField returns the Go field of a struct for the words of an error, or "".
func (p errorCodes) wordsField(sh *shape) string {
	if words := p.rows.Dialect.ErrorWords; words != "" {
		if fl := p.dataField(sh, words); fl != nil && fl.shape.codec.word == "String" && fl.shape.distinct == nil && !fl.pointer() {
			return fl.name
		}
	}
	return ""
}

// dataField returns a field of the data of an error, or nil.
func (p errorCodes) dataField(sh *shape, name string) *field {
	t, ok := sh.decl.(*model.Struct)
	if !ok || sh.null || p.isTuple(t) {
		return nil
	}
	for _, fl := range p.fieldsOf(t) {
		if fl.Name == name {
			return fl
		}
	}
	return nil
}

// setKind sets the kind in a copy of the data, if its type declares that as a field.
func (p errorCodes) setKind(g *stmts, e *lower.Error, sh *shape) {
	if !p.byKind() || e.AddsKind {
		return
	}
	if fl := p.dataField(sh, "kind"); fl != nil && !fl.shape.constant() {
		kind := model.Value{Kind: model.StringValue, Text: e.Name}
		g.put("whole := *data\nwhole.$1 = $2\ndata = &whole", fl.name, values{plan: p.plan}.fieldValue(kind, fl))
	}
}

// encoded returns the encoding of the data of an error, with its kind.
func (p errorCodes) encoded(e *lower.Error, sh *shape, data, kind code) code {
	var text code
	fn := writer(p).appendFunc(sh, level{})
	switch {
	case sh.constant():
		text = src("wirert.Raw($1)", quote(constantJSON(sh)))
	case sh.form == formStruct && !sh.null:
		text = src("$1.AppendJSON(nil)", data)
	case sh.form == formAny:
		text = data
	case fn != "" && sh.plain(data) == data:
		text = src("$1(nil, $2)", fn, data)
	default:
		text = src("func(dst []byte) []byte $1(nil)", block(func(g *stmts) { writer(p).returnValue(g, data, sh, level{}) }))
	}
	if e.AddsKind {
		return src("codec.WithKind($1, $2)", kind, text)
	}
	return text
}

// emitWrittenData emits errorData.
func (p errorCodes) emitWrittenData(f *file) {
	var arms []*dataArm
	for i := range p.rows.Errors {
		e := &p.rows.Errors[i]
		if p.rows.CheckedData(e) == lower.NoType {
			continue
		}
		label := "ErrorCode" + p.codes[e.Of]
		if p.byKind() {
			label = "ErrorKind" + p.codes[e.Of]
		}
		if at := slices.IndexFunc(arms, func(a *dataArm) bool { return a.Data.Bare() == e.Data.Bare() && a.AddsKind == e.AddsKind }); at >= 0 {
			arms[at].labels = append(arms[at].labels, label)
		} else {
			arms = append(arms, &dataArm{e, []string{label}})
		}
	}
	types := cases(func(g *stmts) {
		for _, a := range arms {
			g.add(caseOf(ids(a.labels), body(func(g *stmts) { p.writtenArm(g, a.Error) })))
		}
	})
	f.declare(`
		// errorData returns the encoded data of an error, or an error if it must not be
		// written. Undeclared data is returned unchanged.
		func errorData(e *wirert.ResponseError) (wirert.Raw, error) {
			if len(e.Data) == 0 || string(e.Data) == "null" {
				return nil, nil
			}
			$1
			return e.Data, nil
		}`, p.onIdentity(types))
}

// A dataArm is the errors with the same data.
type dataArm struct {
	*lower.Error
	labels []string
}

// onIdentity returns a switch on what identifies an error.
func (p errorCodes) onIdentity(arms code) code {
	if p.byKind() {
		return src("kind, _ := KindOf(e)\nswitch kind $1", arms)
	}
	return src("switch ErrorCode(e.Code) $1", arms)
}

func (p errorCodes) writtenArm(g *stmts, e *lower.Error) {
	sh := p.shape(e.Of.Data)
	v := code("v")
	if sh.constant() {
		v = "_"
	}
	g.put("$1, err := $2DataOf(e)\nif err != nil {\n\treturn e.Data, err\n}", v, p.codes[e.Of])
	fault, hidden := code("nil"), e.Data.Sensitive
	switch {
	case sh.form == formStruct && !sh.null:
		fault = src(`codec.At("data", $1)`, hide(hidden, src("Check$1(v)", sh.name)))
	case p.needsCheck(sh):
		check := src("func() error $1()", block(func(g *stmts) { checker(p).returnCheck(g, "v", sh, level{}) }))
		g.put(`err = codec.At("data", $1)`, hide(hidden, check))
		fault = "err"
	}
	g.put("return $1, $2", p.encoded(e, sh, "v", "string(kind)"), fault)
}

// emitDataReader emits the reader of the data of an error.
func (p errorCodes) emitDataReader(f *file, e *lower.Error) {
	name, from := p.codes[e.Of]+"DataOf", code("err")
	if t := p.rows.At(e.Data); e.AddsKind && (t.Form != lower.StructForm || t.Struct.Extra != lower.ExtraIgnored || t.Struct.Extensions.Has("kind")) {
		from = "codec.WithoutKind(err)"
	}
	p.emitReaderOf(f, name+" reads the data of an error "+oneLine(e.Of.Name)+".", code(name), &e.Of.Meta, e.Of.Data, from)
}

// emitReaderOf emits a function that reads the data of the error in from, as a type.
func (p errorCodes) emitReaderOf(f *file, doc string, name code, of *model.Meta, t model.Type, from code) {
	sh := p.shape(t)
	hidden := of.Hides() || p.hiddenAlone(t)
	if sh.form == formStruct && !sh.null && !hidden {
		f.document(doc, `
			func $1(err *wirert.ResponseError) (*$2, error) { return codec.ReadData($3, &table, new($2)) }`, name, p.bare(sh), from)
		return
	}
	typ, id := p.goType(sh), p.typeID(t)
	if sh.form == formStruct && !sh.null {
		typ = "*" + typ
	}
	if hidden {
		id += " | codec.Hidden"
	}
	var read code
	switch {
	case sh.alias != nil && !sh.null:
		read = src("decode$1", p.types[sh.alias])
	case (sh.form == formEnum || sh.form == formUnion) && !sh.null:
		read = src("decode$1", sh.name)
	case sh.distinct != nil && !sh.null:
		read = src("decode$1", p.types[sh.distinct])
	case sh.form == formStruct && !sh.null:
		read = src("func(d *codec.Decoder) $1 { return $2 }", typ, reader(p).newStruct(sh))
	case sh.codec.word != "" && !sh.null && sh.limits.reads() == nil:
		read = src("(*codec.Decoder).$1", sh.codec.word)
	default:
		read = src("func(d *codec.Decoder) $1 $2", typ, block(func(g *stmts) { reader(p).readAlone(g, typ, sh) }))
	}
	f.document(doc, `
		func $1(err *wirert.ResponseError) ($2, error) {
			return codec.DataOf($5, &table, $3, $4)
		}`, name, typ, id, read, from)
}
