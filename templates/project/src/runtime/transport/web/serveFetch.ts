import process from 'node:process';
import { SetupError } from '../../errors.js';
import type { App } from '../../extensions.js';
import { once } from '../../memo.js';
import type { Environment } from '../../settings.js';
import { escapeHidden } from '../../text.js';
import type { ApiInfo } from '../../tool.js';
import { errorResponse } from '../http/createGate.js';
import { createFetch } from './createFetch.js';
import { refuseUnfit } from './refuseUnfit.js';

/** What a platform hands over beside a request: bindings on Workers, who sends it on Deno, the server on Bun. */
type Beside = Record<string, unknown> & {
  remoteAddr?: { hostname?: string };
  requestIP?: (request: Request) => { address: string } | null;
};

/** What platforms call (Cloudflare Workers: Fetch handler; `deno serve`; `Bun.serve`; Vercel Functions). */
export interface FetchEntry {
  fetch: (request: Request, beside?: unknown) => Promise<Response>;
}

/** Where tokens would be kept, if there were a disk: nothing is found there, and nothing written. */
const noHome = { XDG_CONFIG_HOME: '/nowhere' };

/** Cloudflare (Workers, Runtime APIs, Web standards): the one platform that hands settings over with a request. */
function isWorkers(): boolean {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } };
  return navigator?.userAgent === 'Cloudflare-Workers';
}

/**
 * Serves requests that a platform hands over. What is wrong with the settings stops the server at its start, but on Workers,
 * which tells them with the first request: there every request is answered with 500, and the log says why.
 *
 * @param makeApp - makes the server of the settings
 * @throws SetupError where a setting is wrong, or asks for what the platform has not.
 */
export async function serveFetch(api: ApiInfo, makeApp: (env: Environment) => App): Promise<FetchEntry> {
  let env: Environment = isWorkers() ? {} : { ...process.env };
  const open = once(async () => {
    refuseUnfit(api, env, false);
    return createFetch(makeApp({ ...noHome, ...env }), log);
  });
  if (!isWorkers()) await open();
  return {
    fetch: async (request, beside) => {
      if (isWorkers()) env = { ...process.env, ...pickTexts(beside) };
      const answer = await open().catch((error: Error) => {
        log(error instanceof SetupError ? error.message : String(error.stack));
        return undefined;
      });
      return answer?.(request, findSender(request, env, beside as Beside | undefined)) ?? refused();
    },
  };
}

function log(line: string): void {
  console.error(escapeHidden(line, '\n'));
}

function refused(): Response {
  return errorResponse(500, -32_603, 'The server is not set up right: its log says why.');
}

/** The variables and secrets among bindings, which may be much else. */
function pickTexts(bindings: unknown): Record<string, string> {
  const entries = Object.entries((bindings ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Who sends a request, in the words of the platform: a header counts where the platform itself sets it. */
function findSender(request: Request, env: Environment, beside: Beside | undefined): string | undefined {
  const { headers } = request;
  if (isWorkers()) return headers.get('cf-connecting-ip') ?? undefined;
  if (env['VERCEL'] === '1') return headers.get('x-real-ip') ?? undefined;
  return beside?.remoteAddr?.hostname ?? beside?.requestIP?.(request)?.address;
}
