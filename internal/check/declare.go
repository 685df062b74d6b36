package check

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/model"
	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/source"
	"github.com/wiregen/wiregen/internal/syntax"
)

var typeName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// declare makes an empty declaration for everything that has a name, in the
// order of the file, and leaves steps behind that fill it.
func (c *checker) declare() {
	for _, section := range c.spec.Sections {
		switch section.Text {
		case "types":
			for _, d := range c.spec.Types {
				c.declareBody(d.Name.Text, d.Name.Span, &d.Body)
			}
		case "envelope":
			c.declareEnvelope()
		case "events":
			c.declareMessages("Event", section.Span, c.spec.Events)
		case "requests":
			c.declareMessages("Request", section.Span, c.spec.Requests)
		case "methods":
			c.declareMethods()
		case "errors":
			c.errorData()
		}
	}
	c.finishEnvelope()
	refuseReserved(c.report, c.spec.Reserved, c.liveNames())
	c.capabilities()
	c.negotiation()
	c.journal()
}

// liveNames are the names of everything that a spec declares, where they stand.
func (c *checker) liveNames() map[string]source.Span {
	live := map[string]source.Span{}
	for name, d := range c.scope {
		live[name] = d.span
	}
	for _, list := range [][]*syntax.Message{c.spec.Events, c.spec.Requests} {
		for _, m := range list {
			live[m.Tag.Text] = m.Tag.Span
		}
	}
	for _, m := range c.spec.Methods {
		live[m.Name.Text] = m.Name.Span
	}
	for _, e := range c.spec.Errors {
		live[e.Name.Text] = e.Name.Span
	}
	return live
}

// section is the place of a top-level key.
func (c *checker) section(name string) source.Span {
	for _, s := range c.spec.Sections {
		if s.Text == name {
			return s.Span
		}
	}
	return source.Span{}
}

// register gives d its name. It is false where the name is another's already.
func (c *checker) register(name string, span source.Span, d model.Decl) bool {
	c.out.Decls = append(c.out.Decls, d)
	_, scalar := model.ScalarNamed(name, false)
	switch {
	case name == "":
		return true
	case scalar || name == "map":
		c.error(diag.TypeNameReserved, span, fmt.Sprintf("%q is a type of the language", name), "choose another name")
		return true
	case !typeName.MatchString(name):
		c.error(diag.TypeNameInvalid, span, fmt.Sprintf("%q is no name for a type", name), c.nameHelp(name))
		return true
	}
	if first := c.scope[name]; first != nil {
		c.declaredTwice(name, span, d, first)
		return false
	}
	c.scope[name] = &declared{decl: d, span: span}
	c.names = append(c.names, name)
	return true
}

// declaredTwice reports a name that two types have, in words for who wrote the
// name and for who left it to the compiler.
func (c *checker) declaredTwice(name string, span source.Span, d model.Decl, first *declared) {
	const own = "give one of them a name of its own under types"
	message, help, note := fmt.Sprintf("the type %q is declared twice", name), "rename one of them", "first declared here"
	switch written := strings.Trim(span.Text(), "\"'") == name; {
	case c.derived[name]:
		help = "the name was made from a tag: give one of the structs another with name:"
	case d.Info().Derived && first.decl.Info().Derived:
		message, help, note = fmt.Sprintf("two types that are written out here would both be called %q", name), own, "the other one"
	case !written:
		message, help = fmt.Sprintf("what is written out here is called %q, and so is another type", name), "rename that one, or "+own
		note = "the other one"
	case !c.spec.Extends.IsZero() && first.span.File != span.File:
		help = fmt.Sprintf("choose another name, or grow the one below with add: {%s: …}", name)
	}
	c.error(diag.TypeDuplicate, span, message, help).WithRelated(first.span, note)
}

func (c *checker) nameHelp(name string) string {
	const rule = "a name begins with a letter and holds letters, digits and _"
	p := names.Pascal(name)
	switch fits := typeName.MatchString(p); {
	case c.derived[name] && fits:
		return fmt.Sprintf("%s: give the struct one with name: %s", rule, p)
	case c.derived[name]:
		return rule + ": give the struct one with name:"
	case fits:
		return fmt.Sprintf("%s: write %s", rule, p)
	}
	return rule
}

// declareBody declares the type b under name.
func (c *checker) declareBody(name string, span source.Span, b *syntax.Body) model.Decl {
	switch {
	case b.Struct != nil:
		s := c.declareStruct(name, span, b.Struct, b.Meta)
		c.examples(b.Examples, func() model.Type { return s }, &s.Meta)
		return s
	case b.Enum != nil:
		return c.declareEnum(name, span, b)
	case b.Union != nil:
		return c.declareUnion(name, span, b)
	}
	return c.declareAlias(name, span, b)
}

// declareInline declares what a field of owner spells out instead of naming.
func (c *checker) declareInline(owner, field string, b *syntax.Body) {
	name := owner + names.Pascal(field)
	switch {
	case b.Struct != nil || b.Enum != nil || b.Union != nil:
		inline := *b
		inline.Examples, inline.Default, inline.Was = nil, nil, nil // they are the field's
		if b.Struct != nil && b.Doc.IsZero() {
			inline.Doc = placeDoc("The value of %s in %s.", field, owner)
		}
		c.decls[b] = c.declareBody(name, b.Span, &inline)
		c.decls[b].Info().Derived = true
	case b.Expr != nil:
		c.declareEither(name, b.Expr)
		c.describeTuple(b.Expr, placeDoc("The value of %s in %s.", field, owner))
	}
}

// placeDoc is the doc of a type that is declared in passing: it says where.
func placeDoc(format string, place ...any) syntax.Word {
	return syntax.Word{Text: fmt.Sprintf(format, place...)}
}

// describeTuple gives the tuple that e spells a doc.
func (c *checker) describeTuple(e *syntax.Expr, doc syntax.Word) {
	if t := c.tuples[e]; t != nil {
		t.Doc = doc.Text
	}
}

// declareEither declares the unions that stand within a type expression.
func (c *checker) declareEither(name string, e *syntax.Expr) {
	if e.Kind == syntax.EitherExpr {
		arms, _ := splitNull(e)
		if len(arms) > 1 {
			u := &model.Union{Name: name, Tagging: matching(e.Match), Meta: model.Meta{Span: e.Span, Derived: true}}
			c.unions[e] = u
			c.register(name, e.Span, u)
			c.resolve = append(c.resolve, func() { c.fill(u, arms) })
			c.decide(u)
			name += "Item"
		} else if !e.Match.IsZero() {
			c.error(diag.UnionKeyMisplaced, e.Match.Span, `"match" has no meaning here: there is one type beside null`, "remove it")
		}
		for _, arm := range arms {
			c.declareEither(name, arm)
		}
		return
	}
	if e.Kind == syntax.TupleExpr {
		c.declareTuple(name, e)
		return
	}
	for _, arg := range e.Args {
		c.declareEither(name, arg)
	}
}

// declareAlias declares a further name for a type, or a union by JSON kind.
func (c *checker) declareAlias(name string, span source.Span, b *syntax.Body) model.Decl {
	if b.Default != nil && b.Const == nil {
		c.error(diag.DefaultMisplaced, b.Default.Span, "a type has no default", "write the default at the fields that use the type")
	}
	taken := c.scope[name] != nil
	if b.Expr != nil && b.Expr.Kind == syntax.EitherExpr {
		arms, nulls := splitNull(b.Expr)
		if len(nulls) > 0 {
			c.error(diag.TypeNullableAlias, nulls[0].Span, fmt.Sprintf("the named type %q allows null", name),
				"leave null out here, and write | null where the type is used")
		}
		if len(arms) > 1 && !taken {
			c.declareEither(name, b.Expr)
			u := c.unions[b.Expr]
			c.meta(&u.Meta, &b.Meta, span)
			c.moveName(name, span)
			c.examples(b.Examples, func() model.Type { return u }, &u.Meta)
			return u
		}
	}
	if b.Expr != nil && b.Expr.Kind == syntax.TupleExpr && !taken {
		t := c.declareTuple(name, b.Expr)
		c.meta(&t.Meta, &b.Meta, span)
		c.moveName(name, span)
		c.examples(b.Examples, func() model.Type { return t }, &t.Meta)
		return t
	}
	a := &model.Alias{Name: name}
	c.meta(&a.Meta, &b.Meta, span)
	c.register(name, span, a)
	if b.Expr != nil {
		c.declareEither(name+"Item", b.Expr)
	}
	c.resolve = append(c.resolve, func() { a.Type = model.NonNull(c.bodyType(b)) })
	c.examples(b.Examples, func() model.Type { return a }, &a.Meta)
	return a
}

// moveName makes span the place of a name that is declared already.
func (c *checker) moveName(name string, span source.Span) {
	if d := c.scope[name]; d != nil {
		d.span = span
	}
}
