package output_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wiregen/wiregen/internal/command/output"
)

const listed = ".wiregen.manifest"

// batch returns what the protocol makes for the target go, as name, text, name, text.
func batch(dir, protocol string, pairs ...string) output.Batch {
	b := output.Batch{Dir: dir, Protocol: protocol, Target: "go"}
	for i := 0; i < len(pairs); i += 2 {
		b.Files = append(b.Files, output.File{Name: pairs[i], Data: []byte(pairs[i+1])})
	}
	return b
}

func plan(t *testing.T, batches ...output.Batch) *output.Plan {
	t.Helper()
	p, err := output.NewPlan(batches, output.UserCache())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func apply(t *testing.T, batches ...output.Batch) *output.Plan {
	t.Helper()
	p := plan(t, batches...)
	if err := p.Apply(); err != nil {
		t.Fatal(err)
	}
	if again := plan(t, batches...); len(again.Changes) != 0 {
		t.Errorf("after Apply there is still %v", again.Changes)
	}
	return p
}

// TestMain gives all tests one cache, which some turn off.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		folder, err := os.MkdirTemp("", "cache")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(folder)
		os.Setenv(output.CacheVariable, folder)
		return m.Run()
	}())
}

func refused(t *testing.T, words string, batches ...output.Batch) {
	t.Helper()
	p, err := output.NewPlan(batches, output.UserCache())
	if err == nil {
		err = p.Apply()
	}
	if err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("the error is %v, want one with %q", err, words)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// wantFiles checks that exactly these files (and the lists) are below dir.
func wantFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, name)
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if rel != "." {
				got[rel+"/"] = ""
			}
			return nil
		}
		text, err := os.ReadFile(name)
		if d.Name() != listed {
			got[rel] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range maps.Clone(want) {
		for d := filepath.ToSlash(filepath.Dir(name)); d != "."; d = filepath.ToSlash(filepath.Dir(d)) {
			want[d+"/"] = ""
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", dir, d)
	}
}

func TestWriteChangePrune(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gen", "go")
	apply(t, batch(dir, "p", "a.go", "1", "sub/deep/b.go", "2", "sub/c.go", "3"))
	wantFiles(t, dir, map[string]string{"a.go": "1", "sub/deep/b.go": "2", "sub/c.go": "3"})

	p := apply(t, batch(dir, "p", "a.go", "1", "sub/c.go", "4"))
	wantFiles(t, dir, map[string]string{"a.go": "1", "sub/c.go": "4"})
	var did []string
	for _, c := range p.Changes {
		did = append(did, string(c.Action)+" "+strings.TrimPrefix(c.Path, filepath.ToSlash(dir)+"/"))
	}
	slices.Sort(did)
	if d := cmp.Diff([]string{"remove sub/deep/b.go", "update " + listed, "update sub/c.go"}, did); d != "" {
		t.Error(d)
	}
}

func TestAnUnchangedFileIsNotWritten(t *testing.T) {
	dir := t.TempDir()
	apply(t, batch(dir, "p", "a.go", "1", "b.go", "1"))
	old := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	for _, name := range []string{"a.go", "b.go"} {
		if err := os.Chtimes(filepath.Join(dir, name), old, old); err != nil {
			t.Fatal(err)
		}
	}
	apply(t, batch(dir, "p", "a.go", "1", "b.go", "2"))
	for name, same := range map[string]bool{"a.go": true, "b.go": false} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.ModTime().Equal(old) != same {
			t.Errorf("%s was written at %v", name, info.ModTime())
		}
	}
}

func TestModeIsKept(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no modes")
	}
	dir := t.TempDir()
	apply(t, batch(dir, "p", "a.sh", "1", "b.sh", "1"))
	for name, mode := range map[string]fs.FileMode{"a.sh": 0o751, "b.sh": 0o444} {
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	apply(t, batch(dir, "p", "a.sh", "2", "b.sh", "2"))
	for name, mode := range map[string]fs.FileMode{"a.sh": 0o751, "b.sh": 0o444} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != mode {
			t.Errorf("%s has mode %v, want %v", name, info.Mode(), mode)
		}
	}
}

func TestNothingElseIsTouched(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "mine.go"), "mine")
	write(t, filepath.Join(dir, "sub/mine.go"), "mine")
	apply(t, batch(dir, "p", "a.go", "1", "sub/b.go", "1"))
	apply(t, batch(dir, "p"))
	wantFiles(t, dir, map[string]string{"mine.go": "mine", "sub/mine.go": "mine"})

	refused(t, "wiregen did not write it", batch(dir, "p", "mine.go", "1", "new.go", "1"))
	wantFiles(t, dir, map[string]string{"mine.go": "mine", "sub/mine.go": "mine"})
}

func TestLostListIsRestored(t *testing.T) {
	dir := t.TempDir()
	head := "// Code generated by wiregen from wire.yaml. DO NOT EDIT.\n"
	apply(t, batch(dir, "p", "a.go", head+"1", "b.json", "{}"))
	if err := os.Remove(filepath.Join(dir, listed)); err != nil {
		t.Fatal(err)
	}
	apply(t, batch(dir, "p", "a.go", head+"2", "b.json", "{}"))
	wantFiles(t, dir, map[string]string{"a.go": head + "2", "b.json": "{}"})
}

func TestAnEditedFileIsReportedNotRemoved(t *testing.T) {
	dir := t.TempDir()
	apply(t, batch(dir, "p", "a.go", "1", "b.go", "1"))
	write(t, filepath.Join(dir, "b.go"), "edited")
	for range 2 { // and again, until somebody removes it
		p := apply(t, batch(dir, "p", "a.go", "1"))
		if d := cmp.Diff([]string{filepath.ToSlash(filepath.Join(dir, "b.go"))}, p.Kept); d != "" {
			t.Error(d)
		}
	}
	wantFiles(t, dir, map[string]string{"a.go": "1", "b.go": "edited"})
	if err := os.Remove(filepath.Join(dir, "b.go")); err != nil {
		t.Fatal(err)
	}
	if p := apply(t, batch(dir, "p", "a.go", "1")); len(p.Kept) != 0 {
		t.Errorf("still kept: %v", p.Kept)
	}
}

func TestTwoProtocolsInOneFolder(t *testing.T) {
	dir := t.TempDir()
	apply(t, batch(dir, "one", "one.go", "1", "old.go", "1"))
	apply(t, batch(dir, "two", "two.go", "2"))
	apply(t, batch(dir, "one", "one.go", "1"))
	wantFiles(t, dir, map[string]string{"one.go": "1", "two.go": "2"})
	refused(t, "belongs to two for go", batch(dir, "one", "two.go", "1"))
	refused(t, `both make "X.go"`, batch(dir, "one", "x.go", "1"), batch(dir+"/.", "two", "X.go", "1"))

	// One owner may come twice with the same files.
	apply(t, batch(dir, "shared", "s.json", "1"), batch(dir, "shared", "s.json", "1"))
	refused(t, `both make "s.json"`, batch(dir, "shared", "s.json", "1"), batch(dir, "shared", "s.json", "2"))
	apply(t, batch(dir, "shared"))

	other := batch(dir, "one", "one.ts", "1")
	other.Target = "ts"
	apply(t, other)
	apply(t, batch(dir, "one", "one.go", "1"))
	wantFiles(t, dir, map[string]string{"one.go": "1", "two.go": "2", "one.ts": "1"})
}

func TestJail(t *testing.T) {
	for _, name := range []string{"../x", "a/../../x", "/x", "..", ".", "", "a//b", "a/./b", `a\b`, "c:x", "a\nb", listed} {
		refused(t, "the path", batch(filepath.Join(t.TempDir(), "gen"), "p", name, "1"))
	}
}

func TestSymlinksOutOfTheFolder(t *testing.T) {
	outside := t.TempDir()
	write(t, filepath.Join(outside, "b.go"), "theirs")
	link := func(t *testing.T, target, name string) {
		t.Helper()
		if err := os.Symlink(target, name); err != nil {
			t.Skip(err)
		}
	}
	t.Run("folder", func(t *testing.T) {
		dir := t.TempDir()
		link(t, outside, filepath.Join(dir, "sub"))
		refused(t, "sub/", batch(dir, "p", "sub/a.go", "1"))
		refused(t, "sub/", batch(dir, "p", "sub/b.go", "1"))
	})
	t.Run("file", func(t *testing.T) {
		dir := t.TempDir()
		link(t, filepath.Join(outside, "b.go"), filepath.Join(dir, "b.go"))
		refused(t, "not a regular file", batch(dir, "p", "b.go", "1"))
	})
	t.Run("list", func(t *testing.T) {
		dir := t.TempDir()
		link(t, filepath.Join(outside, "b.go"), filepath.Join(dir, listed))
		refused(t, "not a regular file", batch(dir, "p", "b.go", "1"))
	})
	t.Run("prune", func(t *testing.T) {
		dir := t.TempDir()
		apply(t, batch(dir, "p", "sub/b.go", "theirs"))
		if err := os.RemoveAll(filepath.Join(dir, "sub")); err != nil {
			t.Fatal(err)
		}
		link(t, outside, filepath.Join(dir, "sub"))
		if p := apply(t, batch(dir, "p")); len(p.Kept) != 1 {
			t.Errorf("kept %v", p.Kept)
		}
	})
	wantFiles(t, outside, map[string]string{"b.go": "theirs"})
}

func TestDamagedList(t *testing.T) {
	sum := strings.Repeat("0", 64)
	for _, line := range []string{"p go ../outside " + sum, "p go /etc/passwd " + sum, "p go", "<<<<<<< HEAD", "p go a.go\nq go A.go", "p go a.go " + sum + "\nq go A.go " + sum} {
		root := t.TempDir()
		dir := filepath.Join(root, "gen")
		write(t, filepath.Join(root, "outside"), "theirs")
		write(t, filepath.Join(dir, listed), line+"\n")
		refused(t, "not an entry of a list", batch(dir, "p", "b.go", "1"))
		wantFiles(t, root, map[string]string{"outside": "theirs", "gen/": ""})
	}
}

func TestCRLFOnDiskIsUpToDate(t *testing.T) {
	dir := t.TempDir()
	files := []string{"a.go", "1\n2\n", "b.go", "3\n"}
	apply(t, batch(dir, "p", files...))
	for _, name := range []string{"a.go", "b.go", listed} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), strings.ReplaceAll(string(text), "\n", "\r\n"))
	}
	if p := plan(t, batch(dir, "p", files...)); len(p.Changes) != 0 {
		t.Errorf("stale: %v", p.Changes)
	}
	if p := apply(t, batch(dir, "p", "a.go", "1\n2\n")); len(p.Kept) != 0 {
		t.Errorf("kept: %v", p.Kept)
	}
	wantFiles(t, dir, map[string]string{"a.go": "1\r\n2\r\n"})
}

func TestDiff(t *testing.T) {
	dir := t.TempDir()
	apply(t, batch(dir, "p", "a.go", "1\n2\n", "b.go", "3\n"))
	p := plan(t, batch(dir, "p", "a.go", "1\n5\n", "c.go", "4\n"))
	var b strings.Builder
	if err := p.WriteDiff(&b); err != nil {
		t.Fatal(err)
	}
	got := strings.ReplaceAll(b.String(), filepath.ToSlash(dir)+"/", "")
	got = got[:strings.Index(got, "--- "+listed)]
	want := "--- a.go\n+++ a.go\n@@ -1,2 +1,2 @@\n 1\n-2\n+5\n" +
		"--- /dev/null\n+++ c.go\n@@ -0,0 +1,1 @@\n+4\n" +
		"--- b.go\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-3\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	wantFiles(t, dir, map[string]string{"a.go": "1\n2\n", "b.go": "3\n"})
}

func TestALongDiffIsCut(t *testing.T) {
	p := plan(t, batch(filepath.Join(t.TempDir(), "new"), "p", "a.go", strings.Repeat("x\n", 5000), "b.go", "1\n"))
	var b strings.Builder
	if err := p.WriteDiff(&b); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\n"); n > 2002 {
		t.Errorf("%d lines", n)
	}
	for _, words := range []string{"more lines of", "and 2 more changed files"} {
		if !strings.Contains(b.String(), words) {
			t.Errorf("no message has %q", words)
		}
	}
}

func TestNothingIsHalfWritten(t *testing.T) {
	root := t.TempDir()
	good, bad := filepath.Join(root, "good"), filepath.Join(root, "bad")
	write(t, bad, "a file where a folder is wanted")
	refused(t, "not a folder", batch(good, "p", "a.go", "1"), batch(bad, "p", "a.go", "1"))
	wantFiles(t, root, map[string]string{"bad": "a file where a folder is wanted"})

	apply(t, batch(good, "p", "a.go", "1"))
	write(t, filepath.Join(good, "sub"), "a file where a folder is wanted")
	p, err := output.NewPlan([]output.Batch{batch(good, "p", "a.go", "2", "sub/b.go", "1")}, output.UserCache())
	if err == nil {
		err = p.Apply()
	}
	if err == nil {
		t.Error("a file was replaced by a folder")
	}
	wantFiles(t, good, map[string]string{"a.go": "1", "sub": "a file where a folder is wanted"})
}
