package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

func (c *collector) declareMethods() {
	inUse := noteSpans(map[string]source.Span{}, c.spec.Methods, func(m *syntax.Method) syntax.Word { return m.Name })
	for _, m := range c.spec.Methods {
		if n := len(m.Name.Text); n > longestMethod {
			c.error(diag.MethodLong, m.Name.Span, fmt.Sprintf("the name of the method has %d bytes, and files are named after it", n),
				fmt.Sprintf("use at most %d bytes", longestMethod))
		}
		out := &model.Method{Name: m.Name.Text, ParamsOptional: m.ParamsOptional, ResultOptional: m.ResultOptional}
		c.meta(&out.Meta, &m.Meta, m.Name.Span)
		out.FormerNames = olderNames(c.report, m.FormerNames, inUse, "method")
		c.out.Methods = append(c.out.Methods, out)
		c.methods = append(c.methods, pair[*syntax.Method, *model.Method]{m, out})
		setFrom(c.draft, out, m)
		c.methodErrors(out, m)
		c.methodTypes(out, m)
		c.methodErrorData(out, m)
		c.registration(out, m)
	}
	for _, m := range c.methods {
		c.progress(m.out, m.from)
		m.out.Replaces = c.method(m.from.Replaces)
	}
}

// methodTypes declares the params and the result of a method.
func (c *collector) methodTypes(out *model.Method, m *syntax.Method) {
	params := carried(m)
	out.Notify = m.Notifies
	if params != nil && params.Struct != nil && c.out.Dialect.Params == "array" {
		out.Params = c.positions(m, params)
	} else if params != nil {
		c.ref(&out.Params, names.Pascal(m.Name.Text)+"Params", m.Name.Span, params, placeDoc("The params of %s.", m.Name.Text))
	}
	switch {
	case !m.ByVariant.IsZero():
		out.ByVariant = true
	case m.Result != nil:
		c.ref(&out.Result, names.Pascal(m.Name.Text)+"Result", m.Name.Span, m.Result, placeDoc("The result of %s.", m.Name.Text))
	}
}

// carried is the params of a request or of a notification; or nil.
func carried(m *syntax.Method) *syntax.Ref {
	if m.Notifies {
		return m.Notify
	}
	return m.Params
}

// method is the declared method that w names.
func (d *draft) method(w syntax.Word) *model.Method {
	if w.IsZero() {
		return nil
	}
	list := d.out.Methods
	if i := slices.IndexFunc(list, func(m *model.Method) bool { return m.Name == w.Text }); i >= 0 {
		d.uses(w.Span, list[i].Span)
		return list[i]
	}
	d.advise(diag.MethodUnknown, w.Span, fmt.Sprintf("there is no method %q", w.Text),
		near(w.Span, w.Text, namesOf(list, func(m *model.Method) string { return m.Name }), "declare it under methods"))
	return nil
}

// completeMethods gives methods the types that follow from others.
func completeMethods(d *draft) {
	for _, i := range d.items {
		i.out.Type = i.from.Type
	}
}

// checkMethods checks the params and results of methods, and what they replace.
func checkMethods(d *draft) {
	for _, m := range d.methods {
		if m.out.Params != nil {
			checkParams(d, m.out, carried(m.from).Span)
		}
		if m.out.ByVariant {
			checkByVariant(d, m.out, m.from)
		}
		checkOptionalResult(d, m.out, m.from)
	}
	refuseReplacedInCircles(d)
	checkRegistrations(d)
}

// refuseReplacedInCircles reports cycles of methods that replace each other, each
// cycle once.
func refuseReplacedInCircles(d *draft) {
	reported := map[*model.Method]bool{}
	for _, m := range d.methods {
		chain := []string{m.out.Name}
		seen := map[*model.Method]bool{}
		older := m.out.Replaces
		for ; older != nil && older != m.out && !seen[older]; older = older.Replaces {
			seen[older] = true
			chain = append(chain, older.Name)
		}
		if older != m.out || reported[m.out] {
			continue
		}
		reported[m.out] = true
		for o := range seen {
			reported[o] = true
		}
		d.error(diag.MethodReplaces, m.from.Replaces.Span, fmt.Sprintf("%q replaces itself: %s", m.out.Name, strings.Join(append(chain, m.out.Name), " → ")),
			"name the older method, or remove replaces").Offers("remove replaces", diag.Step{Do: diag.Drop, At: m.from.Replaces.Span})
	}
}

// ref arranges that into is set to the params or the result of a method. A map
// declares the fields of a struct, which is called name.
func (c *collector) ref(into *model.Type, name string, span source.Span, r *syntax.Ref, doc syntax.Word) {
	if r.Struct != nil {
		*into = c.declareInline(name, span, r.Struct, syntax.Meta{Doc: doc})
		return
	}
	*into = invalid // nil would mean that there is none
	c.spell(into, name, r.Expr, nil, doc)
}

func setFrom(d *draft, out *model.Method, m *syntax.Method) {
	d.usesRole(m.From.Span, m.From.Text)
	switch m.From.Text {
	case "", d.out.Roles[0]:
		out.From = model.FromClient
	case d.out.Roles[1]:
		out.From = model.FromAgent
	case "both":
		out.From = model.FromBoth
	default:
		unknownRole(d, m.From)
	}
}

func unknownRole(d *draft, w syntax.Word) {
	roles := d.out.Roles[:]
	d.advise(diag.RoleUnknown, w.Span, fmt.Sprintf("there is no role %q", w.Text),
		near(w.Span, w.Text, roles, fmt.Sprintf("the roles are %s and %s", roles[0], roles[1])))
}

func (c *collector) methodErrors(out *model.Method, m *syntax.Method) {
	seen := map[string]source.Span{}
	for _, w := range m.Errors {
		if first, twice := seen[w.Text]; twice {
			c.error(diag.ErrorListedTwice, w.Span, fmt.Sprintf("the error %q is listed twice", w.Text), "keep one of the two").Goes().
				WithRelated(first, "first listed here")
			continue
		}
		seen[w.Text] = w.Span
		if e := c.answerError(w); e != nil {
			out.Errors = append(out.Errors, e)
		}
	}
}

// checkByVariant checks that the params are the union whose variants name results.
func checkByVariant(d *draft, out *model.Method, m *syntax.Method) {
	e := d.out.Envelope
	if e != nil && e.Requests != nil && out.Params == model.Type(e.Requests) {
		return
	}
	if out.Params != invalid || m.Params == nil {
		d.error(diag.MethodByVariant, m.ByVariant.Span, "the params do not name a result for each variant", "write params: Request, or name the type of the result").
			Offers("write params: Request", diag.Step{Do: diag.Set, At: out.Span, Key: "params", Text: "Request"})
	}
}

// checkOptionalResult checks that the result of a method may be absent: its response must say
// by itself that it is a success, and of what.
func checkOptionalResult(d *draft, out *model.Method, m *syntax.Method) {
	if !m.ResultOptional || out.Result == nil || out.Result == invalid {
		return
	}
	refuse := func(words, help string) {
		f := d.error(diag.ResultOptional, m.Result.Span, words, help)
		if help == "write result" {
			f.Repairable("", diag.Step{Do: diag.Rename, At: m.Name.Span, Key: "result?", Text: "result"})
		} else if strings.HasPrefix(help, "write result, or") {
			f.Offers("write result", diag.Step{Do: diag.Rename, At: m.Name.Span, Key: "result?", Text: "result"})
		}
	}
	names := d.out.Dialect.Shapes
	if names == nil || names.Names == nil || names.Names.Response.OK == "" || names.Names.Response.Method == "" {
		refuse("a response without a result and without an error says nothing in this dialect", "write result, or give responses a flag and their method: shapes: {response: {ok: …, method: …}}")
		return
	}
	if n := d.out.Negotiation; n != nil && n.Method == out {
		refuse(fmt.Sprintf("%q is the handshake, which needs its result", out.Name), "write result")
		return
	}
	s, isStruct := model.Resolve(out.Result).(*model.Struct)
	empty, isScalar := model.Resolve(out.Result).(*model.Scalar)
	if !(isStruct && s != nil) && !(isScalar && empty.Kind == model.Empty) {
		refuse(fmt.Sprintf("a result that may be absent is a struct or empty, not %q", out.Result), "put it in a field: result?: {value: …}")
	}
}

// checkCalls checks the examples of a method.
func checkCalls(d *draft, out *model.Method, m *syntax.Method) {
	for _, e := range m.Examples {
		switch {
		case e.Params != nil && out.Params == nil:
			d.error(diag.ExampleMismatch, e.Params.Span, fmt.Sprintf("this example has params, but %q takes none", out.Name), "remove them").
				Repairable("", diag.Step{Do: diag.Drop, At: e.Params.Span, Key: "params"})
		case e.Params != nil:
			conform(d.report, e.Params, out.Params, asExample)
		case out.Params != nil && !out.ParamsOptional:
			d.error(diag.ExampleMismatch, e.Value.Span, "this example has no params", "write {params: …}, or {params: …, result: …}")
		}
		switch {
		case e.Result == nil:
		case out.Notify:
			d.error(diag.ExampleMismatch, e.Result.Span, "this example has a result, but a notification is never answered", "remove it").
				Repairable("", diag.Step{Do: diag.Drop, At: e.Result.Span, Key: "result"})
		case out.ByVariant:
			if t := resultOf(d.out.Envelope, e.Params); t != nil {
				conform(d.report, e.Result, t, asExample)
			}
		default:
			conform(d.report, e.Result, out.Result, asExample)
		}
		out.Examples = append(out.Examples, model.Example{Value: toModel(e.Value)})
	}
}

// resultOf is the result of the request in params, or nil.
func resultOf(e *model.Envelope, params *syntax.Value) model.Type {
	if params == nil || e == nil || e.Requests == nil {
		return nil
	}
	for _, m := range params.Members {
		if v := e.Requests.Variant(m.Value.Text); v != nil && m.Key.Text == e.Tag {
			return v.Result
		}
	}
	return nil
}
