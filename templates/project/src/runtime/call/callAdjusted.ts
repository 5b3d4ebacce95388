import type { CallToolResult } from '@modelcontextprotocol/server';
import { CallError, NoResponseError } from '../errors.js';
import { type Limiter, createLimiter } from '../http/limits.js';
import { memoize } from '../memo.js';
import type { Tool } from '../tool.js';
import type { CallParts } from './callApi.js';

/** The limits that calls of a tool have of their own. */
export interface Adjustment {
  /** Milliseconds that a call may take, with all its requests and the time that it waits. */
  timeoutMs?: number;
  /** How often a request is sent again at most; one that may do harm twice never is. */
  retries?: number;
  /** How many calls are under way at once; those of tools with the same `shared` count together. */
  concurrency?: { most: number; shared?: string };
}

/** Calls that wait for their turn: with more, a call fails at once. */
const mostWaiting = 100;

/** Of each server, those that let its calls go, by the tool or what several of them share. */
const limitersOf = memoize((_server: object) => new Map<string, Limiter>());

/** Makes a call within the limits that its tool has. @throws CallError where its turn does not come. */
export async function callAdjusted(
  { name, adjust }: Tool,
  parts: CallParts,
  call: (parts: CallParts) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const { timeoutMs, retries = parts.retries, concurrency } = adjust as Adjustment;
  const within: CallParts = { ...parts, retries };
  if (timeoutMs !== undefined)
    Object.assign(within, {
      timeoutMs,
      end: performance.now() + timeoutMs,
      limit: `timeoutMs: ${timeoutMs} of ${name} in mcpwright.yaml`,
    });
  if (concurrency === undefined) return call(within);
  const limiter = findLimiter(parts.limiter ?? parts.features, concurrency, name);
  const who = concurrency.shared === undefined ? name : `${name} and the tools that share its limit`;
  await takeTurn(limiter, within, `${countCalls(concurrency.most)} of ${who}`);
  try {
    return await call(within);
  } finally {
    limiter.give();
  }
}

function findLimiter(server: object, { most, shared }: { most: number; shared?: string }, name: string) {
  const limiters = limitersOf(server);
  // No tool has a blank in its name.
  const key = shared === undefined ? name : `shared ${shared}`;
  const known = limiters.get(key) ?? createLimiter({ concurrency: most, queue: mostWaiting });
  limiters.set(key, known);
  return known;
}

/** Waits until a call may be made, as long as that leaves it some of its time. */
async function takeTurn(
  limiter: Limiter,
  { signal, end, timeoutMs }: Pick<CallParts, 'signal' | 'end' | 'timeoutMs'>,
  allowed: string,
): Promise<void> {
  try {
    await limiter.take({ signal, until: end - timeoutMs / 10 });
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    const why =
      error.kind === 'busy'
        ? `and ${mostWaiting} more wait already`
        : `and this one waited ${error.afterMs / 1000} s for its turn`;
    throw new CallError(
      `This server makes only ${allowed} at once, ${why} (concurrency in mcpwright.yaml).\nNothing was sent, so calling again later is safe.`,
    );
  }
}

function countCalls(most: number): string {
  return most === 1 ? '1 call' : `${most} calls`;
}
