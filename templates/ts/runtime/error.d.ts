/** What a reader found wrong, and where. */
export interface ReadError {
  /** The place in the value: `params.display[2].text`; empty for the value itself. */
  path: string;
  expected: string;
  found: string;
  /** `expected a string, found null`, or `missing: expected a string`. */
  message: string;
}

/** A value that was passed over, because the protocol tolerates one that cannot be read there. */
export interface Dropped {
  /** The field or the item; empty for a last entry whose message says how many more there are than the first 100. */
  path: string;
  /** The fault, which may be deep inside of it. */
  error: ReadError;
}

/** What a reader returns. The first error is the one that every target reports. */
export type ReadResult<T> = { ok: true; value: T; dropped?: Dropped[] } | { ok: false; errors: ReadError[] };

/** What could be read of a JSON-RPC message that is refused. */
export interface Refused {
  /** It is not JSON, not a message, of a method that is not declared, or its params are invalid. */
  reason: "json" | "message" | "method" | "params";
  /** Absent if it is not a message at all. */
  shape?: "request" | "notification" | "response";
  /** Absent if it has none, or not a valid one. */
  id?: string | number;
  method?: string;
}

/** What a reader of messages returns. */
export type MessageResult<T> = { ok: true; value: T; dropped?: Dropped[] } | { ok: false; errors: ReadError[]; refused: Refused };

/** Thrown by writers when a value is not of its type. */
export declare class WireError extends Error {
  /** The message is the error in one line: `params.text: expected a string, found null`, or `params.text is missing: expected a string`. */
  constructor(error: ReadError);
  readonly path: string;
  readonly expected: string;
  readonly found: string;
}
