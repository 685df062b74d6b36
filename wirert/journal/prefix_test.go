package journal

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// jsonTextOf is what a text is to encoding/json.
func jsonTextOf(data string) text {
	var value json.RawMessage
	err := json.NewDecoder(strings.NewReader(data)).Decode(&value)
	switch valid := json.Valid([]byte(data)); {
	case valid && !isDigit(data[len(data)-1]):
		return complete
	case valid, err == io.EOF, err == io.ErrUnexpectedEOF:
		return torn // a number may go on
	}
	return foreign
}

func prefixOf(data string, each int) text {
	var p prefix
	for len(data) > 0 {
		n := min(each, len(data))
		p.write([]byte(data[:n]))
		data = data[n:]
	}
	return p.is()
}

// prefixes are texts of which each beginning is looked at.
var prefixes = []string{
	`{"n":1,"text":"a\u00e9\n","list":[1,-0.5e+10,[],{},true,false,null],"":{"x":[{"y":0}]}}`,
	`[0,10,1.25,1E5,1e-5,-1]`, `"Zoë, 日本, 😀"`, "\t null \r", `12`, `{}}`, `[1,]`, `{"a":1,}`, `{"a" 1}`, `{,}`, `[,1]`, `{1:2}`,
	`01`, `-`, `1.`, `1.e`, `1e`, `1e+`, `+1`, `.5`, `nul1`, `"\x"`, `"\u00g0"`, "\"a\tb\"", `{"a":1}{"b":2}`, `{"a":1} x`,
	`Dear diary,`, `<html>`, `{name: 1}`, `{'a': 1}`, `// no`, `{{x}}`, "\x00\x00", "{\"a\x00\"", `1 2`, `"a" "b"`, `,`, `:`, `]`,
}

// TestPrefix compares what texts are, and each beginning of them, with encoding/json.
func TestPrefix(t *testing.T) {
	for _, data := range prefixes {
		for n := range len(data) + 1 {
			if !utf8.ValidString(data[:n]) {
				continue
			}
			if got, want := prefixOf(data[:n], 3), jsonTextOf(data[:n]); got != want {
				t.Errorf("%q: %d, want %d", data[:n], got, want)
			}
		}
	}
}

// TestPrefixCharacters knows where a character may be cut, and what is none.
func TestPrefixCharacters(t *testing.T) {
	for _, r := range []rune{0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF} {
		data := `"` + string(r) + `"`
		for n := 1; n < len(data); n++ {
			if got := prefixOf(data[:n], n); got != torn {
				t.Errorf("%x: %d", data[:n], got)
			}
		}
		if got := prefixOf(data, 1); got != complete {
			t.Errorf("%x: %d", data, got)
		}
	}
	for a := range 256 {
		for b := range 256 {
			for _, rest := range []string{"\x80\x80\"", "\x80\"", "\""} {
				data := string([]byte{'"', byte(a), byte(b)}) + rest
				if a == '"' || b == '"' || a < ' ' || b < ' ' || a == '\\' || b == '\\' {
					continue
				}
				if got := prefixOf(data, 2) == complete; got != utf8.ValidString(data) {
					t.Errorf("%x: %v", data, got)
				}
			}
		}
	}
}

// TestPrefixNesting does not keep brackets without end.
func TestPrefixNesting(t *testing.T) {
	if got := prefixOf(strings.Repeat("[", maxNesting), 1000); got != torn {
		t.Error(got)
	}
	if got := prefixOf(strings.Repeat("[", maxNesting+1), 1000); got != foreign {
		t.Error(got)
	}
}

func FuzzPrefix(f *testing.F) {
	for _, data := range prefixes {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data string) {
		if !utf8.ValidString(data) {
			return
		}
		if got, want := prefixOf(data, 2), jsonTextOf(data); got != want {
			t.Errorf("%q: %d, want %d", data, got, want)
		}
	})
}
