package compare

import (
	"slices"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
)

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

// like is the finding of r with the rule and the element of another one; or nil.
func (r *Report) like(f *Finding) *Finding {
	i := slices.IndexFunc(r.Findings, func(g *Finding) bool { return g.Rule == f.Rule && g.Element == f.Element })
	if i < 0 {
		return nil
	}
	return r.Findings[i]
}
