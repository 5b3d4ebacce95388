import type { CallToolResult } from '@modelcontextprotocol/server';
import { createLimiter, createRoom } from '../http/limits.js';
import { loadPart } from '../memo.js';
import { redact } from '../redact.js';
import type { HandOver } from '../result/received.js';
import { callLimit, findApi, programVariable } from '../settings.js';
import type { Toolset } from '../tool.js';
import { callApi, type CallParts } from './callApi.js';
import type { CallOptions, GeneratedTool } from './callerParts.js';
import type { Checks } from './createChecks.js';
import { createReach, type ReachParts } from './createReach.js';

/** What gives the work of a tool to the client of a call, if that takes tasks. */
export type HandOverFor = (tool: string, options: CallOptions) => HandOver | undefined;

/** What calls the API. */
export interface ToolCaller {
  /** What no text may show, whatever is called. */
  known: readonly string[];
  /** Reads what a call is made with; what no text may show is added to `secrets`. */
  open: (
    offered: GeneratedTool,
    options: CallOptions,
    secrets: string[],
  ) => Promise<(handed?: HandOver) => CallParts>;
  /** Checks the arguments of a tool and calls the API; what no text may show either is added to `secrets`. */
  callTool: (
    offered: GeneratedTool,
    args: unknown,
    options: CallOptions,
    secrets: string[],
  ) => Promise<CallToolResult>;
}

/** Makes what calls the API for the tools of one server. */
export function createToolCaller(
  { catalog, env, fetch, offer, watch = (_recipe, _base, exchange) => exchange, ...shared }: ReachParts,
  prepare: Checks['prepare'],
  handOver: HandOverFor,
): ToolCaller {
  const { features, timeoutMs, retries, backoffMs, answerTokens, downloads, pollMs, fileRoots, uploadMb } =
    shared;
  const { known, reach } = createReach({ catalog, env, fetch, ...shared });
  const limiter = createLimiter(shared);
  const room = createRoom();
  const apiOf = (toolset: Toolset) => findApi(catalog.api, toolset);
  const baseOf = (toolset: Toolset) => reach(apiOf(toolset)).baseUrlOf;
  const findReaders =
    offer &&
    features.polling &&
    (async (own: Toolset, address: URL) => {
      const { findReader } = await loadPart(features.polling, 'polling');
      return findReader(address, own, { ...offer, baseOf });
    });
  const { links } = features;
  const tellLinks = offer && links && (async () => (await links())(offer.find));

  const open: ToolCaller['open'] = async ({ tool, toolset }, options, secrets) => {
    const api = apiOf(toolset);
    const way = reach(api);
    const { security, credentials, hidesServer, ofUser } = await way.prove(tool, options, secrets);
    for (const credential of credentials.values()) secrets.push(...credential.secrets);
    const { signal, trace, onProgress, onAnswer } = options;
    return (handed) => {
      const base = way.baseUrlOf(tool.request);
      // One by one: this is done for each call, and copies of wide objects cost more than all of them.
      return {
        features,
        timeoutMs,
        retries,
        backoffMs,
        answerTokens: answerTokens ?? options.answerTokens,
        downloads:
          onAnswer === undefined && downloads !== undefined
            ? { folder: downloads, load: features.downloads }
            : undefined,
        pollMs,
        fileRoots,
        uploadMb,
        signal,
        trace,
        onProgress,
        onAnswer,
        handOver: handed,
        limiter,
        share: room.open(),
        end: performance.now() + callLimit(timeoutMs),
        auth: api.auth,
        program: env[programVariable],
        base,
        security,
        credentials,
        ofUser,
        secrets,
        exchange: watch(tool.request, base, way.exchangeFor(tool.request, secrets, hidesServer)),
        links: tellLinks,
        findReader: findReaders && ((address) => findReaders(toolset, address)),
      };
    };
  };

  return {
    known,
    open,
    callTool: async (offered, args, options, secrets) => {
      const { tool } = offered;
      const complete = await open(offered, options, secrets);
      const { client } = options;
      const clean = (text: string) => redact(text, secrets);
      const checked = await prepare(offered, args, { client, clean });
      if (client && !tool.annotations.readOnlyHint) client.hasActed = true;
      return callApi(tool, checked, complete(handOver(tool.name, options)));
    },
  };
}
