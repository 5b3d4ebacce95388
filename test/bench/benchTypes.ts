import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { formatTable } from '../../generator/commands/context.js';
import { generate, scratch } from './bed.js';
import { large, makeLargeDocument } from './makeLargeDocument.js';
import { cpuOf } from './measure.js';

/** How often a process is looked at that cannot say itself what it took. */
const lookMs = 20;

/** What the type check of a very large emitted project takes. */
export async function benchTypes(): Promise<void> {
  const { operations, toolsets } = large;
  console.log(`A project of ${operations} operations in ${toolsets} toolsets: made, and its types checked`);
  const file = join(scratch, 'large.json');
  writeFileSync(file, JSON.stringify(makeLargeDocument()));
  rmSync(join(scratch, 'large'), { recursive: true, force: true });
  const made = await generate('large', file);
  const checked = await checkTypes(join(scratch, 'large'));
  const rows = Object.entries({ generate: made, 'type check': checked }).map(([step, { cpu, peak }]) => [
    step,
    (cpu / 1000).toFixed(1),
    peak.toFixed(0),
  ]);
  console.log(formatTable([['step', 'CPU s', 'peak MiB'], ...rows], [1, 2]));
}

/** Runs the compiler itself, which is no program of Node, and looks at it until it ends: by the count of the kernel. */
async function checkTypes(cwd: string): Promise<{ cpu: number; peak: number }> {
  const folder = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const module = pathToFileURL(join(folder, 'lib/getExePath.js')).href;
  const { default: getExePath } = (await import(module)) as { default: () => string };
  const child = spawn(getExePath(), ['--noEmit'], { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let cpu = 0;
  let peak = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      peak = Math.max(peak, Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      cpu = Math.max(cpu, cpuOf(child));
    } catch {
      // It has ended.
    }
  }, lookMs);
  const said = await text(child.stdout);
  clearInterval(look);
  if (said !== '') throw new Error(`the types are not right:\n${said.slice(0, 2_000)}`);
  return { cpu, peak };
}
