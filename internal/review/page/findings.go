package page

import (
	"fmt"
	"strings"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/report"
)

type view struct {
	*report.View
	ids map[string]bool
}

// levels are the levels, the worst first.
var levels = []compare.Level{compare.Break, compare.Danger, compare.Loss, compare.OK}

// A tally counts the findings of a level.
type tally struct {
	Level   compare.Level
	Key     int // that switches the level
	Count   int
	Shown   bool // at first
	Meaning string
}

var meanings = [...]string{
	compare.Break: "the reader of the other version refuses it", compare.Danger: "it is read, but means something else",
	compare.Loss: "it is read, but something is dropped or arrives as unknown", compare.OK: "nothing happens to messages",
}

// A verdict is the head of a page.
type verdict struct {
	Line      string
	Failed    int
	Code      string // what happens to code, in words; or ""
	Next      string // the least version for what changed, if the new one is less
	Old, New  string
	Levels    []tally
	Audiences []audience
}

type audience struct{ Name, Who string }

func (v view) verdict() *verdict {
	out := &verdict{Line: v.Counts(), Failed: v.Failing(), Old: clean(v.View.Old), New: clean(v.View.New)}
	out.Code = clean(v.Code())
	if v.TooSmall() {
		out.Next = clean(v.Next())
	}
	for i, l := range levels {
		n := v.Count(l)
		shown := l > compare.OK || v.All || v.Count(compare.OK) == len(v.Edits())
		out.Levels = append(out.Levels, tally{l, i + 1, n, shown, meanings[l]})
	}
	for a := range compare.Audiences {
		out.Audiences = append(out.Audiences, audience{a.String(), clean(v.Who(a))})
	}
	for _, target := range v.Targets {
		out.Audiences = append(out.Audiences, audience{target.Name, report.CodeOf(target)})
	}
	return out
}

// A section is an element with everything that was edited in it.
type section struct {
	ID       string
	Name     string
	Findings []*finding
	Counts   []tally // of the levels that it has
	Code     []*target
}

// A finding is a finding as it is shown.
type finding struct {
	*compare.Finding
	ID       string
	Element  string
	Title    string
	Note     string // why it does not fail
	Place    string
	Level    compare.Level
	For      []forAudience
	Places   []string // of an edit of several elements
	Groups   []group
	Old, New string // the headings of the two texts
	Rows     []row
	Sides    int // how many of the texts there are
	Repair   string
	Reason   string // of the repair
}

// forAudience is the level of a finding for one audience.
type forAudience struct {
	Name  string
	Level compare.Level
}

type group struct {
	Level   compare.Level
	Who     string
	Why     string
	Gate    string
	Witness *witness
}

// A witness is a message as it is shown.
type witness struct {
	Route  string
	Reader string
	Bits   []bit
	Effect string
}

// sections are the findings by element, in the order of the first of each.
func (v view) sections() []*section {
	var out []*section
	index := map[string]*section{}
	for _, f := range v.Edits() {
		name := owner(f.Element)
		s := index[name]
		if s == nil {
			s = &section{ID: v.id("element", name), Name: clean(name)}
			index[name] = s
			out = append(out, s)
		}
		s.Findings = append(s.Findings, v.finding(f))
	}
	for _, s := range out {
		for _, l := range levels {
			n := 0
			for _, f := range s.Findings {
				if f.Level == l {
					n++
				}
			}
			if n > 0 {
				s.Counts = append(s.Counts, tally{Level: l, Count: n})
			}
		}
	}
	return out
}

// owner is the declaration that an element belongs to: StepBegin for StepBegin.n and for
// event StepBegin, ApprovalRequest for ApprovalRequest session.
func owner(element string) string {
	first, rest, several := strings.Cut(element, " ")
	if several && (first == "event" || first == "request") {
		first, _, _ = strings.Cut(rest, " ")
	}
	if i := strings.IndexAny(first, ".["); i > 0 {
		first = first[:i]
	}
	return first
}

func (v view) finding(f *compare.Finding) *finding {
	out := &finding{
		Finding: f, ID: v.id(f.Rule.ID, f.Element), Element: clean(f.Name()), Title: clean(f.Title()), Note: clean(v.Note(f)), Place: clean(report.Place(f.At())), Level: f.Level(),
		Old: heading(v.Report.Old.Version, "before"), New: heading(v.Report.New.Version, "after"),
	}
	for a := range compare.Audiences {
		out.For = append(out.For, forAudience{a.String(), f.Verdicts[a].Level})
	}
	for i, target := range v.Targets {
		out.For = append(out.For, forAudience{target.Name, f.CodeFor(i).Level})
	}
	for _, text := range v.Places(f) {
		out.Places = append(out.Places, clean(text))
	}
	for _, g := range v.Groups(f) {
		out.Groups = append(out.Groups, group{
			Level: g.Level, Who: clean(strings.Join(g.Who, " · ")), Why: clean(g.Why), Gate: clean(g.Gate), Witness: v.witness(g.Verdict),
		})
	}
	if f.Repair != nil {
		out.Repair, out.Reason = clean(f.Repair.Text), clean(f.Repair.Why)
	}
	old, today := shown(cut(f.OldAt)), shown(cut(f.NewAt))
	out.Rows, out.Sides = sideBySide(old, today), 2
	if len(old.lines) == 0 || len(today.lines) == 0 {
		out.Sides = 1
	}
	return out
}

func heading(version, when string) string {
	if version == "" {
		return when
	}
	return fmt.Sprintf("%s (%s)", when, clean(version))
}

func (v view) witness(x compare.Verdict) *witness {
	if x.Witness == nil {
		return nil
	}
	return &witness{
		Route: clean(v.WitnessLine(x.Witness) + report.Mark(x)), Reader: reader(v.Report.New.Roles, x), Bits: bits(x.Witness), Effect: clean(x.Witness.Effect),
	}
}

// reader says who says what of a witness. One that refuses the message for another edit
// does not get as far as this one.
func reader(roles [2]string, x compare.Verdict) string {
	out := "The reader"
	for i, role := range roles {
		if role == x.Witness.From {
			out = "The " + clean(roles[1-i])
		}
	}
	if !x.Witness.Confirmed && x.Witness.Effect != x.Why && x.Witness.Effect != x.Witness.Path+": "+x.Why {
		out += " stops at another edit"
	}
	return out
}

// bits is the message of a witness with the place that the reader speaks of.
func bits(w *compare.Witness) []bit {
	if w.Length > 0 {
		return []bit{{Text: fmt.Sprintf("(a message of %d bytes)", w.Length)}}
	}
	out := indented(w.Text, w.Path)
	if w.Session != nil {
		out = session(w.Session, w.Effect)
	}
	for i := range out {
		lines := strings.Split(out[i].Text, "\n")
		for j := range lines {
			lines[j] = clean(lines[j])
		}
		out[i].Text = strings.Join(lines, "\n")
	}
	return out
}

// clean is a text without characters that steer how the text around it is shown.
func clean(text string) string { return diag.Harmless(text) }

// shown is a block without such characters, whose tabs are spaces.
func shown(b block) block {
	for i, line := range b.lines {
		b.lines[i] = clean(strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    "))
	}
	return b
}

// id is the name of a place on the page, which stays the same as long as the finding
// does, so that a link to it can be kept.
func (v view) id(parts ...string) string { return unique(v.ids, parts...) }

func unique(ids map[string]bool, parts ...string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune("-_.", r):
			return r
		}
		return '-'
	}, strings.Join(parts, "-"))
	id := plain
	for n := 2; ids[id]; n++ {
		id = fmt.Sprintf("%s-%d", plain, n)
	}
	ids[id] = true
	return id
}
