import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cpuUsage } from 'node:process';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../generator/generate.js';
import { defaults } from '../../../generator/model/config.js';
import { findSources } from '../../../generator/shape/sources/findSources.js';
import { growthOf, leastCpu, mostGrowth } from '../../support/growth.js';
import { specs } from '../../support/realDocuments.js';
import { shapeDocument } from '../../support/shapeDocument.js';

const readStdin = () => Promise.reject(new Error('no document comes from standard input'));

if (!existsSync(specs))
  console.log(`What sources cost is not held against generating: ${specs} does not exist.`);

describe.skipIf(!existsSync(specs))('deriving sources takes a tenth of generating at most', () => {
  test.each(['docker-engine.yaml', 'discord.json', 'kubernetes.json'])(
    '%s',
    { timeout: 600_000 },
    async (name) => {
      const before = cpuUsage();
      const { server, api } = await generateOnce(join(specs, name));
      const { user, system } = cpuUsage(before);
      const entries = server.toolsets.flatMap(({ tools }) => tools);
      const spent = await leastCpu(() => findSources(api, entries));
      console.log(`${name}: ${Math.round((1000 * spent) / (user + system)) / 10}% of generating`);
      expect(spent * 10).toBeLessThan(user + system);
    },
  );
});

async function generateOnce(file: string) {
  const { server, parts } = await generate(file, defaults, { readStdin });
  const [part] = parts;
  if (part === undefined) throw new Error(`nothing was made of ${file}`);
  return { server, api: part.api };
}

test('the work grows with the document, where every answer has what every tool needs as well', async () => {
  const text = { type: 'string' };
  const many = 1_000;
  const Thing = {
    type: 'object',
    properties: Object.fromEntries([
      ['id', text],
      ...Array.from({ length: 50 }, (_, index) => [`thing${index}_id`, text]),
    ]),
  };
  const paths = Array.from({ length: many }, (_, index): [string, object] => [
    `/a${index}/things/{thing${index % 50}_id}`,
    {
      get: {
        parameters: [{ name: `thing${index % 50}_id`, in: 'path', required: true, schema: text }],
        responses: {
          200: {
            description: 'Fine',
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
              },
            },
          },
        },
      },
    },
  ]);
  const { api, tools } = shapeDocument({
    paths: Object.fromEntries(paths),
    components: { schemas: { Thing } },
  });
  const growth = await growthOf((length) => {
    const operations = api.operations.slice(0, length);
    return findSources({ ...api, operations }, tools.slice(0, length));
  }, many);
  expect(growth).toBeLessThan(mostGrowth);
});
