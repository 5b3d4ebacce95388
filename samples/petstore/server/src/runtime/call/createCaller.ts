import type { CallToolResult } from '@modelcontextprotocol/server';
import { createChecker } from '../arguments/createChecker.js';
import { spellLarge } from '../arguments/largeIntegers.js';
import { readCredentials } from '../auth/credentials.js';
import { CallError, UnsendableError, notSent, refuseArguments } from '../errors.js';
import type { Features } from '../features.js';
import { createLimiter } from '../http/createLimiter.js';
import { createAnonymousNetwork, createFetchNetwork, createNetwork } from '../http/createNetwork.js';
import { createRoom } from '../http/createRoom.js';
import { type OnProgress, send } from '../http/send.js';
import { loadPart, memoize } from '../memo.js';
import type { Mock, MockParts } from '../mock/createMock.js';
import type { Offer } from '../offer/createOffer.js';
import type { OfferedTool } from '../offer/offerTools.js';
import { redact } from '../redact.js';
import { isTrusted, resolveBaseUrl } from '../request/buildRequest.js';
import { type Outgoing, takesFiles } from '../request/outgoing.js';
import type { FindReader, Polling } from '../result/received.js';
import { boundResult, ensureStructuredContent, textResult } from '../result/toolResult.js';
import type { Environment } from '../settings.js';
import { clip, escapeHidden } from '../text.js';
import type { Catalog, ObjectSchema, Recipe, Tool, Toolset } from '../tool.js';
import { type Trace, callApi } from './callApi.js';

/** What all calls of one server share. */
export interface CallerParts {
  catalog: Catalog;
  features: Features;
  env: Environment;
  /** What requests are sent with; where it is not said, Node's client, by the proxies and certificates in `env`. */
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs: number;
  /** How often a request is sent again at most; never where it is not said. */
  retries?: number;
  /** Tokens of an answer that are shown. */
  answerTokens?: number;
  /** The folder that files are saved in; where there is none, they are embedded. */
  downloads?: string | undefined;
  /** Requests that are under way at once, at most; any number where it is not said. */
  concurrency?: number;
  /** Requests that wait for their turn, at most. */
  queue?: number;
  /** The folders that files to be sent may be read from. */
  fileRoots?: readonly string[];
  /** Megabytes that one request may send. */
  uploadMb?: number;
  /** Calls are answered from the document, and nothing is sent. */
  mock?: boolean;
  /** The first wait for the result of work that the API has only accepted; it grows. */
  pollMs?: number | undefined;
  /** What is offered, to name the tool that reads how such work stands. */
  offer?: Pick<Offer, 'toolsets' | 'toolsOf'>;
}

/** What goes with one call. */
export interface CallOptions {
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  trace: Trace;
  /** Told how much of the answer has come, where the client has asked for that. */
  onProgress?: OnProgress | undefined;
}

/** Carries out a call. What goes wrong becomes a result in words; only a call that was cancelled throws. */
export type Call = (
  offered: OfferedTool,
  args: unknown,
  circumstances: CallOptions,
) => Promise<CallToolResult>;

/** Makes the function that carries out the calls of one server. */
export async function createCaller({ catalog, env, fetch, offer, ...shared }: CallerParts): Promise<Call> {
  const { api } = catalog;
  const { features } = shared;
  const mock = shared.mock ? await loadMock(catalog, shared) : undefined;
  const owned = fetch && createFetchNetwork(fetch);
  const { secrets: known = [], exchange } = owned ?? createNetwork(env);
  const anonymous = owned ?? createAnonymousNetwork(env);
  const limiter = createLimiter(shared);
  const room = createRoom();
  const fetching = {
    known: new Map<string, unknown>(),
    // A token is for all calls: that one of them is cancelled does not end the request for it.
    send: (request: Outgoing) =>
      send(request, {
        exchange: anonymous.exchange,
        timeoutMs: shared.timeoutMs,
        end: performance.now() + shared.timeoutMs,
        signal: new AbortController().signal,
      }),
  };
  const check = createChecker(await catalog.components(), api);
  const baseUrlOf = memoize((recipe: Recipe) => resolveBaseUrl(api, recipe, env));
  const isTrustedWith = memoize((recipe: Recipe) => isTrusted(api, recipe, env));
  const { polling } = features;
  const readersBeside = offer && polling && createReaderFinder(offer, baseUrlOf, polling);

  /** Files may be given by their paths too. */
  const withPaths = memoize(async (schema: ObjectSchema) => {
    const { acceptPaths } = await loadPart(features.files, 'files');
    return acceptPaths(schema);
  });
  const enforcedFor = (tool: Tool, schema: ObjectSchema) =>
    takesFiles(tool.request.body) ? withPaths(schema) : schema;

  async function checkFor(tool: Tool, toolset: Toolset, args: unknown) {
    const schema = (await toolset.schemas())[tool.name];
    if (schema === undefined) throw new Error(`there is no schema for ${tool.name}`);
    const { body, parameters } = tool.request;
    return check(tool.name, await enforcedFor(tool, schema), args, body, parameters);
  }

  return (offered, args, { signal, trace, onProgress }) => {
    const secrets = [...known];
    const inWords = async (run: () => Promise<CallToolResult>) => {
      try {
        return await run();
      } catch (error) {
        if (signal.aborted) throw error;
        return textResult(redact(explainFailure(error, offered.listed.name), secrets), true);
      }
    };

    if ('own' in offered) {
      const { listed, own } = offered;
      const checkOwn = () => {
        try {
          return check(listed.name, listed.inputSchema, args);
        } catch (error) {
          throw error instanceof CallError ? new CallError(error.message.replace(notSent, '')) : error;
        }
      };
      return inWords(async () => {
        const result = await own.call(spellLarge(checkOwn()), { signal });
        return boundResult(typeof result === 'string' ? textResult(result) : result, listed.name);
      });
    }

    const { tool, toolset, wrap } = offered;
    const finish =
      tool.outputSchema === undefined ? (result: CallToolResult) => result : ensureStructuredContent;
    const call = (given: unknown) =>
      inWords(async () => {
        if (mock !== undefined) return mock.answer(tool, await checkFor(tool, toolset, given), finish);
        const credentials = await readCredentials(api.auth, env, features.credentials, fetching);
        for (const credential of credentials.values()) secrets.push(...credential.secrets);
        const checked = await checkFor(tool, toolset, given);
        const base = baseUrlOf(tool.request);
        const isKnown = isTrustedWith(tool.request);
        const parts = {
          auth: api.auth,
          base,
          isTrusted: isKnown,
          credentials,
          secrets,
          ...shared,
          exchange: isKnown ? exchange : anonymous.exchange,
          limiter,
          room,
          findReader: readersBeside?.(toolset),
          signal,
          trace,
          onProgress,
        };
        return finish(await callApi(tool, checked, parts));
      });
    const wrapped = async () =>
      wrap === undefined
        ? call(args)
        : inWords(async () =>
            boundResult(
              finish(await wrap(spellLarge(await checkFor(tool, toolset, args)), call, { signal })),
              tool.name,
            ),
          );
    return mock === undefined ? wrapped() : wrapped().then((result) => mock.mark(result));
  };
}

async function loadMock(catalog: Catalog, parts: MockParts): Promise<Mock> {
  const [{ createMock }, mocks] = await Promise.all([import('../mock/createMock.js'), catalog.mocks()]);
  return createMock(mocks, parts);
}

/** Makes what finds the tool that reads an address: first in the toolset of the call, then in the others. */
function createReaderFinder(
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

/** Characters that are shown of the message of an error which is none of ours. */
const longestMessage = 2000;

/** What a model is told of a call of a tool that failed. */
export function explainFailure(error: unknown, tool: string): string {
  return escapeHidden(messageFor(error, tool), '\n\t');
}

function messageFor(error: unknown, tool: string): string {
  if (error instanceof CallError) return error.message;
  if (error instanceof UnsendableError) return refuseArguments(tool, [error.message]).message;
  return `The call of ${tool} failed inside this server: ${clip(messageOf(error), longestMessage)}`;
}

/** Code of `custom.ts` may throw anything, values that cannot be written as text among them. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'what was thrown cannot be shown';
  }
}
