import { trimPath } from '../request/outgoing.js';
import type { Recipe, Tool, Toolset } from '../tool.js';
import type { Readable, Reader } from './received.js';

/**
 * Finds the tool that reads what lies at an address, among those that ask for nothing but what the address says: first in
 * the toolset of the call, then in the others.
 */
export async function findReader(
  address: URL,
  own: Toolset,
  { toolsets, toolsOf, baseOf }: Readable,
): Promise<Reader | undefined> {
  for (const toolset of new Set([own, ...toolsets])) {
    if (toolset.source !== own.source) continue;
    const base = orNone(baseOf(toolset));
    for (const offered of (await toolsOf(toolset)).values()) {
      if (!('tool' in offered) || offered.tool.request.method !== 'GET') continue;
      const args = matchAddress(address, offered.tool, base);
      if (args !== undefined) return { tool: offered.tool.name, args };
    }
  }
  return undefined;
}

/** Nothing where it is not configured. */
function orNone(baseOf: (recipe: Recipe) => URL): (recipe: Recipe) => URL | undefined {
  return (recipe) => {
    try {
      return baseOf(recipe);
    } catch {
      return undefined;
    }
  };
}

/** The arguments by which the tool asks for the address, if it can. */
function matchAddress(
  address: URL,
  { request, inputSchema }: Tool,
  baseOf: (recipe: Recipe) => URL | undefined,
): Record<string, string> | undefined {
  const base = baseOf(request);
  if (base?.origin !== address.origin) return undefined;
  const template = `${trimPath(base.pathname)}${request.path.startsWith('/') ? '' : '/'}${request.path}`;
  const wanted = template.split('/');
  const given = trimPath(address.pathname).split('/');
  if (wanted.length !== given.length) return undefined;
  const found = new Map<string, string>();
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    if (name !== undefined && value !== '') found.set(`path ${name}`, decodeSegment(value));
    else if (segment !== value) return undefined;
  }
  for (const [name, value] of address.searchParams) found.set(`query ${name}`, value);
  const args: Record<string, string> = {};
  for (const { in: place, name, argument, constant } of request.parameters) {
    const key = `${place} ${name}`;
    const value = found.get(key);
    if (value === undefined) continue;
    if (constant === undefined) args[argument] = value;
    else if (String(constant) !== value) return undefined;
    found.delete(key);
  }
  const required = (inputSchema['required'] ?? []) as string[];
  return found.size === 0 && required.every((name) => Object.hasOwn(args, name)) ? args : undefined;
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
