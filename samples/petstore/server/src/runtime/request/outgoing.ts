import { CallError, notSent } from '../errors.js';
import { describeSize } from '../text.js';
import type { Body, Codec, Method, ObjectSchema } from '../tool.js';

/** One HTTP request, ready to be sent. */
export interface Outgoing {
  method: Method;
  url: URL;
  headers: Headers;
  body?: Content;
  /** Adds the credentials that go in the query to another address of the same origin. */
  sign?: (url: URL) => void;
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
 * it cannot be written so.
 */
export type BodyWriter = (value: unknown, body: Body, roots: readonly string[]) => Written | Promise<Written>;

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
