// A session with the reference server of the model context protocol, in TypeScript.
import assert from "node:assert/strict";
import type * as mcp from "mcp-part";
import { connect, ResponseError } from "mcp-part/connection";
import { child } from "mcp-part/node";
import { later, peer, report, run } from "./session.js";

run(async () => {
  const tools = later();
  const rooted = later();
  let updated = later<string>();
  const conn = await connect(child(peer()), {
    handshake: {
      protocolVersion: "2025-11-25",
      clientInfo: { name: "wiregen", version: "1" },
      capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {} } },
    },
    handle: {
      "roots/list": () => ({ roots: [{ uri: "file:///project", name: "work" }] }),
      "sampling/createMessage": () => ({ role: "assistant", content: { type: "text", text: "words of a model" }, model: "none", stopReason: "endTurn" }),
      "elicitation/create": () => ({ action: "accept", content: { name: "Ada", check: true } }),
    },
    on: {
      "notifications/tools/list_changed": () => tools.done(),
      "notifications/message": () => rooted.done(),
      "notifications/resources/updated": ({ uri }) => updated.done(uri),
    },
    onReport: report,
  });
  assert.equal(conn.version, "2025-11-25");
  await conn.notify("notifications/initialized");
  await tools.promise;
  await rooted.promise;
  await conn.call("ping");
  await conn.call("logging/setLevel", { level: "debug" });
  assert.ok((await conn.call("tools/list")).tools.length >= 13);

  const call = (name: string, args: { [key: string]: unknown } = {}) => conn.call("tools/call", { name, arguments: args });
  const words = ({ content }: { content: mcp.Content[] }) => content.map((c) => ("text" in c ? c.text : "")).join(" ");
  assert.equal(words(await call("echo", { message: "grüß dich \u2028 😀" })), "Echo: grüß dich \u2028 😀");
  assert.match(words(await call("get-sum", { a: 1.5, b: 2 })), /is 3\.5/);
  assert.equal(typeof (await call("get-structured-content", { location: "Chicago" })).structuredContent?.["temperature"], "number");
  assert.match(words(await call("get-roots-list")), /file:\/\/\/project/);
  assert.match(words(await call("trigger-sampling-request", { prompt: "say something" })), /words of a model/);
  assert.match(words(await call("trigger-elicitation-request")), /User provided/);
  assert.equal((await call("get-sum", { a: 1, b: "x" })).isError, true);
  assert.deepEqual((await call("get-tiny-image")).content.map(({ type }) => type), ["text", "image", "text"]);
  assert.deepEqual((await call("get-resource-links", { count: 2 })).content.map(({ type }) => type), ["text", "resource_link", "resource_link"]);

  const long = conn.call("tools/call", { name: "trigger-long-running-operation", arguments: { duration: 0.5, steps: 5 }, _meta: { progressToken: 7 } });
  const reports: number[] = [];
  for await (const { progress } of long.progress()) reports.push(progress);
  assert.deepEqual(reports, [1, 2, 3, 4, 5]);
  assert.match(words(await long), /completed/);
  // The tool goes on after it was cancelled, and says so only at its end.
  const stop = new AbortController();
  const slow = conn.call("tools/call", { name: "trigger-long-running-operation", arguments: { duration: 600, steps: 1 } }, { signal: stop.signal });
  await conn.call("ping");
  const enough = new Error("enough");
  stop.abort(enough);
  await assert.rejects(slow, enough);

  assert.equal((await conn.call("prompts/list")).prompts.length, 4);
  const [prompt] = (await conn.call("prompts/get", { name: "args-prompt", arguments: { city: "Köln" } })).messages;
  assert.ok(prompt && words({ content: [prompt.content] }).includes("Köln"));
  await assert.rejects(conn.call("prompts/get", { name: "no such prompt" }), (error) => error instanceof ResponseError && error.errorName === "INVALID_PARAMS");
  const [first] = (await conn.call("resources/list", {})).resources;
  assert.ok(first);
  const [text] = (await conn.call("resources/read", { uri: first.uri })).contents;
  assert.ok(text && "text" in text && text.text.length > 1000);
  const completed = await conn.call("completion/complete", { ref: { type: "ref/prompt", name: "completable-prompt" }, argument: { name: "department", value: "E" } });
  assert.deepEqual(completed.completion.values, ["Engineering"]);

  const uri = "demo://resource/dynamic/text/1";
  await conn.call("resources/subscribe", { uri });
  await call("toggle-subscriber-updates");
  assert.equal(await updated.promise, uri);
  await call("toggle-subscriber-updates");
  await conn.call("resources/unsubscribe", { uri });
  await conn.close();
});
