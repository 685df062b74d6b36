import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { show } from "../dist/show.js";

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

test("the session is printed as in golden.txt", () => {
  assert.equal([...show(read("session.jsonl"))].join("\n") + "\n", read("golden.txt"));
});
