// Runs the file of the benchmark in an engine and returns what it found.

import { execFileSync, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { delimiter, join } from "node:path";
import { tmpdir } from "node:os";

import { here, out, root } from "./build.mjs";

/** A name -> the version of the engine, and what the file found in it. */
export const ENGINES = {
  "Node": (file, options) => inProcess([process.execPath], file, options),
  "Node --disable-proto=delete": (file, options) => inProcess([process.execPath, "--disable-proto=delete"], file, options),
  "Deno": (file, options) => inProcess([join(here, "node_modules", ".bin", "deno"), "run", "-A"], file, options),
  "Chromium": inBrowser,
};

function inProcess([program, ...args], file, options) {
  const script = join(out, "process.mjs"), result = join(out, "result.json");
  writeFileSync(script, `
import { writeFileSync } from "node:fs";
import { go } from ${JSON.stringify(file)};

writeFileSync(${JSON.stringify(result)}, JSON.stringify(go(${JSON.stringify(options)})));
`);
  rmSync(result, { force: true });
  execFileSync(program, [...args, script], { stdio: ["ignore", "inherit", "inherit"] });
  const version = execFileSync(program, ["--version"], { encoding: "utf8" }).split("\n")[0].replace(/^deno | \(.*/g, "");
  return { version, ...JSON.parse(readFileSync(result, "utf8")) };
}

/** The browser that make browser installs, or one on the path. */
export function browser() {
  const path = process.env.PATH.split(delimiter);
  const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
  const programs = process.env.WIREGEN_BROWSER ? [process.env.WIREGEN_BROWSER] : [join(root, ".build", "browser", "chromium"), ...names.flatMap((name) => path.map((dir) => join(dir, name)))];
  const found = programs.find((program) => { try { accessSync(program, constants.X_OK); return true; } catch { return false; } });
  if (!found) throw new Error("there is no Chromium: run make browser, install one, or name it in WIREGEN_BROWSER");
  return found;
}

/** By the clock only short slices go undisturbed on a machine that has other work, so there are more of them. */
const shorter = ({ rounds, warmup, milliseconds }) => ({ rounds: 4 * rounds, warmup: 4 * warmup, milliseconds: milliseconds / 4 });

const page = (options) => `<!doctype html><title>bench</title><script type="module">
const answer = (body) => fetch("/result", { method: "POST", body: JSON.stringify(body) });
try {
  const { go } = await import("/bench.mjs");
  await answer({ version: navigator.userAgent.replace(/.*Chrome\\/([0-9]+).*/, "$1"), ...go(${JSON.stringify(options)}) });
} catch (err) {
  await answer({ wrong: [String(err && err.stack || err)] });
}
</script>`;

/** A page in a browser reports by a request. Its clock has steps of 5 µs, as the page is isolated. */
async function inBrowser(file, options) {
  const dir = mkdtempSync(join(tmpdir(), "bench-ts-"));
  let answered, failed;
  const answer = new Promise((resolve, reject) => { answered = resolve; failed = reject; });
  const server = createServer((request, response) => {
    const send = (type, body) => {
      response.writeHead(200, { "content-type": type, "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" });
      response.end(body);
    };
    if (request.url === "/bench.mjs") return send("text/javascript", readFileSync(file));
    if (request.url !== "/result") return send("text/html", page(shorter(options)));
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => { send("text/plain", ""); answered(JSON.parse(Buffer.concat(parts).toString())); });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const child = spawn(browser(), [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", `--user-data-dir=${dir}`, `http://127.0.0.1:${server.address().port}/`,
  ], { stdio: "ignore" });
  child.on("error", failed);
  child.on("exit", () => failed(new Error("the browser ended before it answered")));
  try {
    return await answer;
  } finally {
    const gone = child.exitCode === null && child.pid ? new Promise((resolve) => child.on("exit", resolve)) : undefined;
    child.kill();
    await gone;
    server.close();
    server.closeAllConnections();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
