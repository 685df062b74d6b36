package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// TestReader reads journals with each kind of fault. A fault is LINE@OFFSET.
func TestReader(t *testing.T) {
	const head = `{"version":"2"}` + "\n"
	for _, c := range []struct {
		name, text, version, want string
		strict                    bool
	}{
		{"nothing", "", "1", "", false},
		{"only a header", head, "2", "", false},
		{"records", head + "{\"n\":1}\n{\"n\":2}\n", "2", "1 2", false},
		{"no header", "{\"n\":1}\n{\"n\":2}\n", "1", "1 2", false},
		{"blank lines and CRLF", "\n \t\n" + head + "\r\n{\"n\":1}\r\n\n", "2", "1", false},
		{"a bad record", head + "{\"n\":1}\n{\"n\":}\n{\"n\":2}\n", "2", "1 3@24 2", false},
		{"a bad header", "{\"version\":}\n{\"n\":1}\n", "1", "1@0 1", false},
		{"a header in the middle", head + "{\"n\":1}\n" + head + "{\"n\":2}\n", "2", "1 3@24 2", false},
		{"two in one line", head + "{\"n\":1}{\"n\":2}\n{\"n\":3}\n", "2", "2@16 3", false},
		{"a torn record", head + "{\"n\":1}\n{\"n\":", "2", "1 3@24", false},
		{"a record without its newline", head + "{\"n\":1}", "2", "1", false},
		{"a torn header", "{\"vers", "1", "1@0", false},
		{"a header without its newline", "{\"version\":\"2\"}", "2", "", false},
		{"a long line", head + `{"n":1,"text":"` + strings.Repeat("x", 200_000) + "\"}\n{\"n\":2}\n", "2", "2@16 2", false},
		{"a long line, torn", head + strings.Repeat("x", 200_000), "2", "2@16", false},
		{"a long first line", strings.Repeat("x", 200_000) + "\n{\"n\":1}\n", "1", "1@0 1", false},
		{"a required header is missing", "{\"n\":1}\n{\"n\":2}\n", "", "1@0 1 2", true},
		{"a required header is bad", "\n{\"version\":}\n{\"n\":1}\n", "", "2@1 1", true},
		{"nothing where a header is required", "", "", "", true},
	} {
		f := &format
		if c.strict {
			f = &strict
		}
		for name, stream := range map[string]io.Reader{"at once": strings.NewReader(c.text), "byte by byte": iotest.OneByteReader(strings.NewReader(c.text))} {
			r := NewReader(stream, f)
			r.MaxLine = 100_000
			if got := r.Version(); got != c.version {
				t.Errorf("%s: the version is %q, want %q", c.name, got, c.version)
			}
			var got []string
			for record, err := range r.Records() {
				var fault *LineError
				switch {
				case errors.As(err, &fault):
					got = append(got, fmt.Sprintf("%d@%d", fault.Line, fault.Offset))
					if fault.Line != r.Line() || fault.Offset != r.Offset() {
						t.Errorf("%s: %v at line %d, byte %d", c.name, fault, r.Line(), r.Offset())
					}
				case err != nil:
					t.Fatal(err)
				default:
					got = append(got, fmt.Sprint(record.N))
				}
			}
			if got := strings.Join(got, " "); got != c.want {
				t.Errorf("%s, %s: got %s, want %s", c.name, name, got, c.want)
			}
		}
	}
}

func TestReaderErrors(t *testing.T) {
	broken := errors.New("broken")
	for text, want := range map[string]error{
		"{\"n\":":                ErrTorn,
		strings.Repeat("x", 200): ErrTooLong,
	} {
		r := NewReader(strings.NewReader("{\"n\":1}\n"+text), &format)
		r.MaxLine = 100
		if _, faults := all(r); len(faults) != 1 || !errors.Is(faults[0], want) {
			t.Errorf("%.10q: %v, want %v", text, faults, want)
		}
	}
	if _, faults := all(NewReader(strings.NewReader("{\"n\":1}\n"), &strict)); len(faults) != 1 || !errors.Is(faults[0], ErrNoHeader) {
		t.Errorf("no header: %v", faults)
	}
	r := NewReader(io.MultiReader(strings.NewReader("{\"n\":1}\n{\"n\""), iotest.ErrReader(broken)), &format)
	records, faults := all(r)
	if len(records) != 1 || len(faults) != 1 || faults[0] != broken {
		t.Errorf("a stream that fails: %v, %v", records, faults)
	}
	if _, faults := all(NewReader(iotest.ErrReader(broken), &format)); len(faults) != 1 || faults[0] != broken {
		t.Errorf("a stream that fails at once: %v", faults)
	}
}

// TestReaderStops leaves the loop and goes on in another.
func TestReaderStops(t *testing.T) {
	r := NewReader(strings.NewReader("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n"), &format)
	for range r.Records() {
		break
	}
	if records, _ := all(r); len(records) != 2 || records[0].N != 2 {
		t.Errorf("the others are %v", records)
	}
}

// TestReaderMemory reads a line of 64 MB that is too long.
func TestReaderMemory(t *testing.T) {
	r := NewReader(io.MultiReader(io.LimitReader(endless{}, 64<<20), strings.NewReader("\n{\"n\":1}\n")), &format)
	r.MaxLine = 1 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	records, faults := all(r)
	runtime.ReadMemStats(&after)
	if len(records) != 1 || len(faults) != 1 || !errors.Is(faults[0], ErrTooLong) {
		t.Errorf("%v, %v", records, faults)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
		t.Errorf("%d bytes were allocated", got)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// FuzzReader compares a reader with one that has all lines in memory.
func FuzzReader(f *testing.F) {
	f.Add([]byte("{\"version\":\"2\"}\n{\"n\":1}\r\n\n{\"n\":2}{\n{\"n\":3}"), 20)
	f.Fuzz(func(t *testing.T, data []byte, most int) {
		most = max(1, most%100_000)
		var want []string
		headed := false
		for i, text := range bytes.SplitAfter(data, []byte("\n")) {
			last := !bytes.HasSuffix(text, []byte("\n"))
			text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
			if len(text) <= most && len(bytes.Trim(text, blank)) == 0 {
				continue
			}
			_, notHeader := format.Header.Decode(text)
			record, err := format.Record.Decode(text)
			unfinished := last && textOf(text) != complete
			switch {
			case len(want) == 0 && !headed && notHeader == nil && !unfinished && len(text) <= most:
				headed = true
			case err != nil || unfinished || len(text) > most:
				want = append(want, fmt.Sprint("line ", i+1))
			default:
				want = append(want, fmt.Sprint(record))
			}
		}
		var got []string
		r := NewReader(bytes.NewReader(data), &format)
		r.MaxLine = most
		for record, err := range r.Records() {
			var fault *LineError
			if errors.As(err, &fault) {
				got = append(got, fmt.Sprint("line ", fault.Line))
			} else {
				got = append(got, fmt.Sprint(record))
			}
		}
		if _, ok := r.Header(); ok != headed || strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
