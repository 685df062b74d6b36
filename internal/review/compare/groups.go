package compare

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/frontend/rewrite"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// manyPlaces is how many edits with the same words, of different members, are one decision.
const manyPlaces = 3

// Grouped returns the findings with equal edits as one: an edit of a field that structs have
// from a base is the edit of the base, and the same edit of several elements is one finding
// with its places. Findings of which apart says something else are not put together.
func (r *Report) Grouped(apart func(*Finding) string) []*Finding {
	g := grouping{r: r, apart: apart, parents: map[string]string{}, bases: [2]map[source.Span]string{declarers(r.Old), declarers(r.New)}}
	for _, x := range r.Elements {
		g.parents[x.Name] = x.Parent
	}
	units := make([][]*Finding, len(r.Findings))
	for i, f := range r.Findings {
		units[i] = []*Finding{f}
	}
	units = join(units, 2, g.sameLine)
	units = join(units, manyPlaces, g.sameWords)
	units = join(units, 2, g.sameMember)
	out := &Report{}
	for _, u := range units {
		out.Findings = append(out.Findings, g.merged(u))
	}
	out.sort()
	return out.Findings
}

type grouping struct {
	r       *Report
	apart   func(*Finding) string
	parents map[string]string // of elements, by name
	bases   [2]map[source.Span]string
}

// join puts together the units with the same key, if there are least of them. A unit whose
// key is "" stays as it is.
func join(units [][]*Finding, least int, key func(*Finding) string) [][]*Finding {
	count := map[string]int{}
	keys := make([]string, len(units))
	for i, u := range units {
		keys[i] = key(u[0])
		count[keys[i]]++
	}
	at := map[string]int{}
	var out [][]*Finding
	for i, u := range units {
		k := keys[i]
		if k == "" || count[k] < least {
			out = append(out, u)
		} else if j, ok := at[k]; ok {
			out[j] = append(out[j], u...)
		} else {
			at[k] = len(out)
			out = append(out, append([]*Finding(nil), u...))
		}
	}
	return out
}

func (g *grouping) key(f *Finding, parts ...any) string {
	return fmt.Sprintf("%s\x00%t\x00%s\x00%q", f.Rule.ID, f.Unstable, g.apart(f), parts)
}

// sameLine is the key of the edits of one declaration, which several types include.
func (g *grouping) sameLine(f *Finding) string {
	_, member := g.split(f)
	if member == "" || f.At().IsZero() {
		return ""
	}
	was, is := g.words(f)
	return g.key(f, member, was, is, spanKey(f.OldAt), spanKey(f.NewAt))
}

// sameWords is the key of edits that say the same, of any member; and of all that only the
// upkeep of a spec meets in the same way.
func (g *grouping) sameWords(f *Finding) string {
	switch f.Rule.ID {
	case versionSame, versionLess, versionSmall, releasedEdited, nameReused:
		return ""
	case gateAdded, docChanged, sinceMissing, notDeprecated, typeAdded, typeRemoved:
		return g.key(f)
	}
	was, is := g.words(f)
	if was == "" || is == "" {
		return ""
	}
	return g.key(f, was, is)
}

// sameMember is the key of edits that say the same of a member of the same name.
func (g *grouping) sameMember(f *Finding) string {
	switch f.Rule.ID {
	case docChanged, sinceMissing, notDeprecated, typeAdded, typeRemoved:
		return g.key(f)
	}
	owner, member := g.split(f)
	was, is := g.words(f)
	if f.Rule.ID == valueAdded || f.Rule.ID == valueRemoved { // of one enum
		return g.key(f, owner)
	}
	if member == "" && (was == "" || is == "") {
		return ""
	}
	return g.key(f, member, was, is)
}

// split is the type, the method or the like that an element is of, and what of it is meant.
func (g *grouping) split(f *Finding) (owner, member string) {
	if p := g.parents[f.Element]; p != "" && strings.HasPrefix(f.Element, p+".") {
		return p, f.Element[len(p)+1:]
	}
	if g.parents[f.Element] == "" {
		if _, known := g.parents[f.Element]; known {
			return f.Element, ""
		}
	}
	if i := strings.LastIndexAny(f.Element, ". "); i > 0 {
		return f.Element[:i], f.Element[i+1:]
	}
	return f.Element, ""
}

// words are the two sides of an edit, without the name of the owner in that of a type which
// is declared in it.
func (g *grouping) words(f *Finding) (was, is string) {
	owner, member := g.split(f)
	if member == "" || len(owner) < 2 {
		return f.Was, f.Is
	}
	plain := func(text string) string {
		if rest, ok := strings.CutPrefix(text, owner); ok && rest != "" && rest[0] >= 'A' && rest[0] <= 'Z' {
			return "…" + rest
		}
		return text
	}
	return plain(f.Was), plain(f.Is)
}

func spanKey(s source.Span) string {
	if s.IsZero() {
		return ""
	}
	return fmt.Sprintf("%s:%d-%d", s.File.Name, s.Start, s.End)
}

// declarers are the types that declare the fields at some places, of those that others
// include.
func declarers(p *model.Protocol) map[source.Span]string {
	out := map[source.Span]string{}
	if p == nil {
		return out
	}
	for _, d := range p.Decls {
		if u, ok := d.(*model.Union); ok {
			for _, f := range u.Common {
				out[f.Span] = u.Name
			}
		}
	}
	var own func(s *model.Struct)
	own = func(s *model.Struct) {
		for _, base := range s.With {
			own(base)
		}
		for _, f := range s.Fields {
			if _, ok := out[f.Span]; !ok {
				out[f.Span] = s.Name
			}
		}
	}
	for _, d := range p.Decls {
		if s, ok := d.(*model.Struct); ok && len(s.With) > 0 {
			for _, base := range s.With {
				own(base)
			}
		}
	}
	return out
}

// merged is the finding of some places: the worst of each audience decides.
func (g *grouping) merged(places []*Finding) *Finding {
	if len(places) == 1 {
		return places[0]
	}
	first := *places[0]
	first.Places, first.Code = places, nil
	_, first.member = g.split(&first)
	if base := g.base(places); base != "" {
		first.Element = base + "." + first.member
	}
	for _, f := range places {
		if _, member := g.split(f); member != first.member {
			first.member = ""
		}
		if f.Is != first.Is || f.Was != first.Was {
			first.Was, first.Is = sameOr(first.Was, f.Was), sameOr(first.Is, f.Is)
		}
		for a := range Audiences {
			first.Verdicts[a] = worseVerdict(first.Verdicts[a], f.Verdicts[a])
		}
		for i, v := range f.Code {
			if i == len(first.Code) {
				first.Code = append(first.Code, v)
			} else {
				first.Code[i] = worseVerdict(first.Code[i], v)
			}
		}
	}
	for i := range first.Code {
		if n := first.met(func(f *Finding) bool { return f.CodeFor(i).Level == first.Code[i].Level }); n > 1 && first.Code[i].Level > OK {
			first.Code[i].Why += fmt.Sprintf("; and for %d more places", n-1)
		}
	}
	first.Repair = repairOf(places)
	return &first
}

func sameOr(a, b string) string {
	if a == b {
		return a
	}
	return ""
}

// base is the type that declares the field of which all places are, if they have it from one.
func (g *grouping) base(places []*Finding) string {
	of := func(f *Finding) string {
		if !f.NewAt.IsZero() {
			return g.bases[1][f.NewAt]
		}
		return g.bases[0][f.OldAt]
	}
	base := of(places[0])
	for _, f := range places {
		if of(f) != base || f.NewAt != places[0].NewAt {
			return ""
		}
		if _, member := g.split(f); member == "" {
			return ""
		}
	}
	return base
}

// worseVerdict is the worse of two verdicts; of equal ones that with a confirmed message.
func worseVerdict(a, b Verdict) Verdict {
	if b.Level > a.Level {
		return b
	}
	sure := func(v Verdict) bool { return v.Witness != nil && v.Witness.Confirmed }
	if a.Level == b.Level && sure(b) && !sure(a) {
		return b
	}
	return a
}

// met counts the places of which something holds.
func (f *Finding) met(holds func(*Finding) bool) int {
	n := 0
	for _, p := range f.Places {
		if holds(p) {
			n++
		}
	}
	return n
}

// repairOf is the repair of all places, if each has one with the same words.
func repairOf(places []*Finding) *Repair {
	first := places[0].Repair
	for _, f := range places {
		if f.Repair == nil || first == nil || f.Repair.Text != first.Text || f.Repair.Why != first.Why {
			return nil
		}
	}
	return &Repair{first.Text, first.Why, func(w *rewrite.Files) []source.Edit {
		var out []source.Edit
		seen := map[source.Span]bool{}
		for _, f := range places {
			if !seen[f.NewAt] {
				seen[f.NewAt] = true
				out = append(out, f.Repair.Edits(w)...)
			}
		}
		return out
	}}
}

// Name is what a finding is about, in a few words: its element, or what its places share.
func (f *Finding) Name() string {
	switch n := len(f.Places); {
	case n < 2, f.Places[0].Element != f.Element: // the element of a base
		return f.Element
	case f.member != "":
		return fmt.Sprintf("%s of %s and %d more", f.member, strings.TrimRight(strings.TrimSuffix(f.Element, f.member), ". "), n-1)
	default:
		return fmt.Sprintf("%s and %d more", f.Element, n-1)
	}
}

// Each returns the findings of which a finding is made, which is itself if it is of one place.
func (f *Finding) Each() []*Finding {
	if f.Places == nil {
		return []*Finding{f}
	}
	return f.Places
}
