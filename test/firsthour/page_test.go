package firsthour

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// A block is a fenced block of a page.
type block struct {
	line     int
	language string
	section  string // the heading above it
	file     string // that the line before it names: **`file`**
	text     string
}

var fileLine = regexp.MustCompile("^\\*\\*`([^`]+)`\\*\\*$")

// blocks are the fenced blocks of a page.
func blocks(t *testing.T, page string) []block {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var out []block
	var open *block
	before, section := "", ""
	for i, line := range strings.Split(string(text), "\n") {
		language, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open == nil:
			open = &block{line: i + 1, language: language, section: section}
			if m := fileLine.FindStringSubmatch(before); m != nil {
				open.file = m[1]
			}
		case fence:
			out = append(out, *open)
			open, before = nil, ""
		case open != nil:
			open.text += line + "\n"
		case strings.HasPrefix(line, "## "), strings.HasPrefix(line, "### "):
			_, section, _ = strings.Cut(line, " ")
			before = ""
		case line != "":
			before = line
		}
	}
	return out
}

// A way is how the module of a reader gets wiregen. A page has commands that only one of
// the ways needs.
type way struct{ skip string } // the word of a block that is for the other way

var (
	fromRelease = way{skip: "git clone"}
	fromClone   = way{skip: "@latest"}
)

// of are the blocks of a page that a reader needs who goes this way.
func (w way) of(page []block) []block {
	return slices.DeleteFunc(slices.Clone(page), func(b block) bool {
		return b.language == "sh" && strings.Contains(b.text, w.skip)
	})
}

// sections are the blocks that have these headings above them. A heading without a block
// is a mistake of the test.
func sections(t *testing.T, page []block, headings ...string) (out []block) {
	t.Helper()
	for _, heading := range headings {
		n := len(out)
		for _, b := range page {
			if b.section == heading {
				out = append(out, b)
			}
		}
		if len(out) == n {
			t.Fatalf("the page has no block below %q", heading)
		}
	}
	return out
}

// A reader does what a page says, on a machine.
type reader struct {
	t   *testing.T
	pc  machine
	dir string // the working directory
}

// run runs commands, and returns what they print.
func (r *reader) run(script string) string {
	r.t.Helper()
	where := filepath.Join(r.t.TempDir(), "where")
	cmd := exec.Command("bash", "-euo", "pipefail", "-c", script+"\npwd >'"+where+"'\n")
	cmd.Dir, cmd.Env = r.dir, r.pc.env
	start := time.Now()
	out, err := cmd.CombinedOutput()
	r.t.Logf("%v: %s", time.Since(start).Round(10*time.Millisecond), strings.TrimSpace(script))
	if err != nil {
		r.t.Fatalf("%s\n%v\n%s", script, err, out)
	}
	dir, err := os.ReadFile(where)
	if err != nil {
		r.t.Fatal(err)
	}
	r.dir = strings.TrimSuffix(string(dir), "\n")
	return string(out)
}

// follow does what the blocks of a page say: it runs those with commands and
// compares what they print with the block of text after them, writes files, and
// changes them. The lines that a diff changes must be in the file exactly once.
func (r *reader) follow(page []block) {
	r.t.Helper()
	for i, b := range page {
		switch {
		case b.language == "sh":
			got := r.run(b.text)
			if i+1 < len(page) && page[i+1].language == "text" && got != page[i+1].text {
				r.t.Fatalf("line %d prints:\n%s\nbut the page says:\n%s", b.line, got, page[i+1].text)
			}
		case b.language == "text" && i > 0 && page[i-1].language == "sh":
		case b.file != "" && b.language == "diff":
			r.write(b.file, r.changed(b))
		case b.file != "":
			r.write(b.file, b.text)
		default:
			r.t.Fatalf("line %d: the block is not a command, and the line before it names no file", b.line)
		}
	}
}

func (r *reader) write(name, text string) {
	r.t.Helper()
	name = filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

// changed returns the text of a file after the change of a diff.
func (r *reader) changed(b block) string {
	r.t.Helper()
	var before, after strings.Builder
	for line := range strings.Lines(b.text) {
		switch line[0] {
		case '-':
			before.WriteString(line[1:])
		case '+':
			after.WriteString(line[1:])
		default:
			before.WriteString(strings.TrimPrefix(line, " "))
			after.WriteString(strings.TrimPrefix(line, " "))
		}
	}
	text, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(b.file)))
	if err != nil {
		r.t.Fatal(err)
	}
	if n := strings.Count(string(text), before.String()); n != 1 {
		r.t.Fatalf("line %d: %s has these lines %d times:\n%s", b.line, b.file, n, before.String())
	}
	return strings.Replace(string(text), before.String(), after.String(), 1)
}
