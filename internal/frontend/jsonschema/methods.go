package jsonschema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/draft"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
)

// Tables are the methods that files beside the schema list.
type tables struct {
	list []listed
}

// A listed is a method of a table: who handles it, and the key that it has there.
type listed struct {
	place   draft.Place
	name    string
	key     string
	handler string // a role, or ""
}

// both are names of tables for methods that either side handles.
var both = []string{"", "protocol", "common", "shared", "both", "all"}

// table reads a file of lists of methods, such as {"agentMethods": {…}, "clientMethods": {…}}: a
// list is named after the side that handles its methods. It reports whether the file is one.
func (x *reader) table(f *File) bool {
	root := schema{f.Root, fileName(f) + "#", f}
	found := false
	for _, p := range root.n.Pairs {
		role, ok := strings.CutSuffix(p.Key.Text, "ethods")
		if !ok || role == "" || !strings.HasSuffix(role, "m") && !strings.HasSuffix(role, "M") {
			continue
		}
		role = names.Snake(role[:len(role)-1])
		if slices.Contains(both, role) {
			role = ""
		}
		add := func(key string, n *syntax.Node, at string) {
			if n.Kind == syntax.Scalar && n.Quoted {
				found = true
				x.tables.list = append(x.tables.list, listed{draft.Place{Pointer: at, Span: n.Span}, n.Text, key, role})
			}
		}
		at := root.at + "/" + escape(p.Key.Text)
		for _, m := range p.Value.Pairs {
			add(m.Key.Text, m.Value, at+"/"+escape(m.Key.Text))
		}
		for i, item := range p.Value.Items {
			add("", item, fmt.Sprintf("%s/%d", at, i))
		}
	}
	return found
}

func fileName(f *File) string {
	return f.Source.Name[strings.LastIndexByte(f.Source.Name, '/')+1:]
}

// A message is what is known of one method.
type message struct {
	place    draft.Place
	name     string
	key      string   // the key of a table, or ""
	senders  []string // roles
	handlers []string
	either   bool // both sides may send it
	params   *draft.Type
	optional bool
	none     bool // it has no params
	result   *draft.Type
	notify   bool
	request  bool // it is surely a request
	doc      schema
	base     string // the name of its types, without their endings
}

// methods finds the methods of the source, and leaves the messages that carry them out of its
// types.
func (x *reader) methods(out *Result) {
	m := &finder{reader: x, byName: map[string]*message{}, shells: map[*draft.Decl]bool{}}
	m.annotated()
	m.constants()
	for _, l := range x.tables.list {
		m.listed(l)
	}
	if len(m.order) == 0 {
		return
	}
	out.Roles = m.roles()
	for _, name := range m.order {
		if method := m.method(m.byName[name], out.Roles); method != nil {
			x.spec.Methods = append(x.spec.Methods, method)
		}
	}
	x.ask(&draft.Question{
		Place: x.spec.Place, At: draft.AtSpec, Why: "the source does not say the name and the versions of the protocol, and in which frames its messages travel",
		Answers: []string{"{protocol: {name: my-protocol, version: \"1\"}, dialect: {framing: {kind: ndjson}}}"},
	})
	m.errors()
	out.Left = m.leave()
}

type finder struct {
	*reader
	byName map[string]*message
	order  []string
	shells map[*draft.Decl]bool // messages of JSON-RPC
	named  map[string]*draft.Decl
}

func (m *finder) message(name string, at draft.Place) *message {
	if found := m.byName[name]; found != nil {
		return found
	}
	m.byName[name] = &message{name: name, place: at}
	m.order = append(m.order, name)
	return m.byName[name]
}

// decl is the declaration of a name, or nil.
func (m *finder) decl(name string) *draft.Decl {
	if m.named == nil {
		m.named = map[string]*draft.Decl{}
		for _, d := range m.spec.Types {
			if m.named[d.Name] == nil {
				m.named[d.Name] = d
			}
		}
	}
	return m.named[name]
}

func add(list []string, word string) []string {
	if word == "" || slices.Contains(list, word) {
		return list
	}
	return append(list, word)
}

func refTo(d *draft.Decl) *draft.Type { return &draft.Type{Place: d.Place, Kind: draft.Ref, To: d} }

// ending is what the name of a type ends in, and the rest.
func ending(name string, endings ...string) (rest, end string) {
	for _, end := range endings {
		if rest, ok := strings.CutSuffix(name, end); ok && rest != "" {
			return rest, end
		}
	}
	return name, ""
}

// annotated finds types that name their method: x-method, and x-side for who handles it.
func (m *finder) annotated() {
	for _, d := range slices.Clone(m.spec.Types) {
		s, ok := m.where[d]
		if !ok || s.text("x-method") == "" {
			continue
		}
		msg := m.message(s.text("x-method"), d.Place)
		rest, end := ending(d.Name, "Request", "Params", "Response", "Result", "Notification")
		msg.base = rest
		side := names.Snake(s.text("x-side"))
		if slices.Contains(both, side) {
			msg.either = true
		} else {
			msg.handlers = add(msg.handlers, side)
		}
		switch end {
		case "Response", "Result":
			msg.result, msg.request = refTo(d), true
			continue
		case "Notification":
			msg.notify = true
		case "Request":
			msg.request = true
		}
		msg.params, msg.doc = refTo(d), s
	}
}

// method is the one value of a key called method, or nil.
func (m *finder) methodOf(f *flat) *syntax.Node {
	p := f.prop("method")
	if p == nil || !p.required || len(p.schemas) == 0 {
		return nil
	}
	for _, s := range p.schemas {
		if values := m.shape(s).literals(); len(values) == 1 && values[0].n.Quoted {
			return values[0].n
		}
	}
	return nil
}

// constants finds messages: objects whose key method has one value. A union of them with the name
// of a role, such as ClientRequest, says who sends them.
func (m *finder) constants() {
	for _, d := range slices.Clone(m.spec.Types) {
		s, ok := m.where[d]
		if !ok {
			continue
		}
		f := m.shape(s)
		if n := m.methodOf(f); n != nil && f.has["params"] || n != nil && isShell(f) {
			m.shells[d] = true
			m.constant(f, n, d.Name, s)
		}
	}
	for _, d := range slices.Clone(m.spec.Types) {
		s, ok := m.where[d]
		if !ok {
			continue
		}
		f := m.flatten(s)
		if len(f.unions) == 0 {
			continue
		}
		role, end := ending(d.Name, "Requests", "Request", "Notifications", "Notification")
		if end == "" || len(names.Words(role)) != 1 {
			continue
		}
		arms := m.arms(f.unions[0].arms)
		if slices.ContainsFunc(arms, func(a *arm) bool { return m.methodOf(a.f) == nil }) {
			continue
		}
		m.shells[d] = true
		for _, a := range arms {
			name := ""
			if a.to != nil {
				name = a.to.Name
			}
			msg := m.constant(a.f, m.methodOf(a.f), name, a.schema)
			msg.senders = add(msg.senders, names.Snake(role))
			if strings.HasPrefix(end, "Notification") {
				msg.notify = true
			} else {
				msg.request = true
			}
		}
	}
}

// constant reads a message with a method.
func (m *finder) constant(f *flat, n *syntax.Node, name string, s schema) *message {
	msg := m.message(n.Text, draft.Place{Pointer: s.at, Span: n.Span})
	rest, end := ending(name, "Request", "Notification")
	if msg.base == "" {
		msg.base, msg.doc = rest, s
	}
	switch {
	case end == "Notification":
		msg.notify = true
	case end == "Request" || f.has["id"]:
		msg.request = true
	}
	if p := f.prop("params"); p != nil && len(p.schemas) > 0 && msg.params == nil && !msg.none {
		msg.params, msg.optional = m.combined(p.schemas), !p.required
		if msg.params.Kind == draft.Scalar && msg.params.Word == "null" {
			msg.params, msg.none = nil, true
		} else if msg.params.Kind == draft.Ref && name == "" {
			msg.base, _ = ending(msg.params.To.Name, "Params", "Request", "Notification")
		}
		if msg.params != nil && msg.params.Null {
			msg.params.Null, msg.optional = false, true
		}
	}
	return msg
}

func (m *finder) listed(l listed) {
	msg := m.message(l.name, l.place)
	msg.key = l.key
	if l.handler == "" {
		msg.either = true
		return
	}
	if !msg.either {
		msg.handlers = add(msg.handlers, l.handler)
	}
}

// roles are the two sides: those that the source names most often, the one that begins first.
func (m *finder) roles() []string {
	var out []string
	count := map[string]int{}
	for _, name := range m.order {
		for _, role := range slices.Concat(m.byName[name].senders, m.byName[name].handlers) {
			out = add(out, role)
			count[role]++
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return count[b] - count[a] })
	if i := slices.Index(out, "client"); i > 0 {
		out = slices.Insert(slices.Delete(out, i, i+1), 0, "client")
	}
	switch {
	case len(out) == 0, len(out) == 1 && out[0] == "client":
		return []string{"client", "server"}
	case len(out) == 1:
		return []string{"client", out[0]}
	}
	return out[:2]
}

// endings of types, by what they are.
var (
	paramEndings  = []string{"Params", "Request", "Notification", "RequestParams", "NotificationParams"}
	resultEndings = []string{"ResultResponse", "Result", "Response"}
)

// method makes a method of what is known of it.
func (m *finder) method(msg *message, roles []string) *draft.Method {
	out := &draft.Method{Place: msg.place, Name: msg.name, Params: msg.params, Optional: msg.optional, Result: msg.result, Notify: msg.notify}
	if msg.doc.n != nil {
		m.describe(&out.Meta, msg.doc)
	}
	m.byNames(msg, out)
	if out.Result != nil {
		out.Notify = false
	}
	out.NoResult = !out.Notify && out.Result == nil
	m.direct(msg, out, roles)
	if !out.NoResult {
		return out
	}
	m.ask(&draft.Question{
		Place: msg.place, At: "method " + msg.name, Was: out.Summary(), Why: "the source does not say what answers the method",
		Answers: []string{"{result: any}", "{result: empty}", "{result: SomeType}", "{notify: true}"}, Keys: []string{"result", "notify"},
	})
	out.Result = &draft.Type{Place: msg.place}
	return out
}

// byNames finds the types of a method by their names.
func (m *finder) byNames(msg *message, out *draft.Method) {
	bases := []string{msg.base}
	if msg.base == "" {
		words := names.Words(msg.name)
		slices.Reverse(words)
		bases = []string{names.Pascal(msg.key), names.Pascal(msg.name), names.Pascal(strings.Join(words, "_"))}
	}
	for _, base := range bases {
		if base == "" {
			continue
		}
		for _, end := range paramEndings {
			if d := m.decl(base + end); d != nil && out.Params == nil && !m.shells[d] && !msg.none && msg.doc.n == nil {
				out.Params = refTo(d)
				out.Notify = out.Notify || strings.HasPrefix(end, "Notification")
				m.describe(&out.Meta, m.where[d])
			}
		}
		if out.Result != nil || out.Notify {
			continue
		}
		m.resultOf(base, out)
	}
	if out.Params == nil || out.Params.Kind != draft.Ref || out.Result != nil || out.Notify {
		return
	}
	if base, end := ending(out.Params.To.Name, "Params", "Request"); end != "" {
		m.resultOf(base, out)
	}
}

// resultOf finds the result of a method by the name that it has in common with its other types.
func (m *finder) resultOf(base string, out *draft.Method) {
	for _, end := range resultEndings {
		d := m.decl(base + end)
		if d == nil {
			continue
		}
		f := m.shape(m.where[d])
		if p := f.prop("result"); isShell(f) && p != nil && len(p.schemas) > 0 {
			out.Result = m.combined(p.schemas)
			m.shells[d] = true
		} else {
			out.Result = refTo(d)
		}
		return
	}
}

// direct says who sends the method.
func (m *finder) direct(msg *message, out *draft.Method, roles []string) {
	senders := slices.DeleteFunc(slices.Clone(msg.senders), func(role string) bool { return !slices.Contains(roles, role) })
	for _, handler := range msg.handlers {
		for _, role := range roles {
			if role != handler && len(roles) == 2 && slices.Contains(roles, handler) {
				senders = add(senders, role)
			}
		}
	}
	switch {
	case msg.either || len(senders) > 1:
		out.From = "both"
	case len(senders) == 1:
		out.From = senders[0]
	default:
		out.From, out.NoSide = "both", true
		m.ask(&draft.Question{
			Place: msg.place, At: "method " + msg.name, Was: out.Summary(), Why: "the source does not say which side sends the method",
			Answers: []string{"{from: both}", "{from: " + roles[0] + "}", "{from: " + roles[1] + "}"}, Keys: []string{"from"},
		})
	}
}

// isShell reports whether an object is a message of JSON-RPC.
func isShell(f *flat) bool {
	if len(f.props) == 0 {
		return false
	}
	for _, p := range f.props {
		if !slices.Contains([]string{"jsonrpc", "id", "method", "params", "result", "error", "trace", "emittedAtMs"}, p.key.Text) {
			return false
		}
	}
	return f.has["jsonrpc"] || f.has["method"] || f.has["id"] && (f.has["result"] || f.has["error"])
}

// leave takes the messages of JSON-RPC out of the types, and the types that only they use. It
// returns the names.
func (m *finder) leave() []string {
	for range len(m.spec.Types) {
		more := false
		for _, d := range m.spec.Types {
			if s, ok := m.where[d]; ok && !m.shells[d] && m.carries(s, 0) {
				m.shells[d], more = true, true
			}
		}
		if !more {
			break
		}
	}
	used := map[*draft.Decl]bool{}
	var use func(t *draft.Type)
	use = func(t *draft.Type) {
		Visit(t, func(d *draft.Decl) {
			if !used[d] {
				used[d] = true
				use(d.Type)
			}
		})
	}
	for _, method := range m.spec.Methods {
		use(method.Params)
		use(method.Result)
	}
	for _, e := range m.spec.Errors {
		use(e.Data)
	}
	byShells := map[*draft.Decl]bool{}
	var mark func(d *draft.Decl)
	mark = func(d *draft.Decl) {
		Visit(d.Type, func(inner *draft.Decl) {
			if !byShells[inner] {
				byShells[inner] = true
				mark(inner)
			}
		})
	}
	for d := range m.shells {
		mark(d)
	}
	for _, d := range m.spec.Types {
		if !m.shells[d] && !byShells[d] && !m.gathers(d, used) && !used[d] {
			used[d] = true
			use(d.Type)
		}
	}
	var left []string
	kept := m.spec.Types[:0:0]
	for _, d := range m.spec.Types {
		if used[d] {
			kept = append(kept, d)
		} else {
			left = append(left, d.Name)
		}
	}
	m.spec.Types = kept
	m.forget(used)
	return left
}

// forget drops what was noted and asked about types that are not in the spec.
func (m *finder) forget(used map[*draft.Decl]bool) {
	within := func(pointer string) bool {
		for d := range used {
			if pointer == d.Pointer || strings.HasPrefix(pointer, d.Pointer+"/") {
				return true
			}
		}
		for _, e := range m.spec.Errors {
			if e.Data != nil && (pointer == e.Data.Pointer || strings.HasPrefix(pointer, e.Data.Pointer+"/")) {
				return true
			}
		}
		for _, method := range m.spec.Methods {
			at := []string{method.Pointer}
			for _, t := range []*draft.Type{method.Params, method.Result} {
				if t != nil {
					at = append(at, t.Pointer)
				}
			}
			if slices.ContainsFunc(at, func(at string) bool { return pointer == at || strings.HasPrefix(pointer, at+"/") }) {
				return true
			}
		}
		return false
	}
	m.notes = slices.DeleteFunc(m.notes, func(n *draft.Note) bool { return !within(n.Pointer) })
	m.asked = slices.DeleteFunc(m.asked, func(q *draft.Question) bool {
		return !strings.HasPrefix(q.At, "method ") && q.At != draft.AtSpec && !within(q.Pointer)
	})
}

// carries reports whether a schema is a message of JSON-RPC, or a union of them.
func (m *finder) carries(s schema, depth int) bool {
	f := m.shape(s)
	if isShell(f) {
		return true
	}
	if items, ok := f.sub("items"); ok && f.text("type") == "array" && depth < 5 {
		return m.carries(items, depth+1) // a batch
	}
	if len(f.unions) == 0 || depth > 5 || slices.ContainsFunc(f.props, func(p *property) bool { return p.key.Text != "jsonrpc" }) {
		return false
	}
	return !slices.ContainsFunc(f.unions[0].arms, func(a schema) bool { return !m.carries(a, depth+1) })
}

// gathers reports whether a type is only a list of results, or of params, of methods.
func (m *finder) gathers(d *draft.Decl, used map[*draft.Decl]bool) bool {
	s, ok := m.where[d]
	if !ok {
		return false
	}
	f := m.flatten(s)
	_, end := ending(d.Name, "Result", "Results", "Response", "Responses", "Params")
	if len(f.unions) == 0 || end == "" || len(f.props) > 0 {
		return false
	}
	arms := m.arms(f.unions[0].arms)
	return !slices.ContainsFunc(arms, func(a *arm) bool { return a.to == nil })
}

// Visit calls f for each declaration that a type refers to.
func Visit(t *draft.Type, f func(*draft.Decl)) {
	if t == nil {
		return
	}
	for _, d := range []*draft.Decl{t.To, t.Key} {
		if d != nil {
			f(d)
		}
	}
	Visit(t.Item, f)
	Visit(t.ExtraType, f)
	for _, item := range t.Items {
		Visit(item, f)
	}
	fields := t.Fields
	if t.Union != nil {
		fields = append(slices.Clone(fields), t.Union.Common...)
		for _, v := range t.Union.Variants {
			for _, d := range []*draft.Decl{v.To, v.Body} {
				if d != nil {
					f(d)
				}
			}
			Visit(v.Type, f)
		}
	}
	for _, field := range fields {
		Visit(field.Type, f)
	}
}
