package tsgen_test

import (
	"testing"

	"github.com/wiregen/wiregen/internal/codegen/backend"
	"github.com/wiregen/wiregen/internal/codegen/tsgen"
)

// runExact runs a script that imports the package of a spec.
func runExact(t *testing.T, spec, script string) {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, generate(t, "spec.yaml", []byte(spec), tsgen.Backend{})...)
	write(t, dir, backend.File{Name: "exact.mjs", Data: []byte("import assert from \"node:assert/strict\";\nimport * as wire from \"./index.js\";\n" + script)})
	if out, err := run(t, dir, "node", "exact.mjs"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestExactPreserved reads 64-bit integers in what messages preserve, once its type is
// known: the data of errors, the progress of requests, the options of registrations. Their
// digits were once those of the nearest double, because only results kept theirs.
func TestExactPreserved(t *testing.T) {
	runExact(t, head+`defaults: {int64: bigint}
dialect: {batch: {max: 2}}
types:
  Left: {doc: What is left., fields: {n: uint64, "f?": float}}
  Registered: {doc: A registration., fields: {method: string, options: any}}
errors:
  full: {code: -32050, doc: It is full., data: Left}
  late: {code: -32051, doc: It is late., data: int64}
methods:
  grow:
    doc: Makes room.
    from: client
    params: {"token?": int, "more?": int, "sizes?": int}
    result: empty
    errors: [full, late]
    error_data: Left
    registration: {options: {most: uint64}}
    progress:
      - {method: told, token: params.token, as: of, value: what, payload: int64}
      - {name: more, method: told, token: params.more, as: of, value: what, payload: Left}
      - {name: sizes, method: told, token: params.sizes, as: of, value: what, payload: "uint64[]"}
  count: {doc: Counts., from: client, result: empty, error_data: int64, registration: {options: int64}}
  weigh: {doc: Weighs., from: client, result: empty, error_data: float}
  told: {doc: Tells., from: agent, notify: {of: int, what: {type: any, was: [value]}}}
  register: {doc: Registers., from: agent, notify: {all: "Registered[]"}}
`, `
const failed = (code, data) => wire.parseMessage('{"jsonrpc":"2.0","id":1,"error":{"code":' + code + ',"message":"","data":' + data + "}}").value.error;
const left = '{"n":9007199254740993,"f":9007199254740993}';
for (const code of [-32050, 1]) {
  assert.deepEqual(wire.readErrorDataOf("grow", failed(code, left)), { ok: true, value: { n: 9007199254740993n, f: 9007199254740992 } });
  assert.deepEqual(wire.readErrorData("full", failed(code, left)), { ok: true, value: { n: 9007199254740993n, f: 9007199254740992 } });
}
// An object whose member is called toString has no primitive value, and threw.
assert.deepEqual(wire.readErrorDataOf("grow", failed(1, '{"n":1,"toString":2}')), { ok: true, value: { n: 1n } });
for (const code of [-32051, 1]) {
  assert.deepEqual(wire.readErrorDataOf("count", failed(code, "9007199254740993")), { ok: true, value: 9007199254740993n });
  assert.deepEqual(wire.readErrorData("late", failed(code, "9007199254740993")), { ok: true, value: 9007199254740993n });
  assert.deepEqual(wire.readErrorDataOf("weigh", failed(code, "9007199254740993")), { ok: true, value: 9007199254740992 });
}
assert.equal(wire.readErrorDataOf("grow", failed(1, '{"n":5.00000000000000000001}')).errors[0].path, "data.n");
assert.deepEqual(wire.newError("full", { n: 2n ** 64n - 1n }).data, { n: 2n ** 64n - 1n });
assert.equal(wire.newError("late", 9007199254740993n).data, 9007199254740993n);

const request = { id: 1, method: "grow", params: { token: 7, more: 8, sizes: 9 } };
const told = (of, what, name = "what") => wire.parseMessage('{"jsonrpc":"2.0","method":"told","params":{"' + name + '":' + what + ',"of":' + of + "}}").value;
for (const name of ["what", "value"]) {
  assert.deepEqual(wire.progressOf(request, told(7, "-9223372036854775808", name)), { ok: true, value: -(2n ** 63n) });
  assert.deepEqual(wire.progressOf(request, told(8, left, name), "more"), { ok: true, value: { n: 9007199254740993n, f: 9007199254740992 } });
  assert.deepEqual(wire.progressOf(request, told(9, "[1,9007199254740993]", name), "sizes"), { ok: true, value: [1n, 9007199254740993n] });
}
assert.equal(wire.progressOf(request, told(8, '{"n":5.00000000000000000001}'), "more").errors[0].path, "params.what.n");
assert.equal(wire.progressOf(request, told(7, "1e20")).errors[0].path, "params.what");
assert.equal(wire.writeMessage(told(7, "9007199254740993")), '{"jsonrpc":"2.0","method":"told","params":{"of":7,"what":9007199254740993}}');
const batch = wire.parseBatch('[{"jsonrpc":"2.0","id":1,"method":"weigh"},{"jsonrpc":"2.0","method":"told","params":{"of":8,"what":' + left + "}}]").value;
assert.equal(wire.progressOf(request, batch[1], "more").value.n, 9007199254740993n);

const { all } = wire.parseMessage('{"jsonrpc":"2.0","method":"register","params":{"all":[{"method":"grow","options":{"most":18446744073709551615}},{"method":"count","options":9007199254740993}]}}').value.params;
assert.deepEqual(wire.readRegistration("grow", all[0].options), { ok: true, value: { most: 2n ** 64n - 1n } });
assert.deepEqual(wire.readRegistration("count", all[1].options), { ok: true, value: 9007199254740993n });
`)
}

// TestExactDefault reads a default of any type in an object with such an integer. If it is
// null, that threw.
func TestExactDefault(t *testing.T) {
	runExact(t, head+`defaults: {int64: bigint, on_error: unset}
types:
  Box: {doc: A box., fields: {big: int64, inside: {type: any, default: null}}}
methods:
  put: {doc: Puts., from: client, notify: {box: Box}}
`, `
const text = '{"jsonrpc":"2.0","method":"put","params":{"box":{"big":9007199254740993}}}';
assert.deepEqual(wire.parseMessage(text).value.params, { box: { big: 9007199254740993n, inside: null } });
`)
}

// TestExactNamed reads and writes them in messages whose shapes name their members, and
// whose flag tells a result from an error.
func TestExactNamed(t *testing.T) {
	runExact(t, head+`defaults: {int64: bigint}
dialect:
  shapes:
    tag: type
    request: {is: request, id: seq, method: command, params: arguments, members: {"size?": uint64}}
    notification: {is: event, method: event, params: body, members: {seq: int64}}
    response: {is: response, id: request_seq, method: command, ok: success, result: body, data: body, members: {seq: int64}}
  id: {types: [int], null_on_error: false}
types:
  Left: {doc: What is left., fields: {n: uint64, "f?": float}}
methods:
  grow:
    doc: Makes room.
    from: client
    params: {by: int64, "token?": int}
    result: Left
    progress: {method: told, token: params.token, as: of, value: what, payload: Left}
  count: {doc: Counts., from: client, result: int64}
  weigh: {doc: Weighs., from: client, result: float}
  told: {doc: Tells., from: agent, notify: {of: int, what: object}}
`, `
const read = (text) => wire.parseMessage(text).value;
const big = "9007199254740993";
const request = read('{"type":"request","seq":1,"command":"grow","arguments":{"by":' + big + ',"token":7},"size":18446744073709551615}');
assert.deepEqual(request, { type: "request", seq: 1, command: "grow", arguments: { by: 9007199254740993n, token: 7 }, size: 2n ** 64n - 1n });
assert.equal(wire.writeMessage(request), '{"type":"request","seq":1,"command":"grow","arguments":{"by":' + big + ',"token":7},"size":18446744073709551615}');

const answer = (command, body, ok = true) => read('{"type":"response","seq":' + big + ',"request_seq":1,"command":"' + command + '","success":' + ok + ',"body":' + body + "}");
const left = '{"n":9007199254740993,"f":9007199254740993}';
const grown = answer("grow", left);
assert.equal(grown.seq, 9007199254740993n);
assert.deepEqual(wire.readResultOf("grow", grown.body), { ok: true, value: { n: 9007199254740993n, f: 9007199254740992 } });
assert.deepEqual(wire.readResultOf("count", answer("count", big).body), { ok: true, value: 9007199254740993n });
assert.deepEqual(wire.readResultOf("weigh", answer("weigh", big).body), { ok: true, value: 9007199254740992 });
assert.equal(wire.writeMessage(answer("count", big)), '{"type":"response","request_seq":1,"command":"count","success":true,"body":' + big + ',"seq":' + big + "}");
assert.equal(wire.writeMessage(answer("count", big, false)), '{"type":"response","request_seq":1,"command":"count","success":false,"message":"","body":' + big + ',"seq":' + big + "}");

const reply = wire.reply(request, { n: 2n ** 64n - 1n });
assert.equal(wire.writeMessage({ ...reply, seq: 9007199254740993n }), '{"type":"response","request_seq":1,"command":"grow","success":true,"body":{"n":18446744073709551615},"seq":' + big + "}");
assert.deepEqual(wire.readResultOf("grow", reply.body).value, { n: 2n ** 64n - 1n });

const told = read('{"type":"event","event":"told","body":{"of":7,"what":' + left + '},"seq":' + big + "}");
assert.equal(told.seq, 9007199254740993n);
assert.deepEqual(wire.progressOf(request, told), { ok: true, value: { n: 9007199254740993n, f: 9007199254740992 } });
`)
}

// TestExactKept: which integers in preserved content keep their digits, as docs/language.md says:
// in a message those that are all of it, else none.
func TestExactKept(t *testing.T) {
	runExact(t, head+`defaults: {int64: bigint}
types:
  S: {doc: S., extra: keep, fields: {a: int64, "x?": any}}
methods:
  free: {doc: Anything., from: client, params: {by: int64, "x?": any}, result: any}
`, `
const n = "9007199254740993";
const [exact, rounded] = [9007199254740993n, 9007199254740992];
assert.deepEqual(wire.parseS('{"a":' + n + ',"x":' + n + ',"y":' + n + "}").value, { a: exact, x: rounded, y: rounded });
const message = (rest) => wire.parseMessage('{"jsonrpc":"2.0",' + rest + "}").value;
assert.deepEqual(message('"id":1,"method":"free","params":{"by":1,"x":' + n + "}").params, { by: 1n, x: exact });
assert.deepEqual(message('"id":1,"method":"free","params":{"by":1,"x":[' + n + "]}").params, { by: 1n, x: [rounded] });
assert.deepEqual(message('"id":1,"method":"other","params":[' + n + "]").params, [rounded]);
assert.equal(message('"id":1,"result":' + n).result, exact);
assert.deepEqual(message('"id":1,"result":{"r":' + n + "}").result, { r: rounded });
assert.equal(message('"id":1,"error":{"code":1,"message":"","data":' + n + "}").error.data, exact);
assert.deepEqual(wire.readResultOf("free", message('"id":1,"result":' + n).result).value, rounded);
`)
}
