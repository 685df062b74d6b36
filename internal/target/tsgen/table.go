package tsgen

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// The readers and writers look up types in a table, which has the rows of the protocol
// in JavaScript. It differs from the table of the Go runtime: types are found by name
// instead of an index, so that a bundler sees which are used; tags are looked up in a
// Map with their values; and a default is in its field, because no generated code
// applies it.

// tables emits the module with the table.
type tables struct{ *plan }

// A tableView fills the parts of the table.
type tableView struct {
	Rows    []entry // of the types
	Errors  []entry
	Dialect *lower.Dialect
	Members string // further ones of every message; "" for none
	Sides   []sideView

	Refusals []string // the data of errors that answer refused messages; nil for none
	Calls    []callEntry

	ChecksErrors bool   // of responses
	ByKind       bool   // errors are distinguished by a member of their data
	Words        string // the member of their data for their message; or ""
}

func (p *plan) emitTable(out *output) {
	e := &tables{p}
	v := tableView{
		Rows: e.tableRows(), Errors: e.errorRows(), Dialect: &e.rows.Dialect,
		ChecksErrors: e.checksErrors(), ByKind: e.rows.Dialect.ErrorIdentity == lower.ByDataKind, Words: e.rows.Dialect.ErrorWords,
	}
	m := &module{}
	if e.hasMessages() {
		if v.Dialect.Ignores {
			m.link("./runtime/ignored", "IgnoredMessage", "ignoredFault")
		}
		v.Members, v.Sides, v.Refusals = e.furtherMembers(), e.sideViews(), e.refusals()
		for i := range e.rows.Calls {
			v.Calls = append(v.Calls, e.call(&e.rows.Calls[i]))
		}
	}
	if e.hasMessages() && e.checksErrors() {
		m.link("./runtime/fault", "faultType")
	}
	m.link("./runtime/group", e.groupFunctions()...)
	m.text.WriteString("\n// The table of types for readers and writers.\n")
	if e.answers() || e.checksErrors() && len(v.Errors) > 0 {
		m.export("faults", v)
	}
	if e.hasMessages() {
		m.add("shell", v)
		m.add("methods", v)
		m.add("pick", v)
	}
	m.export("types", v)
	out.module("table", m)
}

// refusals are the member kind and the field for words of the errors that answer refused
// messages, or nil if none has data.
func (e *tables) refusals() []string {
	rows := e.rows.Dialect.Refusals[:]
	if !slices.ContainsFunc(rows, func(r lower.Refusal) bool { return r.Kind || r.Words != "" }) {
		return nil
	}
	return each(rows, func(r lower.Refusal) string {
		kind := ""
		if r.Kind {
			kind = r.Error
		}
		return array([]string{quote(kind), quote(r.Words)})
	})
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

// ref is a use of a type: its name, or its node.
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

// node is the definition of a type.
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
		if t.Items == lower.ItemsSkipped {
			return `["list", ` + e.ref(*t.Elem) + `, { skip: true }]`
		}
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
