package check_test

import "testing"

const head = "wiregen: 1\nprotocol: {name: d, version: \"1\"}\n"

// A value of the spec is refused in the words in which a reader refuses it in a
// message: check had different words.
func TestWordsOfValues(t *testing.T) {
	const types = head + `types:
  Mood: {enum: [calm, tense]}
  Part: {union: {tag: type}, variants: {text: {name: Text, fields: {text: string}}}}
  P: {fields: {x: int}}
  A: {fields: {a: `
	for written, want := range map[string]string{
		`Mood = tens`:                            `expected one of "calm", "tense", found the string "tens"`,
		`'Part = {"type": "txt", "text": "a"}'`:  `type: expected "text", found the string "txt"`,
		`'Part = {"type": "text", "text": 5}'`:   `text: expected a string, found the number 5`,
		`'P[] = [{"x": 1}, {}]'`:                 `[1].x is missing: expected an integer`,
		`'P = {"x": 1, "y": 2}'`:                 `"P" has no field "y"`,
		`'Text = {"type": "other", "text": ""}'`: `type: expected "text", found the string "other"`,
	} {
		r, _ := compile("spec.yaml", types+written+"}}\n")
		all := r.All()
		if len(all) != 1 || all[0].Message != "this default does not fit its type: "+want {
			t.Errorf("%s: %s, want %s", written, describe(all), want)
		}
	}
}
