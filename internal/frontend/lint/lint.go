// Package lint warns about risks in valid specs: how the protocol may evolve is not specified,
// or names and docs are likely to cause problems. Faults that the check package refuses are
// not repeated.
package lint

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
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
		{diag.LintNameUnusual, unusualNames},
		{diag.LintNameInvisible, invisibleNames},
		{diag.LintNameConfusable, confusableNames},
		{diag.LintDeprecatedUse, deprecatedWithoutUse},
		{diag.LintSecret, unmarkedSecrets},
		{diag.LintUnit, missingUnits},
		{diag.LintUnused, unusedTypes},
		{diag.LintRequiredLater, laterRequired},
		{diag.LintUncarried, uncarried},
		{diag.LintErrorUnused, unusedErrors},
		{diag.LintExtensionUnused, unusedExtensions},
		{diag.LintFeatureUndeclared, undeclaredFeatures},
		{diag.LintCodeReserved, reservedCodes},
		{diag.LintCodeOutside, codesInNoRange},
		{diag.LintVariantOutside, loneVariants},
		{diag.LintSessionNever, impossibleActs},
		{diag.LintLimitUnsaid, unsaidLimit},
		{diag.LintExcuseUnused, unusedExcuses},
	}
}

// Rules returns the codes of all rules.
func Rules() []*diag.Code {
	var out []*diag.Code
	for _, r := range rules() {
		out = append(out, r.code)
	}
	return out
}

// Run reports the findings in p of all rules except those whose IDs are in off.
func Run(p *model.Protocol, off []string, r *diag.Report) {
	l := &linter{proto: p, report: r, off: off, elements: elementsOf(p), used: make(map[*model.Excuse]bool)}
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
	off      []string // the rules that do not run
	elements []element
	used     map[*model.Excuse]bool // those that a finding was excused by
}

// warn reports a finding, unless it is excused, and returns whether it did. repairs are what
// may be done about it.
func (l *linter) warn(span source.Span, message, help string, repairs ...diag.Repair) bool {
	if slices.Contains(l.proto.Below, span.File) {
		return false // a layer cannot change elements of the spec below
	}
	if l.excused(span) {
		return false
	}
	l.report.Warn(l.code, span, message).WithHelp(help).Repairs = repairs
	return true
}

// warnFirst warns unless done is true, and sets it.
func (l *linter) warnFirst(done *bool, span source.Span, message, help string, repairs ...diag.Repair) {
	*done = *done || l.warn(span, message, help, repairs...)
}

// excused reports whether the rule is off at span. The element has precedence over
// the whole spec, so that an excuse that says nothing new is found.
func (l *linter) excused(span source.Span) bool {
	var whole *model.Excuse
	for _, e := range l.proto.Excuses {
		within := func(place source.Span) bool {
			return place.File == span.File && place.Start <= span.Start && span.End <= place.End
		}
		switch {
		case e.Rule != l.code.ID:
		case len(e.Places) == 0:
			whole = e
		case slices.ContainsFunc(e.Places, within):
			l.used[e] = true
			return true
		}
	}
	if whole != nil {
		l.used[whole] = true
	}
	return whole != nil
}

// unusedExcuses reports rules that are off where they find nothing. It is the last
// rule.
func unusedExcuses(l *linter) {
	for _, e := range l.proto.Excuses {
		if !l.used[e] && !slices.Contains(l.off, e.Rule) {
			l.warn(e.Span, fmt.Sprintf("%q finds nothing here, so lint_off has no effect", e.Rule), "remove it from lint_off",
				diag.Repair{Steps: []diag.Step{{Do: diag.Remove, At: e.Span, Key: "lint_off"}}})
		}
	}
}

// removed takes out the key or the item at a place.
func removed(at source.Span) diag.Repair {
	return diag.Repair{Steps: []diag.Step{{Do: diag.Remove, At: at}}}
}

// says has the element at a place say a key; a person chooses between several.
func says(at source.Span, key, value string) diag.Repair {
	return diag.Choice(fmt.Sprintf("write %s: %s", key, value), diag.Step{Do: diag.Set, At: at, Key: key, Text: value})
}

// An element is a named declaration of the spec.
type element struct {
	kind string // type, field, value, variant, event, request, method, error
	name string
	in   string // the type that it belongs to, if any
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
	within := ""
	add := func(kind, name string, meta *model.Meta, t model.Type) {
		// An element that is in two places of the model is in one place of the spec: a
		// field that came from a mixin, an event and its struct.
		if !meta.Span.IsZero() && !spans[meta.Span] {
			spans[meta.Span] = true
			out = append(out, element{kind, name, within, meta, t})
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
		within = d.TypeName()
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
