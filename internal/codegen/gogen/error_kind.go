package gogen

import (
	"github.com/dave/jennifer/jen"
)

// emitErrorKinds emits the kinds of errors, if errors are distinguished by them.
func (p errorCodes) emitErrorKinds(f *file) {
	if !p.byKind() {
		return
	}
	kinds := make([]string, len(p.proto.Errors))
	decls := make([]jen.Code, len(kinds))
	for i, c := range p.proto.Errors {
		kinds[i] = "ErrorKind" + p.codes[c]
		decls[i] = commented(valueDoc(&c.Meta), jen.Id(kinds[i]).Id("ErrorKind").Op("=").Add(lit(c.Name).jen()))
	}
	f.declare(`
		// ErrorKind is the kind of an error: the member "kind" of its data.
		type ErrorKind string`)
	f.define([]string{"The error kinds."}, jen.Const().Defs(decls...))
	f.declare(`
		// Known reports whether k is a declared kind.
		func (k ErrorKind) Known() bool $1

		// ErrorKinds returns the declared kinds, in the order of the spec.
		func ErrorKinds() []ErrorKind { return $2 }

		// KindOf returns the kind of an error, and whether its data has one.
		func KindOf(err *wirert.ResponseError) (ErrorKind, bool) {
			kind, ok := err.Kind()
			return ErrorKind(kind), ok
		}`, knownSwitch("k", kinds), onLines("[]ErrorKind", ids(kinds)))
}
