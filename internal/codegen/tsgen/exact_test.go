package tsgen_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
	"github.com/wiregen/wiregen/test/node"
)

// TestExact reads and writes 64-bit integers whose exact value counts where no message of
// a construct has them: as values, and in results, which are read after their message.
func TestExact(t *testing.T) {
	const spec = head + `defaults: {int64: bigint}
types:
  Size: uint64
methods:
  grow: {doc: Makes room., from: client, params: {by: Size}, result: {size: Size, share: float, "rest?": any}}
  count: {doc: Counts., from: client, result: int64}
  weigh: {doc: Weighs., from: client, result: float}
`
	dir := t.TempDir()
	write(t, dir, generate(t, "spec.yaml", []byte(spec), tsgen.Backend{})...)
	write(t, dir, backend.File{Name: "exact.mjs", Data: []byte(`
import assert from "node:assert/strict";
import * as wire from "./index.js";

assert.deepEqual(wire.readSize(7), { ok: true, value: 7n });
assert.deepEqual(wire.readSize(2n ** 64n - 1n), { ok: true, value: 2n ** 64n - 1n });
assert.equal(wire.readSize(2 ** 53).errors[0].message, "expected a bigint, found the number 9007199254740992");
assert.match(wire.readSize(1e300).errors[0].message, /^expected an integer from .*, found the number 1e\+300$/);
assert.equal(wire.readSize(2n ** 64n).errors[0].message, "expected an integer from 0 to 18446744073709551615, found the number 18446744073709551616");
assert.deepEqual([7, -1n, 2n ** 64n, 7n, 2n ** 64n - 1n].map((v) => wire.isSize(v)), [false, false, false, true, true]);
assert.equal(wire.writeSize(2n ** 64n - 1n), "18446744073709551615");
assert.equal(wire.writeSize(7), "7");
assert.throws(() => wire.writeSize(2 ** 53), wire.WireError);

// A result has the numbers of its text, wherever its message is: also rounded ones, and those of preserved content.
const text = '{"jsonrpc":"2.0","id":1,"result":{"size":9007199254740993,"share":9007199254740993,"rest":[9007199254740993]}}';
const message = wire.parseMessage(text).value;
assert.equal(message.result.size, 9007199254740992);
assert.deepEqual(wire.readResultOf("grow", message.result).value, { size: 9007199254740993n, share: 9007199254740992, rest: [9007199254740992] });
const bad = wire.parseMessage(text.replace("9007199254740993", "5.00000000000000000001")).value;
assert.equal(wire.readResultOf("grow", bad.result).errors[0].message, "expected an integer, found the number 5.00000000000000000001");
const whole = wire.parseMessage('{"jsonrpc":"2.0","id":1,"result":-9223372036854775808}').value;
assert.deepEqual(wire.readResultOf("count", whole.result), { ok: true, value: -(2n ** 63n) });
assert.equal(wire.writeMessage(whole), '{"jsonrpc":"2.0","id":1,"result":-9223372036854775808}');

// A number beyond 64 bits was once kept as the least with more digits.
const weight = wire.parseMessage('{"jsonrpc":"2.0","id":1,"result":2e20}').value;
assert.deepEqual(wire.readResultOf("weigh", weight.result), { ok: true, value: 2e20 });
assert.equal(wire.writeMessage(weight), '{"jsonrpc":"2.0","id":1,"result":200000000000000000000}');
const heavy = wire.parseMessage('{"jsonrpc":"2.0","id":1,"result":9007199254740994}').value;
assert.deepEqual(wire.readResultOf("weigh", heavy.result), { ok: true, value: 9007199254740994 });
assert.deepEqual(wire.readResultOf("count", heavy.result), { ok: true, value: 9007199254740994n });

// An answer is written with all digits, and can be read without being written.
const reply = wire.reply({ id: 1, method: "grow" }, { size: 2n ** 64n - 1n, share: 1e20, rest: 1 });
assert.equal(wire.writeMessage(reply), '{"jsonrpc":"2.0","id":1,"result":{"size":18446744073709551615,"share":100000000000000000000,"rest":1}}');
assert.deepEqual(wire.readResultOf("grow", reply.result).value, { size: 2n ** 64n - 1n, share: 1e20, rest: 1 });

// The last of duplicate keys counts, and a shorter text has the places of no other.
const twice = wire.parseMessage('{"jsonrpc":"2.0","id":1,"method":"grow","params":{"by":9007199254740993,"by":9007199254740995},"params":{"by":1.0e1}}').value;
assert.deepEqual(twice.params, { by: 10n });
`)})
	if out, err := run(t, dir, "node", "exact.mjs"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestExactWithin reads and writes such integers in everything that may be around them.
func TestExactWithin(t *testing.T) {
	const spec = head + `defaults: {int64: bigint}
dialect: {batch: {max: 4}, error: {identity: data.kind}}
errors:
  full: {code: -32050, doc: It is full., data: {left: uint64, share: float}}
  gone: {code: -32051, doc: It is gone.}
types:
  Size: {doc: A size., type: uint64, distinct: true}
  Few: {doc: A limited one., type: int64, min: -5, max: 9007199254740991}
  Sizes: {doc: By name., extra: {type: Size}, fields: {"total?": Size}}
  Patch: {doc: What may be null., fields: {"n?": {type: "Size | null", patch: true}, few: "Few = 5"}}
  Damaged: {doc: What may be damaged., fields: {"n?": {type: Size, on_error: unset}, d: {type: int64, default: 9007199254740993, on_error: unset}, all: {type: "Size[]", bad_items: skip}}}
  Group: {doc: One of two., present: [exactly_one: [a, b]], fields: {"a?": Size, "b?": Few}}
  Either: {doc: By kind., type: Size | string}
  Tried: {doc: By order., type: Few | string | Size, match: ordered}
  Pair: {doc: Two., type: "[Tried, Tried]"}
  Plain: {doc: Without., fields: {n: int, f: float, "rest?": any}}
methods:
  grow: {doc: Makes room., from: client, params: {by: Size}, result: Sizes, errors: [full]}
`
	dir := t.TempDir()
	write(t, dir, generate(t, "spec.yaml", []byte(spec), tsgen.Backend{Brands: true})...)
	write(t, dir, backend.File{Name: "exact.mjs", Data: read(t, "testdata/exact.mjs")}, backend.File{Name: "exact.mts", Data: read(t, "testdata/exact.mts")}, tsconfig("exact.mts"))
	if out, err := run(t, dir, "node", "exact.mjs"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	for _, version := range compilers() {
		if out, err := run(t, dir, "node", filepath.Join(node.Modules(t), "typescript-"+version, "bin", "tsc"), "-p", "."); err != nil {
			t.Errorf("TypeScript %s: %v\n%s", version, err, out)
		}
	}
	for name, has := range map[string]bool{"parsePlain": false, "writePlain": false, "readSizes": true, "parseMessage": true} {
		code := bundle(t, dir, name, "import { "+name+" } from \"./index.js\"; globalThis.used = "+name+";")
		if bytes.Contains(code, []byte("a bigint")) != has {
			t.Errorf("the bundle of %s has what reads exact integers: %t", name, !has)
		}
	}
}
