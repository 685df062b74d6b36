package check

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// isWord reports whether s may name a type: a letter, with letters, digits and
// underscores behind it.
func isWord(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// A collector is the first pass. It makes an empty element of the model for every
// named declaration and every inline type, in the order of the files, and pairs it
// with its declaration.
type collector struct {
	*draft
	versions   map[string]source.Span // the place of each; nil when they could not be read
	errorNamed map[string]*model.ErrorCode
	derived    map[string]bool        // names of structs that are derived from a tag
	gateAt     map[string]source.Span // where each gate is named first
}

func collect(spec *syntax.Spec, r report) *draft {
	c := &collector{
		draft: &draft{
			report: r, spec: spec, scope: &scope{named: map[string]*declared{}, sections: spec.Sections},
			out:    &model.Protocol{File: path.Base(spec.File.Name), Dialect: model.DefaultDialect(), Below: spec.Below},
			inline: map[*syntax.Expr]model.Decl{}, variants: variantDecls{},
		},
		derived: map[string]bool{}, gateAt: map[string]source.Span{},
	}
	for _, e := range spec.Excuses {
		c.out.Excuses = append(c.out.Excuses, &model.Excuse{Rule: e.Rule.Text, Span: e.Rule.Span, Places: e.Places})
	}
	c.protocol()
	setRoles(c.draft)
	c.dialect()
	c.declareErrors()
	c.rate()
	c.errorFallback()
	tags := messageTags(spec, r)
	for _, section := range spec.Sections {
		switch section.Text {
		case "types":
			for _, d := range spec.Types {
				c.declareBody(d.Name.Text, d.Name.Span, &d.Body)
			}
		case "envelope":
			c.declareEnvelope()
		case "events":
			c.declareMessages("Event", section.Span, spec.Events, tags)
		case "requests":
			c.declareMessages("Request", section.Span, spec.Requests, tags)
		case "methods":
			c.declareMethods()
		case "errors":
			c.declareErrorData()
		}
	}
	finishEnvelope(c.draft)
	refuseReserved(r, spec.Reserved, allNames(c.draft))
	for _, w := range spec.Reserved {
		c.out.Reserved = append(c.out.Reserved, w.Text)
	}
	c.capabilities()
	c.negotiation()
	c.session()
	c.journal()
	c.sortGates()
	return c.draft
}

// allNames are the names of all elements of a spec, with their places.
func allNames(d *draft) map[string]source.Span {
	used := map[string]source.Span{}
	for name, first := range d.scope.named {
		used[name] = first.span
	}
	tag := func(m *syntax.Message) syntax.Word { return m.Tag }
	noteSpans(noteSpans(used, d.spec.Events, tag), d.spec.Requests, tag)
	noteSpans(used, d.spec.Methods, func(m *syntax.Method) syntax.Word { return m.Name })
	noteSpans(used, d.spec.Errors, func(e *syntax.ErrorDecl) syntax.Word { return e.Name })
	return used
}

// section is the place of a top-level key.
func section(spec *syntax.Spec, name string) source.Span {
	i := slices.IndexFunc(spec.Sections, func(w syntax.Word) bool { return w.Text == name })
	if i < 0 {
		return source.Span{}
	}
	return spec.Sections[i].Span
}

// register adds d under its name. It is false if the name is already taken.
func (c *collector) register(name string, span source.Span, d model.Decl) bool {
	c.out.Decls = append(c.out.Decls, d)
	if c.names != nil {
		c.names.Types = append(c.names.Types, TypeName{name, span, strings.Trim(span.Text(), "\"'") != name})
	}
	_, scalar := model.ScalarNamed(name, model.Int64AsNumber)
	switch {
	case name == "":
		return true
	case scalar || name == "map":
		c.error(diag.TypeNameReserved, span, fmt.Sprintf("%q is a built-in type", name), "choose another name")
		return true
	case !isWord(name):
		c.advise(diag.TypeNameInvalid, span, fmt.Sprintf("%q is not a valid type name", name), c.nameAdvice(name, span))
		return true
	}
	if first := c.scope.named[name]; first != nil {
		c.declaredTwice(name, span, d, first)
		return false
	}
	c.scope.named[name] = &declared{decl: d, span: span}
	c.scope.names = append(c.scope.names, name)
	return true
}

// declaredTwice reports a name that two types have. The message depends on whether
// the names are written in the spec or derived.
func (c *collector) declaredTwice(name string, span source.Span, d model.Decl, first *declared) {
	const own = "declare one of them by name under types"
	message, help, note := fmt.Sprintf("the type %q is declared twice", name), "rename one of them", "first declared here"
	switch written := strings.Trim(span.Text(), "\"'") == name; {
	case c.derived[name]:
		help = "the name is derived from a tag: give one of the structs another name with name:"
	case d.Info().Derived && first.decl.Info().Derived:
		message, help, note = fmt.Sprintf("two inline types would both be called %q", name), own, "the other one"
	case !written:
		message, help = fmt.Sprintf("the inline type here is called %q, and so is another type", name), "rename that one, or "+own
		note = "the other one"
	case !c.spec.Extends.IsZero() && first.span.File != span.File:
		help = fmt.Sprintf("choose another name, or extend the type of the spec below with add: {%s: …}", name)
	}
	c.error(diag.TypeDuplicate, span, message, help).WithRelated(first.span, note)
}

// nameAdvice says which name is valid. That of a struct in a union is derived from a tag, so
// that nothing else names it.
func (c *collector) nameAdvice(name string, span source.Span) diag.Advice {
	const rule = "a name begins with a letter and consists of letters, digits and _"
	p := names.Pascal(name)
	switch fits := isWord(p); {
	case c.derived[name] && fits:
		return diag.Advice{Help: fmt.Sprintf("%s: give the struct one with name: %s", rule, p), Steps: []diag.Step{{Do: diag.Set, At: span, Key: "name", Text: p}}}
	case c.derived[name]:
		return diag.Advice{Help: rule + ": give the struct one with name:"}
	case fits:
		return diag.Advice{Help: fmt.Sprintf("%s: write %s", rule, p)}
	}
	return diag.Advice{Help: rule}
}

// declareBody declares the type b under name.
func (c *collector) declareBody(name string, span source.Span, b *syntax.Body) model.Decl {
	var out model.Decl
	switch {
	case b.Struct != nil:
		out = c.declareStruct(name, span, b.Struct, b.Meta)
	case b.Enum != nil:
		out = c.declareEnum(name, span, b)
	case b.Union != nil:
		out = c.declareUnion(name, span, b)
	default:
		out = c.declareAlias(name, span, b)
	}
	c.types = append(c.types, pair[*syntax.Body, model.Decl]{b, out})
	return out
}

// declareInto arranges that into is set to the type of a field or an alias: one
// that b declares, a constant, or an expression.
func (c *collector) declareInto(into *model.Type, name string, b *syntax.Body, doc syntax.Word) {
	switch {
	case b.Struct != nil || b.Enum != nil || b.Union != nil:
		inline := *b
		inline.Examples, inline.Default, inline.FormerNames = nil, nil, nil // they belong to the field
		if b.Struct != nil && b.Doc.IsZero() {
			inline.Doc = doc
		}
		out := c.declareBody(name, b.Span, &inline)
		out.Info().Derived = true
		*into = out
	case b.Const != nil:
		*into = literal(c.report, b.Const)
	default:
		c.spell(into, name, b.Expr, b, doc)
	}
}

// declaresType reports whether b may contain the declaration of a type.
func declaresType(b *syntax.Body) bool {
	return b.Struct != nil || b.Enum != nil || b.Union != nil || b.Expr != nil && !isPlain(b.Expr)
}

// isPlain reports whether e contains no choice, except for null, and no tuple.
func isPlain(e *syntax.Expr) bool {
	args := e.Args
	switch e.Kind {
	case syntax.TupleExpr:
		return false
	case syntax.EitherExpr:
		if args, _ = splitNull(e); len(args) > 1 {
			return false
		}
	}
	return !slices.ContainsFunc(args, func(arg *syntax.Expr) bool { return !isPlain(arg) })
}

// spell arranges that into is set to the type of the expression e when names are
// resolved, with the limits in b, if there is one. The unions and tuples within e are
// declared and named after name. If e is a tuple, it has the doc.
func (c *collector) spell(into *model.Type, name string, e *syntax.Expr, b *syntax.Body, doc syntax.Word) {
	if e != nil {
		c.declareWithin(name, e)
	}
	if t, ok := c.inline[e].(*model.Tuple); ok {
		t.Doc = doc.Text
	}
	c.refs = append(c.refs, typeRef{expr: e, body: b, into: into})
}

// placeDoc is the doc of an inline type, which says where it is declared.
func placeDoc(format string, place ...any) syntax.Word {
	return syntax.Word{Text: fmt.Sprintf(format, place...)}
}

// declareWithin declares the unions and tuples within a type expression.
func (c *collector) declareWithin(name string, e *syntax.Expr) {
	if e.Kind == syntax.EitherExpr {
		arms, _ := splitNull(e)
		if len(arms) > 1 {
			u := &model.Union{Name: name, Tagging: matching(e.Match), Meta: model.Meta{Span: e.Span, Derived: true}}
			c.inline[e] = u
			c.register(name, e.Span, u)
			for _, arm := range arms {
				v := &model.Variant{Meta: model.Meta{Span: arm.Span}}
				u.Variants = append(u.Variants, v)
				ref := typeRef{expr: arm, into: &v.Type}
				if len(u.Variants) == 1 {
					ref.among = arms
				}
				c.refs = append(c.refs, ref)
			}
			c.declareArms(name+"Item", arms)
			return
		}
		if !e.Match.IsZero() {
			c.error(diag.UnionKeyMisplaced, e.Match.Span, `"match" does not apply here: there is only one type besides null`, "remove it").Drops()
		}
		for _, arm := range arms {
			c.declareWithin(name, arm)
		}
		return
	}
	if e.Kind == syntax.TupleExpr {
		c.declareTuple(name, e)
		return
	}
	for _, arg := range e.Args {
		c.declareWithin(name, arg)
	}
}

// declareArms declares the types within the arms of a union. Those of the first arm that
// has some are named after name, those of the others have a number as well.
func (c *collector) declareArms(name string, arms []*syntax.Expr) {
	n := 0
	for _, arm := range arms {
		if isPlain(arm) {
			continue
		}
		if n++; n > 1 {
			c.declareWithin(name+strconv.Itoa(n), arm)
		} else {
			c.declareWithin(name, arm)
		}
	}
}

// declareAlias declares another name for a type, or the union or tuple of an
// expression.
func (c *collector) declareAlias(name string, span source.Span, b *syntax.Body) model.Decl {
	if b.Default != nil && b.Const == nil {
		c.error(diag.DefaultMisplaced, b.Default.Span, "a type cannot have a default", "write the default at the fields that use the type")
	}
	spelled := b.Expr != nil && b.Expr.Kind == syntax.TupleExpr // the expression declares a type
	if b.Expr != nil && b.Expr.Kind == syntax.EitherExpr {
		arms, nulls := splitNull(b.Expr)
		if len(nulls) > 0 {
			c.error(diag.TypeNullableAlias, nulls[0].Span, fmt.Sprintf("the named type %q allows null", name),
				"remove null here, and write | null where the type is used")
		}
		spelled = len(arms) > 1
	}
	if spelled && c.scope.named[name] == nil {
		c.declareWithin(name, b.Expr)
		out := c.inline[b.Expr]
		c.meta(out.Info(), &b.Meta, span)
		if d := c.scope.named[name]; d != nil {
			d.span = span
		}
		return out
	}
	a := &model.Alias{Name: name}
	c.meta(&a.Meta, &b.Meta, span)
	c.register(name, span, a)
	c.declareInto(&a.Type, name+"Item", b, syntax.Word{})
	return a
}
