package wirert_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/wiregen/wiregen/wirert"
)

func TestID(t *testing.T) {
	ids := []wirert.ID{{}, wirert.NullID(), wirert.IntID(0), wirert.IntID(1), wirert.StringID(""), wirert.StringID("0"), wirert.StringID("1"), wirert.StringID("null")}
	seen := map[wirert.ID]int{}
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
		var back wirert.ID
		if err := json.Unmarshal(out, &back); err != nil || back != ids[max(i, 1)] {
			t.Errorf("%s is read as %#v, %v", out, back, err)
		}
	}
	for _, bad := range []string{"true", "[]", "{}", "1.5", "9007199254740992"} {
		var id wirert.ID
		if err := json.Unmarshal([]byte(bad), &id); err == nil || id != (wirert.ID{}) {
			t.Errorf("%s is read as %#v", bad, id)
		}
	}
	if s, ok := wirert.StringID("x").Text(); s != "x" || !ok {
		t.Error("Text")
	}
	if _, ok := wirert.StringID("7").Int(); ok {
		t.Error("the string 7 is an integer")
	}
	if n, ok := wirert.IntID(7).Int(); n != 7 || !ok {
		t.Error("Int")
	}
	if !ids[0].IsZero() || ids[0].IsNull() || ids[1].IsZero() || !ids[1].IsNull() || ids[0].String() != "" || ids[4].String() != `""` {
		t.Error("the zero ID and the id null are mixed up")
	}
}

func TestResponseError(t *testing.T) {
	busy := &wirert.ResponseError{Code: -32000, Message: "busy"}
	wrapped := fmt.Errorf("call: %w", &wirert.ResponseError{Code: -32000, Message: "in another turn"})
	if !errors.Is(wrapped, busy) || errors.Is(wrapped, &wirert.ResponseError{Code: 1}) || errors.Is(wrapped, (*wirert.ResponseError)(nil)) {
		t.Error("errors.Is does not compare codes")
	}
	if got := busy.Error(); got != "busy (code -32000)" {
		t.Error(got)
	}
	for _, c := range []struct {
		e     *wirert.ResponseError
		unset wirert.UnsetData
		want  string
	}{
		{busy, wirert.DataNull, `{"code":-32000,"message":"busy","data":null}`},
		{busy, wirert.DataOmit, `{"code":-32000,"message":"busy"}`},
		{&wirert.ResponseError{Data: wirert.Raw(`[ 1 ]`)}, wirert.DataOmit, `{"code":0,"message":"","data":[1]}`},
		{nil, wirert.DataOmit, `null`},
	} {
		if got := string(wirert.AppendResponseError(nil, c.e, c.unset)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestErrorPath(t *testing.T) {
	fault := func() error { return &wirert.Error{Expected: "a string", Found: "null"} }
	for want, err := range map[string]error{
		`expected a string, found null`:                    fault(),
		`a: expected a string, found null`:                 wirert.At("a", fault()),
		`a.b[3].c: expected a string, found null`:          wirert.At("a", wirert.At("b", wirert.AtIndex(3, wirert.At("c", fault())))),
		`[0][1]: expected a string, found null`:            wirert.AtIndex(0, wirert.AtIndex(1, fault())),
		`["a b"].$c_1["1"]: expected a string, found null`: wirert.At("a b", wirert.At("$c_1", wirert.At("1", fault()))),
		`a[""]["é\"\n"]: expected a string, found null`:    wirert.At("a", wirert.At("", wirert.At("é\"\n", fault()))),
	} {
		if err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	if wirert.At("a", nil) != nil || wirert.AtIndex(1, nil) != nil {
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
		slices.SortFunc(shuffled, wirert.CompareVersions)
		if !slices.Equal(shuffled, order) {
			t.Errorf("got %v, want %v", shuffled, order)
		}
	}
	for _, same := range [][2]string{{"1.2", "1.2"}, {"1.2", "1.2.0"}, {"1.02", "1.2"}, {"1.0.0+a", "1.0.0+b"}, {"", ""}} {
		if wirert.CompareVersions(same[0], same[1]) != 0 || wirert.CompareVersions(same[1], same[0]) != 0 {
			t.Errorf("%q and %q differ", same[0], same[1])
		}
	}
}

// What a patch says of a value that is set or unset.
func TestPatch(t *testing.T) {
	old := 1
	for _, c := range []struct {
		patch     wirert.Patch[int]
		was, want *int
		set       bool
	}{
		{wirert.Patch[int]{}, &old, &old, false},
		{wirert.Patch[int]{}, nil, nil, false},
		{wirert.Clear[int](), &old, nil, false},
		{wirert.SetTo(2), nil, new(2), true},
		{wirert.SetTo(2), &old, new(2), true},
	} {
		got := c.patch.Apply(c.was)
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%+v of %v is %v, want %v", c.patch, c.was, got, c.want)
		}
		if v, set := c.patch.Get(); set != c.set || set && v != 2 {
			t.Errorf("%+v: %d, %v", c.patch, v, set)
		}
	}
	if old != 1 {
		t.Error("the old value was changed")
	}
}
