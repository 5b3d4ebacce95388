import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ToolEntry } from '../../../generator/model/server.js';
import { findSources } from '../../../generator/shape/sources/findSources.js';
import { inspectOnce, specs } from '../../support/realDocuments.js';

const documents = [
  'petstore3.yaml',
  'scalar-galaxy.yaml',
  'redocly-cafe-3-2-split/cafe.yaml',
  'conjur-multi/openapi.yml',
  'docker-engine.yaml',
  'stripe.json',
  'discord.json',
  'figma.yaml',
  'qdrant.json',
  'readme-3-0-parameters-style.json',
  'autorest-url.json',
  'kubernetes.json',
];

/** Whether a tool that is told gives the value: judged by reading what the document says of its answer. */
interface Judged {
  document: string;
  tool: string;
  argument: string;
  source: string;
  right: boolean;
  why: string;
}

const judged = JSON.parse(readFileSync(join(import.meta.dirname, 'judged.json'), 'utf8')) as Judged[];

/** Of those that are told still, so many are right; and so many of the judged are told, or others have to be judged. */
const leastRight = 0.9;
const leastTold = 120;

if (!existsSync(specs)) console.log(`Sources of arguments are not judged: ${specs} does not exist.`);

function callOf({ tool: { request } }: ToolEntry): string {
  return `${request.method} ${request.path}`;
}

describe.skipIf(!existsSync(specs))('where arguments come from', () => {
  test(
    'every argument in a path has a source, or a reason why none is told',
    { timeout: 600_000 },
    async () => {
      const lines: string[] = [];
      const open: string[] = [];
      for (const document of documents) {
        const { api, server } = await inspectOnce(join(specs, document));
        const entries = server.toolsets.flatMap(({ tools }) => tools);
        const names = new Set(entries.map(({ tool }) => tool.name));
        const { ungiven } = findSources(api, entries);
        const counts = new Map<string, number>();
        for (const { tool, search } of entries) {
          const { sources = {} } = search;
          for (const told of Object.values(sources)) {
            expect(told.length).toBeGreaterThan(0);
            expect(told.length).toBeLessThanOrEqual(3);
            expect(new Set(told).size).toBe(told.length);
            expect(told.filter((name) => name === tool.name || !names.has(name))).toEqual([]);
          }
          const ofPath = tool.request.parameters.filter(
            ({ in: place, constant }) => place === 'path' && constant === undefined,
          );
          for (const { argument } of ofPath) {
            const reason = sources[argument] ? 'given' : ungiven.get(tool.name)?.[argument];
            if (reason === undefined) open.push(`${document} ${tool.name} ${argument}`);
            else counts.set(reason, (counts.get(reason) ?? 0) + 1);
          }
        }
        const told = [...counts].toSorted().map(([reason, count]) => `${reason} ${count}`);
        lines.push(`${document}: ${told.join(', ')}`);
      }
      console.log(lines.join('\n'));
      expect(open).toEqual([]);
    },
  );

  test('of the judged sources that are told still, nine in ten are right', { timeout: 600_000 }, async () => {
    expect(judged).toHaveLength(150);
    expect(judged.filter(({ document }) => document === 'kubernetes.json').length).toBeLessThanOrEqual(30);
    const told: Judged[] = [];
    for (const document of new Set(judged.map((one) => one.document))) {
      const { server } = await inspectOnce(join(specs, document));
      const entries = server.toolsets.flatMap(({ tools }) => tools);
      const byCall = new Map(entries.map((entry) => [callOf(entry), entry]));
      for (const one of judged) {
        const source = byCall.get(one.source)?.tool.name;
        const sources = byCall.get(one.tool)?.search.sources?.[one.argument] ?? [];
        if (one.document === document && source !== undefined && sources.includes(source)) told.push(one);
      }
    }
    const right = told.filter((one) => one.right).length;
    console.log(`${right} of ${told.length} sources are right; ${judged.length} were judged.`);
    expect(told.length).toBeGreaterThanOrEqual(leastTold);
    expect(right / told.length).toBeGreaterThanOrEqual(leastRight);
  });
});
