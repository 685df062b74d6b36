package tsgen

import (
	"slices"
	"strconv"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// A trace of a connection does not show sensitive values, and of long ones as much as the
// spec says, as logs of generated Go. The module of connections has, for each type that
// leads to such a value, what the runtime replaces: -1 for a whole value, a number of
// characters, or where it is within an object or an array. Types that lead to none are not
// there, and most protocols need few of them.

// redactions are the values that traces do not show.
type redactions struct {
	*plan
	hidden map[model.Decl]bool // the types that lead to one
	above  map[model.Decl]bool // those whose constants are above
	used   map[model.Decl]bool // those that messages lead to
}

// A redactView fills what the module of connections has of them.
type redactView struct {
	Types          []entry
	Calls, Answers string // by method
	Other          string // of a message of an undeclared method
	Late           string // of an answer to an unknown request
}

func (p *plan) redactions() *redactView {
	e := &redactions{plan: p, hidden: map[model.Decl]bool{}, above: map[model.Decl]bool{}}
	for grown := true; grown; {
		grown = false
		for _, d := range p.proto.Decls {
			if !e.hidden[d] && e.body(d) != "" {
				e.hidden[d], grown = true, true
			}
		}
	}
	v := &redactView{}
	e.used = map[model.Decl]bool{}
	if !e.messages(v) {
		return nil
	}
	for n := 0; n < len(e.used); { // until nothing is added
		n = len(e.used)
		for _, d := range p.proto.Decls {
			if e.used[d] {
				e.body(d)
			}
		}
	}
	for _, d := range slices.Backward(p.proto.Decls) {
		if e.used[d] {
			v.Types = append(v.Types, entry{Key: "hidden" + p.types[d], Value: e.body(d)})
			e.above[d] = true
		}
	}
	e.messages(v) // all types are above
	return v
}

// messages fills what is replaced in messages. It reports whether there is something.
func (e *redactions) messages(v *redactView) bool {
	d := &e.rows.Dialect
	var calls, answers []string
	hasResult, hides := false, false
	for i := range e.rows.Calls {
		c := &e.rows.Calls[i]
		m := c.Of
		asked := e.members(c.Shape)
		params := orLog(&m.Meta, e.node(m.Params))
		if told := e.progressIn(c.Method); params == "" {
			params = told
		} else if told != "" {
			params = severalOf([]string{params, told})
		}
		asked.add(d.NamesOf(c.Shape).Params, params)
		answered := e.members(lower.ResponseShape)
		answered.add(d.NamesOf(lower.ResponseShape).Result, orLog(&m.Meta, e.result(c)))
		e.failure(&answered)
		hides = hides || asked.node() != "" || answered.node() != ""
		hasResult = hasResult || e.result(c) != "" || logOf(&m.Meta) != ""
		for _, name := range append([]string{c.Method}, c.FormerNames...) {
			calls = appendRow(calls, name, asked.node())
			if c.Shape == lower.RequestShape {
				answers = append(answers, array([]string{quote(name), orNothing(answered.node())}))
			}
		}
	}
	other := e.members(lower.RequestShape)
	for _, f := range e.members(lower.NotificationShape) {
		if !slices.Contains(other, f) {
			other = append(other, f)
		}
	}
	late := e.members(lower.ResponseShape)
	if hasResult {
		late.add(d.NamesOf(lower.ResponseShape).Result, hideAll)
	}
	e.failure(&late)
	v.Other, v.Late = orNothing(other.node()), orNothing(late.node())
	v.Calls, v.Answers = "new Map("+lines(calls, "  ")+")", "new Map("+lines(answers, "  ")+")"
	return hides || other.node() != "" || late.node() != ""
}

// progressIn is what is replaced in the progress that a notification reports, which its own
// params may declare as any value.
func (e *redactions) progressIn(method string) string {
	var all []string
	for i := range e.rows.Calls {
		c := &e.rows.Calls[i]
		for _, x := range c.Progress {
			node := ""
			if x.Method == method {
				node = e.node(x.Of.Payload)
			}
			if node != "" && x.Value != nil {
				var around fieldsHidden
				around.add(x.Value.Key, node)
				node = around.node()
			}
			if node != "" && !slices.Contains(all, node) {
				all = append(all, node)
			}
		}
	}
	return severalOf(all)
}

func appendRow(rows []string, name, node string) []string {
	if node == "" {
		return rows
	}
	return append(rows, array([]string{quote(name), node}))
}

// members are the members that messages of a shape have besides those of JSON-RPC.
func (e *redactions) members(shape lower.Shape) fieldsHidden {
	var out fieldsHidden
	fields := e.proto.Dialect.Members
	requests, notifications, responses := e.proto.Dialect.MembersByShape()
	switch shape {
	case lower.RequestShape:
		fields = slices.Concat(fields, requests)
	case lower.NotificationShape:
		fields = slices.Concat(fields, notifications)
	case lower.ResponseShape:
		fields = slices.Concat(fields, responses)
	}
	for _, f := range fields {
		out.add(f.Name, orLog(&f.Meta, e.node(f.Type)))
	}
	return out
}

// failure adds the data of the errors that answer requests. Which error it is does not matter.
func (e *redactions) failure(out *fieldsHidden) {
	var all []string
	add := func(n string) {
		if n != "" && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	for _, x := range e.proto.Errors {
		add(orLog(&x.Meta, e.node(x.Data)))
	}
	for _, m := range e.proto.Methods {
		add(e.node(m.ErrorData))
	}
	n := e.rows.Dialect.NamesOf(lower.ResponseShape)
	data := severalOf(all)
	if n.Data != "" {
		out.add(n.Data, data)
		return
	}
	var of fieldsHidden
	of.add("data", data)
	out.add(n.Error, of.node())
}

// result is what is replaced in the results of a method.
func (e *redactions) result(c *lower.Call) string {
	if c.Answer != lower.AnswerByVariant {
		return e.node(c.Of.Result)
	}
	var all []string
	for _, v := range e.proto.Envelope.Requests.Variants {
		if n := e.node(v.Result); n != "" && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return severalOf(all)
}

// hideAll is the node of a value that is not shown.
const hideAll = "-1"

// logOf is the node of an element by itself; "" if it is shown.
func logOf(m *model.Meta) string {
	switch {
	case m.Sensitive:
		return hideAll
	case m.LogTruncate > 0:
		return strconv.Itoa(m.LogTruncate)
	}
	return ""
}

func orLog(m *model.Meta, node string) string {
	if log := logOf(m); log != "" {
		return log
	}
	return node
}

func orNothing(node string) string {
	if node == "" {
		return "undefined"
	}
	return node
}

// severalOf is the node of a value of which each of several nodes may be right.
func severalOf(nodes []string) string {
	switch len(nodes) {
	case 0:
		return ""
	case 1:
		return nodes[0]
	}
	return `["all", ` + array(nodes) + "]"
}

// fieldsHidden are the members of an object that are replaced.
type fieldsHidden []string

func (f *fieldsHidden) add(name, node string) {
	if name != "" && node != "" {
		*f = append(*f, key(name)+": "+node)
	}
}

func (f fieldsHidden) node() string {
	if len(f) == 0 {
		return ""
	}
	return `["of", ` + object(f).String() + "]"
}

// node is what is replaced in values of a type; "" for nothing.
func (e *redactions) node(t model.Type) string {
	d, ok := t.(model.Decl)
	if _, named := e.types[d]; !ok || !named {
		return e.body(t)
	}
	switch log := logOf(d.Info()); {
	case log != "":
		return log
	case !e.hidden[d]:
		return ""
	}
	if e.used != nil {
		e.used[d] = true
	}
	if e.above[d] {
		return "hidden" + e.types[d]
	}
	return "() => hidden" + e.types[d]
}

// body is node for the definition of a type.
func (e *redactions) body(t model.Type) string {
	switch t := t.(type) {
	case *model.Alias:
		return orLog(&t.Meta, e.node(t.Type))
	case *model.Enum:
		return logOf(&t.Meta)
	case *model.Nullable:
		return e.node(t.Elem)
	case *model.List:
		return eachOf(e.node(t.Elem))
	case *model.Map:
		// What hides the keys hides all.
		if t.Key != nil && logOf(&t.Key.Meta) != "" {
			return logOf(&t.Key.Meta)
		}
		if t.Name != nil && logOf(&t.Name.Meta) != "" {
			return logOf(&t.Name.Meta)
		}
		return eachOf(e.node(t.Elem))
	case *model.Struct:
		return orLog(&t.Meta, e.fields(t))
	case *model.Tuple:
		return orLog(&t.Meta, e.items(t))
	case *model.Union:
		return orLog(&t.Meta, e.variants(t))
	}
	return ""
}

func eachOf(node string) string {
	if node == "" {
		return ""
	}
	return `["each", ` + node + "]"
}

func (e *redactions) fields(t *model.Struct) string {
	var of fieldsHidden
	for _, f := range t.Fields {
		node := orLog(&f.Meta, e.node(f.Type))
		for _, name := range append([]string{f.Name}, f.FormerNames...) {
			of.add(name, node)
		}
	}
	extra := ""
	if t.ExtraType != nil {
		extra = e.node(t.ExtraType)
	}
	if extra != "" {
		return `["of", ` + object(of).String() + ", " + extra + "]"
	}
	return of.node()
}

func (e *redactions) items(t *model.Tuple) string {
	hides := false
	nodes := each(t.Items, func(i *model.Item) string {
		node := orLog(&i.Meta, e.node(i.Type))
		hides = hides || node != ""
		return orNothing(node)
	})
	if !hides {
		return ""
	}
	return `["at", ` + array(nodes) + "]"
}

// variants is the node of a union. A variant that is not shown hides them all, because a value
// may be read as another one.
func (e *redactions) variants(t *model.Union) string {
	var all []string
	for _, v := range t.Variants {
		if log := logOf(&v.Meta); log != "" {
			return log
		}
		node := e.node(v.Type)
		if node == "" {
			continue
		}
		var around fieldsHidden
		switch lower.ByOf(t) {
		case lower.ByContent:
			around.add(t.Content, node)
			node = around.node()
		case lower.ByName:
			for _, name := range append([]string{v.Tag}, v.FormerNames...) {
				around.add(name, node)
			}
			node = around.node()
		}
		if !slices.Contains(all, node) {
			all = append(all, node)
		}
	}
	return severalOf(all)
}
