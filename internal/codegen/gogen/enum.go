package gogen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// An enumType emits an enum.
type enumType struct {
	*plan
	of *model.Enum
}

func (t enumType) home() string    { return "enums" }
func (t enumType) declare(f *file) { declarer{docs{t.plan}}.declareEnum(f, t.of) }
func (t enumType) check(f *file)   { checker{t.plan}.emitEnumCheck(f, t.of) }

func (t enumType) json(f *file) {
	valueJSON(f, t.types[t.of])
	t.logDecl(f, t.of, "v", code("type"+t.types[t.of]))
}

func (t enumType) decode(f *file) {
	name := t.types[t.of]
	publicDecode(f, name, article(name), name, code("type"+name))
	reader{t.plan}.emitEnumReader(f, t.of)
}

func (t enumType) write(f *file) {
	name := t.types[t.of]
	writer{t.plan}.publicAppend(f, t.of, name, name)
	f.declare(`
		func (v $1) AppendJSON(dst []byte) []byte { return $2 }`, name, appendEnum(t.of, "v"))
}

// declareEnum emits the type of an enum, its constants, and Known.
func (p declarer) declareEnum(f *file, t *model.Enum) {
	name := p.types[t]
	var more []string
	switch p.rows.Decl(t).Enum.Other {
	case lower.OtherKept:
		more = append(more, "Undeclared values are preserved verbatim.")
	case lower.OtherRefused:
		if p.rows.Decl(t).Enum.Extensions != nil {
			more = append(more, "Values of extensions are preserved verbatim.")
		}
	case lower.OtherFallback:
		more = append(more, "Undeclared values are read as "+p.fallback(p.rows.Decl(t).Enum)+".")
	}
	f.define(p.describe(name, &t.Meta, "an enum", enumPurpose(t), more...), jen.Type().Id(name).Id(enumBase(t)))
	f.define([]string{"The values of " + name + "."}, jen.Const().DefsFunc(func(g *jen.Group) {
		for _, v := range t.Values {
			decl := jen.Id(p.values[v]).Id(name).Op("=").Add(enumLit(t, v).jen())
			g.Add(commented(valueDoc(&v.Meta), decl))
		}
	}))
	if p.enumRows[t] {
		f.declare(`
			// Known reports whether v is a declared value.
			func (v $1) Known() bool { return table.Known(type$1, string(v)) }`, name)
	} else {
		f.declare(`
			// Known reports whether v is a declared value.
			func (v $1) Known() bool $2`, name, knownSwitch("v", p.constants(t)))
	}
	if p.rows.Decl(t).Enum.Extensions != nil {
		f.declare(`
			// IsExtension reports whether v is an undeclared value in a namespace for extensions.
			func (v $1) IsExtension() bool { return table.IsExtension(type$1, string(v)) }`, name)
	}
}

// enumBase returns the underlying Go type of an enum.
func enumBase(t *model.Enum) string {
	if t.Integer {
		return "int64"
	}
	return "string"
}

func enumLit(t *model.Enum, v *model.EnumValue) code {
	if t.Integer {
		return code(strconv.FormatInt(v.Number, 10))
	}
	return lit(v.Value)
}

// appendEnum returns the call that appends a value of an enum.
func appendEnum(t *model.Enum, e code) code {
	if t.Integer {
		return src("codec.AppendInt(dst, int64($1))", e)
	}
	return src("codec.AppendString(dst, string($1))", e)
}

// valueDoc returns the comment of a constant; none where the spec says nothing.
func valueDoc(m *model.Meta) []string {
	text := valueText(m)
	if text == "" {
		return deprecated(nil, m)
	}
	return deprecated(paragraphs(text), m)
}

// valueText returns what the spec says of a value, and further sentences, but for its
// deprecation.
func valueText(m *model.Meta, more ...string) string {
	var parts []string
	if doc := strings.TrimSpace(m.Doc); doc != "" {
		parts = append(parts, doc)
	}
	if parts = slices.Concat(parts, notes(m), more); len(parts) == 0 {
		return ""
	}
	return joinSentences(parts)
}

func (p *plan) constants(t *model.Enum) []string {
	out := make([]string, len(t.Values))
	for i, v := range t.Values {
		out[i] = p.values[v]
	}
	return out
}

// knownSwitch returns the body of a function that reports whether a value is
// one of the constants.
func knownSwitch(of string, constants []string) code {
	return src(`
		{
			switch $1 {
			$2
			}
			return false
		}`, of, caseOf(ids(constants), "return true"))
}

// emitEnumReader emits the private reader of an enum.
func (p reader) emitEnumReader(f *file, t *model.Enum) {
	name, row := p.types[t], p.rows.Decl(t).Enum
	if t.Integer {
		p.emitIntegerReader(f, name, row)
		return
	}
	if p.enumRows[t] {
		f.declare("func decode$1(d *codec.Decoder) $1 { return $1(d.Enum(type$1)) }", name)
		return
	}
	values := cases(func(g *stmts) {
		for _, v := range t.Values {
			g.put("case $1:\n\treturn $2", quoted(append([]string{v.Value}, v.FormerNames...)), p.values[v])
		}
	})
	switch row.Other {
	case lower.OtherKept:
		f.declare(`
			func decode$1(d *codec.Decoder) $1 {
				text := d.Text()
				switch string(text) $2
				return $1(text)
			}`, name, values)
	case lower.OtherFallback:
		f.declare(`
			func decode$1(d *codec.Decoder) $1 {
				switch string(d.Text()) $2
				return $3
			}`, name, values, p.fallback(row))
	case lower.OtherRefused:
		if row.Extensions != nil {
			f.declare(`
				func decode$1(d *codec.Decoder) $1 {
					text := d.Text()
					switch string(text) $2
					if v := $1(text); v.IsExtension() {
						return v
					}
					d.Fail()
					return ""
				}`, name, values)
			return
		}
		f.declare(`
			func decode$1(d *codec.Decoder) $1 {
				switch string(d.Text()) $2
				d.Fail()
				return ""
			}`, name, values)
	}
}

func (p reader) emitIntegerReader(f *file, name string, row *lower.Enum) {
	otherwise := "d.Fail()"
	switch row.Other {
	case lower.OtherKept:
		f.declare(`
			func decode$1(d *codec.Decoder) $1 {
				return $1(d.Int())
			}`, name)
		return
	case lower.OtherFallback:
		otherwise = "v = " + p.fallback(row)
	}
	f.declare(`
		func decode$1(d *codec.Decoder) $1 {
			v := $1(d.Int())
			if !v.Known() {
				$2
			}
			return v
		}`, name, otherwise)
}

// fallback returns the constant that an undeclared value is read as.
func (p *plan) fallback(row *lower.Enum) string {
	return p.values[row.Of.Values[slices.Index(row.Values, row.Fallback)]]
}

// emitEnumCheck emits CheckX of an enum.
func (p checker) emitEnumCheck(f *file, t *model.Enum) {
	name, open := p.types[t], p.rows.Decl(t).Enum.Other == lower.OtherKept
	switch {
	case p.enumRows[t]:
		f.declare("func Check$1(v $1) error { return table.CheckEnum(type$1, string(v)) }", name)
	case open && t.Integer:
		f.declare(`
			func Check$1(v $1) error { return codec.CheckInt(int64(v)) }`, name)
	case open:
		f.declare(`
			// Check$1 accepts every value: $1 is open.
			func Check$1($1) error {
				return nil
			}`, name)
	default:
		undeclared := "Undeclared"
		if t.Integer {
			undeclared = "UndeclaredNumber"
		}
		f.declare(`
			func Check$1(v $1) error {
				if !$4 {
					return table.$2(type$1, $3(v))
				}
				return nil
			}`, name, undeclared, enumBase(t), declared("v", p.rows.Decl(t).Enum))
	}
}
