import * as wire from "./index.js";

const size = 7n as wire.Size;
const sizes: wire.Sizes = { total: size, more: size };
const patch: wire.PatchInput = { n: size };
wire.writePatch(patch);
wire.writePatch({ few: 9n });
// @ts-expect-error a number is no bigint
const wrong: wire.Few = 5;
// @ts-expect-error a bigint has no brand
const bare: wire.Size = 7n;
const sum: bigint = size + (sizes.total ?? 0n);
export { wrong, bare, sum };
