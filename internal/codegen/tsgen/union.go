package tsgen

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// unionDecls declare a union: its envelopes, its known variants, its unknown variants,
// and both together.
func (e *declarations) unionDecls(u *lower.Union) []declaration {
	name, doc := e.types[u.Of], docs(&u.Of.Meta)
	if of := backend.EnvelopeDoc(e.proto, u.Of); of != "" {
		doc = []string{of}
	}
	if !u.By.Tagged() {
		d := declaration{Doc: doc, Name: name}
		for _, c := range u.Cases {
			arm := armView{Doc: docs(&c.Of.Meta), Type: e.typ(c.Of.Type)}
			same := func(a armView) bool { return a.Type == arm.Type }
			if len(arm.Doc) > 0 || !slices.ContainsFunc(d.Arms, same) {
				d.Arms = append(d.Arms, arm)
			}
		}
		return []declaration{d}
	}
	known := declaration{Name: name, Doc: doc, Tall: true, Arms: e.variantArms(u)}
	unknown := e.unknown[u.Of]
	if unknown == "" {
		return append([]declaration{known}, e.envelopeDecls(u)...)
	}
	whole := declaration{Name: name, Doc: doc, Alias: "Known" + name + " | " + unknown}
	known.Name, known.Doc = "Known"+name, []string{fmt.Sprintf("The declared variants of {@link %s}.", name)}
	return append([]declaration{whole, known, e.unknownDecl(u)}, e.envelopeDecls(u)...)
}

func (e *declarations) variantArms(u *lower.Union) []armView {
	var arms []armView
	for _, part := range u.Of.Parts {
		arm := e.types[part]
		if e.unknown[part] != "" {
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
			arm.Type = e.typ(c.Of.Type)
		}
		switch u.By {
		case lower.ByContent:
			arm.Type = e.envelopes[c.Of]
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

func (e *declarations) envelopeDecls(u *lower.Union) []declaration {
	if u.By != lower.ByContent || len(u.Parts) > 0 {
		return nil
	}
	var out []declaration
	for _, c := range u.Cases {
		d := declaration{Doc: docs(&c.Of.Meta), Name: e.envelopes[c.Of]}
		d.Members = append(d.Members, memberView{Key: key(u.Key), Type: tagLiteral(u.TagKind, c.Tags[0])})
		if c.Body {
			d.Members = append(d.Members, memberView{Key: key(u.Content), Type: e.typ(c.Of.Type)})
		}
		out = append(out, d)
	}
	return out
}

// unionGuard is the body of a union's guard.
func (e *guards) unionGuard(t *lower.Type, at depth) string {
	switch u := t.Union; u.By {
	case lower.ByTag:
		return e.internalGuard(u, at)
	case lower.ByContent:
		return e.adjacentGuard(u, at)
	case lower.ByName:
		return e.externalGuard(t, at)
	case lower.ByKind:
		return e.kindGuard(u, at)
	case lower.ByKey:
		return e.keyGuard(u, at)
	case lower.ByOrder:
		return e.orderedGuard(u, at)
	default:
		panic(fmt.Sprintf("tsgen: no guard for a union by %s", u.By))
	}
}

func (e *tables) unionNode(t *lower.Type) string {
	u := t.Union
	if u.By.Tagged() {
		return e.taggedNode(t)
	}
	var cases []string
	var kinds object
	add := func(c lower.Case, on string) { cases = append(cases, array([]string{on, e.ref(c.Type)})) }
	for _, c := range u.Cases {
		switch {
		case u.By == lower.ByKind:
			for _, kind := range e.kindNames(c) {
				kinds.add(kind, e.ref(c.Type))
			}
		case u.By == lower.ByOrder:
			add(c, quoteAll(e.kindNames(c)))
		case c.Key == "":
			add(c, "null")
		default:
			add(c, quote(c.Key))
		}
	}
	var o object
	switch u.By {
	case lower.ByKind:
		o.add("pick", e.use("union", "byKind"))
	case lower.ByKey:
		o.add("pick", e.use("union", "byKey"))
	case lower.ByOrder:
		pick, module := "byOrder", "ordered"
		if slices.ContainsFunc(u.Cases, e.takesBigInt) {
			pick, module = "byExactOrder", "exact"
		}
		o.add("pick", e.use(module, pick))
		o.add("name", quote(t.Name))
	}
	if u.By == lower.ByKind {
		o.add("kinds", kinds.String())
	} else {
		o.add("arms", array(cases))
	}
	if u.By != lower.ByKey {
		o.add("words", quoteAll(t.Expected))
	}
	return o.String()
}

// kindNames are JSON kinds in the notation of the table.
func kindNames(kinds model.Kinds) []string { return each(kinds.List(), model.ValueKind.String) }

// kindNames are the kinds of a variant, as the runtime tells them.
func (e *tables) kindNames(c lower.Case) []string {
	names := kindNames(c.Kinds)
	if e.takesBigInt(c) {
		names = append(names, "bigint")
	}
	return names
}

// takesBigInt reports whether a bigint may be a value of a variant.
func (e *tables) takesBigInt(c lower.Case) bool {
	switch t := e.rows.At(c.Type); {
	case t.Scalar != nil:
		return t.Scalar.Kind.Wide()
	case t.Union != nil && !t.Union.By.Tagged():
		return slices.ContainsFunc(t.Union.Cases, e.takesBigInt)
	}
	return false
}
