package gogen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// emitMethods gives the names of the methods and the table about them.
func (p *plan) emitMethods(f *jen.File) {
	f.Comment("// The names of the methods.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, m := range p.proto.Methods {
			name := "Method" + p.methods[m]
			doc := p.valueDoc(name, &m.Meta)
			g.Add(commented(doc, jen.Id(name).Op("=").Add(lit(m.Name))))
		}
	})
	f.Line()
	// type ProtocolMethod struct {
	//	Name string
	//	…
	// }
	f.Comment("// ProtocolMethod is what the spec says of a method.")
	f.Type().Id("ProtocolMethod").StructFunc(func(g *jen.Group) {
		g.Id("Name").String()
		g.Id("From").Add(rt("From")).Comment("// the side that sends it")
		g.Id("Notify").Bool().Comment("// a notification: nothing answers it")
		g.Id("Since").String().Comment("// the version that it came with, or empty")
		g.Id("Gate").String().Comment("// what must be negotiated before it is sent, or empty")
		if len(p.proto.Errors) > 0 {
			g.Id("Errors").Index().Id("ErrorCode").Comment("// the errors that it declares")
		}
	})
	f.Line()
	// func Methods() []ProtocolMethod {
	//	return []ProtocolMethod{
	//		{Name: MethodPrompt, From: wirert.FromClient},
	//	}
	// }
	f.Comment("// Methods describes every method, in the order of the spec.")
	f.Add(fn("Methods").Params().Index().Id("ProtocolMethod").BlockFunc(func(g *jen.Group) {
		var rows []jen.Code
		for _, m := range p.proto.Methods {
			rows = append(rows, p.methodRow(m))
		}
		g.Return(onLines(jen.Id("ProtocolMethod"), rows))
	}))
	f.Line()
}

func (p *plan) methodRow(m *model.Method) jen.Code {
	w := &entryWriter{}
	w.add("Name", jen.Id("Method"+p.methods[m])).add("From", rt(fromConst(m.From)))
	if m.Notify {
		w.add("Notify", jen.True())
	}
	if m.Since.Version != "" {
		w.add("Since", jen.Lit(m.Since.Version))
	}
	if m.Gate != "" {
		w.add("Gate", jen.Lit(m.Gate))
	}
	if len(m.Errors) > 0 {
		var codes []jen.Code
		for _, c := range m.Errors {
			codes = append(codes, jen.Id("ErrorCode"+p.codes[c]))
		}
		if len(codes) > 1 {
			w.add("Errors", onLines(jen.Id("ErrorCode"), codes))
		} else {
			w.add("Errors", jen.Index().Id("ErrorCode").Values(codes...))
		}
	}
	return w.code()
}

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
	f.Comment("// The errors of the protocol, for errors.Is: each is any error with its code.")
	f.Var().DefsFunc(func(g *jen.Group) {
		for _, c := range codes {
			// ErrBusy = &wirert.ResponseError{Code: int64(ErrorCodeBusy), Message: "BUSY"}
			g.Id("Err"+p.codes[c]).Op("=").Op("&").Add(rt("ResponseError")).Values(
				jen.Id("Code").Op(":").Int64().Call(jen.Id("ErrorCode"+p.codes[c])),
				jen.Id("Message").Op(":").Lit(c.Name),
			)
		}
	})
	f.Line()
	p.emitCodeMethods(f)
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

	var all, standard []string
	for _, c := range p.proto.Errors {
		all = append(all, "ErrorCode"+p.codes[c])
		if c.Standard {
			standard = append(standard, "ErrorCode"+p.codes[c])
		}
	}
	f.Comment("// Known tells whether c is a declared code.")
	f.Add(recv("Known").Bool().Block(knownSwitch("c", all), jen.Return(jen.False())))
	f.Line()
	if len(standard) > 0 {
		f.Comment("// Standard tells whether c is one of JSON-RPC's own codes.")
		f.Add(recv("Standard").Bool().Block(knownSwitch("c", standard), jen.Return(jen.False())))
		f.Line()
	}
	f.Comment("// ErrorCodes are the declared codes, in the order of the spec.")
	f.Add(fn("ErrorCodes").Params().Index().Id("ErrorCode").Add(brief(onLines(jen.Id("ErrorCode"), ids(all)))))
	f.Line()
}

func ids(list []string) []jen.Code {
	out := make([]jen.Code, len(list))
	for i, s := range list {
		out[i] = jen.Id(s)
	}
	return out
}

// emitGate gives the function that tells whether a gate is open.
func (p *plan) emitGate(f *jen.File) {
	if len(p.gates) == 0 || len(p.proto.Capabilities) == 0 {
		return
	}
	names := make([]string, len(p.proto.Capabilities))
	params := make([]jen.Code, len(names))
	for i, c := range p.proto.Capabilities {
		names[i] = gateParam(c.Role)
		params[i] = jen.Id(names[i]).Op("*").Id(p.types[c.Type])
	}
	docLines(f, "GateOpen tells whether what stands behind a gate may be sent, given what the "+and(names)+
		" can do; nil means that nothing was said. The empty gate is open, one that the spec does not name is closed.")
	f.Add(fn("GateOpen").Params(append([]jen.Code{jen.Id("gate").String()}, params...)...).Bool().Block(
		jen.Switch(jen.Id("gate")).BlockFunc(func(g *jen.Group) {
			g.Case(jen.Lit("")).Block(jen.Return(jen.True()))
			for _, gate := range p.gates {
				if c, mf := p.gateField(gate); c != nil {
					g.Case(jen.Lit(gate)).Block(jen.Return(p.gateTest(c, mf)))
				}
			}
		}),
		jen.Return(jen.False()),
	))
	f.Line()
}

// gateParam is the parameter for one side's capabilities.
func gateParam(role string) string {
	if role == "gate" || role == "" {
		return role + "Side"
	}
	return role
}

// gateTest is client != nil && client.SupportsQuestion.
func (p *plan) gateTest(c *model.Capability, mf *model.Field) jen.Code {
	side := jen.Id(gateParam(c.Role))
	var f *field
	for _, gf := range p.fieldsOf(c.Type) {
		if gf.Field == mf {
			f = gf
		}
	}
	there := side.Clone().Op("!=").Nil()
	value := side.Clone().Dot(f.name)
	switch {
	case f.absent || f.nested() != nil:
		return there
	case f.shape.form == formBool && f.pointer():
		return there.Op("&&").Add(value).Op("!=").Nil().Op("&&").Op("*").Add(value)
	case f.shape.form == formBool || f.flag:
		return there.Op("&&").Add(value)
	case f.pointer() || f.shape.nilable():
		return there.Op("&&").Add(value).Op("!=").Nil()
	}
	return there
}
