package schemagen_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	whole "github.com/wiregen/wiregen/internal/command/compile"
)

var heading = regexp.MustCompile(`(?m)^#+ (.*)$`)

// sectionsOfLanguage returns the sections of docs/language.md by their anchors.
func sectionsOfLanguage(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("../../../docs/language.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	out := map[string]string{}
	places := heading.FindAllStringSubmatchIndex(page, -1)
	for i, at := range places {
		end := len(page)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		fragment := regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(strings.ToLower(page[at[2]:at[3]]), "")
		out[strings.ReplaceAll(fragment, " ", "-")] = page[at[1]:end]
	}
	return out
}

// The section that a word refers to exists, and has the word.
func TestWordsOfTheLanguage(t *testing.T) {
	words := whole.Targets().Words()
	sections := sectionsOfLanguage(t)
	for _, w := range words {
		name := w.Name
		if w.Doc == "" {
			t.Errorf("%s in %q has no doc", name, w.In)
		}
		if slices.Contains(w.In, "lint_off") {
			continue // rules have codes
		}
		text, ok := sections[strings.TrimPrefix(w.See, "docs/language.md#")]
		if !ok {
			t.Errorf("%s in %q: there is no section %s", name, w.In, w.See)
		} else if !regexp.MustCompile(`(^|[^a-z_])` + regexp.QuoteMeta(name) + `($|[^a-z_])`).MatchString(text) {
			t.Errorf("%s does not tell of %s in %q", w.See, name, w.In)
		}
	}
}
