import { readFileSync } from "node:fs";

import { show } from "./show.js";

for (const line of show(readFileSync("session.jsonl", "utf8"))) {
  console.log(line);
}
