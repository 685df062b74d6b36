// Package lint warns about valid specs with a risk: questions of evolution that a
// spec leaves open, and names and docs that are likely to cause problems. Faults
// that the check package refuses are not repeated.
package lint

import (
	"slices"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/spec/diag"
	"github.com/wiregen/wiregen/internal/spec/source"
)

// A rule is one row of the table.
type rule struct {
	code *diag.Code
	find func(*linter)
}

func rules() []rule {
	return []rule{
		{diag.LintOpenness, openness},
		{diag.LintNameDerived, derivedNames},
		{diag.LintDocMissing, missingDocs},
		{diag.LintSinceMissing, missingSince},
		{diag.LintNameAges, agingNames},
		{diag.LintNameStyle, mixedStyles},
		{diag.LintDeprecatedUse, deprecatedWithoutUse},
		{diag.LintSecret, unmarkedSecrets},
		{diag.LintUnit, missingUnits},
		{diag.LintUnused, unusedTypes},
		{diag.LintRequiredLater, laterRequired},
		{diag.LintUncarried, uncarried},
		{diag.LintErrorUnused, unusedErrors},
		{diag.LintFeatureUndeclared, undeclaredFeatures},
		{diag.LintCodeReserved, reservedCodes},
		{diag.LintCodeOutside, codesInNoRange},
		{diag.LintVariantOutside, loneVariants},
	}
}

// Rules are the codes of all rules.
func Rules() []*diag.Code {
	var out []*diag.Code
	for _, r := range rules() {
		out = append(out, r.code)
	}
	return out
}

// Run reports the findings in p of all rules except those whose IDs are in off.
func Run(p *model.Protocol, off []string, r *diag.Report) {
	l := &linter{proto: p, report: r, elements: elementsOf(p)}
	for _, rule := range rules() {
		if !slices.Contains(off, rule.code.ID) {
			l.code = rule.code
			rule.find(l)
		}
	}
}

// A linter is one run; code is the current rule.
type linter struct {
	proto    *model.Protocol
	report   *diag.Report
	code     *diag.Code
	elements []element
}

func (l *linter) warn(span source.Span, message, help string) {
	if slices.Contains(l.proto.Below, span.File) {
		return // a layer cannot change elements of the spec below
	}
	l.report.Warn(l.code, span, message).WithHelp(help)
}

// warnFirst warns unless done is true, and sets it.
func (l *linter) warnFirst(done *bool, span source.Span, message, help string) {
	if !*done && !slices.Contains(l.proto.Below, span.File) {
		*done = true
		l.warn(span, message, help)
	}
}

// An element is a named declaration of the spec.
type element struct {
	kind string // type, field, value, variant, event, request, method, error
	name string
	meta *model.Meta
	typ  model.Type // of a field
}

// elementsOf are the elements of p.
func elementsOf(p *model.Protocol) []element {
	var out []element
	messages := make(map[*model.Union]string)
	spans := make(map[source.Span]bool)
	if e := p.Envelope; e != nil {
		messages[e.Messages] = ""
		messages[e.Events], messages[e.Requests] = "event", "request"
	}
	add := func(kind, name string, meta *model.Meta, t model.Type) {
		// An element that is in two places of the model is in one place of the spec: a
		// field that came from a mixin, an event and its struct.
		if !meta.Span.IsZero() && !spans[meta.Span] {
			spans[meta.Span] = true
			out = append(out, element{kind, name, meta, t})
		}
	}
	if e := p.Envelope; e != nil {
		for _, u := range []*model.Union{e.Events, e.Requests} {
			if u == nil {
				continue
			}
			for _, v := range u.Variants {
				add(messages[u], v.Tag, &v.Meta, nil)
			}
		}
	}
	// An inline struct of a method or an error has the place of its owner.
	for _, m := range p.Methods {
		add("method", m.Name, &m.Meta, nil)
	}
	for _, e := range p.Errors {
		if !e.Standard {
			add("error", e.Name, &e.Meta, nil)
		}
	}
	for _, d := range p.Decls {
		addDecl(d, messages, add)
	}
	return out
}

func addDecl(d model.Decl, messages map[*model.Union]string, add func(string, string, *model.Meta, model.Type)) {
	if u, ok := d.(*model.Union); ok {
		if _, message := messages[u]; message {
			return
		}
	}
	add("type", d.TypeName(), d.Info(), nil)
	switch t := d.(type) {
	case *model.Struct:
		for _, f := range t.Fields {
			add("field", f.Name, &f.Meta, f.Type)
		}
	case *model.Enum:
		for _, v := range t.Values {
			add("value", v.Name, &v.Meta, nil)
		}
	case *model.Union:
		for _, v := range t.Variants {
			if v.Tag != "" {
				add("variant", v.Tag, &v.Meta, nil)
			}
		}
	}
}
