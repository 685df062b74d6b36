package codec_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wiregen/wiregen/wirert/codec"
)

// lenient has a map of lists of strings, whose bad items are passed over.
var lenient = codec.Table{Types: []codec.Type{
	{Name: "Texts", Form: codec.Map, Elem: 1},
	{Form: codec.List, SkipBad: true, Elem: codec.String},
	{Name: "Nested", Form: codec.List, SkipBad: true, Elem: 1},
	{Name: "Fields", Form: codec.Struct, Fields: []codec.Field{{Name: "texts", Type: 0, Optional: true, Tolerant: true}}},
}}

func readTexts(d *codec.Decoder) map[string][]string {
	v := map[string][]string{}
	for d.BeginObject(); d.NextKey(); {
		key := string(d.Name)
		v[key] = []string{}
		for d.BeginArray(); d.NextItem(); {
			v[key] = append(v[key], d.String())
		}
	}
	return v
}

// What is passed over is told in the order of the keys, not of the text.
func TestReportOrder(t *testing.T) {
	var got []string
	report := func(path, words string) { got = append(got, path+" "+words) }
	v, err := codec.DecodeReport([]byte(`{"b":[1,"x",{}],"a":["y"],"A":[null]}`), &lenient, 0, readTexts, report)
	if err != nil || fmt.Sprint(v) != "map[A:[] a:[y] b:[x]]" {
		t.Errorf("%v, %v", v, err)
	}
	want := []string{
		"A[0] A[0]: expected a string, found null",
		"b[0] b[0]: expected a string, found the number 1",
		"b[2] b[2]: expected a string, found an object",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Nothing is told of a text that is refused, nor within a value that is passed over
// as a whole.
func TestReportOnce(t *testing.T) {
	for _, c := range []struct {
		id   codec.TypeID
		text string
		want []string
	}{
		{0, `{"a":[1],"b":1}`, nil},
		{2, `[[1,"x"],2]`, []string{"[0][0]", "[1]"}},
		{3, `{"texts":{"a":[1],"b":1}}`, []string{"texts"}},
		{3, `{"texts":{"a":[1]}}`, []string{"texts.a[0]"}},
	} {
		var got []string
		skip := func(d *codec.Decoder) struct{} { d.Skip(); return struct{}{} }
		if c.id == 0 {
			skip = func(d *codec.Decoder) struct{} { readTexts(d); return struct{}{} }
		}
		_, err := codec.DecodeReport([]byte(c.text), &lenient, c.id, tableOnly(skip), func(path, _ string) { got = append(got, path) })
		if (err != nil) != (c.want == nil) || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v", c.text, got, err)
		}
	}
}

// tableOnly makes a reader fail at first, so that the table reader decides.
func tableOnly[T any](read func(*codec.Decoder) T) func(*codec.Decoder) T {
	first := true
	return func(d *codec.Decoder) T {
		if first {
			first = false
			d.Fail()
		}
		return read(d)
	}
}

// A long path and many bad items are read in linear time, and told of up to a limit:
// each error had its path.
func TestManyBadItems(t *testing.T) {
	const items = 300_000
	text := []byte(`{"` + strings.Repeat("k", 1<<20) + `":[1` + strings.Repeat(",1", items-1) + "]}")
	begin := time.Now()
	if _, err := codec.Decode(text, &lenient, 0, readTexts); err != nil {
		t.Fatal(err)
	}
	calls, last := 0, ""
	if _, err := codec.DecodeReport(text, &lenient, 0, readTexts, func(_, words string) { calls, last = calls+1, words }); err != nil {
		t.Fatal(err)
	}
	if calls > 101 || !strings.HasSuffix(last, " more values were passed over") {
		t.Errorf("%d calls, the last: %.80s", calls, last)
	}
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}
