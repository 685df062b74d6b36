package matrix_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/wiregen/wiregen/internal/command/compile"
	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/internal/review/compare"
	"github.com/wiregen/wiregen/internal/review/matrix"
	"github.com/wiregen/wiregen/internal/source"
)

// versions reads specs, in the order of their files.
func versions(t *testing.T, pattern string) []matrix.Version {
	t.Helper()
	files, err := filepath.Glob("../../../" + pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(pattern, err)
	}
	var out []matrix.Version
	for _, file := range files {
		f, err := compile.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, matrix.Version{File: f.Name, Proto: checked(t, f)})
	}
	return out
}

func checked(t *testing.T, f *source.File) *model.Protocol {
	t.Helper()
	p, r := compile.Check(f, nil)
	if !r.OK() {
		t.Fatalf("%s has errors", f.Name)
	}
	return p
}

var (
	kimiOnce   sync.Once
	kimiMatrix *matrix.Matrix
)

// kimi is the matrix of the released versions of Kimi Wire, which is made once.
func kimi(t *testing.T) *matrix.Matrix {
	t.Helper()
	kimiOnce.Do(func() { kimiMatrix = matrix.Of(versions(t, "spec/released/*.yaml")) })
	if kimiMatrix == nil {
		t.Fatal("there is no matrix")
	}
	return kimiMatrix
}

func names(m *matrix.Matrix) string {
	var out []string
	for _, v := range m.Versions {
		out = append(out, v.Name)
	}
	return strings.Join(out, " ")
}

// TestOrder checks that versions are in the order of their numbers, and are called by
// their files where these have the same.
func TestOrder(t *testing.T) {
	m := kimi(t)
	if got, want := names(m), "1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10"; got != want {
		t.Errorf("the versions are %s, want %s", got, want)
	}
	klp := versions(t, "examples/klp/released/*.yaml")
	slices.Reverse(klp)
	klp = append(klp, versions(t, "examples/klp/klp.yaml")...)
	klp[len(klp)-1].New = true
	if got, want := names(matrix.Of(klp)), "0.43 0.45 klp"; got != want {
		t.Errorf("the versions are %s, want %s", got, want)
	}
}

// TestCells checks every cell of some versions against the comparison of the two, in the
// order of their age: a cell has the verdicts of one audience.
func TestCells(t *testing.T) {
	m := kimi(t)
	some := []int{1, 2, 4, 5, 9}
	for _, i := range some {
		for _, j := range some {
			c := &m.Cells[i][j]
			if c.Client != i || c.Agent != j {
				t.Fatalf("the cell %d,%d says %d,%d", i, j, c.Client, c.Agent)
			}
			want, r := compare.OK, compare.Compare(m.Versions[min(i, j)].Proto, m.Versions[max(i, j)].Proto)
			switch {
			case i < j:
				want = worst(r, compare.OldClient)
			case i > j:
				want = worst(r, compare.NewClient)
			}
			if c.Level() != want {
				t.Errorf("client %s with agent %s: %s, want %s", m.Versions[i].Name, m.Versions[j].Name, c.Level(), want)
			}
			if c.Level() == compare.Break && (c.State() != "refused" || c.Findings[0].Verdict.Witness == nil) {
				t.Errorf("client %s with agent %s: %s without a message", m.Versions[i].Name, m.Versions[j].Name, c.State())
			}
		}
	}
	// The field that 1.6 renamed is required by older clients, and read under both names by newer ones.
	if got := m.Cells[4][5].State(); got != "refused" {
		t.Errorf("client 1.5 with agent 1.6: %s", got)
	}
	if got := m.Cells[9][8].State(); got != "ok" {
		t.Errorf("client 1.10 with agent 1.9: %s", got)
	}
}

func worst(r *compare.Report, a compare.Audience) compare.Level {
	out := compare.OK
	for _, f := range r.Findings {
		out = max(out, f.Verdicts[a].Level)
	}
	return out
}

// TestEdits checks that an edit is named once, with all cells that meet it.
func TestEdits(t *testing.T) {
	m := kimi(t)
	edits := m.Edits()
	if len(edits) == 0 || edits[0].Verdict.Level != compare.Break {
		t.Fatal("no edit breaks anybody")
	}
	if got, want := m.Where(edits[0]), "clients 1.1–1.5 with agents 1.6–1.10"; got != want {
		t.Errorf("the rename is met by %s, want %s", got, want)
	}
	n := 0
	for _, e := range edits {
		n += len(e.Cells)
	}
	for i := range m.Cells {
		for j := range m.Cells[i] {
			for _, f := range m.Cells[i][j].Findings {
				if f.Verdict.Level >= compare.Danger {
					n--
				}
			}
		}
	}
	if n != 0 {
		t.Errorf("the edits have %d cells too many", n)
	}
}

// TestWriters checks what the writers say of the same matrix.
func TestWriters(t *testing.T) {
	m := matrix.Of(versions(t, "examples/klp/released/*.yaml"))
	var text, markdown, data bytes.Buffer
	if err := matrix.Text(&text, m, false); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n      0.43  0.45\n0.43    ok    B1\n0.45    D1    ok\n", "BREAK  ", "client 0.43 with agent 0.45"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, text.String())
		}
	}
	if err := matrix.Markdown(&markdown, m); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"| client ↓ agent → | 0.43 | 0.45 |\n|---|---|---|\n| **0.43** | ok | **1 break** |", "- **break** `"} {
		if !strings.Contains(markdown.String(), want) {
			t.Errorf("the Markdown lacks %q:\n%s", want, markdown.String())
		}
	}
	if err := matrix.JSON(&data, m); err != nil {
		t.Fatal(err)
	}
	var read struct {
		Cells []struct{ Client, Agent, State string }
	}
	if err := json.Unmarshal(data.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	for i, c := range read.Cells {
		if want := m.Cells[i/2][i%2].State(); c.State != want {
			t.Errorf("the JSON says %s of client %s with agent %s, want %s", c.State, c.Client, c.Agent, want)
		}
	}
	if len(read.Cells) != 4 {
		t.Errorf("the JSON has %d cells", len(read.Cells))
	}
}

// TestDocumentation checks the lines of the matrix that the documentation shows.
func TestDocumentation(t *testing.T) {
	page, err := os.ReadFile("../../../docs/review.md")
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := matrix.Text(&text, kimi(t), false); err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^(kimi-wire:|       1\.1 |1\.\d+   ).*$`).FindAllString(string(page), -1)
	for _, line := range lines {
		if !strings.Contains(text.String(), line+"\n") {
			t.Errorf("docs/review.md shows %q; the matrix is\n%s", line, text.String())
		}
	}
	if len(lines) != 4 {
		t.Errorf("docs/review.md shows %d lines of the matrix", len(lines))
	}
}

// TestCountsEqualEditsAsOne has one decision in many places: each place was counted.
func TestCountsEqualEditsAsOne(t *testing.T) {
	spec := func(version, extra string) *model.Protocol {
		text := "wiregen: 1\nprotocol: {name: demo, version: \"" + version + "\"}\ntypes:\n"
		for _, name := range []string{"A", "B", "C", "D", "E"} {
			text += "  " + name + ": {fields: {a: string, note: " + extra + "}}\n"
		}
		text += "  All: {fields: {a: A, b: B, c: C, d: D, e: E}}\nmethods: {save: {from: client, notify: All}}\n"
		return checked(t, source.NewFile(version+".yaml", []byte(text)))
	}
	m := matrix.Of([]matrix.Version{{File: "1.yaml", Proto: spec("1", "string")}, {File: "2.yaml", Proto: spec("2", "int")}})
	for _, c := range []*matrix.Cell{&m.Cells[0][1], &m.Cells[1][0]} {
		if len(c.Findings) > 0 && (c.Worst() != 1 || len(c.Findings) != 5) {
			t.Errorf("%d findings in %d places: %s", c.Worst(), len(c.Findings), c.Says())
		}
	}
	if got := m.Cells[1][0].Level(); got != compare.Break {
		t.Errorf("a new client with an old agent: %s", got)
	}
}
