package tsgen

import (
	"strings"

	"github.com/wiregen/wiregen/internal/model"
)

// enumDecl declares an enum as a union of literals; an open one also takes any
// other string, in a way that keeps the literals for completion.
func (p *plan) enumDecl(t *model.Enum) declaration {
	d := declaration{Doc: docs(&t.Meta), Name: p.types[t]}
	for _, v := range t.Values {
		d.Arms = append(d.Arms, armView{Doc: docs(&v.Meta), Type: quote(v.Value)})
	}
	if t.Open {
		d.Arms = append(d.Arms, armView{Type: "(string & {})"})
	}
	return d
}

func (p *plan) enumGuard(t *model.Enum) string {
	if t.Open {
		return "  return typeof v === \"string\";\n"
	}
	conds := make([]string, len(t.Values))
	for i, v := range t.Values {
		conds[i] = "v === " + quote(v.Value)
	}
	return anyOf(conds)
}

// anyOf returns whether one of the conditions holds, on one line where it fits.
func anyOf(conds []string) string {
	if line := "  return " + strings.Join(conds, " || ") + ";\n"; len(line) <= 100 {
		return line
	}
	return "  return (\n    " + strings.Join(conds, " ||\n    ") + "\n  );\n"
}

func (p *plan) enumTable(t *model.Enum) string {
	values := make([]string, len(t.Values))
	for i, v := range t.Values {
		values[i] = v.Value
	}
	out := "{ enum: " + quoteAll(values)
	if t.Open {
		out += ", open: true"
	}
	return out + " }"
}
