import type { ReadError } from "./error.js";

/** AbortSignal, if the environment has it. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : { readonly aborted: boolean; readonly reason: unknown };

/** Carries messages, each the text of one JSON value. */
export interface Transport {
  /** Sends a message after the previous ones. The promise, if any, is fulfilled when more can be sent. */
  send(text: string): void | PromiseLike<void>;
  /** Received messages, one at a time or several, and errors between them. */
  readonly messages: AsyncIterable<TransportItem | readonly TransportItem[]>;
  close(): void | PromiseLike<void>;
}

/** A message, as text or as UTF-8, or an error between messages. */
export type TransportItem = string | Uint8Array | TransportFault;

/** An error between messages. */
export interface TransportFault {
  /** A message was too long and was skipped; the input ended inside a message; or the input does not have the framing of the protocol. */
  fault: "too_large" | "truncated" | "framing";
  text: string;
}

/** How messages are delimited in a stream of bytes. */
export interface Framing {
  readonly kind: "ndjson" | "content-length" | "length-prefix" | "none";
  /** The maximum length of a message in bytes. */
  readonly maxBytes?: number;
  /** The number of bytes of a length. */
  readonly width?: number;
  readonly order?: "little" | "big";
  /** Whether empty lines are skipped. */
  readonly ignoresBlank?: boolean;
}

/** Options of transports over streams. */
export interface StreamOptions {
  /** How messages are delimited. Default: the framing of the protocol. */
  framing?: Framing;
  /** The maximum length of a message in bytes. Default: that of the protocol. */
  maxBytes?: number;
}

/** A fault that does not end the connection. */
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
  /** The message concerned. */
  message?: unknown;
  /** The rule that the peer broke. */
  fault?: { rule: string; element: string; text: string };
  /** The errors of reading. */
  errors?: readonly ReadError[];
  error?: unknown;
}

/** The types of the calls, handlers and iterators of one end. */
export interface Shape {
  /** The requests that it sends, by name. */
  calls: object;
  /** The events and notifications that it sends, by name. */
  notes: object;
  /** The requests that it answers, by name. */
  handles: object;
  /** The events and notifications that it receives, by name. */
  hears: object;
  /** The items of its iterators. */
  event: unknown;
  /** The params or the result of the handshake, from the peer. */
  handshake: unknown;
}

type Params<T> = T extends { params: infer P } ? P : never;
type Result<T> = T extends { result: infer R } ? R : never;
type Progress<T> = T extends { progress: infer P } ? P : Record<never, never>;
type Names<T> = keyof T & string;

/** The arguments of a call. Params that may be absent can be omitted. */
export type CallArguments<P> = undefined extends P ? [params?: P, options?: CallOptions] : [params: P, options?: CallOptions];

/** The arguments of a notification. */
export type NoteArguments<P> = undefined extends P ? [payload?: P] : [payload: P];

/** Options of a call. */
export interface CallOptions {
  /** Cancels the call as the protocol says. */
  signal?: Signal | undefined;
  /** Cancels the call after this number of milliseconds. */
  timeout?: number | undefined;
  /** Whether the time of the timeout begins again with each progress report of the call. */
  resetByProgress?: boolean | undefined;
  /** Whether a request with a fail-safe result resolves to it if there is no answer; false rejects. */
  failSafe?: boolean | undefined;
}

/** A call: the promise of its result. */
export interface Call<R, E, P = Record<never, never>> extends Promise<R> {
  readonly id: string | number | null;
  /** The events and notifications that arrive until the call is answered. */
  events(): AsyncIterableIterator<E>;
  /** The progress reports of the call. */
  progress<K extends Names<P> = "progress" & Names<P>>(kind?: K): AsyncIterableIterator<P[K]>;
}

/** The context of a handler. */
export interface HandlerContext<C = unknown> {
  /** Aborted when the request is cancelled, when no answer is expected any more, and when the connection ends. */
  readonly signal: Signal;
  readonly id: string | number;
  readonly method: string;
  /** The whole message. */
  readonly message: unknown;
  readonly connection: C;
}

/** Handles a request: returns its result, or throws a {@link ResponseError}. */
export type Handler<T, C = unknown> = (params: Params<T>, context: HandlerContext<C>) => Result<T> | PromiseLike<Result<T>>;

/** A message that has arrived, for an interceptor. */
export interface Incoming<C = unknown> extends HandlerContext<C> {
  readonly kind: "request" | "event" | "notification";
  /** What handlers are registered by. */
  readonly name: string;
  /** What its handler gets. */
  readonly params: unknown;
}

/** A call or a notification that is to be sent, for an interceptor. */
export interface Outgoing {
  readonly kind: "request" | "event" | "notification";
  readonly name: string;
  readonly method: string;
  params: unknown;
}

/** A message that is sent or was received. */
export interface Traced {
  readonly sent: boolean;
  readonly kind: "request" | "notification" | "response";
  /** The method; of a response, that of its request, if it is known. */
  readonly method: string | undefined;
  readonly name: string | undefined;
  readonly id: unknown;
  /** The message without sensitive values. It may share objects with the message itself: do not change it. */
  readonly message: unknown;
}

/** Handles an event or a notification. */
export type Callback<P> = (payload: P, info: { readonly message: unknown; readonly history: boolean }) => unknown;

/** Options of a connection. */
export interface ConnectionOptions<S extends Shape, Further = Record<string, unknown>, C = Connection<S>> {
  /** The handlers of requests, by name. */
  handle?: { [N in keyof S["handles"]]?: Handler<S["handles"][N], C> };
  /** The handlers of events and notifications, by name. */
  on?: { [N in keyof S["hears"]]?: Callback<S["hears"][N]> };
  /** Handles messages of undeclared methods. A request is answered with the result, or refused if it is undefined. */
  unknown?: (method: string, params: unknown, context: HandlerContext<C>) => unknown;
  /** Called with faults of the peer, and with errors of handlers. */
  onReport?: (report: Report) => void;
  /** Additional members of the messages that are sent. */
  members?: Further | ((message: object) => Further);
  /** Cancels each call after this number of milliseconds, unless it has its own timeout. */
  timeout?: number;
  /** The maximum length of a message that is accepted, in bytes. */
  maxBytes?: number;
  /** The maximum number of requests handled at once, besides one for each open call of this end. Further ones wait. Default: 1000. */
  maxHandlers?: number;
  /**
   * The maximum number of bytes that wait: requests for a handler, events for an iterator, answers for being written. From it on nothing
   * more is read. Each message counts as its length and 1 KiB. Requests that are being handled have the same bound, apart. Default: 16 MiB.
   */
  maxRead?: number;
  /** The number of bytes that wait to be written from which the promise of notify is pending, and no handler is called. Default: 1 MiB. */
  maxWrite?: number;
  /** The number of bytes that wait to be written from which call and notify fail. Default: 64 MiB. */
  maxUnsent?: number;
  /** How long a cancelled call waits for its answer, in milliseconds. Default: 1000. */
  cancelWait?: number;
  /** How long reading may pause with nothing taken, or maxWrite bytes may wait with nothing written, in milliseconds. Default: 60000. */
  stallWait?: number;
  /** How long requests may go on after the end of the input, and close waits for what is written, in milliseconds. Default: 5000. */
  closeWait?: number;
  /** Ends a connection on which nothing has come for this number of milliseconds, if no call and no handler is open. */
  idleWait?: number;
  /** Ends a connection whose handshake is not answered within this number of milliseconds. */
  handshakeWait?: number;
  /** Called with each request and notification that arrives, and with what calls its handler. */
  incoming?: (message: Incoming<C>, next: (params?: unknown) => unknown) => unknown;
  /** Called with each call and notification before it is sent. It may change the params, or throw. What it returns is told of the end. */
  outgoing?: (message: Outgoing) => ((result?: unknown, error?: unknown) => void) | void;
  /** Called with each message that is sent and received, without sensitive values, and with long ones cut. */
  trace?: (message: Traced) => void;
  /** Carries state across reconnects. By default, calls and handlers end with the connection. */
  session?: Session;
}

/**
 * Carries open requests across reconnects; pass it to successive connections. A call whose request may be resent does not fail with
 * its connection, and such a request of the peer is handled once.
 */
export declare class Session {
  /** Ends the session, but not its connection: calls that wait for another connection fail, and the signals of handlers are aborted. */
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
  /** Sends an event or a notification, or throws if it must not be sent. The promise is fulfilled when more can be sent. */
  notify<N extends Names<S["notes"]>>(name: N, ...args: NoteArguments<S["notes"][N]>): Promise<void>;
  /** Calls an undeclared method. */
  callRaw(method: string, params?: unknown, options?: CallOptions): Call<unknown, S["event"]>;
  /** Sends a notification of an undeclared method. */
  notifyRaw(method: string, params?: unknown): Promise<void>;
  /** Calls a function for each event or notification of that name. Returns a function that ends this. */
  on<N extends Names<S["hears"]>>(name: N, callback: Callback<S["hears"][N]>): () => void;
  /** Sets the handler of the requests of that name. */
  handle<M extends Names<S["handles"]>>(name: M, handler: Handler<S["handles"][M], Connection<S>>): this;
  /** Iterates over all events and notifications that arrive from now on. */
  events(): AsyncIterableIterator<S["event"]>;
  /** Ends the connection, after what was sent is written. It does not wait for handlers, whose signals are aborted. */
  close(): Promise<void>;
  /**
   * Ends the connection when the requests that have arrived are answered; new ones are refused. A handler must not await it. If the signal
   * is aborted or the time passes before that, the connection is closed, and the promise rejects.
   */
  shutdown(options?: { signal?: Signal | undefined; timeout?: number | undefined }): Promise<void>;
  /**
   * Fulfilled when the connection has ended and its handlers have returned: with undefined after close, shutdown, the end of the session or
   * the end of the input between two messages, else with the reason.
   */
  readonly closed: Promise<ConnectionError | undefined>;
  /** The negotiated version, once it is known. */
  readonly version: string | undefined;
  /** The params or the result of the handshake, from the peer. */
  readonly handshake: S["handshake"] | undefined;
}

/** The error of a response: handlers throw it, and calls reject with it. */
export declare class ResponseError extends Error {
  constructor(error: { code?: number; message: string; data?: unknown }, errorName?: string);
  readonly name: "ResponseError";
  readonly code: number;
  readonly data?: unknown;
  /** The name of the error, if it is declared. */
  readonly errorName: string | undefined;
}

/** The connection, or a call on it, ended without an answer. */
export declare class ConnectionError extends Error {
  constructor(reason: ConnectionError["reason"], message: string, cause?: unknown);
  readonly name: "ConnectionError";
  readonly reason: "cancelled" | "closed" | "disconnected" | "framing" | "handshake" | "history" | "idle" | "overflow" | "settled" | "slow_consumer" | "too_large";
}

/** A message was not sent because it would break a session rule. */
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
