import { memoize, once } from '../memo.js';
import type { Offer } from '../offer/createOffer.js';
import type { OfferedTool } from '../offer/offerTools.js';
import type { Scope } from '../server/app.js';
import type { Requirement, Toolset } from '../tool.js';

/** What somebody gets to see by the scopes that they are granted; all of it where they do not matter. */
export function createScope(granted: ReadonlySet<string> | undefined): Scope {
  if (granted === undefined) return { key: '', narrow: (offer) => offer, missing: async () => [] };
  return {
    key: [...granted].toSorted().join(' '),
    narrow: (offer) => narrowOffer(offer, granted),
    missing: async (offer, name) => {
      const offered = await offer.find(name);
      return offered === undefined ? [] : listLacking(offered, granted);
    },
  };
}

/** The scopes with those that they stand for. */
export function expandScopes(
  scopes: readonly string[],
  implied: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const granted = new Set(scopes);
  // What is added is looked at in its turn.
  for (const scope of granted) for (const one of implied.get(scope) ?? []) granted.add(one);
  return granted;
}

/** Those of some scopes that are not granted. */
export function listMissing(needed: readonly string[], granted: ReadonlySet<string>): readonly string[] {
  return needed.filter((scope) => !granted.has(scope));
}

/** The scopes that a tool asks for besides those that are granted, by the way that lacks fewest. */
function listLacking(offered: OfferedTool, granted: ReadonlySet<string>): readonly string[] {
  if ('own' in offered) return listMissing(offered.own.scopes ?? [], granted);
  const ways = scopesOf(offered.tool.request.security).map((way) => listMissing(way, granted));
  return ways.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/**
 * The scopes of each way to be let in by the API. A way without any says nothing of who may call: by a key of this server
 * everybody could.
 */
function scopesOf(security: readonly Requirement[]): readonly string[][] {
  return security.map((requirement) => Object.values(requirement).flat()).filter((way) => way.length > 0);
}

/** All scopes that tools ask for, in alphabetical order. */
export async function listScopes({ toolsets, toolsOf, own }: Offer): Promise<string[]> {
  const tools = await Promise.all(toolsets.map(async (toolset) => [...(await toolsOf(toolset)).values()]));
  const scopes = [...tools.flat(), ...own.values()].flatMap((one) =>
    'tool' in one ? scopesOf(one.tool.request.security).flat() : (one.own.scopes ?? []),
  );
  return [...new Set(scopes)].toSorted();
}

/** What is left of an offer for who is granted some scopes. */
function narrowOffer(offer: Offer, granted: ReadonlySet<string>): Offer {
  const isFor = (offered: OfferedTool) => listLacking(offered, granted).length === 0;

  const toolsOf = memoize(async (toolset: Toolset) => {
    const all = await offer.toolsOf(toolset);
    return new Map([...all].filter(([, offered]) => isFor(offered)));
  });
  const names = once(async () => {
    const tools = await Promise.all(offer.toolsets.map(toolsOf));
    return new Set(tools.flatMap((some) => Array.from(some.keys())));
  });
  const entries = once(async () => {
    const mine = await names();
    return (await offer.entries()).filter(({ name }) => mine.has(name));
  });

  return {
    ...offer,
    isFor,
    toolsOf,
    own: new Map([...offer.own].filter(([, offered]) => isFor(offered))),
    entries,
    search: async () => {
      const [search, mine] = await Promise.all([offer.search(), names()]);
      return (query) => search(query).filter(({ name }) => mine.has(name));
    },
    find: async (name) => {
      const offered = await offer.find(name);
      return offered !== undefined && isFor(offered) ? offered : undefined;
    },
    countOf: async (toolset) => {
      const tools = [...(await toolsOf(toolset)).values()];
      return {
        tools: tools.length,
        reads: tools.filter(({ listed }) => listed.annotations.readOnlyHint === true).length,
      };
    },
    tokensOf: async (toolset) => {
      const [tokens, all, mine] = await Promise.all([
        offer.tokensOf(toolset),
        offer.toolsOf(toolset),
        toolsOf(toolset),
      ]);
      return all.size === 0 ? 0 : Math.round((tokens * mine.size) / all.size);
    },
  };
}
