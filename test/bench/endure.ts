import { Agent } from 'node:http';
import { faults, secret, type Fault, type Kind } from '../faults/faults.js';
import { fine, methodsOf } from '../faults/makeFaultCatalog.js';
import { nameFault } from '../faults/nameFault.js';
import { startFaults } from '../faults/startFaults.js';
import type { Look } from './faultyServer.js';
import { median } from './measure.js';
import { postCall } from './postCall.js';
import { startFaultyServer } from './startFaultyServer.js';

export interface EndureOptions {
  /** How many calls meet a fault. */
  calls: number;
  /** Decides which. */
  seed: number;
  /** Calls at once. */
  clients: number;
  timeoutMs: number;
  retries: number;
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

const intervals = 10;

/** Lets a server meet many faults, and looks at it in between. */
export async function endure(options: EndureOptions): Promise<Endurance> {
  const { calls, seed, clients, timeoutMs, retries } = options;
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
  } catch (error) {
    found.add(`the server has ended: ${(error as Error).message}`);
  } finally {
    server.stop();
    await api.close();
  }
  for (const stray of new Set(looks.at(-1)?.strays)) found.add(`nobody caught ${stray}`);
  if (
    grows(
      looks.map(({ heap }) => heap),
      4,
    )
  )
    found.add('the heap grows');
  if (
    grows(
      looks.map(({ sockets }) => sockets),
      12,
    )
  )
    found.add('the sockets grow');
  return { kinds, looks, faults: [...found] };
}

/** Whether the last third is more than the second, by a tenth and what chance may make of it. */
export function grows(values: readonly number[], chance: number): boolean {
  const third = Math.floor(values.length / 3);
  const second = median(values.slice(third, 2 * third));
  return median(values.slice(-third)) > second * 1.1 + chance;
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
