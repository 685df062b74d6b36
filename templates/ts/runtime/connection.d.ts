import type { ReadError } from "./error.js";

/** An AbortSignal, where there are any. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : { readonly aborted: boolean; readonly reason: unknown };

/** What carries messages, each of which is the text of one JSON value. */
export interface Transport {
  /** Sends a message after those before it. The promise, if any, is fulfilled when there is room for more. */
  send(text: string): void | PromiseLike<void>;
  /** What arrives: messages, one at a time or several, and what is wrong in between. */
  readonly messages: AsyncIterable<TransportItem | readonly TransportItem[]>;
  close(): void | PromiseLike<void>;
}

/** A message, as text or as UTF-8; or what is wrong between messages. */
export type TransportItem = string | Uint8Array | TransportFault;

/** What cannot be a message. */
export interface TransportFault {
  /** A message is too long and was passed over; the input ends in the middle of one; or it cannot be divided any further. */
  fault: "too_large" | "truncated" | "framing";
  text: string;
}

/** How messages are delimited in a stream of bytes. */
export interface Framing {
  readonly kind: "ndjson" | "content-length" | "length-prefix" | "none";
  /** The length of the longest message. */
  readonly maxBytes?: number;
  /** How many bytes a length has. */
  readonly width?: number;
  readonly order?: "little" | "big";
  /** Whether an empty line is nothing. */
  readonly ignoresBlank?: boolean;
}

/** How a stream is read. */
export interface StreamOptions {
  /** How messages are delimited; by default as the protocol has it. */
  framing?: Framing;
  /** The length of the longest message that is read; by default the one of the protocol. */
  maxBytes?: number;
}

/** Something that a connection tells about, and that does not end it. */
export interface Report {
  kind:
    | "answer"
    | "callback"
    | "cancel"
    | "duplicate_id"
    | "error"
    | "handler"
    | "ignored"
    | "late"
    | "on_failure"
    | "rule"
    | "settled"
    | "too_large"
    | "transport"
    | "truncated"
    | "framing"
    | "unknown_id"
    | "unknown_method"
    | "unreadable";
  text: string;
  /** The message that it is about. */
  message?: unknown;
  /** The rule that the peer has broken. */
  fault?: { rule: string; element: string; text: string };
  /** What could not be read. */
  errors?: readonly ReadError[];
  error?: unknown;
}

/** What the handlers of requests, callbacks and calls of one end are. */
export interface Shape {
  /** What it calls: the name with the params and the result. */
  calls: object;
  /** What it sends that is not answered. */
  notes: object;
  /** The requests that it answers. */
  handles: object;
  /** What it receives that is not answered. */
  hears: object;
  /** What its iterators have. */
  event: unknown;
  /** What the peer has said in the handshake. */
  handshake: unknown;
}

type Params<T> = T extends { params: infer P } ? P : never;
type Result<T> = T extends { result: infer R } ? R : never;
type Progress<T> = T extends { progress: infer P } ? P : Record<never, never>;
type Names<T> = keyof T & string;

/** The arguments of a call, of which params that may be absent can be left out. */
export type CallArguments<P> = undefined extends P ? [params?: P, options?: CallOptions] : [params: P, options?: CallOptions];

/** The arguments of a notification. */
export type NoteArguments<P> = undefined extends P ? [payload?: P] : [payload: P];

/** How a call is made. */
export interface CallOptions {
  /** Cancels the call, in the way that the protocol has for that. */
  signal?: Signal | undefined;
  /** Cancels the call after so many milliseconds. */
  timeout?: number | undefined;
  /** Whether a request with a fail-safe answer has that as its result if no answer can be obtained; false rejects. */
  failSafe?: boolean | undefined;
}

/** A call that was made: the promise of its result. */
export interface Call<R, E, P = Record<never, never>> extends Promise<R> {
  readonly id: string | number | null;
  /** The events and notifications that arrive from now on, until the call is answered. */
  events(): AsyncIterableIterator<E>;
  /** The progress that is reported of the call. */
  progress<K extends Names<P> = "progress" & Names<P>>(kind?: K): AsyncIterableIterator<P[K]>;
}

/** What a handler has besides the params. */
export interface HandlerContext<C = unknown> {
  /** Aborted when the request is cancelled, when no answer is owed any more, and when the connection ends. */
  readonly signal: Signal;
  readonly id: string | number;
  readonly method: string;
  /** The whole message. */
  readonly message: unknown;
  readonly connection: C;
}

/** Answers a request, with its result or by throwing a {@link ResponseError}. */
export type Handler<T, C = unknown> = (params: Params<T>, context: HandlerContext<C>) => Result<T> | PromiseLike<Result<T>>;

/** Is handed an event or a notification. */
export type Callback<P> = (payload: P, info: { readonly message: unknown; readonly history: boolean }) => unknown;

/** How a connection behaves. */
export interface ConnectionOptions<S extends Shape, Further = Record<string, unknown>, C = Connection<S>> {
  /** What answers the requests of the peer, by name. */
  handle?: { [N in keyof S["handles"]]?: Handler<S["handles"][N], C> };
  /** What is handed events and notifications, by name. */
  on?: { [N in keyof S["hears"]]?: Callback<S["hears"][N]> };
  /** Is handed what the protocol does not declare. A request is answered with the result, or refused if that is undefined. */
  unknown?: (method: string, params: unknown, context: HandlerContext<C>) => unknown;
  /** Is told what the peer does wrong, and of handlers that fail. */
  onReport?: (report: Report) => void;
  /** Further members of the messages that are sent. */
  members?: Further | ((message: object) => Further);
  /** Cancels each call after so many milliseconds, unless it has its own timeout. */
  timeout?: number;
  /** How long a cancelled call waits for its answer, in milliseconds: 2000. */
  grace?: number;
  /** The length of the longest message that is accepted. */
  maxBytes?: number;
  /** How many events may wait for an iterator: 10000. With more, the connection ends if a call is open, and else reads no further. */
  maxQueued?: number;
  /** How many requests may run at a time: 1000. */
  maxHandlers?: number;
  /** How many messages may wait to be sent: 100000. Beyond that, none are accepted. */
  maxUnsent?: number;
  /** What outlives the connection, and is that of those that follow it. */
  session?: Session;
}

/**
 * What outlives a connection, and is the option of several that follow each other: a call whose request may be sent again does not fail with
 * its connection, and such a request of the peer is handled once.
 */
export declare class Session {
  /** Ends the session, not its connection: what waits for another one fails, and handlers are told to stop. */
  close(): void;
  readonly isClosed: boolean;
}

/** One end of a connection. */
export interface Connection<S extends Shape> {
  /** Makes a call. Rejects with a {@link ResponseError}, {@link ConnectionError}, {@link SessionError}, {@link AnswerError}, WireError, or the reason of the signal. */
  call<M extends Names<S["calls"]>>(
    name: M,
    ...args: CallArguments<Params<S["calls"][M]>>
  ): Call<Result<S["calls"][M]>, S["event"], Progress<S["calls"][M]>>;
  /** Sends an event or a notification, or throws why it cannot. The promise is fulfilled when there is room for more. */
  notify<N extends Names<S["notes"]>>(name: N, ...args: NoteArguments<S["notes"][N]>): Promise<void>;
  /** Calls a method that the protocol does not declare. */
  callRaw(method: string, params?: unknown, options?: CallOptions): Call<unknown, S["event"]>;
  /** Sends a notification that the protocol does not declare. */
  notifyRaw(method: string, params?: unknown): Promise<void>;
  /** Calls a function for each event or notification of that name. Returns what ends that. */
  on<N extends Names<S["hears"]>>(name: N, callback: Callback<S["hears"][N]>): () => void;
  /** Sets what answers the requests of that name. */
  handle<M extends Names<S["handles"]>>(name: M, handler: Handler<S["handles"][M], Connection<S>>): this;
  /** All events and notifications that arrive from now on. */
  events(): AsyncIterableIterator<S["event"]>;
  /** Ends the connection. */
  close(): Promise<void>;
  /** Fulfilled with the reason when the connection has ended. */
  readonly closed: Promise<ConnectionError>;
  /** The version that both peers speak, once it is known. */
  readonly version: string | undefined;
  /** What the peer has said in the handshake. */
  readonly handshake: S["handshake"] | undefined;
}

/** The error that answers a call: one to throw in a handler, and one that a call is rejected with. */
export declare class ResponseError extends Error {
  constructor(error: { code?: number; message: string; data?: unknown }, errorName?: string);
  readonly name: "ResponseError";
  readonly code: number;
  readonly data?: unknown;
  /** The name that the spec declares, if it does. */
  readonly errorName: string | undefined;
}

/** The connection, or a call of it, has ended without an answer. */
export declare class ConnectionError extends Error {
  constructor(reason: ConnectionError["reason"], message: string, cause?: unknown);
  readonly name: "ConnectionError";
  readonly reason: "cancelled" | "closed" | "disconnected" | "framing" | "handshake" | "history" | "overflow" | "settled" | "slow_consumer" | "too_large";
}

/** A message was not sent, because it breaks a rule of the session. */
export declare class SessionError extends Error {
  constructor(rule: string, element: string, message: string);
  readonly name: "SessionError";
  readonly rule: string;
  readonly element: string;
}

/** A call was not answered in time. */
export declare class TimeoutError extends Error {
  constructor(method: string, milliseconds: number);
  readonly name: "TimeoutError";
}

/** The answer to a call is not the result of its method. */
export declare class AnswerError extends Error {
  constructor(method: string, errors: readonly ReadError[]);
  readonly name: "AnswerError";
  readonly errors: readonly ReadError[];
}
