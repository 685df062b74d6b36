package tsgen

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// What is printed of values, by redacted and in traces, has no sensitive values, and of long ones
// as much as the spec says, as logs of generated Go. The module redacted has, for each type that
// leads to such a value, how the runtime shows it: see Log in templates/ts/runtime/redact.js.
// Types that lead to none are not there, and a package that has none has no such module.

// emitRedacted adds the module of values that may be printed.
func (p *plan) emitRedacted(out *output) {
	v := p.redactions()
	if v == nil {
		return
	}
	m := &module{}
	m.link("./runtime/redact", "redact")
	if v.Calls != "" {
		m.link("./runtime/rules", "partsOf")
	}
	for _, t := range v.Types {
		m.add("type", t)
	}
	m.add("how types are shown", v)
	if v.Calls != "" {
		m.export("shownMessage", v)
	}
	m.export("redacted", v)
	out.module("redacted", m)
	d := &module{links: []link{typesLink}}
	d.fill("redacted.d.ts.tmpl", v)
	out.declarations("redacted", d)
}

// redactions are the values that are not shown.
type redactions struct {
	*plan
	hidden map[model.Decl]bool // the types that lead to one
	above  map[model.Decl]bool // those whose constants are above
}

// A redactView fills the module of values that may be printed.
type redactView struct {
	Types          []entry
	Names          []string // of these types, as they are in TypeScript
	Calls, Answers string   // by method; "" if there are no messages
	Other          string   // of a message of an undeclared method
	Late           string   // of an answer to an unknown request
	Shapes         string   // the names of the members of messages, if they depend on the shape
}

// Example is a type with values that are not shown whole.
func (v *redactView) Example() string {
	if v.Calls != "" {
		return "Message"
	}
	return v.Names[0]
}

// redactions returns nil if everything is shown.
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
	messages := p.hasMessages() && e.messages(v)
	if len(e.hidden) == 0 && !messages {
		return nil
	}
	for _, d := range slices.Backward(p.proto.Decls) {
		if name, named := p.types[d]; named && e.hidden[d] {
			v.Types = append(v.Types, entry{Key: "shown" + name, Value: e.body(d)})
			v.Names = append(v.Names, name)
			e.above[d] = true
		}
	}
	slices.Reverse(v.Names)
	if p.hasMessages() {
		e.messages(v) // all types are above
		if p.rows.Dialect.Named() {
			v.Shapes = p.sessionShapes()
		}
	}
	return v
}

// isSecret reports whether values of a type are sensitive, or something within them.
func (e *redactions) isSecret(t model.Type) bool { return e.rows.HoldsSecret(e.rows.Alone(t)) }

// cases are the variants of a union, also of those that it is made of.
func (e *redactions) cases(t *model.Union) []lower.Case { return e.rows.Decl(t).Union.Cases }

// The nodes of a value that is not shown, and of one that is shown by its kind and length.
const (
	hideAll  = "-1"
	kindOnly = "-2"
)

// logNode is the node of an element by itself; "" if it is shown.
func logNode(log model.Log) string {
	if log == model.LogAll {
		return ""
	}
	return strconv.Itoa(int(log))
}

// orLog is the node of an element whose type has a node: both hold.
func orLog(log model.Log, node string) string {
	if node == "" || log == model.LogNothing {
		return logNode(log)
	}
	if n, err := strconv.Atoi(node); err == nil {
		return logNode(model.Strictest(log, model.Log(n)))
	}
	if log == model.LogAll {
		return node
	}
	return severalOf([]string{node, logNode(log)})
}

func orShown(node string) string {
	if node == "" {
		return "0"
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

// node is how an object with these members is shown; rest is that of others.
func (f fieldsHidden) node(rest string) string {
	if rest != "" {
		return `["of", ` + object(f).String() + ", " + rest + "]"
	}
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
	switch {
	case d.Info().Log() == model.LogNothing:
		return hideAll
	case !e.hidden[d]:
		return ""
	case e.above[d]:
		return "shown" + e.types[d]
	}
	return "() => shown" + e.types[d]
}

// body is node for the definition of a type.
func (e *redactions) body(t model.Type) string {
	switch t := t.(type) {
	case *model.Alias:
		return orLog(t.Log(), e.node(t.Type))
	case *model.Enum:
		return logNode(t.Log())
	case *model.Nullable:
		return e.node(t.Elem)
	case *model.List:
		return eachOf(e.node(t.Elem))
	case *model.Map:
		if log := logOfKeys(t); log != model.LogAll { // what hides the keys hides all
			return logNode(log)
		}
		return eachOf(e.node(t.Elem))
	case *model.Struct:
		return orLog(t.Log(), e.fields(t))
	case *model.Tuple:
		return orLog(t.Log(), e.items(t))
	case *model.Union:
		return orLog(t.Log(), e.variants(t))
	}
	return ""
}

func eachOf(node string) string {
	if node == "" {
		return ""
	}
	return `["each", ` + node + "]"
}

// logOfKeys is how much is shown of a map by its keys.
func logOfKeys(t *model.Map) (log model.Log) {
	if t.Key != nil {
		log = t.Key.Log()
	}
	if t.Name != nil {
		log = model.Strictest(log, t.Name.Log())
	}
	return log
}

func (e *redactions) fields(t *model.Struct) string {
	var of fieldsHidden
	hides := false
	for _, f := range t.Fields {
		node := orLog(f.Log(), e.node(f.Type))
		hides = hides || node != ""
		for _, name := range append([]string{f.Name}, f.FormerNames...) {
			of.add(name, orShown(node))
		}
	}
	extra := ""
	if t.ExtraType != nil {
		extra = e.node(t.ExtraType)
	}
	switch {
	case !hides && extra == "":
		return ""
	case e.isSecret(t):
		extra = kindOnly
	case extra == "": // what is not listed is shown
		return slices.DeleteFunc(of, isShown).node("")
	}
	for _, tag := range e.rows.Decl(t).Struct.Tags {
		of.add(tag.Key, "0")
	}
	return of.node(extra)
}

// isShown reports whether a member is shown whole.
func isShown(member string) bool { return strings.HasSuffix(member, ": 0") }

// shownFields are the members of a struct that has nothing to hide.
func (e *redactions) shownFields(t *model.Struct) (of fieldsHidden) {
	for _, tag := range e.rows.Decl(t).Struct.Tags {
		of.add(tag.Key, "0")
	}
	for _, f := range t.Fields {
		for _, name := range append([]string{f.Name}, f.FormerNames...) {
			of.add(name, "0")
		}
	}
	return of
}

func (e *redactions) items(t *model.Tuple) string {
	hides := false
	nodes := each(t.Items, func(i *model.Item) string {
		node := orLog(i.Log(), e.node(i.Type))
		hides = hides || node != ""
		return orShown(node)
	})
	if !hides {
		return ""
	}
	return `["at", ` + array(nodes) + "]"
}

// variants is the node of a union. A variant that is not shown hides them all, because a value
// may be read as another one.
func (e *redactions) variants(t *model.Union) string {
	log, hides := model.LogAll, false
	var nodes []string
	cases := e.cases(t)
	for _, c := range cases {
		node := ""
		if c.Body {
			node = e.node(c.Of.Type)
		}
		log = model.Strictest(log, c.Of.LogOf(c.Of.Type))
		nodes = append(nodes, node)
		hides = hides || node != ""
	}
	if log == model.LogNothing || !hides {
		return logNode(log)
	}
	other := "0"
	if e.isSecret(t) {
		other = kindOnly
	}
	return orLog(log, e.byVariant(e.rows.Decl(t).Union, nodes, other))
}

// byVariant is the node of a union whose cases have nodes; other is that of an undeclared variant.
func (e *redactions) byVariant(u *lower.Union, nodes []string, other string) string {
	var of fieldsHidden
	none := ""
	switch u.By {
	case lower.ByTag, lower.ByContent:
		for i, c := range u.Cases {
			node := nodes[i]
			if node != "" && u.By == lower.ByContent {
				node = fieldsHidden{key(u.Key) + ": 0", key(u.Content) + ": " + node}.node(other)
			}
			if i == u.Default {
				none = ", " + orShown(node)
			}
			for _, tag := range slices.Concat(c.Tags, c.FormerNames) {
				of = append(of, key(tag)+": "+orShown(node))
			}
		}
		if other == "0" {
			of = slices.DeleteFunc(of, isShown)
		}
		return `["tag", ` + quote(u.Key) + ", " + object(of).String() + ", " + other + none + "]"
	case lower.ByName:
		var texts []string
		for i, c := range u.Cases {
			for _, tag := range slices.Concat(c.Tags, c.FormerNames) {
				if c.Body {
					of.add(tag, orShown(nodes[i]))
				} else {
					texts = append(texts, tag)
				}
			}
		}
		return `["kind", { object: ` + of.node(other) + `, string: ["text", ` + quoteAll(texts) + ", " + other + "] }]"
	}
	for _, kind := range model.AllKinds.List() {
		var all []string
		read := false
		for i, c := range u.Cases {
			if c.Kinds.Has(kind) {
				read = true
				n := nodes[i]
				if t, ok := model.Resolve(c.Of.Type).(*model.Struct); ok && n == "" {
					n = e.shownFields(t).node(other)
				}
				if n != "" && !slices.Contains(all, n) {
					all = append(all, n)
				}
			}
		}
		if read {
			of.add(kind.String(), orShown(severalOf(all)))
		}
	}
	return `["kind", ` + object(of).String() + "]"
}
