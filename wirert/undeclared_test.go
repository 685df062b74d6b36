package wirert_test

import (
	"testing"

	"github.com/wiregen/wiregen/wirert"
)

// Of an undeclared key that stands twice the last value counts, as of any
// other; the error named the first.
func TestLastOfUndeclaredKeyCounts(t *testing.T) {
	table := wirert.Table{Types: []wirert.Type{
		{Name: "Switch", Form: wirert.Adjacent, Tag: "t", Content: "c", Variants: []wirert.Variant{{Tag: "on", Type: wirert.NoBody}}},
	}}
	err := table.Verify("Switch", []byte(`{"t":"on","x":1,"x":"two"}`), wirert.Options{Strict: true})
	if err == nil || err.Error() != `x: expected nothing, found the string "two"` {
		t.Error(err)
	}
}
