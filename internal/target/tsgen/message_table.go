package tsgen

import "github.com/wiregen/wiregen/internal/protocol/lower"

// A callEntry is a method in the table.
type callEntry struct {
	*lower.Call
	Name  string // of its message
	Entry object
}

// call is the entry of a method in the table.
func (e *tables) call(c *lower.Call) callEntry {
	var o object
	if c.ParamsPresence != lower.ParamsNone {
		o.add("params", e.ref(c.Params))
	}
	o.flag("optional", c.ParamsPresence == lower.ParamsOptional)
	o.flag("positions", c.Positions)
	o.flag("notify", notifies(c))
	return callEntry{c, e.methods[c.Of], o}
}

// furtherMembers are the members that the dialect adds to every message; "" for none.
func (e *tables) furtherMembers() string {
	if len(e.rows.Dialect.Members) == 0 {
		return ""
	}
	return lines(e.fieldNodes(e.rows.Dialect.Members), "  ")
}
