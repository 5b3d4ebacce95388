import type { Offer } from './createOffer.js';
import { advertise, listMetaTools, type MetaTool } from './dynamic/listMetaTools.js';
import type { ListedTool, OfferedTool } from './offerTools.js';
import { once } from './once.js';
import type { Plan } from './planView.js';
import type { ApiInfo } from './tool.js';

/** The tools of a view. */
export interface ToolList {
  /** The tools by which the others are found and called; none where all are listed. */
  meta: readonly MetaTool[];
  /** What `tools/list` answers, with the tools of these toolsets. */
  list: (enabled: ReadonlySet<string>) => Promise<readonly ListedTool[]>;
  /** The tool of a name, whether it is listed or not. */
  find: (name: string) => Promise<OfferedTool | undefined>;
}

/** Puts the list of a view together; `mayEnable` says that it may grow while a client is connected. */
export function createToolList(api: ApiInfo, offer: Offer, plan: Plan, mayEnable: boolean): ToolList {
  const toolsets = plan.toolsets.map(({ toolset }) => toolset);
  const own = [...offer.own.values()].map(({ listed }) => listed);

  if (!plan.isDynamic) {
    const all = once(async () => {
      const tools = await Promise.all(toolsets.map(offer.toolsOf));
      return new Map([...tools, offer.own].flatMap((some) => Array.from(some)));
    });
    const listAll = once(async () => [...(await all()).values()].map(({ listed }) => listed));
    return { meta: [], list: listAll, find: async (name) => (await all()).get(name) };
  }

  const meta = listMetaTools({ api, toolsets: plan.toolsets, mayEnable });
  const listedMeta = meta.map((tool) => advertise(tool, api));

  async function list(enabled: ReadonlySet<string>): Promise<readonly ListedTool[]> {
    const shown = toolsets.map(async (toolset) => {
      const isEnabled = enabled.has(toolset.name);
      const { pinned = [] } = toolset;
      if (!isEnabled && pinned.length === 0) return [];
      const tools = [...(await offer.toolsOf(toolset)).values()].map(({ listed }) => listed);
      return isEnabled ? tools : tools.filter(({ name }) => pinned.includes(name));
    });
    return [...listedMeta, ...(await Promise.all(shown)).flat(), ...own];
  }

  async function find(name: string): Promise<OfferedTool | undefined> {
    const offered = await offer.find(name);
    const isHere = offered === undefined || 'own' in offered || toolsets.includes(offered.toolset);
    return isHere ? offered : undefined;
  }

  return { meta, list, find };
}
