package gogen

import (
	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// errorCodes emits the codes of errors, and readers of their data.
type errorCodes struct{ *plan }

// emitErrors emits the codes of errors and a value of each for errors.Is.
func (p errorCodes) emitErrors(f *file) {
	by := "with its code"
	if p.byKind() {
		by = "of its kind"
	}
	var codes, values []jen.Code
	for _, c := range p.proto.Errors {
		name := p.codes[c]
		codes = append(codes, commented(valueDoc(&c.Meta), jen.Id("ErrorCode"+name).Id("ErrorCode").Op("=").Lit(c.Code)))
		values = append(values, commented(deprecated(paragraphs(errorText(c)), &c.Meta), jen.Id("Err"+name).Id("error").Op("=").Add(p.errorValue(c).jen())))
	}
	f.declare(`
		// ErrorCode is the code of an error response.
		type ErrorCode int64`)
	f.define([]string{"The error codes."}, jen.Const().Defs(codes...))
	f.define(paragraphs("The errors of the protocol, for errors.Is and as the error of a handler: each matches any error "+by+"."), jen.Var().Defs(values...))
	p.emitCodeMethods(f)
	p.emitErrorKinds(f)
	p.emitErrorRanges(f)
	for i := range p.rows.Errors {
		p.emitNewError(f, &p.rows.Errors[i])
	}
	p.emitErrorData(f)
}

// byKind reports whether errors are distinguished by a member of their data.
func (p *plan) byKind() bool { return p.rows.Dialect.ErrorIdentity == lower.ByDataKind }

// errorValue returns the value that represents an error.
func (p errorCodes) errorValue(c *model.ErrorCode) code {
	if p.byKind() {
		args := quote(c.Name)
		if c.Message != c.Name {
			args += ", " + quote(c.Message)
		}
		return src("codec.KindError(int64(ErrorCode$1), $2)", p.codes[c], args)
	}
	return src("codec.CodeError(int64(ErrorCode$1), $2)", p.codes[c], quote(c.Message))
}

// errorText returns what the spec says of an error, but for its deprecation.
func errorText(c *model.ErrorCode) string {
	if c.Local {
		return valueText(&c.Meta, "It is never sent: a peer makes it for its own use.")
	}
	return valueText(&c.Meta)
}

func (p errorCodes) emitCodeMethods(f *file) {
	var all, standard, local []string
	names := cases(func(g *stmts) {
		for _, c := range p.proto.Errors {
			name := "ErrorCode" + p.codes[c]
			g.put("case $1:\n\treturn $2", name, quote(c.Name))
			all = append(all, name)
			if c.Standard {
				standard = append(standard, name)
			}
			if c.Local {
				local = append(local, name)
			}
		}
	})
	f.declare(`
		// String returns the name of the code in the spec, or the number of an undeclared code.
		func (c ErrorCode) String() string {
			switch c $1
			return strconv.FormatInt(int64(c), 10)
		}

		// Known reports whether c is a declared code.
		func (c ErrorCode) Known() bool $2`, names, knownSwitch("c", all))
	if len(standard) > 0 {
		f.declare(`
			// Standard reports whether c is a code of JSON-RPC itself.
			func (c ErrorCode) Standard() bool $1`, knownSwitch("c", standard))
	}
	if len(local) > 0 {
		f.declare(`
			// Local reports whether c is never sent, but used only for errors within a peer.
			func (c ErrorCode) Local() bool $1`, knownSwitch("c", local))
	}
	f.declare(`
		// ErrorCodes returns the declared codes, in the order of the spec.
		func ErrorCodes() []ErrorCode { return $1 }`, onLines("[]ErrorCode", ids(all)))
}
