package journal

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// files are what users have that are no journals, or end with something that no Append was
// interrupted in. Open erased all or the end of most of them.
var files = []struct{ name, content string }{
	{"JSON of one line", `{"name":"my-config","precious":true}`},
	{"JSON, with white space", ` {"name":"my-config"}  `},
	{"an array", `[{"n":1}]`},
	{"a number", `12345`},
	{"a string", `"precious"`},
	{"the beginning of a string", `"precious`},
	{"the beginning of a word", `tru`},
	{"text", `precious`},
	{"lines of text", "precious line\nand another\n"},
	{"lines of text, the last without its newline", "precious line\nsecond torn"},
	{"JSON of several lines", "{\n  \"name\": \"my-config\"\n}"},
	{"JSON of two lines", "{\"name\":\"my-config\",\n\"precious\":true}"},
	{"HTML", `<html>`},
	{"a template", `{{ .Name }}`},
	{"JavaScript", `{name: 1}`},
	{"Python", `{'name': 1}`},
	{"Latin-1", "{\"name\":\"Jos\xe9 is\""},
	{"two values", `{"n":1}{"n":2}`},
	{"a value and text", `{"n":1} precious`},
	{"other JSON lines", "{\"name\":\"a\"}\n{\"name\":\"b\"}\n"},
	{"other JSON lines, the last without its newline", "{\"name\":\"a\"}\n{\"name\":\"b\"}"},
	{"a bad line and a torn one", "{\"name\":\"a\"}\n{\"n"},
	{"blank lines, then text", "\n\r\n  \nprecious"},
	{"blank lines, then JSON", "\n\n{\"name\":1}"},
	{"zeros, then text", "\x00\x00precious"},
	{"the beginning of JSON, zeros and text", "{\"name\x00\x00precious"},
	{"UTF-16", "\x00{\x00\"\x00n"},
	{"UTF-16, little-endian", "{\x00\"\x00n\x00"},
	{"JSON and zeros", "{\"name\":\"my-config\"}\x00\x00"},
}

// TestOpenForeign opens files that are no journals, of protocols whose journals must have a
// header, and may lack it. They stay as they are.
func TestOpenForeign(t *testing.T) {
	for _, c := range files {
		for want, f := range map[error]*Format[header, record]{ErrNoHeader: &strict, ErrNotJournal: &format} {
			refuses(t, c.name, c.content, f, want)
		}
	}
}

// refuses opens a file that is to stay as it is.
func refuses(t *testing.T, what, content string, f *Format[header, record], want error) {
	t.Helper()
	w, name, err := opened(t, content, f)
	if err == nil {
		w.Close()
	}
	if !errors.Is(err, want) {
		t.Errorf("%s: %v", what, err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != content {
		t.Errorf("%s: became %.100q, %v", what, got, err)
	}
}

// TestOpenForeignEnd opens journals that end with something that is neither a record nor the
// beginning of one. Open cut it off.
func TestOpenForeignEnd(t *testing.T) {
	const head, known = "{\"version\":\"2\"}\n", "{\"version\":\"2\"}\n{\"n\":1}\n"
	for _, end := range []string{
		`{"later":"a record of a later version"}`, `{"version":"2"}`, `12`, `"precious"`, `[`, `precious`, `{"n":1}}`, `{"n":1} {`, "{\"n\":\"\xff",
		"{\"later\":1}\x00\x00", strings.Repeat("x", 200_000),
	} {
		for _, before := range []string{head, known} {
			refuses(t, "after the header", before+end, &strict, ErrNotJournal)
			refuses(t, "after the header", before+end, &format, ErrNotJournal)
		}
		refuses(t, "after a record", "{\"n\":1}\n"+end, &format, ErrNotJournal)
	}
}

// TestOpenForeignThroughLink refuses what a symbolic link leads to.
func TestOpenForeignThroughLink(t *testing.T) {
	folder := t.TempDir()
	target, link := filepath.Join(folder, "config.json"), filepath.Join(folder, "session.jsonl")
	const precious = `{"name":"my-config","precious":true}`
	if err := os.WriteFile(target, []byte(precious), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	for want, f := range map[error]*Format[header, record]{ErrNoHeader: &strict, ErrNotJournal: &format} {
		if _, err := Open(link, header{"3"}, f); !errors.Is(err, want) {
			t.Error(err)
		}
	}
	if got, err := os.ReadFile(target); err != nil || string(got) != precious {
		t.Errorf("%q, %v", got, err)
	}
}

// TestOpenLarge opens a large file without a newline, in memory that does not depend on its
// size. It was cut off: it could not be a line.
func TestOpenLarge(t *testing.T) {
	const size = DefaultMaxLine + 2
	zeros := filepath.Join(t.TempDir(), "zeros")
	f, err := os.Create(zeros)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(size), f.Close()); err != nil { // it has no blocks
		t.Fatal(err)
	}
	for name, open := range map[string]func() error{
		"zeros": func() error { _, err := Open(zeros, header{"3"}, &format); return err },
		"text":  func() error { return openLarge(func(int64) byte { return 'x' }, size) },
		"the end of JSON": func() error {
			return openLarge(func(at int64) byte {
				switch at {
				case 0:
					return '['
				case size - 1:
					return ']'
				}
				return ' '
			}, size)
		},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := open(); !errors.Is(err, ErrNotJournal) {
			t.Errorf("%s: %v", name, err)
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 4<<20 {
			t.Errorf("%s: %d bytes were allocated", name, n)
		}
	}
	if info, err := os.Stat(zeros); err != nil || info.Size() != size {
		t.Errorf("%v, %v", info, err)
	}
}

// openLarge opens a file of a size, whose bytes are made, and which must not be changed.
func openLarge(content func(at int64) byte, size int64) error {
	_, err := open(&made{memory: memory{exists: true}, content: content, size: size}, "", header{"3"}, &format)
	return err
}

// TestOpenReads fails to read a file in each read, or reads less than there was. It stays as
// it is, whatever could be read of it.
func TestOpenReads(t *testing.T) {
	broken := errors.New("an I/O error")
	for _, content := range []string{
		"{\"version\":\"2\"}\n{\"n\":1}\n{\"n\"", "{\"n\":1}\n{\"n\"", "{\"n\":1", "{\"versi", "{\n{\n{\"n\":1}\n{\"n\"",
		"{\"version\":\"2\"}\n" + strings.Repeat("{\"n\":1}\n", 20_000) + "{\"n\"",
	} {
		for failing := 1; ; failing++ {
			m := &unread{memory: memory{content: []byte(content), exists: true}, failing: failing, err: broken}
			_, err := open(m, "", header{"2"}, &format)
			if m.reads < failing {
				break // all was read
			}
			if !errors.Is(err, broken) || string(m.content) != content {
				t.Errorf("%.20q, read %d: %v, and the file is %.20q", content, failing, err, m.content)
			}
		}
	}
}

// TestOpenDevice refuses what is not a file: to write a header there may destroy more than
// that.
func TestOpenDevice(t *testing.T) {
	if _, err := Open(os.DevNull, header{"3"}, &format); err == nil || !strings.Contains(err.Error(), "regular file") {
		t.Error(err)
	}
}

// TestBegins opens journals whose lines are not objects, torn and as other files.
func TestBegins(t *testing.T) {
	const head = "\"1\"\n"
	line := func(begins string) Line[json.RawMessage] {
		return Line[json.RawMessage]{
			Begins: begins,
			Append: func(dst []byte, v json.RawMessage) []byte { return append(dst, v...) },
			Decode: func(data []byte) (v json.RawMessage, err error) {
				if err = json.Unmarshal(data, &v); err == nil && !strings.Contains(begins, strings.Trim(string(data), blank)[:1]) {
					err = errors.New("of another kind")
				}
				return v, err
			},
		}
	}
	for _, c := range []struct{ kind, begins, torn, whole, other string }{
		{"a list", "[", `[1,`, `[1]`, `{"a":1`},
		{"a string", `"`, `"a`, `"a"`, `[1`},
		{"a number", "-0123456789", "12", "", "[1"},
		{"null", "n", "nul", "null", "tru"},
		{"a boolean", "tf", "fals", "true", "nul"},
	} {
		f := &Format[json.RawMessage, json.RawMessage]{Header: line(`"`), Record: line(c.begins)}
		for text, want := range map[string]string{c.torn: head, c.whole: head + c.whole + "\n", c.other: ""} {
			if text == "" {
				continue
			}
			m := &memory{content: []byte(head + text), exists: true}
			_, err := open(m, "", json.RawMessage(`"2"`), f)
			if want == "" {
				want = head + text
				if !errors.Is(err, ErrNotJournal) {
					t.Errorf("%s: %v", c.kind, err)
				}
			} else if err != nil {
				t.Errorf("%s: %v", c.kind, err)
			}
			if string(m.content) != want {
				t.Errorf("%s: %q became %q", c.kind, head+text, m.content)
			}
		}
	}
}
