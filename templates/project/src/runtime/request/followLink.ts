import { UnsendableError } from '../errors.js';
import { escapeHidden, parseUrl } from '../text.js';
import type { Recipe } from '../tool.js';
import type { Arguments } from './buildRequest.js';
import { isMethodOverride, trimPath } from './outgoing.js';

/**
 * Takes the link to the next page out of the arguments of a call, and gives what its query says to the address of the
 * request: what is declared must be given as an argument, so that it is checked as such.
 */
export function followLink(
  { nextPage, parameters }: Recipe,
  args: Arguments,
): { sent: Arguments; follow?: (url: URL) => void } {
  const { argument = '', ignored = [] } = nextPage ?? {};
  const { [argument]: link, ...sent } = args;
  if (typeof link !== 'string') return { sent };
  const follow = (url: URL): void => {
    const next = parseUrl(link, url.href);
    if (next?.origin !== url.origin || trimPath(next.pathname) !== trimPath(url.pathname))
      throw new UnsendableError(
        argument,
        `must be the link to the next page, as the last response of this tool gave it: it leads elsewhere than ${url.origin}${url.pathname}`,
      );
    for (const name of new Set(next.searchParams.keys())) {
      const values = next.searchParams.getAll(name);
      const declared = parameters.find((one) => one.in === 'query' && one.name === name);
      const isFixed = declared === undefined ? url.searchParams.has(name) : declared.constant !== undefined;
      if (isFixed || isMethodOverride(name) || ignored.includes(name)) continue;
      if (declared === undefined) for (const value of values) url.searchParams.append(name, value);
      else if (values.join() !== url.searchParams.getAll(name).join())
        throw new UnsendableError(
          argument,
          `has ${escapeHidden(name)}=${escapeHidden(values.join())}: give that as ${declared.argument}, too`,
        );
    }
  };
  return { sent, follow };
}
