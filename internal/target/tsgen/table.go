package tsgen

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// The readers and writers look types up in a table, which is the rows of the
// protocol in the notation of JavaScript. It differs from that of the Go runtime
// where JavaScript has something better at hand: types are found by name rather
// than by place, so that a bundler sees what is used; tags are looked up in a Map
// that holds them as values; and a default stands in its field, as no generated
// code applies it.

// tables emits the module with the table.
type tables struct{ *plan }

// A tableView fills the parts of the table.
type tableView struct {
	Rows    []entry // of the types
	Data    []entry // of what errors carry
	Dialect *lower.Dialect
	Members string // further ones of every message; "" for none
	Sides   []sideView
	Calls   []callEntry
}

func (p *plan) emitTable(out *output) {
	e := &tables{p}
	v := tableView{Rows: e.tableRows(), Data: e.errorDataRows(), Dialect: &e.rows.Dialect}
	m := &module{}
	if e.hasMessages() {
		if v.Dialect.Ignores {
			m.link("./runtime/ignored", "IgnoredMessage", "ignoredFault")
		}
		v.Members, v.Sides = e.furtherMembers(), e.sideViews()
		for i := range e.rows.Calls {
			v.Calls = append(v.Calls, e.call(&e.rows.Calls[i]))
		}
	}
	m.text.WriteString("\n// The table of types for readers and writers.\n")
	if e.hasMessages() {
		m.add("shell", v)
		m.add("methods", v)
		m.add("pick", v)
	}
	m.export("types", v)
	if len(v.Data) > 0 {
		m.text.WriteString("\n// What errors carry.")
		m.export("errorData", v)
	}
	out.module("table", m)
}

// tableRows are the entries of all named types.
func (e *tables) tableRows() []entry {
	out := make([]entry, 0, len(e.proto.Decls))
	for _, d := range e.proto.Decls {
		if t := e.rows.Decl(d); t != nil {
			out = append(out, entry{Key: e.types[d], Value: e.node(t)})
		} else {
			out = append(out, entry{Key: e.types[d], Value: e.ref(e.rows.Ref(d))})
		}
	}
	return out
}

// ref is a type where it is used: its name, or what it is.
func (e *tables) ref(r lower.Ref) string {
	if r == lower.NoType {
		return "null"
	}
	t := e.rows.At(r)
	out := ""
	if d, ok := t.Of.(model.Decl); ok {
		out = quote(e.types[d])
	} else {
		out = e.node(t)
	}
	if r.OrNull {
		return `["nullable", ` + out + "]"
	}
	return out
}

// node is what a type is.
func (e *tables) node(t *lower.Type) string {
	switch t.Form {
	case lower.ScalarForm:
		word := quote(scalarForms[t.Scalar.Kind].table)
		if t.Checks == lower.CheckedByNobody {
			return word
		}
		return limitsNode(t).after(word)
	case lower.LiteralForm:
		return `["const", ` + jsValue(t.Literal.Value) + "]"
	case lower.EnumForm:
		return enumNode(t.Enum)
	case lower.ListForm:
		return limitsNode(t).after(`"list"`, e.ref(*t.Elem))
	case lower.MapForm:
		if t.Keys != nil && t.Keys.Other == lower.OtherRefused {
			return `["map", ` + e.ref(*t.Elem) + ", " + quote(e.types[t.Keys.Of]) + "]"
		}
		return `["map", ` + e.ref(*t.Elem) + "]"
	case lower.StructForm:
		return e.structNode(t.Struct)
	case lower.TupleForm:
		return fmt.Sprintf("{ tuple: %s, least: %d, words: %s }", array(each(t.Tuple.Items, e.ref)), t.Tuple.Least, quote(t.Tuple.Words))
	default:
		return e.unionNode(t)
	}
}
