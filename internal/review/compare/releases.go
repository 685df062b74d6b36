package compare

import (
	"fmt"
	"slices"

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
