package tsgen

import "testing"

// TestModule prints one module for both systems.
func TestModule(t *testing.T) {
	m := readModule(`import { a, b } from "./other.js";
/** @import { T } from "./types.js" */

// What it is.

const hidden = 1;

/** Doc. */
export function größe(v) {
  return a(v, "export { x }") + hidden;
}

export class Two {}

export const three = b;
`)
	m.links = append(m.links, link{word: "import", as: "all", from: "./more"}, link{word: "export", names: []string{"c"}, from: "./c"})
	const esm = `// Head.

import { a, b } from "./other.js";
import * as all from "./more.js";

export { c } from "./c.js";
/** @import { T } from "./types.js" */

// What it is.

const hidden = 1;

/** Doc. */
export function größe(v) {
  return a(v, "export { x }") + hidden;
}

export class Two {}

export const three = b;
`
	if got := string(m.esm("// Head.\n", ".js")); got != esm {
		t.Errorf("ESM:\n%s", got)
	}
	const common = `// Head.
"use strict";

const { a, b } = require("./other.cjs");
const all = require("./more.cjs");

exports.c = require("./c.cjs").c;
/** @import { T } from "./types.js" */

// What it is.

const hidden = 1;

/** Doc. */
function größe(v) {
  return a(v, "export { x }") + hidden;
}

class Two {}

const three = b;

exports.größe = größe;
exports.Two = Two;
exports.three = three;
`
	if got := string(m.commonJS("// Head.\n")); got != common {
		t.Errorf("CommonJS:\n%s", got)
	}
	const index = `// Head.
"use strict";

module.exports = {
  ...require("./one.cjs"),
  ...require("./two.cjs"),
};
`
	if got := string(whole("./one", "./two").commonJS("// Head.\n")); got != index {
		t.Errorf("CommonJS:\n%s", got)
	}
}
