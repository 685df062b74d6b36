package pygen

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/protocol/modeljson"
)

// rowsView fills _rows.py.
type rowsView struct{ Head, Rows string }

// emitRows emits the rows, as wiregen model --lowered prints them, without what no reader or writer
// needs, and with the keys of types instead of their places.
func (p *plan) emitRows(out *output) {
	var text bytes.Buffer
	if err := modeljson.WriteLowered(&text, p.rows); err != nil {
		out.fail(err)
		return
	}
	rows := p.withKeys(backend.Parse(text.String()))
	unneeded := []string{"file", "protocol"}
	if !p.hasConnections() {
		unneeded = append(unneeded, "session")
	}
	rows.Members = slices.DeleteFunc(rows.Members, func(m model.Member) bool { return slices.Contains(unneeded, m.Key) })
	if p.hasConnections() {
		own := p.connectionMember()
		rows.Members = append(rows.Members, model.Member{Key: own.Key, Value: p.refsByKey(own.Value)})
	}
	out.file("_rows.py", rowsView{out.head, statement(named("ROWS: Final[dict[str, Any]] = ", exprOf(rows)), "", "")})
}

// withKeys is the rows with the keys of types instead of their places, which change when a type
// is added. Types without a name have no order but that of their keys.
func (p *plan) withKeys(rows model.Value) model.Value {
	for i := range rows.Members {
		rows.Members[i].Value = p.refsByKey(rows.Members[i].Value)
	}
	types := member(rows.Members, "types")
	byKey := make([]model.Member, len(p.rows.Types))
	for i, t := range p.rows.Types {
		byKey[i] = model.Member{Key: t.Key, Value: types.Value.Items[i]}
		if t.Union != nil {
			defaultByTag(byKey[i].Value, t.Union)
		}
	}
	slices.SortFunc(byKey[p.named():], func(a, b model.Member) int { return strings.Compare(a.Key, b.Key) })
	types.Value = model.Value{Kind: model.ObjectValue, Members: byKey}
	return rows
}

// named is the number of types with names, which are the first.
func (p *plan) named() int {
	n := 0
	for ; n < len(p.rows.Types) && p.rows.Types[n].Name != ""; n++ {
	}
	return n
}

// refsByKey is a part of the rows without remarks, whose references have the keys of types.
func (p *plan) refsByKey(v model.Value) model.Value {
	out := v
	out.Items, out.Members = nil, nil
	for _, item := range v.Items {
		out.Items = append(out.Items, p.refsByKey(item))
	}
	for _, m := range v.Members {
		switch m.Key {
		case "remarks":
			continue
		case "default", "literal", "on_failure": // values of the spec
		default:
			if m.Key == "type" && m.Value.Kind == model.NumberValue {
				m.Value = p.keyAt(m.Value)
			} else {
				m.Value = p.refsByKey(m.Value)
			}
		}
		out.Members = append(out.Members, m)
	}
	return out
}

// keyAt is the key of the type at a place.
func (p *plan) keyAt(place model.Value) model.Value {
	at, err := strconv.Atoi(place.Text)
	if err != nil {
		panic("pygen: a place of a type: " + err.Error())
	}
	return model.Value{Kind: model.StringValue, Text: p.rows.Types[at].Key}
}

// defaultByTag replaces the place of the default case in the row of a union by its tag.
func defaultByTag(row model.Value, u *lower.Union) {
	union := member(row.Members, "union")
	d := member(union.Value.Members, "default")
	if u.Default >= 0 {
		d.Value = model.Value{Kind: model.StringValue, Text: u.Cases[u.Default].Tags[0]}
	} else {
		union.Value.Members = slices.DeleteFunc(union.Value.Members, func(m model.Member) bool { return m.Key == "default" })
	}
}

// member is a member that is there.
func member(list []model.Member, key string) *model.Member {
	return &list[slices.IndexFunc(list, func(m model.Member) bool { return m.Key == key })]
}
