package codec_test

import (
	"testing"

	"github.com/wiregen/wiregen/wirert/codec"
)

// TestGroup has each rule with none, one and two of its fields, read and checked.
func TestGroup(t *testing.T) {
	fields := []codec.Field{{Name: "a", Type: codec.Any, Optional: true, NullIsSet: true}, {Name: "b c", FormerNames: []string{"d"}, Type: codec.Int | codec.OrNull, Optional: true}}
	const one, both = `expected exactly one of the keys "a", "b c"`, `found the keys "a", "b c"`
	for _, c := range []struct {
		rule codec.Rule
		text string
		set  [2]bool
		want string
	}{
		{codec.AtLeastOne, `{}`, [2]bool{}, `expected at least one of the keys "a", "b c", found none of them`},
		{codec.AtLeastOne, `{"a":1}`, [2]bool{true, false}, ""},
		{codec.AtLeastOne, `{"d":1,"a":1}`, [2]bool{true, true}, ""},
		{codec.AtMostOne, `{}`, [2]bool{}, ""},
		{codec.AtMostOne, `{"d":1}`, [2]bool{false, true}, ""},
		{codec.AtMostOne, `{"a":null,"b c":1}`, [2]bool{true, true}, `expected at most one of the keys "a", "b c", ` + both},
		{codec.ExactlyOne, `{"b c":null,"d":1}`, [2]bool{}, one + ", found none of them"},
		{codec.ExactlyOne, `{"a":null,"b c":null}`, [2]bool{true, false}, ""},
		{codec.ExactlyOne, `{"a":null,"d":2}`, [2]bool{true, true}, one + ", " + both},
	} {
		table := &codec.Table{Types: []codec.Type{{Name: "T", Fields: fields, Groups: []codec.Group{{Rule: c.rule, Fields: []int{0, 1}}}}}}
		if got := words(table.Verify("T", []byte(c.text), codec.Options{})); got != c.want {
			t.Errorf("%s: read: %s, want %s", c.text, got, c.want)
		}
		if got := words(table.CheckGroup(0, 0, c.set[0], c.set[1])); got != c.want {
			t.Errorf("%s: checked: %s, want %s", c.text, got, c.want)
		}
	}
}

func words(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
