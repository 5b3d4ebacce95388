import type { AnyCustomization, OwnTool, ToolChanges } from '../customize.js';
import { SetupError } from '../errors.js';
import type { Features } from '../features.js';
import { importOnce, loadPart, memoize, once } from '../memo.js';
import { nameSetting, type Settings, toCharacters } from '../settings.js';
import { echo, listSome, nearest } from '../text.js';
import type {
  Annotations,
  Catalog,
  GeneratedCatalog,
  ObjectSchema,
  Search,
  SearchEntry,
  Tool,
  Toolset,
} from '../tool.js';

/** How many names are told of those that there are. */
const mostToolsets = 20;
const mostTools = 10;

const loadOutgoing = importOnce(() => import('../request/outgoing.js'));

/** All that the operator offers. Of the API's tools nothing is loaded before it is asked for. */
export interface Offer {
  toolsets: readonly Toolset[];
  /** The tools of `custom.ts`, by name. */
  own: ReadonlyMap<string, OfferedTool>;
  /** Whether code of `custom.ts` is run in calls. */
  hasCode: boolean;
  /** What tools are found by; those that are not offered are left out. */
  entries: () => Promise<readonly SearchEntry[]>;
  /** Finds them. */
  search: () => Promise<Search>;
  /** The tools of a toolset, by name. */
  toolsOf: (toolset: Toolset) => Promise<ReadonlyMap<string, OfferedTool>>;
  /** The tool of a name. */
  find: (name: string) => Promise<OfferedTool | undefined>;
  /** How many tools of a toolset there are, and how many of them only read. */
  countOf: (toolset: Toolset) => Promise<Count>;
  /** How the schemas of the API's tools are shown. */
  show: () => Promise<ShowSchema>;
  /** Whether a tool is for whoever it is offered to; where it is not said, all are. */
  isFor?: (offered: OfferedTool) => boolean;
  /** Whether whoever it is offered to is granted some scopes; where it is not said, all are. */
  grants?: (scopes: readonly string[]) => boolean;
  /** The scopes that resources and prompts of `custom.ts` ask for. */
  ownScopes: readonly string[];
  /** The tokens that the tools of a toolset take in a list. */
  tokensOf: (toolset: Toolset) => Promise<number>;
}

/** How many tools there are, and how many of them only read. */
export interface Count {
  tools: number;
  reads: number;
}

/** A toolset, and how many of its tools are offered. */
export interface CountedToolset extends Count {
  toolset: Toolset;
}

/**
 * Decides what is offered, by `custom.ts` and the operator's settings.
 *
 * @throws SetupError where they name what there is not; of single tools, when something is first asked of it.
 */
export function createOffer(
  catalog: Catalog,
  custom: AnyCustomization,
  settings: Settings,
  features: () => Promise<Pick<Features, 'files' | 'dynamic'>>,
): Offer {
  const { readOnly, exclude, fileRoots } = settings;
  const changes = custom.tools ?? {};
  const names = new Set(catalog.toolsets.map(({ name }) => name));
  const excluded = new Set(exclude);
  const excludedTools = exclude.filter((name) => !names.has(name));
  const admits: Admits = (tool) => !(excluded.has(tool.name) || (readOnly && !tool.readOnly));
  const own = offerOwnTools(custom.add, admits, catalog.api);
  const changed = Object.values(changes).filter(
    (change) => change?.hidden === true || change?.annotations?.readOnlyHint !== undefined,
  );
  /** Whether the catalog's own figures hold. */
  const isPlain = changed.length === 0 && excludedTools.length === 0;
  const toolsets = selectToolsets(catalog.toolsets, settings.toolsets).filter(
    ({ name, readOnly: reads }) => !excluded.has(name) && !(readOnly && isPlain && reads.tools === 0),
  );

  const visible = once(async () => readEntries(await catalog.search(), changes));
  const entries = once(async () => {
    const all = await visible();
    const offered = new Set(toolsets.map(({ name }) => name));
    return all.filter((entry) => offered.has(entry.toolset) && admits(entry));
  });
  const search = once(async () => {
    const { prepareSearch } = await loadPart((await features()).dynamic, 'dynamic');
    return prepareSearch(await entries(), catalog.api.name);
  });
  /** Looks up the names that the operator and `custom.ts` chose, where there are any. */
  const checked = once(async () => {
    if (excludedTools.length === 0 && Object.keys(custom.add ?? {}).length === 0) return;
    const taken = new Set((await visible()).map(({ name }) => name));
    const clash = Object.keys(custom.add ?? {}).find((name) => taken.has(name));
    if (clash !== undefined)
      throw new SetupError(`src/custom.ts adds a tool "${clash}", but the API has one of that name.`);
    const known = await listOffered(catalog, custom);
    const unknown = excludedTools.find((name) => !known.has(name));
    if (unknown !== undefined) throw new SetupError(await describeUnknown(unknown, names, known));
  });

  async function countOf({ name, size, readOnly: reads }: Toolset): Promise<Count> {
    await checked();
    if (isPlain) return { tools: readOnly ? reads.tools : size.tools, reads: reads.tools };
    const found = (await entries()).filter(({ toolset }) => toolset === name);
    return { tools: found.length, reads: found.filter((entry) => entry.readOnly).length };
  }

  const show = once(async (): Promise<ShowSchema> => {
    const { files } = fileRoots.length === 0 ? {} : await features();
    if (files === undefined) return (_tool, schema) => schema;
    const [{ offerPaths }, { takesFiles }] = await Promise.all([loadPart(files, 'files'), loadOutgoing()]);
    return ({ request }, schema) => (takesFiles(request.body) ? offerPaths(schema, fileRoots) : schema);
  });
  const telling = { meta: tellLength(settings), asksForHints: catalog.api.asksForHints };
  const toolsOf = memoize(async (toolset: Toolset) =>
    offerTools(toolset, changes, admits, await show(), telling),
  );
  const homes = once(async () => new Map((await entries()).map((entry) => [entry.name, entry.toolset])));

  async function find(name: string): Promise<OfferedTool | undefined> {
    const home = own.has(name) ? undefined : (await homes()).get(name);
    const toolset = toolsets.find((one) => one.name === home);
    return toolset === undefined ? own.get(name) : (await toolsOf(toolset)).get(name);
  }

  async function tokensOf(toolset: Toolset): Promise<number> {
    if (isPlain) return (readOnly ? toolset.readOnly : toolset.size).tokens;
    const offered = [...(await toolsOf(toolset)).values()].map(({ listed }) => listed);
    const all = (await toolset.tools()).map(toListedTool);
    return Math.round((toolset.size.tokens * lengthOf(offered)) / lengthOf(all));
  }

  const hasCode = own.size > 0 || Object.values(changes).some((change) => change?.wrap !== undefined);
  const ownScopes = listOwnScopes(custom);
  return { toolsets, own, ownScopes, hasCode, entries, search, toolsOf, find, countOf, show, tokensOf };
}

function listOwnScopes({ resources = {}, prompts = {} }: AnyCustomization): readonly string[] {
  return [...Object.values(resources), ...Object.values(prompts)].flatMap(({ scopes }) => scopes ?? []);
}

/** What tools are found by, with what `custom.ts` says of them. */
function readEntries(
  entries: readonly SearchEntry[],
  changes: NonNullable<AnyCustomization['tools']>,
): readonly SearchEntry[] {
  return entries.flatMap((entry) => {
    const { hidden, title, annotations } = changesOf(changes, entry.name);
    if (hidden) return [];
    return [{ ...entry, title: title || entry.title, readOnly: annotations?.readOnlyHint ?? entry.readOnly }];
  });
}

/** The names of all that can be read or called. */
async function listOffered(catalog: Catalog, { add = {} }: AnyCustomization): Promise<Set<string>> {
  const { list = [] } = (await catalog.resources?.()) ?? {};
  const named = [...(await catalog.search()), ...list];
  return new Set([...named.map(({ name }) => name), ...Object.keys(add)]);
}

function describeUnknown(name: string, toolsets: ReadonlySet<string>, tools: ReadonlySet<string>): string {
  const meant = nearest(name, [...toolsets, ...tools]);
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  const some = `Toolsets: ${listSome([...toolsets], mostToolsets)}. Tools: ${listSome([...tools], mostTools)}.`;
  return `${nameSetting('MCP_EXCLUDE')} names "${name}", but there is no such tool or toolset.${guess} ${some}`;
}

function lengthOf(value: unknown): number {
  return JSON.stringify(value).length;
}

/** The same catalog, that keeps what it has loaded. */
export function loadOnce({ toolsets, components, search, mocks, ...rest }: GeneratedCatalog): Catalog {
  return {
    ...rest,
    toolsets: toolsets.map((toolset) => ({
      ...toolset,
      tools: once(toolset.tools),
      schemas: once(toolset.schemas),
    })),
    components: once(components),
    search: once(search ?? (() => listEntries(toolsets))),
    ...(mocks && { mocks: once(mocks) }),
  };
}

/** What tools are known by where nobody searches for them. */
async function listEntries(toolsets: readonly Toolset[]): Promise<SearchEntry[]> {
  const loaded = toolsets.map(async ({ name: toolset, tools }) =>
    (await tools()).map(({ name, title, annotations }) => {
      const readOnly = annotations.readOnlyHint;
      return { name, title, toolset, readOnly, arguments: '', terms: '' };
    }),
  );
  return (await Promise.all(loaded)).flat();
}

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations: Partial<Annotations> & { title: string };
  _meta?: Record<string, unknown>;
}

/** A tool that is offered, and what a call of it comes to. */
export type OfferedTool = { listed: ListedTool } & (
  | { tool: Tool; toolset: Toolset; wrap: ToolChanges<unknown>['wrap'] }
  | { own: OwnTool<Record<string, unknown>> }
);

/** Whether the operator wants a tool to be offered. */
type Admits = (tool: { name: string; readOnly: boolean }) => boolean;

/** Puts a schema of the arguments of a tool as the operator's settings make it. */
export type ShowSchema = (tool: Tool, schema: ObjectSchema) => ObjectSchema;

/** What is told of tools besides what they are. */
interface Telling {
  /** What goes under `_meta`. */
  meta?: ListedTool['_meta'] | undefined;
  /** Whether every tool is asked for one of two hints. */
  asksForHints?: boolean | undefined;
}

/** Characters of a result that Claude Code shows unless the tool says that there may be more; and what it may say. */
const usuallyShown = 50_000;
const mostShown = 500_000;

/** Characters of what this server says below a result. */
const roomForNotes = 2_000;

/** What is told of tools that show as much of a response as the operator says, where a client goes by it. */
export function tellLength({ answerTokens = 0 }: Pick<Settings, 'answerTokens'>): ListedTool['_meta'] {
  const characters = Math.min(toCharacters(answerTokens) + roomForNotes, mostShown);
  return characters > usuallyShown ? { 'anthropic/maxResultSizeChars': characters } : undefined;
}

/**
 * Hints, and what `custom.ts` says instead. Where every tool is asked for one of two, a tool of which nothing else is
 * known may destroy, as the protocol has it (MCP, ToolAnnotations).
 */
function joinHints<Known extends Partial<Annotations>>(
  known: Known,
  said: Partial<Annotations> = {},
  asksForHints = false,
): Known & Partial<Annotations> {
  const joined = { ...known, ...said };
  const isOpen = said.destructiveHint === undefined && known.readOnlyHint !== false;
  const mayDestroy = asksForHints && isOpen && joined.readOnlyHint !== true;
  return mayDestroy ? { ...joined, destructiveHint: true } : joined;
}

/** Loads the tools of a toolset that are offered, by name and in the order in which they are listed. */
export async function offerTools(
  toolset: Toolset,
  changes: AnyCustomization['tools'] = {},
  admits: Admits = () => true,
  show: ShowSchema = (_tool, schema) => schema,
  { meta, asksForHints }: Telling = {},
): Promise<ReadonlyMap<string, OfferedTool>> {
  const offered = new Map<string, OfferedTool>();
  for (const tool of await toolset.tools()) {
    const change = changesOf(changes, tool.name);
    const annotations = joinHints(tool.annotations, change.annotations, asksForHints);
    if (change.hidden || !admits({ name: tool.name, readOnly: annotations.readOnlyHint })) continue;
    const words = {
      title: change.title || tool.title,
      description: change.description || tool.description,
    };
    // Claude Code then has it in the context from the start, where it defers others.
    const isPinned = toolset.pinned?.includes(tool.name);
    const told = isPinned ? { 'anthropic/alwaysLoad': true, ...meta } : meta;
    offered.set(tool.name, {
      listed: {
        ...toListedTool({ ...tool, ...words, annotations, inputSchema: show(tool, tool.inputSchema) }),
        ...(told && { _meta: told }),
      },
      tool,
      toolset,
      wrap: change.wrap,
    });
  }
  return offered;
}

/** What is changed of the tool of a name. */
function changesOf(changes: AnyCustomization['tools'] = {}, name: string): ToolChanges<unknown> {
  return Object.hasOwn(changes, name) ? (changes[name] ?? {}) : {};
}

/** Puts a tool as `tools/list` shows it. */
export function toListedTool({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Omit<ListedTool, 'annotations'> & { annotations: Partial<Annotations> }): ListedTool {
  // Clients of the first protocol versions look for the title among the annotations.
  const schemas = { inputSchema, ...(outputSchema && { outputSchema }) };
  return { name, title, description, ...schemas, annotations: { title, ...annotations } };
}

/** The names of the tools by which other tools are found and called; mcpwright gives them to no operation. */
export const metaNames = [
  'search_tools',
  'describe_tools',
  'call_read_tool',
  'call_write_tool',
  'enable_toolset',
] as const;
export type MetaName = (typeof metaNames)[number];

/** The names that every client and model takes. */
const toolName = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;

/**
 * The tools that `custom.ts` adds, as far as they are offered, by name.
 *
 * @throws SetupError where one cannot have its name.
 */
function offerOwnTools(
  add: AnyCustomization['add'] = {},
  admits: Admits = () => true,
  { asksForHints }: Telling = {},
): ReadonlyMap<string, OfferedTool> {
  const offered = new Map<string, OfferedTool>();
  for (const [name, own] of Object.entries(add)) {
    if (!toolName.test(name))
      throw new SetupError(
        `src/custom.ts adds a tool "${name}": a name has 1 to 64 letters, digits, _ and -, and begins with a letter.`,
      );
    if (metaNames.some((meta) => meta === name))
      throw new SetupError(
        `src/custom.ts adds a tool "${name}", but the server has one of that name, by which tools are found and called. Choose another.`,
      );
    const annotations = joinHints({}, own.annotations, asksForHints);
    if (!admits({ name, readOnly: annotations.readOnlyHint === true })) continue;
    // As generated tools do: what a tool does not name is refused, unless its schema says otherwise.
    const isWhole = !['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in own.inputSchema);
    const closed = isWhole ? { additionalProperties: false } : {};
    const inputSchema = { properties: {}, ...closed, ...own.inputSchema };
    offered.set(name, { listed: toListedTool({ ...own, name, annotations, inputSchema }), own });
  }
  return offered;
}

/**
 * The toolsets of these names, in the order in which they stand; all where nobody asks for any.
 *
 * @throws SetupError where there is none of such a name.
 */
export function selectToolsets(
  toolsets: readonly Toolset[],
  names: readonly string[] | undefined,
): readonly Toolset[] {
  if (names === undefined) return toolsets;
  const known = toolsets.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return toolsets.filter(({ name }) => names.includes(name));
  const meant = nearest(unknown, known);
  throw new SetupError(
    [
      `There is no toolset "${echo(unknown)}".`,
      ...(meant === undefined ? [] : [`Did you mean "${meant}"?`]),
      known.length === 0 ? 'There are none.' : `There are: ${listSome(known)}.`,
    ].join(' '),
  );
}

/** Bytes of one page: the official clients end a connection over which a message of 10 MiB comes. */
const mostBytes = 8 * 1024 * 1024;

/**
 * One page of a list: as many items as are asked for, and no more than a client can take. One that is too large for any
 * page is left out, which the operator is told. The cursor holds where the page begins; nothing where it is none of ours.
 */
export function cutPage<Item extends { name: string }>(
  what: string,
  all: readonly Item[],
  cursor: string | undefined,
  size = all.length,
  most = mostBytes,
): { items: Item[]; nextCursor?: string } | undefined {
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isInteger(start) || start < 0 || start > all.length) return undefined;
  const items: Item[] = [];
  let end = start;
  for (let left = most; end < all.length && items.length < size; end += 1) {
    const item = all[end]!;
    const bytes = bytesOf(item);
    if (bytes > most) {
      tellLarge(what, item);
      continue;
    }
    if (bytes > left) break;
    left -= bytes;
    items.push(item);
  }
  return {
    items,
    ...(end < all.length && { nextCursor: Buffer.from(String(end)).toString('base64url') }),
  };
}

/** What an item takes in a message, with the comma behind it. */
const bytesOf = memoize((item: object) => Buffer.byteLength(JSON.stringify(item)) + 1);

const told = new WeakSet<object>();

/** Told once of each. */
function tellLarge(what: string, item: { name: string }): void {
  if (told.has(item)) return;
  told.add(item);
  console.error(
    `The ${what} ${echo(item.name)} is not listed: by itself it is larger than a page of the list. Shorten its description or its schemas.`,
  );
}
