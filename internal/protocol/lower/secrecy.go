package lower

import "github.com/wiregen/wiregen/internal/protocol/model"

// Secrecy says how much of a value others than the two peers see. If several apply to a value,
// of its type and of the places that it is within, the strictest holds.
type Secrecy struct {
	// Sensitive says that errors quote nothing of the value.
	Sensitive bool `json:"sensitive,omitempty"`
	// Log says how much logs show: that many characters of a text; −1: nothing; absent: all.
	Log model.Log `json:"log,omitempty"`
}

// used is Ref with the secrecy of the values of t in an element, or in none.
func (p *Program) used(of *model.Meta, t model.Type) Ref {
	r := p.Ref(t)
	if t == nil || !p.marked {
		return r
	}
	r.Secrecy = Secrecy{model.Hidden(t), model.LogWithin(t)}
	if of != nil {
		r.Sensitive, r.Log = r.Sensitive || of.Hides(), model.Strictest(r.Log, of.Log())
	}
	return r
}

// Alone returns the reference to a type with the secrecy of its values by themselves.
func (p *Program) Alone(t model.Type) Ref { return p.used(nil, t) }

// isSecret reports whether logs show nothing of a value.
func (s Secrecy) isSecret() bool { return s.Log == model.LogNothing }

// findSecret finds the types with something of which logs show nothing.
func (p *Program) findSecret() {
	if p.marked {
		p.secret = p.Leading(func(t *Type) bool { return t.isSecret() }, Ref.isSecret)
	}
}

// HoldsSecret reports whether a value of r is sensitive, or may have something sensitive within,
// at any depth. It may then also be in what is not declared.
func (p *Program) HoldsSecret(r Ref) bool {
	return r != NoType && p.marked && (r.isSecret() || p.secret[r.Type])
}

// secrecyOf is that of all values of a named type. Logs show nothing of a union that has a
// variant of which they show nothing: a value may be read as another variant.
func secrecyOf(d model.Decl) Secrecy {
	log := model.Strictest(d.Info().Log(), model.LogWithin(d))
	if u, ok := d.(*model.Union); ok {
		for _, v := range u.Variants {
			log = model.Strictest(log, v.LogOf(v.Type))
		}
	}
	return Secrecy{model.Hidden(d), log}
}
