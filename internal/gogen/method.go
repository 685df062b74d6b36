package gogen

import (
	"slices"

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
		if p.someMethod(func(m *model.Method) bool { return m.Replaces != nil }) {
			g.Id("Replaces").String().Comment("// the older method that it stands in for, or empty")
		}
		if p.someMethod(func(m *model.Method) bool { return m.Progress != nil }) {
			g.Id("Progress").String().Comment("// the notification that tells how far it is, or empty")
			g.Id("Token").String().Comment("// path of what says in both which call it is, or empty")
		}
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

func (p *plan) someMethod(is func(*model.Method) bool) bool {
	return slices.ContainsFunc(p.proto.Methods, is)
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
	if m.Replaces != nil {
		w.add("Replaces", jen.Id("Method"+p.methods[m.Replaces]))
	}
	if m.Progress != nil && m.Progress.Method != nil {
		w.add("Progress", jen.Id("Method"+p.methods[m.Progress.Method])).add("Token", jen.Lit(m.Progress.Token))
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

func ids(list []string) []jen.Code {
	out := make([]jen.Code, len(list))
	for i, s := range list {
		out[i] = jen.Id(s)
	}
	return out
}
