import type { DynamicParts, DynamicTools } from '../extensions.js';
import { importOnce, once } from '../memo.js';
import { type ListedTool, type Offer, type OfferedTool, tellLength } from '../offer/createOffer.js';
import type { CountedToolset } from '../offer/createOffer.js';
import { countTools, findProfile } from '../planView.js';
import type { Search, SearchEntry, Size } from '../tool.js';
import { advertise, listMetaTools } from './listMetaTools.js';

const loadMetaCaller = importOnce(() => import('./createMetaCaller.js'));
const loadSearch = importOnce(() => import('../search/createSearch.js'));

/** Makes what finds tools by words. */
export async function prepareSearch(entries: readonly SearchEntry[], name: string): Promise<Search> {
  return (await loadSearch()).createSearch(entries, name);
}

/** Has the tools of a view searched for: its list holds those by which others are found and called, and those that are pinned. */
export function serveDynamic(parts: DynamicParts): DynamicTools {
  const { catalog, offer, mayEnable, settings } = parts;
  const { api } = catalog;
  const toolsets = parts.toolsets.map(({ toolset }) => toolset);
  const own = [...offer.own.values()].map(({ listed }) => listed);
  const meta = listMetaTools({ api, toolsets: parts.toolsets, mayEnable });
  const listedMeta = meta.map((tool) => advertise(tool, api, tellLength(settings)));
  const caller = once(async () => {
    const { createMetaCaller } = await loadMetaCaller();
    return createMetaCaller({ ...parts, meta, find });
  });

  async function list(enabled: ReadonlySet<string>, client?: string): Promise<readonly ListedTool[]> {
    const isWhole = settings.mode === 'auto' && findProfile(client).searches === true;
    const shown = toolsets.map(async (toolset) => {
      const isEnabled = isWhole || enabled.has(toolset.name);
      const { pinned = [] } = toolset;
      if (!isEnabled && pinned.length === 0) return [];
      const tools = [...(await offer.toolsOf(toolset)).values()].map(({ listed }) => listed);
      return isEnabled ? tools : tools.filter(({ name }) => pinned.includes(name));
    });
    const ours = isWhole ? listedMeta.filter(({ name }) => name === 'describe_tools') : listedMeta;
    return [...ours, ...(await Promise.all(shown)).flat(), ...own];
  }

  async function find(name: string): Promise<OfferedTool | undefined> {
    const offered = (await offer.find(name)) ?? (await offer.find(api.formerNames?.[name] ?? ''));
    const isHere = offered === undefined || 'own' in offered || toolsets.includes(offered.toolset);
    return isHere ? offered : undefined;
  }

  return {
    list,
    find,
    findCall: (name) => {
      const tool = meta.find((one) => one.name === name);
      return tool && (async (args, options) => (await caller())(tool, args, options));
    },
  };
}

/** Why the tools are too many for a list, if they are; tools of `custom.ts` are listed anyway and do not count. */
export async function findExcess(
  { tokensOf }: Pick<Offer, 'tokensOf'>,
  toolsets: readonly CountedToolset[],
  limit: Size,
): Promise<string | undefined> {
  const tools = toolsets.reduce((sum, one) => sum + one.tools, 0);
  if (tools > limit.tools) return `, since that is more than ${countTools(limit.tools)} in a list`;
  const taken = await Promise.all(toolsets.map(({ toolset }) => tokensOf(toolset)));
  const tokens = taken.reduce((sum, one) => sum + one, 0);
  if (tokens <= limit.tokens) return undefined;
  return `, since a list of them takes ${group(tokens)} tokens, which is more than ${group(limit.tokens)}`;
}

function group(value: number): string {
  return value.toLocaleString('en-US');
}

/** What a model is told of tools that are searched for. */
export function explainSearch(toolsets: readonly CountedToolset[], mayEnable: boolean): string {
  const total = toolsets.reduce((sum, { tools }) => sum + tools, 0);
  const writes = toolsets.some(({ tools, reads }) => reads < tools);
  const calls = writes ? 'call_read_tool, or call_write_tool where it changes something' : 'call_read_tool';
  const enabling = mayEnable ? ' enable_toolset puts the tools of a toolset into the list.' : '';
  return `Of the ${group(total)} tools, find those that are not listed with search_tools, read their arguments with describe_tools, and call them with ${calls}.${enabling}`;
}
