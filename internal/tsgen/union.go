package tsgen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// unionDecls declare a union: its envelopes, what is known of it, what holds
// the unknown, and both together.
func (p *plan) unionDecls(t *model.Union) []declaration {
	name, doc := p.types[t], p.unionDoc(t)
	if !hasTags(t) {
		d := declaration{Doc: doc, Name: name}
		for _, v := range t.Variants {
			arm := armView{Doc: docs(&v.Meta), Type: p.shape(v.Type).declare()}
			same := func(a armView) bool { return a.Type == arm.Type }
			if len(arm.Doc) > 0 || !slices.ContainsFunc(d.Arms, same) {
				d.Arms = append(d.Arms, arm)
			}
		}
		return []declaration{d}
	}
	known := declaration{Name: name, Doc: doc, Tall: true, Arms: p.variantArms(t)}
	if p.unknown[t] == "" {
		return append([]declaration{known}, p.envelopeDecls(t)...)
	}
	whole := declaration{Name: name, Doc: doc, Alias: "Known" + name + " | " + p.unknown[t]}
	known.Name, known.Doc = "Known"+name, []string{fmt.Sprintf("The variants of {@link %s} that this version declares.", name)}
	return append([]declaration{whole, known, p.unknownDecl(t)}, p.envelopeDecls(t)...)
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
	case t == e.Messages:
		return []string{"Anything that the envelope carries."}
	default:
		return docs(&t.Meta)
	}
}

// hasTags tells whether the variants of a union have names on the wire.
func hasTags(t *model.Union) bool {
	switch t.Tagging {
	case model.Internal, model.Adjacent, model.External:
		return true
	default:
		return false
	}
}

func (p *plan) variantArms(t *model.Union) []armView {
	var arms []armView
	for _, part := range t.Parts {
		arm := p.types[part]
		if p.unknown[part] != "" {
			arm = "Known" + arm
		}
		arms = append(arms, armView{Type: arm})
	}
	if len(arms) > 0 {
		return arms
	}
	for _, v := range p.variants[t] {
		switch {
		case v.envelope != "":
			arms = append(arms, armView{Type: v.envelope})
		case t.Tagging == model.External && v.Type == nil:
			arms = append(arms, armView{Doc: docs(&v.Meta), Type: quote(v.Tag)})
		case t.Tagging == model.External:
			body := memberView{Key: key(v.Tag), Type: p.shape(v.Type).declare()}
			arms = append(arms, armView{Doc: docs(&v.Meta), Type: objectType([]memberView{body})})
		default:
			arms = append(arms, armView{Type: p.shape(v.Type).declare()})
		}
	}
	return arms
}

func (p *plan) envelopeDecls(t *model.Union) []declaration {
	var out []declaration
	for _, v := range p.variants[t] {
		if v.envelope == "" {
			continue
		}
		d := declaration{Doc: docs(&v.Meta), Name: v.envelope}
		d.Members = append(d.Members, memberView{Key: key(t.TagKey), Type: tagLiteral(t, v.Tag)})
		if v.Type != nil {
			d.Members = append(d.Members, memberView{Key: key(t.Content), Type: p.shape(v.Type).declare()})
		}
		out = append(out, d)
	}
	return out
}

// unionGuard is the body of a union's guard.
func (p *plan) unionGuard(t *model.Union, at depth) string {
	switch t.Tagging {
	case model.Internal:
		return p.internalGuard(t, at)
	case model.Adjacent:
		return p.adjacentGuard(t, at)
	case model.External:
		return p.externalGuard(t, at)
	case model.ByKind:
		return p.kindGuard(t, at)
	case model.ByKey:
		return p.keyGuard(t, at)
	case model.Ordered:
		return p.orderedGuard(t, at)
	default:
		panic(fmt.Sprintf("tsgen: no guard for tagging %d", t.Tagging))
	}
}

// unionTable is the row of a union.
func (p *plan) unionTable(t *model.Union) string {
	switch t.Tagging {
	case model.Internal, model.Adjacent, model.External:
		return p.taggedTable(t)
	case model.ByKind:
		return p.kindTable(t)
	case model.ByKey:
		return p.keyTable(t)
	case model.Ordered:
		return p.orderedTable(t)
	default:
		panic(fmt.Sprintf("tsgen: no table for tagging %d", t.Tagging))
	}
}

// taggedTable is the row of a union whose variants have names on the wire.
func (p *plan) taggedTable(t *model.Union) string {
	var b strings.Builder
	fmt.Fprintf(&b, "{\n    name: %s,\n", quote(t.Name))
	if t.Tagging == model.External {
		fmt.Fprintf(&b, "    external: %s,\n", quote(externalForm(t)))
	} else {
		fmt.Fprintf(&b, "    tag: %s,\n", quote(t.TagKey))
	}
	switch t.TagKind {
	case model.NumberValue:
		b.WriteString("    tags: \"int\",\n")
	case model.BoolValue:
		b.WriteString("    tags: \"bool\",\n")
	}
	if t.Tagging == model.Adjacent {
		fmt.Fprintf(&b, "    content: %s,\n", quote(t.Content))
	}
	if p.unknown[t] != "" {
		b.WriteString("    keep: true,\n")
	}
	if t.Outer != nil && p.unknown[t] != "" {
		fmt.Fprintf(&b, "    outer: %s,\n", tagRow(t.Outer))
	}
	if t.Default != nil {
		fmt.Fprintf(&b, "    default: %s,\n", p.shape(t.Default.Type).table())
	}
	b.WriteString("    variants: new Map([\n")
	var was []string
	for _, v := range t.Variants {
		of := "null"
		if v.Type != nil {
			of = p.shape(v.Type).table()
		}
		for _, tag := range liveTags(v) {
			fmt.Fprintf(&b, "      [%s, %s],\n", tagLiteral(t, tag), of)
		}
		for _, w := range v.Was {
			was = append(was, fmt.Sprintf("[%s, %s]", tagLiteral(t, w), tagLiteral(t, v.Tag)))
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
