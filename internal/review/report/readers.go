package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/names"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// Readers are those for whom a report may be written. For "" text and Markdown are for
// peers, and count the rest; other formats have all.
func Readers() []string { return []string{forPeers, forCode, forUpkeep, forAll} }

const (
	forPeers  = "peers"
	forCode   = "code"
	forUpkeep = "upkeep"
	forAll    = "all"
)

// scoped is the view of a format that is read by people. A short report is for all.
func (v View) scoped() View {
	if v.For != "" {
		v.short = v.For == forPeers
		return v
	}
	v.For, v.short = forAll, true
	n := 0
	for _, f := range v.Edits() {
		if worst(f) > compare.OK {
			n++
		}
	}
	if n >= many {
		v.For, v.folds = forPeers, true
	}
	return v
}

// asked reports whether the report is for who meets a verdict of a level. A danger of the
// upkeep, such as a version that is not bumped, is never folded.
func (v *View) asked(upkeep, code bool, l compare.Level) bool {
	switch v.For {
	case forPeers:
		return !upkeep && !code || upkeep && v.folds && l >= compare.Danger
	case forCode:
		return code
	case forUpkeep:
		return upkeep
	}
	return true
}

// level is the worst level of a finding for those whom the report is for, or for all if it
// fails. Code counts only if the report is for code alone.
func (v *View) level(f *compare.Finding) compare.Level {
	switch {
	case v.Fails(f):
		return f.Level()
	case v.For == forCode:
		return f.CodeLevel()
	}
	worst := compare.OK
	for a := range compare.Audiences {
		if v.asked(a == compare.Upkeep, false, f.Verdicts[a].Level) {
			worst = max(worst, f.Verdicts[a].Level)
		}
	}
	return worst
}

// lists reports whether a finding is listed: those that fail are always.
func (v *View) lists(f *compare.Finding) bool {
	switch {
	case v.Fails(f) || v.level(f) > compare.OK:
		return true
	case v.For == forPeers:
		return v.All && worst(f) == compare.OK
	}
	return v.All || f.CodeLevel() > compare.OK && v.asked(false, true, compare.OK)
}

// listed are the findings that are listed, and how many others do something for those whom
// the report is not for, or nothing.
func (v *View) listed() (shown []*compare.Finding, others, nothing int) {
	for _, f := range v.Edits() {
		switch {
		case v.lists(f):
			shown = append(shown, f)
		case worst(f) > compare.OK:
			others++
		default:
			nothing++
		}
	}
	return shown, others, nothing
}

// others says how many findings are not for whom the report is, and how to see them.
func (v *View) others(n int) string {
	if n == 0 || !v.folds {
		return ""
	}
	return names.Count(n, "finding") + " only for upkeep or code: --for all lists " + plural(n, "it", "them")
}

// upkeep counts the findings for who keeps the spec, in words; or "".
func (v *View) upkeep() string {
	var out []string
	for l := compare.Break; l > compare.OK; l-- {
		n := 0
		for _, f := range v.Edits() {
			if f.Verdicts[compare.Upkeep].Level == l {
				n++
			}
		}
		if n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, l))
		}
	}
	if out == nil {
		return ""
	}
	return "upkeep: " + strings.Join(out, " · ")
}

// addition reports whether a finding is about something new that peers lose at worst, which
// is listed shortly.
func (v *View) addition(f *compare.Finding) bool {
	return v.short && !v.All && strings.HasSuffix(f.Rule.ID, "-added") && f.Rule.ID != "gate-added" && v.level(f) <= compare.Loss && !v.Fails(f)
}

// many is how many findings are so many that a report begins with sums.
const many = 12

// sums count findings by kind and by element, the most frequent first; nil for a few.
func (v *View) sums(list []*compare.Finding) []string {
	if len(list) < many {
		return nil
	}
	kinds, elements := map[string]int{}, map[string]int{}
	for _, f := range list {
		kinds[f.Rule.Title]++
		for _, x := range f.Each() {
			owner, _, _ := strings.Cut(x.Element, ".")
			elements[owner]++
		}
	}
	return []string{"by kind: " + frequent(kinds, 8), "by element: " + frequent(elements, 8)}
}

func frequent(counts map[string]int, most int) string {
	var keys []string
	for k := range counts {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	var out []string
	for _, k := range keys[:min(most, len(keys))] {
		out = append(out, fmt.Sprintf("%s %d", k, counts[k]))
	}
	if n := len(keys) - most; n > 0 {
		out = append(out, fmt.Sprintf("%d others", n))
	}
	return strings.Join(out, " · ")
}
