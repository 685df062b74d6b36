package gogen

import (
	"slices"
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/lower"
	"github.com/wiregen/wiregen/internal/model"
)

// declareEnum gives the type of an enum, its constants, and Known.
func (p *plan) declareEnum(f *jen.File, t *model.Enum) {
	name := p.types[t]
	var more []string
	switch p.rows.Decl(t).Enum.Other {
	case lower.OtherKept:
		more = append(more, "A value that is not declared here is kept as it came.")
	case lower.OtherFallback:
		more = append(more, "A value that is not declared here is read as "+p.fallback(p.rows.Decl(t).Enum)+".")
	}
	f.Add(commented(p.describe(name, &t.Meta, enumPurpose(t), more...), src("type $1 $2", name, enumBase(t)))).Line()
	declare(f, `
		// The values of $1.
		const $2

		// Known reports whether v is a declared value.
		func (v $1) Known() bool $3`, name, jen.DefsFunc(func(g *jen.Group) {
		for _, v := range t.Values {
			decl := src("$1 $2 = $3", p.values[v], name, enumLit(t, v))
			g.Add(commented(p.valueDoc(p.values[v], &v.Meta), decl))
		}
	}), knownSwitch("v", p.constants(t)))
}

// enumBase is the Go type behind an enum.
func enumBase(t *model.Enum) string {
	if t.Integer {
		return "int64"
	}
	return "string"
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
		return src("wirert.AppendInt(dst, int64($1))", e)
	}
	return src("wirert.AppendString(dst, string($1))", e)
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

// knownSwitch is the body of a function that reports whether a value is one of
// the constants.
func knownSwitch(of string, constants []string) jen.Code {
	return src("{ switch $1 { $2 }\nreturn false }", of, caseOf(ids(constants), src("return true")))
}

// caseOf is a case of a switch. Many values stand on a line each, so that
// branches which add some merge.
func caseOf(values []jen.Code, body ...jen.Code) jen.Code {
	const most = 3 // on one line
	s := jen.Op("case")
	for i, v := range values {
		if len(values) > most && i > 0 {
			s.Line()
		}
		end := ","
		if i+1 == len(values) {
			end = ":"
		}
		s.Add(v).Op(end)
	}
	for _, b := range body {
		s.Line().Add(b)
	}
	return s
}

// emitEnumReader gives the private reader of an enum.
func (p *plan) emitEnumReader(f *jen.File, t *model.Enum) {
	name, row := p.types[t], p.rows.Decl(t).Enum
	if t.Integer {
		p.emitIntegerReader(f, name, row)
		return
	}
	cases := jen.BlockFunc(func(g *jen.Group) {
		for _, v := range t.Values {
			put(g, "case $1: return $2", quoted(append([]string{v.Value}, v.Was...)), p.values[v])
		}
	})
	switch row.Other {
	case lower.OtherKept:
		declare(f, `
			func decode$1(d *wirert.Decoder) $1 {
				text := d.Text()
				switch string(text) $2
				return $1(text)
			}`, name, cases)
	case lower.OtherFallback:
		declare(f, `
			func decode$1(d *wirert.Decoder) $1 {
				switch string(d.Text()) $2
				return $3
			}`, name, cases, p.fallback(row))
	default:
		declare(f, `
			func decode$1(d *wirert.Decoder) $1 {
				switch string(d.Text()) $2
				d.Fail()
				return ""
			}`, name, cases)
	}
}

func (p *plan) emitIntegerReader(f *jen.File, name string, row *lower.Enum) {
	otherwise := "d.Fail()"
	switch row.Other {
	case lower.OtherKept:
		declare(f, `
			func decode$1(d *wirert.Decoder) $1 {
				return $1(d.Int())
			}`, name)
		return
	case lower.OtherFallback:
		otherwise = "v = " + p.fallback(row)
	}
	declare(f, `
		func decode$1(d *wirert.Decoder) $1 {
			v := $1(d.Int())
			if !v.Known() {
				$2
			}
			return v
		}`, name, otherwise)
}

// fallback is the constant that an undeclared value is read as.
func (p *plan) fallback(row *lower.Enum) string {
	return p.values[row.Of.Values[slices.Index(row.Values, row.Fallback)]]
}

// emitEnumCheck gives CheckX of an enum.
func (p *plan) emitEnumCheck(f *jen.File, t *model.Enum) {
	name, open := p.types[t], p.rows.Decl(t).Enum.Other == lower.OtherKept
	switch {
	case open && t.Integer:
		declare(f, `
			// Check$1 reports whether v may be written.
			func Check$1(v $1) error { return wirert.CheckInt(int64(v)) }`, name)
	case open:
		declare(f, `
			// Check$1 accepts every value: $1 is open.
			func Check$1($1) error {
				return nil
			}`, name)
	default:
		undeclared := "Undeclared"
		if t.Integer {
			undeclared = "UndeclaredNumber"
		}
		declare(f, `
			// Check$1 reports whether v may be written.
			func Check$1(v $1) error {
				if !v.Known() {
					return table.$2(type$1, $3(v))
				}
				return nil
			}`, name, undeclared, enumBase(t))
	}
}
