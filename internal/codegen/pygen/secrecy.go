package pygen

import (
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// logKind is what logs show of undeclared content beside something sensitive, as the runtime has
// it: its kind and length. A newer version may have declared it as sensitive.
const logKind = model.Log(-2)

// hide notes that logs do not show the whole value of an attribute.
func (v *classView) hide(name string, log model.Log) {
	if log != model.LogAll {
		v.Log = append(v.Log, quote(name)+": "+strconv.Itoa(int(log)))
	}
}

// hideAll notes that logs do not show the whole values of a type.
func (v *classView) hideAll(t *lower.Type) { v.hide("*", t.Log) }

// undeclared is how much logs show of undeclared content within a type.
func (p *plan) undeclared(t *lower.Type) model.Log {
	if p.secret[t] {
		return logKind
	}
	return t.Log
}

// findSecret finds the types of which something is sensitive, at any depth.
func (p *plan) findSecret() {
	p.secret = map[*lower.Type]bool{}
	leads := func(r lower.Ref) bool {
		return r != lower.NoType && (r.Log == model.LogNothing || p.secret[p.rows.At(r)])
	}
	for grown := true; grown; {
		grown = false
		for _, t := range p.rows.Types {
			if p.secret[t] {
				continue
			}
			found := t.Log == model.LogNothing
			for _, r := range parts(t) {
				found = found || leads(r)
			}
			if found {
				p.secret[t], grown = true, true
			}
		}
	}
}

// parts are the references of a row.
func parts(t *lower.Type) []lower.Ref {
	var out []lower.Ref
	if t.Elem != nil {
		out = append(out, *t.Elem)
	}
	if t.Struct != nil {
		for _, f := range t.Struct.Fields {
			out = append(out, f.Type)
		}
		if t.Struct.ExtraType != nil {
			out = append(out, *t.Struct.ExtraType)
		}
	}
	if t.Tuple != nil {
		out = append(out, t.Tuple.Items...)
	}
	if t.Union != nil {
		for _, c := range t.Union.Cases {
			out = append(out, c.Type)
		}
	}
	return out
}
