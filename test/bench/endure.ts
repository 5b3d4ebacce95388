import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { faults, secret, type Fault, type Kind } from '../judges/faults/faults.js';
import { fine, methodsOf } from '../judges/faults/makeFaultCatalog.js';
import { nameFault } from '../judges/faults/nameFault.js';
import { startFaults } from '../judges/faults/startFaults.js';
import type { Look } from './faultyServer.js';
import { median } from './measure.js';
import { postCall } from './postCall.js';
import { startFaultyServer, type FaultyServer } from './startFaultyServer.js';

export interface EndureOptions {
  /** How many calls meet a fault. */
  calls: number;
  /** Decides which. */
  seed: number;
  /** Calls at once. */
  clients: number;
  timeoutMs: number;
  retries: number;
  /** How often the server is looked at. */
  intervals: number;
  /** Bytes that a call may leave behind, on average. */
  leak: number;
  /** Sockets that may be open in the end. */
  sockets: number;
}

/** What became of the calls that met faults of one kind. */
export interface Tally {
  results: number;
  errors: number;
}

/** What became of a server that met many faults. */
export interface Endurance {
  kinds: Record<Kind, Tally>;
  /** In intervals of the same length. */
  looks: Look[];
  /** What is not as it has to be, in words. */
  faults: string[];
}

/** A client gives up a connection that is idle after 4 s, and one that does not come about after 10 s. */
const settleMs = 20_000;

/** Lets a server meet many faults, and looks at it in between. */
export async function endure(options: EndureOptions): Promise<Endurance> {
  const { calls, seed, clients, timeoutMs, retries, intervals, leak, sockets } = options;
  const api = await startFaults();
  const server = await startFaultyServer(api.urls, timeoutMs, retries);
  const next = createMix(seed);
  const kinds = Object.fromEntries(
    faults.map(({ kind }) => [kind, { results: 0, errors: 0 }]),
  ) as Endurance['kinds'];
  const looks: Look[] = [];
  const found = new Set<string>();

  async function call(agent: Agent): Promise<void> {
    const { fault, tool } = next();
    const { body } = fault;
    try {
      const { isError, text } = await postCall(server.url, agent, tool, body === undefined ? {} : { body });
      kinds[fault.kind][isError ? 'errors' : 'results'] += 1;
      if (!isError && fault.fails !== undefined) found.add(`${tool} succeeded`);
      if (text.includes(secret.slice(0, 10))) found.add(`${tool} showed a secret`);
    } catch (error) {
      found.add(`${tool} had no result: ${(error as Error).message}`);
    }
  }

  try {
    for (let interval = 0; interval < intervals; interval += 1) {
      const agent = new Agent({ keepAlive: true, maxSockets: clients });
      let left = Math.ceil(calls / intervals);
      const work = async () => {
        for (; left > 0; await call(agent)) left -= 1;
      };
      await Promise.all(Array.from({ length: clients }, work));
      if (!(await answers(server.url, agent))) found.add('the server does not answer a good call');
      agent.destroy();
      looks.push(await server.look());
    }
    const open = await settle(server, sockets);
    if (open > sockets) found.add(`${open} sockets are still open`);
  } catch (error) {
    found.add(`the server has ended: ${(error as Error).message}`);
  } finally {
    server.stop();
    await api.close();
  }
  for (const stray of new Set(looks.at(-1)?.strays)) found.add(`nobody caught ${stray}`);
  const perCall = (slope(looks.map(({ memory }) => memory)) * looks.length) / calls;
  if (perCall > leak) found.add(`memory grows by ${Math.round(perCall)} bytes a call`);
  return { kinds, looks, faults: [...found] };
}

/** Waits until no more than so many sockets are open, or until all should be closed, and says how many are. */
async function settle(server: FaultyServer, most: number): Promise<number> {
  const end = performance.now() + settleMs;
  for (;;) {
    const { sockets } = await server.look();
    if (sockets <= most || performance.now() > end) return sockets;
    await wait(100);
  }
}

/**
 * By how much values grow from one to the next: the median of what each two say of it (Theil and Sen), which single
 * outliers do not move. The first third does not count: code is still being loaded and compiled then.
 */
export function slope(values: readonly number[]): number {
  const counted = values.slice(Math.floor(values.length / 3));
  return median(
    counted.flatMap((value, index) =>
      counted.slice(index + 1).map((later, distance) => (later - value) / (distance + 1)),
    ),
  );
}

/** On a busy machine, a good call may take more than the time that there is. */
async function answers(url: string, agent: Agent, tries = 50): Promise<boolean> {
  const { isError } = await postCall(url, agent, fine, {});
  return !isError || (tries > 1 && answers(url, agent, tries - 1));
}

/** A mix of all faults that is the same for a seed; what takes long comes seldom. */
function createMix(seed: number): () => { fault: Fault; tool: string } {
  const choices = faults.flatMap((fault) =>
    methodsOf(fault).flatMap((method) =>
      Array.from({ length: fault.isLarge ? 1 : 10 }, () => ({ fault, tool: nameFault(fault, method) })),
    ),
  );
  let state = seed;
  return () => {
    // Numerical Recipes' generator: its upper bits are random enough.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return choices[Math.floor((state / 2 ** 32) * choices.length)]!;
  };
}
