package compare

import (
	"slices"
)

// report makes the findings of the edits.
func (c *comparer) report() *Report {
	out := &Report{Old: c.sides[0].proto, New: c.sides[1].proto}
	for _, e := range c.order {
		out.Findings = append(out.Findings, c.finding(e))
	}
	for _, x := range c.elements() {
		out.Elements = append(out.Elements, Element{x.name, x.parent, x.meta})
	}
	out.sort()
	return out
}

// finding is the first finding of a rule, or nil.
func (r *Report) finding(rule string) *Finding {
	for _, f := range r.Findings {
		if f.Rule.ID == rule {
			return f
		}
	}
	return nil
}

func (c *comparer) finding(e *edit) *Finding {
	f := &Finding{
		Rule: e.rule, Element: e.element, Was: e.was, Is: e.is, OldAt: e.at[0], NewAt: e.at[1], Unstable: e.unstable, Repair: e.record,
	}
	for a := range Audiences {
		f.Verdicts[a] = c.verdict(e, a)
	}
	if e.repair != nil && f.Level().misleads() && c.helps(e, f) {
		f.Repair = e.repair
	}
	return f
}

// helps reports whether the repair of an edit makes it milder for an audience.
func (c *comparer) helps(e *edit, f *Finding) bool {
	left := slices.DeleteFunc(slices.Clone(e.diffs), func(d *diff) bool { return d.mended })
	if len(left) == len(e.diffs) {
		return true
	}
	for a := range Audiences {
		if out, _ := c.strongest(e.fixed[a], left, a); out.Level < f.Verdicts[a].Level {
			return true
		}
	}
	return false
}
