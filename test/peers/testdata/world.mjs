import { spawn } from "node:child_process";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { does, kind } from "./does.mjs";

/** What one control connection has made. */
export class World {
  running = 0; // handlers
  ticks = 0;
  reports = 0;
  waiting = new Set(); // what waits for go
  #specs;
  #control;
  #own; // the process is of this world alone
  #o;
  #conn; // the last one
  #made = Promise.withResolvers?.() ?? resolvers();
  #calls = new Map(); // what cancels them
  #signals = new Map();
  #cleanups = [];

  constructor(specs, control, own) {
    this.#specs = specs;
    this.#control = control;
    this.#own = own;
  }

  say(line) {
    if (this.#control.writable) this.#control.write(`${line.replaceAll("\n", " ")}\n`);
  }

  stop() {
    this.release();
    for (const f of this.#cleanups) f();
    this.#conn?.close().catch(() => {});
  }

  release() {
    for (const f of this.waiting) f();
    this.waiting.clear();
  }

  command(line) {
    let rest = line;
    const word = () => {
      const at = rest.indexOf(" ");
      const out = at < 0 ? rest : rest.slice(0, at);
      rest = at < 0 ? "" : rest.slice(at + 1);
      return out;
    };
    const name = word();
    if (name === "start") {
      this.#o = JSON.parse(rest);
      this.#start().catch((error) => this.say(`fault: ${error.stack}`));
    } else if (name === "go") {
      this.release();
    } else if (name === "cancel") {
      this.#calls.get(word())();
    } else {
      const label = word();
      this.#labelled(name, label, word, () => rest).catch((error) => this.say(`fault: ${error.stack}`));
    }
  }

  async #labelled(name, label, word, rest) {
    if (name === "calls") {
      const n = Number(word());
      const method = word();
      const [params, options] = divided(rest());
      await this.#many(label, n, method, params, options);
    } else if (name === "call") {
      const method = word();
      const [params, options] = divided(rest());
      await this.#call(label, method, params, options);
    } else if (name === "notify") {
      const method = word();
      const params = rest() === "" ? undefined : JSON.parse(rest());
      await this.#done(label, "sent", async () => (await this.#current()).notify(method, params));
    } else if (name === "stream") {
      const method = word();
      const at = rest().lastIndexOf(" ");
      await this.#stream(label, method, JSON.parse(rest().slice(0, at)), Number(rest().slice(at + 1)));
    } else if (name === "shutdown") {
      const timeout = Number(rest()) || undefined;
      await this.#done(label, "done", async () => (await this.#current()).shutdown({ timeout }));
    } else if (name === "close") {
      await this.#done(label, "done", async () => (await this.#current()).close());
    } else {
      this.say(`fault: there is no command ${name}`);
    }
  }

  async #current() {
    await this.#made.promise;
    return this.#conn;
  }

  async #done(label, word, act) {
    try {
      await act();
      this.say(`${label}: ${word}`);
    } catch (error) {
      this.say(`${label}: error ${kind(error)}`);
    }
  }

  /** The options of a call. */
  #options(label, { timeout, reset, signal } = {}) {
    let controller = signal && this.#signals.get(signal);
    if (!controller) controller = new AbortController();
    if (signal) {
      this.#signals.set(signal, controller);
      this.#calls.set(signal, () => controller.abort());
    }
    this.#calls.set(label, () => controller.abort());
    return { signal: controller.signal, timeout, resetByProgress: reset };
  }

  async #call(label, method, params, options) {
    const conn = await this.#current();
    try {
      const call = conn.call(method, params, this.#options(label, options));
      if (method === "load") {
        let pieces = 0;
        call.catch(() => {});
        for await (const _ of call.progress()) this.say(`${label}: progress ${++pieces}`);
      }
      const text = JSON.stringify(await call);
      this.say(`${label}: result ${text.length > 200 ? `${text.slice(0, 40)}… ${text.length} bytes` : text}`);
    } catch (error) {
      this.say(`${label}: error ${kind(error)}`);
    }
  }

  async #many(label, n, method, params, options) {
    const conn = await this.#current();
    const counts = {};
    const one = async (i) => {
      let word = "result";
      try {
        await conn.call(method, params, this.#options(`${label}.${i}`, options));
      } catch (error) {
        word = kind(error).split(":")[0];
      }
      counts[word] = (counts[word] ?? 0) + 1;
    };
    await Promise.all(Array.from({ length: n }, (_, i) => one(i)));
    const words = Object.keys(counts).sort().map((word) => `${word} ${counts[word]}`);
    this.say(`${label}: all ${words.join(", ")}`);
  }

  async #stream(label, method, params, delay) {
    const conn = await this.#current();
    let n = 0;
    const call = conn.call(method, params);
    const over = call.then(() => "result", (error) => `error ${kind(error)}`);
    for await (const event of call.events()) {
      if (event.method !== "tick") continue;
      n++;
      if (event.params.n !== n) {
        this.say(`${label}: event ${event.params.n} is the number ${n}`);
        break;
      }
      if (delay >= 1000) await sleep(delay / 1000, undefined, { ref: false });
      else for (const late = performance.now() + delay / 1000; performance.now() < late; );
      if (delay > 0 && delay < 1000 && n % 20 === 0) await new Promise(setImmediate);
    }
    const outcome = await over;
    this.say(`${label}: events ${n}`);
    this.say(`${label}: ${outcome}`);
  }

  /** The options of a connection. */
  #connection() {
    const on = {};
    const handle = {};
    const handler = (params, context) => does(this, params ?? {}, context);
    for (const name of ["do", "nap"]) handle[name] = handler;
    for (const name of ["load", "bye"]) handle[name] = () => ({});
    handle.login = () => ({ key: "k3y!!" }); // it is longer than the spec says
    on.note = (params) => does(this, params ?? {}, { connection: this.#conn, note: true });
    on.tick = () => void this.ticks++;
    on.go = () => this.release();
    on.leave = on.loaded = () => {};
    if (this.#o.spec === "hand" && this.#o.end === "server") handle.hello = () => ({ version: "1.0" });
    const onReport = ({ kind: what, text }) => this.reports++ < 100 && this.say(`report: ${what}: ${text.slice(0, 300)}`);
    const own = { ...this.#o.options, handle, on, onReport };
    if (this.#o.spec === "hand" && this.#o.end === "client") own.handshake = { versions: ["1.0"] };
    if (this.#o.log) own.trace = (message) => this.say(`log: ${JSON.stringify(message)}`);
    if (this.#o.log) own.onReport = ({ text }) => this.say(`log: ${text}`);
    if (this.#o.around) Object.assign(own, this.#around());
    return own;
  }

  /** Interceptors that refuse and change what says so. */
  #around() {
    const refused = { code: -32001, message: "it is refused" };
    const { ResponseError } = this.#specs.plain;
    const says = (value, text) => JSON.stringify(value ?? null).includes(text);
    return {
      incoming: async (request, next) => {
        if (says(request.params, "refuse this")) throw new ResponseError(refused);
        try {
          const result = await next();
          this.say(`around: in ${request.method} well`);
          return result;
        } catch (error) {
          this.say(`around: in ${request.method} error ${kind(error)}`);
          throw error;
        }
      },
      outgoing: (o) => {
        if (says(o.params, "refuse this")) throw new ResponseError(refused);
        if (says(o.params, "change this")) o.params = JSON.parse(JSON.stringify(o.params).replaceAll("change this", "changed"));
        return (_, error) => this.say(`around: out ${o.method} ${error === undefined ? "well" : `error ${kind(error)}`}`);
      },
    };
  }

  /** Makes the end. */
  async #start() {
    const { spec, over, end, at } = this.#o;
    const made = this.#specs[spec];
    if (over === "stdio") {
      this.#watch(this.#serve(made, made.stdio(process)));
    } else if (over === "child") {
      const [command, ...args] = this.#o.cmd;
      const process_ = spawn(command, args, { detached: true, env: { ...process.env, ...Object.fromEntries(this.#o.env.map((x) => x.split("="))) } });
      await this.#connect(made, made.child(process_));
    } else if (over === "pair") {
      const [own, others] = made.pair();
      bridge(others, net.connect({ path: at, allowHalfOpen: true }));
      await this.#either(made, own, end);
    } else if (over === "ws") {
      await this.#either(made, made.webSocket(new WebSocket(at)), end);
    } else if (end === "server") {
      this.#listen(made, over, at);
    } else {
      const socket = over === "tcp" ? net.connect({ port: Number(at.split(":")[1]), host: "127.0.0.1", allowHalfOpen: true }) : net.connect({ path: at, allowHalfOpen: true });
      await this.#connect(made, made.duplex(socket));
    }
  }

  #listen(made, over, at) {
    const server = net.createServer({ allowHalfOpen: true }, (socket) => this.#watch(this.#serve(made, made.duplex(socket))));
    this.#cleanups.push(() => server.close());
    if (over === "tcp") server.listen(0, "127.0.0.1", () => this.say(`listening 127.0.0.1:${server.address().port}`));
    else server.listen(at, () => this.say(`listening ${at}`));
  }

  #serve(made, transport) {
    const conn = made.serve(transport, this.#connection());
    if (this.#o.signals) made.shutdownOnSignal(conn, process);
    return conn;
  }

  async #either(made, transport, end) {
    if (end === "server") this.#watch(this.#serve(made, transport));
    else await this.#connect(made, transport);
  }

  async #connect(made, transport) {
    try {
      this.#watch(await made.connect(transport, this.#connection()));
    } catch (error) {
      this.say(`not connected: ${kind(error)}`);
    }
  }

  /** Makes a connection the current one, and says how it ends. */
  async #watch(conn) {
    this.#conn = conn;
    this.#made.resolve();
    this.say("made");
    if (this.#own) this.#control.unref(); // the process goes on as long as its connection does
    const error = await conn.closed.then((reason) => reason, (reason) => reason);
    this.say(`ended: ${error === undefined ? "well" : `error ${kind(error)}`}`);
    if (error !== undefined && this.#own) process.exitCode = 1;
  }
}

function resolvers() {
  const out = {};
  out.promise = new Promise((resolve) => (out.resolve = resolve));
  return out;
}

/** Divides params and the options behind them. */
function divided(text) {
  if (text === "") return [undefined, undefined];
  for (let at = text.indexOf("}"); at >= 0; at = text.indexOf("}", at + 1)) {
    try {
      const params = JSON.parse(text.slice(0, at + 1));
      const more = text.slice(at + 1).trim();
      return [params, more === "" ? undefined : JSON.parse(more)];
    } catch {
      // it goes on
    }
  }
  throw new Error(`what is ${text}?`);
}

/** Carries messages between a transport and lines. */
async function bridge(transport, socket) {
  socket.on("error", () => {});
  const read = async () => {
    let text = "";
    for await (const chunk of socket) {
      text += chunk;
      const lines = text.split("\n");
      text = lines.pop();
      for (const line of lines) await transport.send(line);
    }
    await transport.close();
  };
  read().catch(() => transport.close());
  for await (const items of transport.messages) {
    for (const item of [items].flat()) {
      if (!socket.write(`${typeof item === "string" ? item : new TextDecoder().decode(item)}\n`)) await new Promise((resolve) => socket.once("drain", resolve));
    }
  }
  socket.end();
}
