package codec_test

import (
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
)

// Of an undeclared key that occurs twice the last value counts, as of any other;
// the error reported the first.
func TestLastOfUndeclaredKeyCounts(t *testing.T) {
	table := codec.Table{Types: []codec.Type{
		{Name: "Switch", Form: codec.Adjacent, Tag: "t", Content: "c", Variants: []codec.Variant{{Tag: "on", Type: codec.NoBody}}},
	}}
	err := table.Verify("Switch", []byte(`{"t":"on","x":1,"x":"two"}`), codec.Options{Strict: true})
	if err == nil || err.Error() != `x: expected nothing, found the string "two"` {
		t.Error(err)
	}
}
