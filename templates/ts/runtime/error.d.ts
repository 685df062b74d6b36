/** What a reader found wrong, and where. */
export interface ReadError {
  /** The place in the value: `params.display[2].text`; empty for the value itself. */
  path: string;
  expected: string;
  found: string;
  /** `expected a string, found null`. */
  message: string;
}

/** What a reader returns. The first error is the one that every target reports. */
export type ReadResult<T> = { ok: true; value: T } | { ok: false; errors: ReadError[] };

/** Thrown by writers when a value is not of its type. */
export declare class WireError extends Error {
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}
