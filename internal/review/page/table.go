package page

import (
	"fmt"

	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/matrix"
	"github.com/wiregen/wiregen/internal/review/report"
)

// A table is a matrix as it is shown.
type table struct {
	Client, Agent string // the names of the roles
	Columns       []column
	Lines         []line
	Edits         []edit
}

type column struct {
	Name string
	New  bool
}

type line struct {
	column
	Cells []*cell
}

// A cell is a cell of a matrix with what it opens.
type cell struct {
	ID            string
	State         string
	Level         compare.Level
	Worst         int    // findings of the level
	Label         string // for those who do not see colours
	Client, Agent string
	Says          string
	This          bool // the two versions of the comparison
	Witnessed     []met
	Others        []met
	More          int // findings that are not listed
}

// met is a finding in a cell.
type met struct {
	Level   compare.Level
	Element string
	Title   string
	Why     string
	Rule    string
	Link    string // to the finding on the same page, or ""
	Witness *witness
}

type edit struct {
	met
	Where string
}

// listed is how many findings of a cell are listed.
const listed = 12

// tableOf is a matrix as it is shown. The findings of the comparison, if the page has one,
// are linked from its cells.
func tableOf(m *matrix.Matrix, v *report.View, sections []*section, ids map[string]bool) *table {
	out := &table{Client: clean(m.Roles[0]), Agent: clean(m.Roles[1])}
	for _, x := range m.Versions {
		out.Columns = append(out.Columns, column{clean(x.Name), x.New})
	}
	links := linksOf(m, v, sections)
	for i := range m.Cells {
		l := line{column: out.Columns[i]}
		for j := range m.Cells[i] {
			l.Cells = append(l.Cells, cellOf(m, &m.Cells[i][j], links, ids))
		}
		out.Lines = append(out.Lines, l)
	}
	for _, e := range m.Edits() {
		out.Edits = append(out.Edits, edit{metOf(m, e.Cells[0], e.Finding, nil), clean(m.Where(e))})
	}
	return out
}

// A links finds the findings of the page's own comparison in a matrix.
type links struct {
	old, today int // of the versions
	ids        map[string]string
}

func linksOf(m *matrix.Matrix, v *report.View, sections []*section) *links {
	out := &links{old: -1, today: -1, ids: map[string]string{}}
	if v == nil {
		return out
	}
	for i, x := range m.Versions {
		switch x.File {
		case v.Old:
			out.old = i
		case v.New:
			out.today = i
		}
	}
	for _, s := range sections {
		for _, f := range s.Findings {
			for _, x := range f.Each() {
				out.ids[keyOf(x)] = f.ID
			}
		}
	}
	return out
}

func keyOf(f *compare.Finding) string { return f.Rule.ID + "\x00" + f.Element + "\x00" + f.Title() }

// own reports whether a cell has the two versions that the page compares.
func (l *links) own(c *matrix.Cell) bool {
	return l.old >= 0 && l.today >= 0 && (c.Client == l.old && c.Agent == l.today || c.Client == l.today && c.Agent == l.old)
}

func cellOf(m *matrix.Matrix, c *matrix.Cell, l *links, ids map[string]bool) *cell {
	client, agent := m.Versions[c.Client].Name, m.Versions[c.Agent].Name
	out := &cell{
		ID:    unique(ids, "matrix", m.Roles[0], client, m.Roles[1], agent),
		State: c.State(), Level: c.Level(), Worst: c.Worst(),
		Client: clean(m.Roles[0] + " " + client), Agent: clean(m.Roles[1] + " " + agent),
		Says: c.Says(), This: l.own(c),
	}
	out.Label = fmt.Sprintf("%s with %s: %s, %s", out.Client, out.Agent, out.State, out.Says)
	for i, f := range c.Findings {
		x := metOf(m, c, f, l)
		switch {
		case i == 0 || f.Verdict.Level == compare.Break:
			out.Witnessed = append(out.Witnessed, x)
		case i < listed || f.Verdict.Level == compare.Danger:
			x.Witness = nil
			out.Others = append(out.Others, x)
		default:
			out.More++
		}
	}
	return out
}

// metOf is a finding of a cell, with a link if the page has it.
func metOf(m *matrix.Matrix, c *matrix.Cell, f matrix.Finding, l *links) met {
	out := met{Level: f.Verdict.Level, Element: clean(f.Element), Title: clean(f.Title()), Why: clean(f.Verdict.Why), Rule: f.Rule.ID}
	if l != nil && l.own(c) {
		out.Link = l.ids[keyOf(f.Finding)]
	}
	if w := f.Verdict.Witness; w != nil {
		out.Witness = &witness{Route: clean(m.Route(c, w)), Reader: reader(m.Roles, f.Verdict), Bits: bits(w), Effect: clean(w.Effect)}
	}
	return out
}
