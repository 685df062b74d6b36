package gogen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// emitErrors gives the codes of errors and a value of each for errors.Is.
func (p *plan) emitErrors(f *jen.File) {
	by := "with its code"
	if p.byKind() {
		by = "of its kind"
	}
	var codes, values []jen.Code
	for _, c := range p.proto.Errors {
		name := p.codes[c]
		codes = append(codes, commented(p.valueDoc("ErrorCode"+name, &c.Meta), src("ErrorCode$1 ErrorCode = $2", name, strconv.Itoa(c.Code))))
		values = append(values, commented(deprecated(nil, &c.Meta), src("Err$1 = $2", name, p.errorValue(c))))
	}
	declare(f, `
		// ErrorCode is the code of an error that a response may carry.
		type ErrorCode int64

		// The codes of errors.
		const $1

		// The errors of the protocol, for errors.Is: each is any error $2.
		var $3`, jen.Defs(codes...), by, jen.Defs(values...))
	p.emitCodeMethods(f)
	p.emitErrorKinds(f)
	p.emitErrorRanges(f)
	p.emitErrorData(f)
}

// byKind reports whether errors are told apart by a member of their data.
func (p *plan) byKind() bool { return p.rows.Dialect.ErrorIdentity == lower.ByDataKind }

// errorValue is a value that stands for an error.
func (p *plan) errorValue(c *model.ErrorCode) jen.Code {
	if p.byKind() {
		return src("wirert.KindError(int64(ErrorCode$1), $2)", p.codes[c], jen.Lit(c.Name))
	}
	return src("&wirert.ResponseError{Code: int64(ErrorCode$1), Message: $2}", p.codes[c], jen.Lit(c.Name))
}

func (p *plan) emitCodeMethods(f *jen.File) {
	var all, standard, local []string
	var names []jen.Code
	for _, c := range p.proto.Errors {
		code := "ErrorCode" + p.codes[c]
		names = append(names, src("case $1: return $2", code, jen.Lit(c.Name)))
		all = append(all, code)
		if c.Standard {
			standard = append(standard, code)
		}
		if c.Local {
			local = append(local, code)
		}
	}
	declare(f, `
		// String is the name of the code in the spec, or the number of one that is not declared.
		func (c ErrorCode) String() string {
			switch c $1
			return strconv.FormatInt(int64(c), 10)
		}

		// Known reports whether c is a declared code.
		func (c ErrorCode) Known() bool $2`, jen.Block(names...), knownSwitch("c", all))
	if len(standard) > 0 {
		declare(f, `
			// Standard reports whether c is one of JSON-RPC's own codes.
			func (c ErrorCode) Standard() bool $1`, knownSwitch("c", standard))
	}
	if len(local) > 0 {
		declare(f, `
			// Local reports whether c never travels: a peer makes it up for itself.
			func (c ErrorCode) Local() bool $1`, knownSwitch("c", local))
	}
	declare(f, `
		// ErrorCodes are the declared codes, in the order of the spec.
		func ErrorCodes() []ErrorCode { return $1 }`, onLines(src("ErrorCode"), ids(all)))
}
