import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type DocumentInspection as Inspection,
  inspectDocument as inspect,
} from '../../../generator/inspectDocument.js';
import type { Finding } from '../../../generator/lint/finding.js';
import { toOverlay } from '../../../generator/lint/toOverlay.js';
import { defaults } from '../../../generator/model/config.js';
import { resolve } from '../../../generator/read/resolve.js';
import { growthOf, mostGrowth } from '../../support/growth.js';
import { inspectDocument, lintInspection } from '../../support/lintDocument.js';
import { tempFolder } from '../../support/tempFolder.js';
import {
  inspectOnce,
  isThorough,
  realDocuments,
  samples,
  specs as folder,
} from '../../support/realDocuments.js';

const isThere = existsSync(folder);
if (!isThere) console.log(`Linting real documents is skipped: ${folder} does not exist.`);

const readStdin = () => Promise.resolve('');

const specs = [...realDocuments, join(folder, 'adyen-webhooks-v1.json')];

/** Those whose suggestions are applied: OpenAPI 3, in one file. */
const fixed = ['qdrant.json', 'discord.json', 'figma.yaml', ...(isThorough ? ['stripe.json'] : [])].map(
  (name) => join(folder, name),
);

/** Each document is linted once: a test that judges it again says so. */
const linted = new Map<string, Promise<Finding[]>>();

function lintOnce(path: string): Promise<Finding[]> {
  const findings = linted.get(path) ?? inspectOnce(path).then(lintInspection);
  linted.set(path, findings);
  return findings;
}

const severities = ['error', 'warning', 'info'];

function expectOrder(findings: readonly Finding[]): void {
  const ranks = findings.map(({ severity, location }) => [severities.indexOf(severity), location] as const);
  for (const [index, [rank, location]] of ranks.entries()) {
    const [before = 0, place] = ranks[index - 1] ?? [];
    expect(rank).toBeGreaterThanOrEqual(before);
    if (rank === before && location?.file === place?.file) {
      expect(location?.line ?? 0).toBeGreaterThanOrEqual(place?.line ?? 0);
    }
  }
}

function listErrors(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
}

function countSuggestions(findings: readonly Finding[]): number {
  return findings.filter(({ rule }) => rule === 'constraint-in-prose').length;
}

describe('whole documents', () => {
  test.each([...samples, ...(isThere ? specs : [])])(
    '%s',
    async (path) => {
      const findings = await lintOnce(path);
      const keys = findings.map(({ rule, pointer, message }) => JSON.stringify([rule, pointer, message]));
      expect(keys).toHaveLength(new Set(keys).size);
      expect(findings.filter(({ location }) => location === undefined)).toEqual([]);
      expectOrder(findings);
    },
    120_000,
  );

  test.each(samples)('%s is judged the same each time', async (path) => {
    const inspection = await inspectOnce(path);
    expect(await lintInspection(inspection)).toEqual(await lintOnce(path));
  });

  test('the petstore, which is what a good document looks like, has nothing but suggestions', async () => {
    const findings = await lintOnce(samples[0] ?? '');
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  test.each([...samples, ...(isThere ? fixed : [])])(
    'what is suggested for %s can be applied, and costs no operation',
    async (path) => {
      const { document } = await inspectOnce(path);
      const findings = await lintOnce(path);
      const overlay = toOverlay(findings, document, (pointer) => resolve(document.root, pointer));
      if (overlay === undefined) return expect(countSuggestions(findings)).toBe(0);
      const file = join(tempFolder(), 'overlay.yaml');
      writeFileSync(file, overlay);
      const applied = await inspect(path, { ...defaults, overlays: [file] }, { readStdin });
      const after = await lintInspection(applied);
      expect(after.filter(({ rule }) => rule.startsWith('overlay-'))).toEqual([]);
      expect(listErrors(after)).toEqual(listErrors(findings));
      expect(countSuggestions(after)).toBeLessThan(countSuggestions(findings) / 10);
    },
    120_000,
  );
});

/** A document in which every operation has the same flaws, through what they share and by itself. */
function write(operations: number): object {
  const paths = Object.fromEntries(
    Array.from({ length: operations }, (_, n) => [
      `/things${n}/{id}`,
      {
        parameters: [{ $ref: '#/components/parameters/Id' }],
        post: {
          operationId: `replaceThing${n}`,
          summary: `Replace thing number ${n}`,
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      },
    ]),
  );
  const Id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const Thing = {
    type: 'object',
    properties: { kind: { type: 'integer', enum: [1, 2] }, inner: { $ref: '#/components/schemas/Thing' } },
  };
  return { paths, components: { parameters: { Id }, schemas: { Thing } } };
}

describe('large documents', () => {
  test('what is shared is found once, with the number of operations it concerns', async () => {
    const { findings } = await inspectDocument(write(200));
    expect(findings.map(({ rule, operations }) => [rule, operations])).toEqual([
      ['undocumented-enum', 200],
      ['unbounded-path-string', 200],
    ]);
  });

  test('1,000 operations take no more than their share', async () => {
    const bySize = new Map<number, Inspection>();
    for (const operations of [1000, 20]) {
      bySize.set(operations, (await inspectDocument(write(operations))).inspection);
    }
    const lint = (operations: number) => lintInspection(bySize.get(operations)!);
    expect(await growthOf(lint, 1000)).toBeLessThan(mostGrowth);
  });
});
