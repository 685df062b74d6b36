package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestSpecs checks that wiregen accepts the specs that are made here: the language
// changes, and make bench runs rarely.
func TestSpecs(t *testing.T) {
	for name, p := range map[string]*protocol{"models": models(30), "session": session()} {
		file := filepath.Join(t.TempDir(), name+".yaml")
		if err := writeSpec(file, p); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("go", "run", "./cmd/wiregen", "check", file)
		cmd.Dir = filepath.Join("..", "..")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	if p := session(); p.types() != 1800 || len(p.methods) != 890 {
		t.Errorf("%d types, %d methods; want 1800 and 890", p.types(), len(p.methods))
	}
}

// TestInspect checks that output without a struct does not count, and that other
// missing types are reported.
func TestInspect(t *testing.T) {
	p := models(10)
	dir := t.TempDir()
	if _, err := inspect(dir, p, goType); err == nil {
		t.Error("an empty folder was taken for output")
	}
	var text strings.Builder
	for _, name := range p.names()["structs"] {
		text.WriteString("type " + name + " struct{}\n")
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "out.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(text.String())
	m, err := inspect(dir, p, goType)
	if err != nil {
		t.Fatal(err)
	}
	if want := int64(text.Len()); m.bytes != want || m.lines != 10 {
		t.Errorf("%d bytes, %d lines; want %d and 10", m.bytes, m.lines, want)
	}
	if got, want := m.without(p), "1 of 1 unions, 5 of 5 variants, 1 of 1 enums"; got != want {
		t.Errorf("without %q, want %q", got, want)
	}
	write(strings.Replace(text.String(), "type Thing7 ", "// Thing7 ", 1))
	if _, err := inspect(dir, p, goType); err == nil || !strings.HasPrefix(err.Error(), "1 of 10 structs") {
		t.Errorf("got %v, want one struct that is missing", err)
	}
}

func TestFigures(t *testing.T) {
	runs := []usage{{Wall: 30 * time.Millisecond}, {Wall: 10 * time.Millisecond}, {Wall: 12_345 * time.Millisecond}}
	if got, want := spreadOf(runs, wall).cell(), "10 ms / 30 ms"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for d, want := range map[time.Duration]string{1234 * time.Microsecond: "1.2 ms", 1234 * time.Millisecond: "1,234 ms", 12_345 * time.Millisecond: "12.3 s"} {
		if got := duration(d); got != want {
			t.Errorf("duration(%v) = %q, want %q", d, got, want)
		}
	}
	said := &tail{}
	for range 3 {
		_, _ = said.Write([]byte(strings.Repeat("x", 3000) + "end"))
	}
	if got := said.String(); len(got) != 4<<10 || !strings.HasSuffix(got, "end") {
		t.Errorf("the tail has %d bytes", len(got))
	}
}

// TestTraffic makes small recordings twice: they are equal, wiregen verify finds no fault in
// them, and the results of tools are nine tenths of one of them.
func TestTraffic(t *testing.T) {
	b, err := newBench(filepath.Join("..", ".."), "")
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	for name, large := range map[string]bool{"mixed": true, "small": false} {
		c := &corpus{name: name, file: filepath.Join(b.work, name), large: large}
		var texts [2]string
		for i := range texts {
			if err := b.record(c.file, 2e6, large); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(c.file)
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = string(text)
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: two runs make two recordings", name)
		}
		if err := c.inspect([]string{b.wiregen, "verify", filepath.Join(b.root, "spec", "wire.yaml")}); err != nil {
			t.Error(err)
		}
		results := 0
		for _, line := range strings.Split(texts[0], "\n") {
			if strings.Contains(line, `"ToolResult"`) && len(line) > 1000 {
				results += len(line)
			}
		}
		if share := float64(results) / float64(c.bytes); large && (share < 0.88 || share > 0.95) || !large && results > 0 {
			t.Errorf("%s: %.2f of it are results of tools", name, share)
		}
		if mean := c.bytes / int64(c.lines); !large && (mean < 130 || mean > 160) {
			t.Errorf("%s: %d bytes a line", name, mean)
		}
	}
}

// TestBetween replaces what a page has between marks.
func TestBetween(t *testing.T) {
	page := filepath.Join(t.TempDir(), "page.md")
	if err := os.WriteFile(page, []byte("a\n<!-- x -->\nold\n<!-- /x -->\nb\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := between(page, "x", "new\n"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(page)
	if err != nil || string(text) != "a\n<!-- x -->\nnew\n<!-- /x -->\nb\n" {
		t.Errorf("%q, %v", text, err)
	}
	if err := between(page, "y", "new"); err == nil {
		t.Error("a page without the marks was accepted")
	}
}
