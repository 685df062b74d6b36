package docgen_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/test/chromium"
)

// question is a row of the table of questions: what is asked, an anchor, and words there.
var question = regexp.MustCompile("(?m)^\\| ([^|]+\\?) \\| `([^`]+)` \\| ([^|]+) \\|$")

// TestQuestions checks that the page of Kimi Wire answers each question of
// docs/reference.md, at the anchor and in the words that it names.
func TestQuestions(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/reference.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := question.FindAllStringSubmatch(string(doc), -1)
	if len(rows) < 10 {
		t.Fatalf("%d questions", len(rows))
	}
	b := chromium.Open(t)
	b.View(1440, 900, "light")
	b.Load(written(t, load(t, "spec/wire.yaml")))
	for _, row := range rows {
		asked, err := json.Marshal([]string{row[2], strings.TrimSpace(row[3])})
		if err != nil {
			t.Fatal(err)
		}
		got := b.Eval(`(([anchor, words]) => {
  const e = document.getElementById(anchor);
  return e === null ? "nowhere" : e.textContent.replace(/\s+/g, " ").includes(words);
})(` + string(asked) + `)`)
		if got != "true" {
			t.Errorf("%s: %s at %s", row[1], got, row[2])
		}
	}
	if b.Eval(`document.getElementById("a-session").textContent.includes("no such words")`) != "false" {
		t.Error("the check finds everything")
	}
}
