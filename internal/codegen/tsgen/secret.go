package tsgen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Errors do not quote what is sensitive. The table marks where that is: the nodes of declared
// types that are sensitive, and uses of other types.

// element is a use of a type by an element of the spec.
func (e *tables) element(of *model.Meta, t model.Type, r lower.Ref) string {
	return e.marked(r != lower.NoType && (of.Hides() || e.hiddenAlone(t, r)), e.ref(r))
}

// typeAlone is a use of a type by itself.
func (e *tables) typeAlone(t model.Type) string {
	r := e.rows.Ref(t)
	return e.marked(e.hiddenAlone(t, r), e.ref(r))
}

// marked is a node, or one of which errors do not quote the values.
func (e *tables) marked(hidden bool, node string) string {
	if !hidden {
		return node
	}
	e.used.of[e.at] |= formOfReader("readSecret")
	return "/* @__PURE__ */ " + e.imports("secret", "secret") + "(" + node + ")"
}

// hiddenAlone reports whether values of a type are hidden although its node does not say so.
func (e *tables) hiddenAlone(t model.Type, r lower.Ref) bool {
	if !model.Hidden(t) {
		return false
	}
	d, named := e.rows.At(r).Of.(model.Decl)
	return !named || !model.Hidden(d)
}

// reading is the call of a reader for the value x, which errors may not quote.
func (e *guards) reading(hidden bool, as, x, depth string) string {
	if hidden {
		e.secret = true
		return fmt.Sprintf("readSecretAs(reader, %s, %s, %s)", as, x, depth)
	}
	return fmt.Sprintf("%s(%s, reader, %s)", as, x, depth)
}
