package tsgen

import "github.com/wiregen/wiregen/internal/lower"

// enumValue is a value as an expression.
func enumValue(e *lower.Enum, value string) string {
	if e.Integer {
		return value
	}
	return quote(value)
}

func enumValues(e *lower.Enum) []string {
	return each(e.Values, func(v string) string { return enumValue(e, v) })
}

// enumDecl declares an enum as a union of literals; an open one also takes any
// other value, in a way that keeps the literals for completion.
func (p *plan) enumDecl(e *lower.Enum) declaration {
	d := declaration{Doc: docs(&e.Of.Meta), Name: p.types[e.Of]}
	for i, value := range e.Values {
		var remarks []string
		if e.Other == lower.OtherFallback && value == e.Fallback {
			remarks = []string{"Also stands for a value that this version does not declare."}
		}
		d.Arms = append(d.Arms, armView{Doc: remarkedDocs(&e.Of.Values[i].Meta, remarks), Type: enumValue(e, value)})
	}
	switch {
	case e.Other == lower.OtherKept && e.Integer:
		d.Arms = append(d.Arms, armView{Type: "(number & {})"})
	case e.Other == lower.OtherKept:
		d.Arms = append(d.Arms, armView{Type: "(string & {})"})
	}
	return d
}

// enumGuard is the body of an enum's guard. In one that keeps what it does not
// declare, an older value is not in normal form.
func enumGuard(e *lower.Enum) string {
	switch {
	case e.Other != lower.OtherKept:
		return anyOf(each(enumValues(e), func(v string) string { return equals("v", v) }))
	case e.Integer:
		return "  return integer(v);\n"
	}
	conds := []string{`typeof v === "string"`}
	for _, o := range e.Older {
		conds = append(conds, "v !== "+quote(o.Was))
	}
	return "  return " + allOfOne(conds) + ";\n"
}
