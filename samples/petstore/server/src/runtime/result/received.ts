import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Credentials } from '../auth/credentials.js';
import type { Share } from '../http/createRoom.js';
import type { CompactJson } from '../http/readJson.js';
import type { HttpResponse, SendOptions } from '../http/send.js';
import type { Arguments } from '../request/buildRequest.js';
import type { Outgoing } from '../request/outgoing.js';
import type { ApiInfo, Recipe, Requirement, Tool } from '../tool.js';
import type { Failed } from './failure.js';
import type { DescribeNextPage } from './listPaging.js';

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

/** What addresses are read with. */
export interface GetterParts extends SendOptions {
  auth: ApiInfo['auth'];
  credentials: Credentials;
  security: readonly Requirement[];
}

/** What following up takes. */
export interface FollowUpMeans extends GetterParts {
  /** The first wait, and the least; it grows tenfold. */
  pollMs?: number | undefined;
  findReader?: FindReader | undefined;
  failed: Failed;
}

/** What asks for the result of work that the API has accepted, until it is there. */
export interface Polling {
  pollForResult: (
    first: HttpResponse,
    asked: Asked,
    request: Pick<Outgoing, 'headers'>,
    means: FollowUpMeans,
  ) => Promise<CallToolResult>;
  /** Finds the tool that reads an address, among those that ask for nothing but what the address says. */
  findReader: (
    address: URL,
    tools: Iterable<Tool>,
    baseOf: (recipe: Recipe) => URL | undefined,
  ) => Reader | undefined;
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
  downloads?: string | undefined;
  /** Set where parts of the answer can be picked out. */
  canSelect?: boolean;
  /** Set where an output schema promises a value. */
  isPromised?: boolean;
  /** Picks out what the call asks for. */
  selector?: Selector | undefined;
  /** Set where the next page may be told of. */
  pagination?: () => Promise<DescribeNextPage>;
  /** Where the answer is kept. */
  share?: Share | undefined;
}

/** An answer, and what is needed to hand it on. */
export interface Received {
  asked: Asked;
  body: Uint8Array;
  headers: Headers;
  /** As the API says it; empty where it says none. */
  contentType: string;
  /** That without its parameters. */
  mediaType: string;
  /** What was asked for, without query and credentials. */
  address: string;
}
