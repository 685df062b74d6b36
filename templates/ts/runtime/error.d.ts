/** An error of reading, with its place. */
export interface ReadError {
  /** The path in the value, such as `params.display[2].text`; empty for the value itself. */
  path: string;
  expected: string;
  found: string;
  /** `expected a string, found null`, or `missing: expected a string`. */
  message: string;
}

/** An invalid value that was skipped, because the protocol tolerates it. */
export interface Dropped {
  /** The path of the field or item; empty for a last entry, whose message says how many there are beyond the first 100. */
  path: string;
  /** The error, which may be deep inside the value. */
  error: ReadError;
}

/** The result of a reader. The first error is the same in all target languages. */
export type ReadResult<T> = { ok: true; value: T; dropped?: Dropped[] } | { ok: false; errors: ReadError[] };

/** The parts that could be read of an invalid JSON-RPC message. */
export interface Refused {
  /** Why: it is not JSON, not a message, its method is undeclared, or its params are invalid. */
  reason: "json" | "message" | "method" | "params";
  /** Absent if the text is not a message. */
  shape?: "request" | "notification" | "response";
  /** Absent if it has no valid id. */
  id?: string | number;
  method?: string;
}

/** The result of a reader of messages. */
export type MessageResult<T> = { ok: true; value: T; dropped?: Dropped[] } | { ok: false; errors: ReadError[]; refused: Refused };

/** Thrown by writers if a value is invalid. */
export declare class WireError extends Error {
  /** The message is the error in one line: `params.text: expected a string, found null`, or `params.text is missing: expected a string`. */
  constructor(error: ReadError);
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}
