package tsgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// takenTags are tags that are no tags of a normal form, and not unknown either:
// older ones, and those of the envelope's other union.
func takenTags(t *model.Union) []string {
	var out []string
	for _, v := range t.Variants {
		out = append(out, v.Was...)
	}
	return append(out, t.ForeignTags()...)
}

// freeBool is the boolean that no variant has for a tag; "" when both are taken.
func freeBool(t *model.Union) string {
	switch {
	case t.Variant("true") == nil:
		return "true"
	case t.Variant("false") == nil:
		return "false"
	default:
		return ""
	}
}

// unknownTagType is a text that no literal is assignable to, so that an unknown
// variant narrows away and a malformed known one does not fit it. It stands for
// an integer too: a compiler takes every number for a possible 1.
func unknownTagType(t *model.Union) string {
	switch lower.TagKindOf(t) {
	case lower.IntegerTag:
		return "`${number}\\u0000unknown`"
	case lower.BooleanTag:
		return freeBool(t)
	default:
		return unknownText
	}
}

const unknownText = "`${string}\\u0000unknown`"

// anyTag is what the tag of an unknown variant may be, as a type.
func anyTag(t *model.Union) string {
	switch lower.TagKindOf(t) {
	case lower.IntegerTag:
		return "number"
	case lower.BooleanTag:
		return freeBool(t)
	default:
		return "string"
	}
}

// unknownDecl declares what holds the variants that a union does not declare.
func (p *plan) unknownDecl(t *model.Union) declaration {
	name := p.types[t]
	form := [...]string{lower.StringTag: "any other string", lower.IntegerTag: "any other integer", lower.BooleanTag: freeBool(t)}[lower.TagKindOf(t)]
	what := "Its tag is"
	if lower.ByOf(t) == lower.ByName {
		what = "Its name is"
	}
	d := declaration{
		Name: p.unknown[t],
		Doc: []string{
			fmt.Sprintf("A variant of {@link %s} that this version does not declare, kept as it came.", name),
			fmt.Sprintf("%s %s; {@link unknownTag} tells it, {@link unknown%s} makes one.", what, form, name),
		},
	}
	if lower.ByOf(t) == lower.ByName {
		d.Arms = []armView{{Type: unknownText}, {Type: `{ "\u0000unknown": unknown }`}}
		return d
	}
	d.Members = append(tagMembers(lower.Around(t)), memberView{Key: key(t.TagKey), Type: unknownTagType(t)})
	return d
}

// tagMembers declare the tags that an object carries.
func tagMembers(tags []lower.Tag) []memberView {
	var out []memberView
	for _, t := range tags {
		m := memberView{Key: key(t.Key), Type: strings.Join(tagLiterals(t.Kind, t.Values), " | ")}
		if t.Implied {
			left := "Left out when it is written; " + code(quote(t.Values[0])) + " is read, too."
			m = memberView{Doc: []string{docText(left)}, Key: key(t.Key) + "?", Type: "undefined"}
		}
		out = append(out, m)
	}
	return out
}

// tagConds are what must hold of the tags that an object carries.
func tagConds(tags []lower.Tag) []string {
	var out []string
	for _, t := range tags {
		x := access(t.Key)
		if t.Implied {
			out = append(out, x+" === undefined")
			continue
		}
		conds := tagLiterals(t.Kind, t.Values)
		for i, value := range conds {
			conds[i] = equals(x, value)
		}
		cond := strings.Join(conds, " || ")
		if len(conds) > 1 {
			cond = "(" + cond + ")"
		}
		out = append(out, cond)
	}
	return out
}

// keptConds are what must hold of the tags around an unknown variant, which is
// kept with any of those that are read.
func keptConds(tags []lower.Tag) []string {
	var out []string
	for _, t := range tags {
		values := tagLiterals(t.Kind, slices.Concat(t.Values, t.Was))
		if t.Implied {
			values = append(values, "undefined")
		}
		cond := access(t.Key) + " === " + values[0]
		if len(values) > 1 {
			cond = "[" + strings.Join(values, ", ") + "].includes(" + access(t.Key) + ")"
		}
		out = append(out, cond)
	}
	return out
}

// isAnyTag holds when x may be the tag of an unknown variant.
func isAnyTag(t *model.Union, x string) string {
	switch lower.TagKindOf(t) {
	case lower.IntegerTag:
		return "Number.isInteger(" + x + ")"
	case lower.BooleanTag:
		return x + " === " + freeBool(t)
	default:
		return "typeof " + x + ` === "string"`
	}
}

// internalGuard leaves own members to the guards of the variants. A variant
// that is a union itself may hold what it does not declare under an older tag.
func (p *plan) internalGuard(t *model.Union, at depth) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  if (!(%s)) return false;\n  switch (%s) {\n", isObject, access(t.TagKey))
	var taken []string
	for _, v := range t.Variants {
		live, gone := lower.TodaysTags(v), v.Was
		var cases []string
		if v == t.Default {
			live, gone, cases = nil, slices.Concat(live, gone), []string{"undefined"}
		}
		if _, nested := model.Resolve(v.Type).(*model.Union); nested {
			live, gone = slices.Concat(live, gone), nil
		}
		for _, tag := range live {
			cases = append(cases, tagLiteral(lower.TagKindOf(t), tag))
		}
		for _, tag := range gone {
			taken = append(taken, tagLiteral(lower.TagKindOf(t), tag))
		}
		writeCases(&b, cases)
		fmt.Fprintf(&b, "      return %s;\n", p.shape(v.Type).guard("v", at))
	}
	if p.unknown[t] == "" {
		return b.String() + "    default:\n      return false;\n  }\n"
	}
	for _, tag := range t.ForeignTags() {
		taken = append(taken, quote(tag))
	}
	if writeCases(&b, taken); len(taken) > 0 {
		b.WriteString("      return false;\n")
	}
	conds := append(keptConds(lower.Around(t)), isAnyTag(t, access(t.TagKey)), ownOnly)
	fmt.Fprintf(&b, "    default:\n      return %s;\n  }\n", strings.Join(conds, " && "))
	return b.String()
}

func writeCases(b *strings.Builder, tags []string) {
	for _, tag := range tags {
		fmt.Fprintf(b, "    case %s:\n", tag)
	}
}

// adjacentGuard is the body of the guard of an envelope.
func (p *plan) adjacentGuard(t *model.Union, at depth) string {
	if len(t.Parts) > 0 && p.sameAsParts(t) {
		conds := make([]string, len(t.Parts))
		for i, part := range t.Parts {
			conds[i] = p.shape(part).guard("v", at)
		}
		return anyOf(conds)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  if (!(%s)) return false;\n  const tag = %s;\n", isObject, access(t.TagKey))
	if slices.ContainsFunc(t.Variants, func(v *model.Variant) bool { return v.Type != nil }) {
		fmt.Fprintf(&b, "  const content = %s;\n", access(t.Content))
	}
	if lower.TagKindOf(t) != lower.StringTag {
		p.caseByCase(&b, t, at)
	} else {
		p.caseByLength(&b, t, at)
	}
	return b.String()
}

func (p *plan) caseByCase(b *strings.Builder, t *model.Union, at depth) {
	fmt.Fprintf(b, "  if (!%s) return false;\n  switch (tag) {\n", ownOnly)
	for _, v := range t.Variants {
		cond := p.contentGuard(v, at)
		if v.Tag == "0" {
			cond = equals("tag", v.Tag) + " && " + cond
		}
		fmt.Fprintf(b, "    case %s:\n      return %s;\n", tagLiteral(lower.TagKindOf(t), v.Tag), cond)
	}
	if p.unknown[t] == "" {
		b.WriteString("    default:\n      return false;\n  }\n")
		return
	}
	taken := takenTags(t)
	if writeCases(b, taken); len(taken) > 0 {
		b.WriteString("      return false;\n")
	}
	fmt.Fprintf(b, "    default:\n      return %s;\n  }\n", isAnyTag(t, "tag"))
}

// caseByLength tells tags apart by their length first: an envelope has many,
// and comparing the strings one after the other costs more than the rest.
func (p *plan) caseByLength(b *strings.Builder, t *model.Union, at depth) {
	fmt.Fprintf(b, "  if (typeof tag !== \"string\" || !%s) return false;\n  switch (tag.length) {\n", ownOnly)
	byLength := map[int][]string{}
	add := func(tag, result string) {
		n := len(utf16.Encode([]rune(tag)))
		byLength[n] = append(byLength[n], fmt.Sprintf("      if (tag === %s) return %s;\n", quote(tag), result))
	}
	for _, v := range t.Variants {
		add(v.Tag, p.contentGuard(v, at))
	}
	kept := p.unknown[t] != ""
	if kept {
		for _, tag := range takenTags(t) {
			add(tag, "false")
		}
	}
	for _, n := range slices.Sorted(maps.Keys(byLength)) {
		fmt.Fprintf(b, "    case %d:\n%s      break;\n", n, strings.Join(byLength[n], ""))
	}
	fmt.Fprintf(b, "  }\n  return %t;\n", kept)
}

// contentGuard is what must hold of the content of an envelope.
func (p *plan) contentGuard(v *model.Variant, at depth) string {
	if v.Type == nil {
		return "true"
	}
	return p.shape(v.Type).guard("content", at.down())
}

// sameAsParts reports whether a union of unions takes exactly what one of its
// parts takes.
func (p *plan) sameAsParts(t *model.Union) bool {
	for _, part := range t.Parts {
		if lower.KeepsUnknown(part) != lower.KeepsUnknown(t) {
			return false
		}
	}
	return true
}
