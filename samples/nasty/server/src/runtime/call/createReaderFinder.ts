import type { Offer } from '../offer/createOffer.js';
import type { FindReader, Polling } from '../result/received.js';
import type { Recipe, Toolset } from '../tool.js';

/** Makes what finds the tool that reads an address: first in the toolset of the call, then in the others. */
export function createReaderFinder(
  { toolsets, toolsOf }: Pick<Offer, 'toolsets' | 'toolsOf'>,
  baseUrlOf: (recipe: Recipe) => URL,
  polling: () => Promise<Polling>,
): (own: Toolset) => FindReader {
  /** Nothing where it is not configured. */
  function baseOrNone(recipe: Recipe): URL | undefined {
    try {
      return baseUrlOf(recipe);
    } catch {
      return undefined;
    }
  }

  return (own) => async (address) => {
    const { findReader } = await polling();
    for (const toolset of new Set([own, ...toolsets])) {
      const offered = [...(await toolsOf(toolset)).values()];
      const tools = offered.flatMap((one) => ('tool' in one ? [one.tool] : []));
      const found = findReader(address, tools, baseOrNone);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}
