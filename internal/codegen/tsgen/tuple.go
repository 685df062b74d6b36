package tsgen

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// tupleDecl declares a tuple; its items have the names in the spec, if there are any.
func (e *declarations) tupleDecl(t *lower.Tuple) declaration { return e.tuple(t, e.typ) }

// tuple is a tuple with the types of its items in some form.
func (e *declarations) tuple(t *lower.Tuple, typ func(model.Type) string) declaration {
	d := declaration{Doc: docs(&t.Of.Meta), Name: e.types[t.Of], Tuple: true}
	for i, item := range t.Of.Items {
		arm := armView{Doc: remarkedDocs(&item.Meta, backend.ValueRemarks(item.Type, item.Doc)), Type: typ(item.Type)}
		label := item.Name
		if slices.Contains(languageWords(), label) { // [if: number] is not a type
			label += "_"
		}
		switch optional := i >= t.Least; {
		case isIdentifier(label) && optional:
			arm.Type = label + "?: " + arm.Type
		case isIdentifier(label):
			arm.Type = label + ": " + arm.Type
		case optional:
			arm.Type = grouped(arm.Type) + "?"
		}
		d.Arms = append(d.Arms, arm)
	}
	return d
}

// tupleGuard is the body of a tuple's guard.
func (e *guards) tupleGuard(t *lower.Tuple, at depth) string {
	conds := append([]string{"Array.isArray(v)"}, countConds("v.length", strconv.Itoa(t.Least), strconv.Itoa(len(t.Items)))...)
	for i, item := range t.Of.Items {
		x := fmt.Sprintf("v[%d]", i)
		if i >= t.Least {
			conds = append(conds, fmt.Sprintf("(v.length <= %d || %s)", i, e.grouped(backend.UseOf(e.rows, item.Type), x, at.down())))
		} else {
			conds = append(conds, e.is(item.Type, x, at.down()))
		}
	}
	if line := "  return " + allOfOne(conds) + ";\n"; len(line) <= 100 {
		return line
	}
	return allOf(conds)
}
