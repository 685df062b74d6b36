package pygen

import (
	"bytes"
	"slices"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
)

// rowsView fills _rows.py.
type rowsView struct{ Head, Rows string }

// emitRows emits the rows, as wiregen model --lowered prints them, without what no reader or writer
// needs.
func (p *plan) emitRows(out *output) {
	var text bytes.Buffer
	if err := modeljson.WriteLowered(&text, p.rows); err != nil {
		out.fail(err)
		return
	}
	rows := backend.Parse(text.String())
	rows.Members = slices.DeleteFunc(rows.Members, func(m model.Member) bool { return m.Key == "file" || m.Key == "protocol" || m.Key == "session" })
	out.file("_rows.py", rowsView{out.head, statement(named("ROWS: Final[dict[str, Any]] = ", exprOf(withoutRemarks(rows))), "", "")})
}

// withoutRemarks is a part of the rows without the texts of the spec.
func withoutRemarks(v model.Value) model.Value {
	out := v
	out.Items, out.Members = nil, nil
	for _, item := range v.Items {
		out.Items = append(out.Items, withoutRemarks(item))
	}
	for _, m := range v.Members {
		switch m.Key {
		case "remarks":
			continue
		case "default", "literal", "on_failure": // values of the spec
		default:
			m.Value = withoutRemarks(m.Value)
		}
		out.Members = append(out.Members, m)
	}
	return out
}
