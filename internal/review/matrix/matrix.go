// Package matrix computes which released versions of a protocol are compatible, for each
// version of one side with each version of the other, from the specs of the versions.
package matrix

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/parallel"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
)

// A Version is one version of a protocol.
type Version struct {
	Name  string // what distinguishes it from the others: its number, or the name of its file
	File  string // its spec, as the user named it
	Proto *model.Protocol
	New   bool // it is the spec that is under review, and not released
}

// A Matrix has a cell for each version of the client with each version of the agent. The
// client is the peer of the first role.
type Matrix struct {
	Protocol string
	Roles    [2]string
	Versions []Version // the oldest first
	Cells    [][]Cell  // by client, then by agent
}

// A Cell is the compatibility of a version of the client with one of the agent.
type Cell struct {
	Client, Agent int       // of Versions
	Findings      []Finding // what one of the two meets, the worst first
	counts        map[compare.Level]int
}

// A Finding is an edit between two versions, and what it does to the older or the newer
// client of a cell.
type Finding struct {
	*compare.Finding
	Verdict compare.Verdict
}

// Level returns the worst that happens between the two.
func (c *Cell) Level() compare.Level {
	if len(c.Findings) == 0 {
		return compare.OK
	}
	return c.Findings[0].Verdict.Level
}

// Count counts the findings of a level, equal ones as one.
func (c *Cell) Count(l compare.Level) int { return c.counts[l] }

// Worst counts the findings of the worst level.
func (c *Cell) Worst() int { return c.Count(c.Level()) }

// State returns the level in one word, as operators of peers say it.
func (c *Cell) State() string {
	switch c.Level() {
	case compare.OK:
		return "ok"
	case compare.Break:
		return "refused"
	}
	return "degraded"
}

// Of makes the matrix of some versions of one protocol, in any order. Their names are
// chosen here.
func Of(versions []Version) *Matrix {
	m := &Matrix{Versions: slices.Clone(versions)}
	slices.SortStableFunc(m.Versions, older)
	newest := m.Versions[len(m.Versions)-1].Proto
	m.Protocol, m.Roles = newest.Name, newest.Roles
	m.name()
	n := len(m.Versions)
	m.Cells = make([][]Cell, n)
	var pairs [][2]int
	for i := range n {
		m.Cells[i] = make([]Cell, n)
		for j := range n {
			m.Cells[i][j] = Cell{Client: i, Agent: j}
		}
		for j := i + 1; j < n; j++ {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	parallel.Do(len(pairs), func(k int) {
		i, j := pairs[k][0], pairs[k][1]
		r := compare.Compare(m.Versions[i].Proto, m.Versions[j].Proto)
		m.Cells[i][j].meet(r, compare.OldClient)
		m.Cells[j][i].meet(r, compare.NewClient)
	})
	return m
}

// meet notes the findings that an audience meets, the worst first.
func (c *Cell) meet(r *compare.Report, a compare.Audience) {
	for _, f := range r.Findings {
		if v := f.Verdicts[a]; v.Level > compare.OK {
			c.Findings = append(c.Findings, Finding{f, v})
		}
	}
	slices.SortStableFunc(c.Findings, func(x, y Finding) int { return cmp.Compare(y.Verdict.Level, x.Verdict.Level) })
	c.counts = map[compare.Level]int{}
	for _, f := range r.Grouped(func(f *compare.Finding) string { return f.Verdicts[a].Level.String() }) {
		c.counts[f.Verdicts[a].Level]++
	}
}

// older orders versions: by their numbers, then the released ones first, then by the names
// of their files, which are numbers where the protocol was released without a new one.
func older(a, b Version) int {
	kind := b.Proto.Versioning
	switch x, y := a.Proto.Version, b.Proto.Version; {
	case kind.Less(x, y):
		return -1
	case kind.Less(y, x):
		return 1
	case a.New != b.New && a.New:
		return 1
	case a.New != b.New:
		return -1
	}
	x, y := stem(a.File), stem(b.File)
	if model.Counter.Parse(x) != nil && model.Counter.Parse(y) != nil {
		if model.Counter.Less(x, y) {
			return -1
		}
		return 1
	}
	return cmp.Compare(x, y)
}

// name gives every version a name: its number, or that of its file if several have the
// number, or the path of its file if several have that name, too.
func (m *Matrix) name() {
	for i := range m.Versions {
		v := &m.Versions[i]
		for _, form := range []func(Version) string{number, func(v Version) string { return stem(v.File) }, func(v Version) string { return v.File }} {
			v.Name = form(*v)
			others := slices.DeleteFunc(slices.Clone(m.Versions), func(o Version) bool { return o.File == v.File })
			if v.Name != "" && !slices.ContainsFunc(others, func(o Version) bool { return form(o) == v.Name }) {
				break
			}
		}
	}
}

func number(v Version) string { return v.Proto.Version }

// stem is the name of a file without its folder and its ending.
func stem(file string) string {
	base := path.Base(file)
	return strings.TrimSuffix(base, path.Ext(base))
}
