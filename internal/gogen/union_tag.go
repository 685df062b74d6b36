package gogen

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
)

// hasTags tells whether the variants of a union are told apart by tags.
func hasTags(u *model.Union) bool {
	switch u.Tagging {
	case model.Internal, model.Adjacent, model.External:
		return true
	}
	return false
}

// wrapped tells whether the tag of a union stands around its variants, which
// alone have none.
func wrapped(u *model.Union) bool {
	return u.Tagging == model.Adjacent || u.Tagging == model.External
}

// writtenAround tells whether some variants of a union are written with more
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
	if u.Tagging == model.External {
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

// bodyless tells whether the variant is its tag alone.
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
	if u.KeepsUnknown() {
		out = append(out, standIn{typ: p.unknown(u)})
	}
	return out
}

// stored is the tag of a union that a variant's type holds, or nil.
func (s standIn) stored(u *model.Union) *model.StructTag {
	if s.decl == nil {
		return nil
	}
	for _, tag := range storedTags(s.decl) {
		if tag.Union == u {
			return tag
		}
	}
	return nil
}

// A tagConst is one tag of a variant, and its constant.
type tagConst struct{ name, value string }

// nameTags names the tags of a variant, whose first has its name already.
func (p *plan) nameTags(v *variant, e element) []tagConst {
	out := []tagConst{{v.tag, v.Tag}}
	for _, tag := range v.Tags {
		if tag == v.Tag {
			continue
		}
		name := p.types[v.union] + "Type" + names.GoName(tag)
		p.pkgScope.claim(element{span: e.span, what: fmt.Sprintf("tag %q of %q", tag, v.union.Name)}, name)
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

// tagKind is the Go type of a union's tags.
func tagKind(u *model.Union) string {
	switch u.TagKind {
	case model.NumberValue:
		return "int64"
	case model.BoolValue:
		return "bool"
	}
	return "string"
}

// tagLit is a tag in Go.
func tagLit(u *model.Union, tag string) *jen.Statement {
	if tagKind(u) == "string" {
		return lit(tag)
	}
	return jen.Op(tag)
}

// tagJSON is a tag as it is written.
func tagJSON(u *model.Union, tag string) string {
	if tagKind(u) == "string" {
		return model.Quote(tag)
	}
	return tag
}

// byTagKind picks the function of the runtime for the tags of a union:
// BeginTagged, BeginIntTagged, BeginBoolTagged.
func byTagKind(u *model.Union, before, after string) string {
	switch u.TagKind {
	case model.NumberValue:
		return before + "Int" + after
	case model.BoolValue:
		return before + "Bool" + after
	}
	return before + after
}

// ownTags are the tags that a struct carries, the innermost first: in this
// order they have the first bits of the mask of keys.
func ownTags(t *model.Struct) []*model.StructTag { return tagsFrom(t.Tag) }

func tagsFrom(tag *model.StructTag) []*model.StructTag {
	var out []*model.StructTag
	for ; tag != nil; tag = tag.Outer {
		out = append(out, tag)
	}
	return out
}

// tagEntries are the rows of tags that a value carries, the outermost first.
func tagEntries(tags []*model.StructTag) jen.Code {
	var rows []jen.Code
	for i := len(tags) - 1; i >= 0; i-- {
		rows = append(rows, tagEntry(tags[i]))
	}
	return onLines(rt("OwnTag"), rows)
}

// storedTags are those of a struct's tags that its value holds.
func storedTags(t *model.Struct) []*model.StructTag {
	var out []*model.StructTag
	for _, tag := range ownTags(t) {
		if tag.Stored() {
			out = append(out, tag)
		}
	}
	return out
}

// tagField is the Go field of a tag that the value holds.
func tagField(t *model.StructTag) string { return names.GoExported(t.Key) }

// zeroIsTag tells whether the zero value of a stored tag is one of its tags;
// otherwise it stands for the first.
func zeroIsTag(t *model.StructTag) bool {
	zero := map[string]string{"string": "", "int64": "0", "bool": "false"}[tagKind(t.Union)]
	for _, tag := range t.Variant.Tags {
		if tag == zero {
			return true
		}
	}
	return false
}

// zeroTag is the zero value of a union's tags in Go.
func zeroTag(u *model.Union) *jen.Statement {
	switch tagKind(u) {
	case "int64":
		return jen.Lit(0)
	case "bool":
		return jen.False()
	}
	return jen.Lit("")
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
	if tagKind(u) == "string" {
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
	if t.Tag != nil && t.Tag.Stored() {
		g.Add(v.Clone().Dot(tagField(t.Tag)).Op("=").Id("kind"))
	}
}

// zeroOf is the argument for a tag that was not read yet, if the struct holds one.
func zeroOf(t *model.Struct) []jen.Code {
	if !t.Tag.Stored() {
		return nil
	}
	return []jen.Code{zeroTag(t.Tag.Union)}
}

// storedNote says what a tag that a value holds may be.
func (p *plan) storedNote(t *model.StructTag) string {
	var tags []string
	for _, tag := range t.Variant.Tags {
		tags = append(tags, oneLine(tagJSON(t.Union, tag)))
	}
	note := or(tags)
	if !zeroIsTag(t) {
		note += "; the zero value means " + tags[0]
	}
	return note
}

// readOwnTag reads a tag that a struct carries, as one of its keys.
func (p *plan) readOwnTag(t *model.StructTag) jen.Code {
	if t.Stored() {
		// v.Type = SchemaType(d.TagOf("number", "integer"))
		values := make([]jen.Code, len(t.Variant.Tags))
		for i, tag := range t.Variant.Tags {
			values[i] = tagLit(t.Union, tag)
		}
		read := dec(byTagKind(t.Union, "Tag", "Of"), values...)
		if t.Union.TagKind == model.BoolValue {
			read = dec("Bool")
		}
		return jen.Id("v").Dot(tagField(t)).Op("=").Id(p.types[t.Union] + "Type").Call(read)
	}
	var values []jen.Code
	for _, tag := range append([]string{t.Value}, t.Variant.Was...) {
		values = append(values, tagLit(t.Union, tag))
	}
	switch t.Union.TagKind {
	case model.NumberValue:
		return dec("ConstInt", values...)
	case model.BoolValue:
		return dec("ConstBool", values[0])
	}
	return dec("Const", values...)
}

// writeOwnTag writes a tag that a struct carries.
func (p *plan) writeOwnTag(w *objectWriter, t *model.StructTag) {
	switch {
	case t.Optional():
	case t.Stored():
		w.member(t.Key, func(_ *jen.Group, w *objectWriter) {
			value := jen.Id("v").Dot(p.types[t.Union] + "Type").Call()
			kind := map[string]string{"string": "String", "int64": "Int", "bool": "Bool"}[tagKind(t.Union)]
			w.assign(rt("Append"+kind).Call(jen.Id("dst"), jen.Id(tagKind(t.Union)).Call(value)))
		})
	default:
		w.constant(t.Key, tagJSON(t.Union, t.Value))
	}
}

// writesTag tells whether a struct is written with a tag.
func writesTag(t *model.Struct) bool {
	for _, tag := range ownTags(t) {
		if !tag.Optional() {
			return true
		}
	}
	return false
}

// checkStoredTags tells whether the tags that a value holds are its own.
func (p *plan) checkStoredTags(g *jen.Group, t *model.Struct) {
	tags := storedTags(t)
	for i := len(tags) - 1; i >= 0; i-- {
		tag := tags[i]
		var names []jen.Code
		for _, v := range p.variants[tag.Union] {
			if v.Variant == tag.Variant {
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
		switch tag.Union.TagKind {
		case model.NumberValue:
			text = jen.Qual("strconv", "FormatInt").Call(jen.Int64().Call(jen.Id("kind")), jen.Lit(10))
		case model.BoolValue:
			continue // both values are tags
		}
		g.Switch(jen.Id("kind").Op(":=").Id("v").Dot(p.types[tag.Union]+"Type").Call(), jen.Id("kind")).Block(
			caseOf(names),
			jen.Default().Block(jen.Return(jen.Id("table").Dot("NotATag").Call(
				jen.Id("type"+p.types[t]), jen.Lit(tag.Key), text))),
		)
	}
}

// tagEntry is the row of a tag that a struct carries.
func tagEntry(t *model.StructTag) jen.Code {
	w := &entryWriter{}
	w.add("Key", jen.Lit(t.Key))
	values := []string{t.Value}
	for _, tag := range t.Variant.Tags {
		if tag != t.Value {
			values = append(values, tag)
		}
	}
	w.add("Values", texts(append(values, t.Variant.Was...)))
	if len(values) > 1 {
		w.add("Today", jen.Lit(len(values)))
	}
	if kind := kindOfTags(t.Union); kind != nil {
		w.add("Kind", kind)
	}
	if t.Optional() {
		w.add("Optional", jen.True())
	}
	return w.code()
}

// kindOfTags is the kind of a union's tags in the table, nil for strings.
func kindOfTags(u *model.Union) jen.Code {
	switch u.TagKind {
	case model.NumberValue:
		return rt("KindNumber")
	case model.BoolValue:
		return rt("KindBool")
	}
	return nil
}

// plainTag tells whether a struct carries one tag that is a string which is
// there, and written as it is.
func plainTag(t *model.Struct) bool {
	return t.Tag != nil && t.Tag.Outer == nil && !t.Tag.Stored() && !t.Tag.Optional() && tagKind(t.Tag.Union) == "string"
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
