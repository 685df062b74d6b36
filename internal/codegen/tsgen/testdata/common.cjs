// @ts-check
const wire = require("demo");
const guards = require("demo/guards");

/** @type {import("demo/types").Part} */
const part = { type: "text", text: "x" };
/** @type {unknown} */
const value = part;
if (guards.isTextPart(value)) value.text.trim();

const read = wire.readPart(value);
if (read.ok && read.value.type === "image") read.value.url.trim();
if (!read.ok) read.errors.map((e) => e.path.trim());

// @ts-expect-error text is missing
wire.writeTextPart({ type: "text" });
