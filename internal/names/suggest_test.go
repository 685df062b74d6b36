package names

import "testing"

func TestSuggest(t *testing.T) {
	known := []string{"TokenUsage", "ToolCall", "ToolResult", "string", "int", "id", "type", "fields", "py"}
	for name, want := range map[string]string{
		"TokenUsag":  "TokenUsage",
		"tokenusage": "TokenUsage",
		"TokneUsage": "TokenUsage",
		"ToolCal":    "ToolCall",
		"strin":      "string",
		"stirng":     "string",
		"it":         "int",
		"feilds":     "fields",
		"tpye":       "type",
		"Quux":       "",
		"x":          "",
		"y":          "", // was py, the pin of a name
		"ab":         "",
		"":           "",
		"日本":         "",
		"completely": "",
	} {
		if got := Suggest(name, known); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestDidYouMean(t *testing.T) {
	known := []string{"string", "int"}
	for name, want := range map[string]string{"stirng": `did you mean "string"?`, "Quux": "declare it"} {
		if got := DidYouMean(name, known, "declare it"); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "abd", 1}, {"abc", "abcd", 1},
		{"kitten", "sitting", 3}, {"ca", "abc", 3}, {"日本語", "日語本", 1}, {"Abc", "aBC", 0},
	} {
		if got := distance(c.a, c.b, 10); got != c.want {
			t.Errorf("%q %q: got %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
