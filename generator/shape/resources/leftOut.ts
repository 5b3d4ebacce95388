import type { Api } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import { InputError, type Report } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import type { Server, ToolEntry } from '../../model/server.js';
import { candidateName } from '../names/candidates.js';
import { operationKey } from '../names/legal.js';
import { findTool } from './findCompletion.js';

/**
 * The choices without the listings of values by tools that are not offered, such as by `--read-only`; each is reported.
 * One that names a tool that there never was stays, and is a mistake.
 *
 * @param known - what the documents say, offered or not
 */
export function dropListings(config: Config, server: Server, known: readonly Api[], report: Report): Config {
  const listings = Object.entries(config.completions);
  if (listings.length === 0) return config;
  const isLeftOut = findLeftOut(server, known);
  const kept = listings.filter(([argument, { tool }]) => {
    const isLost = tool !== undefined && isLeftOut([tool]);
    if (isLost) report('listing-left-out', joinPointer('config#/completions', argument), { argument, tool });
    return !isLost;
  });
  return { ...config, completions: Object.fromEntries(kept) };
}

/** Tells whether a tool is one of an operation that is not offered, by any of the names that it may be given. */
export function findLeftOut(server: Server, known: readonly Api[]): (names: readonly string[]) => boolean {
  const all = new Set<string>();
  for (const api of known) {
    const wishesOf = candidateName(api);
    const named = [...api.operations, ...api.leftOut];
    for (const operation of named) all.add(wishesOf(operation).wishes[0]?.join('_') ?? '');
    for (const operation of [...named, ...api.skipped]) {
      const key = operationKey(operation);
      for (const name of [operation.operationId, key, server.names.given[key]?.name ?? '']) all.add(name);
    }
  }
  return (names) =>
    names.every((one) => findOrNone(one, server) === undefined) &&
    names.some((one) => one !== '' && all.has(one));
}

/** The offered tool that the user names; nothing where there is none. */
export function findOrNone(wanted: string, server: Server): ToolEntry | undefined {
  try {
    return findTool(wanted, server, '');
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
