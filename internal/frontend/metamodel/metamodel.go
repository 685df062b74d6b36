// Package metamodel reads the format of LSP's metaModel.json as a draft of a spec: structures,
// enumerations, aliases, requests and notifications. It recognizes the format by what a file
// contains. Places are by name, such as #/structures/Position/properties/line, so that they stay
// when something is added before them.
package metamodel

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
)

// Lists of a file, and the member of their items by which these are known.
var lists = []struct{ key, name string }{
	{"structures", "name"}, {"enumerations", "name"}, {"typeAliases", "name"}, {"requests", "method"}, {"notifications", "method"},
}

// Is reports whether a file has the format: it says its version, and has lists of structures and
// of messages.
func Is(root *syntax.Node) bool {
	is := func(key string) bool {
		n := get(root, key)
		return n != nil && n.Kind == syntax.List
	}
	return get(get(root, "metaData"), "version") != nil && is("structures") && (is("requests") || is("notifications"))
}

// get is the value of a member, or nil.
func get(n *syntax.Node, key string) *syntax.Node {
	if n == nil || n.Kind != syntax.Map {
		return nil
	}
	for _, p := range n.Pairs {
		if p.Key.Text == key {
			return p.Value
		}
	}
	return nil
}

// text is the string of a member, or "".
func text(n *syntax.Node, key string) string {
	if v := get(n, key); v != nil && v.Kind == syntax.Scalar && v.Quoted {
		return v.Text
	}
	return ""
}

// says reports whether a member is true.
func says(n *syntax.Node, key string) bool {
	v := get(n, key)
	return v != nil && v.Kind == syntax.Scalar && !v.Quoted && v.Text == "true"
}

// items are the items of a list under a key.
func items(n *syntax.Node, key string) []*syntax.Node {
	if v := get(n, key); v != nil && v.Kind == syntax.List {
		return v.Items
	}
	return nil
}

func escape(key string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(key) }

// head is the first character of a span.
func head(s source.Span) source.Span {
	s.End = min(s.Start+1, s.End)
	return s
}

// An entry is a named type of the source.
type entry struct {
	draft.Place
	name string
	node *syntax.Node
	decl *draft.Decl
	// Of a structure.
	structure     bool
	bases, mixins []*typ
	own, all      []*property
	flattening    bool
	// Of an enumeration.
	enumeration bool
	base        string
	values      []*syntax.Node
	// Of an alias.
	is *typ
}

// A property is one key of a structure or a literal.
type property struct {
	draft.Place
	node     *syntax.Node
	name     string
	optional bool
	is       *typ
	owner    string       // the name of what has it
	field    *draft.Field // made once, because several structures have it
}

// A reader reads one file.
type reader struct {
	report   *diag.Report
	spec     *draft.Spec
	faithful bool
	entries  map[string]*entry
	order    []*entry
	taken    map[string]bool // names of declarations
	uinteger *draft.Decl
	since    map[string]bool // the versions that the source mentions
	version  string
	notes    []*draft.Note
	asked    []*draft.Question
	shared   map[string]*draft.Decl // unions by what they list
	fields   int
	token    *reporter
}

// Read reads a file of the format. Readers of a faithful spec refuse what the source refuses.
// Faults are added to r.
func Read(root *syntax.Node, faithful bool, r *diag.Report) *draft.Source {
	x := &reader{
		report: r, faithful: faithful, entries: map[string]*entry{}, taken: map[string]bool{}, since: map[string]bool{}, shared: map[string]*draft.Decl{},
		spec: &draft.Spec{Faithful: faithful, Place: draft.Place{Span: head(root.Span)}},
	}
	x.version = version(text(get(root, "metaData"), "version"))
	x.names(root)
	x.parse()
	if !r.OK() {
		return nil
	}
	for _, e := range x.order {
		x.flatten(e)
	}
	if !r.OK() || !x.finite() {
		return nil
	}
	for _, e := range x.order {
		x.declare(e)
	}
	for _, e := range x.order {
		x.fill(e)
	}
	x.methods(root)
	if !r.OK() {
		return nil
	}
	if x.uinteger != nil {
		x.spec.Types = append(x.spec.Types, x.uinteger)
	}
	return &draft.Source{
		Spec: x.spec, Questions: x.asked, Roles: roles, Version: x.version, Versions: x.versions(),
		Notes: func() []*draft.Note { return x.notes },
	}
}

// names collects the named types, and refuses names that are there twice.
func (x *reader) names(root *syntax.Node) {
	for _, list := range lists[:3] {
		for _, n := range items(root, list.key) {
			name := text(n, list.name)
			if name == "" {
				x.fail(n, fmt.Sprintf("an item of %q has no %q", list.key, list.name), "add its name")
				continue
			}
			e := &entry{Place: draft.Place{Pointer: "#/" + list.key + "/" + escape(name), Span: get(n, list.name).Span}, name: name, node: n}
			if x.entries[name] != nil {
				x.fail(get(n, list.name), fmt.Sprintf("%q is declared twice", name), "remove one of them")
				continue
			}
			switch list.key {
			case "structures":
				e.structure = true
			case "enumerations":
				e.enumeration = true
			}
			x.entries[name] = e
			x.order = append(x.order, e)
		}
	}
	for _, e := range x.order {
		if draft.IsTypeName(e.name) {
			x.taken[e.name] = true // others give way
		}
	}
}

func (x *reader) fail(at *syntax.Node, message, help string) {
	x.report.Add(diag.ImportSchema, at.Span, message).WithHelp(help)
}

func (x *reader) note(at draft.Place, text string, edits ...draft.Edit) {
	x.notes = append(x.notes, &draft.Note{Place: at, Text: text, Edits: edits})
}

// describe reads what the source says of an element for people, and since when it is there.
func (x *reader) describe(m *draft.Meta, n *syntax.Node, at draft.Place) {
	if doc := get(n, "documentation"); doc != nil && doc.Quoted {
		m.Doc, m.DocAt = doc.Text, doc.Span
	}
	if use := get(n, "deprecated"); use != nil && use.Quoted {
		m.Deprecated, m.Use = true, strings.TrimSpace(use.Text)
	}
	m.Experimental = says(n, "proposed")
	said := text(n, "since")
	for _, tag := range items(n, "sinceTags") {
		if said == "" {
			said = tag.Text // the first one is when it appeared
		}
	}
	v := version(said)
	switch {
	case v == "":
	case newer(v, x.version):
		x.note(at, fmt.Sprintf("since %s is not said in the spec, because this is version %s", v, x.version))
	default:
		m.Since = v
		x.since[v] = true
	}
}

// Value is a file of the format as encoding/json has values, for the comparison with its spec.
// Lists of what has names are maps by name, as places have it.
func Value(root *syntax.Node) any {
	out, _ := plain(root).(map[string]any)
	for _, list := range lists {
		all, _ := out[list.key].([]any)
		out[list.key] = byName(all, list.name)
	}
	return out
}

func plain(n *syntax.Node) any {
	switch n.Kind {
	case syntax.Map:
		out := make(map[string]any, len(n.Pairs))
		for _, p := range n.Pairs {
			out[p.Key.Text] = plain(p.Value)
		}
		if props, ok := out["properties"].([]any); ok {
			out["properties"] = byName(props, "name")
		}
		return out
	case syntax.List:
		out := make([]any, 0, len(n.Items))
		for _, item := range n.Items {
			out = append(out, plain(item))
		}
		return out
	}
	return draft.ScalarValue(n)
}

func byName(all []any, name string) map[string]any {
	out := make(map[string]any, len(all))
	for _, one := range all {
		if m, ok := one.(map[string]any); ok {
			key, _ := m[name].(string)
			out[key] = one
		}
	}
	return out
}

// typeName is a name of a declaration like that of the source.
func (x *reader) typeName(name string) string {
	if draft.IsTypeName(name) && x.entries[name] != nil {
		return name // reserved for it
	}
	return draft.Unique(x.taken, draft.TypeName(names.Pascal(name)))
}
