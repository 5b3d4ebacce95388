import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { defaults } from '../../../generator/model/config.js';
import { collector } from '../../../generator/model/diagnostic.js';
import { shapeTools } from '../../../generator/shape/shapeTools.js';
import type { Catalog, ObjectSchema } from '../../../templates/project/src/runtime/tool.js';
import { createValidator } from '../../../templates/project/src/runtime/validate/validate.js';
import {
  type Components,
  createExpander,
} from '../../../templates/project/src/runtime/validate/createExpander.js';
import { createAjvJudge } from '../../support/ajvJudge.js';
import { countTokens } from '../../support/countTokens.js';
import { createRandom, sampleLoosely } from './sampleLoosely.js';
import { readOnce, specs } from '../../support/realDocuments.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const isThere = existsSync(specs);
if (!isThere) console.log(`Real documents are left out: ${specs} does not exist.`);

interface Schemas {
  components: Components;
  schemas: [tool: string, schema: ObjectSchema][];
}

const samples = readdirSync(join(root, 'samples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

async function loadSample(name: string): Promise<Schemas> {
  const file = join(root, 'samples', name, 'server/src/generated/catalog.ts');
  const { catalog } = (await import(pathToFileURL(file).href)) as { catalog: Catalog };
  const schemas = await Promise.all(catalog.toolsets.map((toolset) => toolset.schemas()));
  return {
    components: await catalog.components(),
    schemas: schemas.flatMap((table) => Object.entries(table)),
  };
}

/** Every so many tools of a real document, so that the test takes seconds. */
async function loadSpec(file: string, most: number): Promise<Schemas> {
  const { api } = await readOnce(join(specs, file));
  const { toolsets, components } = shapeTools(api, defaults, collector().report, countTokens);
  const entries = toolsets.flatMap(({ tools }) => tools);
  const every = Math.ceil(entries.length / most);
  const schemas = entries
    .filter((_entry, index) => index % every === 0)
    .map(({ tool, enforced }): [string, ObjectSchema] => [tool.name, enforced]);
  return { components, schemas };
}

describe('the validator agrees with AJV, on what the generator makes', () => {
  test.each(samples)('sample %s', async (name) => compare(await loadSample(name)));

  test.skipIf(!isThere).each(['figma.yaml', 'docker-engine.yaml', 'qdrant.json'])('%s', async (file) =>
    compare(await loadSpec(file, 40)),
  );
});

/** Both give the same verdict on the arguments of every call. */
function compare({ components, schemas }: Schemas): void {
  const expand = createExpander(components);
  const random = createRandom(7);
  const judge = createAjvJudge(components);
  const validate = createValidator(components);
  let accepted = 0;
  for (const [, schema] of schemas) {
    for (let sample = 0; sample < 20; sample += 1) {
      const args = sampleLoosely(expand(schema), expand, random);
      const isValid = judge(schema, args);
      if (isValid) accepted += 1;
      expect(validate(schema, args).length === 0, JSON.stringify(args)).toBe(isValid);
    }
  }
  expect(accepted / (schemas.length * 20), 'calls that are accepted').toBeGreaterThan(0.02);
}
