package gogen

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A structType emits a struct.
type structType struct {
	*plan
	of *model.Struct
}

func (t structType) home() string { return t.homeOf(t.of) }

func (t structType) declare(f *file) {
	d := declarer{docs{t.plan}}
	d.declareStruct(f, t.of)
	d.declareConstants(f, t.of)
}

func (t structType) check(f *file) { checker{t.plan}.emitCheck(f, t.of) }

func (t structType) json(f *file) {
	t.structJSON(f, t.of)
	t.logStruct(f, t.of)
}

func (t structType) decode(f *file) {
	name := t.types[t.of]
	f.declare(`
		func Decode$1(data []byte) (*$1, error) { return codec.Read(data, &table, new($1)) }`, name)
	t.decodeReport(f)
	reader{t.plan}.emitReader(f, t.of)
}

func (t structType) decodeReport(f *file) {
	if t.reports(t.of) {
		f.declare(`
			func Decode$1Report(data []byte, report func(path, words string)) (*$1, error) {
				return codec.ReadReport(data, &table, new($1), report)
			}`, t.types[t.of])
	}
}

func (t structType) write(f *file) {
	w, name := writer{t.plan}, t.types[t.of]
	w.publicAppend(f, t.of, name, "*"+name)
	w.emitAppendJSON(f, t.of)
}

// A field is one key of a struct, in Go.
type field struct {
	*model.Field
	row   lower.Field
	name  string // Go name, after that of the body that the field is in: Body.Text
	shape *shape // of the value, without the null that means unset
	def   *model.Value
	// unset reports whether the Go field has a state for "absent".
	unset bool
	// flag: the field is a bool that reports whether a value without
	// information (a literal, an empty object) is there.
	flag bool
	// absent: the field does not exist in Go, because its value is constant.
	absent bool
	// boxed: a struct that is not held by value, although it must be set.
	boxed bool
	// constant is the name of the constant that is the field's default; or "".
	constant string
}

// fieldsOf returns the fields of a struct in the order of the spec.
func (p *plan) fieldsOf(t *model.Struct) []*field { return p.structs[t] }

// planFields determines how the fields of a struct are held in Go.
func (p *plan) planFields(t *model.Struct) []*field {
	out := make([]*field, len(t.Fields))
	for i, row := range p.object(t).Fields {
		f := row.Of
		sh := *p.shape(f.Type)
		gf := &field{Field: f, row: row, name: p.fields[f], shape: &sh}
		gf.unset = gf.row.Absent == lower.AbsentUnset || sh.null
		switch {
		case gf.row.Patch:
		case sh.form == formNothing:
			gf.flag, gf.absent = gf.unset, !gf.unset
		}
		// A null default is what the field is without a value anyway.
		if d := row.Default; d != nil && !gf.absent && (!sh.null || d.Kind != model.NullValue) {
			gf.def = &d.Value
		}
		out[i] = gf
	}
	return out
}

// pointer reports whether the Go field is a pointer to the bare type.
func (f *field) pointer() bool {
	if f.flag || f.row.Patch || f.shape.nilable() {
		return false
	}
	return f.boxed || f.unset || f.def != nil && !f.zeroDefault()
}

// zeroDefault reports whether the default is the zero value of the Go type, or,
// for types with nil, what a nil is written as anyway.
func (f *field) zeroDefault() bool {
	d := f.def
	if d == nil || f.shape.null {
		return false
	}
	switch f.shape.form {
	case formString:
		return d.Text == ""
	case formBool:
		return !d.Bool
	case formInt, formFloat:
		return d.Text == "0" || d.Text == "-0"
	case formCoded:
		return d.Text == "0" || d.Text == ""
	case formList:
		return len(d.Items) == 0
	case formMap:
		return len(d.Members) == 0
	}
	return false
}

func (p *plan) fieldType(f *field) code {
	switch {
	case f.row.Patch:
		return p.patchType(f)
	case f.flag:
		return "bool"
	case f.pointer():
		return src("*$1", p.bare(f.shape))
	}
	return p.bare(f.shape)
}

// declareStruct emits the declaration of a struct.
func (p declarer) declareStruct(f *file, t *model.Struct) {
	name := p.types[t]
	var fields []*field
	for _, f := range p.fieldsOf(t) {
		if !f.absent && !t.InBody(f.Field) {
			fields = append(fields, f)
		}
	}
	doc := p.describe(name, &t.Meta, p.structWord(t), p.structPurpose(t), slices.Concat(p.groupNotes(t), p.fieldlessNote(t))...)
	doc = append(doc, example(&t.Meta)...)
	stored, noted := storedTags(t), notedTags(t)
	keeps := p.object(t).Keeps() && t.Body == nil
	if len(fields) == 0 && len(stored) == 0 && len(noted) == 0 && !keeps && t.Body == nil {
		f.define(doc, jen.Type().Id(name).Struct())
		return
	}
	beside := p.docsFitBeside(fields)
	f.define(doc, jen.Type().Id(name).StructFunc(func(g *jen.Group) {
		for _, tag := range stored {
			decl := tagged(jen.Id(tagField(&tag)).Id(p.types[tag.Of.Union]+"Type"), tag.Key, tag.Implied)
			g.Add(decl.Comment("// " + p.storedNote(&tag)))
		}
		for _, tag := range noted {
			decl := tagged(jen.Id(tagField(&tag)).Bool(), tag.Key, true)
			g.Add(decl.Comment("// " + sentNote(tag.Key, tagJSON(tag.Of.Union, tag.Values[0]))))
		}
		for _, f := range fields {
			lines, decl := p.fieldDoc(f), tagged(jen.Id(f.name).Add(p.fieldType(f).jen()), f.Name, f.row.Omittable())
			if p.isTuple(t) {
				decl = jen.Id(f.name).Add(p.fieldType(f).jen())
			}
			if beside && len(lines) > 0 {
				g.Add(decl.Comment("// " + lines[0]))
				continue
			}
			g.Add(commented(lines, decl))
		}
		if t.Body != nil {
			g.Id(bodyName).Id(p.types[t.Body])
		}
		if keeps {
			p.declareExtra(g, t, len(fields) > 0)
		}
	}))
}

// fieldDoc returns the comment of a field, as lines: the spec's text, then what
// the type does not show.
func (p docs) fieldDoc(f *field) []string {
	var parts []string
	if d := strings.TrimSpace(f.Doc); d != "" {
		parts = append(parts, d)
	}
	if f.flag {
		parts = append(parts, p.flagNote(f))
	}
	row := f.row
	if f.def == nil { // null, which is what a field without a value is anyway
		row.Default = nil
	}
	remarks := backend.FieldRemarks(&row)
	ofValue := []backend.RemarkKind{backend.RemarkLimits, backend.RemarkContent}
	if f.shape.form == formCoded && f.shape.codec.goType == "string" { // the types of others show their form
		ofValue = append(ofValue, backend.RemarkForm)
	}
	parts = append(parts, words.Sentences(remarks.Of(ofValue...))...)
	meta := f.Meta
	if f.def != nil && !f.zeroDefault() && !f.shape.null {
		nilMeans := "Nil means " + oneLine(f.def.JSON())
		if f.def.Kind == model.NumberValue && meta.Unit != "" {
			nilMeans += " " + oneLine(meta.Unit)
			meta.Unit = ""
		}
		parts = append(parts, nilMeans+".")
	}
	if f.boxed && !f.row.Patch {
		parts = append(parts, "A pointer because it is large; must not be nil.")
	}
	parts = append(parts, words.Sentences(remarks.Of(backend.RemarkDefaultIfUnreadable, backend.RemarkUnsetIfUnreadable, backend.RemarkMustSet))...)
	parts = append(parts, notes(&meta)...)
	var lines []string
	if len(parts) > 0 {
		lines = paragraphs(joinSentences(parts))
	}
	return deprecated(lines, &f.Meta)
}

func (p docs) flagNote(f *field) string {
	return sentNote(f.Name, f.onlyValue())
}

// sentNote says what a field means that only says whether a key is there.
func sentNote(key, value string) string {
	return fmt.Sprintf("Whether %s is sent; it is always %s.", oneLine(key), oneLine(value))
}

// onlyValue returns the JSON of the only value that a field can have.
func (f *field) onlyValue() string {
	switch {
	case f.shape.literal != nil:
		return f.shape.literal.Value.JSON()
	case f.shape.empty:
		return "{}"
	}
	return "null"
}

// joinSentences puts texts one after the other, each ended by a full stop.
func joinSentences(parts []string) string {
	for i, s := range parts[:len(parts)-1] {
		if last, _ := utf8.DecodeLastRuneInString(s); !strings.ContainsRune(".!?:`", last) {
			parts[i] = s + "."
		}
	}
	return strings.Join(parts, " ")
}

// docsFitBeside reports whether all comments of a struct are short enough to
// be written on the lines of their fields, where no tool looks for deprecations.
func (p docs) docsFitBeside(fields []*field) bool {
	const longest = 64
	for _, f := range fields {
		lines := p.fieldDoc(f)
		if f.Deprecated != nil || len(lines) > 1 || len(lines) == 1 && utf8.RuneCountInString(lines[0]) > longest {
			return false
		}
	}
	return true
}

// tagged adds the key that a field has in JSON, and whether it may be left out there, for
// readers and tools; generated code does not use it.
func tagged(decl *jen.Statement, key string, optional bool) *jen.Statement {
	if key == "" || key == "-" || strings.ContainsFunc(key, notInTag) {
		return decl
	}
	if optional {
		key += ",omitempty"
	}
	return decl.Tag(map[string]string{"json": key})
}

// notInTag reports whether a key with c cannot be the name of a tag, because encoding/json
// ignores such a name. What it takes means the same to encoding/json/v2.
func notInTag(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c)
}
