// An editor on generated ends: SERVER STEPS, the program of the server with its arguments, and a file
// with a list of steps, each a step of editor_test.go. It prints a line of JSON for each.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "./ts/connection.js";
import { child } from "./ts/node.js";

const [program, ...args] = JSON.parse(process.argv[2]);
const steps = JSON.parse(readFileSync(process.argv[3], "utf8"));
const began = performance.now();
const server = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, GOTRACEBACK: "all" } });
const exited = new Promise((done) => server.on("exit", (code) => done(code)));
const published = new Map(); // the last diagnostics of each document
let count = 0; // how often diagnostics came
let wake = () => {};
let conn;

// until waits for the diagnostics of a version of a document.
async function until(uri, version) {
  const end = Date.now() + 120_000;
  for (;;) {
    const last = published.get(uri);
    if (last && last.version === version) return last.diagnostics;
    if (Date.now() > end) throw new Error(`no diagnostics of version ${version} of ${uri}`);
    await new Promise((done) => {
      wake = done;
      setTimeout(done, 1000);
    });
  }
}

const does = {
  async start({ params }) {
    conn = await connect(child(server), {
      handshake: params,
      on: {
        "textDocument/publishDiagnostics": (p) => {
          published.set(p.uri, p);
          count++;
          wake();
        },
      },
      onReport: ({ kind, text }) => console.error(`${kind}: ${text}`),
    });
    const answer = conn.handshake;
    await conn.notify("initialized", {});
    return answer;
  },
  call: ({ method, params }) => conn.call(method, params),
  notify: ({ method, params }) => conn.notify(method, params),
  diagnostics: ({ uri, version }) => until(uri, version),
  // settled waits until nothing is published for a while, and returns what is shown of each document.
  async settled({ version: pause }) {
    for (let before = -1; before !== count; ) {
      before = count;
      await new Promise((done) => setTimeout(done, pause));
    }
    return Object.fromEntries([...published].map(([uri, p]) => [uri, p.diagnostics]));
  },
  elapsed: () => performance.now() - began,
  // dump ends the server, which prints its goroutines.
  async dump() {
    server.kill("SIGQUIT");
    return await exited;
  },
  memory: () => {
    const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
    return { rss: Number(/VmRSS:\s+(\d+)/.exec(status)[1]), threads: Number(/Threads:\s+(\d+)/.exec(status)[1]) };
  },
  async stop() {
    await conn.call("shutdown");
    await conn.notify("exit");
    const code = await exited;
    return code;
  },
};

for (const step of steps) {
  let said;
  try {
    said = { result: (await does[step.do](step)) ?? null };
  } catch (err) {
    said = { error: String(err.message ?? err) };
  }
  console.log(JSON.stringify(said));
}
process.exit(0);
