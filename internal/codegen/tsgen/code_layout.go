package tsgen

import "github.com/wiregen/wiregen/internal/codegen/backend"

// How expressions are laid out in code for users, and in modules.
var (
	forUsers  = backend.Layout{Width: 80, Indent: "  ", Spaced: "{"}
	inModules = backend.Layout{Width: moduleWidth, Indent: "  ", Spaced: "{"}
)

// moduleWidth is how wide a line of a module gets, if it can be broken.
const moduleWidth = 100

type expr = backend.Expr

// literal is an expression that is never broken.
func literal(text string) expr { return expr{Text: text} }

// listed is an array.
func listed(items []expr) expr { return expr{Open: "[", Close: "]", Parts: items} }

// braced is an object with the members that were added.
func braced(e expr) expr {
	e.Open, e.Close = "{", "}"
	return e
}

// called is the result of a function.
func called(function string, arg expr) expr {
	arg.Before = function + "(" + arg.Before
	arg.After += ")"
	return arg
}

// addMember adds a member to an object. A plain __proto__ would set the prototype.
func addMember(e *expr, name string, value expr) {
	k := memberKey(name)
	if k == name && !isIdentifier(name) {
		k = shown(name)
	}
	e.Set(k+": ", value)
}
