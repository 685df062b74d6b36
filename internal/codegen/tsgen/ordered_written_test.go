package tsgen_test

import (
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
)

// TestOrderedAsWritten writes halves of surrogate pairs as unions by order: the variant is the
// one of what is written, which is U+FFFD. It was that of the value as it is, which could then
// not be written, or was read as another variant.
func TestOrderedAsWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, dir, generate(t, "spec.yaml", []byte(head+`types:
  Clean: {doc: One., type: string, pattern: "^[^\uFFFD]*$"}
  Text: {doc: One., fields: {text: Clean, n: int}}
  Rough: {doc: One., fields: {text: string, n: int, "m?": int}}
  Odd: {doc: One., fields: {text: {type: string, pattern: "^\uFFFD$"}, n: int}}
  Mark: {doc: One., enum: ["\uFFFD"], open: false}
  U: {doc: One., type: Text | Rough, match: ordered}
  V: {doc: One., type: Odd | Rough, match: ordered}
  S: {doc: One., type: Clean | string, match: ordered}
  E: {doc: One., type: Mark | string, match: ordered}
  C: {doc: One., type: Sign | string, match: ordered}
  Sign: {doc: One., const: "\uFFFD"}
  List: {doc: One., type: "U[]"}
  Keys: {doc: One., type: "map<Clean> | map<string>", match: ordered}
`), tsgen.Backend{})...)
	write(t, dir, backend.File{Name: "written.mjs", Data: []byte(`
import assert from "node:assert/strict";
import * as wire from "./index.js";

for (const [type, value, text] of [
  ["U", { text: "\ud800", n: 1, m: 2 }, '{"text":"\ufffd","n":1,"m":2}'],
  ["U", { text: "a", n: 1, m: 2 }, '{"text":"a","n":1}'],
  ["List", [{ text: "\ud800", n: 1 }, { text: "😀", n: 2 }], '[{"text":"\ufffd","n":1},{"text":"😀","n":2}]'],
  ["V", { text: "\ud800", n: 1, m: 2 }, '{"text":"\ufffd","n":1}'],
  ["V", { text: "\ud800b", n: 1, m: 2 }, '{"text":"\ufffdb","n":1,"m":2}'],
  ["S", "\ud800", '"\ufffd"'],
  ["S", "a\udfff", '"a\ufffd"'],
  ["E", "\ud800", '"\ufffd"'],
  ["C", "\ud800", '"\ufffd"'],
  ["Sign", "\ud800", '"\ufffd"'],
  ["Mark", "\ud800", '"\ufffd"'],
  ["Keys", { k: "\ud800" }, '{"k":"\ufffd"}'],
  ["Keys", { "\ud800": "a" }, '{"\ufffd":"a"}'],
]) {
  const written = wire["write" + type](value);
  assert.equal(written, text);
  assert.equal(wire["write" + type](wire["parse" + type](written).value), written);
}
`)})
	if out, err := run(t, dir, "node", "written.mjs"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
