package gogen

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// values writes values in Go: those of the spec in the generated package or, for users,
// any values as code outside of it.
type values struct {
	*plan
	users bool
}

// goValue returns a value of the spec as a Go expression of the type that goType
// gives: 1, MoodCalm, []string{"a"}, Point{X: 1}.
func (p values) goValue(v model.Value, sh *shape) code {
	if sh.null {
		return p.nullableValue(v, sh)
	}
	switch sh.form {
	case formString:
		return p.text(v.Text)
	case formBool:
		return code(strconv.FormatBool(v.Bool))
	case formInt, formFloat:
		return code(v.Text)
	case formCoded:
		return p.codedValue(v, sh)
	case formAny, formObject:
		return src("wirert.Raw($1)", lit(v.JSON()))
	case formNothing:
		return src("struct{}{}")
	case formEnum:
		return p.enumValue(v, sh.decl.(*model.Enum))
	case formList:
		items := make([]code, len(v.Items))
		for i, item := range v.Items {
			items[i] = p.goValue(item, p.shape(sh.elem))
		}
		return src("$1{$2}", p.bare(sh), list(items))
	case formMap:
		members := make([]code, len(v.Members))
		for i, m := range v.Members {
			members[i] = pair{quote(m.Key), p.goValue(m.Value, p.shape(sh.elem))}.code()
		}
		return src("$1{$2}", p.bare(sh), list(members))
	case formStruct:
		t := sh.decl.(*model.Struct)
		if p.isTuple(t) {
			return p.tupleValue(v, t)
		}
		return p.structValue(v, t)
	case formUnion:
		return p.unionValue(v, sh.decl.(*model.Union))
	default:
		panic(fmt.Sprintf("gogen: no value of form %d", sh.form))
	}
}

func (p values) nullableValue(v model.Value, sh *shape) code {
	switch {
	case v.Kind == model.NullValue:
		return "nil"
	case sh.nilable():
		return p.goValue(v, sh.present())
	}
	return p.pointerTo(v, sh.present())
}

// pointerTo returns a pointer to a value: &Point{…}, codec.Ref[int64](1). Users have
// new for it, as of Go 1.26, while generated code needs an older version.
func (p values) pointerTo(v model.Value, sh *shape) code {
	value := p.goValue(v, sh)
	switch {
	case sh.form == formStruct:
		return src("&$1", value)
	case p.users && sh.form == formFloat && sh.spelled == "":
		return src("new($1)", withPoint(value))
	case p.users && sh.untyped():
		return src("new($1($2))", p.bare(sh), value)
	case p.users:
		return src("new($1)", value)
	case sh.untyped():
		return src("codec.Ref[$1]($2)", p.bare(sh), value)
	}
	return src("codec.Ref($1)", value)
}

// text returns a string, for users between backquotes where that saves escapes.
func (p values) text(s string) code {
	if p.users {
		return lit(s)
	}
	return quote(s)
}

// codedValue returns a number, a text, or bytes as Go has them: []byte("…").
func (p values) codedValue(v model.Value, sh *shape) code {
	switch sh.codec.goType {
	case "string":
		return p.text(v.Text)
	case "[]byte":
		return src("[]byte($1)", lit(string(decodeBytes(v.Text))))
	}
	return code(v.Text)
}

// decodeBytes returns the bytes of a default, which was checked.
func decodeBytes(text string) []byte {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic("gogen: a default that was checked is not base64: " + text)
	}
	return data
}

func (p values) enumValue(v model.Value, t *model.Enum) code {
	row, text := p.rows.Decl(t).Enum, v.Text
	if i := slices.Index(row.Values, text); i >= 0 {
		return code(p.values[t.Values[i]])
	}
	if !t.Integer {
		return src("$1($2)", p.types[t], quote(text))
	}
	return src("$1($2)", p.types[t], text)
}

// structValue returns a struct literal with the defaults of its fields filled in.
func (p values) structValue(v model.Value, t *model.Struct) code {
	w := &entryWriter{}
	for _, tag := range storedTags(t) {
		if text := backend.Member(v, tag.Key); text != nil && (zeroIsTag(&tag) || text.JSON() != tagJSON(tag.Of.Union, tag.Values[0])) {
			w.add(tagField(&tag), code(text.JSON()))
		}
	}
	for _, tag := range notedTags(t) {
		w.flag(tagField(&tag), backend.Member(v, tag.Key) != nil)
	}
	held, row := &entryWriter{}, p.object(t)
	for _, f := range p.fieldsOf(t) {
		if f.absent {
			continue
		}
		w := w
		if t.InBody(f.Field) {
			w = held
		}
		m := backend.Member(v, append([]string{f.Name}, f.FormerNames...)...)
		if p.users {
			if m == nil && f.def != nil && !f.zeroMeansDefault() {
				m = f.def // it is not written, but must be there
			}
			if m == nil || f.unsetBy(m) || p.checked.NullAnyway(*m, &f.row, &row) || p.isDefault(*m, f) {
				continue
			}
		} else if m == nil && p.defaults[f] != "" {
			w.add(f.word(), code(p.defaults[f]+"()"))
			continue
		} else if m == nil {
			m = f.def
		}
		if m == nil || f.unsetBy(m) {
			continue
		}
		w.add(f.word(), p.fieldValue(*m, f))
	}
	if t.Body == nil {
		p.extraValue(w, v, t)
		return code(p.types[t]) + w.code()
	}
	if p.extraValue(held, v, t); len(held.fields) > 0 {
		w.add(bodyName, code(p.types[t.Body])+held.code())
	}
	return code(p.types[t]) + w.code()
}

// unsetBy reports whether a value of a field is what Go holds as unset: null, unless
// that clears a patch or is a value of the type, which any JSON can be.
func (f *field) unsetBy(v *model.Value) bool {
	value := f.row.Null == lower.NullValue && !f.shape.null
	return v.Kind == model.NullValue && f.unset && !f.row.Patch && !value
}

// tupleValue returns a literal of the struct that a tuple is in Go.
func (p values) tupleValue(v model.Value, t *model.Struct) code {
	w := &entryWriter{}
	for i, f := range p.fieldsOf(t) {
		if f.absent || i >= len(v.Items) || f.unsetBy(&v.Items[i]) {
			continue
		}
		w.add(f.name, p.fieldValue(v.Items[i], f))
	}
	return code(p.types[t]) + w.code()
}

// fieldValue returns a value as the Go type of a field has it.
func (p values) fieldValue(v model.Value, f *field) code {
	present := f.shape.present()
	switch {
	case f.row.Patch && v.Kind == model.NullValue:
		return src("wirert.Clear[$1]()", p.patchedType(f))
	case f.row.Patch && f.boxed:
		return src("wirert.SetTo($1)", p.pointerTo(v, present))
	case f.row.Patch && (present.untyped() || present.form == formUnion): // the type does not follow from the value
		return src("wirert.SetTo[$1]($2)", p.patchedType(f), p.goValue(v, present))
	case f.row.Patch:
		return src("wirert.SetTo($1)", p.goValue(v, present))
	case f.flag:
		return "true"
	case f.pointer():
		return p.pointerTo(v, present)
	}
	return p.goValue(v, present)
}

func (p values) unionValue(v model.Value, u *model.Union) code {
	gv, body := p.pickVariant(v, u)
	if gv == nil {
		return src("&$1{Tag: $2, Raw: wirert.Raw($3)}", p.unknown(u), tagLit(u, backend.TagOf(v, u)), lit(v.JSON()))
	}
	sh := p.body(gv)
	switch {
	case !gv.own && gv.pointer:
		return src("&$1", p.goValue(body, sh))
	case !gv.own && sh.distinct != nil:
		return src("$1($2)", gv.typ, p.goValue(body, sh))
	case !gv.own:
		return p.goValue(body, sh)
	case !hasTags(gv.union):
		return src("$1($2)", gv.typ, p.goValue(body, sh))
	case sh.constant():
		return src("&$1{}", gv.typ)
	}
	return src("&$1{Payload: $2}", gv.typ, p.goValue(body, sh))
}

// pickVariant finds the variant that a checked value is, and its body.
func (p *plan) pickVariant(v model.Value, u *model.Union) (*variant, model.Value) {
	of, i, body := p.checked.CaseOf(v, u)
	if of == nil {
		return nil, v
	}
	return p.variants[of][i], body
}
