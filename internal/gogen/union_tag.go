package gogen

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/backend"
	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
)

// hasTags reports whether the variants of a union are told apart by tags.
func hasTags(u *model.Union) bool { return lower.ByOf(u).Tagged() }

// wrapped reports whether the tag of a union stands around its variants, which
// alone have none.
func wrapped(u *model.Union) bool { return lower.ByOf(u).Around() }

// writtenAround reports whether some variants of a union are written with more
// around them than their own AppendJSON writes.
func (p *plan) writtenAround(u *model.Union) bool {
	if hasTags(u) {
		return wrapped(u)
	}
	return slices.ContainsFunc(p.variants[u], func(v *variant) bool {
		inner := v.nested()
		return inner != nil && p.writtenAround(inner)
	})
}

// wholeOf is what an undeclared variant of a union comes as.
func wholeOf(u *model.Union) string {
	if lower.ByOf(u) == lower.ByName {
		return "value"
	}
	return "object"
}

// behind is what an alias of a type with a Go name of its own stands for.
func behind(t model.Type) model.Type {
	switch r := model.Resolve(t).(type) {
	case *model.Struct, *model.Enum, *model.Union:
		return r
	}
	return t
}

// nested is the union that the variant is, or nil.
func (v *variant) nested() *model.Union {
	if v.own || v.pointer {
		return nil
	}
	u, _ := behind(v.Type).(*model.Union)
	return u
}

// bodyless reports whether the variant is its tag alone.
func (v *variant) bodyless() bool { return v.Type == nil }

// body is the shape of what a variant holds.
func (p *plan) body(v *variant) *shape {
	if v.bodyless() {
		return &shape{form: formNothing}
	}
	return p.shape(v.Type)
}

// A standIn is a type that stands for a variant.
type standIn struct {
	typ  string
	decl *model.Struct // nil for a type that is made here
}

// typesOf are the types that stand for a variant: one, or those of the union
// that it is.
func (p *plan) typesOf(v *variant) []standIn {
	u := v.nested()
	if u == nil {
		s, _ := v.Type.(*model.Struct)
		return []standIn{{v.typ, s}}
	}
	var out []standIn
	for _, inner := range p.variants[u] {
		out = append(out, p.typesOf(inner)...)
	}
	if lower.KeepsUnknown(u) {
		out = append(out, standIn{typ: p.unknown(u)})
	}
	return out
}

// stored is the tag of a union that a variant's type holds, or nil.
func (s standIn) stored(u *model.Union) *lower.Tag {
	if s.decl == nil {
		return nil
	}
	for _, tag := range storedTags(s.decl) {
		if tag.Of.Union == u {
			return &tag
		}
	}
	return nil
}

// A tagConst is one tag of a variant, and its constant.
type tagConst struct{ name, value string }

// nameTags names the tags of a variant, whose first has its name already.
func (p *plan) nameTags(v *variant, e backend.Element) []tagConst {
	out := []tagConst{{v.tag, v.Tag}}
	for _, tag := range v.Tags {
		if tag == v.Tag {
			continue
		}
		name := p.types[v.union] + "Type" + names.GoName(tag)
		p.pkgScope.Claim(backend.Element{Span: e.Span, What: fmt.Sprintf("tag %q of %q", tag, v.union.Name)}, name)
		out = append(out, tagConst{name, tag})
	}
	return out
}

// freeWord is a name for a variant without a tag: an earlier variant of the
// union may have taken the first choice.
func (p *plan) freeWord(u *model.Union, name string) string {
	taken := func(name string) bool {
		for _, v := range p.variants[u] {
			if v.typ == name {
				return true
			}
		}
		return false
	}
	out := name
	for n := 2; taken(out); n++ {
		out = name + strconv.Itoa(n)
	}
	return out
}

// goTag is the Go type of tags of a kind.
func goTag(k lower.TagKind) string {
	return [...]string{lower.StringTag: "string", lower.IntegerTag: "int64", lower.BooleanTag: "bool"}[k]
}

// tagKind is the Go type of a union's tags.
func tagKind(u *model.Union) string { return goTag(lower.TagKindOf(u)) }

// tagLit is a tag in Go.
func tagLit(u *model.Union, tag string) *jen.Statement {
	if lower.TagKindOf(u) == lower.StringTag {
		return lit(tag)
	}
	return jen.Op(tag)
}

// tagJSON is a tag as it is written.
func tagJSON(u *model.Union, tag string) string { return lower.TagKindOf(u).JSON(tag) }

// byTagKind picks the function of the runtime for the tags of a union:
// BeginTagged, BeginIntTagged, BeginBoolTagged.
func byTagKind(u *model.Union, before, after string) string {
	return before + [...]string{lower.StringTag: "", lower.IntegerTag: "Int", lower.BooleanTag: "Bool"}[lower.TagKindOf(u)] + after
}

// ownTags are the tags that a struct carries, the innermost first: in this
// order they have the first bits of the mask of keys.
func ownTags(t *model.Struct) []lower.Tag {
	out := lower.Tags(t)
	slices.Reverse(out)
	return out
}

// storedTags are those of a struct's tags that its value holds, the innermost first.
func storedTags(t *model.Struct) []lower.Tag {
	return slices.DeleteFunc(ownTags(t), func(tag lower.Tag) bool { return !tag.Stored })
}

// innerTag is the tag of the union that a struct is a variant of; ok is false
// where it is of none.
func innerTag(t *model.Struct) (tag lower.Tag, ok bool) {
	tags := ownTags(t)
	if len(tags) == 0 {
		return lower.Tag{}, false
	}
	return tags[0], true
}

// tagField is the Go field of a tag that the value holds.
func tagField(t *lower.Tag) string { return names.GoExported(t.Key) }

// zeroIsTag reports whether the zero value of a stored tag is one of its tags;
// otherwise it stands for the first.
func zeroIsTag(t *lower.Tag) bool {
	zero := [...]string{lower.StringTag: "", lower.IntegerTag: "0", lower.BooleanTag: "false"}[t.Kind]
	return slices.Contains(t.Values, zero)
}

// zeroTag is the zero value of a union's tags in Go.
func zeroTag(u *model.Union) *jen.Statement {
	return [...]*jen.Statement{lower.StringTag: jen.Lit(""), lower.IntegerTag: jen.Lit(0), lower.BooleanTag: jen.False()}[lower.TagKindOf(u)]
}

// tellTag is the method of a variant's type that tells its tag.
func (p *plan) tellTag(f *jen.File, v *variant, in standIn) {
	method := p.types[v.union] + "Type"
	typ, tag := in.typ, in.stored(v.union)
	if tag == nil {
		// func (*TextPart) PartType() PartType { return PartTypeText }
		f.Comment("// " + method + " is " + v.tag + ".")
		f.Add(jen.Func().Params(ptr(typ)).Id(method).Params().Id(method).Add(brief(jen.Id(v.tag))))
		f.Line()
		return
	}
	field := jen.Id("v").Dot(tagField(tag))
	head := jen.Func().Params(jen.Id("v").Op("*").Id(typ)).Id(method).Params().Id(method)
	if zeroIsTag(tag) {
		f.Comment("// " + method + " is the tag that v has.")
		f.Add(head.Add(brief(field)))
		f.Line()
		return
	}
	// func (v *NumericSchema) SchemaType() SchemaType {
	//	if v.Type == "" {
	//		return SchemaTypeNumber
	//	}
	//	return v.Type
	// }
	f.Comment("// " + method + " is the tag that v has, " + v.tag + " unless it says another.")
	f.Add(head.Block(
		jen.If(field.Clone().Op("==").Add(zeroTag(v.union))).Block(jen.Return(jen.Id(v.tag))),
		jen.Return(field),
	))
	f.Line()
}

// beginTagged is d.BeginTagged("type"), or what reads the tags of u in its stead.
func beginTagged(u *model.Union) *jen.Statement {
	if u.Default == nil {
		return dec(byTagKind(u, "Begin", "Tagged"), jen.Lit(u.TagKey))
	}
	return dec(byTagKind(u, "Begin", "TaggedOr"), jen.Lit(u.TagKey), tagLit(u, u.Default.Tag))
}

// switchOnTag is the head of the switch over a tag that was read.
func switchOnTag(u *model.Union) *jen.Statement {
	if lower.TagKindOf(u) == lower.StringTag {
		return jen.Switch(jen.String().Call(jen.Id("tag")))
	}
	return jen.Switch(jen.Id("tag"))
}

// resumeVariant gives the cases that read on in an object whose tag is known.
func (p *plan) resumeVariant(g *jen.Group, v *variant) {
	if v.nested() != nil {
		g.Add(caseOf(tagsOf(v), dec("Again"), jen.Return(jen.Id("decode"+v.typ).Call(jen.Id("d")))))
		return
	}
	args := []jen.Code{jen.Id("d"), jen.Id("seen")}
	if len(v.tags) == 1 {
		g.Add(caseOf(tagsOf(v), jen.Return(jen.Id("resume"+v.typ).Call(args...))))
		return
	}
	for i, tag := range v.tags {
		values := []jen.Code{tagLit(v.union, tag.value)}
		if i == 0 {
			for _, old := range v.Was {
				values = append(values, tagLit(v.union, old))
			}
		}
		g.Add(caseOf(values, jen.Return(jen.Id("resume"+v.typ).Call(append(args, jen.Id(tag.name))...))))
	}
}

// storeTag puts the tag that the union has read into a value that holds it.
func (p *plan) storeTag(g *jen.Group, t *model.Struct, v *jen.Statement) {
	if tag, ok := innerTag(t); ok && tag.Stored {
		g.Add(v.Clone().Dot(tagField(&tag)).Op("=").Id("kind"))
	}
}

// zeroOf is the argument for a tag that was not read yet, if the struct holds one.
func zeroOf(t *model.Struct) []jen.Code {
	tag, _ := innerTag(t)
	if !tag.Stored {
		return nil
	}
	return []jen.Code{zeroTag(tag.Of.Union)}
}

// storedNote says what a tag that a value holds may be.
func (p *plan) storedNote(t *lower.Tag) string {
	var tags []string
	for _, tag := range t.Values {
		tags = append(tags, oneLine(tagJSON(t.Of.Union, tag)))
	}
	note := names.List(tags, "or")
	if !zeroIsTag(t) {
		note += "; the zero value means " + tags[0]
	}
	return note
}

// readOwnTag reads a tag that a struct carries, as one of its keys.
func (p *plan) readOwnTag(t *lower.Tag) jen.Code {
	if t.Stored {
		// v.Type = SchemaType(d.TagOf("number", "integer"))
		values := make([]jen.Code, len(t.Values))
		for i, tag := range t.Values {
			values[i] = tagLit(t.Of.Union, tag)
		}
		read := dec(byTagKind(t.Of.Union, "Tag", "Of"), values...)
		if t.Kind == lower.BooleanTag {
			read = dec("Bool")
		}
		return jen.Id("v").Dot(tagField(t)).Op("=").Id(p.types[t.Of.Union] + "Type").Call(read)
	}
	var values []jen.Code
	for _, tag := range slices.Concat(t.Values, t.Was) {
		values = append(values, tagLit(t.Of.Union, tag))
	}
	switch t.Kind {
	case lower.IntegerTag:
		return dec("ConstInt", values...)
	case lower.BooleanTag:
		return dec("ConstBool", values[0])
	}
	return dec("Const", values...)
}

// writeOwnTag writes a tag that a struct carries.
func (p *plan) writeOwnTag(w *objectWriter, t *lower.Tag) {
	switch {
	case t.Implied:
	case t.Stored:
		w.member(t.Key, func(_ *jen.Group, w *objectWriter) {
			value := jen.Id("v").Dot(p.types[t.Of.Union] + "Type").Call()
			kind := [...]string{lower.StringTag: "String", lower.IntegerTag: "Int", lower.BooleanTag: "Bool"}[t.Kind]
			w.assign(rt("Append"+kind).Call(jen.Id("dst"), jen.Id(goTag(t.Kind)).Call(value)))
		})
	default:
		w.constant(t.Key, tagJSON(t.Of.Union, t.Values[0]))
	}
}

// writesTag reports whether a struct is written with a tag.
func writesTag(t *model.Struct) bool {
	for _, tag := range ownTags(t) {
		if !tag.Implied {
			return true
		}
	}
	return false
}

// checkStoredTags reports whether the tags that a value holds are its own.
func (p *plan) checkStoredTags(g *jen.Group, t *model.Struct) {
	tags := storedTags(t)
	for i := len(tags) - 1; i >= 0; i-- {
		tag := tags[i]
		var names []jen.Code
		for _, v := range p.variants[tag.Of.Union] {
			if v.Variant == tag.Of.Variant {
				for _, c := range v.tags {
					names = append(names, jen.Id(c.name))
				}
			}
		}
		// switch kind := v.SchemaType(); kind {
		// case SchemaTypeNumber, SchemaTypeInteger:
		// default:
		//	return table.NotATag(typeNumericSchema, "type", string(kind))
		// }
		text := jen.String().Call(jen.Id("kind"))
		switch tag.Kind {
		case lower.IntegerTag:
			text = jen.Qual("strconv", "FormatInt").Call(jen.Int64().Call(jen.Id("kind")), jen.Lit(10))
		case lower.BooleanTag:
			continue // both values are tags
		}
		g.Switch(jen.Id("kind").Op(":=").Id("v").Dot(p.types[tag.Of.Union]+"Type").Call(), jen.Id("kind")).Block(
			caseOf(names),
			jen.Default().Block(jen.Return(jen.Id("table").Dot("NotATag").Call(
				jen.Id("type"+p.types[t]), jen.Lit(tag.Key), text))),
		)
	}
}

// newVariant is the case of a registry that makes a variant.
func (p *plan) newVariant(g *jen.Group, v *variant) {
	if v.nested() != nil {
		return
	}
	stored := p.typesOf(v)[0].stored(v.union)
	for i, tag := range v.tags {
		if i == 0 && (stored == nil || !zeroIsTag(stored)) {
			g.Case(jen.Id(tag.name)).Block(jen.Return(jen.New(jen.Id(v.typ))))
			continue
		}
		g.Case(jen.Id(tag.name)).Block(jen.Return(jen.Op("&").Id(v.typ).Values(jen.Id(tagField(stored)).Op(":").Id(tag.name))))
	}
}
