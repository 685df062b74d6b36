package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestParseVersion(t *testing.T) {
	for tag, want := range map[string]version{
		"v1.2.3":           {"v1.2.3", "1.2.3", "1.2.3"},
		"v0.10.0-alpha.0":  {"v0.10.0-alpha.0", "0.10.0-alpha.0", "0.10.0a0"},
		"v1.2.3-beta.12":   {"v1.2.3-beta.12", "1.2.3-beta.12", "1.2.3b12"},
		"v1.2.3-rc.4":      {"v1.2.3-rc.4", "1.2.3-rc.4", "1.2.3rc4"},
		"1.2.3":            {},
		"v1.2":             {},
		"v01.2.3":          {},
		"v1.2.3+x":         {},
		"v1.2.3-rc.1\n":    {},
		"v1.2.3-rc1":       {},
		"v1.2.3 -X main.x": {},
	} {
		if got, err := parseVersion(tag); got != want || (err == nil) != (want != version{}) {
			t.Errorf("%q is %v, %v", tag, got, err)
		}
	}
}

// TestVersionOf asks for the version of a repository before, at and after its tag.
func TestVersionOf(t *testing.T) {
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	is := func(want string) {
		t.Helper()
		if got, err := versionOf(dir); err != nil || got.npm != want {
			t.Errorf("the version is %v, %v, not %s", got, err, want)
		}
	}
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "a"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	is("0.0.0-dev") // no repository, as in an unpacked archive of the sources
	run("init", "-q")
	is("0.0.0-dev")
	write("one")
	run("add", ".")
	run("commit", "-q", "-m", "one")
	run("tag", "-a", "ext/nats/v9.9.9", "-m", "another module")
	is("0.0.0-dev")
	run("tag", "-a", "v0.1.0", "-m", "v0.1.0")
	is("0.1.0")
	write("two")
	if _, err := versionOf(dir); err == nil || !strings.Contains(err.Error(), "files differ from the tag v0.1.0") {
		t.Errorf("a file that differs: %v", err)
	}
	run("commit", "-q", "-a", "-m", "two")
	is("0.0.0-dev")
}
