import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

const here = join(process.cwd(), 'test/bench');

/** What a process cost: CPU milliseconds in all and up to its last answer, peak memory in MiB. */
export interface Usage {
  cpu: number;
  answered: number;
  peak: number;
}

/** Runs a Node program to its end and says what it cost; `input` is all of its standard input. */
export async function measure(
  args: string[],
  cwd: string,
  input = '',
  env: Record<string, string> = {},
): Promise<Usage> {
  const child = spawn(process.execPath, ['--require', join(here, 'usage.cjs'), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  child.stdout!.resume();
  const said = text(child.stderr!);
  child.stdin!.end(input);
  const usage = await text(child.stdio[3] as Readable);
  if (usage === '') throw new Error(`${args.join(' ')} said nothing of its cost:\n${await said}`);
  return JSON.parse(usage) as Usage;
}

/** Runs several programs in turns, so that noise hits all alike, and gives the median of each. */
export async function medians<K extends string>(
  rounds: number,
  programs: Record<K, () => Promise<number>>,
): Promise<Record<K, number>> {
  const names = Object.keys(programs) as K[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await programs[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(results[name])])) as Record<K, number>;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Milliseconds of CPU that a process has taken, by the kernel's count in hundredths of seconds; 0 where it does not count. */
export function cpuOf({ pid }: Pick<ChildProcess, 'pid'>): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** The address that a server says it listens on. */
export async function readUrl(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stderr! })) {
    const url = /http:\/\/\S+\/mcp/.exec(line)?.[0];
    if (url === undefined) continue;
    server.stderr!.resume();
    return url;
  }
  throw new Error('the server ended before it listened');
}
