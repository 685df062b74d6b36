package matrix

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wiregen/wiregen/internal/review/compare"
)

// An Edit is what the same edit does in several cells.
type Edit struct {
	Finding
	Cells []*Cell
}

// Edits returns the edits that refuse or mislead somebody, the worst first: what makes a cell
// red is most often one edit that many cells meet.
func (m *Matrix) Edits() []*Edit {
	type key struct {
		rule, element, title, why string
		older                     bool
	}
	index := map[key]*Edit{}
	var out []*Edit
	for i := range m.Cells {
		for j := range m.Cells[i] {
			c := &m.Cells[i][j]
			for _, f := range c.Findings {
				if f.Verdict.Level < compare.Danger {
					continue
				}
				k := key{f.Rule.ID, f.Element, f.Title(), f.Verdict.Why, i < j}
				if index[k] == nil {
					index[k] = &Edit{Finding: f}
					out = append(out, index[k])
				}
				index[k].Cells = append(index[k].Cells, c)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *Edit) int { return int(b.Verdict.Level) - int(a.Verdict.Level) })
	return out
}

// Where says in which cells an edit is met: clients 1.1–1.5 with agents 1.6–1.10.
func (m *Matrix) Where(e *Edit) string {
	agents := map[int][]int{}
	var clients []int
	for _, c := range e.Cells {
		if agents[c.Client] == nil {
			clients = append(clients, c.Client)
		}
		agents[c.Client] = append(agents[c.Client], c.Agent)
	}
	var out []string
	for len(clients) > 0 {
		same := agents[clients[0]]
		with := []int{}
		rest := clients[:0:0]
		for _, c := range clients {
			if slices.Equal(agents[c], same) {
				with = append(with, c)
			} else {
				rest = append(rest, c)
			}
		}
		out = append(out, fmt.Sprintf("%s with %s", m.several(0, with), m.several(1, same)))
		clients = rest
	}
	return strings.Join(out, "; ")
}

// several names some versions of a role: client 1.1, clients 1.1–1.5, 1.7.
func (m *Matrix) several(role int, versions []int) string {
	var parts []string
	for i := 0; i < len(versions); {
		j := i
		for j+1 < len(versions) && versions[j+1] == versions[j]+1 {
			j++
		}
		text := m.Versions[versions[i]].Name
		switch {
		case j == i+1:
			text += ", " + m.Versions[versions[j]].Name
		case j > i:
			text += "–" + m.Versions[versions[j]].Name
		}
		parts = append(parts, text)
		i = j + 1
	}
	name := m.Roles[role]
	if len(versions) > 1 {
		name += "s"
	}
	return name + " " + strings.Join(parts, ", ")
}

// Says describes the compatibility of a cell: 1 edit refused, 8 degraded.
func (c *Cell) Says() string {
	var parts []string
	for _, l := range []compare.Level{compare.Break, compare.Danger, compare.Loss} {
		if n := c.Count(l); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, l))
		}
	}
	if parts == nil {
		return "every message is read as it was meant"
	}
	return strings.Join(parts, ", ")
}

// Route says who sends a witness of a cell to whom: agent 1.6 → client 1.5.
func (m *Matrix) Route(c *Cell, w *compare.Witness) string {
	versions := [2]int{c.Client, c.Agent}
	from := slices.Index(m.Roles[:], w.From)
	if from < 0 {
		return w.Position
	}
	return fmt.Sprintf("%s %s → %s %s, %s", m.Roles[from], m.Versions[versions[from]].Name, m.Roles[1-from], m.Versions[versions[1-from]].Name, w.Position)
}
