package tsgen

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// enumValue is the value as an expression.
func enumValue(t *model.Enum, v *model.EnumValue) string {
	if t.Integer {
		return strconv.FormatInt(v.Number, 10)
	}
	return quote(v.Value)
}

func enumValues(t *model.Enum) []string {
	out := make([]string, len(t.Values))
	for i, v := range t.Values {
		out[i] = enumValue(t, v)
	}
	return out
}

// enumDecl declares an enum as a union of literals; an open one also takes any
// other value, in a way that keeps the literals for completion.
func (p *plan) enumDecl(t *model.Enum) declaration {
	d := declaration{Doc: docs(&t.Meta), Name: p.types[t]}
	values := enumValues(t)
	for i, v := range t.Values {
		var remarks []string
		if v == t.Fallback {
			remarks = []string{"Also stands for a value that this version does not declare."}
		}
		d.Arms = append(d.Arms, armView{Doc: remarkedDocs(&v.Meta, remarks), Type: values[i]})
	}
	switch {
	case t.Open && t.Integer:
		d.Arms = append(d.Arms, armView{Type: "(number & {})"})
	case t.Open:
		d.Arms = append(d.Arms, armView{Type: "(string & {})"})
	}
	return d
}

// enumGuard is the body of an enum's guard.
func (p *plan) enumGuard(t *model.Enum) string {
	if t.Open {
		return "  return " + allOfOne(openConds(t)) + ";\n"
	}
	conds := enumValues(t)
	for i, v := range conds {
		conds[i] = equals("v", v)
	}
	return anyOf(conds)
}

// openConds are what must hold of v in an enum that keeps what it does not
// declare: an older value is not in normal form.
func openConds(t *model.Enum) []string {
	if t.Integer {
		return []string{"integer(v)"}
	}
	conds := []string{`typeof v === "string"`}
	for _, v := range t.Values {
		for _, w := range v.Was {
			conds = append(conds, "v !== "+quote(w))
		}
	}
	return conds
}

// equals compares x with a value of the spec. Negative zero is no zero: it is
// not in normal form.
func equals(x, value string) string {
	if value == "0" {
		return fmt.Sprintf("Object.is(%s, 0)", x)
	}
	return x + " === " + value
}

// anyOf returns whether one of the conditions holds, on one line where it fits.
func anyOf(conds []string) string {
	if line := "  return " + strings.Join(conds, " || ") + ";\n"; len(line) <= 100 {
		return line
	}
	return "  return (\n    " + strings.Join(conds, " ||\n    ") + "\n  );\n"
}
