// An end of the protocol rules.yaml, as driver.go is: PACKAGE agent, or PACKAGE client CALL….
const [, , dir, side, ...calls] = process.argv;
const { connect, serve } = await import(`${dir}/connection.js`);
const { stdio } = await import(`${dir}/node.js`);

const say = (line) => process.stderr.write(`${line}\n`);
const onReport = ({ kind, text, fault }) => say(fault ? `rule ${fault.rule}` : `other ${kind}: ${text}`);

async function outcome(name, call) {
  try {
    await call;
    say(`${name}: result`);
  } catch (error) {
    if (error.name === "AbortError") say(`${name}: cancelled`);
    else if (error.reason === "settled") say(`${name}: settled`);
    else say(`${name}: error ${error.errorName ?? error.message}`);
  }
}

async function steps(call) {
  for await (const { percent } of call.progress()) say(`${percent} percent`);
}

let over = resolvers();
function resolvers() {
  const out = {};
  out.promise = new Promise((resolve) => (out.resolve = resolve));
  return out;
}

let stop = () => {};
let asked;
const until = (signal) => new Promise((resolve, reject) => {
  over.promise.then(resolve);
  signal?.addEventListener("abort", () => reject(signal.reason));
});
const on = {};
for (const name of ["go", "nudge", "changed", "moded", "asked"]) {
  on[name] = () => {
    say(`handled ${name}`);
    if (name === "go") {
      over.resolve();
      over = resolvers();
    }
    if (name === "moded") stop();
  };
}
const handle = {};
for (const name of ["ping", "setup", "poke", "rest", "later", "mode", "fancy", "feature", "watch", "bye", "popup", "hurry"]) {
  handle[name] = () => ({});
}
for (const name of ["work", "again", "slow", "quiet", "history"]) handle[name] = async (_, { signal }) => (await until(signal), {});
handle.ask = (_, { signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
handle.doask = (_, { connection }) => {
  const call = connection.call("ask", { id: "x" });
  asked = call.id;
  void outcome("ask", call);
  return {};
};
handle.dosettle = async (_, { connection }) => (await connection.notify("asked", { id: asked }), {});
handle.crash = ({ why }) => {
  if (why === "local") throw { code: -32005, message: "the peer is gone" };
  throw new Error("it was asked for");
};
handle.dohurry = (_, { connection }) => (void outcome("hurry", connection.call("hurry")), {});

if (side === "agent") {
  handle.hello = () => ({ features: [], can: {} });
  await serve(stdio(process), { handle, on, onReport }).closed;
} else {
  let conn;
  for (const name of calls) {
    const short = name.replace(/[&^]$/, "");
    const controller = new AbortController();
    stop = () => controller.abort();
    let done;
    if (short === "hello") {
      const begun = connect(stdio(process), { handshake: { versions: ["1.0"] }, handle, on, onReport });
      done = outcome(short, begun.then((c) => (conn = c)));
    } else {
      const call = conn.call(short, short === "load" ? { token: "t" } : undefined, { signal: controller.signal });
      if (short === "load") void steps(call);
      done = outcome(short, call);
    }
    if (short === name) await done;
  }
  await conn?.closed;
}
