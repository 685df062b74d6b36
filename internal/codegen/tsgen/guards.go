package tsgen

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// guards emits the module with the guards of all types and messages. It records the
// helpers that they call, which are imported.
type guards struct {
	*plan
	helpers map[string]bool           // of the runtime's guard.js
	nodes   []string                  // what they need of the table
	secret  bool                      // a reader calls one for what errors do not quote
	reader  bool                      // some guard calls the reader
	named   func(d model.Decl) string // the guard of a type
	made    map[model.Decl]bool       // the types that have a reader, which is called instead of the guard; see readers
}

// newGuards returns an emitter for guards that call each other.
func (p *plan) newGuards() *guards {
	e := &guards{plan: p, helpers: map[string]bool{}}
	e.named = e.guardOf
	return e
}

// guardOf is the guard of a type, in the module that has them all.
func (e *guards) guardOf(d model.Decl) string {
	if e.deep[d] {
		return "at" + e.types[d]
	}
	return "is" + e.types[d]
}

func (p *plan) emitGuards(out *output) {
	e := p.newGuards()
	m := &module{}
	if p.hasMessages() {
		e.messageParts(m)
	}
	for _, d := range p.proto.Decls {
		e.guard(m, d)
	}
	if p.hasMessages() {
		e.messageGuards(m)
	}
	if x := p.rows.Dialect.Extensions; x != nil {
		m.export("isExtensionMethod", extensions{x})
		m.export("isExtension", e.callNames().Method)
	}
	for _, x := range p.extended() {
		m.export("isExtensionOf", x)
	}
	for _, x := range p.extras() {
		e.use("extra")
		m.export("extraOf", x)
	}
	if e.reader {
		m.link("./runtime/read", "normal")
	}
	m.link("./table", e.nodes...)
	if p.rows.Dialect.Ignores {
		m.link("./runtime/ignored", "IgnoredMessage")
	}
	m.link("./runtime/guard", slices.Sorted(maps.Keys(e.helpers))...)
	out.module("guards", m)

	d := &module{links: []link{typesLink}}
	d.fill("about guards", nil)
	d.fillEach(p.guarded(), "guard of a type")
	if x := p.rows.Dialect.Extensions; x != nil {
		d.fill("guards of extensions", extensionText(x))
	}
	for _, x := range p.extended() {
		d.fill("guard of an extension", x)
	}
	for _, x := range p.extras() {
		d.fill("undeclared keys of a type", x)
	}
	d.text.WriteByte('\n')
	out.declarations("guards", d)
}

// guarded are the names of everything with a guard.
func (p *plan) guarded() []string {
	out := slices.Concat(p.declNames(), p.messageTypes())
	if p.rows.Dialect.Ignores {
		out = append(out, "IgnoredMessage")
	}
	if p.rows.Dialect.Batch != nil {
		out = append(out, "Batch")
	}
	return out
}

// A guardView is the guard of one type. A deep one counts its depth in a separate
// function, so that the exported one has a single parameter.
type guardView struct{ Name, Body string }

func (e *guards) guard(m *module, d model.Decl) {
	at := depth{counted: e.deep[d]}
	v := guardView{e.types[d], e.body(d, at)}
	if !at.counted {
		m.export("guard", v)
		return
	}
	e.use("fits")
	m.add("deep guard", v)
	m.export("guard of any depth", v)
}

// body is the body of the guard of a named type.
func (e *guards) body(d model.Decl, at depth) string {
	switch t := e.rows.Decl(d); d := d.(type) {
	case *model.Alias:
		return "  return " + allOfOne(e.conds(d.Type, "v", at)) + ";\n"
	case *model.Struct:
		return e.structGuard(t.Struct, at)
	case *model.Enum:
		return e.enumGuard(t.Enum)
	case *model.Tuple:
		return e.tupleGuard(t.Tuple, at)
	case *model.Union:
		return e.unionGuard(t, at)
	default:
		panic("tsgen: no guard for " + d.TypeName())
	}
}

// use marks a helper as used and returns its name.
func (e *guards) use(helper string) string {
	e.helpers[helper] = true
	return helper
}

// call calls a helper.
func (e *guards) call(helper string, args ...string) string {
	return e.use(helper) + "(" + strings.Join(args, ", ") + ")"
}

// conds are the conditions for the expression x to be of a type, in its normal form. x
// has no side effects and may be used several times.
func (e *guards) conds(t model.Type, x string, at depth) []string {
	return e.condsOf(backend.UseOf(e.rows, t), x, at)
}

func (e *guards) condsOf(u backend.Use, x string, at depth) []string {
	switch {
	case u.Null:
		return []string{"(" + x + " === null || " + e.grouped(u.NonNull(), x, at) + ")"}
	case u.Name != nil && e.deep[u.Name]:
		return []string{e.named(u.Name) + "(" + x + ", " + at.expr() + ")"}
	case u.Name != nil:
		return []string{e.named(u.Name) + "(" + x + ")"}
	}
	switch t := u.Row; t.Form {
	case lower.LiteralForm:
		return []string{equals(x, constants.Code(t.Literal.Value))}
	case lower.ListForm:
		return append([]string{e.call("list", x, e.each(u.Elem(), at.down()))}, e.limits(t, x)...)
	case lower.MapForm:
		if key, _ := u.Key().(*model.Enum); e.closed(key) {
			return []string{e.call("keyed", x, e.named(key), e.each(u.Elem(), at.down()))}
		}
		return []string{e.call("map", x, e.each(u.Elem(), at.down()))}
	default:
		return append([]string{e.scalar(t.Scalar.Kind, x)}, e.limits(t, x)...)
	}
}

// is is the condition that x is of a type.
func (e *guards) is(t model.Type, x string, at depth) string { return allOfOne(e.conds(t, x, at)) }

// grouped is the condition in parentheses if an "or" needs them.
func (e *guards) grouped(u backend.Use, x string, at depth) string {
	conds := e.condsOf(u, x, at)
	if len(conds) > 1 {
		return "(" + allOfOne(conds) + ")"
	}
	return conds[0]
}

// each is the condition as a function, for the items of a list or map.
func (e *guards) each(u backend.Use, at depth) string {
	switch {
	case u.Null:
	case u.Name != nil && !e.deep[u.Name]:
		return e.named(u.Name)
	case u.Name == nil && u.Row.Form == lower.ScalarForm && len(checked(u.Row)) == 0:
		return e.scalarFunction(u.Row.Scalar.Kind)
	}
	return "(e) => " + allOfOne(e.condsOf(u, "e", at))
}

// A depth is the number of objects and lists around a value, in a guard that counts
// them.
type depth struct {
	counted bool // the guard has a parameter depth: that of its value
	inner   int
}

func (d depth) down() depth { return depth{d.counted, d.inner + 1} }

func (d depth) expr() string {
	switch {
	case !d.counted:
		return fmt.Sprint(d.inner)
	case d.inner == 0:
		return "depth"
	default:
		return fmt.Sprintf("depth + %d", d.inner)
	}
}

// allOfOne joins the conditions that one value must meet.
func allOfOne(conds []string) string { return strings.Join(conds, " && ") }

// allOf returns whether all of the conditions hold.
func allOf(conds []string) string {
	return "  return (\n    " + strings.Join(conds, " &&\n    ") + "\n  );\n"
}

// anyOf returns whether one of the conditions holds, on one line where it fits.
func anyOf(conds []string) string {
	if line := "  return " + strings.Join(conds, " || ") + ";\n"; len(line) <= moduleWidth {
		return line
	}
	return "  return (\n    " + strings.Join(conds, " ||\n    ") + "\n  );\n"
}

// equals compares x with a value of the spec. Negative zero differs from zero, because
// it is not in normal form.
func equals(x, value string) string {
	if value == "0" {
		return fmt.Sprintf("Object.is(%s, 0)", x)
	}
	return x + " === " + value
}

// An arm is a case of a guard's switch, with several labels.
type arm struct {
	labels []string
	is     string
}

// choose is a switch of a guard. An arm without labels is left out.
func choose(on string, arms []arm, other string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  switch (%s) {\n", on)
	for _, a := range arms {
		for _, label := range a.labels {
			fmt.Fprintf(&b, "    case %s:\n", label)
		}
		if len(a.labels) > 0 {
			fmt.Fprintf(&b, "      return %s;\n", a.is)
		}
	}
	fmt.Fprintf(&b, "    default:\n      return %s;\n  }\n", other)
	return b.String()
}
