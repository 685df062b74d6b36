import * as wire from "values";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<T extends true>(): T | undefined {
  return undefined;
}

// Tuples have their length.
export const pair: wire.Pair = ["a", null];
// @ts-expect-error an item is missing
export const short: wire.Pair = ["a"];
// @ts-expect-error there are only two items
export const long: wire.Pair = ["a", 1, 2];
// A writer takes a readonly one, which was refused.
const fixed = ["a", null] as const;
wire.writePair(fixed);
// @ts-expect-error an item is missing
wire.writePair(["a"] as const);
export function second(v: unknown): number | null {
  if (!wire.isPair(v)) return 0;
  const [text, n] = v;
  same<Equal<typeof text, string>>();
  return n;
}

// Integers: those of 64 bits are text.
export const numbers: wire.Numbers = { small: 1, wide: "-5", id: `${2n ** 64n - 1n}`, ids: [] };
// @ts-expect-error not an integer
export const fraction: wire.Numbers = { wide: "1.5" };
same<Equal<wire.Numbers["id"], `${bigint}` | null | undefined>>();

// Enums: of integers, open and closed.
export const level: wire.Level = 2;
// @ts-expect-error not declared
export const loudest: wire.Level = 3;
export const priority: wire.Priority[] = [1, 9, 5];
export const side: wire.Side[] = ["left", "up"];
same<Equal<wire.Mode, "fast" | "unknown">>();

// Keys of an enum.
export const colors: NonNullable<wire.Maps["by_color"]> = { red: 1 };
export const blue: number | undefined = colors.blue;
// @ts-expect-error not declared
export const green: NonNullable<wire.Maps["by_color"]> = { green: 1 };
export const sum = Object.values(colors).reduce((a, b) => a + b, 0);
export const sides: NonNullable<wire.Maps["by_side"]> = { left: 1, up: 2 };

// What a struct does not declare.
const bag: wire.Bag = { name: "x", more: [1] };
export const more: unknown = bag["more"];
// @ts-expect-error a declared field keeps its type
export const wrongBag: wire.Bag = { name: 1 };
// @ts-expect-error refused
export const strict: wire.Strict = { name: "x", more: 1 };

// Null is not absent.
export const patch: wire.Presence = { patch: null, quiet: [] };
// @ts-expect-error undefined is not a value of a patch
export const unset: wire.Presence = { patch: undefined, quiet: [] };
