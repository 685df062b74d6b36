package compare

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wiregen/wiregen/internal/protocol/lower"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

// Added returns the names and the codes that the new version has and the old one does not
// have. An older version without any of them has nothing that is used again.
func (r *Report) Added() []string {
	var out []string
	for element, f := range r.added() {
		out = append(out, lastWord(element))
		if f.Rule.ID == errorAdded {
			out = append(out, f.Is)
		}
	}
	return out
}

// hasOneOf reports whether a protocol has one of some names or codes.
func hasOneOf(p *model.Protocol, words []string) bool {
	has := func(former []string, names ...string) bool {
		return slices.ContainsFunc(slices.Concat(former, names), func(name string) bool { return slices.Contains(words, lastWord(name)) })
	}
	for _, d := range p.Decls {
		found := false
		switch t := d.(type) {
		case *model.Struct:
			found = slices.ContainsFunc(t.Fields, func(f *model.Field) bool { return has(f.FormerNames, f.Name) })
		case *model.Enum:
			found = slices.ContainsFunc(t.Values, func(v *model.EnumValue) bool {
				return has(v.FormerNames, v.Value) || t.Integer && has(nil, strconv.FormatInt(v.Number, 10))
			})
		case *model.Union:
			found = slices.ContainsFunc(lower.UnionOf(t).Cases, func(x lower.Case) bool { return has(x.FormerNames, x.Tags...) })
		}
		if found {
			return true
		}
	}
	return slices.ContainsFunc(p.Methods, func(m *model.Method) bool { return has(m.FormerNames, m.Name) }) ||
		slices.ContainsFunc(p.Errors, func(e *model.ErrorCode) bool { return has(e.FormerNames, e.Name) || has(nil, strconv.Itoa(e.Code)) })
}

// lastWord is what the name of an element ends with, within which it has no dots and
// spaces.
func lastWord(name string) string { return name[strings.LastIndexAny(name, ". ")+1:] }

// added are the findings about additions, by their elements. Names of types are not in
// messages.
func (r *Report) added() map[string]*Finding {
	out := map[string]*Finding{}
	for _, f := range r.Findings {
		if slices.Contains(additions, f.Rule.ID) && f.Rule.ID != typeAdded && !f.NewAt.IsZero() {
			out[f.Element] = f
		}
	}
	return out
}

// AddReleases looks for names of the new version that the old one does not have and an
// older released version had: whoever still speaks that version takes the new element for
// the old one. An element that is as it was is not a finding. The newest of several versions, which
// comes last, is named.
func (r *Report) AddReleases(older []*model.Protocol) {
	added := r.added()
	if len(added) == 0 {
		return
	}
	owners, words := ownersOf(r.New, added), r.Added()
	found := map[string]*Finding{}
	for _, p := range slices.Backward(older) {
		if !r.Old.Versioning.Less(p.Version, r.Old.Version) || !hasOneOf(p, words) {
			continue
		}
		before := Compare(p, r.New)
		unknown := before.added()
		for _, f := range before.Findings {
			base := baseOf(f.Element, added, owners)
			if base == "" || found[base] != nil || !f.otherMeaning() {
				continue
			}
			// What that version does not have as well is new, unless it has the code of an error
			// under another name.
			if unknown[base] != nil && f.Rule.ID != errorAdded {
				continue
			}
			reused := &Finding{Rule: ruleNamed(nameReused), Element: base, Was: f.Was, Is: f.Is, OldAt: f.OldAt, NewAt: added[base].NewAt, Unstable: added[base].Unstable}
			j := usedBefore.of(p.Version)
			if f.Element != base {
				j = partUsedBefore.of(p.Version, f.Element, f.Rule.Title)
			}
			reused.Verdicts[Upkeep] = *j.verdict(nil)
			found[base] = reused
			r.Findings = append(r.Findings, reused)
		}
	}
	r.sort()
}

// otherMeaning reports whether peers of two versions refuse or misread an element for
// another reason than that it is absent or null.
func (f *Finding) otherMeaning() bool {
	switch f.Rule.ID {
	case fieldRequired, fieldOptional, fieldDefault, fieldAbsence, nowNullable, notNullable, limitChanged, limitEnforced:
		return false
	}
	return slices.ContainsFunc(f.Verdicts[:Upkeep], func(v Verdict) bool { return v.Level.misleads() })
}

// baseOf is the added element that an element is or is part of; or "".
func baseOf(element string, added map[string]*Finding, owners map[string]string) string {
	for name := element; ; {
		if added[name] != nil {
			return name
		}
		if owner, ok := owners[name]; ok {
			return owner
		}
		i := strings.LastIndexByte(name, '.')
		if i < 0 {
			return ""
		}
		name = name[:i]
	}
}

// ownersOf are the added elements that declare a type in their place, by the name of the
// type.
func ownersOf(p *model.Protocol, added map[string]*Finding) map[string]string {
	out := map[string]string{}
	own := func(element string, types ...model.Type) {
		for _, t := range types {
			if d, ok := t.(model.Decl); ok && added[element] != nil && (d.Info().Inline || d.Info().Derived) {
				out[d.TypeName()] = element
			}
		}
	}
	variants := func(u *model.Union, prefix string) {
		for _, v := range u.Variants {
			own(prefix+v.Tag, v.Type, v.Result)
		}
	}
	for _, d := range p.Decls {
		if u, ok := d.(*model.Union); ok {
			variants(u, u.Name+".")
		}
	}
	if e := p.Envelope; e != nil && e.Events != nil {
		variants(e.Events, "event ")
	}
	if e := p.Envelope; e != nil && e.Requests != nil {
		variants(e.Requests, "request ")
	}
	for _, m := range p.Methods {
		own(m.Name, m.Types()...)
	}
	return out
}
