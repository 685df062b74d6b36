package gogen

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/model"
)

// declareEnum gives the type of an enum, its constants, and Known.
func (p *plan) declareEnum(f *jen.File, t *model.Enum) {
	name := p.types[t]
	var more []string
	if t.Open {
		more = append(more, "A value that is not declared here is kept as it came.")
	}
	if t.Fallback != nil {
		more = append(more, "A value that is not declared here is read as "+p.values[t.Fallback]+".")
	}
	// type Mood string
	f.Add(commented(p.describe(name, &t.Meta, enumPurpose(t), more...), jen.Type().Id(name).Add(enumBase(t))))
	f.Line()

	// const (
	//	MoodCalm Mood = "calm"
	// )
	f.Comment("// The values of " + name + ".")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, v := range t.Values {
			decl := jen.Id(p.values[v]).Id(name).Op("=").Add(enumLit(t, v))
			g.Add(commented(p.valueDoc(p.values[v], &v.Meta), decl))
		}
	})
	f.Line()

	// func (v Mood) Known() bool {
	//	switch v {
	//	case MoodCalm, MoodHasty:
	//		return true
	//	}
	//	return false
	// }
	f.Comment("// Known reports whether v is a declared value.")
	f.Add(valueMethod(name, "Known").Params().Bool().Block(
		knownSwitch("v", p.constants(t)),
		jen.Return(jen.False()),
	))
	f.Line()
}

// enumBase is the Go type behind an enum.
func enumBase(t *model.Enum) *jen.Statement {
	if t.Integer {
		return jen.Int64()
	}
	return jen.String()
}

func enumLit(t *model.Enum, v *model.EnumValue) jen.Code {
	if t.Integer {
		return jen.Op(strconv.FormatInt(v.Number, 10))
	}
	return lit(v.Value)
}

// appendEnum is the call that appends a value of an enum.
func appendEnum(t *model.Enum, e jen.Code) *jen.Statement {
	if t.Integer {
		return rt("AppendInt").Call(jen.Id("dst"), jen.Int64().Call(e))
	}
	return rt("AppendString").Call(jen.Id("dst"), jen.String().Call(e))
}

// valueDoc is the comment of a constant; none where the spec says nothing.
func (p *plan) valueDoc(name string, m *model.Meta) []string {
	if m.Doc != "" {
		return p.describe(name, m, "")
	}
	var lines []string
	if n := notes(m); len(n) > 0 {
		lines = paragraphs(joinSentences(n))
	}
	return deprecated(lines, m)
}

func (p *plan) constants(t *model.Enum) []string {
	out := make([]string, len(t.Values))
	for i, v := range t.Values {
		out[i] = p.values[v]
	}
	return out
}

// knownSwitch returns true from a switch over the constants; nothing for none.
func knownSwitch(of string, constants []string) jen.Code {
	cases := make([]jen.Code, len(constants))
	for i, c := range constants {
		cases[i] = jen.Id(c)
	}
	return jen.Switch(jen.Id(of)).Block(caseOf(cases, jen.Return(jen.True())))
}

// caseOf is a case of a switch. jennifer writes the values on one line however
// long it gets, so long lists are broken here.
func caseOf(values []jen.Code, body ...jen.Code) jen.Code {
	const perLine = 4
	s := jen.Op("case")
	for i, v := range values {
		s.Add(v)
		switch {
		case i+1 == len(values):
			s.Op(":")
		case (i+1)%perLine == 0:
			s.Op(",").Line()
		default:
			s.Op(",")
		}
	}
	for _, b := range body {
		s.Line().Add(b)
	}
	return s
}

// emitEnumReader is
//
//	func decodeMood(d *wirert.Decoder) Mood {
//		switch string(d.Text()) {
//		case "calm":
//			return MoodCalm
//		}
//		d.Fail()
//		return ""
//	}
func (p *plan) emitEnumReader(f *jen.File, t *model.Enum) {
	name := p.types[t]
	if t.Integer {
		p.emitIntegerReader(f, t)
		return
	}
	f.Add(fn("decode" + name).Params(decoderParam()).Id(name).BlockFunc(func(g *jen.Group) {
		text := dec("Text")
		if t.Open {
			g.Id("text").Op(":=").Add(text)
			text = jen.Id("text")
		}
		g.Switch(jen.String().Call(text)).BlockFunc(func(g *jen.Group) {
			for _, v := range t.Values {
				cases := []jen.Code{jen.Lit(v.Value)}
				for _, was := range v.Was {
					cases = append(cases, jen.Lit(was))
				}
				g.Case(cases...).Block(jen.Return(jen.Id(p.values[v])))
			}
		})
		if t.Fallback != nil {
			g.Return(jen.Id(p.values[t.Fallback]))
			return
		}
		if t.Open {
			g.Return(jen.Id(name).Call(jen.Id("text")))
			return
		}
		g.Add(dec("Fail"))
		g.Return(jen.Lit(""))
	}))
	f.Line()
}

// emitIntegerReader is
//
//	func decodeLevel(d *wirert.Decoder) Level {
//		v := Level(d.Int())
//		if !v.Known() {
//			d.Fail()
//		}
//		return v
//	}
func (p *plan) emitIntegerReader(f *jen.File, t *model.Enum) {
	name := p.types[t]
	f.Add(fn("decode" + name).Params(decoderParam()).Id(name).BlockFunc(func(g *jen.Group) {
		if t.Open {
			g.Return(jen.Id(name).Call(dec("Int")))
			return
		}
		g.Id("v").Op(":=").Id(name).Call(dec("Int"))
		otherwise := jen.Code(dec("Fail"))
		if t.Fallback != nil {
			otherwise = jen.Id("v").Op("=").Id(p.values[t.Fallback])
		}
		g.If(jen.Op("!").Id("v").Dot("Known").Call()).Block(otherwise)
		g.Return(jen.Id("v"))
	}))
	f.Line()
}

// emitEnumCheck is
//
//	func CheckMood(v Mood) error {
//		if !v.Known() {
//			return table.Undeclared(typeMood, string(v))
//		}
//		return nil
//	}
func (p *plan) emitEnumCheck(f *jen.File, t *model.Enum) {
	name := p.types[t]
	if t.Open && t.Integer {
		f.Comment("// Check" + name + " reports whether v may be written.")
		f.Add(fn("Check" + name).Params(jen.Id("v").Id(name)).Error().Add(brief(rt("CheckInt").Call(jen.Int64().Call(jen.Id("v"))))))
		f.Line()
		return
	}
	undeclared, base := "Undeclared", jen.String()
	if t.Integer {
		undeclared, base = "UndeclaredNumber", jen.Int64()
	}
	if t.Open {
		f.Comment("// Check" + name + " accepts every value: " + name + " is open.")
		f.Add(fn("Check" + name).Params(jen.Id(name)).Error().Block(jen.Return(jen.Nil())))
		f.Line()
		return
	}
	f.Comment("// Check" + name + " reports whether v may be written.")
	f.Add(fn("Check"+name).Params(jen.Id("v").Id(name)).Error().Block(
		jen.If(jen.Op("!").Id("v").Dot("Known").Call()).Block(
			jen.Return(jen.Id("table").Dot(undeclared).Call(jen.Id("type"+name), base.Call(jen.Id("v"))))),
		jen.Return(jen.Nil()),
	))
	f.Line()
}
