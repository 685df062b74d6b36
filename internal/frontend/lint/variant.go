package lint

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// loneVariants warns about variants of unions with a tag among the fields that are used
// outside of their unions, where they have the tag as well.
func loneVariants(l *linter) {
	done := make(map[source.Span]bool)
	use := func(m *model.Meta, what string, t model.Type) {
		tag, of := tagOf(t)
		if tag == nil || m.Span.IsZero() || done[m.Span] {
			return
		}
		done[m.Span] = true // one place of the spec may be several of the model
		l.warn(m.Span, fmt.Sprintf("%s has %q outside of %q, and so must have its tag %q there", what, of.TypeName(), tag.Of.Union.Name, tag.Key),
			withoutTag(of))
	}
	p := l.proto
	if e := p.Envelope; e != nil {
		useMessages(e.Events, "event", use)
		useMessages(e.Requests, "request", use)
	}
	for _, m := range p.Methods {
		what := fmt.Sprintf("the method %q", m.Name)
		for _, t := range m.Types() {
			use(&m.Meta, what, t)
		}
	}
	for _, e := range p.Errors {
		use(&e.Meta, fmt.Sprintf("the error %q", e.Name), e.Data)
	}
	for _, f := range p.Dialect.AllMembers() {
		use(&f.Meta, fmt.Sprintf("the field %q", f.Name), f.Type)
	}
	for _, d := range p.Decls {
		useDecl(d, use)
	}
}

// withoutTag says what to use where a type has no tag.
func withoutTag(of model.Decl) string {
	if _, ok := of.(*model.Struct); ok {
		return fmt.Sprintf("if messages do not have the tag there, let the union own it: declare %[1]s under types, and list it as {body: %[1]s}", of.TypeName())
	}
	return "if messages do not have the tag there, use a type that is not a variant"
}

// useMessages calls use for the payloads and results of events or requests.
func useMessages(u *model.Union, noun string, use func(*model.Meta, string, model.Type)) {
	if u == nil {
		return
	}
	for _, v := range u.Variants {
		what := fmt.Sprintf("the %s %q", noun, v.Tag)
		use(&v.Meta, what, v.Type)
		use(&v.Meta, what, v.Result)
	}
}

// useDecl calls use for the types that d is made of, apart from the variants of a union
// that gives them their tag.
func useDecl(d model.Decl, use func(*model.Meta, string, model.Type)) {
	what := fmt.Sprintf("the type %q", d.TypeName())
	switch t := d.(type) {
	case *model.Struct:
		for _, f := range t.Fields {
			use(&f.Meta, fmt.Sprintf("the field %q", f.Name), f.Type)
		}
		if t.ExtraType != nil && t.Body == nil { // else it is that of the body
			use(d.Info(), what, t.ExtraType)
		}
	case *model.Tuple:
		for _, i := range t.Items {
			use(d.Info(), what, i.Type)
		}
	case *model.Alias:
		use(d.Info(), what, t.Type)
	case *model.Union:
		if lower.ByOf(t) == lower.ByTag || len(lower.Around(t)) > 0 {
			return
		}
		for _, v := range t.Variants {
			use(d.Info(), what, v.Type)
		}
	}
}

// tagOf is the tag that a value within t must have, and the type that has it; nil if
// there is none. A tag may be among the fields of a struct, or of those of all variants
// of a union.
func tagOf(t model.Type) (*lower.Tag, model.Decl) {
	switch t := t.(type) {
	case *model.List:
		return tagOf(t.Elem)
	case *model.Map:
		return tagOf(t.Elem)
	case *model.Nullable:
		return tagOf(t.Elem)
	case *model.Struct:
		return demanded(lower.Tags(t)), t
	case *model.Union:
		return demanded(lower.Around(t)), t
	}
	return nil, nil
}

// demanded is the innermost of tags that may not be absent.
func demanded(tags []lower.Tag) *lower.Tag {
	for i := range slices.Backward(tags) {
		if !tags[i].Implied {
			return &tags[i]
		}
	}
	return nil
}
