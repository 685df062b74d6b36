package check

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

func (c *checker) declareMethods() {
	live := map[string]source.Span{}
	for _, m := range c.spec.Methods {
		live[m.Name.Text] = m.Name.Span
	}
	for _, m := range c.spec.Methods {
		out := &model.Method{Name: m.Name.Text, ParamsOptional: m.ParamsOptional}
		c.meta(&out.Meta, &m.Meta, m.Name.Span)
		out.Was = olderNames(c.report, m.Was, live, "method")
		c.out.Methods = append(c.out.Methods, out)
		c.from(out, m)
		c.methodErrors(out, m)
		c.methodTypes(out, m)
		if m.Progress != nil {
			c.resolve = append(c.resolve, func() { c.progress(out, m) })
		}
		if !m.Replaces.IsZero() {
			c.resolve = append(c.resolve, func() { out.Replaces = c.method(m.Replaces) })
		}
		if len(m.Examples) > 0 {
			c.values = append(c.values, func() { c.calls(out, m) })
		}
	}
	c.shape = append(c.shape, c.replacedInCircles)
}

// methodTypes declares what a method carries and what answers it.
func (c *checker) methodTypes(out *model.Method, m *syntax.Method) {
	params := m.Params
	if m.Notifies {
		out.Notify, params = true, m.Notify
	}
	if params != nil && params.Struct != nil && c.out.Dialect.Params == "array" {
		out.Params = c.positions(m, params)
	} else if params != nil {
		c.ref(&out.Params, params, m, "Params")
		c.shape = append(c.shape, func() { c.paramsKind(out, params.Span) })
	}
	switch {
	case !m.ByVariant.IsZero():
		out.ByVariant = true
		c.shape = append(c.shape, func() { c.byVariant(out, m) })
	case m.Result != nil:
		c.ref(&out.Result, m.Result, m, "Result")
	}
}

// method is the declared method that w names.
func (c *checker) method(w syntax.Word) *model.Method {
	var known []string
	for _, m := range c.out.Methods {
		known = append(known, m.Name)
		if m.Name == w.Text {
			return m
		}
	}
	if w.IsZero() {
		return nil
	}
	c.error(diag.MethodUnknown, w.Span, fmt.Sprintf("there is no method %q", w.Text),
		names.DidYouMean(w.Text, known, "declare it under methods"))
	return nil
}

// replacedInCircles reports methods that replace each other in a circle, each
// circle once.
func (c *checker) replacedInCircles() {
	reported := map[*model.Method]bool{}
	for i, m := range c.out.Methods {
		chain := []string{m.Name}
		seen := map[*model.Method]bool{}
		older := m.Replaces
		for ; older != nil && older != m && !seen[older]; older = older.Replaces {
			seen[older] = true
			chain = append(chain, older.Name)
		}
		if older != m || reported[m] {
			continue
		}
		reported[m] = true
		for o := range seen {
			reported[o] = true
		}
		c.error(diag.MethodReplaces, c.spec.Methods[i].Replaces.Span, fmt.Sprintf("%q replaces itself: %s", m.Name, strings.Join(append(chain, m.Name), " → ")),
			"name the older method, or remove replaces")
	}
}

// ref resolves a type under a method. A map there declares the fields of a
// struct that is named after the method.
func (c *checker) ref(into *model.Type, r *syntax.Ref, m *syntax.Method, suffix string) {
	name := names.Pascal(m.Name.Text) + suffix
	*into = invalid
	switch {
	case r.Struct != nil:
		*into = c.declareStruct(name, m.Name.Span, r.Struct, syntax.Meta{Doc: refDoc(m, suffix)})
	case r.Expr != nil:
		c.declareEither(name, r.Expr)
		c.describeTuple(r.Expr, refDoc(m, suffix))
		c.resolve = append(c.resolve, func() { *into = c.expr(r.Expr) })
	}
}

// refDoc is the doc of a type that a method declares in passing.
func refDoc(m *syntax.Method, suffix string) syntax.Word {
	if suffix == "Result" {
		return placeDoc("What %s is answered with.", m.Name.Text)
	}
	return placeDoc("What %s is called with.", m.Name.Text)
}

func (c *checker) from(out *model.Method, m *syntax.Method) {
	switch m.From.Text {
	case "", c.out.Roles[0]:
		out.From = model.FromClient
	case c.out.Roles[1]:
		out.From = model.FromAgent
	case "both":
		out.From = model.FromBoth
	default:
		c.unknownRole(m.From)
	}
}

func (c *checker) unknownRole(w syntax.Word) {
	roles := c.out.Roles[:]
	c.error(diag.RoleUnknown, w.Span, fmt.Sprintf("there is no role %q", w.Text),
		names.DidYouMean(w.Text, roles, fmt.Sprintf("the roles are %s and %s", roles[0], roles[1])))
}

func (c *checker) methodErrors(out *model.Method, m *syntax.Method) {
	seen := map[string]source.Span{}
	for _, w := range m.Errors {
		if first, twice := seen[w.Text]; twice {
			c.error(diag.ErrorListedTwice, w.Span, fmt.Sprintf("the error %q is listed twice", w.Text), "keep one of the two").
				WithRelated(first, "first listed here")
			continue
		}
		seen[w.Text] = w.Span
		if e := c.answerError(w); e != nil {
			out.Errors = append(out.Errors, e)
		}
	}
}

// byVariant checks that the params are the union whose variants name results.
func (c *checker) byVariant(out *model.Method, m *syntax.Method) {
	e := c.out.Envelope
	if e != nil && e.Requests != nil && out.Params == model.Type(e.Requests) {
		return
	}
	if out.Params != invalid || m.Params == nil {
		c.error(diag.MethodByVariant, m.ByVariant.Span, "the params do not name results, one for each variant", "write params: Request, or name the type of the result")
	}
}

// calls checks the examples of a method.
func (c *checker) calls(out *model.Method, m *syntax.Method) {
	for _, e := range m.Examples {
		switch {
		case e.Params != nil && out.Params == nil:
			c.error(diag.ExampleMismatch, e.Params.Span, fmt.Sprintf("this example has params, and %q takes none", out.Name), "remove them")
		case e.Params != nil:
			conform(c.report, e.Params, out.Params, asExample)
		case out.Params != nil && !out.ParamsOptional:
			c.error(diag.ExampleMismatch, e.Value.Span, "this example has no params", "write {params: …}, and beside it result: … if you like")
		}
		switch {
		case e.Result == nil:
		case out.Notify:
			c.error(diag.ExampleMismatch, e.Result.Span, "this example has a result, and nothing answers a notification", "remove it")
		case out.ByVariant:
			if t := c.resultOf(e.Params); t != nil {
				conform(c.report, e.Result, t, asExample)
			}
		default:
			conform(c.report, e.Result, out.Result, asExample)
		}
		out.Examples = append(out.Examples, model.Example{Value: toModel(e.Value)})
	}
}

// resultOf is what answers the request that stands in params, or nil.
func (c *checker) resultOf(params *syntax.Value) model.Type {
	e := c.out.Envelope
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
