package assemble

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/frontend/syntax"
	"github.com/wiregen/wiregen/internal/source"
)

// merge appends the declarations of a part to those of the spec. Names of types are
// compared later, because some are derived.
func (a *assembly) merge(spec, part *syntax.Spec) {
	spec.Types = append(spec.Types, part.Types...)
	spec.Events = join(a, "event", spec.Events, part.Events, func(m *syntax.Message) syntax.Word { return m.Tag })
	spec.Requests = join(a, "request", spec.Requests, part.Requests, func(m *syntax.Message) syntax.Word { return m.Tag })
	spec.Methods = join(a, "method", spec.Methods, part.Methods, func(m *syntax.Method) syntax.Word { return m.Name })
	spec.Errors = join(a, "error", spec.Errors, part.Errors, func(e *syntax.ErrorDecl) syntax.Word { return e.Name })
	spec.Capabilities = join(a, "role", spec.Capabilities, part.Capabilities, func(c *syntax.Capability) syntax.Word { return c.Role })
	spec.Envelope = only(a, "envelope", spec.Envelope, part.Envelope, func(e *syntax.Envelope) source.Span { return e.Span })
	spec.Negotiation = only(a, "negotiation", spec.Negotiation, part.Negotiation, func(n *syntax.Negotiation) source.Span { return n.Span })
	spec.Journal = only(a, "journal", spec.Journal, part.Journal, func(j *syntax.Journal) source.Span { return j.Span })
	spec.Session = append(spec.Session, part.Session...)
	spec.Add = append(spec.Add, part.Add...)
	spec.Reserved = append(spec.Reserved, part.Reserved...)
	spec.Excuses = append(spec.Excuses, part.Excuses...)
	for _, s := range part.Sections {
		if !slices.ContainsFunc(spec.Sections, func(w syntax.Word) bool { return w.Text == s.Text }) {
			spec.Sections = append(spec.Sections, s)
		}
	}
}

// join concatenates two lists, without items of the second that have a name in the
// first.
func join[T any](a *assembly, noun string, list, more []T, name func(T) syntax.Word) []T {
	first := make(map[string]source.Span, len(list))
	for _, x := range list {
		first[name(x).Text] = name(x).Span
	}
	for _, x := range more {
		w := name(x)
		if at, twice := first[w.Text]; twice && !w.IsZero() {
			a.twice(w.Span, at, fmt.Sprintf("the %s %q is declared twice", noun, w.Text))
			continue
		}
		list = append(list, x)
	}
	return list
}

// only is the one of two that is present.
func only[T any](a *assembly, noun string, one, other *T, span func(*T) source.Span) *T {
	switch {
	case other == nil:
		return one
	case one != nil:
		a.twice(span(other), span(one), fmt.Sprintf("the %s is declared twice", noun))
		return one
	}
	return other
}

func (a *assembly) twice(at, first source.Span, message string) {
	a.report.Add(diag.DeclaredTwice, at, message).WithHelp("remove one of the two").
		Offers("remove this one", diag.Step{Do: diag.Remove, At: at}).WithRelated(first, "first declared here")
}

// layer is the spec base with the declarations and additions of a layer. It has the
// name of the file of the layer.
func (a *assembly) layer(base, over *syntax.Spec) *syntax.Spec {
	for _, s := range over.Sections {
		if s.Text == "roles" || s.Text == "dialect" || s.Text == "defaults" || s.Text == "extensions" {
			a.report.Add(diag.LayerKey, s.Span, fmt.Sprintf("a layer cannot change the %s of the spec below it", plural(s.Text))).WithHelp("remove it").Goes().
				WithRelated(over.Extends.Span, "the spec below is named here")
		}
	}
	own := over.Protocol
	base.Below = append(append(base.Below, base.File), base.Parts...)
	base.Parts = over.Parts
	a.merge(base, over)
	base.File, base.Include, base.Extends = over.File, over.Include, over.Extends
	base.Protocol = layered(base.Protocol, own)
	return base
}

func plural(section string) string {
	if section == "dialect" {
		return "rules of the dialect"
	}
	return section
}

// layered has the names and versions of a protocol: those of the layer, or else of
// the spec below it. The versions of both are in one list.
func layered(base, own *syntax.Protocol) *syntax.Protocol {
	if base == nil || own == nil {
		if own == nil {
			return base
		}
		return own
	}
	out := *base
	out.Span = own.Span
	for _, w := range []struct{ into, say *syntax.Word }{
		{&out.Name, &own.Name}, {&out.Title, &own.Title}, {&out.Doc, &own.Doc}, {&out.Versioning, &own.Versioning},
	} {
		if !w.say.IsZero() {
			*w.into = *w.say
		}
	}
	switch {
	case own.Versions != nil:
		out.Versions = own.Versions
	case !own.Version.IsZero() && own.Version.Text != base.Version.Text:
		out.Versions = slices.Clone(base.Versions)
		if len(out.Versions) == 0 {
			out.Versions = append(out.Versions, base.Version)
		}
		out.Versions = append(out.Versions, own.Version)
	}
	if !own.Version.IsZero() {
		out.Version = own.Version
	}
	return &out
}
