package output_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/internal/command/output"
)

// fail applies a plan that breaks off after a.jsonl was renamed, as a run that
// is killed there.
func fail(t *testing.T, dir string, b output.Batch) {
	t.Helper()
	p := plan(t, b)
	obstacle := filepath.Join(dir, "b.jsonl", "x")
	if err := os.Remove(filepath.Dir(obstacle)); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	write(t, obstacle, "")
	if err := p.Apply(); err == nil {
		t.Fatal("a folder was replaced")
	}
	if err := os.RemoveAll(filepath.Dir(obstacle)); err != nil {
		t.Fatal(err)
	}
}

// A run that was killed is known to the next one: that refused files without a
// head ("wiregen did not write it"), and left behind what it no longer made.
func TestAKilledRunIsRepaired(t *testing.T) {
	dir := t.TempDir()
	fail(t, dir, batch(dir, "p", "a.jsonl", "1", "b.jsonl", "1"))
	wantFiles(t, dir, map[string]string{"a.jsonl": "1"})
	apply(t, batch(dir, "p", "a.jsonl", "2", "b.jsonl", "2"))
	wantFiles(t, dir, map[string]string{"a.jsonl": "2", "b.jsonl": "2"})

	fail(t, dir, batch(dir, "p", "a.jsonl", "3", "b.jsonl", "3"))
	if p := apply(t, batch(dir, "p", "c.jsonl", "4")); len(p.Kept) > 0 {
		t.Errorf("kept %v", p.Kept)
	}
	wantFiles(t, dir, map[string]string{"c.jsonl": "4"})
}

// Staged files of killed runs were never removed.
func TestStagedFilesOfKilledRuns(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "gen")
	apply(t, batch(dir, "p", "sub/a.go", "1"))
	const staged = ".wiregen-ABCDEFGHIJKLMNOPQRSTUVWXYZ.tmp"
	for name, age := range map[string]time.Duration{
		"gen/" + staged:                   2 * time.Hour,
		"gen/sub/" + staged:               2 * time.Hour,
		"gen/sub/" + staged[:33] + "X":    2 * time.Hour, // no such name
		"gen/sub/.wiregen-mine.tmp":       2 * time.Hour,
		"gen/other/" + staged:             2 * time.Hour, // nothing is written there
		"gen/.wiregen-2" + staged[10:]:    time.Minute,   // of a run that may be at work
		staged:                            2 * time.Hour, // outside
		"gen/.wiregen-3" + staged[10:]:    2 * time.Hour,
		"gen/.wiregen-4" + staged[10:]:    -2 * time.Hour, // of tomorrow
		"gen/sub/.wiregen-5" + staged[9:]: 2 * time.Hour,  // longer
	} {
		name = filepath.Join(root, name)
		write(t, name, "x")
		then := time.Now().Add(-age)
		if err := os.Chtimes(name, then, then); err != nil {
			t.Fatal(err)
		}
	}
	apply(t, batch(dir, "p", "sub/a.go", "1"))
	wantFiles(t, root, map[string]string{
		"gen/sub/a.go": "1", staged: "x", "gen/sub/" + staged[:33] + "X": "x", "gen/sub/.wiregen-mine.tmp": "x", "gen/other/" + staged: "x",
		"gen/.wiregen-2" + staged[10:]: "x", "gen/.wiregen-4" + staged[10:]: "x", "gen/sub/.wiregen-5" + staged[9:]: "x",
	})
}

// A name that no file can have was noticed after other targets had been written.
func TestNamesThatAreTooLong(t *testing.T) {
	root := t.TempDir()
	long := strings.Repeat("x", 256)
	refused(t, "a name of more than 255 bytes", batch(filepath.Join(root, "go"), "p", "a.go", "1"), batch(filepath.Join(root, "ts"), "p", "sub/"+long, "1"))
	refused(t, "a name of more than 255 bytes", batch(root, "p", long+"/a.go", "1"))
	wantFiles(t, root, map[string]string{})
	apply(t, batch(filepath.Join(root, "go"), "p", long[:255], "1"))
}

// foo became Foo: the old file stayed, in no list, and the output was fine.
func TestNamesThatChangeTheirCase(t *testing.T) {
	dir := t.TempDir()
	apply(t, batch(dir, "p", "foo.json", "1", "sub/bar.json", "1"))
	if err := os.WriteFile(filepath.Join(dir, "FOO.json"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "foo.json")); err != nil || string(text) != "1" {
		t.Skip("this system ignores case")
	}
	b := batch(dir, "p", "Foo.json", "1", "Sub/bar.json", "2")
	if p := plan(t, b); len(p.Changes) != 5 {
		t.Errorf("%v", p.Changes)
	}
	apply(t, b)
	wantFiles(t, dir, map[string]string{"Foo.json": "1", "Sub/bar.json": "2", "FOO.json": "mine"})

	// An edited one stays, and is its author's from then on.
	write(t, filepath.Join(dir, "Foo.json"), "edited")
	if p := apply(t, batch(dir, "p", "foo.json", "1")); len(p.Kept) != 1 {
		t.Errorf("kept %v", p.Kept)
	}
	wantFiles(t, dir, map[string]string{"foo.json": "1", "Foo.json": "edited", "FOO.json": "mine"})
}

// On a system that ignores case, the two names are one file: here they are two links
// to one.
func TestCaseOfOneFile(t *testing.T) {
	dir := t.TempDir()
	apply(t, batch(dir, "p", "foo.json", "1"))
	if err := os.Link(filepath.Join(dir, "foo.json"), filepath.Join(dir, "Foo.json")); err != nil {
		t.Skip(err)
	}
	p := plan(t, batch(dir, "p", "Foo.json", "1"))
	if len(p.Changes) != 3 || p.Changes[0].Action != output.Remove || p.Changes[1].Action != output.Create {
		t.Errorf("%v", p.Changes)
	}
	if err := p.Apply(); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"Foo.json": "1"})
	if p := plan(t, batch(dir, "p", "Foo.json", "1")); len(p.Changes) != 0 {
		t.Errorf("after Apply there is still %v", p.Changes)
	}
}

// A file that only mentions the words was treated as generated.
func TestOnlyTheFirstLineCounts(t *testing.T) {
	head := "// Code generated by wiregen from wire.yaml. DO NOT EDIT.\n"
	schema := "{\n  \"$id\": \"x\",\n  \"$comment\": \"Code generated by wiregen from wire.yaml. DO NOT EDIT.\"\n}\n"
	for _, mine := range []string{
		"package a // not generated by wiregen\n", "\n" + head, "# Code generated by wiregen from wire.yaml. DO NOT EDIT.\n",
		strings.TrimSuffix(head, "\n") + " Edited.\n", "package a\n" + head, schema,
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "a.go"), mine)
		refused(t, "wiregen did not write it", batch(dir, "p", "a.go", head+"1"))
		wantFiles(t, dir, map[string]string{"a.go": mine})
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.json"), strings.ReplaceAll(schema, "\n", "\r\n"))
	write(t, filepath.Join(dir, "b.jsonl"), head)
	apply(t, batch(dir, "p", "a.json", strings.Replace(schema, "x", "y", 1)))
	refused(t, "wiregen did not write it", batch(dir, "p", "b.jsonl", "{}\n"))
}

// A file that was staged beside a spec by a killed fmt is removed too.
func TestRewriteSweeps(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no age there that a test can set")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, ".wiregen-ABCDEFGHIJKLMNOPQRSTUVWXYZ.tmp")
	write(t, name, "x")
	write(t, filepath.Join(dir, "wire.yaml"), "1")
	then := time.Now().Add(-2 * time.Hour)
	if err := os.Chtimes(name, then, then); err != nil {
		t.Fatal(err)
	}
	if err := output.Rewrite(filepath.Join(dir, "wire.yaml"), []byte("2")); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"wire.yaml": "2"})
}
