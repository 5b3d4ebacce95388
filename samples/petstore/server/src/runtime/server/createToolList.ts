import { type ListToolsResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type MetaTool, advertise, listMetaTools } from '../dynamic/listMetaTools.js';
import { memoize, once } from '../memo.js';
import type { Offer } from '../offer/createOffer.js';
import type { ListedTool, OfferedTool } from '../offer/offerTools.js';
import type { Plan } from '../offer/planView.js';
import { echo } from '../text.js';
import type { ApiInfo } from '../tool.js';

/** The tools of a view. */
interface ToolList {
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

/** One page of `tools/list`: as many tools as are asked for, and no more than a client can take. */
export function pageOf(
  tools: readonly ListedTool[],
  cursor: string | undefined,
  size?: number,
  most?: number,
): ListToolsResult {
  const { items, ...next } = cutPage('tool', tools, cursor, size, most);
  return { tools: items as ListToolsResult['tools'], ...next };
}

/** Bytes of one page: the official clients end a connection over which a message of 10 MiB comes. */
const mostBytes = 8 * 1024 * 1024;

/**
 * One page of a list: as many items as are asked for, and no more than a client can take. One that is too large for any
 * page is left out, which the operator is told. The cursor holds where the page begins.
 *
 * @throws ProtocolError where the cursor is none of ours.
 */
export function cutPage<Item extends { name: string }>(
  what: string,
  all: readonly Item[],
  cursor: string | undefined,
  size = all.length,
  most = mostBytes,
): { items: Item[]; nextCursor?: string } {
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isInteger(start) || start < 0 || start > all.length) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor');
  }
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
