package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

const (
	maxColumns  = 120 // of a line of prose
	maxADRLines = 50
)

// longLines returns the numbers of the lines of a page that are too long. Rows of tables
// and blocks of code cannot be wrapped.
func longLines(page string) (out []int) {
	fence := "" // that ends the block of code; empty outside of one
	for i, line := range strings.Split(page, "\n") {
		text := strings.TrimSpace(line)
		switch {
		case fence != "":
			if text == fence {
				fence = ""
			}
		case strings.HasPrefix(text, "```"):
			fence = text[:len(text)-len(strings.TrimLeft(text, "`"))]
		case strings.HasPrefix(text, "|"):
		case utf8.RuneCountInString(line) > maxColumns:
			out = append(out, i+1)
		}
	}
	return out
}

// pages returns the pages whose lines are wrapped. What wiregen prints is left out: the
// reference of a protocol, and the output of wiregen changelog, whose entries are lines
// because sites that show release notes keep line breaks.
func pages(t *testing.T) []string {
	t.Helper()
	out := []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}
	err := fs.WalkDir(os.DirFS("../.."), "docs", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == "docs/protocol":
			return fs.SkipDir
		case strings.HasSuffix(name, ".md") && name != "docs/history.md":
			out = append(out, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestMarkdownLinesAreShort(t *testing.T) {
	for _, name := range pages(t) {
		page, err := os.ReadFile(filepath.Join("../..", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range longLines(string(page)) {
			t.Errorf("%s:%d has more than %d characters", name, line, maxColumns)
		}
	}
}

func TestDecisionsAreShort(t *testing.T) {
	files, err := filepath.Glob("../../docs/adr/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d decisions, %v", len(files), err)
	}
	for _, file := range files {
		page, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(page), "\n"); n > maxADRLines {
			t.Errorf("%s has %d lines, more than %d", filepath.Base(file), n, maxADRLines)
		}
	}
}

// The rules can fail: prose is found, also after a block of code, and code and tables are not.
func TestLongLinesAreFound(t *testing.T) {
	long := strings.Repeat("é", maxColumns+1)
	page := strings.Join([]string{
		strings.Repeat("é", maxColumns), long, "| " + long + " |", "  ```go", long, "  ```", "- " + long, "````", long, "```", long, "````", long,
	}, "\n")
	got := longLines(page)
	if want := []int{2, 7, 13}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
}
