package compare

import "github.com/wiregen/wiregen/internal/protocol/model"

// Compare compares two versions of a protocol.
func Compare(old, today *model.Protocol) *Report {
	c := &comparer{
		sides: [2]*side{newSide(old), newSide(today)},
		nodes: map[key]*node{}, edits: map[editKey]*edit{}, pairs: map[int]int{}, partners: map[int]int{}, moves: map[like]bool{}, joins: map[like]bool{},
		wholes: map[*edit]*holder{}, aliases: map[*model.Alias]*holder{}, asked: map[*edit]*holder{},
	}
	c.pair()
	c.gates()
	c.roots()
	c.walk()
	c.misplaced()
	c.choose()
	c.reach()
	c.messages()
	c.notes()
	c.bookkeeping()
	r := c.report()
	if f := r.finding(versionSame); f != nil && r.Next() != "" {
		f.Repair = numbered(r.New, r.Next())
	}
	if r.TooSmall() && r.New.Version != r.Old.Version && !r.New.Versioning.Less(r.New.Version, r.Old.Version) {
		f := &Finding{Rule: ruleNamed(versionSmall), Element: versionElement, Was: r.Old.Version, Is: r.New.Version, OldAt: r.Old.VersionAt, NewAt: r.New.VersionAt}
		f.Verdicts[Upkeep] = *smallVersion.of(r.Next()).verdict(nil)
		f.Repair = renumbered(r.New, r.Next())
		r.Findings = append([]*Finding{f}, r.Findings...)
	}
	return r
}
