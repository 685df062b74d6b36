package codec_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
)

func TestPickVersion(t *testing.T) {
	spoken := []string{"1.8", "1.9", "1.10"}
	for _, test := range []struct {
		offered []string
		want    string
		ok      bool
	}{
		{[]string{"1.9", "1.8"}, "1.9", true},
		{[]string{"2.0", "1.10", "1.9"}, "1.10", true},
		{[]string{"2.0"}, "", false},
		{nil, "", false},
	} {
		if got, ok := codec.PickVersion(test.offered, spoken); got != test.want || ok != test.ok {
			t.Errorf("%q: %q, %v", test.offered, got, ok)
		}
	}
}

func TestCommonFeatures(t *testing.T) {
	got := codec.CommonFeatures([]string{"b", "x", "a", "b"}, []string{"a", "b", "c"})
	if !slices.Equal(got, []string{"b", "a"}) {
		t.Error(got)
	}
	if got := codec.CommonFeatures(nil, []string{"a"}); got == nil || len(got) > 0 {
		t.Error("nothing in common is an empty list:", got)
	}
}

func TestKindError(t *testing.T) {
	stale := codec.KindError(-32001, "Stale")
	for data, want := range map[string]bool{
		`{"kind":"Stale"}`:                 true,
		` {"more":[1], "kind" : "Stale"} `: true,
		`{"kind":"Busy","kind":"Stale"}`:   true,
		`{"kind":"Stale","kind":"Busy"}`:   false,
		`{"kind":5}`:                       false,
		`{"kind":"Stale","kind":5}`:        false,
		`"Stale"`:                          false,
		`{"kind":"Stale"`:                  false,
		``:                                 false,
	} {
		err := &codec.ResponseError{Code: 1, Data: codec.Raw(data)}
		if errors.Is(err, stale) != want {
			t.Errorf("%s: %v", data, !want)
		}
	}
	if !errors.Is(stale, stale) || errors.Is(stale, codec.KindError(-32001, "Busy")) {
		t.Error("errors are distinguished by kind, not by code")
	}
	var answer *codec.ResponseError
	if !errors.As(stale, &answer) {
		t.Fatal("it is no answer")
	}
	if got := string(codec.AppendResponseError(nil, answer, codec.DataOmit)); got != `{"code":-32001,"message":"Stale","data":{"kind":"Stale"}}` {
		t.Error(got)
	}
}

// TestDeclaredError: an error that a program has of a protocol cannot be changed for others.
// The declared errors were pointers to one ResponseError each.
func TestDeclaredError(t *testing.T) {
	busy := codec.CodeError(-32001, "BUSY")
	var first, second *codec.ResponseError
	if !errors.As(fmt.Errorf("move: %w", busy), &first) || !errors.As(busy, &second) {
		t.Fatal("it is no answer")
	}
	first.Code, first.Message = 1, "changed"
	if second.Code != -32001 || second.Message != "BUSY" || busy.Error() != "BUSY (code -32001)" {
		t.Error(second, busy)
	}
	for _, err := range []error{busy, codec.CodeError(-32001, "OTHER"), second, &codec.ResponseError{Code: -32001, Message: "a piece moves"}} {
		if !errors.Is(err, busy) || !errors.Is(busy, err) {
			t.Errorf("%v is not %v", err, busy)
		}
	}
	for _, err := range []error{first, codec.CodeError(1, "BUSY"), (*codec.ResponseError)(nil), io.EOF} {
		if errors.Is(err, busy) || errors.Is(busy, err) {
			t.Errorf("%v is %v", err, busy)
		}
	}
	if got := codec.KindError(1, "Stale", "The versions differ."); !errors.Is(got, codec.KindError(2, "Stale")) || got.Error() != "The versions differ. (code 1)" {
		t.Error(got)
	}
	var other *codec.Error
	if errors.As(busy, &other) {
		t.Error("it is an error of reading")
	}
}
