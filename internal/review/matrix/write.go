package matrix

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/wiregen/wiregen/internal/diag"
	"github.com/wiregen/wiregen/internal/markdown"
	"github.com/wiregen/wiregen/internal/review/compare"
)

var (
	letters = [...]string{compare.OK: "ok", compare.Loss: "L", compare.Danger: "D", compare.Break: "B"}
	colours = [...]string{compare.OK: "32", compare.Loss: "36", compare.Danger: "33", compare.Break: "31"}
)

// mark is a cell in as few letters as fit into a table.
func (c *Cell) mark() string {
	if c.Level() == compare.OK {
		return "ok"
	}
	return fmt.Sprintf("%s%d", letters[c.Level()], c.Worst())
}

// Text writes a matrix for a terminal.
func Text(w io.Writer, m *Matrix, colour bool) error {
	var b strings.Builder
	paint := func(l compare.Level, text string) string {
		if !colour {
			return text
		}
		return "\x1b[" + colours[l] + "m" + text + "\x1b[0m"
	}
	fmt.Fprintf(&b, "%s: each %s (a line) with each %s (a column)\n\n", diag.Harmless(m.Protocol), diag.Harmless(m.Roles[0]), diag.Harmless(m.Roles[1]))
	names := make([]string, len(m.Versions))
	first, width := 0, 2
	for i, v := range m.Versions {
		names[i] = diag.Harmless(v.Name)
		first = max(first, utf8.RuneCountInString(names[i]))
		for _, c := range m.Cells[i] {
			width = max(width, len(c.mark()))
		}
	}
	width = max(width, first) + 2
	fmt.Fprintf(&b, "%*s", first, "")
	for _, name := range names {
		fmt.Fprintf(&b, "%*s", width, name)
	}
	b.WriteByte('\n')
	for i := range m.Cells {
		fmt.Fprintf(&b, "%-*s", first, names[i])
		for j := range m.Cells[i] {
			c := &m.Cells[i][j]
			b.WriteString(strings.Repeat(" ", width-len(c.mark())) + paint(c.Level(), c.mark()))
		}
		b.WriteByte('\n')
	}
	b.WriteString("\nB: that many edits break, the message is refused; D: danger, it is read as something\nelse; L: loss, something is dropped or arrives as unknown; ok: it is read as it was meant\n")
	for _, e := range m.Edits() {
		fmt.Fprintf(&b, "\n%s  %s  %s  [%s]\n", paint(e.Verdict.Level, strings.ToUpper(e.Verdict.Level.String())), diag.Harmless(e.Element), diag.Harmless(e.Title()), e.Rule.ID)
		fmt.Fprintf(&b, "  %s\n", diag.Harmless(m.Where(e)))
		fmt.Fprintf(&b, "  %s\n", diag.Harmless(effect(e.Verdict)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// effect returns the effect of a witness on its reader, or why there is none.
func effect(v compare.Verdict) string {
	mark := ""
	if v.Unconfirmed() {
		mark = " (unconfirmed)"
	}
	if v.Witness != nil {
		return v.Witness.Effect + mark
	}
	return v.Why + mark
}

// Markdown writes a matrix as a table, and what refuses or misleads somebody below it.
func Markdown(out io.Writer, m *Matrix) error {
	var w markdown.Writer
	w.Put("### %s: %s × %s\n\n", m.Protocol, m.Roles[0], m.Roles[1])
	head := []any{markdown.Line("%s ↓ %s →", m.Roles[0], m.Roles[1])}
	for _, v := range m.Versions {
		head = append(head, v.Name)
	}
	w.Head(head...)
	for i := range m.Cells {
		row := []any{markdown.Line("**%s**", m.Versions[i].Name)}
		for j := range m.Cells[i] {
			switch c := &m.Cells[i][j]; c.Level() {
			case compare.OK:
				row = append(row, "ok")
			case compare.Break:
				row = append(row, markdown.Line("**%d %s**", c.Worst(), c.Level()))
			default:
				row = append(row, markdown.Line("%d %s", c.Worst(), c.Level()))
			}
		}
		w.Row(row...)
	}
	if edits := m.Edits(); len(edits) > 0 {
		w.Put("\n")
		for _, e := range edits {
			w.Put("- **%s** %s %s, for %s: %s\n", e.Verdict.Level, markdown.Code(e.Element), e.Title(), m.Where(e), effect(e.Verdict))
		}
	}
	_, err := io.WriteString(out, w.String())
	return err
}

// The matrix as JSON. Its members only grow.
type (
	jsonMatrix struct {
		Protocol string        `json:"protocol"`
		Client   string        `json:"client"` // the names of the roles
		Agent    string        `json:"agent"`
		Versions []jsonVersion `json:"versions"`
		Cells    []jsonCell    `json:"cells"`
	}
	jsonVersion struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
		File    string `json:"file"`
		New     bool   `json:"new,omitempty"`
	}
	jsonCell struct {
		Client   string         `json:"client"` // the names of the versions
		Agent    string         `json:"agent"`
		State    string         `json:"state"` // ok, degraded or refused
		Level    compare.Level  `json:"level"`
		Counts   map[string]int `json:"counts"`
		Findings []jsonFinding  `json:"findings"`
	}
	jsonFinding struct {
		Rule    string        `json:"rule"`
		Level   compare.Level `json:"level"`
		Element string        `json:"element"`
		Title   string        `json:"title"`
		Why     string        `json:"why"`
		Witness *jsonWitness  `json:"witness,omitempty"`
	}
	jsonWitness struct {
		From      string   `json:"from,omitempty"`
		Position  string   `json:"position"`
		Text      string   `json:"text"`
		Length    int      `json:"length,omitempty"`  // in bytes, of a message that is too long to be shown
		Session   []string `json:"session,omitempty"` // the lines of a recording, instead of the text
		Effect    string   `json:"effect"`
		Path      string   `json:"path,omitempty"`
		Confirmed bool     `json:"confirmed"`
	}
)

// JSON writes a matrix as JSON.
func JSON(w io.Writer, m *Matrix) error {
	out := jsonMatrix{Protocol: m.Protocol, Client: m.Roles[0], Agent: m.Roles[1], Versions: []jsonVersion{}, Cells: []jsonCell{}}
	for i, v := range m.Versions {
		out.Versions = append(out.Versions, jsonVersion{v.Name, v.Proto.Version, v.File, v.New})
		for j := range m.Cells[i] {
			c := &m.Cells[i][j]
			x := jsonCell{
				Client: v.Name, Agent: m.Versions[j].Name, State: c.State(), Level: c.Level(), Counts: map[string]int{}, Findings: []jsonFinding{},
			}
			for l := compare.Loss; l <= compare.Break; l++ {
				x.Counts[l.String()] = c.Count(l)
			}
			for _, f := range c.Findings {
				x.Findings = append(x.Findings, findingOf(f))
			}
			out.Cells = append(out.Cells, x)
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func findingOf(f Finding) jsonFinding {
	out := jsonFinding{Rule: f.Rule.ID, Level: f.Verdict.Level, Element: f.Element, Title: f.Title(), Why: f.Verdict.Why}
	if w := f.Verdict.Witness; w != nil {
		out.Witness = &jsonWitness{w.From, w.Position, w.Text, w.Length, w.Session, w.Effect, w.Path, w.Confirmed}
	}
	return out
}
