import assert from "node:assert/strict";
import * as wire from "./index.js";

const big = 2n ** 64n - 1n;
const value = (got) => (assert.ok(got.ok, JSON.stringify(got.errors)), got.value);
const message = (got) => got.errors[0].path + ": " + got.errors[0].message;
const throws = (f, words) => assert.throws(f, (e) => e instanceof wire.WireError && e.message === words);

assert.deepEqual(value(wire.parseSizes('{"total":1,"a":18446744073709551615,"b":1.0e1}')), { total: 1n, a: big, b: 10n });
assert.equal(wire.writeSizes({ a: big, total: 7n }), '{"total":7,"a":18446744073709551615}');
assert.equal(message(wire.parseSizes('{"a":18446744073709551616}')), "a: expected an integer from 0 to 18446744073709551615, found the number 18446744073709551616");

assert.deepEqual(value(wire.parsePatch('{"n":null}')), { n: null, few: 5n });
assert.deepEqual(value(wire.parsePatch('{"n":9007199254740993,"few":-5}')), { n: 9007199254740993n, few: -5n });
assert.equal(wire.writePatch({ n: null, few: 9007199254740991n }), '{"n":null,"few":9007199254740991}');
assert.equal(wire.writePatch({ n: big }), '{"n":18446744073709551615,"few":5}');
assert.equal(message(wire.parsePatch('{"few":9007199254740993}')), "few: expected an integer from -5 to 9007199254740991, found the number 9007199254740993");
throws(() => wire.writePatch({ few: -6n }), "few: expected an integer from -5 to 9007199254740991, found the number -6");
assert.equal(message(wire.readPatch({ few: -6n })), "few: expected an integer from -5 to 9007199254740991, found the number -6");

const damaged = wire.parseDamaged('{"n":5.00000000000000000001,"d":1e30,"all":[18446744073709551615,-1,"x",9007199254740993]}');
assert.deepEqual(damaged.value, { d: 9007199254740993n, all: [big, 9007199254740993n] });
assert.deepEqual(damaged.dropped.map((d) => d.path), ["n", "d", "all[1]", "all[2]"]);
assert.equal(wire.writeDamaged(damaged.value), '{"d":9007199254740993,"all":[18446744073709551615,9007199254740993]}');

assert.equal(wire.writeGroup({ a: big }), '{"a":18446744073709551615}');
assert.equal(message(wire.parseGroup('{"a":18446744073709551615,"b":1}')), ': expected exactly one of the keys "a", "b", found the keys "a", "b"');

for (const v of [big, "x"]) assert.deepEqual(wire.readEither(v), { ok: true, value: v });
assert.equal(wire.writeEither(big), "18446744073709551615");
assert.deepEqual(value(wire.parseEither("18446744073709551615")), big);

// Two numbers with the same double at one depth are different ones, of different variants.
assert.deepEqual(value(wire.parsePair("[9007199254740991, 9007199254740993]")), [9007199254740991n, 9007199254740993n]);
assert.equal(message(wire.parsePair("[9007199254740992, 9007199254740992.5]")), "[1]: expected a variant of Tried, found the number 9007199254740992");
assert.equal(wire.writeTried(big), "18446744073709551615");
throws(() => wire.writeTried(-6n), "expected a variant of Tried, found a bigint");

// Numbers of other types take no bigints, and kept content has doubles.
assert.equal(message(wire.readPlain({ n: 5n, f: 1 })), "n: expected an integer, found a bigint");
assert.deepEqual(value(wire.parsePlain('{"n":1,"f":9007199254740993,"rest":[9007199254740993]}')), { n: 1, f: 9007199254740992, rest: [9007199254740992] });

const text = '[{"jsonrpc":"2.0","id":1,"result":{"a":9007199254740993}},{"jsonrpc":"2.0","id":"g","method":"grow","params":{"by":18446744073709551615}}]';
const batch = value(wire.parseBatch(text));
assert.deepEqual(value(wire.readResultOf("grow", batch[0].result)), { a: 9007199254740993n });
assert.deepEqual(batch[1].params, { by: big });
const reply = wire.reply(batch[1], { total: 3n, a: big });
assert.deepEqual(reply.result, { total: 3, a: big });
assert.equal(wire.writeBatch([reply]), '[{"jsonrpc":"2.0","id":"g","result":{"total":3,"a":18446744073709551615}}]');

const full = wire.newError("full", { left: big, share: 1e20 });
assert.deepEqual(full.data, { kind: "full", left: big, share: 1e20 });
assert.equal(wire.writeMessage(wire.fail(batch[1], full)), '{"jsonrpc":"2.0","id":"g","error":{"code":-32050,"message":"full","data":{"kind":"full","left":18446744073709551615,"share":100000000000000000000}}}');
assert.equal(wire.newError("gone").code, -32051);
const failed = value(wire.parseMessage('{"jsonrpc":"2.0","id":1,"error":{"code":-32050,"message":"m","data":{"kind":"full","left":9007199254740993,"share":1}}}'));
assert.deepEqual(value(wire.readErrorData("full", failed.error)), { left: 9007199254740993n, share: 1 });
