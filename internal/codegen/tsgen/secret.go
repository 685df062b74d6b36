package tsgen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Errors do not quote what is sensitive. The table marks where that is: the nodes of declared
// types that are sensitive, and uses of other types.

// element is a use of a type by an element of the spec.
func (e *tables) element(r lower.Ref) string { return e.marked(e.hidesMore(r), e.ref(r)) }

// typeAlone is a use of a type by itself.
func (e *tables) typeAlone(t model.Type) string {
	return e.element(e.rows.Alone(t))
}

// marked is a node, or one of which errors do not quote the values.
func (e *tables) marked(hidden bool, node string) string {
	if !hidden {
		return node
	}
	e.used.of[e.at] |= formOfReader("readSecret")
	return "/* @__PURE__ */ " + e.imports("secret", "secret") + "(" + node + ")"
}

// hidesMore reports whether values are hidden where a type is used although its node does not
// say so.
func (e *tables) hidesMore(r lower.Ref) bool { return r.Sensitive && !e.rows.At(r).Sensitive }

// reading is the call of a reader for the value x, which errors may not quote.
func (e *guards) reading(hidden bool, as, x, depth string) string {
	if hidden {
		e.secret = true
		return fmt.Sprintf("readSecretAs(reader, %s, %s, %s)", as, x, depth)
	}
	return fmt.Sprintf("%s(%s, reader, %s)", as, x, depth)
}
