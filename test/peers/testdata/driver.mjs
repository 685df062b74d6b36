// A driver of one end of the protocol peer.yaml, as driver/main.go is, with the same commands
// and the same lines:
//
//	node driver.mjs DIR SOCKET          listens there; each control connection has ends of its own
//	node driver.mjs DIR SOCKET stdio    connects to it; the end is on the standard input and output
//
// DIR has the generated packages plain, headed and hand.
import net from "node:net";
import { readdirSync } from "node:fs";
import { World } from "./world.mjs";

const [, , dir, socket, mode] = process.argv;
const worlds = new Set();
process.on("warning", (warning) => {
  for (const w of worlds) w.say(`warning: ${warning.name}`);
});
process.on("unhandledRejection", (error) => {
  for (const w of worlds) w.say(`unhandled: ${error?.stack ?? error}`);
});

const specs = {};
for (const name of ["plain", "headed", "hand"]) {
  specs[name] = { ...(await import(`${dir}/${name}/connection.js`)), ...(await import(`${dir}/${name}/node.js`)) };
}

function begin(control) {
  control.on("error", () => {});
  control.setEncoding("utf8");
  const w = new World(specs, control, mode === "stdio");
  worlds.add(w);
  let text = "";
  control.on("data", (chunk) => {
    const lines = (text + chunk).split("\n");
    text = lines.pop();
    for (const line of lines) {
      if (line === "memory") memory(w);
      else if (line === "left") left(w);
      else w.command(line);
    }
  });
  control.on("close", () => {
    worlds.delete(w);
    w.stop();
  });
}

function memory(w) {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  w.say(`memory: ${heapUsed + external} ${rss}`);
}

function left(w) {
  const handles = process.getActiveResourcesInfo().length;
  w.say(`left: ${handles} ${readdirSync("/proc/self/fd").length} ${w.running}`);
}

if (mode === "stdio") {
  begin(net.connect(socket));
} else {
  net.createServer(begin).listen(socket, () => console.log("ready"));
}
