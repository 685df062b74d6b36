package tsgen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// A declaration is one exported type: an interface when it has members, else
// an alias of one type or of several arms.
type declaration struct {
	Doc     []string
	Name    string
	Members []memberView
	Alias   string
	Arms    []armView
	Tall    bool // one arm a line, so that a further one changes no line
	Tuple   bool // the arms are the items of a tuple
}

type memberView struct {
	Doc  []string
	Key  string // with ? when it may be absent
	Type string
}

type armView struct {
	Doc  []string
	Type string
}

// OneLine reports whether the arms fit beside the name.
func (d declaration) OneLine() bool {
	if d.Tall {
		return false
	}
	n := len("export type  = ;") + len(d.Name)
	for _, a := range d.Arms {
		if len(a.Doc) > 0 {
			return false
		}
		n += len(a.Type) + 3
	}
	return n <= 100
}

// declarations are those of one named type.
func (p *plan) declarations(d model.Decl) []declaration {
	t := p.rows.Decl(d)
	switch d := d.(type) {
	case *model.Alias:
		return []declaration{{Doc: remarkedDocs(&d.Meta, limitsRemarks(d.Type, d.Doc)), Name: p.types[d], Alias: p.shape(d.Type).declare}}
	case *model.Struct:
		return []declaration{p.structDecl(t.Struct)}
	case *model.Enum:
		return []declaration{p.enumDecl(t.Enum)}
	case *model.Tuple:
		return []declaration{p.tupleDecl(t.Tuple)}
	case *model.Union:
		return p.unionDecls(t.Union)
	default:
		panic("tsgen: unknown declaration " + d.TypeName())
	}
}

// A guardView is the guard of one type. A deep one counts its depth in a
// function of its own, so that the exported one has a single parameter.
type guardView struct {
	Name string
	Deep bool
	Body string
}

func (p *plan) guard(d model.Decl) guardView {
	g := guardView{Name: p.types[d], Deep: p.deep[d]}
	t, at := p.rows.Decl(d), depth{counted: g.Deep}
	switch d := d.(type) {
	case *model.Alias:
		g.Body = "  return " + p.shape(d.Type).guard("v", at) + ";\n"
	case *model.Struct:
		g.Body = p.structGuard(t.Struct, at)
	case *model.Enum:
		g.Body = enumGuard(t.Enum)
	case *model.Tuple:
		g.Body = p.tupleGuard(t.Tuple, at)
	case *model.Union:
		g.Body = p.unionGuard(t, at)
	}
	return g
}

// allOfOne joins the conditions that one value must meet.
func allOfOne(conds []string) string { return strings.Join(conds, " && ") }

// allOf returns whether all of the conditions hold.
func allOf(conds []string) string {
	return "  return (\n    " + strings.Join(conds, " &&\n    ") + "\n  );\n"
}

// anyOf returns whether one of the conditions holds, on one line where it fits.
func anyOf(conds []string) string {
	if line := "  return " + strings.Join(conds, " || ") + ";\n"; len(line) <= 100 {
		return line
	}
	return "  return (\n    " + strings.Join(conds, " ||\n    ") + "\n  );\n"
}

// equals compares x with a value of the spec. Negative zero is no zero: it is
// not in normal form.
func equals(x, value string) string {
	if value == "0" {
		return fmt.Sprintf("Object.is(%s, 0)", x)
	}
	return x + " === " + value
}

// An arm is what a guard returns where its switch is on one of some labels.
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
