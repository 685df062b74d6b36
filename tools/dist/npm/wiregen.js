#!/usr/bin/env node
// Runs the program that the package for this platform contains: an optional dependency, of
// which npm installs the one that fits.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { isatty } = require("node:tty");
const { optionalDependencies } = require("../package.json");

const windows = process.platform === "win32";
const name = `@wiregen/${process.platform}-${process.arch}`;

function fail(message) {
  console.error(`wiregen: ${message}`);
  process.exit(2);
}

function program() {
  const version = optionalDependencies[name];
  if (version === undefined) {
    const known = Object.keys(optionalDependencies).map((key) => key.replace("@wiregen/", ""));
    fail(`there is no program for ${process.platform}-${process.arch}, only for ${known.join(", ")}: build it with Go`);
  }
  try {
    return require.resolve(`${name}/bin/wiregen${windows ? ".exe" : ""}`);
  } catch {
    fail(
      `the package ${name} is not installed. It is an optional dependency: install again on this machine, ` +
        `without --omit=optional and without a node_modules folder of another one, or run npm install ${name}@${version}`,
    );
  }
}

const file = program();
let child;

// The keys of a terminal send their signals to the child as well. The streams of process are not
// asked: Node would make the pipes that the child shares return without waiting.
const keys = windows || [0, 1, 2].some((fd) => isatty(fd));
// A signal may come as soon as there is a child, so this is before it starts.
for (const signal of ["SIGINT", "SIGQUIT", "SIGBREAK", "SIGTERM", "SIGHUP"]) {
  if (!(signal in constants.signals)) continue;
  const byKey = ["SIGINT", "SIGQUIT", "SIGBREAK"].includes(signal);
  process.on(signal, () => {
    if (!(byKey && keys)) child.kill(signal);
  });
}

child = spawn(file, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => fail(`cannot run ${file}: ${error.message}`));
child.on("exit", (code, signal) => {
  if (signal === null) process.exit(code);
  // It ends as the child did; a signal that does not end Node becomes the exit code of a shell.
  process.exitCode = 128 + constants.signals[signal];
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
