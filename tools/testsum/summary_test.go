package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ran is a summary in which tests of all kinds passed but of some.
func ran(idle ...string) *summary {
	s := &summary{may: map[string]string{}}
	for _, k := range kindNames() {
		s.tally(k).passed = 1
	}
	for _, k := range idle {
		s.tally(k).passed, s.tally(k).skipped = 0, 2
	}
	return s
}

// TestIdle leaves kinds of tests out, which a machine may or may not do.
func TestIdle(t *testing.T) {
	for _, c := range []struct {
		name   string
		s      *summary
		may    string
		failed int
		want   string
	}{
		{"all ran", ran(), "", 0, ""},
		{"one did not", ran("browser"), "", 1, "no test of this kind ran: browser\n"},
		{"one may be left out", ran("browser"), "browser", 0, "left out: browser: the reason\n"},
		{"one may be, and ran", ran(), "browser", 0, ""},
		{"another may be", ran("browser"), "race", 1, "no test of this kind ran: browser\n"},
		{"both", ran("browser", "race"), "race", 1, "no test of this kind ran: browser\nleft out: race: the reason\n"},
	} {
		if c.may != "" {
			c.s.may[c.may] = "the reason"
		}
		if got := c.s.failed(); got != c.failed {
			t.Errorf("%s: %d failed, want %d", c.name, got, c.failed)
		}
		var b strings.Builder
		c.s.print(&b)
		if _, after, _ := strings.Cut(b.String(), "\nothers "); !strings.HasSuffix(after, " skipped\n"+c.want) {
			t.Errorf("%s: it ends with %q, want %q", c.name, after, c.want)
		}
	}
}

// TestSave checks the line that the script reads.
func TestSave(t *testing.T) {
	s := ran("browser")
	s.broken = []string{"make browser: exit status 1"}
	file := filepath.Join(t.TempDir(), "summary")
	s.save(file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := "did not run: make browser: exit status 1\nno test of this kind ran: browser\n"
	if before, last, _ := strings.Cut(string(text), want); before == "" || !strings.HasSuffix(last, " passed, 2 failed\n") {
		t.Errorf("got %s", text)
	}
}

// TestKindOf sorts tests of the browser's packages.
func TestKindOf(t *testing.T) {
	for name, want := range map[string]string{
		"internal/review/page TestBrowserSchemes": "browser",
		"internal/review/page TestCells":          "others",
		"test/chromium TestBrowser":               "browser",
		"test/chromium TestFind":                  "others",
		"internal/diag TestCodes":                 "diagnostics",
	} {
		pkg, test, _ := strings.Cut(name, " ")
		if got := kindOf(module+"/"+pkg, test); got != want {
			t.Errorf("%s is of kind %q, want %q", name, got, want)
		}
	}
}
