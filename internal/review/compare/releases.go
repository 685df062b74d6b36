package compare

import (
	"fmt"
	"slices"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/source"
)

// A Frozen is a released version that means something else than it did.
type Frozen struct {
	Name     string          // of its file, from the folder of the spec
	Old, New *model.Protocol // New is nil if it is gone, or has errors
	NewAt    source.Span     // of what has errors
}

// AddEdited adds a finding for each released version that was edited.
func (r *Report) AddEdited(list []Frozen) {
	for _, x := range list {
		f := &Finding{Rule: ruleNamed(releasedEdited), Element: x.Name, OldAt: x.Old.VersionAt, NewAt: x.NewAt}
		j := releaseEdited.of()
		switch {
		case x.New != nil:
			f.NewAt = x.New.VersionAt
			f.Is = editsOf(Compare(x.Old, x.New))
		case x.NewAt.IsZero():
			f.Was, j = "version "+x.Old.Version, releaseGone.of()
		default:
			f.Is, j = "it has errors", releaseFaulty.of()
		}
		f.Verdicts[Upkeep] = *j.verdict(nil)
		r.Findings = append(r.Findings, f)
	}
	r.sort()
}

// AddMoved adds the finding that the configuration names another spec than that of the old
// commit did: a change must not choose what its review compares.
func (r *Report) AddMoved(was, is string) {
	f := &Finding{Rule: ruleNamed(specMoved), Element: "wiregen.yaml", Was: was, Is: is}
	f.Verdicts[Upkeep] = *otherReviewed.of().verdict(nil)
	r.Findings = append(r.Findings, f)
	r.sort()
}

// editsOf says in a few words what a report finds.
func editsOf(r *Report) string {
	list := slices.DeleteFunc(slices.Clone(r.Findings), func(f *Finding) bool { return f.Rule.ID == versionSame })
	if len(list) == 0 {
		return "what no message and no document has"
	}
	first := list[0]
	text := first.Element + ": " + first.Title()
	if n := len(list) - 1; n > 0 {
		text += fmt.Sprintf("; and %d more", n)
	}
	return text
}

// AddJournals compares recordings of older versions with the new one: whoever reads a
// journal meets those of every released version. What the old version did to them as well
// is left out. An edit that is a finding already gets the worst verdict; any other becomes
// a finding for the readers of journals only.
func (r *Report) AddJournals(older []*model.Protocol) {
	if r.New.Journal == nil {
		return
	}
	var before, after = make([]*Report, len(older)), make([]*Report, len(older))
	parallel.Do(2*len(older), func(i int) {
		p := older[i/2]
		switch {
		case p == r.Old || p.Journal == nil:
		case i%2 == 0:
			before[i/2] = Compare(p, r.Old)
		default:
			after[i/2] = Compare(p, r.New)
		}
	})
	for i := range older {
		if after[i] == nil {
			continue
		}
		for _, f := range after[i].Findings {
			v := f.Verdicts[Journal]
			if was := before[i].like(f); v.Level == OK || was != nil && was.Verdicts[Journal].Level >= v.Level {
				continue
			}
			v.Recorded = older[i].Version
			if own := r.like(f); own == nil {
				only := *f
				only.Verdicts = [Audiences]Verdict{Journal: v}
				r.Findings = append(r.Findings, &only)
			} else if v.Level > own.Verdicts[Journal].Level {
				own.Verdicts[Journal] = v
			}
		}
	}
	r.sort()
}
