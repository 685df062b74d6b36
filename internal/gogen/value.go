package gogen

import (
	"encoding/base64"
	"fmt"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/meaning"
	"github.com/wiregen/wiregen/internal/model"
)

// goValue is a value of the spec as a Go expression of the type that goType
// gives: 1, MoodCalm, []string{"a"}, Point{X: 1}.
func (p *plan) goValue(v model.Value, sh *shape) jen.Code {
	if sh.null {
		return p.nullableValue(v, sh)
	}
	switch sh.form {
	case formString:
		return jen.Lit(v.Text)
	case formBool:
		return jen.Lit(v.Bool)
	case formInt, formFloat:
		return jen.Op(v.Text)
	case formCoded:
		return codedValue(v, sh)
	case formAny, formObject:
		return rt("Raw").Call(lit(v.JSON()))
	case formNothing:
		return jen.Struct().Values()
	case formEnum:
		return p.enumValue(v, sh.decl.(*model.Enum))
	case formList:
		return p.bare(sh).ValuesFunc(func(g *jen.Group) {
			for _, item := range v.Items {
				g.Add(p.goValue(item, p.shape(sh.elem)))
			}
		})
	case formMap:
		return p.bare(sh).ValuesFunc(func(g *jen.Group) {
			for _, m := range v.Members {
				g.Add(jen.Lit(m.Key).Op(":").Add(p.goValue(m.Value, p.shape(sh.elem))))
			}
		})
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

func (p *plan) nullableValue(v model.Value, sh *shape) jen.Code {
	if v.Kind == model.NullValue {
		return jen.Nil()
	}
	present := *sh
	present.null = false
	if sh.nilable() {
		return p.goValue(v, &present)
	}
	return p.pointerTo(v, &present)
}

// pointerTo is a pointer to a value: &Point{…}, new(int64(1)).
func (p *plan) pointerTo(v model.Value, sh *shape) jen.Code {
	value := p.goValue(v, sh)
	switch {
	case sh.form == formStruct:
		return jen.Op("&").Add(value)
	case sh.untyped():
		return jen.New(p.bare(sh).Call(value))
	}
	return jen.New(value)
}

// codedValue is a number, a text, or bytes as Go has them: []byte("…").
func codedValue(v model.Value, sh *shape) jen.Code {
	switch sh.coded.goType {
	case "string":
		return jen.Lit(v.Text)
	case "[]byte":
		return jen.Index().Byte().Call(lit(string(decodeBytes(v.Text))))
	}
	return jen.Op(v.Text)
}

// decodeBytes are the bytes of a default, which was checked.
func decodeBytes(text string) []byte {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic("gogen: a default that was checked is no base64: " + text)
	}
	return data
}

func (p *plan) enumValue(v model.Value, t *model.Enum) jen.Code {
	for _, ev := range t.Values {
		if !t.Integer && ev.Value == v.Text || t.Integer && strconv.FormatInt(ev.Number, 10) == v.Text {
			return jen.Id(p.values[ev])
		}
	}
	if t.Integer {
		return jen.Id(p.types[t]).Call(jen.Op(v.Text))
	}
	return jen.Id(p.types[t]).Call(jen.Lit(v.Text))
}

func member(v model.Value, names ...string) *model.Value {
	for _, name := range names {
		for i := range v.Members {
			if v.Members[i].Key == name {
				return &v.Members[i].Value
			}
		}
	}
	return nil
}

// structValue is a struct literal with the defaults of its fields filled in.
func (p *plan) structValue(v model.Value, t *model.Struct) jen.Code {
	return jen.Id(p.types[t]).ValuesFunc(func(g *jen.Group) {
		for _, tag := range storedTags(t) {
			if text := member(v, tag.Key); text != nil && (zeroIsTag(&tag) || text.JSON() != tagJSON(tag.Of.Union, tag.Values[0])) {
				g.Add(jen.Id(tagField(&tag)).Op(":").Add(jen.Op(text.JSON())))
			}
		}
		for _, f := range p.fieldsOf(t) {
			if f.absent {
				continue
			}
			m := member(v, append([]string{f.Name}, f.Was...)...)
			if m == nil && p.defaults[f] != "" {
				g.Add(jen.Id(f.name).Op(":").Id(p.defaults[f]).Call())
				continue
			} else if m == nil {
				m = f.def
			}
			if m == nil || m.Kind == model.NullValue && f.unset && !f.row.Patch {
				continue
			}
			g.Add(jen.Id(f.name).Op(":").Add(p.fieldValue(*m, f)))
		}
	})
}

// tupleValue is a literal of the struct that a tuple is in Go.
func (p *plan) tupleValue(v model.Value, t *model.Struct) jen.Code {
	return jen.Id(p.types[t]).ValuesFunc(func(g *jen.Group) {
		for i, f := range p.fieldsOf(t) {
			if f.absent || i >= len(v.Items) || v.Items[i].Kind == model.NullValue && f.unset {
				continue
			}
			g.Add(jen.Id(f.name).Op(":").Add(p.fieldValue(v.Items[i], f)))
		}
	})
}

// fieldValue is a value as the Go type of a field has it.
func (p *plan) fieldValue(v model.Value, f *field) jen.Code {
	if f.row.Patch && v.Kind == model.NullValue {
		return rt("Clear").Types(p.patchedType(f)).Call()
	} else if f.row.Patch {
		if f.boxed {
			return rt("SetTo").Call(p.pointerTo(v, f.patched()))
		}
		if f.shape.untyped() {
			return rt("SetTo").Types(p.patchedType(f)).Call(p.goValue(v, f.patched()))
		}
		return rt("SetTo").Call(p.goValue(v, f.patched()))
	}
	if f.flag {
		return jen.True()
	}
	present := *f.shape
	present.null = false
	if f.pointer() {
		return p.pointerTo(v, &present)
	}
	return p.goValue(v, &present)
}

func (p *plan) unionValue(v model.Value, u *model.Union) jen.Code {
	gv, body := p.pickVariant(v, u)
	if gv == nil {
		return jen.Op("&").Id(p.unknown(u)).Values(
			jen.Id("Tag").Op(":").Add(tagLit(u, tagText(v, u))), jen.Id("Raw").Op(":").Add(rt("Raw").Call(lit(v.JSON()))))
	}
	sh := p.body(gv)
	switch {
	case !gv.own && gv.pointer:
		return jen.Op("&").Add(p.goValue(body, sh))
	case !gv.own:
		return p.goValue(body, sh)
	case !hasTags(gv.union):
		return jen.Id(gv.typ).Call(p.goValue(body, sh))
	case sh.constant():
		return jen.Op("&").Id(gv.typ).Values()
	}
	return jen.Op("&").Id(gv.typ).Values(jen.Id("Payload").Op(":").Add(p.goValue(body, sh)))
}

// pickVariant finds the variant that a checked value is, and its body.
func (p *plan) pickVariant(v model.Value, u *model.Union) (*variant, model.Value) {
	for _, part := range u.Parts {
		if gv, body := p.pickVariant(v, part); gv != nil {
			return gv, body
		}
	}
	for _, gv := range p.variants[u] {
		switch {
		case !p.isVariant(v, gv):
		case !wrapped(u):
			return gv, v
		case gv.bodyless():
			return gv, model.Value{}
		case lower.ByOf(u) == lower.ByName:
			return gv, v.Members[0].Value
		default:
			return gv, *member(v, u.Content)
		}
	}
	return nil, v
}

// isVariant reports whether a checked value is of a variant that no earlier one
// of its union reads.
func (p *plan) isVariant(v model.Value, gv *variant) bool {
	u := gv.union
	switch lower.ByOf(u) {
	case lower.ByKind:
		return lower.Reads(gv.Type).Has(v.Kind)
	case lower.ByKey:
		return gv.Key == "" || member(v, gv.Key) != nil
	case lower.ByOrder:
		text, err := meaning.New(p.proto).Parse([]byte(v.JSON()))
		return err == nil && meaning.New(p.proto).ReadType(gv.Type, text).Err == nil
	}
	if u.Default == gv.Variant && member(v, u.TagKey) == nil {
		return true
	}
	return u.Variant(tagText(v, u)) == gv.Variant
}

// tagText is the tag of a checked value.
func tagText(v model.Value, u *model.Union) string {
	if lower.ByOf(u) == lower.ByName {
		if v.Kind == model.StringValue {
			return v.Text
		}
		return v.Members[0].Key
	}
	tag := member(v, u.TagKey)
	switch {
	case tag == nil:
		return ""
	case tag.Kind == model.BoolValue:
		return strconv.FormatBool(tag.Bool)
	}
	return tag.Text
}
