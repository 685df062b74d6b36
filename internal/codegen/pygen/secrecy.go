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

// undeclared is how much logs show of undeclared content within a declared type.
func (p *plan) undeclared(t *lower.Type) model.Log {
	if p.rows.HoldsSecret(p.rows.Alone(t.Of)) {
		return logKind
	}
	return t.Log
}
