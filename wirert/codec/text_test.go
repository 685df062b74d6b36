package codec_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wiregen/wiregen/test/tier"
	"github.com/wiregen/wiregen/wirert/codec"
)

// accepts is the verdict of encoding/json on a text, with the two rules that it
// does not have: UTF-8, and numbers that are finite as doubles.
func accepts(data []byte) bool {
	if !json.Valid(data) || !utf8.Valid(data) {
		return false
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return true
		}
		if n, ok := token.(json.Number); ok {
			if _, err := strconv.ParseFloat(string(n), 64); err != nil {
				return false
			}
		}
	}
}

// checkText compares both readers with encoding/json's verdict and value.
func checkText(t *testing.T, data []byte) {
	t.Helper()
	want := accepts(data)
	if got := codec.AcceptsFast(data); got != want {
		t.Fatalf("%q: the fast reader accepts: %v, want %v", data, got, want)
	}
	normal, err := codec.Normalize(data, codec.Any)
	if (err == nil) != want {
		t.Fatalf("%q: the table reader says %v, want acceptance %v", data, err, want)
	}
	if !want {
		return
	}
	raw, ok := codec.Fast(data, (*codec.Decoder).Raw)
	if !ok || string(raw) != string(normal) {
		t.Fatalf("%q: fast %q, table %q", data, raw, normal)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil || compact.String() != string(raw) {
		t.Fatalf("%q: kept as %q, encoding/json has %q", data, raw, compact.String())
	}
	checkScalar(t, data)
}

// checkScalar compares the readers of scalars with the value that encoding/json finds.
func checkScalar(t *testing.T, data []byte) {
	var want any
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	switch want := want.(type) {
	case string:
		got, ok := codec.Fast(data, (*codec.Decoder).String)
		if !ok || got != want {
			t.Fatalf("%q: read as %q, want %q", data, got, want)
		}
		if again, ok := codec.Fast(codec.AppendString(nil, got), (*codec.Decoder).String); !ok || again != got {
			t.Fatalf("%q: written as %s, read again as %q", data, codec.AppendString(nil, got), again)
		}
	case float64:
		got, ok := codec.Fast(data, (*codec.Decoder).Float)
		if !ok || math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%q: read as %v, want %v", data, got, want)
		}
		isInt := want == math.Trunc(want) && math.Abs(want) <= 1<<53-1
		n, ok := codec.Fast(data, (*codec.Decoder).Int)
		if ok != isInt || isInt && float64(n) != want {
			t.Fatalf("%q: read as the integer %d, %v; want %v, %v", data, n, ok, want, isInt)
		}
		if _, err := codec.Normalize(data, codec.Int); (err == nil) != isInt {
			t.Fatalf("%q: table integer: %v, want %v", data, err, isInt)
		}
	}
}

func TestTextsLikeEncodingJSON(t *testing.T) {
	n := tier.Count(50_000, 1_000_000)
	m := newMaker(1)
	valid := 0
	for range n {
		s := m.space() + m.value(3) + m.space()
		if accepts([]byte(s)) {
			valid++
		}
		checkText(t, []byte(s))
		checkText(t, []byte(m.spoil(s)))
	}
	if valid < n/2 {
		t.Errorf("only %d of %d texts were good", valid, n)
	}
}

// The cases of the JSON test suites that people know, in the same three groups.
func TestTexts(t *testing.T) {
	yes := []string{
		`null`, ` true `, `false`, `""`, `"x"`, `0`, `-0`, `-1`, `1.5`, `1e1`, `1E1`, `1e+1`, `1e-1`, `0e1`, `-0e+1`, `20e1`,
		`123.456e78`, `-0.0000000000000000000000000000000000000000000000000000000000000000000000000000001`,
		`[]`, `[[]]`, `{}`, `[null, 1, "1", {}]`, `{"":0}`, `{"a":[]}`, `{"a":"b","a":"b"}`, `{"a":1,"a":2}`, `[ ]`, "{\t}",
		`["\u0060\u012a\u12AB"]`, `["\uD801\udc37"]`, `["\ud83d\ude39\ud83d\udc8d"]`, `["\"\\\/\b\f\n\r\t"]`, `["\\u0000"]`,
		`["\""]`, `["a/*b*/c/*d//e"]`, `["\\a"]`, `["\\n"]`, `["\u0012"]`, `["\uFFFF"]`, `["asd "]`, "[\"\u2028\u2029\"]",
		"[\"\U0010ffff\"]", "[\"\x7f\"]", `["new\u00A0line"]`, `["\u0000"]`, `["\ud800"]`, `["\udc00"]`, `["\uD800\uD800\n"]`,
		`[1]` + "\n", ` [1]`, `[1,null,null,null,2]`, `[2] `, `{"min":-1.0e+28,"max":1.0e+28}`, `{"x":[{"id":"x"}],"id":"y"}`,
		`{"title":"\u041f\u043e"}`, "{\n\"a\":\"b\"\n}", `[-9223372036854775809]`, `[123e-10000000]`, `[1e-400]`,
	}
	no := []string{
		``, ` `, `[`, `]`, `{`, `}`, `[1 true]`, `[a]`, `["": 1]`, `[""],`, `[,1]`, `[1,,2]`, `["x",,]`, `["x"]]`, `["",]`, `["x"`,
		`[x`, `[3[4]]`, `[,]`, `[-]`, `[ , ""]`, `[1,]`, `[*]`, `[""`, `[1,`, `[fals]`, `[nul]`, `[tru]`, `[-01]`, `[-1.0.]`,
		`[-2.]`, `[.-1]`, `[.2e-3]`, `[0.1.2]`, `[0.3e+]`, `[0.3e]`, `[0.e1]`, `[0E+]`, `[0E]`, `[0e]`, `[1.0e+]`, `[1.0e-]`,
		`[1.0e]`, `[1 000.0]`, `[1eE2]`, `[2.e+3]`, `[2.e3]`, `[9.e+]`, `[Inf]`, `[NaN]`, `[+1]`, `[+Inf]`, `[1+2]`, `[0x1]`,
		`[0x42]`, `[Infinity]`, `[-Infinity]`, `[-NaN]`, `[-foo]`, `[- 1]`, `[-012]`, `[-.123]`, `[-1x]`, `[1ea]`, `[1.]`, `[.123]`,
		`[1.2a-3]`, `[1.8011670033376514H-308]`, `[012]`, `["x", truth]`, `{[: "x"}`, `{"x", null}`, `{"x"::"b"}`, `{"a":"a" 123}`,
		`{key: 'value'}`, `{"a" b}`, `{:"b"}`, `{"a" "b"}`, `{"a":`, `{"a"`, `{1:1}`, `{9999E9999:1}`, `{null:null,null:null}`,
		`{"id":0,,,,,}`, `{'a':0}`, `{"id":0,}`, `{"a":"b"}/**/`, `{"a":"b"}//`, `{"a":"b",,"c":"d"}`, `{a: "b"}`, `{"a":"a`,
		`{ "foo" : "bar", "a" }`, `{"a":"b"}#`, `{"a": true} "x"`, `["\uD800\u"]`, `["\uD800\u1"]`, `["\uD800\u1x"]`, `[é]`,
		`["\x00"]`, `["\\\"]`, `["\🌀"]`, `["\"]`, `["\u00A"]`, `["\uD834\uDd"]`, `["\uqqqq"]`, `["\a"]`, `["\u"]`, `[\u0020"asd"]`,
		`[\n]`, `"`, `['single quote']`, `abc`, "[\"a\x00a\"]", "[\"new\nline\"]", "[\"\t\"]", `"\UA66D"`, `""x`, `<.>`, `[<null>]`,
		`[1]x`, `[1]]`, `[True]`, `1]`, `{"x": true,`, `[][]`, `2@`, `{}}`, `{"":`, `{"a":/*comment*/"b"}`, `['`, `['a`, `["a`, `{,`,
		`{[`, `{"a`, `{'a'`, `["\{["\{`, `*`, `{"a":"b"}#{}`, "[\u2060]", "[\v1]", "[\f]", "\ufeff[]", "\ufeff{}", "[\"\xff\"]",
		"[\"\xe5\"]", "[\"\xed\xa0\x80\"]", "[\"\xc0\xaf\"]", "[\"\xf4\xbf\xbf\xbf\"]", "\xff", "[\"\xe0\xff\"]", "[1e400]", "[-1e400]",
		"[1" + strings.Repeat("0", 400) + "]", "\x00", "[1\x00]", "{\"a\":1\x00}", strings.Repeat("[", 1001) + strings.Repeat("]", 1001),
	}
	for _, s := range yes {
		if !codec.AcceptsFast([]byte(s)) {
			t.Errorf("%q is refused by the fast reader", s)
		}
		if _, err := codec.Normalize([]byte(s), codec.Any); err != nil {
			t.Errorf("%q is refused: %v", s, err)
		}
	}
	for _, s := range no {
		if codec.AcceptsFast([]byte(s)) {
			t.Errorf("%q is accepted by the fast reader", s)
		}
		if _, err := codec.Normalize([]byte(s), codec.Any); err == nil {
			t.Errorf("%q is accepted", s)
		}
	}
	deepest := strings.Repeat(`[{"a":`, 500) + "1" + strings.Repeat("}]", 500)
	if _, err := codec.Normalize([]byte(deepest), codec.Any); err != nil || !codec.AcceptsFast([]byte(deepest)) {
		t.Errorf("1000 levels are refused: %v", err)
	}
}

// Of several faults the text layer reports the first.
func TestTextFaults(t *testing.T) {
	const syntax = "expected one JSON value, found a syntax error"
	const badUTF8 = "expected UTF-8 text, found an invalid byte"
	const tooDeep = "expected at most 1000 levels of nesting, found more"
	for _, c := range []struct {
		text   string
		want   string
		offset int64
	}{
		{``, syntax, 0},
		{`  `, syntax, 2},
		{`{"a":1} {}`, syntax, 8},
		{`[1,]`, syntax, 3},
		{`{"a" 1}`, syntax, 5},
		{`"abc`, syntax, 4},
		{`"a\qc"`, syntax, 3},
		{`"\u12g4"`, syntax, 5},
		{`tru3`, syntax, 3},
		{`01`, syntax, 1},
		{`1.e5`, syntax, 2},
		{"[\"a\xffb\"]", badUTF8, 3},
		{"\xff", badUTF8, 0},
		{"é", syntax, 0},
		{"[\"a\xe2\x82\"]", badUTF8, 3},
		{"{\"\xff\":}", badUTF8, 2},
		{"[,\"\xff\"]", syntax, 1},
		{"[1e400,\"\xff\"]", "expected a finite number, found one beyond the range of a double", 1},
		{"[\"\xff\",1e400]", badUTF8, 2},
		{`[1e400x`, "expected a finite number, found one beyond the range of a double", 1},
		{"-1" + strings.Repeat("0", 400), "expected a finite number, found one beyond the range of a double", 0},
		{strings.Repeat("[", 1001), tooDeep, 1000},
		{strings.Repeat(`{"a":`, 1001), tooDeep, 5000},
		{strings.Repeat("[", 1000), syntax, 1000},
	} {
		_, err := codec.Normalize([]byte(c.text), codec.Any)
		var e *codec.Error
		if !errors.As(err, &e) || err.Error() != c.want || e.Offset != c.offset || e.Path != "" {
			t.Errorf("%q: %v at %d, want %s at %d", c.text, err, e.Offset, c.want, c.offset)
		}
	}
}

func TestRaw(t *testing.T) {
	type holder struct {
		A codec.Raw
		B *codec.Raw
		C codec.Raw `json:",omitempty"`
	}
	in := `{"A":[1,{"x":null}],"B":"é","C":null}`
	var h holder
	if err := json.Unmarshal([]byte(in), &h); err != nil {
		t.Fatal(err)
	}
	if want := (holder{A: codec.Raw(`[1,{"x":null}]`), B: h.B, C: codec.Raw("null")}); !reflect.DeepEqual(h, want) || h.B.String() != `"é"` {
		t.Errorf("read %v", h)
	}
	if out, err := json.Marshal(h); err != nil || string(out) != in {
		t.Errorf("written %s, %v", out, err)
	}
	if out, err := json.Marshal(holder{}); err != nil || string(out) != `{"A":null,"B":null}` {
		t.Errorf("the zero Raw is written as %s, %v", out, err)
	}
	if _, err := (codec.Raw(`{"a":`)).MarshalJSON(); err == nil {
		t.Error("half a value is marshalled")
	}
	for in, want := range map[string]string{
		"":                            "null",
		" [ 1 , 2 ] ":                 "[1,2]",
		"{\"a b\" : \"c \\\" d\" }\n": `{"a b":"c \" d"}`,
		"[1":                          "null",
		"1 2":                         "null",
		"\"\xff\"":                    "null",
	} {
		if out := string(codec.AppendRaw(nil, codec.Raw(in))); out != want {
			t.Errorf("AppendRaw(%q) = %s", in, out)
		}
	}
	for in, want := range map[string]string{"": "{}", "[]": "{}", ` { "a" : 1 } `: `{"a":1}`, "null": "{}"} {
		if out := string(codec.AppendRawObject(nil, codec.Raw(in))); out != want {
			t.Errorf("AppendRawObject(%q) = %s", in, out)
		}
	}
}
