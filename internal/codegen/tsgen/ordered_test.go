package tsgen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/tier"
)

// TestOrderedChain reads, guards and writes values of unions that are nested in
// two variants of one kind on each level: each level took twice as long as the
// one inside it, 38 seconds for 20.
func TestOrderedChain(t *testing.T) {
	tier.Slow(t)
	const levels = 200
	var spec strings.Builder
	spec.WriteString(head + "types:\n")
	for i := range levels {
		inner := fmt.Sprintf("L%d", i+1)
		if i == levels-1 {
			inner = "int"
		}
		fmt.Fprintf(&spec, "  L%d: {doc: One., type: A%d | B%d, match: ordered}\n", i, i, i)
		fmt.Fprintf(&spec, "  A%d: {doc: One., fields: {n: %s, a: bool}}\n  B%d: {doc: One., fields: {n: %s, b: bool, c: int = 1}}\n", i, inner, i, inner)
	}
	dir := t.TempDir()
	write(t, dir, generate(t, "spec.yaml", []byte(spec.String()), tsgen.Backend{})...)
	write(t, dir, backend.File{Name: "chain.mjs", Data: []byte(`
import assert from "node:assert/strict";
import * as wire from "./index.js";

const nest = (end, leaf) => '{"n":'.repeat(200) + leaf + end.repeat(200);
for (const end of [',"a":true}', ',"b":true,"c":1}']) {
  const got = wire.parseL0(nest(end, "1"));
  assert.ok(got.ok);
  assert.ok(wire.isL0(got.value));
  assert.equal(wire.readL0(got.value).value, got.value);
  assert.equal(wire.writeL0(got.value), nest(end, "1"));
}
const older = JSON.parse(nest(',"b":true}', "1"));
assert.ok(!wire.isL0(older), "a default is missing");
assert.equal(wire.writeL0(wire.readL0(older).value), nest(',"b":true,"c":1}', "1"));
for (const bad of [nest(',"x":true}', "1"), nest(',"b":true}', '"x"')]) {
  const message = "expected a variant of L0, found an object";
  assert.deepEqual(wire.parseL0(bad).errors.map((e) => e.path + e.message), [message]);
  assert.ok(!wire.isL0(JSON.parse(bad)));
  assert.throws(() => wire.writeL0(JSON.parse(bad)), { message });
}
`)})
	if out, err := run(t, dir, "node", "chain.mjs"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
