import type { AnyCustomization } from '../customize.js';
import { SetupError } from '../errors.js';
import type { Features } from '../features.js';
import { importOnce, loadPart, memoize, once } from '../memo.js';
import type { Search } from '../search/createSearch.js';
import { type Settings, nameSetting } from '../settings.js';
import { listSome, nearest } from '../text.js';
import type { Catalog, SearchEntry, Toolset } from '../tool.js';
import {
  type Admits,
  type OfferedTool,
  type ShowSchema,
  changesOf,
  offerOwnTools,
  offerTools,
  selectToolsets,
  toListedTool,
} from './offerTools.js';

/** How many names are told of those that there are. */
const mostToolsets = 20;
const mostTools = 10;

const loadSearch = importOnce(() => import('../search/createSearch.js'));
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
  /** The tokens that the tools of a toolset take in a list. */
  tokensOf: (toolset: Toolset) => Promise<number>;
}

/** How many tools there are, and how many of them only read. */
export interface Count {
  tools: number;
  reads: number;
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
  features: () => Promise<Pick<Features, 'files'>>,
): Offer {
  const { readOnly, exclude, fileRoots } = settings;
  const changes = custom.tools ?? {};
  const names = new Set(catalog.toolsets.map(({ name }) => name));
  const excluded = new Set(exclude);
  const excludedTools = exclude.filter((name) => !names.has(name));
  const admits: Admits = (tool) => !(excluded.has(tool.name) || (readOnly && !tool.readOnly));
  const own = offerOwnTools(custom.add, admits);
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
    const { createSearch } = await loadSearch();
    return createSearch(await entries());
  });
  /** Looks up the names that the operator and `custom.ts` chose, where there are any. */
  const checked = once(async () => {
    if (excludedTools.length === 0 && Object.keys(custom.add ?? {}).length === 0) return;
    const taken = new Set((await visible()).map(({ name }) => name));
    const clash = Object.keys(custom.add ?? {}).find((name) => taken.has(name));
    if (clash !== undefined)
      throw new SetupError(`src/custom.ts adds a tool "${clash}", but the API has one of that name.`);
    const known = new Set([
      ...(await catalog.search()).map(({ name }) => name),
      ...((await catalog.resources?.())?.list ?? []).map(({ name }) => name),
      ...Object.keys(custom.add ?? {}),
    ]);
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
  const toolsOf = memoize(async (toolset: Toolset) => offerTools(toolset, changes, admits, await show()));
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
  return { toolsets, own, hasCode, entries, search, toolsOf, find, countOf, show, tokensOf };
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
export function loadOnce({ toolsets, components, search, mocks, ...rest }: Catalog): Catalog {
  return {
    ...rest,
    toolsets: toolsets.map((toolset) => ({
      ...toolset,
      tools: once(toolset.tools),
      schemas: once(toolset.schemas),
    })),
    components: once(components),
    search: once(search),
    mocks: once(mocks),
  };
}
