package tsgen

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/lower"
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

// hasTags reports whether the variants of a union have names on the wire.
func hasTags(t *model.Union) bool { return lower.ByOf(t).Tagged() }

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
		case lower.ByOf(t) == lower.ByName && v.Type == nil:
			arms = append(arms, armView{Doc: docs(&v.Meta), Type: quote(v.Tag)})
		case lower.ByOf(t) == lower.ByName:
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
		d.Members = append(d.Members, memberView{Key: key(t.TagKey), Type: tagLiteral(lower.TagKindOf(t), v.Tag)})
		if v.Type != nil {
			d.Members = append(d.Members, memberView{Key: key(t.Content), Type: p.shape(v.Type).declare()})
		}
		out = append(out, d)
	}
	return out
}

// unionGuard is the body of a union's guard.
func (p *plan) unionGuard(t *model.Union, at depth) string {
	switch lower.ByOf(t) {
	case lower.ByTag:
		return p.internalGuard(t, at)
	case lower.ByContent:
		return p.adjacentGuard(t, at)
	case lower.ByName:
		return p.externalGuard(t, at)
	case lower.ByKind:
		return p.kindGuard(t, at)
	case lower.ByKey:
		return p.keyGuard(t, at)
	case lower.ByOrder:
		return p.orderedGuard(t, at)
	default:
		panic(fmt.Sprintf("tsgen: no guard for a union by %s", lower.ByOf(t)))
	}
}
