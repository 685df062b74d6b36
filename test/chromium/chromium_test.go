package chromium

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// program writes a program that prints a text and fails.
func program(t *testing.T, file string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("#!/bin/sh\necho it cannot load its library >&2\nexit 1\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestFind goes through the places of a browser, from the last to the first.
func TestFind(t *testing.T) {
	root, path := t.TempDir(), t.TempDir()
	dir := filepath.Join(root, "a", "b")
	t.Setenv("PATH", path)
	t.Setenv(variable, "")
	want := func(want string) {
		t.Helper()
		if got, err := find(dir); got != want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, want)
		}
	}
	want("")
	want(program(t, filepath.Join(path, "google-chrome")))
	want(program(t, filepath.Join(path, "chromium")))
	want(program(t, filepath.Join(root, installed)))
	t.Setenv(variable, "google-chrome")
	want(filepath.Join(path, "google-chrome"))
	t.Setenv(variable, "firefox")
	if got, err := find(dir); err == nil || !strings.Contains(err.Error(), variable) {
		t.Errorf("a browser that is not there: got %q, %v", got, err)
	}
}

// failing is a test that keeps why it failed.
type failing struct {
	testing.TB
	why string
}

func (f *failing) Fatalf(format string, args ...any) {
	f.why = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

// TestEnds opens a program that ends at once: the test fails with what it wrote.
func TestEnds(t *testing.T) {
	t.Setenv(variable, program(t, filepath.Join(t.TempDir(), "chromium")))
	f, done := &failing{TB: t}, make(chan bool)
	go func() {
		defer close(done)
		Open(f)
	}()
	<-done
	if want := "the browser ended: it cannot load its library\n"; !strings.HasSuffix(f.why, want) {
		t.Errorf("it fails with %q, want %q", f.why, want)
	}
}

// TestBrowser uses a small page.
func TestBrowser(t *testing.T) {
	b := Open(t)
	const page = `data:text/html,<title>x</title><p>a</p><button onclick="document.title='clicked'">b</button>`
	b.View(400, 300, "dark")
	b.Load(page)
	b.Silent(page)
	b.Want(`matchMedia("(prefers-color-scheme: dark)").matches`, "true")
	b.Want("innerWidth", "400")
	b.Click("button")
	b.Want("document.title", `"clicked"`)
	b.Want(`document.querySelector("p").offsetHeight > 0`, "true") // there is a font
}
