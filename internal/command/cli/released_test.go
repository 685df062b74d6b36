package cli

import "testing"

// TestHasWord looks for names in the text of a spec.
func TestHasWord(t *testing.T) {
	for _, c := range []struct {
		text, word string
		want       bool
	}{
		{"fields: {title: string}", "title", true},
		{"fields: {\"title?\": string}", "title", true},
		{"enum: [title]", "title", true},
		{"title", "title", true},
		{"fields: {subtitle: string}", "title", false},
		{"fields: {titles: string, title_1: string}", "title", false},
		{"fields: {titles: string, title: string}", "title", true},
		{"code: -32001", "-32001", true},
		{"code: -320010", "-32001", false},
		{"étitle", "title", false},
		{"", "title", false},
	} {
		if got := hasWord([]byte(c.text), c.word); got != c.want {
			t.Errorf("%q has %q: %t", c.text, c.word, got)
		}
	}
}
