package tsgen

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// unionDecls declare a union: its envelopes, what is known of it, what holds
// the unknown, and both together.
func (p *plan) unionDecls(u *lower.Union) []declaration {
	name, doc := p.types[u.Of], p.unionDoc(u.Of)
	if !u.By.Tagged() {
		d := declaration{Doc: doc, Name: name}
		for _, c := range u.Cases {
			arm := armView{Doc: docs(&c.Of.Meta), Type: p.shape(c.Of.Type).declare}
			same := func(a armView) bool { return a.Type == arm.Type }
			if len(arm.Doc) > 0 || !slices.ContainsFunc(d.Arms, same) {
				d.Arms = append(d.Arms, arm)
			}
		}
		return []declaration{d}
	}
	known := declaration{Name: name, Doc: doc, Tall: true, Arms: p.variantArms(u)}
	unknown := p.unknown[u.Of]
	if unknown == "" {
		return append([]declaration{known}, p.envelopeDecls(u)...)
	}
	whole := declaration{Name: name, Doc: doc, Alias: "Known" + name + " | " + unknown}
	known.Name, known.Doc = "Known"+name, []string{fmt.Sprintf("The variants of {@link %s} that this version declares.", name)}
	return append([]declaration{whole, known, p.unknownDecl(u)}, p.envelopeDecls(u)...)
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

func (p *plan) variantArms(u *lower.Union) []armView {
	var arms []armView
	for _, part := range u.Of.Parts {
		arm := p.types[part]
		if p.unknown[part] != "" {
			arm = "Known" + arm
		}
		arms = append(arms, armView{Type: arm})
	}
	if len(arms) > 0 {
		return arms
	}
	for _, c := range u.Cases {
		var arm armView
		if c.Body {
			arm.Type = p.shape(c.Of.Type).declare
		}
		switch u.By {
		case lower.ByContent:
			arm.Type = p.envelopes[c.Of]
		case lower.ByName:
			arm.Doc = docs(&c.Of.Meta)
			if c.Body {
				arm.Type = objectType([]memberView{{Key: key(c.Tags[0]), Type: arm.Type}})
			} else {
				arm.Type = quote(c.Tags[0])
			}
		}
		arms = append(arms, arm)
	}
	return arms
}

func (p *plan) envelopeDecls(u *lower.Union) []declaration {
	if u.By != lower.ByContent || len(u.Parts) > 0 {
		return nil
	}
	var out []declaration
	for _, c := range u.Cases {
		d := declaration{Doc: docs(&c.Of.Meta), Name: p.envelopes[c.Of]}
		d.Members = append(d.Members, memberView{Key: key(u.Key), Type: tagLiteral(u.TagKind, c.Tags[0])})
		if c.Body {
			d.Members = append(d.Members, memberView{Key: key(u.Content), Type: p.shape(c.Of.Type).declare})
		}
		out = append(out, d)
	}
	return out
}

// unionGuard is the body of a union's guard.
func (p *plan) unionGuard(t *lower.Type, at depth) string {
	switch u := t.Union; u.By {
	case lower.ByTag:
		return p.internalGuard(u, at)
	case lower.ByContent:
		return p.adjacentGuard(u, at)
	case lower.ByName:
		return p.externalGuard(t, at)
	case lower.ByKind:
		return p.kindGuard(u, at)
	case lower.ByKey:
		return p.keyGuard(u, at)
	case lower.ByOrder:
		return p.orderedGuard(u, at)
	default:
		panic(fmt.Sprintf("tsgen: no guard for a union by %s", u.By))
	}
}
