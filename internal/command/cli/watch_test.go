package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	watchedSpec = `wiregen: 1
include: [types/note.yaml]
protocol: {name: demo, version: "1.0"}
`
	watchedNote = `types:
  Note:
    doc: A note.
    fields:
      text: string
`
)

// TestWatch saves files in the ways of editors while wiregen watches them. It waits
// for what the process says as long as go test allows.
func TestWatch(t *testing.T) {
	w := startWatch(t, watchedSpec)
	w.await("nothing changed: ")
	w.await("wiregen: watching for changes until interrupted\n")

	// An included file, written in place.
	w.save("types/note.yaml", strings.Replace(watchedNote, "text", "body", 1))
	w.await("wrote ")
	w.contains("gen/go/wire/types.go", "Body string")

	// A file that is written beside it and renamed to its place.
	w.replace("types/note.yaml", strings.Replace(watchedNote, "text", "title", 1))
	w.await("wrote ")
	w.contains("gen/go/wire/types.go", "Title string")

	// An error changes nothing.
	w.save("types/note.yaml", strings.Replace(watchedNote, "string", "strin", 1))
	w.await("types/note.yaml:5:13: error: ")
	w.await("1 error\n")
	w.contains("gen/go/wire/types.go", "Title string")

	// It is mended, in many saves.
	for i := range 30 {
		w.save("types/note.yaml", watchedNote+strings.Repeat("# a line\n", i))
	}
	w.await("wrote ")
	w.awaitFile("gen/go/wire/types.go", "Text string")

	// An included file goes away with its folder, and then it is not included.
	if err := os.RemoveAll(w.path("types")); err != nil {
		t.Fatal(err)
	}
	w.await("wire.yaml:2:11: error: ")
	w.await("1 error\n")
	w.save("wire.yaml", strings.Replace(watchedSpec, "include: [types/note.yaml]\n", "", 1)+watchedNote)
	w.await("nothing changed: ")

	// A folder that another one is renamed to, and a pattern.
	w.save("wire.yaml", strings.Replace(watchedSpec, "note.yaml", "*.yaml", 1))
	w.await("wire.yaml:2:11: error: ")
	w.save("other/note.yaml", strings.Replace(watchedNote, "text", "words", 1))
	w.rename("other", "types")
	w.await("wrote ")
	w.contains("gen/go/wire/types.go", "Words string")
	w.save("types/more.yaml", strings.Replace(watchedNote, "Note", "More", 1))
	w.await("wrote ")
	w.contains("gen/go/wire/types.go", "type More struct")

	// The configuration appears, has a fault, and is mended.
	w.replace("wiregen.yaml", "go: {dir: other/notes}\n")
	w.await("wrote ")
	w.contains("other/notes/types.go", "package notes")
	w.replace("wiregen.yaml", "go: {dir: other/notes, pakage: x}\n")
	w.await("wiregen: wiregen.yaml:1:")
	w.replace("wiregen.yaml", "go: {dir: other/notes, package: thenotes}\n")
	w.await("wrote ")
	w.contains("other/notes/types.go", "package thenotes")

	// The spec itself is away for a while.
	w.rename("wire.yaml", "away.yaml")
	w.await(`wiregen: "wire.yaml" does not exist`)
	w.rename("away.yaml", "wire.yaml")
	w.await("nothing changed: ")
	w.interrupt()
}

// BenchmarkWatch is the time from a save of spec/wire.yaml to the last file that is
// written because of it.
func BenchmarkWatch(b *testing.B) {
	text, err := os.ReadFile("../../../spec/wire.yaml")
	if err != nil {
		b.Fatal(err)
	}
	const doc = "A turn begins"
	if !strings.Contains(string(text), doc) {
		b.Fatalf("the spec does not contain %q", doc)
	}
	w := startWatch(b, string(text))
	w.await("watching")
	var took []time.Duration
	turn := 0
	for b.Loop() {
		turn++ // the doc changes each time
		start := time.Now()
		w.save("wire.yaml", strings.Replace(string(text), doc, doc+strings.Repeat("!", turn%2), 1))
		w.await("wrote ")
		took = append(took, w.newest().Sub(start))
		time.Sleep(50 * time.Millisecond) // a person saves after a pause
	}
	w.interrupt()
	slices.Sort(took)
	b.ReportMetric(float64(took[0].Microseconds())/1000, "min-ms")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "median-ms")
}

// A watching is a process that watches wire.yaml in its folder.
type watching struct {
	t    testing.TB
	dir  string
	cmd  *exec.Cmd
	said *transcript
	done chan error
}

func startWatch(t testing.TB, spec string) *watching {
	w := &watching{t: t, dir: t.TempDir(), said: &transcript{more: make(chan bool, 1)}, done: make(chan error, 1)}
	w.save("wire.yaml", spec)
	w.save("types/note.yaml", watchedNote)
	cache := t.TempDir()
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command("wiregen", args...)
		cmd.Dir, cmd.Env = w.dir, append(os.Environ(), "WIREGEN_CACHE="+cache, "NO_COLOR=1")
		return cmd
	}
	// The files of a run that the cache knows are watched as well.
	if out, err := command("generate", "wire.yaml").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w.cmd = command("generate", "--watch", "wire.yaml")
	w.cmd.Stderr = w.said
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { w.done <- w.cmd.Wait() }()
	t.Cleanup(func() { _ = w.cmd.Process.Kill() })
	return w
}

func (w *watching) path(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

func (w *watching) save(name, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o777); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

// replace saves a file at once: no run sees it empty.
func (w *watching) replace(name, text string) {
	w.t.Helper()
	w.save(name+".tmp", text)
	w.rename(name+".tmp", name)
}

func (w *watching) rename(from, to string) {
	w.t.Helper()
	if err := os.Rename(w.path(from), w.path(to)); err != nil {
		w.t.Fatal(err)
	}
}

// await waits until the process says text, and forgets what it said until then.
func (w *watching) await(text string) {
	w.t.Helper()
	for !w.said.cut(text) {
		select {
		case <-w.said.more:
		case err := <-w.done:
			w.t.Fatalf("the process ended (%v) and did not say %q, but:\n%s", err, text, w.said)
		case <-w.expired():
			w.t.Fatalf("the process does not say %q, but:\n%s", text, w.said)
		}
	}
}

// awaitFile waits until a file contains text.
func (w *watching) awaitFile(name, text string) {
	w.t.Helper()
	expired := w.expired()
	for !w.has(name, text) {
		select {
		case <-expired:
			w.t.Fatalf("%s does not contain %q", name, text)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// expired is ready shortly before go test ends the test.
func (w *watching) expired() <-chan time.Time {
	if t, ok := w.t.(*testing.T); ok {
		if deadline, ok := t.Deadline(); ok {
			return time.After(time.Until(deadline) - 5*time.Second)
		}
	}
	return nil
}

func (w *watching) has(name, text string) bool {
	got, err := os.ReadFile(w.path(name))
	return err == nil && strings.Contains(string(got), text)
}

func (w *watching) contains(name, text string) {
	w.t.Helper()
	if !w.has(name, text) {
		w.t.Fatalf("%s does not contain %q; the process says:\n%s", name, text, w.said)
	}
}

// interrupt ends the process as Ctrl-C does.
func (w *watching) interrupt() {
	w.t.Helper()
	if runtime.GOOS == "windows" {
		return // no process can send it
	}
	if err := w.cmd.Process.Signal(os.Interrupt); err != nil {
		w.t.Fatal(err)
	}
	if err := <-w.done; err != nil {
		w.t.Fatalf("after an interrupt: %v\n%s", err, w.said)
	}
}

// newest is the time of the last change to a file below gen.
func (w *watching) newest() time.Time {
	w.t.Helper()
	var last time.Time
	err := filepath.WalkDir(w.path("gen"), func(_ string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.ModTime().After(last) {
			last = info.ModTime()
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return last
}

// A transcript is what a process says.
type transcript struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan bool // there may be more than at the last look
}

func (s *transcript) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.more <- true:
	default:
	}
	return s.text.Write(p)
}

func (s *transcript) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// cut removes everything until the end of text, if it is there.
func (s *transcript) cut(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := bytes.Index(s.text.Bytes(), []byte(text))
	if at >= 0 {
		s.text.Next(at + len(text))
	}
	return at >= 0
}
