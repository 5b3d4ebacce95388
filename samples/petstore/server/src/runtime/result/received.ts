import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Credentials, Sent } from '../auth/credentials.js';
import type { Share } from '../http/limits.js';
import type { CompactJson } from '../http/readJson.js';
import type { HttpResponse, SendOptions } from '../http/send.js';
import { memoize } from '../memo.js';
import type { Arguments } from '../request/buildRequest.js';
import type { TaskState } from '../customize.js';
import type { HeaderFields, Outgoing } from '../request/outgoing.js';
import type { ApiInfo, Method, Recipe, Requirement, Tool } from '../tool.js';

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
  /** The schemes whose credentials are those of the user; of each, the header that it comes in, or nothing. */
  ofUser?: ReadonlyMap<string, string> | undefined;
}

/** A call that failed, and what its explanation needs to know. */
export interface Failed extends Sent {
  method: Method;
  /** Scheme, host and port of the API. */
  origin: string;
  /** Set where its credentials were not sent, since the origin is none of the API's own. */
  isWithheld?: boolean;
  /** How often it was sent. */
  tries: number;
  /** The bytes of its body. */
  size?: number;
}

/** What following up takes. */
export interface FollowUpMeans extends GetterParts {
  /** The first wait, and the least; it grows tenfold. */
  pollMs?: number | undefined;
  findReader?: FindReader | undefined;
  failed: Failed;
  /** Hands work to the client, in place of a result; it only comes back where that cannot be done. */
  handOver?: HandOver | undefined;
}

/** Ends a call with something to find what it has begun by. @throws PendingError */
export type HandOver = (work: unknown) => Promise<void>;

/** Where the state of work is to be read. */
export type JobKind = 'status' | 'location' | 'resource';

/** Work that the API has accepted: what it takes to look at it again. JSON. */
export interface Job {
  kind: JobKind;
  /** Path and query of where the state is read. */
  at: string;
  /** Where the result is read, if that is said before: path and query, or all of it at another origin. */
  result?: string;
  /** Headers of the request that are sent along, by name. */
  headers?: Record<string, string>;
  /** What picks parts out of the result. */
  select?: string;
}

/** What asks for the result of work that the API has accepted, until it is there. */
export interface Polling {
  pollForResult: (
    first: HttpResponse,
    asked: Asked,
    request: Pick<Outgoing, 'headers'>,
    means: FollowUpMeans,
  ) => Promise<CallToolResult>;
  /** Looks once at work that the API has accepted before. */
  lookAtJob: (
    job: Job,
    asked: Asked,
    request: Pick<Outgoing, 'headers'>,
    means: FollowUpMeans,
  ) => Promise<JobState>;
  /** Finds the tool that reads an address, among those that ask for nothing but what the address says. */
  findReader: (
    address: URL,
    tools: Iterable<Tool>,
    baseOf: (recipe: Recipe) => URL | undefined,
  ) => Reader | undefined;
}

/** What it takes to look at a job: what its call was made with, so far as it is the same for all calls of its tool. */
export interface JobParts extends Omit<FollowUpMeans, 'failed'> {
  base: URL;
  trace: Readonly<Record<string, string>>;
  secrets: string[];
  answerTokens?: number | undefined;
  downloads?: Downloads | undefined;
}

/** How work stands; or why that cannot be said, by the status of the API's answer. */
export type JobState = TaskState | { status: 'unreadable'; message: string; answered: number };

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
  /** Set where the next page may be told of. */
  pagination?: () => Promise<DescribeNextPage>;
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

/** What an argument has to do with how much comes back. */
export type PagingKind = 'size' | 'page' | 'offset' | 'cursor' | 'fields' | 'filter';

/** An argument of a tool that says which part of a list is asked for. */
export interface PagingArgument {
  /** What the model calls it. */
  argument: string;
  /** What the API calls it. */
  name: string;
  /** That without case and punctuation: `page[size]` is `pagesize`. */
  plain: string;
  kind: PagingKind | undefined;
  /** It stands in the query. */
  isQuery: boolean;
}

/** Plain names by what they mean. Those of cursors that come first are preferred. */
const kinds: Record<PagingKind, string> = {
  size: 'limit pagesize perpage size maxresults maxitems top first take rows count pagelimit maxpagesize resultsperpage itemsperpage maxkeys numresults',
  page: 'page pagenumber pageno pagenum pageindex currentpage p',
  offset: 'offset skip startat pageoffset',
  cursor:
    'cursor pagetoken nextcursor nextpagetoken nexttoken startcursor pagecursor pageafter startingafter after afterid continuationtoken continuation continue paginationtoken marker bookmark scrollid skiptoken lastid startkey nextpage next token position',
  fields: 'fields select includefields attributes properties projection fieldmask only',
  filter:
    'filter filters q query search where since until updatedsince updatedafter createdafter startdate enddate state status type labels',
};
const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, names]) =>
    names.split(' ').map((name): [string, PagingKind] => [name, kind as PagingKind]),
  ),
);

/** The arguments of the query, and those that are members of the body. */
export function listPaging({ parameters, body }: Recipe): PagingArgument[] {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.constant === undefined)
    .map(({ argument, name }) => ({ argument, name, isQuery: true }));
  const fields = Object.entries(body?.fields ?? {}).map(([argument, name]) => ({
    argument,
    name,
    isQuery: false,
  }));
  return [...query, ...fields].map(({ argument, name, isQuery }) => {
    const plain = toPlain(name);
    return { argument, name, plain, kind: kindOf.get(plain), isQuery };
  });
}

/** A name without case and punctuation. */
export function toPlain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** How well a cursor's argument is named; less is better. */
export function rankOfCursor({ plain }: PagingArgument): number {
  return kinds.cursor.split(' ').indexOf(plain);
}

/** Whether an argument may say where a list goes on; others say how much of it, or which part of each thing. */
export function leadsOn({ kind }: PagingArgument): boolean {
  return kind !== 'size' && kind !== 'fields' && kind !== 'filter';
}

/** Fields of answers that hold what is to be given next, the plainest first. */
export const cursorNames =
  'nextcursor nextpagetoken nextpagecursor nexttoken nextcontinuationtoken nextmarker nextoffset nextstart nextskip nextpage nextpagenumber nextpageid nextkey next endcursor continuationtoken continuation continue paginationtoken skiptoken bookmark scrollid after cursor'.split(
    ' ',
  );

/** What the argument is called that takes such a field, if not the same: `nextpagetoken` is given as `pagetoken`. */
export function takenAs(field: string): string {
  return field.replace(/^next|^end/, '');
}

const takers = new Set(cursorNames.flatMap((name) => [name, takenAs(name)]));

/** Whether an answer could say how to call again: a link to the next page names parameters of the query, whatever their names. */
export const canPage = memoize((recipe: Recipe): boolean =>
  listPaging(recipe).some(
    (one) => leadsOn(one) && (one.isQuery || one.kind !== undefined || takers.has(one.plain)),
  ),
);

/** An answer, and what was asked for to get it. */
export interface Page {
  headers: HeaderFields;
  /** The parsed answer, where it is JSON. */
  value: unknown;
  /** What was sent. */
  url: URL;
  args: Readonly<Record<string, unknown>>;
  paging: readonly PagingArgument[];
}

/** Says how to get what follows, where the answer says that there is more. */
export type DescribeNextPage = (page: Page) => string | undefined;
