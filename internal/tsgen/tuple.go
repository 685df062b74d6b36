package tsgen

import (
	"fmt"
	"strconv"

	"github.com/wiregen/wiregen/internal/lower"
)

// tupleDecl declares a tuple; its items have names where the spec has them.
func (p *plan) tupleDecl(t *lower.Tuple) declaration {
	d := declaration{Doc: docs(&t.Of.Meta), Name: p.types[t.Of], Tuple: true}
	for i, item := range t.Of.Items {
		of := p.shape(item.Type)
		arm := armView{Doc: remarkedDocs(&item.Meta, limitsRemarks(item.Type, item.Doc)), Type: of.declare}
		switch optional := i >= t.Least; {
		case isIdentifier(item.Name) && optional:
			arm.Type = item.Name + "?: " + arm.Type
		case isIdentifier(item.Name):
			arm.Type = item.Name + ": " + arm.Type
		case optional:
			arm.Type = of.parens() + "?"
		}
		d.Arms = append(d.Arms, arm)
	}
	return d
}

// tupleGuard is the body of a tuple's guard.
func (p *plan) tupleGuard(t *lower.Tuple, at depth) string {
	conds := append([]string{"Array.isArray(v)"}, countConds("v.length", strconv.Itoa(t.Least), strconv.Itoa(len(t.Items)))...)
	for i, item := range t.Of.Items {
		x, s := fmt.Sprintf("v[%d]", i), p.shape(item.Type)
		if i >= t.Least {
			conds = append(conds, fmt.Sprintf("(v.length <= %d || %s)", i, s.grouped(x, at.down())))
		} else {
			conds = append(conds, s.guard(x, at.down()))
		}
	}
	if line := "  return " + allOfOne(conds) + ";\n"; len(line) <= 100 {
		return line
	}
	return allOf(conds)
}
