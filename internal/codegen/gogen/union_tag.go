package gogen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// hasTags reports whether the variants of a union are distinguished by tags.
func hasTags(u *model.Union) bool { return lower.ByOf(u).Tagged() }

// wrapped reports whether the tag of a union is written around its variants, not
// within them.
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

// wholeOf returns the word for the JSON of an undeclared variant of a union.
func wholeOf(u *model.Union) string {
	if lower.ByOf(u) == lower.ByName {
		return "value"
	}
	return "object"
}

// behind returns the type of an alias, if that type has a Go name.
func behind(t model.Type) model.Type {
	if name := model.DistinctOf(t); name != nil {
		return name
	}
	switch r := model.Resolve(t).(type) {
	case *model.Struct, *model.Enum, *model.Union, *model.Tuple:
		return r
	}
	return t
}

// nested returns the union that the variant is, or nil.
func (v *variant) nested() *model.Union {
	if v.own || v.pointer {
		return nil
	}
	u, _ := behind(v.Type).(*model.Union)
	return u
}

// bodyless reports whether the variant consists of its tag alone.
func (v *variant) bodyless() bool { return v.Type == nil }

// body returns the shape of what a variant holds.
func (p *plan) body(v *variant) *shape {
	if v.bodyless() {
		return &shape{form: formNothing}
	}
	return p.shape(v.Type)
}

// A standIn is a type that represents a variant.
type standIn struct {
	typ  string
	decl *model.Struct // nil for a type that is made here
}

// typesOf returns the types that represent a variant: one, or those of the union
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

// stored returns the tag of a union that a variant's type holds, or nil.
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
	for _, tag := range v.row.Tags[1:] {
		name := p.types[v.union] + "Type" + names.GoName(tag)
		p.pkgScope.Claim(backend.NewElement(e.Span, "tag %q of %q", tag, v.union.Name), name)
		out = append(out, tagConst{name, tag})
	}
	return out
}

// freeWord returns a name for a variant without a tag: what the spec calls it, its one value,
// or the kind of its values. A name that follows from its place would become that of another
// variant when two change places; so the number of the second of a kind is the last resort.
func (p *plan) freeWord(v *variant) string {
	name, sh := p.types[v.union], p.shape(v.Type)
	var words []string
	if v.Label != "" {
		words = append(words, names.GoName(v.Label))
	}
	if sh.literal != nil {
		word := literalWord(&sh.literal.Value)
		words = append(words, word, "Literal"+word)
	}
	taken := func(name string) bool {
		return slices.ContainsFunc(p.variants[v.union], func(o *variant) bool { return o.typ == name })
	}
	for _, word := range words {
		if p.pkgScope.Free(name+word) && !taken(name+word) {
			return name + word
		}
	}
	name += sh.kindWord()
	out := name
	for n := 2; taken(out); n++ {
		out = name + strconv.Itoa(n)
	}
	return out
}

// literalWord is a value as a part of a name.
func literalWord(v *model.Value) string {
	if v.Kind == model.StringValue {
		return names.GoName(v.Text)
	}
	return names.GoName(strings.NewReplacer("-", "minus ", "+", "plus ", ".", " point ").Replace(v.JSON()))
}

// goTag returns the Go type of tags of a kind.
func goTag(k lower.TagKind) string {
	return [...]string{lower.StringTag: "string", lower.IntegerTag: "int64", lower.BooleanTag: "bool"}[k]
}

// tagKind returns the Go type of a union's tags.
func tagKind(u *model.Union) string { return goTag(lower.TagKindOf(u)) }

// tagLit returns a tag in Go.
func tagLit(u *model.Union, tag string) code {
	if lower.TagKindOf(u) == lower.StringTag {
		return lit(tag)
	}
	return code(tag)
}

// tagJSON returns a tag as it is written.
func tagJSON(u *model.Union, tag string) string { return lower.TagKindOf(u).JSON(tag) }

// byTagKind picks the function of the runtime for the tags of a union:
// BeginTagged, BeginIntTagged, BeginBoolTagged.
func byTagKind(u *model.Union, before, after string) string {
	return before + [...]string{lower.StringTag: "", lower.IntegerTag: "Int", lower.BooleanTag: "Bool"}[lower.TagKindOf(u)] + after
}

// ownTags returns the tags that a struct carries, the innermost first: in this
// order they have the first bits of the mask of keys.
func ownTags(t *model.Struct) []lower.Tag {
	out := lower.Tags(t)
	slices.Reverse(out)
	return out
}

// storedTags returns those of a struct's tags that its value holds, the
// innermost first.
func storedTags(t *model.Struct) []lower.Tag {
	return slices.DeleteFunc(ownTags(t), func(tag lower.Tag) bool { return !tag.Stored })
}

// notedTags returns those of a struct's tags of which its value only holds whether
// they are written, the innermost first.
func notedTags(t *model.Struct) []lower.Tag {
	return slices.DeleteFunc(ownTags(t), func(tag lower.Tag) bool { return tag.Written != lower.WrittenAsRead })
}

// carriesTag reports whether a struct has a tag among its keys.
func carriesTag(t *model.Struct) bool { return len(lower.Tags(t)) > 0 }

// tagField returns the Go field of a tag that the value holds.
func tagField(t *lower.Tag) string { return names.GoExported(t.Key) }

// zeroIsTag reports whether the zero value of a stored tag is one of its tags;
// otherwise it means the first.
func zeroIsTag(t *lower.Tag) bool {
	return slices.ContainsFunc(t.Values, func(tag string) bool { return t.Kind.JSON(tag) == zeroTag(t.Kind) })
}

// zeroTag returns the zero value of tags of a kind in Go.
func zeroTag(k lower.TagKind) string {
	return [...]string{lower.StringTag: `""`, lower.IntegerTag: "0", lower.BooleanTag: "false"}[k]
}

// tellTag emits the method of a variant's type that returns its tag.
func (p declarer) tellTag(f *file, v *variant, in standIn) {
	name, tag := p.types[v.union]+"Type", in.stored(v.union)
	switch {
	case tag == nil:
		f.declare(`
			// $1 returns $3.
			func (*$2) $1() $1 { return $3 }`, name, in.typ, v.tag)
	case zeroIsTag(tag):
		f.declare(`
			// $1 returns the tag of v.
			func (v *$2) $1() $1 { return v.$3 }`, name, in.typ, tagField(tag))
	default:
		f.declare(`
			// $1 returns the tag of v, $3 if it is not set.
			func (v *$2) $1() $1 {
				if v.$4 == $5 {
					return $3
				}
				return v.$4
			}`, name, in.typ, v.tag, tagField(tag), zeroTag(tag.Kind))
	}
}

// switchOnTag returns a switch over a tag that was read.
func switchOnTag(u *model.Union, variants func(*stmts)) code {
	if lower.TagKindOf(u) == lower.StringTag {
		return "switch string(tag) " + cases(variants)
	}
	return "switch tag " + cases(variants)
}

// storedNote returns the note about the allowed tags of a value.
func (p docs) storedNote(t *lower.Tag) string {
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
func (p reader) readOwnTag(g *stmts, t *lower.Tag) {
	u, key := t.Of.Union, spelledKey(t.Key)
	values := tagLits(u, slices.Concat(t.Values, t.FormerNames))
	if !t.Stored && t.Kind == lower.StringTag {
		g.put("m.Const($1, $2)", key, list(values))
		return
	}
	read := src("d.$1($2)", byTagKind(u, "Tag", "Of"), list(tagLits(u, t.Values)))
	switch {
	case t.Stored && t.Kind == lower.BooleanTag:
		read = "d.Bool()"
	case t.Kind == lower.BooleanTag:
		read = src("d.ConstBool($1)", values[0])
	case !t.Stored:
		read = src("d.ConstInt($1)", list(values))
	}
	if t.Stored {
		read = src("v.$1 = $2Type($3)", tagField(t), p.types[u], read)
	}
	g.put(`
		if m.Begin($1) {
			$2
		}`, key, read)
}

// setTag sets a stored tag that was absent, where the zero value is another tag, and
// notes whether a tag was there.
func (p reader) setTag(g *stmts, t *lower.Tag) {
	if t.Written == lower.WrittenAsRead {
		g.put("v.$1 = m.Has($2)", tagField(t), quote(t.Key))
	}
	if t.Stored && t.Implied && zeroIsTag(t) && t.Kind.JSON(t.Values[0]) != zeroTag(t.Kind) {
		g.put(`
			if !m.Has($1) {
				v.$2 = $3
			}`, quote(t.Key), tagField(t), tagLit(t.Of.Union, t.Values[0]))
	}
}

// writeOwnTag writes a tag that a struct carries.
func (p writer) writeOwnTag(w *objectWriter, t *lower.Tag) {
	switch {
	case t.Written == lower.WrittenNever:
	case t.Written == lower.WrittenAsRead:
		w.maybe(src("v.$1", tagField(t)), t.Key, func(w *objectWriter) { w.text(tagJSON(t.Of.Union, t.Values[0])) })
	case t.Stored:
		w.member(t.Key, func(w *objectWriter) {
			kind := [...]string{lower.StringTag: "String", lower.IntegerTag: "Int", lower.BooleanTag: "Bool"}[t.Kind]
			w.assign("codec.Append$1(dst, $2(v.$3Type()))", kind, goTag(t.Kind), p.types[t.Of.Union])
		})
	default:
		w.constant(t.Key, tagJSON(t.Of.Union, t.Values[0]))
	}
}

// writesTag reports whether a struct is always written with a tag.
func writesTag(t *model.Struct) bool {
	return slices.ContainsFunc(lower.Tags(t), func(tag lower.Tag) bool { return tag.Written == lower.WrittenAlways })
}

// beginsWithTag returns how the first of a struct's tags is written that may be
// written; never if there is none.
func beginsWithTag(t *model.Struct) lower.Written {
	for _, tag := range lower.Tags(t) {
		if tag.Written != lower.WrittenNever {
			return tag.Written
		}
	}
	return lower.WrittenNever
}

// checkStoredTags emits the check that the tags in a value are tags of its type.
func (p checker) checkStoredTags(g *stmts, t *model.Struct) {
	for _, tag := range slices.Backward(storedTags(t)) {
		var names []string
		for _, v := range p.variants[tag.Of.Union] {
			if v.Variant == tag.Of.Variant {
				for _, c := range v.tags {
					names = append(names, c.name)
				}
			}
		}
		text := code("string(kind)")
		switch tag.Kind {
		case lower.IntegerTag:
			text = src("strconv.FormatInt(int64(kind), 10)")
		case lower.BooleanTag:
			continue // both values are tags
		}
		g.put(`
			switch kind := v.$1Type(); kind {
			$2
			default:
				return table.NotATag(type$3, $4, $5)
			}`, p.types[tag.Of.Union], caseOf(ids(names)), p.types[t], quote(tag.Key), text)
	}
}

// newVariant emits the case of a registry that makes a variant.
func (p declarer) newVariant(g *stmts, v *variant) {
	if v.nested() != nil {
		return
	}
	stored := p.typesOf(v)[0].stored(v.union)
	for i, tag := range v.tags {
		if i == 0 && (stored == nil || !zeroIsTag(stored)) {
			g.put("case $1:\n\treturn new($2)", tag.name, v.typ)
			continue
		}
		g.put("case $1:\n\treturn &$2{$3: $1}", tag.name, v.typ, tagField(stored))
	}
}
