import { Agent } from 'node:http';
import { postCall } from './postCall.js';

/** What a server did under load. */
export interface Load {
  calls: number;
  perSecond: number;
  /** Milliseconds that half of the calls, and 99 of 100, took at most. */
  p50: number;
  p99: number;
  /** What went wrong, each kind once. */
  errors: ReadonlySet<string>;
}

/** Has clients call a tool over HTTP, each of them again as soon as it is answered. */
export async function load(
  url: string,
  call: { name: string; arguments: object },
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const errors = new Set<string>();
  const started = performance.now();
  const end = started + seconds * 1000;
  const work = async () => {
    for (let last = started; last < end; last = performance.now()) {
      try {
        const { isError, text } = await postCall(url, agent, call.name, call.arguments);
        if (isError) errors.add(text);
      } catch (error) {
        errors.add((error as Error).message);
      }
      times.push(performance.now() - last);
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  const perSecond = times.length / ((performance.now() - started) / 1000);
  agent.destroy();
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return { calls: times.length, perSecond, p50: quantile(0.5), p99: quantile(0.99), errors };
}
