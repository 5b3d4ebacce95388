import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { defaults } from '../../../generator/model/config.js';
import { collector } from '../../../generator/model/diagnostic.js';
import { shapeTools } from '../../../generator/shape/shapeTools.js';
import { createChecker } from '../../../templates/project/src/runtime/arguments/createChecker.js';
import type { Catalog, ObjectSchema } from '../../../templates/project/src/runtime/tool.js';
import { createCompilingValidator } from '../../../templates/project/src/runtime/validate/compile.js';
import {
  type Components,
  createExpander,
} from '../../../templates/project/src/runtime/validate/createExpander.js';
import { createInterpretingValidator } from '../../../templates/project/src/runtime/validate/interpret.js';
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

describe('both validators, on what the generator makes', () => {
  test.each(samples)('sample %s', async (name) => compare(await loadSample(name)));

  test.skipIf(!isThere).each(['figma.yaml', 'docker-engine.yaml', 'qdrant.json'])('%s', async (file) =>
    compare(await loadSpec(file, 40)),
  );
});

/** Both give the same answer to every call, word for word. */
function compare({ components, schemas }: Schemas): void {
  const expand = createExpander(components);
  const random = createRandom(7);
  const compiling = createChecker(components, { createValidator: createCompilingValidator });
  const interpreting = createChecker(components, { createValidator: createInterpretingValidator });
  let accepted = 0;
  for (const [tool, schema] of schemas) {
    for (let sample = 0; sample < 20; sample += 1) {
      const args = sampleLoosely(expand(schema), expand, random);
      const answer = answerOf(() => compiling(tool, schema, args));
      if (typeof answer !== 'string') accepted += 1;
      expect(
        answerOf(() => interpreting(tool, schema, args)),
        JSON.stringify(args),
      ).toEqual(answer);
    }
  }
  expect(accepted / (schemas.length * 20), 'calls that are accepted').toBeGreaterThan(0.1);
}

/** The arguments as they would be sent, or the text of the refusal. */
function answerOf(check: () => unknown): unknown {
  try {
    return check();
  } catch (error) {
    return (error as Error).message;
  }
}
