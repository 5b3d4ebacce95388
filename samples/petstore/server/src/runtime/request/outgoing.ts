import { CallError, notSent } from '../errors.js';
import { describeSize } from '../text.js';
import type { Body, Codec, Method, ObjectSchema, Tool } from '../tool.js';

/** One HTTP request, ready to be sent. */
export interface Outgoing {
  method: Method;
  url: URL;
  headers: HeaderFields;
  body?: Content;
  /** Adds the credentials that go in the query to another address of the same origin. */
  sign?: (url: URL) => void;
}

/** What is needed of the headers of a request or an answer: those that an owner's `fetch` gives will do. */
export interface HeaderFields extends Iterable<[name: string, value: string]> {
  get: (name: string) => string | null;
  has: (name: string) => boolean;
  set: (name: string, value: string) => void;
  keys: () => Iterable<string>;
}

/**
 * Headers by their names in lower case, in the order in which they came. They cost a small part of `Headers`, which sort
 * themselves whenever somebody goes through them.
 */
export class HeaderMap implements HeaderFields {
  readonly #values = new Map<string, string>();

  constructor(fields: Iterable<readonly [name: string, value: string]> = []) {
    for (const [name, value] of fields) this.set(name, value);
  }

  /** Those of an answer as they came, names and values in turns; what comes more than once is one list. */
  static ofAnswer(raw: readonly string[]): HeaderMap {
    const made = new HeaderMap();
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const name = raw[at]!.toLowerCase();
      const before = made.#values.get(name);
      made.#values.set(name, before === undefined ? raw[at + 1]! : `${before}, ${raw[at + 1]!}`);
    }
    return made;
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  /** @throws TypeError where it cannot be sent; it does not say what the value is, which may be a secret. */
  set(name: string, value: string): void {
    const sent = trim(value);
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\0\n\r]|[^\0-\xff]/.test(sent))
      throw new TypeError(`${JSON.stringify(name)} cannot be sent as a header`);
    this.#values.set(name.toLowerCase(), sent);
  }

  keys(): Iterable<string> {
    return this.#values.keys();
  }

  [Symbol.iterator](): Iterator<[name: string, value: string]> {
    return this.#values.entries();
  }
}

/** A value without the white space around it (Fetch, 2.2.2, normalize). */
function trim(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isSpace(value.charCodeAt(start))) start += 1;
  while (end > start && isSpace(value.charCodeAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

/** A body that is read while it is sent, and anew each time it is. */
export interface Payload {
  /** Its bytes. */
  size: number;
  read: () => AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** What a request sends. */
export type Content = string | Uint8Array<ArrayBuffer> | Payload;

/** Whether a content is read only while it is sent. */
export function isPayload(content: Content | undefined): content is Payload {
  return typeof content === 'object' && 'read' in content;
}

/** How many bytes a content has. */
export function sizeOf(content: Content): number {
  return isPayload(content) ? content.size : Buffer.byteLength(content);
}

/** Refuses a request whose body has more megabytes than one may send. */
export function checkUpload({ body }: Outgoing, mostMb = Number.POSITIVE_INFINITY): void {
  const size = body === undefined ? 0 : sizeOf(body);
  const most = mostMb * 1024 * 1024;
  if (size <= most) return;
  throw new CallError(
    `The body of this request has ${describeSize(size)}, and this server sends at most ${describeSize(most)} at once${notSent}. Send less, or ask the user to raise MCP_UPLOAD_MB.`,
  );
}

/** A body as it goes out. */
export interface Written {
  content: Content;
  contentType: string;
}

/**
 * Writes a value in the media type of `body`, with files from the folders that are `roots`; throws an `UnsendableError` where
 * it cannot be written so. `tool` is whose body it is, where a form has to look at what is required.
 */
export type BodyWriter = (
  value: unknown,
  body: Body,
  roots: readonly string[],
  tool?: Tool,
) => Written | Promise<Written>;

/** What bodies are written with, each loaded when it is first used; those that no tool needs are absent. */
export type Bodies = { readonly [C in Codec]?: () => Promise<BodyWriter> };

/** Whether a body is a file, or has parts that may be files. */
export function takesFiles(body: Body | undefined): boolean {
  return body?.codec === 'binary' || body?.codec === 'multipart';
}

/** How files are given by their paths. */
export interface FilePaths {
  /** A schema of a tool as it is shown where files may be sent from folders of this server, too. */
  offerPaths: (schema: ObjectSchema, roots: readonly string[]) => ObjectSchema;
  /** The enforced schema of a tool with files that are given by their path as well, or instead. */
  acceptPaths: (schema: ObjectSchema) => ObjectSchema;
}

/** What `X-HTTP-Method-Override` and its like are made of, without what divides their words, in any order of them. */
const said = 'http|rest|request(?:ed)?|real|actual|original|tunnel(?:l?ed)?';
const verb = '(?:method|verb)';
const changed = 'over(?:ride|riding|write)';
const named = new RegExp(
  `^(?:http)?x?(?:${said})*(?:${verb}${changed}|${changed}(?:http)?${verb})$|^x(?:${said})*(?:${verb}|http${changed})$|^(?:original|tunnel(?:l?ed)?)${verb}$`,
);

/** `_method`, `$method`, `.method`: what frameworks read as `_method`, some with an index behind it. */
const marked = /^[^\p{L}\p{N}]+(?:http_?)?(?:method|verb)(?:\[[^\]]*\]?)*$/iu;

/**
 * Whether many a web server and framework takes what stands under a name (of a header, of a pair in a query, of a
 * field of a form) for the method that is meant, in place of that of the request. Case does not count, nor what
 * stands behind a NUL, where some end a name.
 */
export function isMethodOverride(name: string): boolean {
  const isKnown = overrides.get(name);
  if (isKnown !== undefined) return isKnown;
  const isOne = readsAsMethod(name);
  if (overrides.size >= mostKnown) overrides.clear();
  if (name.length <= longestKnown) overrides.set(name, isOne);
  return isOne;
}

/** What was found of names: those of a server's requests are few, and looked at in each call. */
const overrides = new Map<string, boolean>();
const mostKnown = 1_000;
const longestKnown = 100;

function readsAsMethod(name: string): boolean {
  const [read = ''] = name.split('\0');
  const plain = read.trimEnd();
  return marked.test(plain) || named.test(plain.toLowerCase().replaceAll(/[^a-z]/g, ''));
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY']);

/** Whether a value asks for a method that changes nothing. */
export function isReadingMethod(value: unknown): boolean {
  return typeof value === 'string' && reading.has(value.trim().toUpperCase());
}

const idempotent = new Set([...reading, 'TRACE', 'PUT', 'DELETE']);

/** Whether repeating a request has no further effect (RFC 9110, section 9.2.2; QUERY by its own specification). */
export function isIdempotent(method: Method): boolean {
  return idempotent.has(method);
}

/** A path without slashes at its end, of which servers make nothing. */
export function trimPath(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '');
}

/** What has come of a response before its content. */
export interface Reply {
  status: number;
  reason: string;
  headers: HeaderFields;
  /** Hands the content on piece by piece, decompressed; where `take` returns a promise, what follows waits for it. */
  read: (take: (piece: Uint8Array) => Promise<void> | undefined) => Promise<void>;
  /** Gives the rest up: `read` ends. */
  drop: () => void;
}

/** Sends one request, and follows no redirect. */
export type Exchange = (request: Outgoing, stop: Stop) => Promise<Reply>;

/** How requests reach the API. */
export interface Network {
  exchange: Exchange;
  /** What no text may show: the passwords of proxies. */
  secrets?: readonly string[];
}

/** Ends one attempt at a request, for the reason that is given first. */
export class Stop {
  reason: Error | undefined;
  #onStop: ((reason: Error) => void) | undefined;
  #controller: AbortController | undefined;

  /** Says who is told; there is one at a time, and one that comes late is told at once. */
  listen(onStop: (reason: Error) => void): void {
    this.#onStop = onStop;
    if (this.reason !== undefined) onStop(this.reason);
  }

  now(reason: Error): void {
    if (this.reason !== undefined) return;
    this.reason = reason;
    this.#controller?.abort(reason);
    this.#onStop?.(reason);
  }

  /** The same for who needs a signal, which most do not. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.reason !== undefined) this.#controller.abort(this.reason);
    return this.#controller.signal;
  }
}

/** What gives further arguments as one object, for clients that give none which no schema lists. */
export const furtherArguments = 'further_arguments';
