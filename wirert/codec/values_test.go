package codec_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
)

func TestID(t *testing.T) {
	ids := []codec.ID{{}, codec.NullID(), codec.IntID(0), codec.IntID(1), codec.StringID(""), codec.StringID("0"), codec.StringID("1"), codec.StringID("null")}
	seen := map[codec.ID]int{}
	for i, id := range ids {
		if before, ok := seen[id]; ok {
			t.Errorf("%v is %v", id, ids[before])
		}
		seen[id] = i
	}
	for i, want := range []string{"null", "null", "0", "1", `""`, `"0"`, `"1"`, `"null"`} {
		out, err := json.Marshal(ids[i])
		if err != nil || string(out) != want {
			t.Errorf("%#v is written as %s, %v", ids[i], out, err)
		}
		var back codec.ID
		if err := json.Unmarshal(out, &back); err != nil || back != ids[max(i, 1)] {
			t.Errorf("%s is read as %#v, %v", out, back, err)
		}
	}
	for _, bad := range []string{"true", "[]", "{}", "1.5", "9007199254740992"} {
		var id codec.ID
		if err := json.Unmarshal([]byte(bad), &id); err == nil || id != (codec.ID{}) {
			t.Errorf("%s is read as %#v", bad, id)
		}
	}
	if s, ok := codec.StringID("x").Text(); s != "x" || !ok {
		t.Error("Text")
	}
	if _, ok := codec.StringID("7").Int(); ok {
		t.Error("the string 7 is an integer")
	}
	if n, ok := codec.IntID(7).Int(); n != 7 || !ok {
		t.Error("Int")
	}
	if !ids[0].IsZero() || ids[0].IsNull() || ids[1].IsZero() || !ids[1].IsNull() || ids[0].String() != "" || ids[4].String() != `""` {
		t.Error("the zero ID and the id null are mixed up")
	}
}

func TestResponseError(t *testing.T) {
	busy := &codec.ResponseError{Code: -32000, Message: "busy"}
	wrapped := fmt.Errorf("call: %w", &codec.ResponseError{Code: -32000, Message: "in another turn"})
	if !errors.Is(wrapped, busy) || errors.Is(wrapped, &codec.ResponseError{Code: 1}) || errors.Is(wrapped, (*codec.ResponseError)(nil)) {
		t.Error("errors.Is does not compare codes")
	}
	if got := busy.Error(); got != "busy (code -32000)" {
		t.Error(got)
	}
	for _, c := range []struct {
		e     *codec.ResponseError
		unset codec.UnsetData
		want  string
	}{
		{busy, codec.DataNull, `{"code":-32000,"message":"busy","data":null}`},
		{busy, codec.DataOmit, `{"code":-32000,"message":"busy"}`},
		{&codec.ResponseError{Data: codec.Raw(`[ 1 ]`)}, codec.DataOmit, `{"code":0,"message":"","data":[1]}`},
		{nil, codec.DataOmit, `null`},
	} {
		if got := string(codec.AppendResponseError(nil, c.e, c.unset)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestErrorPath(t *testing.T) {
	fault := func() error { return &codec.Error{Expected: "a string", Found: "null"} }
	for want, err := range map[string]error{
		`expected a string, found null`:                    fault(),
		`a: expected a string, found null`:                 codec.At("a", fault()),
		`a.b[3].c: expected a string, found null`:          codec.At("a", codec.At("b", codec.AtIndex(3, codec.At("c", fault())))),
		`[0][1]: expected a string, found null`:            codec.AtIndex(0, codec.AtIndex(1, fault())),
		`["a b"].$c_1["1"]: expected a string, found null`: codec.At("a b", codec.At("$c_1", codec.At("1", fault()))),
		`a[""]["é\"\n"]: expected a string, found null`:    codec.At("a", codec.At("", codec.At("é\"\n", fault()))),
	} {
		if err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	if codec.At("a", nil) != nil || codec.AtIndex(1, nil) != nil {
		t.Error("no error becomes one")
	}
}

func TestCompareVersions(t *testing.T) {
	for _, order := range [][]string{
		{"1.1", "1.2", "1.9", "1.10", "1.10.1", "2", "10.0"},
		{"1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.1"},
		{"2024-11-05", "2025-03-26", "2025-11-27", "2026-01-01"},
		{"1", "2", "9", "10", "99999999999999999999", "100000000000000000000"},
	} {
		shuffled := slices.Clone(order)
		newMaker(5).Shuffle(len(order), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		slices.SortFunc(shuffled, codec.CompareVersions)
		if !slices.Equal(shuffled, order) {
			t.Errorf("got %v, want %v", shuffled, order)
		}
	}
	for _, same := range [][2]string{{"1.2", "1.2"}, {"1.2", "1.2.0"}, {"1.02", "1.2"}, {"1.0.0+a", "1.0.0+b"}, {"", ""}} {
		if codec.CompareVersions(same[0], same[1]) != 0 || codec.CompareVersions(same[1], same[0]) != 0 {
			t.Errorf("%q and %q differ", same[0], same[1])
		}
	}
}

// What a patch says of a value that is set or unset.
func TestPatch(t *testing.T) {
	old := 1
	for _, c := range []struct {
		patch     codec.Patch[int]
		was, want *int
		set       bool
	}{
		{codec.Patch[int]{}, &old, &old, false},
		{codec.Patch[int]{}, nil, nil, false},
		{codec.Clear[int](), &old, nil, false},
		{codec.SetTo(2), nil, new(2), true},
		{codec.SetTo(2), &old, new(2), true},
		{codec.SetIf(new(2)), &old, new(2), true},
		{codec.SetIf[int](nil), &old, &old, false},
	} {
		got := c.patch.Apply(c.was)
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%+v of %v is %v, want %v", c.patch, c.was, got, c.want)
		}
		if v, set := c.patch.Get(); set != c.set || set && v != 2 {
			t.Errorf("%+v: %d, %v", c.patch, v, set)
		}
		if v := c.patch.Or(7); c.set && v != 2 || !c.set && v != 7 {
			t.Errorf("%+v or 7 is %d", c.patch, v)
		}
	}
	if old != 1 {
		t.Error("the old value was changed")
	}
}
