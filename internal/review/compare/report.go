package compare

import (
	"cmp"
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

// sort sorts the findings, the worst first.
func (r *Report) sort() {
	slices.SortStableFunc(r.Findings, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(b.Level(), a.Level()), cmp.Compare(b.CodeLevel(), a.CodeLevel()), comparePlaces(a, b))
	})
}

// comparePlaces compares the places of two findings: those in the new spec first.
func comparePlaces(a, b *Finding) int {
	if a.NewAt.IsZero() != b.NewAt.IsZero() {
		if a.NewAt.IsZero() {
			return 1
		}
		return -1
	}
	x, y := a.At(), b.At()
	if x.File != nil && y.File != nil && x.File != y.File {
		return cmp.Compare(x.File.Name, y.File.Name)
	}
	return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(a.Element, b.Element), cmp.Compare(a.Rule.ID, b.Rule.ID))
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

// verdict is what an edit does to an audience: the worst of what it does where messages
// lead to it. The message that shows it is a confirmed one, if one is found.
func (c *comparer) verdict(e *edit, a Audience) Verdict {
	out, ways := c.strongest(e.fixed[a], e.diffs, a)
	d, w := c.confirmed(ways, out.Level)
	if w != nil && !w.Confirmed {
		if x, passed := c.passedOver(ways, out.Level); passed != nil {
			out.Level = tolerate(out.Level, replaces)
			d, w = x, passed
		}
	}
	if w != nil {
		out.Why, out.Outcome, out.Witness = d.why, d.of, w
	}
	return out
}

// A sight is a difference, and how it is reached.
type sight struct {
	*diff
	reach int
}

// before says that a message which shows x is preferred to one that shows y: one that is generated, and a short one.
func (x sight) before(y sight) bool {
	if x.byHand != y.byHand {
		return y.byHand
	}
	return x.at.depth[x.reach] < y.at.depth[y.reach]
}

// strongest is the worst of what some differences, and a verdict that does not follow from messages, are for an
// audience; without its witness, which is of one of the sights that are returned, the best one first.
func (c *comparer) strongest(fixed *Verdict, diffs []*diff, a Audience) (out Verdict, ways []sight) {
	if fixed != nil {
		out = *fixed
	}
	for _, d := range diffs {
		for by := range writers {
			if gate := d.at.shut[d.dir][by]; gate != "" && audienceOf(d.dir, by) == a && out.Level == OK && d.level > OK {
				out.Gate = gate
			}
			for tolerated := range tolerances {
				r := reachOf(d.dir, by, tolerated)
				if audienceOf(d.dir, by) != a || d.at.reached[r] == nil {
					continue
				}
				if d.gate != "" {
					if out.Level == OK {
						out.Gate = d.gate
					}
					continue
				}
				x := sight{d, r}
				switch level := tolerate(d.level, tolerated); {
				case level > out.Level:
					out, ways = Verdict{Level: level, Why: d.why, Outcome: d.of}, []sight{x}
				case ways == nil || level < out.Level:
				case x.before(ways[0]):
					out.Why, out.Outcome = d.why, d.of
					ways = slices.Insert(ways, 0, x)
				default:
					ways = append(ways, x)
				}
			}
		}
	}
	return out, ways
}
