package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// opened opens a journal in a new folder, which has some content before.
func opened(t *testing.T, content string, f *Format[header, record]) (*Writer[record], string, error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "session.jsonl")
	if content != "" {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, err := Open(name, header{"3"}, f)
	return w, name, err
}

// TestOpen opens journals as they may lie on a disk, and appends to them.
func TestOpen(t *testing.T) {
	const head, last = `{"version":"2"}` + "\n", `{"n":7}` + "\n"
	const written = `{"version":"3"}` + "\n"
	for _, c := range []struct {
		name, content, want, version string
		torn                         int64
		strict                       bool
	}{
		{"none", "", written, "3", 0, false},
		{"whole", head + "{\"n\":1}\n", head + "{\"n\":1}\n", "2", 0, false},
		{"only a header", head, head, "2", 0, false},
		{"no header", "{\"n\":1}\n", "{\"n\":1}\n", "1", 0, false},
		{"a torn record", head + "{\"n\":1}\n{\"n\"", head + "{\"n\":1}\n", "2", 4, false},
		{"a record without its newline", head + "{\"n\":1}", head + "{\"n\":1}\n", "2", 0, false},
		{"the first record without its newline", "{\"n\":1}", "{\"n\":1}\n", "1", 0, false},
		{"a torn header", "{\"versi", written, "3", 7, false},
		{"a header without its newline", "{\"version\":\"2\"}", head, "2", 0, false},
		{"blank lines", "\n\n", "\n\n" + written, "3", 0, false},
		{"a bad line in the middle", head + "{\n{\"n\":1}\n", head + "{\n{\"n\":1}\n", "2", 0, false},
		{"a bad first line", "{\n{\"n\":1}\n", "{\n{\"n\":1}\n", "1", 0, false},
		{"zeros after a power cut", head + "{\"n\":1}\n" + strings.Repeat("\x00", 4096), head + "{\"n\":1}\n", "2", 4096, false},
		{"zeros after the beginning of a record", head + "{\"n\"\x00\x00", head, "2", 6, false},
		{"zeros in the middle of a record", head + "{\"n\"\x00\x001}", head, "2", 8, false},
		{"zeros in place of a newline", head + "{\"n\":1}\x00\x00", head + "{\"n\":1}\n", "2", 2, false},
		{"a record, zeros and others", head + "{\"n\":1}\x00\x00{\"n\"", head + "{\"n\":1}\n", "2", 6, false},
		{"a long torn line", head + `{"text":"` + strings.Repeat("x", 200_000), head, "2", 200_009, false},
		{"torn in a character", head + "{\"text\":\"\xe6\x97", head, "2", 11, false},
		{"torn in white space", head + "{\"n\":1}\n \r", head + "{\"n\":1}\n", "2", 2, false},
		{"a record with white space", head + "{\"n\":1} \r", head + "{\"n\":1} \r\n", "2", 0, false},
		{"a required header", head, head, "2", 0, true},
		{"a required header is torn", "{\"versi", written, "3", 7, true},
		{"zeros in place of a required header", "\x00\x00", written, "3", 2, true},
		{"a required header without its newline", "{\"version\":\"2\"}", head, "2", 0, true},
	} {
		f := &format
		if c.strict {
			f = &strict
		}
		w, name, err := opened(t, c.content, f)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if err := errors.Join(w.Append(record{N: 7}), w.Close()); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != c.want+last {
			t.Errorf("%s: the file is %q, want %q", c.name, got, c.want+last)
		}
		if w.Version() != c.version || w.Torn() != c.torn {
			t.Errorf("%s: version %q, %d bytes torn; want %q, %d", c.name, w.Version(), w.Torn(), c.version, c.torn)
		}
	}
}

// TestOpenRefuses opens files that are not journals, which stay as they are.
func TestOpenRefuses(t *testing.T) {
	for _, content := range []string{"{\"n\":1}\n", "{\"n\":1}", "Dear diary,\n", "Dear diary,", "Dear diary,\nto"} {
		_, name, err := opened(t, content, &strict)
		if !errors.Is(err, ErrNoHeader) {
			t.Errorf("%q: %v", content, err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != content {
			t.Errorf("%q became %q, %v", content, got, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none", "x"), header{"1"}, &format); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	name := filepath.Join(t.TempDir(), "x")
	if _, err := Open(name, header{}, &format); err == nil {
		t.Error("an invalid header was written")
	}
	if _, err := os.Stat(name); err == nil {
		t.Error("there is a file without a header")
	}
}

// TestTornAnywhere cuts a journal after each byte, and appends.
func TestTornAnywhere(t *testing.T) {
	whole := `{"version":"2"}` + "\n" + `{"n":1,"text":"a"}` + "\n" + `{"n":2,"text":"b"}` + "\n"
	for cut := range len(whole) + 1 {
		m := &memory{content: []byte(whole[:cut]), exists: true}
		w, err := open(m, "", header{"2"}, &format)
		if err != nil {
			t.Fatal(err)
		}
		before, faults := m.read()
		if len(faults) > 0 {
			t.Fatalf("cut at %d: %v", cut, faults)
		}
		numbered(t, before, max(0, strings.Count(whole[:cut], "}")-1))
		if err := w.Append(record{N: len(before) + 1}); err != nil {
			t.Fatal(err)
		}
		after, faults := m.read()
		if len(faults) > 0 {
			t.Fatalf("cut at %d, then appended: %v", cut, faults)
		}
		numbered(t, after, len(before)+1)
	}
}

func TestLocked(t *testing.T) {
	w, name, err := opened(t, "", &format)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Open(name, header{"3"}, &format)
	switch runtime.GOOS {
	case "darwin", "dragonfly", "freebsd", "illumos", "linux", "netbsd", "openbsd":
		if !errors.Is(err, ErrLocked) {
			t.Fatalf("a second writer: %v", err)
		}
	default:
		if err != nil {
			t.Fatal(err)
		}
		other.Close()
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if w, err = Open(name, header{"3"}, &format); err != nil {
		t.Fatal("after the first was closed:", err)
	}
	w.Close()
}

// TestFailedAppend fails to write after each number of bytes. The next record is sound, or
// refused.
func TestFailedAppend(t *testing.T) {
	full := errors.New("no space left")
	for written := range len(`{"n":2}`) + 1 {
		for _, cut := range []error{nil, errors.New("cannot cut")} {
			m := &memory{cut: cut}
			w, err := open(m, "", header{"2"}, &format)
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Append(record{N: 1}); err != nil {
				t.Fatal(err)
			}
			m.writes = func([]byte) (int, error) { return written, full }
			if err := w.Append(record{N: 2}); !errors.Is(err, full) || errors.Is(err, ErrFailed) != (cut != nil) {
				t.Errorf("%v", err)
			}
			m.writes = nil
			next, sync := w.Append(record{N: 2}), w.Sync()
			if cut != nil {
				if !errors.Is(next, ErrFailed) || !errors.Is(sync, ErrFailed) || !errors.Is(w.Close(), ErrFailed) {
					t.Errorf("after %d bytes that could not be taken back: %v, %v", written, next, sync)
				}
				m.cut = nil
				if w, err = open(m, "", header{"2"}, &format); err != nil {
					t.Fatal(err)
				}
				next, sync = w.Append(record{N: len(content(m)) + 1}), w.Sync()
			}
			if next != nil || sync != nil {
				t.Errorf("after %d bytes: %v, %v", written, next, sync)
			}
			records, faults := m.read()
			if len(faults) > 0 {
				t.Errorf("after %d bytes: %v", written, faults)
			}
			numbered(t, records, len(records))
		}
	}
}

func content(m *memory) []record {
	records, _ := m.read()
	return records
}

// TestFailedSync shows that a Writer does not go on after a failed Sync: a second one
// might succeed without what the first did not write.
func TestFailedSync(t *testing.T) {
	m := &memory{}
	w, err := open(m, "", header{"2"}, &format)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Append(record{N: 1}); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	m.sync = broken
	if err := w.Sync(); !errors.Is(err, ErrFailed) || !errors.Is(err, broken) {
		t.Error(err)
	}
	m.sync = nil
	for _, err := range []error{w.Sync(), w.Append(record{N: 2}), w.Close()} {
		if !errors.Is(err, ErrFailed) {
			t.Error(err)
		}
	}
}

func TestAppendRefuses(t *testing.T) {
	w, name, err := opened(t, "", &format)
	if err != nil {
		t.Fatal(err)
	}
	w.MaxLine = 10
	if err := w.Append(record{}); err == nil {
		t.Error("an invalid record was appended")
	}
	if err := w.Append(record{N: 1, Text: "too long"}); !errors.Is(err, ErrTooLong) {
		t.Error(err)
	}
	if err := errors.Join(w.Append(record{N: 1}), w.Close()); err != nil {
		t.Error(err)
	}
	for _, err := range []error{w.Append(record{N: 2}), w.Sync(), w.Close()} {
		if !errors.Is(err, os.ErrClosed) {
			t.Error(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "{\"version\":\"3\"}\n{\"n\":1}\n" {
		t.Errorf("the file is %q, %v", got, err)
	}
	spaced := format
	spaced.Record.Append = func(dst []byte, _ record) []byte { return append(dst, "{\n\"n\":1}"...) }
	if w, err = Open(name, header{"3"}, &spaced); err != nil {
		t.Fatal(err)
	}
	if err := w.Append(record{N: 1}); err == nil {
		t.Error("a record of two lines was appended")
	}
	w.Close()
}

// TestConcurrent appends and syncs from several goroutines.
func TestConcurrent(t *testing.T) {
	const writers, each = 8, 200
	w, name, err := opened(t, "", &format)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range writers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range each {
				if err := w.Append(record{N: n + 1, Text: fmt.Sprint(i)}); err != nil {
					t.Error(err)
				}
				if n%20 == 0 {
					if err := w.Sync(); err != nil {
						t.Error(err)
					}
				}
			}
		}()
	}
	wg.Wait()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, faults := all(NewReader(f, &format))
	if len(faults) > 0 || len(records) != writers*each {
		t.Errorf("%d records, %v", len(records), faults)
	}
	last := map[string]int{}
	for _, r := range records {
		if r.N != last[r.Text]+1 {
			t.Fatalf("of writer %s, %d follows %d", r.Text, r.N, last[r.Text])
		}
		last[r.Text] = r.N
	}
}

// TestSyncIsShared shows that goroutines which wait for a Sync share the next one.
func TestSyncIsShared(t *testing.T) {
	m := &memory{}
	w, err := open(m, "", header{"2"}, &format)
	if err != nil {
		t.Fatal(err)
	}
	before := m.syncs
	if err := errors.Join(w.Sync(), w.Append(record{N: 1}), w.Sync(), w.Sync()); err != nil {
		t.Fatal(err)
	}
	if got := m.syncs - before; got != 1 {
		t.Errorf("the disk was told to sync %d times, want 1", got)
	}
}

func BenchmarkAppend(b *testing.B) {
	w, err := Open(filepath.Join(b.TempDir(), "x"), header{"1"}, &format)
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Append(record{N: 1, Text: "some text"}); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzOpen opens anything and appends. Whole lines stay as they are, a fault among them
// hides no record, and what is refused is not changed.
func FuzzOpen(f *testing.F) {
	f.Add("{\"version\":\"2\"}\n{\"n\":1}\n{\"n\":", false)
	f.Add("{\"n\":1}", true)
	f.Fuzz(func(t *testing.T, text string, must bool) {
		of := &format
		if must {
			of = &strict
		}
		m := &memory{content: []byte(text), exists: true}
		w, err := open(m, "", header{"2"}, of)
		if err != nil {
			if !errors.Is(err, ErrNotJournal) && !(must && errors.Is(err, ErrNoHeader)) || string(m.content) != text {
				t.Fatalf("%v; the file is %q", err, m.content)
			}
			return
		}
		if cut := text[len(text)-int(w.Torn()):]; w.Torn() > 0 && textOf([]byte(cut)) != torn && !strings.Contains(cut, "\x00") {
			t.Fatalf("%q was cut off", cut)
		}
		whole := text[:strings.LastIndex(text, "\n")+1]
		if !strings.HasPrefix(string(m.content), whole) || !strings.HasSuffix(string(m.content), "\n") {
			t.Fatalf("the file became %q", m.content)
		}
		before, faults := m.read()
		if err := w.Append(record{N: 7}); err != nil {
			t.Fatal(err)
		}
		after, still := m.read()
		if len(after) != len(before)+1 || after[len(before)].N != 7 || len(still) != len(faults) {
			t.Fatalf("%v, %v, then %v, %v", before, faults, after, still)
		}
	})
}
