package tsgen_test

import (
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
)

// TestManyFaults reads values with more faults than a reader tells of. A limit of a text
// was once compared with what is not a text, a TypeError, after the last fault that the
// reader tells of, and after the first where it only finds out whether there is one.
func TestManyFaults(t *testing.T) {
	const spec = head + `
types:
  Limited: {doc: One., fields: {all: "T[]"}}
  T: {doc: One., fields: {s: {type: string, max_length: 3}, n: {type: int, min: 1}}}
  Two: {doc: One., match: ordered, type: T | A}
  A: {doc: One., fields: {a: bool}}
  Rest: {doc: One., fields: {all: {type: "T[]", bad_items: skip}, in: {type: "Two[]", bad_items: skip}, "n": {type: int, default: 5, on_error: unset}}}
`
	dir := t.TempDir()
	write(t, dir, generate(t, "spec.yaml", []byte(spec), tsgen.Backend{})...)
	write(t, dir, backend.File{Name: "many.mjs", Data: []byte(`
import assert from "node:assert/strict";
import * as wire from "./index.js";

const bad = Array.from({ length: 300 }, () => ({ s: null, n: "x" }));
assert.equal(wire.readLimited({ all: bad }).errors.length, 100);
assert.equal(wire.readTwo(bad[0]).errors[0].message, "expected a variant of Two, found an object");

const good = { s: "s", n: 1 };
const got = wire.readRest({ all: [good, ...bad, good], in: [bad[0], undefined, { a: true }], n: "x" });
assert.deepEqual(got.value, { all: [good, good], in: [{ a: true }], n: 5 });
assert.equal(got.value.all[0], good);
assert.equal(got.dropped.length, 101);
assert.deepEqual(got.dropped[0], {
  path: "all[1]",
  error: { path: "all[1].s", expected: "a string", found: "null", message: "expected a string, found null" },
});
assert.equal(got.dropped[100].error.message, "203 more values were passed over");
assert.equal(wire.readRest(got.value).dropped, undefined);
assert.equal(wire.writeRest(got.value), '{"all":[{"s":"s","n":1},{"s":"s","n":1}],"in":[{"a":true}],"n":5}');
assert.throws(() => wire.writeRest({ all: [], in: [], n: "x" }), { path: "n" });
`)})
	if out, err := run(t, dir, "node", "many.mjs"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
