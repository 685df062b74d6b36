package tsgen

import (
	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
)

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

// enumDecl declares an enum as a union of literals; an open one also accepts any other
// value, in a way that preserves the literals for completion.
func (e *declarations) enumDecl(t *lower.Enum) declaration {
	d := declaration{Doc: docs(&t.Of.Meta), Name: e.types[t.Of]}
	for i, value := range t.Values {
		d.Arms = append(d.Arms, armView{Doc: remarkedDocs(&t.Of.Values[i].Meta, backend.FallbackRemarks(t, value)), Type: enumValue(t, value)})
	}
	switch {
	case keepsExtensions(t):
		for _, x := range extensionTexts(t.Extensions) {
			d.Arms = append(d.Arms, armView{Type: x})
		}
	case t.Other == lower.OtherKept && t.Integer:
		d.Arms = append(d.Arms, armView{Type: "(number & {})"})
	case t.Other == lower.OtherKept:
		d.Arms = append(d.Arms, armView{Type: "(string & {})"})
	}
	return d
}

// enumGuard is the body of an enum's guard. In an open enum, an older value is not in
// normal form.
func (e *guards) enumGuard(t *lower.Enum) string {
	switch {
	case keepsExtensions(t):
		conds := each(enumValues(t), func(v string) string { return equals("v", v) })
		return anyOf(append(conds, `(typeof v === "string" && isExtension`+e.types[t.Of]+"(v))"))
	case t.Other != lower.OtherKept:
		return anyOf(each(enumValues(t), func(v string) string { return equals("v", v) }))
	case t.Integer:
		return "  return " + e.call("integer", "v") + ";\n"
	}
	conds := []string{`typeof v === "string"`}
	for _, o := range t.FormerValues {
		conds = append(conds, "v !== "+quote(o.Name))
	}
	return "  return " + allOfOne(conds) + ";\n"
}

// enumNode is the node of an enum. That of an open one without older values is a scalar, since it has every string or integer:
// what the protocol declares of it would be in the bundle for nothing.
func (e *tables) enumNode(t *lower.Enum) string {
	read := "readEnum"
	if t.Integer {
		read = "readIntegers"
	}
	// Writers have what both need: whether an enum is open changes nothing else, so that branches merge.
	e.used.of[e.at] |= formOfReader("readScalar") | formOfReader(read)
	if t.Other == lower.OtherKept && len(t.FormerValues) == 0 {
		if t.Integer {
			return e.scalar("int")
		}
		return e.scalar("string")
	}
	var o object
	o.flag("open", t.Other == lower.OtherKept)
	if t.Other == lower.OtherFallback {
		o.add("fallback", enumValue(t, t.Fallback))
	}
	if len(t.FormerValues) > 0 {
		pair := func(older lower.FormerValue) string {
			return array([]string{quote(older.Name), enumValue(t, older.Value)})
		}
		o.add("was", "/* @__PURE__ */ new Map("+array(each(t.FormerValues, pair))+")")
	}
	values := array(enumValues(t))
	if keepsExtensions(t) {
		values = "/* @__PURE__ */ " + e.use("extension", "withExtensions") + "(" + values + ", (v) => " + extensions{t.Extensions}.Is("v") + ")"
	}
	return o.after(e.use("read", read), values)
}
