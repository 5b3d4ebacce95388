import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { measure } from '../bench/measure.js';
import { figma, specs } from '../support/realDocuments.js';
import { snapshot, tempFolder } from '../support/tempFolder.js';
import { root } from './project.js';

const kubernetes = join(specs, 'kubernetes.json');
if (!existsSync(kubernetes)) console.warn(`skipped: kubernetes a second time (no file ${kubernetes})`);

/** The milliseconds of CPU time that the built command takes. */
async function generate(cwd: string, ...args: string[]): Promise<number> {
  const { cpu } = await measure([join(root, 'dist/generator/cli.js'), 'generate', ...args], cwd);
  return cpu;
}

test.each([figma, kubernetes].filter((document) => existsSync(document)))(
  'to generate again from %s, which has not changed, takes at most half the CPU time',
  async (document) => {
    const folder = tempFolder();
    const project = join(folder, 'server');
    const first = await generate(folder, relative(folder, document), '-o', 'server');
    const before = snapshot(project);
    // As the project's own script does it.
    const second = await generate(project);
    expect(second, `${second} ms, after ${first} ms`).toBeLessThan(first / 2);
    expect(snapshot(project)).toEqual(before);
  },
);
