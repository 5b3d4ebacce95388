import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Share } from '../http/limits.js';
import type { CompactJson } from '../http/readJson.js';
import type { HttpResponse } from '../http/send.js';
import type { Arguments } from '../request/buildRequest.js';
import type { HeaderFields, Outgoing } from '../request/outgoing.js';
import type { Method, Recipe, Tool, Toolset } from '../tool.js';

/** Picks parts out of an answer. */
export interface Selector {
  pick: (answer: CompactJson & { value: () => unknown }) => CompactJson | Error;
  /** What an answer has at its top, for who looked elsewhere. */
  describeTop: (answer: unknown) => string;
}

/** The arguments that are sent, and what picks out of the answer what the call asks for. */
export interface Selected {
  sent: Arguments;
  selector?: Selector;
  /** Set where the call follows a link: has the request ask for what that leads to. */
  follow?: ((url: URL) => void) | undefined;
}

/** Takes `_select` out of the arguments of a tool that has it. */
export type ReadSelector = (tool: Tool, args: Arguments) => Promise<Selected>;

/** A call that reads what lies at an address. */
export interface Reader {
  tool: string;
  args: Readonly<Record<string, string>>;
}

/** Finds the call that reads what lies at an address. */
export type FindReader = (address: URL) => Promise<Reader | undefined>;

/** A call that failed, and what its explanation needs to know. */
export interface Failed {
  method: Method;
  /** Scheme, host and port of the API. */
  origin: string;
  /** What is said of its credentials where the API refuses them. */
  refused?: string;
  /** The variable of its client certificate, where it has one of its own. */
  certificate?: string | undefined;
  /** How often it was sent. */
  tries: number;
  /** The bytes of its body. */
  size?: number;
  /** What says how long it may take; an environment variable where it is not said. */
  limit?: string | undefined;
}

/** Ends a call with something to find what it has begun by. @throws PendingError */
export type HandOver = (work: unknown) => Promise<void>;

/** What asks for the result of work that the API has accepted, until it is there. */
export interface Polling {
  pollForResult(
    first: HttpResponse,
    asked: Asked,
    request: Pick<Outgoing, 'headers'>,
    means: { failed: Failed; handOver?: HandOver | undefined },
  ): Promise<CallToolResult>;
  /** Finds the tool that reads an address: first in the toolset of the call, then in the others. */
  findReader: (address: URL, own: Toolset, offered: Readable) => Promise<Reader | undefined>;
}

/** Where the tool is looked for that reads an address. */
export interface Readable {
  toolsets: readonly Toolset[];
  toolsOf: (toolset: Toolset) => Promise<ReadonlyMap<string, { tool: Tool } | object>>;
  /** What gives the URL under which the paths of a toolset's tools lie; it throws where that is not configured. */
  baseOf: (toolset: Toolset) => (recipe: Recipe) => URL;
}

/** What was asked for, and how what comes back is to be shown. */
export interface Asked {
  recipe: Recipe;
  args: Readonly<Record<string, unknown>>;
  /** What was sent. */
  url: URL;
  secrets: readonly string[];
  /** Tokens of the answer that are shown. */
  answerTokens?: number | undefined;
  /** The folder that files are saved in; where there is none, they are embedded. */
  downloads?: Downloads | undefined;
  /** Set where parts of the answer can be picked out. */
  canSelect?: boolean;
  /** Where an output schema promises a value, the member under which text stands that is none. */
  promised?: string | undefined;
  /** Set where that schema has types. */
  fit?: FitValue | undefined;
  /** Picks out what the call asks for. */
  selector?: Selector | undefined;
  /** Hands on a part of the answer, where the tool shows no more. */
  reshape?: ((answer: HttpResponse, asked: Asked) => Promise<CallToolResult>) | undefined;
  /** Set where the next page may be told of. */
  pagination?: (() => Promise<DescribeNextPage>) | undefined;
  /** Set where the tools may be told that the answer leads to. */
  links?: (() => Promise<ReturnType<TellLinks>>) | undefined;
  /** Set where files may be of a kind that can be read all the same. */
  unpack?: (() => Promise<Unpack>) | undefined;
  /** Where the answer is kept. */
  share?: Share | undefined;
}

/** Structured content, and a line where the API's value is not as it declares it. */
export interface FittedValue {
  structuredContent: Record<string, unknown>;
  note?: string;
}

/** Makes of a value what the output schema of the tool accepts. */
type FitValue = (value: unknown) => Promise<FittedValue>;

/** The folder that files are saved in, and what saves them there. */
export interface Downloads {
  folder: string;
  load: (() => Promise<SaveFile>) | undefined;
}

/** Reads what is no text as one, or says what is in it: then it `isAll` or is handed on as a file, too. */
export type Unpack = (body: Uint8Array) => { text: string; isAll: boolean } | undefined;

/** Saves a file, of which is told what it is. */
export type SaveFile = (
  folder: string,
  file: { name: string; mimeType: string; about: string; body: Uint8Array },
) => Promise<CallToolResult>;

/** An answer, and what is needed to hand it on. */
export interface Received {
  asked: Asked;
  body: Uint8Array;
  headers: HeaderFields;
  /** As the API says it; empty where it says none. */
  contentType: string;
  /** That without its parameters. */
  mediaType: string;
  /** What was asked for, without query and credentials. */
  address: string;
}

/** Makes what tells the tools that an answer leads to, of what finds those that are offered. */
export type TellLinks = (
  find: (name: string) => Promise<unknown>,
) => (...answer: Parameters<DescribeNextPage>) => Promise<string | undefined>;

/** Says how to get what follows, where the answer says that there is more; `value` is the answer, where it is JSON. */
export type DescribeNextPage = (
  asked: Asked,
  headers: HeaderFields,
  value: () => unknown,
) => string | undefined;
