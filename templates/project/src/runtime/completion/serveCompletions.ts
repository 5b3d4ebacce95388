import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Extension, ExtensionParts } from '../extend/extensions.js';
import type { Sender } from '../features.js';
import { isObject, parseJson } from '../json.js';
import { echo } from '../text.js';
import type { Completion } from '../tool.js';

/** What one answer may hold (MCP, Completion). */
const mostValues = 100;
/** Values of one list that are looked at, and characters of each. */
const mostListed = 10_000;
const longestValue = 200;
/** How long what a tool has listed is used, and how long it is not asked again where it failed. */
const freshMs = 60_000;
const failedMs = 10_000;
/** How long one listing may take: who types waits for it. */
const patienceMs = 10_000;

/** Gives values for what a user has typed, those that a caller can use alone. */
type Complete = (
  typed: string,
  signal: AbortSignal,
  sender: Sender,
) => Promise<readonly string[]> | readonly string[];

/** Completes arguments of prompts and variables of templates (MCP, Completion). */
export async function serveCompletions(
  parts: ExtensionParts,
  now: () => number = () => performance.now(),
): ReturnType<Extension> {
  const { catalog, custom } = parts;
  const listing = createListing(parts, now);
  const toComplete =
    ({ values, from }: Completion): Complete =>
    (_typed, _signal, sender) =>
      values ?? (from === undefined ? [] : listing(from, sender));
  const prompts = new Map<string, Map<string, Complete>>();
  for (const { name, arguments: args } of (await catalog.prompts?.()) ?? [])
    prompts.set(name, new Map(args.map((one) => [one.name, toComplete(one.completion ?? {})])));
  for (const [name, { arguments: args = {} }] of Object.entries(custom.prompts ?? {}))
    prompts.set(
      name,
      new Map(
        Object.entries(args).map(([argument, { complete }]): [string, Complete] => [
          argument,
          async (typed, signal) => (await complete?.(typed, { signal })) ?? [],
        ]),
      ),
    );
  const templates = new Map<string, Map<string, Complete>>();
  for (const { uri, completions = {} } of (await catalog.resources?.())?.list ?? [])
    if (uri.includes('{'))
      templates.set(
        uri,
        new Map(Object.entries(completions).map(([variable, one]) => [variable, toComplete(one)])),
      );
  for (const uri of Object.keys(custom.resources ?? {})) if (uri.includes('{')) templates.set(uri, new Map());

  return (server) => {
    server.registerCapabilities({ completions: {} });
    server.setRequestHandler(
      'completion/complete',
      async ({ params: { ref, argument } }, { mcpReq, http }) => {
        const isPrompt = ref.type === 'ref/prompt';
        const key = isPrompt ? ref.name : ref.uri;
        const known = (isPrompt ? prompts : templates).get(key);
        if (known === undefined)
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            `Unknown ${isPrompt ? 'prompt' : 'resource template'}: ${echo(key)}`,
          );
        const sender = parts.readSender(mcpReq['_meta'], http);
        const all = (await known.get(argument.name)?.(argument.value, mcpReq.signal, sender)) ?? [];
        const found = rankValues(all, argument.value);
        return {
          completion: {
            values: found.slice(0, mostValues),
            total: found.length,
            hasMore: found.length > mostValues,
          },
        };
      },
    );
  };
}

/** The values that fit what was typed: those that begin so, then those that hold it. */
function rankValues(values: readonly string[], typed: string): string[] {
  const wanted = typed.toLowerCase();
  const places = values.map((value) => ({ value, place: value.toLowerCase().indexOf(wanted) }));
  const begun = places.filter(({ place }) => place === 0);
  const holding = places.filter(({ place }) => place > 0);
  return [...new Set([...begun, ...holding].map(({ value }) => value))];
}

type From = NonNullable<Completion['from']>;

/**
 * Makes what asks a tool for values: each once in a while, and never twice at the same time. Where calls are made with the
 * credentials of users it is asked each time, since no user may see what another one would.
 */
function createListing({ offers, read, settings, custom }: ExtensionParts, now: () => number) {
  const isPerUser = settings.isPerUser || custom.credentials !== undefined;
  const known = new Map<From, { values: Promise<readonly string[]>; until: number }>();

  async function ask(from: From, sender: Sender, keep: (ms: number) => void): Promise<readonly string[]> {
    const { tool, arguments: args = {}, value } = from;
    const result = await read(tool, args, {
      signal: AbortSignal.timeout(patienceMs),
      ...sender,
      onAnswer: () => undefined,
    }).catch(() => undefined);
    if (result === undefined || result.isError) {
      keep(failedMs);
      return [];
    }
    keep(freshMs);
    const [block] = result.content;
    const text = block?.type === 'text' ? block.text : '';
    // Behind what is cut stands a line that says so.
    const answer = parseJson(text) ?? parseJson(text.slice(0, Math.max(0, text.lastIndexOf('\n'))));
    return [...new Set(collectValues(answer, value))];
  }

  return async (from: From, sender: Sender): Promise<readonly string[]> => {
    // It is asked each time: what is offered may have changed, and who may not call it may not see what it lists.
    if (!(await offers(from.tool))) return [];
    if (isPerUser) return ask(from, sender, () => undefined);
    const last = known.get(from);
    if (last !== undefined && now() < last.until) return last.values;
    const entry = { values: Promise.resolve<readonly string[]>([]), until: Number.POSITIVE_INFINITY };
    known.set(from, entry);
    entry.values = ask(from, { trace: {} }, (ms) => (entry.until = now() + ms));
    return entry.values;
  };
}

/** The values at the end of a path of members; lists on the way are gone through. */
function collectValues(answer: unknown, path: readonly string[]): string[] {
  let at: unknown[] = [answer].flat().slice(0, mostListed);
  for (const name of path)
    at = at
      .flatMap((value) => (isObject(value) && Object.hasOwn(value, name) ? [value[name]].flat() : []))
      .slice(0, mostListed);
  return at.flatMap((value) => {
    const isValue = typeof value === 'string' || typeof value === 'number';
    const text = isValue ? String(value) : '';
    return text === '' || text.length > longestValue ? [] : [text];
  });
}
