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
import { clip, echo, escapeHidden, listSome, nearest } from '../text.js';
import type { Catalog, ObjectSchema, Schema, SearchEntry, Tool, Toolset } from '../tool.js';
import { type Components, createExpander, mapSchemas } from '../validate/createExpander.js';
import { followPointer } from '../validate/problem.js';
import { type Described, type Wish, describeTool, longestAnswer } from './describeTool.js';
import { type MetaTool, enforce, isRead, nameCaller } from './listMetaTools.js';
import { type SearchArguments, type Searchable, searchTools } from './searchTools.js';
import { tellSources } from './tellSources.js';

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
/** The part of an answer that may say where arguments come from: one in so many. */
const mostOfSources = 4;

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
  const listed = async (name: string) => (await parts.find(name))?.listed;
  const callBy = (reads: boolean): Handler => {
    return async ({ name, arguments: args }, circumstances) => {
      const offered = await finder.tool(String(name));
      if (isRead(offered.listed) === reads) return (await caller())(offered, args, circumstances);
      throw new CallError(
        `${offered.listed.name} changes ${reads ? 'something' : 'nothing'}, so it was not called: call it with ${nameCaller(!reads)}.`,
      );
    };
  };
  return {
    search_tools: async (args) => {
      const given = args as unknown as SearchArguments;
      if (given.toolset !== undefined) finder.toolset('search_tools', given.toolset);
      return textResult(escapeHidden(await searchTools(await finder.searchable(), given, listed), '\n'));
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

  /** Where the required arguments of a tool come from, a line for each; nothing where that takes more than so many characters. */
  async sourcesOf(name: string, most: number): Promise<string> {
    const { offered } = await this.searchable();
    const lines = tellSources(offered.get(name)?.sources, offered).map((line) => `\n// ${line}`);
    const text = lines.join('');
    return text.length > most ? '' : text;
  }

  async explainUnknown(name: string): Promise<string> {
    const { meta, offer } = this.#parts;
    if (meta.some((tool) => tool.name === name)) return `${name} is called by itself, not by another tool.`;
    const { entries, search } = await this.searchable();
    const near = nearest(name, [...entries.map((entry) => entry.name), ...offer.own.keys()]);
    const alike = search(name.replaceAll(/[_.-]+/g, ' ')).entries.map((entry) => entry.name);
    const names = [...new Set([...(near === undefined ? [] : [near]), ...alike])].slice(0, mostGuesses);
    const guess = names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`;
    return `There is no tool "${echo(name)}".${guess} Find tools with search_tools.`;
  }
}

async function limitToToolsets({ offer, toolsets }: MetaCallerParts): Promise<Searchable> {
  const names = new Set(toolsets.map(({ toolset }) => toolset.name));
  const isHere = (entry: SearchEntry) => names.has(entry.toolset);
  const [entries, search] = await Promise.all([offer.entries(), offer.search()]);
  const here = entries.filter(isHere);
  return {
    entries: here,
    offered: new Map(here.map((entry) => [entry.name, entry])),
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
    if (!('own' in offered)) {
      const isWhole = wish.part === undefined && wish.format === undefined;
      const now = offered.listed.name;
      const renamed = now === name ? '' : `${name} is called ${now} now:\n`;
      const sources = isWhole ? await finder.sourcesOf(now, most / mostOfSources) : '';
      const room = most - renamed.length - sources.length;
      return `${renamed}${describeTool(await readTool(offered, await offer.show()), await definitions(), room, wish)}${sources}`;
    }
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
