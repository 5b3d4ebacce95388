import type { CallToolResult } from '@modelcontextprotocol/server';
import { createChecker } from '../arguments/createChecker.js';
import type { Call } from '../call/createCaller.js';
import { explainFailure } from '../call/explainFailure.js';
import { CallError, PendingError, refuseArguments } from '../errors.js';
import type { ToolCallOptions } from '../extensions.js';
import { memoize, once } from '../memo.js';
import type { MetaName, Offer, OfferedTool, ShowSchema } from '../offer/createOffer.js';
import { textResult } from '../result/toolResult.js';
import type { CountedToolset } from '../offer/createOffer.js';
import { countTools } from '../planView.js';
import { clip, echo, escapeHidden, listSome, nearest } from '../text.js';
import type { Catalog, ObjectSchema, Schema, Search, SearchEntry, Tool, Toolset } from '../tool.js';
import { type Components, createExpander, mapSchemas } from '../validate/createExpander.js';
import { followPointer } from '../validate/problem.js';
import { type Described, type Wish, describeTool, longestAnswer, nameCaller } from './describeTool.js';
import { enforce, type MetaTool } from './listMetaTools.js';

/** What the meta tools of a view work on. */
interface MetaCallerParts {
  catalog: Catalog;
  offer: Offer;
  toolsets: readonly CountedToolset[];
  /** The meta tools of the view. */
  meta: readonly MetaTool[];
  /** The offered tool of a name, whether it is listed or not. */
  find: (name: string) => Promise<OfferedTool | undefined>;
  /** Carries out the calls of the tools proper. */
  caller: () => Promise<Call>;
}

/** Carries out a call of a meta tool. */
type MetaCall = (tool: MetaTool, args: unknown, circumstances: ToolCallOptions) => Promise<CallToolResult>;

/** Words that are told again only from so many characters. */
const longWords = 60;
const mostGuesses = 3;

type Handler = (
  args: Record<string, unknown>,
  circumstances: ToolCallOptions,
) => CallToolResult | Promise<CallToolResult>;

/** Makes the function that carries out calls of the tools by which other tools are found and called. */
export function createMetaCaller(parts: MetaCallerParts): MetaCall {
  const check = createChecker({}, parts.catalog.api);
  const schemaOf = memoize(enforce);
  const handlers = createHandlers(parts);
  return async (tool, args, circumstances) => {
    const { name } = tool;
    try {
      return await handlers[name](check(name, schemaOf(tool), args), circumstances);
    } catch (error) {
      if (circumstances.signal.aborted || error instanceof PendingError) throw error;
      return textResult(explainFailure(error, name), true);
    }
  };
}

function createHandlers(parts: MetaCallerParts): Record<MetaName, Handler> {
  const { offer, caller } = parts;
  const finder = new Finder(parts);
  const describe = createDescriber(parts, finder);
  const callBy = (reads: boolean): Handler => {
    return async ({ name, arguments: args }, circumstances) => {
      const offered = await finder.tool(String(name));
      const isRead = offered.listed.annotations.readOnlyHint === true;
      if (isRead === reads) return (await caller())(offered, args, circumstances);
      throw new CallError(
        `${offered.listed.name} changes ${isRead ? 'nothing' : 'something'}, so it was not called: call it with ${nameCaller(offered.listed)}.`,
      );
    };
  };
  return {
    search_tools: async (args) => {
      const given = args as unknown as SearchArguments;
      if (given.toolset !== undefined) finder.toolset('search_tools', given.toolset);
      return textResult(escapeHidden(searchTools(await finder.searchable(), given), '\n'));
    },
    describe_tools: (args) => describe(args as unknown as Wish & { names: string[] }),
    call_read_tool: callBy(true),
    call_write_tool: callBy(false),
    enable_toolset: async (args, { enable }) => {
      const toolset = finder.toolset('enable_toolset', String(args['toolset']));
      const names = [...(await offer.toolsOf(toolset)).keys()];
      await enable(toolset.name);
      const tokens = (await offer.tokensOf(toolset)).toLocaleString('en-US');
      return textResult(
        `The list now holds the tools of ${toolset.name}, which take about ${tokens} tokens. Those that you do not see there can be called by name all the same: ${listSome(names)}.`,
      );
    },
  };
}

/** Finds what a model has named, or says what it may have meant. */
class Finder {
  readonly #parts: MetaCallerParts;
  /** The tools of the view that may be searched for. */
  readonly searchable: () => Promise<Searchable>;

  constructor(parts: MetaCallerParts) {
    this.#parts = parts;
    this.searchable = once(() => limitToToolsets(parts));
  }

  toolset(tool: MetaName, name: string): Toolset {
    const { toolsets } = this.#parts;
    const found = toolsets.find(({ toolset }) => toolset.name === name);
    if (found !== undefined) return found.toolset;
    const names = toolsets.map(({ toolset }) => toolset.name);
    const meant = nearest(name, names);
    const guess = meant === undefined ? '.' : `, did you mean "${meant}"?`;
    throw refuseArguments(tool, [
      `toolset: there is no "${echo(name)}"${guess} There are: ${listSome(names)}.`,
    ]);
  }

  async tool(name: string): Promise<OfferedTool> {
    const offered = await this.#parts.find(name);
    if (offered === undefined) throw new CallError(await this.explainUnknown(name));
    return offered;
  }

  async explainUnknown(name: string): Promise<string> {
    const { meta, offer } = this.#parts;
    if (meta.some((tool) => tool.name === name)) return `${name} is called by itself, not by another tool.`;
    const { entries, search } = await this.searchable();
    const near = nearest(name, [...entries.map((entry) => entry.name), ...offer.own.keys()]);
    const alike = search(name.replaceAll(/[_.-]+/g, ' ')).map((entry) => entry.name);
    const names = [...new Set([...(near === undefined ? [] : [near]), ...alike])].slice(0, mostGuesses);
    const guess = names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`;
    return `There is no tool "${echo(name)}".${guess} Find tools with search_tools.`;
  }
}

async function limitToToolsets({ offer, toolsets }: MetaCallerParts): Promise<Searchable> {
  const names = new Set(toolsets.map(({ toolset }) => toolset.name));
  const isHere = (entry: SearchEntry) => names.has(entry.toolset);
  const [entries, search] = await Promise.all([offer.entries(), offer.search()]);
  return {
    entries: entries.filter(isHere),
    toolsets,
    search: (query, isWanted = () => true) => search(query, (entry) => isHere(entry) && isWanted(entry)),
  };
}

/** Makes the function that describes the tools of these names, as far as there is room for each. */
function createDescriber({ catalog, offer, find }: MetaCallerParts, finder: Finder) {
  const definitions = once(async () => {
    const components = await catalog.components();
    return { components, expand: createExpander(components) };
  });
  const say = async (name: string, offered: OfferedTool | undefined, most: number, wish: Wish) => {
    if (offered === undefined) return clip(await finder.explainUnknown(name), most);
    if (!('own' in offered))
      return describeTool(await readTool(offered, await offer.show()), await definitions(), most, wish);
    const { listed } = offered;
    const { enforced, components } = nameDefinitions(listed.inputSchema);
    return describeTool({ listed, enforced }, { components, expand: createExpander(components) }, most, wish);
  };
  return async ({ names, ...wish }: Wish & { names: string[] }): Promise<CallToolResult> => {
    const distinct = [...new Set(names)];
    const found = await Promise.all(distinct.map(find));
    const said = (most: number) => (name: string, index: number) => say(name, found[index], most, wish);
    const texts = await Promise.all(distinct.map(said(longestAnswer)));
    // What takes less than its share leaves room for the others.
    const order = [...texts.keys()].toSorted((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0));
    let room = longestAnswer - 2 * (order.length - 1);
    for (const [done, index] of order.entries()) {
      const share = Math.floor(room / (order.length - done));
      if ((texts[index]?.length ?? 0) > share) texts[index] = await said(share)(distinct[index] ?? '', index);
      room -= texts[index]?.length ?? 0;
    }
    return textResult(
      escapeHidden(sayOnce(texts.join('\n\n')), '\n'),
      !found.some((offered) => offered !== undefined),
    );
  };
}

/** The words of a comment, which stand after its tags. */
const wordsOfComment =
  /(?<= \/\/ (?:@deprecated |@(?!deprecated)[\w-]+ (?:"[^"\\]*"|(?!["{[])\S+) )*)(?!@).+$/gm;

/** Leaves out the words of comments that are said before. */
function sayOnce(answer: string): string {
  const said = new Set<string>();
  return answer.replaceAll(wordsOfComment, (words) => {
    if (words.length < longWords || !said.has(words)) return said.add(words) && words;
    return '(as above)';
  });
}

/** A schema of `custom.ts` as one of the document is: where a reference leads within it becomes a component. */
function nameDefinitions(schema: ObjectSchema): { enforced: ObjectSchema; components: Components } {
  const components: Record<string, Schema> = {};
  const place = (held: unknown) =>
    mapSchemas(held, (part) => {
      const { $ref: ref } = part;
      if (typeof ref !== 'string' || !/^#(?:\/|$)/.test(ref)) return part;
      const target = followPointer(schema, ref.slice(1));
      const name = ref.replace('#/$defs/', '');
      if (target !== undefined && !Object.hasOwn(components, name)) {
        // Said first: it may refer to itself.
        components[name] = true;
        components[name] = place(target) as Schema;
      }
      return target === undefined ? part : { ...part, $ref: name };
    });
  return { enforced: place(schema) as ObjectSchema, components };
}

async function readTool(
  offered: Exclude<OfferedTool, { own: unknown }>,
  show: ShowSchema,
): Promise<Described> {
  const { listed } = offered;
  const enforced = (await offered.toolset.schemas())[listed.name];
  const shown = enforced === undefined ? listed.inputSchema : show(offered.tool, enforced);
  return { listed, enforced: omitAsked(shown, offered.tool) };
}

/** What models give: not what the user is asked for, unless calls are let through where nobody can be asked. */
function omitAsked(schema: ObjectSchema, { consent }: Tool): ObjectSchema {
  const { ask = {}, otherwise } = consent ?? {};
  if (otherwise === 'allow') return schema;
  const isShown = (name: string) => !Object.hasOwn(ask, name);
  const properties = Object.entries(schema.properties).filter(([name]) => isShown(name));
  const { required } = schema;
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    ...(Array.isArray(required) && { required: required.filter(isShown) }),
  };
}

/** What is searched: the tools of a view. */
interface Searchable {
  entries: readonly SearchEntry[];
  toolsets: readonly CountedToolset[];
  search: Search;
}

/** The arguments of `search_tools`. */
interface SearchArguments {
  query?: string;
  toolset?: string;
  read_only?: boolean;
  limit?: number;
  offset?: number;
}

/** Characters of a tool's arguments; `describe_tools` shows them all. */
const longestArguments = 160;
const mostToolsets = 100;
/** Characters of a query that are told again. */
const longestEcho = 100;

/** Answers a search in words: a line for each tool, and what to do next. */
function searchTools(searchable: Searchable, given: SearchArguments): string {
  const { query = '', toolset, limit = 10, offset = 0 } = given;
  const words = query.trim();
  if (words === '' && toolset === undefined && searchable.toolsets.length > 1)
    return `Say in query what to look for, or list a toolset.\n${listToolsets(searchable.toolsets)}`;
  const isWanted = createFilter(given);
  const found = words === '' ? searchable.entries.filter(isWanted) : searchable.search(words, isWanted);
  if (found.length === 0) return explainNone(searchable, given);
  const shown = found.slice(offset, offset + limit);
  if (shown.length === 0) return `There are only ${countTools(found.length)}: ask for an offset below that.`;
  const last = offset + shown.length;
  const which =
    shown.length < found.length
      ? `${offset + 1} to ${last} of ${countTools(found.length)}`
      : countTools(last);
  return [
    `${which}${words === '' ? '' : ', best first'}:`,
    ...shown.map(showEntry),
    `Call by name with ${nameCalls(shown)}; describe_tools shows all that arguments may be.${last < found.length ? ` For more: offset ${last}.` : ''}`,
  ].join('\n');
}

function showEntry({ name, readOnly, title, arguments: args }: SearchEntry): string {
  return `- ${name}(${clip(args, longestArguments)}) [${readOnly ? 'read' : 'write'}] ${title}`;
}

function nameCalls(entries: readonly SearchEntry[]): string {
  const reads = entries.some(({ readOnly }) => readOnly);
  const writes = entries.some(({ readOnly }) => !readOnly);
  if (!writes) return 'call_read_tool';
  return reads ? 'call_read_tool ([read]) or call_write_tool ([write])' : 'call_write_tool';
}

/** Says what else there would be, and what to do about it. */
function explainNone({ toolsets, search }: Searchable, given: SearchArguments): string {
  const { toolset, read_only: readOnly = false } = given;
  const query = given.query?.trim() ?? '';
  const where = `${toolset === undefined ? '' : ` in ${toolset}`}${readOnly ? ' that only reads' : ''}`;
  if (query === '') return `There is no tool${where}.\n${listToolsets(toolsets)}`;
  const words = echo(query, longestEcho);
  const without: [string, SearchArguments][] = [
    ['toolset', { query, read_only: readOnly }],
    ['read_only', { query, ...(toolset !== undefined && { toolset }) }],
    ['toolset and read_only', { query }],
  ];
  for (const [filter, rest] of without) {
    const more = search(query, createFilter(rest)).length;
    if (more > 0) return `No tool${where} matches "${words}"; without ${filter}, ${countTools(more)} would.`;
  }
  return `No tool matches "${words}". Try other or fewer words: what is acted on (a noun of the API), or list, get, create, update, delete.\n${listToolsets(toolsets)}`;
}

function createFilter({
  toolset,
  read_only: readOnly = false,
}: SearchArguments): (entry: SearchEntry) => boolean {
  return (entry) => (toolset === undefined || entry.toolset === toolset) && (entry.readOnly || !readOnly);
}

function listToolsets(toolsets: Searchable['toolsets']): string {
  const names = toolsets.slice(0, mostToolsets).map(({ toolset, tools }) => `${toolset.name} (${tools})`);
  const more = toolsets.length > mostToolsets ? ` and ${toolsets.length - mostToolsets} more` : '';
  return `Toolsets: ${names.join(', ')}${more}.`;
}
