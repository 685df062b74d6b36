package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestParseLock(t *testing.T) {
	sum := strings.Repeat("0a", 32)
	good := []locked{{"libnss3", "2:3.87.1-1+deb12u2", sum}, {"g++", "1~2", sum}}
	got, err := parseLock(formatLock(good))
	if err != nil || !slices.Equal(got, good) {
		t.Errorf("got %v, %v, want %v", got, err, good)
	}
	for text, want := range map[string]string{
		"":                                     "no package",
		"# nothing\n\n":                        "no package",
		"a1 1":                                 "line 1",
		"# x\na1 1 " + sum[1:]:                 "line 2",
		"a1 1 " + strings.ToUpper(sum):         "line 1",
		"a1  1 " + sum:                         "line 1",
		"a1 1 " + sum + " ":                    "line 1",
		"-o 1 " + sum:                          "line 1",
		"../x 1 " + sum:                        "line 1",
		"a* 1 " + sum:                          "line 1",
		"a1 -1 " + sum:                         "line 1",
		"a1 1/2 " + sum:                        "line 1",
		"a1 1 " + sum + "\r\n":                 "line 1",
		"a1 1 " + sum + "\na1 2 " + sum + "\n": "a1 a second time",
	} {
		if got, err := parseLock(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("of %q: got %v, %v, want an error with %q", text, got, err, want)
		}
	}
}

// TestLockFiles reads the lock files as they are committed.
func TestLockFiles(t *testing.T) {
	files, err := filepath.Glob("*.lock")
	if err != nil || len(files) == 0 {
		t.Fatalf("there is no lock file: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		packages, err := parseLock(string(text))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if formatLock(packages) != string(text) {
			t.Errorf("%s is not as make browser-lock writes it", file)
		}
		for _, name := range []string{program, "fonts-dejavu-core"} {
			if !slices.ContainsFunc(packages, func(p locked) bool { return p.name == name }) {
				t.Errorf("%s lacks %s", file, name)
			}
		}
	}
}

func TestDebian(t *testing.T) {
	for text, want := range map[string]string{
		"PRETTY_NAME=\"Debian\"\nVERSION_CODENAME=bookworm\nID=debian\n": "bookworm",
		"ID=\"debian\"\nVERSION_CODENAME='trixie'":                       "trixie",
		"ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=noble\n":            "",
		"ID=debian\n": "",
		"":            "",
	} {
		if got := debian(text); got != want {
			t.Errorf("of %q: got %q, want %q", text, got, want)
		}
	}
}

// TestParseURIs reads what apt-get prints, among which are warnings.
func TestParseURIs(t *testing.T) {
	sum := strings.Repeat("0a", 32)
	got, err := parseURIs("W: a warning\n" +
		"'mirror:/pool/libx/libx11-6_1.8.4-2%2bdeb12u2_amd64.deb' libx11-6_2%3a1.8.4-2+deb12u2_amd64.deb 759544 SHA256:" + sum + "\n" +
		"'mirror:/pool/a/a1_1_all.deb' a1_1_all.deb 10 SHA256:" + sum + "\n")
	want := []locked{{"a1", "1", sum}, {"libx11-6", "2:1.8.4-2+deb12u2", sum}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// TestMissing checks that each way to fail says what to do.
func TestMissing(t *testing.T) {
	failed := errors.New("exit status 100")
	const gone = "Get:1 x\nE: Version '1' for 'a1' was not found\nE: Unable to locate package b1\n"
	for _, c := range []struct {
		unread []string
		out    string
		want   []string
	}{
		{nil, gone, []string{"Version '1' for 'a1' was not found", "package b1", "found\nE: Unable", "b1\nDebian's archive no longer has", "make browser-lock", "WIREGEN_BROWSER"}},
		{[]string{"W: Failed to fetch x"}, gone, []string{"Failed to fetch x", "not read all of its sources"}},
		{nil, strings.Repeat(gone, 4), []string{"and 3 more errors"}},
		{nil, "E: Failed to fetch y\n", []string{"apt-get download: exit status 100\nE: Failed to fetch y"}},
	} {
		err := missing(c.unread, c.out, failed).Error()
		for _, want := range c.want {
			if !strings.Contains(err, want) {
				t.Errorf("%q lacks %q", err, want)
			}
		}
	}
}

// deb builds the file of a package whose browser is a script.
func deb(t *testing.T, name, script string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	for file, text := range map[string]string{
		"DEBIAN/control":           fmt.Sprintf("Package: %s\nVersion: 1:1\nArchitecture: all\nMaintainer: none\nDescription: none\n", name),
		"usr/lib/chromium/" + name: "#!/bin/sh\n" + script,
		"usr/lib/x-linux-gnu/lib":  "",
	} {
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), name+"_1%3a1_all.deb")
	if out, err := exec.Command("dpkg-deb", "--build", dir, file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}

// TestUnpack installs packages, good ones and others: those leave nothing behind.
func TestUnpack(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("only Debian has dpkg-deb")
	}
	good, bad := deb(t, program, `printf '%s\n' "$@" "$FONTCONFIG_FILE" "$LD_LIBRARY_PATH"`), deb(t, program, "echo no library >&2\nexit 1\n")
	other := deb(t, "other", "")
	for _, c := range []struct {
		name         string
		lock, arrive []string
		want         string
	}{
		{"all", []string{good, other}, []string{good, other}, ""},
		{"another sum", []string{other, bad}, []string{other, good}, program + " 1:1: the SHA-256"},
		{"a file is missing", []string{good, other}, []string{good}, "other 1:1: 0 files"},
		{"it does not start", []string{bad}, []string{bad}, "no library"},
		{"there is no browser", []string{other}, []string{other}, "does not start"},
		{"nothing is downloaded", []string{good}, nil, "unplugged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cache := t.TempDir()
			dir := filepath.Join(cache, "browser")
			err := unpack(t.Context(), dir, lockOf(t, c.lock), func(_ context.Context, to string, _ []locked) error {
				if c.arrive == nil {
					return errors.New("unplugged")
				}
				for _, file := range c.arrive {
					if err := os.Link(file, filepath.Join(to, filepath.Base(file))); err != nil {
						return err
					}
				}
				return nil
			})
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, want %q", err, c.want)
				}
				if left, _ := os.ReadDir(cache); len(left) > 0 || complete(dir) {
					t.Errorf("it leaves %v", left)
				}
				return
			}
			if err != nil || !complete(dir) {
				t.Fatal(err)
			}
			out, err := exec.Command(filepath.Join(dir, starter), "a b", "c").Output()
			want := "a b\nc\n" + dir + "/fonts.conf\n"
			if libraries, is := strings.CutPrefix(string(out), want); err != nil || !is || !strings.Contains(libraries, ":"+dir+"/root/usr/lib/x-linux-gnu:") {
				t.Errorf("got %q, %v", out, err)
			}
			if entries, _ := os.ReadDir(dir); len(entries) != 3 {
				t.Errorf("it has %v, want the script, the fonts and the root", entries)
			}
		})
	}
}

// lockOf locks the files of packages as they are.
func lockOf(t *testing.T, files []string) []locked {
	t.Helper()
	var out []locked
	for _, file := range files {
		sum, err := sumOf(file)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(filepath.Base(file), "_")
		out = append(out, locked{name, "1:1", sum})
	}
	return out
}

// TestPlace checks that what differs is not in the same place.
func TestPlace(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("HOME", cache)
	t.Setenv("XDG_CACHE_HOME", cache)
	a, b := place("root", []byte("a")), place("root", []byte("b"))
	if a == b || !strings.HasPrefix(a, cache) || a != place("elsewhere", []byte("a")) {
		t.Errorf("the places are %q and %q", a, b)
	}
	t.Setenv("HOME", "/dev/null")
	t.Setenv("XDG_CACHE_HOME", "/dev/null/cache")
	if got := place("root", []byte("a")); !strings.HasPrefix(got, filepath.Join("root", ".build")) {
		t.Errorf("without a cache folder: %q", got)
	}
}

// TestLink replaces one link by another.
func TestLink(t *testing.T) {
	name := filepath.Join(t.TempDir(), ".build", "browser")
	for _, dir := range []string{"/a", "/a", "/b"} {
		if err := link(dir, name); err != nil {
			t.Fatal(err)
		}
		if to, err := os.Readlink(name); to != dir {
			t.Errorf("it leads to %q, %v, want %q", to, err, dir)
		}
	}
}
