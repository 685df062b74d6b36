package gogen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// emitErrors gives the codes of errors and a value of each for errors.Is.
func (p *plan) emitErrors(f *jen.File) {
	codes := p.proto.Errors
	f.Comment("// ErrorCode is the code of an error that a response may carry.")
	f.Type().Id("ErrorCode").Int64()
	f.Line()
	f.Comment("// The codes of errors.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, c := range codes {
			name := "ErrorCode" + p.codes[c]
			decl := jen.Id(name).Id("ErrorCode").Op("=").Op(strconv.Itoa(c.Code))
			g.Add(commented(p.valueDoc(name, &c.Meta), decl))
		}
	})
	f.Line()
	if p.byKind() {
		f.Comment("// The errors of the protocol, for errors.Is: each is any error of its kind.")
	} else {
		f.Comment("// The errors of the protocol, for errors.Is: each is any error with its code.")
	}
	f.Var().DefsFunc(func(g *jen.Group) {
		for _, c := range codes {
			g.Add(commented(deprecated(nil, &c.Meta), jen.Id("Err"+p.codes[c]).Op("=").Add(p.errorValue(c))))
		}
	})
	f.Line()
	p.emitCodeMethods(f)
	p.emitErrorKinds(f)
	p.emitErrorRanges(f)
	p.emitErrorData(f)
}

// byKind reports whether errors are told apart by a member of their data.
func (p *plan) byKind() bool { return p.rows.Dialect.ErrorIdentity == lower.ByDataKind }

// errorValue is a value that stands for an error:
//
//	&wirert.ResponseError{Code: int64(ErrorCodeBusy), Message: "BUSY"}
func (p *plan) errorValue(c *model.ErrorCode) jen.Code {
	code := jen.Int64().Call(jen.Id("ErrorCode" + p.codes[c]))
	if p.byKind() {
		return rt("KindError").Call(code, jen.Lit(c.Name))
	}
	return jen.Op("&").Add(rt("ResponseError")).Values(
		jen.Id("Code").Op(":").Add(code),
		jen.Id("Message").Op(":").Lit(c.Name),
	)
}

func (p *plan) emitCodeMethods(f *jen.File) {
	recv := func(name string) *jen.Statement {
		return jen.Func().Params(jen.Id("c").Id("ErrorCode")).Id(name).Params()
	}
	// func (c ErrorCode) String() string
	f.Comment("// String is the name of the code in the spec, or the number of one that is not declared.")
	f.Add(recv("String").String().Block(
		jen.Switch(jen.Id("c")).BlockFunc(func(g *jen.Group) {
			for _, c := range p.proto.Errors {
				g.Case(jen.Id("ErrorCode" + p.codes[c])).Block(jen.Return(jen.Lit(c.Name)))
			}
		}),
		jen.Return(jen.Qual("strconv", "FormatInt").Call(jen.Int64().Call(jen.Id("c")), jen.Lit(10))),
	))
	f.Line()

	var all, standard, local []string
	for _, c := range p.proto.Errors {
		all = append(all, "ErrorCode"+p.codes[c])
		if c.Standard {
			standard = append(standard, "ErrorCode"+p.codes[c])
		}
		if c.Local {
			local = append(local, "ErrorCode"+p.codes[c])
		}
	}
	f.Comment("// Known reports whether c is a declared code.")
	f.Add(recv("Known").Bool().Block(knownSwitch("c", all), jen.Return(jen.False())))
	f.Line()
	if len(standard) > 0 {
		f.Comment("// Standard reports whether c is one of JSON-RPC's own codes.")
		f.Add(recv("Standard").Bool().Block(knownSwitch("c", standard), jen.Return(jen.False())))
		f.Line()
	}
	if len(local) > 0 {
		f.Comment("// Local reports whether c never travels: a peer makes it up for itself.")
		f.Add(recv("Local").Bool().Block(knownSwitch("c", local), jen.Return(jen.False())))
		f.Line()
	}
	f.Comment("// ErrorCodes are the declared codes, in the order of the spec.")
	f.Add(fn("ErrorCodes").Params().Index().Id("ErrorCode").Add(brief(onLines(jen.Id("ErrorCode"), ids(all)))))
	f.Line()
}
