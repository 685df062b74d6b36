package tsgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/wiregen/wiregen/internal/model"
)

// unionDecls declare a union: its envelopes, what is known of it, what holds
// the unknown, and both together.
func (p *plan) unionDecls(t *model.Union) []declaration {
	name, doc := p.types[t], p.unionDoc(t)
	if t.Tagging == model.ByKind {
		d := declaration{Doc: doc, Name: name}
		for _, v := range t.Variants {
			d.Arms = append(d.Arms, armView{Doc: docs(&v.Meta), Type: p.shape(v.Type).declare()})
		}
		return []declaration{d}
	}
	known := declaration{Name: name, Doc: doc, Tall: true, Arms: p.variantArms(t)}
	if !t.KeepUnknown {
		return append([]declaration{known}, p.envelopeDecls(t)...)
	}
	whole := declaration{Name: name, Doc: doc, Alias: "Known" + name + " | " + p.unknown[t]}
	known.Name, known.Doc = "Known"+name, []string{fmt.Sprintf("The variants of {@link %s} that this version declares.", name)}
	unknown := declaration{
		Name: p.unknown[t],
		Doc: []string{
			fmt.Sprintf("A variant of {@link %s} that this version does not declare, kept as it came.", name),
			fmt.Sprintf("Its tag is any other string; {@link unknownTag} tells it, {@link unknown%s} makes one.", name),
		},
		Members: []memberView{{Key: key(t.TagKey), Type: unknownTagType}},
	}
	return append([]declaration{whole, known, unknown}, p.envelopeDecls(t)...)
}

// unionDoc is what the author says of a union. The unions of the envelope's two
// sides have no place for that in a spec.
func (p *plan) unionDoc(t *model.Union) []string {
	e := p.proto.Envelope
	switch {
	case t.Doc != "" || e == nil:
		return docs(&t.Meta)
	case t == e.Events:
		return []string{"Something that is reported: an event, in its envelope."}
	case t == e.Requests:
		return []string{"Something that is asked: a request, in its envelope."}
	default:
		return docs(&t.Meta)
	}
}

// unknownTagType is a string that no literal is assignable to, so that an
// unknown variant narrows away and a malformed known one does not fit it.
const unknownTagType = "`${string}\\u0000unknown`"

func (p *plan) variantArms(t *model.Union) []armView {
	var arms []armView
	for _, part := range t.Parts {
		arm := p.types[part]
		if part.KeepUnknown {
			arm = "Known" + arm
		}
		arms = append(arms, armView{Type: arm})
	}
	if len(arms) > 0 {
		return arms
	}
	for _, v := range p.variants[t] {
		arm := v.envelope
		if arm == "" {
			arm = p.shape(v.Type).declare()
		}
		arms = append(arms, armView{Type: arm})
	}
	return arms
}

func (p *plan) envelopeDecls(t *model.Union) []declaration {
	var out []declaration
	for _, v := range p.variants[t] {
		if v.envelope == "" {
			continue
		}
		out = append(out, declaration{
			Doc:  docs(&v.Meta),
			Name: v.envelope,
			Members: []memberView{
				{Key: key(t.TagKey), Type: quote(v.Tag)},
				{Key: key(t.Content), Type: p.shape(v.Type).declare()},
			},
		})
	}
	return out
}

// unionGuard is the body of a union's guard.
func (p *plan) unionGuard(t *model.Union, at depth) string {
	if t.Tagging == model.ByKind {
		conds := make([]string, len(t.Variants))
		for i, v := range t.Variants {
			conds[i] = grouped(p.shape(v.Type), "v", at)
		}
		return anyOf(conds)
	}
	if len(t.Parts) > 0 && p.sameAsParts(t) {
		conds := make([]string, len(t.Parts))
		for i, part := range t.Parts {
			conds[i] = p.shape(part).guard("v", at)
		}
		return anyOf(conds)
	}
	if t.Tagging == model.Internal {
		return p.internalGuard(t, at)
	}
	return p.adjacentGuard(t, at)
}

// internalGuard leaves own members to the guards of the variants.
func (p *plan) internalGuard(t *model.Union, at depth) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  if (!(%s)) return false;\n  switch (%s) {\n", isObject, access(t.TagKey))
	for _, v := range t.Variants {
		fmt.Fprintf(&b, "    case %s:\n      return %s;\n", quote(v.Tag), p.shape(v.Type).guard("v", at))
	}
	if !t.KeepUnknown {
		return b.String() + "    default:\n      return false;\n  }\n"
	}
	taken := takenTags(t)
	for _, tag := range taken {
		fmt.Fprintf(&b, "    case %s:\n", quote(tag))
	}
	if len(taken) > 0 {
		b.WriteString("      return false;\n")
	}
	fmt.Fprintf(&b, "    default:\n      return typeof %s === \"string\" && %s;\n  }\n", access(t.TagKey), ownOnly)
	return b.String()
}

// adjacentGuard tells tags apart by their length first: an envelope has many,
// and comparing the strings one after the other costs more than the rest.
func (p *plan) adjacentGuard(t *model.Union, at depth) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  if (!(%s)) return false;\n  const tag = %s;\n  const content = %s;\n", isObject, access(t.TagKey), access(t.Content))
	fmt.Fprintf(&b, "  if (typeof tag !== \"string\" || !%s) return false;\n  switch (tag.length) {\n", ownOnly)
	byLength := map[int][]string{}
	add := func(tag, result string) {
		n := len(utf16.Encode([]rune(tag)))
		byLength[n] = append(byLength[n], fmt.Sprintf("      if (tag === %s) return %s;\n", quote(tag), result))
	}
	for _, v := range t.Variants {
		add(v.Tag, p.shape(v.Type).guard("content", at.down()))
	}
	if t.KeepUnknown {
		for _, tag := range takenTags(t) {
			add(tag, "false")
		}
	}
	for _, n := range slices.Sorted(maps.Keys(byLength)) {
		fmt.Fprintf(&b, "    case %d:\n%s      break;\n", n, strings.Join(byLength[n], ""))
	}
	fmt.Fprintf(&b, "  }\n  return %t;\n", t.KeepUnknown)
	return b.String()
}

// sameAsParts tells whether a union of unions takes exactly what one of its
// parts takes.
func (p *plan) sameAsParts(t *model.Union) bool {
	for _, part := range t.Parts {
		if part.KeepUnknown != t.KeepUnknown {
			return false
		}
	}
	return true
}

// takenTags are tags that are no tags of a normal form, and not unknown either:
// older ones, and those of the envelope's other union.
func takenTags(t *model.Union) []string {
	var out []string
	for _, v := range t.Variants {
		out = append(out, v.Was...)
	}
	return append(out, t.ForeignTags()...)
}

// unionTable is the row of a union.
func (p *plan) unionTable(t *model.Union) string {
	if t.Tagging == model.ByKind {
		var arms []string
		for _, v := range t.Variants {
			s := p.shape(v.Type)
			for _, k := range s.kinds() {
				arms = append(arms, fmt.Sprintf("[%s, %s]", quote(k), s.table()))
			}
		}
		return "{ kinds: [" + strings.Join(arms, ", ") + "] }"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "{\n    name: %s,\n    tag: %s,\n", quote(t.Name), quote(t.TagKey))
	if t.Tagging == model.Adjacent {
		fmt.Fprintf(&b, "    content: %s,\n", quote(t.Content))
	}
	if t.KeepUnknown {
		b.WriteString("    keep: true,\n")
	}
	b.WriteString("    variants: new Map([\n")
	var was []string
	for _, v := range t.Variants {
		fmt.Fprintf(&b, "      [%s, %s],\n", quote(v.Tag), p.shape(v.Type).table())
		for _, w := range v.Was {
			was = append(was, fmt.Sprintf("[%s, %s]", quote(w), quote(v.Tag)))
		}
	}
	b.WriteString("    ]),\n")
	if len(was) > 0 {
		fmt.Fprintf(&b, "    was: new Map([%s]),\n", strings.Join(was, ", "))
	}
	if foreign := t.ForeignTags(); len(foreign) > 0 {
		fmt.Fprintf(&b, "    foreign: new Set(%s),\n", quoteLines(foreign, "    "))
	}
	return b.String() + "  }"
}
