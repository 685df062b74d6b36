package tsgen

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// tupleDecl declares a tuple; its items have names where the spec has them.
func (p *plan) tupleDecl(t *model.Tuple) declaration {
	d := declaration{Doc: docs(&t.Meta), Name: p.types[t], Tuple: true}
	for _, item := range t.Items {
		of := p.shape(item.Type)
		arm := armView{Doc: remarkedDocs(&item.Meta, limitsRemarks(item.Type, item.Doc)), Type: of.declare()}
		switch {
		case isIdentifier(item.Name) && item.Optional:
			arm.Type = item.Name + "?: " + arm.Type
		case isIdentifier(item.Name):
			arm.Type = item.Name + ": " + arm.Type
		case item.Optional:
			arm.Type = parens(of) + "?"
		}
		d.Arms = append(d.Arms, arm)
	}
	return d
}

// tupleGuard is the body of a tuple's guard.
func (p *plan) tupleGuard(t *model.Tuple, at depth) string {
	conds := []string{"Array.isArray(v)"}
	least, most := t.Least(), len(t.Items)
	if least == most {
		conds = append(conds, fmt.Sprintf("v.length === %d", most))
	} else {
		conds = append(conds, fmt.Sprintf("v.length >= %d", least), fmt.Sprintf("v.length <= %d", most))
	}
	for i, item := range t.Items {
		x, s := fmt.Sprintf("v[%d]", i), p.shape(item.Type)
		if item.Optional {
			conds = append(conds, fmt.Sprintf("(v.length <= %d || %s)", i, grouped(s, x, at.down())))
		} else {
			conds = append(conds, s.guard(x, at.down()))
		}
	}
	if line := "  return " + strings.Join(conds, " && ") + ";\n"; len(line) <= 100 {
		return line
	}
	return allOf(conds)
}
