package quick_test

import (
	"testing"

	"github.com/wiregen/wiregen/internal/protocol/model"
	"github.com/wiregen/wiregen/wirert/codec"
)

// TestCheckedTexts compares the check of the codec that a program takes for a scalar with the
// texts of its row.
func TestCheckedTexts(t *testing.T) {
	for _, kind := range model.ScalarKinds() {
		info := kind.Info()
		if !info.Checked {
			continue
		}
		is := codec.TextOf(info.Form)
		if is == nil {
			t.Errorf("%s: the codec has no check of %q", kind.RowName(), info.Form)
			continue
		}
		for _, text := range info.Edges {
			if !is([]byte(text)) {
				t.Errorf("%q is not %s", text, info.Form)
			}
		}
		for _, text := range info.Near {
			if is([]byte(text)) {
				t.Errorf("%q is %s", text, info.Form)
			}
		}
	}
	if codec.TextOf("") != nil {
		t.Error("there is a check without words")
	}
}
