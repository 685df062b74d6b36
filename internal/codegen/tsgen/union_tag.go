package tsgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// takenTags are tags that are neither in a normal form nor unknown: older ones, and
// those of the envelope's other union.
func takenTags(u *lower.Union) []string { return append(formerTags(u), u.Foreign...) }

// allTags are the tags of a union, and then its older ones.
func allTags(u *lower.Union) []string {
	var out []string
	for _, c := range u.Cases {
		out = append(out, c.Tags...)
	}
	return append(out, formerTags(u)...)
}

// foreignTags is the constant with the tags that a union refuses, which are those of another one.
func (p *plan) foreignTags(u *lower.Union) string {
	for _, t := range p.rows.Types {
		if t.Union != nil && p.hasTagList(t.Union) && sameTexts(allTags(t.Union), u.Foreign) {
			return "tagsOf" + p.types[t.Union.Of]
		}
	}
	return "foreign" + p.types[u.Of]
}

// hasTagList reports whether the tags of a union are a constant: another one refuses them.
func (p *plan) hasTagList(u *lower.Union) bool {
	return u.By == lower.ByContent && slices.ContainsFunc(p.rows.Types, func(t *lower.Type) bool {
		return t.Union != nil && len(t.Union.Foreign) > 0 && sameTexts(allTags(u), t.Union.Foreign)
	})
}

func sameTexts(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func formerTags(u *lower.Union) []string {
	var out []string
	for _, c := range u.Cases {
		out = append(out, c.FormerNames...)
	}
	return out
}

// An openTag is the type and the condition of the tag of an unknown variant.
type openTag struct {
	Type  string
	apart string // a type for the declaration of the variant
	words string
	is    string            // the condition on a tag %s
	only  *lower.Extensions // it must be one of these
}

// openTagOf is the tag of an unknown variant. It is declared as a text to which no
// literal is assignable, so that narrowing can exclude an unknown variant, and a
// malformed known one is not assignable to it. Integers are declared in the same way,
// because to the compiler every number could be 1. Of booleans, one is left.
func openTagOf(u *lower.Union) openTag {
	left := "true"
	if u.Of.Variant("true") != nil {
		left = "false"
	}
	tag := [...]openTag{
		lower.StringTag:  {Type: "string", apart: unknownText, words: "any other string", is: `typeof %s === "string"`},
		lower.IntegerTag: {Type: "number", apart: "`${number}\\u0000unknown`", words: "any other integer", is: "Number.isInteger(%s)"},
		lower.BooleanTag: {Type: left, apart: left, words: left, is: "%s === " + left},
	}[u.TagKind]
	if u.Unknown == lower.UnknownExtended {
		tag.Type, tag.apart, tag.words, tag.only = plainExtensionText(u.Extensions), extensionText(u.Extensions), "that of an extension", u.Extensions
	}
	return tag
}

// Is is the condition that x may be the tag.
func (t openTag) Is(x string) string {
	is := fmt.Sprintf(t.is, x)
	if t.only == nil {
		return is
	}
	return is + " && " + extensions{t.only}.Grouped(x)
}

const unknownText = "`${string}\\u0000unknown`"

// unknownDecl declares the type of the unknown variants of a union.
func (e *declarations) unknownDecl(u *lower.Union) declaration {
	name, tag, what := e.types[u.Of], openTagOf(u), "tag"
	if u.By == lower.ByName {
		what = "name"
	}
	d := declaration{
		Name: e.unknown[u.Of],
		Doc: []string{
			fmt.Sprintf("An undeclared variant of {@link %s}, preserved verbatim.", name),
			fmt.Sprintf("Its %s is %s; {@link unknownTag} returns it, {@link unknown%s} makes one.", what, tag.words, name),
		},
	}
	if u.By == lower.ByName {
		for _, text := range strings.Split(tag.apart, " | ") {
			d.Arms = append(d.Arms, armView{Type: text})
		}
		d.Arms = append(d.Arms, armView{Type: `{ "\u0000unknown": unknown }`})
		return d
	}
	d.Members = append(tagMembers(u.Around), memberView{Key: key(u.Key), Type: tag.apart})
	return d
}

// tagMembers declare the tags of an object.
func tagMembers(tags []lower.Tag) []memberView {
	var out []memberView
	for _, t := range tags {
		m := memberView{Key: key(t.Key), Type: strings.Join(tagLiterals(t.Kind, t.Values), " | ")}
		switch t.Written {
		case lower.WrittenNever:
			left := "Omitted when writing; " + code(quote(t.Values[0])) + " is also read."
			m = memberView{Doc: []string{docText(left)}, Key: key(t.Key) + "?", Type: "undefined"}
		case lower.WrittenAsRead:
			m.Key += "?"
		case lower.WrittenAlways:
		}
		out = append(out, m)
	}
	return out
}

// tagConds are the conditions on the tags of an object.
func (e *guards) tagConds(tags []lower.Tag) []string {
	return each(tags, func(t lower.Tag) string {
		x := e.access(t.Key)
		if t.Written == lower.WrittenNever {
			return x + " === undefined"
		}
		conds := each(tagLiterals(t.Kind, t.Values), func(tag string) string { return equals(x, tag) })
		if t.Written == lower.WrittenAsRead {
			conds = append(conds, x+" === undefined")
		}
		if len(conds) > 1 {
			return "(" + strings.Join(conds, " || ") + ")"
		}
		return conds[0]
	})
}

// keptConds are the conditions on the outer tags of an unknown variant, which is kept
// with any tag that is read.
func (e *guards) keptConds(tags []lower.Tag) []string {
	return each(tags, func(t lower.Tag) string {
		values := tagLiterals(t.Kind, slices.Concat(t.Values, t.FormerNames))
		if t.Implied {
			values = append(values, "undefined")
		}
		if len(values) > 1 {
			return array(values) + ".includes(" + e.access(t.Key) + ")"
		}
		return e.access(t.Key) + " === " + values[0]
	})
}

// internalGuard is the body of the guard of a union with tags next to the fields. The
// guards of the variants check own members. A variant that is a union itself may have
// an unknown variant under an older tag.
func (e *guards) internalGuard(u *lower.Union, at depth) string {
	var arms []arm
	var taken []string
	for i, c := range u.Cases {
		live, gone := c.Tags, c.FormerNames
		var labels []string
		if i == u.Default && u.Written == lower.WrittenNever {
			live, gone = nil, slices.Concat(live, gone)
		}
		isUnion := e.rows.At(c.Type).Form == lower.UnionForm
		if i == u.Default && (isUnion || u.Written != lower.WrittenAlways) {
			labels = []string{"undefined"}
		}
		if isUnion {
			live, gone = slices.Concat(live, gone), nil
		}
		taken = append(taken, gone...)
		arms = append(arms, arm{append(labels, tagLiterals(u.TagKind, live)...), e.variant(&c.Of.Meta, c.Of.Type, "v", at)})
	}
	other := "false"
	if u.Unknown.Kept() {
		arms = append(arms, arm{tagLiterals(u.TagKind, append(taken, u.Foreign...)), "false"})
		other = allOfOne(append(e.keptConds(u.Around), e.keptTag(u), e.call("plain", "v")))
	}
	return fmt.Sprintf("  if (!(%s)) return false;\n", isObject) + choose(e.access(u.Key), arms, other)
}

// keptTag is the condition that a value may have the tag of an unknown variant.
func (e *guards) keptTag(u *lower.Union) string {
	tag := e.access(u.Key)
	if u.TagKind == lower.StringTag && u.Unknown == lower.UnknownKept {
		return e.call("text", tag)
	}
	return openTagOf(u).Is(tag)
}

// adjacentGuard is the body of the guard of an envelope. If a union of unions keeps the
// same unknown variants as its parts, it accepts exactly what one of them accepts.
func (e *guards) adjacentGuard(u *lower.Union, at depth) string {
	differs := func(part lower.Ref) bool { return e.rows.At(part).Union.Unknown != u.Unknown }
	if len(u.Parts) > 0 && !slices.ContainsFunc(u.Parts, differs) {
		return anyOf(each(u.Of.Parts, func(part *model.Union) string { return e.is(part, "v", at) }))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  if (!%s) return false;\n  const tag = %s;\n", e.call("plain", "v"), e.access(u.Key))
	if slices.ContainsFunc(u.Cases, func(c lower.Case) bool { return c.Body }) {
		fmt.Fprintf(&b, "  const content = %s;\n", e.access(u.Content))
		if e.made != nil {
			b.WriteString("  if (content === false) return false;\n")
		}
	}
	if u.TagKind == lower.StringTag {
		return b.String() + e.caseByLength(u, at)
	}
	return b.String() + e.caseByCase(u, at)
}

func (e *guards) caseByCase(u *lower.Union, at depth) string {
	var arms []arm
	for _, c := range u.Cases {
		is := e.contentGuard(c, at)
		if c.Tags[0] == "0" {
			is = equals("tag", c.Tags[0]) + " && (" + is + ")"
		}
		arms = append(arms, arm{c.Tags[:1], is})
	}
	other := "false"
	if u.Unknown.Kept() {
		arms, other = append(arms, arm{takenTags(u), "false"}), openTagOf(u).Is("tag")
	}
	return choose("tag", arms, other)
}

// caseByLength compares the lengths of tags first: an envelope has many tags, and
// comparing the strings one after the other costs more than everything else.
func (e *guards) caseByLength(u *lower.Union, at depth) string {
	byLength := map[int][]string{}
	add := func(tag, result string) {
		n := len(utf16.Encode([]rune(tag)))
		byLength[n] = append(byLength[n], fmt.Sprintf("      if (tag === %s) return %s;\n", quote(tag), result))
	}
	for _, c := range u.Cases {
		add(c.Tags[0], e.contentGuard(c, at))
	}
	other := "false"
	switch u.Unknown {
	case lower.UnknownExtended:
		other = extensions{u.Extensions}.Is("tag")
	case lower.UnknownKept:
		other = "true"
		for _, tag := range formerTags(u) {
			add(tag, "false")
		}
		if len(u.Foreign) > 0 {
			foreign := e.foreignTags(u)
			other = "!" + foreign + ".includes(tag)"
			e.nodes = append(e.nodes, foreign)
		}
	}
	var b strings.Builder
	b.WriteString("  if (typeof tag !== \"string\") return false;\n  // By length first: to compare the tag with each of many would take longer.\n  switch (tag.length) {\n")
	for _, n := range slices.Sorted(maps.Keys(byLength)) {
		fmt.Fprintf(&b, "    case %d:\n%s      break;\n", n, strings.Join(byLength[n], ""))
	}
	fmt.Fprintf(&b, "  }\n  return %s;\n", other)
	return b.String()
}

// contentGuard is the condition on the content of an envelope.
func (e *guards) contentGuard(c lower.Case, at depth) string {
	if !c.Body {
		return "true"
	}
	return e.variant(&c.Of.Meta, c.Of.Type, "content", at.down())
}

// taggedNode is a union whose variants have tags or names.
func (e *tables) taggedNode(t *lower.Type) string {
	u := t.Union
	var o object
	if len(u.Foreign) > 0 {
		o.add("name", quote(t.Name))
	}
	e.tagPlace(&o, t)
	e.otherTags(&o, u)
	if len(u.Around) > 0 {
		o.add("outer", tagNode(u.Around))
	}
	if u.Default >= 0 {
		o.add("default", e.element(u.Cases[u.Default].Type))
	}
	e.tagsOfVariants(&o, u)
	if len(u.Foreign) > 0 {
		o.add("foreign", e.foreignTags(u))
	}
	extended := u.Unknown == lower.UnknownExtended
	switch {
	case u.By == lower.ByTag && extended:
		return append(object{"pick: " + e.use("extension", "byExtendedTag")}, o...).tall("")
	case u.By == lower.ByTag:
		return append(object{"pick: " + e.use("union", "byTag")}, o...).tall("")
	case u.By == lower.ByContent && extended:
		return array([]string{e.use("extension", "readExtendedEnvelope"), o.tall("")})
	case u.By == lower.ByContent:
		return e.read("readEnvelope", o.tall(""))
	case extended:
		return array([]string{e.use("extension", "readExtendedExternal"), o.tall(""), quoteAll(t.Expected)})
	}
	return e.read("readExternal", o.tall(""), quoteAll(t.Expected))
}

// tagPlace adds where a union has its tag and what it has for it, and where its content is.
func (e *tables) tagPlace(o *object, t *lower.Type) {
	u := t.Union
	if u.By == lower.ByName {
		forms := kindNames(t.Reads)
		if len(forms) > 1 {
			forms[0] = "both"
		}
		o.add("external", quote(forms[0]))
	} else {
		o.add("tag", quote(u.Key))
	}
	switch u.TagKind {
	case lower.IntegerTag:
		o.add("tags", e.use("union", "integerTags"))
	case lower.BooleanTag:
		o.add("tags", e.use("union", "booleanTags"))
	}
	if u.By == lower.ByContent {
		o.add("content", quote(u.Content))
	}
}

// otherTags adds what is done with a value whose tag is not that of a variant.
func (e *tables) otherTags(o *object, u *lower.Union) {
	switch isPlain := u.TagKind == lower.StringTag && u.Unknown == lower.UnknownKept && len(u.Around) == 0 && u.Default < 0; {
	case u.By == lower.ByName:
		o.flag("keep", u.Unknown == lower.UnknownKept)
	case !isPlain:
		o.flag("keep", u.Unknown == lower.UnknownKept)
		o.add("other", e.use("union", "otherwise"))
	case len(u.Foreign) > 0:
		o.add("other", e.use("union", "keptUnlessForeign"))
	default:
		o.add("other", e.use("union", "kept"))
	}
	if u.Unknown == lower.UnknownExtended {
		o.add("extension", "(tag) => "+extensions{u.Extensions}.Is("tag"))
	}
}

// tagsOfVariants adds the types of variants by their tags, and the current ones of older tags.
func (e *tables) tagsOfVariants(o *object, u *lower.Union) {
	var variants, was []string
	for _, c := range u.Cases {
		for _, today := range c.Tags {
			variants = append(variants, array([]string{tagLiteral(u.TagKind, today), e.element(c.Type)}))
		}
		for _, older := range c.FormerNames {
			was = append(was, array([]string{tagLiteral(u.TagKind, older), tagLiteral(u.TagKind, c.Tags[0])}))
		}
	}
	o.add("variants", "/* @__PURE__ */ new Map("+lines(variants, "  ")+")")
	if len(was) > 0 {
		o.add("was", "/* @__PURE__ */ new Map("+array(was)+")")
	}
}

// tagNode is [key, current tag, mode], where mode has the outer tag.
func tagNode(tags []lower.Tag) string {
	last := len(tags) - 1
	t := tags[last]
	var o object
	if len(t.Values) > 1 {
		o.add("also", array(tagLiterals(t.Kind, t.Values[1:])))
	}
	was := tagLiterals(t.Kind, t.FormerNames)
	if t.Implied {
		was = append(was, "undefined")
	}
	if len(was) > 0 {
		o.add("was", array(was))
	}
	switch t.Written {
	case lower.WrittenNever:
		o.add("unwritten", array(append(tagLiterals(t.Kind, t.Values), was...)))
	case lower.WrittenAsRead:
		o.add("unwritten", "[undefined]")
	case lower.WrittenAlways:
	}
	if last > 0 {
		o.add("outer", tagNode(tags[:last]))
	}
	return o.after(quote(t.Key), tagLiteral(t.Kind, t.Values[0]))
}

// tagLiteral is a tag as an expression.
func tagLiteral(k lower.TagKind, tag string) string {
	if k == lower.StringTag {
		return quote(tag)
	}
	return tag
}

func tagLiterals(k lower.TagKind, tags []string) []string {
	return each(tags, func(tag string) string { return tagLiteral(k, tag) })
}
