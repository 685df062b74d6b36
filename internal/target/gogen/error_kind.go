package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/protocol/model"
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
		// ErrorKind is the kind of an error, the member kind of its data.
		type ErrorKind string`)
	f.define([]string{"The kinds of errors."}, jen.Const().Defs(decls...))
	f.declare(`
		// Known reports whether k is a declared kind.
		func (k ErrorKind) Known() bool $1

		// ErrorKinds are the declared kinds, in the order of the spec.
		func ErrorKinds() []ErrorKind { return $2 }

		// KindOf returns the kind of an error, and whether its data has one.
		func KindOf(err *wirert.ResponseError) (ErrorKind, bool) {
			kind, ok := err.Kind()
			return ErrorKind(kind), ok
		}`, knownSwitch("k", kinds), onLines("[]ErrorKind", ids(kinds)))
}

// emitErrorData emits the readers of the data of errors.
func (p errorCodes) emitErrorData(f *file) {
	for _, c := range p.proto.Errors {
		if c.Data != nil {
			p.emitDataReader(f, c)
		}
	}
}

// emitDataReader emits the reader of the data of an error.
func (p errorCodes) emitDataReader(f *file, c *model.ErrorCode) {
	name, sh := p.codes[c]+"DataOf", p.shape(c.Data)
	if sh.form == formStruct && !sh.null {
		f.document(name+" reads the data of an error "+oneLine(c.Name)+".", `
			func $1(err *wirert.ResponseError) (*$2, error) {
				v, readErr := table.ReadData(err, $3, new($2))
				return v.(*$2), readErr
			}`, name, p.bare(sh), tight(p.typeID(c.Data)))
		return
	}
	typ := p.goType(sh)
	var read code
	switch {
	case sh.alias != nil && !sh.null:
		read = src("decode$1", p.types[sh.alias])
	case (sh.form == formEnum || sh.form == formUnion) && !sh.null:
		read = src("decode$1", sh.name)
	case sh.codec.word != "" && !sh.null && sh.limits.reads() == nil:
		read = src("(*codec.Decoder).$1", sh.codec.word)
	default:
		read = src("func(d *codec.Decoder) $1 $2", typ, block(func(g *stmts) { reader(p).readAlone(g, typ, sh) }))
	}
	f.document(name+" reads the data of an error "+oneLine(c.Name)+".", `
		func $1(err *wirert.ResponseError) ($2, error) {
			return codec.DataOf(err, &table, $3, $4)
		}`, name, typ, tight(p.typeID(c.Data)), read)
}
