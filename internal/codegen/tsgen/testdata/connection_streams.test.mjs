// What the transports over streams of Node do when a process, a stream or a peer does not end as it should.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { EventEmitter, once } from "node:events";
import net from "node:net";
import { Duplex } from "node:stream";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { webSocket } from "kimi-wire/connection";
import { child, duplex, shutdownOnSignal } from "kimi-wire/node";

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const never = 600_000;
const framing = { kind: "ndjson" };
const shell = (script, options) => spawn("sh", ["-c", script], options);

/** Reads messages one by one. */
async function* each(messages) {
  for await (const items of messages) for (const one of [items].flat()) yield one.fault ?? (typeof one === "string" ? one : new TextDecoder().decode(one));
}

async function all(messages) {
  const out = [];
  for await (const one of each(messages)) out.push(one);
  return out;
}

/** Reads what comes before the error of messages, and returns both. */
async function lost(messages) {
  const out = [];
  try {
    for await (const one of each(messages)) out.push(one);
  } catch (error) {
    return { out, error };
  }
  assert.fail(`the messages end without an error, after ${out}`);
}

// It was terminated, and then waited for without an end.
test("a child that ignores SIGTERM is killed", async () => {
  const process = shell("trap '' TERM; echo 1; while :; do sleep 0.05; done");
  const transport = child(process, { termAfter: 20, killAfter: 20 });
  const messages = each(transport.messages);
  assert.equal((await messages.next()).value, "1");
  await transport.close();
  assert.equal(process.signalCode, "SIGKILL");
  await messages.return();
});

// The shell was terminated, and what it had started was left behind.
test("a group ends with its child", async () => {
  for (const [script, ended, termAfter, killAfter] of [
    ["sleep 1000; true", "SIGTERM", 20, never],
    ["trap '' TERM; sleep 1000; sleep 1000", "SIGKILL", 20, 20],
    ["sleep 1000 & read x; exit 0", null, never, never],
  ]) {
    const process = shell(`echo 1; ${script}`, { stdio: ["pipe", "pipe", "inherit", "pipe"], detached: true });
    const transport = child(process, { termAfter, killAfter });
    const held = once(process.stdio[3].resume(), "end"); // when the last process is gone
    const messages = each(transport.messages);
    assert.equal((await messages.next()).value, "1");
    await transport.close();
    assert.equal(process.signalCode, ended);
    await held;
    assert.equal((await messages.next()).done, true);
  }
});

// The messages did not end until the other process did.
test("a child that has exited, whose output another process holds", async () => {
  const process = shell("sleep 1000 & echo $!; exit 7", { stdio: ["pipe", "pipe", "inherit"] });
  const { out, error } = await lost(child(process).messages);
  assert.equal(error.reason, "disconnected");
  assert.equal(error.message, "the process has exited with code 7, and another process holds its output");
  globalThis.process.kill(Number(out[0]), "SIGKILL");

  const busy = shell("(while :; do echo 2; sleep 0.02; done) & exit 7", { stdio: ["pipe", "pipe", "ignore"] });
  assert.match((await lost(child(busy).messages)).error.message, /code 7, and another process holds its output$/);

  const wrapper = shell("sleep 1000 & exit 7", { stdio: ["pipe", "pipe", "inherit"], detached: true });
  assert.equal((await lost(child(wrapper).messages)).error.message, "the process has exited with code 7");
});

// It must not be lost because the child has exited long before.
test("the output of a child that has exited, read slowly", async () => {
  // It fits into the pipe. More, which also needed the buffers of Node, made the child wait now and then.
  const process = shell(`i=0; while [ $i -lt 60 ]; do printf '%01000d\\n' $i; i=$((i+1)); done`);
  const exited = once(process, "exit");
  let n = 0;
  for await (const line of each(child(process).messages)) {
    assert.equal(Number(line), n++);
    if (n > 1) continue;
    await exited;
    await wait(2500); // longer than more output is waited for
  }
  assert.equal(n, 60);
});

// The child waited for a reader of its standard error.
test("the standard error of a child", async () => {
  const process = shell("head -c 1000000 /dev/zero >&2; printf '\\nfirst\\nlast\\n' >&2; echo 1; exit 3");
  const { out, error } = await lost(child(process).messages);
  assert.deepEqual(out, ["1"]);
  assert.equal(error.message, "the process has exited with code 3. The end of its standard error:\nfirst\nlast");
  const long = shell("yes 0123456789 | head -n 2000 >&2; exit 3");
  const { length } = (await lost(child(long).messages)).error.message;
  assert.ok(length > 4000 && length < 4200, `${length}`);
});

// The error did not say how the process had ended.
test("the end of a child", async () => {
  assert.deepEqual(await all(child(shell("echo 1; exit 0")).messages), ["1"]);
  const killed = await lost(child(shell("printf '1\\n{\"a\":'; kill -9 $$")).messages);
  assert.deepEqual(killed.out, ["1", "truncated"]);
  assert.equal(killed.error.message, "the process was ended by the signal SIGKILL");
  assert.equal((await lost(child(spawn("/nonexistent/program")).messages)).error.code, "ENOENT");
  assert.throws(() => child(shell("exit", { stdio: "ignore" })), TypeError);

  const closed = shell("cat");
  const transport = child(closed, { termAfter: never });
  transport.send("1");
  const messages = each(transport.messages);
  assert.equal((await messages.next()).value, "1");
  await transport.close();
  assert.equal(closed.exitCode, 0);
  assert.equal((await messages.next()).done, true);

  const late = shell("exit 4");
  await once(late, "exit");
  assert.equal((await lost(child(late).messages)).error.message, "the process has exited with code 4");
});

// Nothing said that what was written did not arrive.
test("a child that does not read its input", async () => {
  const process = shell("exec 0<&-; echo 1; exec sleep 1000");
  const transport = child(process, { termAfter: 0, killAfter: never });
  const messages = each(transport.messages);
  assert.equal((await messages.next()).value, "1");
  await transport.send("2").catch((error) => assert.equal(error.code, "EPIPE"));
  await assert.rejects(async () => {
    for await (const one of messages) assert.fail(one);
  }, { code: "EPIPE" });
  await assert.rejects(transport.send("3"));
  await transport.close();
  assert.equal(process.signalCode, "SIGTERM");

  const gone = shell("exec 0<&-; exit 5");
  const { send } = child(gone);
  await assert.rejects(async () => {
    for (;;) await send("x".repeat(100_000));
  }, { message: "the process has exited with code 5" });
});

// A program that could not write went on handling what it read.
test("the output of the program itself breaks", async () => {
  const process = spawn(globalThis.process.execPath, [fileURLToPath(new URL("./connection_child.mjs", import.meta.url))], { stdio: ["pipe", "pipe", "inherit"] });
  process.stdin.write('{"jsonrpc":"2.0","method":"nothing","id":"1"}\n');
  await once(process.stdout, "data");
  process.stdout.destroy();
  const exited = once(process, "exit");
  process.stdin.on("error", () => {});
  const write = setInterval(() => process.stdin.write('{"jsonrpc":"2.0","method":"nothing","id":"2"}\n'), 50);
  assert.deepEqual(await exited, [0, null]);
  clearInterval(write);
});

/** Returns both ends of a socket, the second one as a server of Node has it by default. */
async function sockets(options) {
  const server = net.createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const near = net.connect({ port: server.address().port, host: "127.0.0.1", ...options });
  const [far] = await once(server, "connection");
  server.close();
  return [near, far];
}

// Node closed the output of the socket with its input.
test("a socket whose peer says no more", async () => {
  const [near, far] = await sockets({ allowHalfOpen: true });
  const transport = duplex(far, { framing });
  near.end("1\n2");
  assert.deepEqual(await all(transport.messages), ["1", "2"]);
  await wait(10);
  await transport.send("3");
  await transport.close();
  near.setEncoding("utf8");
  let got = "";
  for await (const text of near) got += text;
  assert.equal(got, "3\n");
});

test("a socket whose peer does not read", async () => {
  const [near, far] = await sockets();
  near.pause();
  const transport = duplex(far, { framing });
  const sent = transport.send("x".repeat(20_000_000));
  const rejected = assert.rejects(sent, { reason: "disconnected" });
  await wait(10);
  await transport.close();
  await rejected;
  near.destroy();

  const odd = new Duplex({ read() {}, write() {}, emitClose: false });
  const open = duplex(odd, { framing });
  void open.send("1");
  await open.close();
  assert.ok(odd.destroyed);
});

test("a socket that breaks", async () => {
  const [near, far] = await sockets();
  const transport = duplex(far, { framing });
  near.write("1\n{");
  near.on("error", () => {});
  const messages = each(transport.messages);
  assert.equal((await messages.next()).value, "1");
  near.resetAndDestroy();
  assert.equal((await messages.next()).value, "truncated");
  await assert.rejects(messages.next(), { code: "ECONNRESET" });
});

// Each line of a request of HTTP was answered as a message, and then its body was handled.
test("a socket whose peer speaks HTTP", async () => {
  const body = '{"jsonrpc":"2.0","method":"run"}\n';
  for (const first of ["POST / HTTP/1.1", "POST /a:b HTTP/1.1", "", "{", "0123", "GET"]) {
    const [near, far] = await sockets();
    near.end(`${first}\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    assert.deepEqual(await all(duplex(far, { framing }).messages), ["framing"], first);
    far.destroy();
    const [client, server] = await sockets();
    client.end(`${first || "x"}\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    assert.deepEqual(await all(duplex(server, { framing: { kind: "content-length" } }).messages), ["framing"], first);
    server.destroy();
  }
  const [near, far] = await sockets();
  near.end(`${body}not JSON\n`);
  assert.deepEqual(await all(duplex(far, { framing }).messages), [body.trim(), "not JSON"]);
  far.destroy();
  assert.deepEqual(await all(child(shell("echo starting; echo 1")).messages), ["starting", "1"]);
});

/** A WebSocket that is open. */
class FakeSocket extends EventTarget {
  readyState = 1;
  happen(name, members) {
    this.dispatchEvent(Object.assign(new Event(name), members));
  }
}

// The code was lost, and the connection ended as if all were well.
test("a WebSocket that is closed with a code", async () => {
  for (const code of [undefined, 1000, 1001, 1005]) {
    const socket = new FakeSocket();
    const { messages } = webSocket(socket);
    socket.happen("message", { data: "1" });
    socket.happen("close", { code, reason: "done" });
    assert.deepEqual(await all(messages), ["1"]);
  }
  const refused = new FakeSocket();
  const { messages } = webSocket(refused);
  refused.happen("message", { data: "1" });
  refused.happen("close", { code: 4401, reason: "who are you?" });
  const { out, error } = await lost(messages);
  assert.deepEqual([out, error.reason, error.message], [["1"], "disconnected", 'the WebSocket was closed with code 4401: "who are you?"']);
  assert.equal(error.cause.code, 4401);

  const failed = new FakeSocket();
  const transport = webSocket(failed);
  const why = new Error("no route");
  failed.happen("error", { error: why, message: "no route" });
  failed.happen("close", { code: 1006, reason: "" });
  const end = (await lost(transport.messages)).error;
  assert.deepEqual([end.message, end.cause.error], ["the WebSocket was closed with code 1006", why]);
  const silent = new FakeSocket();
  const only = webSocket(silent);
  silent.happen("error", {});
  assert.equal((await lost(only.messages)).error.message, "the WebSocket has failed");
});

test("signals shut a connection down", async () => {
  const process = new EventEmitter();
  const done = [];
  let end;
  const closed = new Promise((resolve) => (end = resolve));
  const connection = { closed, shutdown: async ({ timeout }) => void done.push(`shutdown ${timeout}`), close: () => Promise.reject(done.push("close")) };
  shutdownOnSignal(connection, process, { timeout: 7 });
  assert.deepEqual(process.eventNames().sort(), ["SIGINT", "SIGTERM"]);
  process.emit("SIGTERM");
  assert.deepEqual(done, ["shutdown 7"]);
  process.emit("SIGINT");
  assert.deepEqual(done, ["shutdown 7", "close"]);
  end();
  await closed;
  await undefined;
  assert.deepEqual(process.eventNames(), []);
});
