import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { defaults } from '../../../generator/model/config.js';
import { collector } from '../../../generator/model/diagnostic.js';
import type { Document, JsonObject } from '../../../generator/model/document.js';
import { read } from '../../../generator/read/read.js';
import { judgePatterns } from '../../../generator/shape/enforced/patterns.js';
import { shapeTools } from '../../../generator/shape/shapeTools.js';
import { countTokens } from '../../support/countTokens.js';
import { readOnce } from '../../support/realDocuments.js';

const samples = fileURLToPath(new URL('../../../samples', import.meta.url));
const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));

test.each([
  join(samples, 'petstore/openapi.yaml'),
  join(samples, 'nasty/openapi.yaml'),
  join(examples, '3.0/json/discriminators.json'),
  join(examples, '3.0/json/star-trek.json'),
  join(examples, '3.1/json/schema-types.json'),
])('the order of paths and components changes nothing: %s', async (file) => {
  const { document } = await readOnce(file);
  expect(serve(reverse(document))).toBe(serve(document));
});

/** What a document becomes, and all that is said of it. */
function serve(document: Document): string {
  const { diagnostics, report } = collector();
  const server = shapeTools(judgePatterns(read(document, report), report), defaults, report, countTokens);
  const said = diagnostics.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`).toSorted();
  return JSON.stringify([server, said]);
}

function reverse(document: Document): Document {
  const { paths = {}, components = {} } = document.root;
  // Credentials are listed as the document lists them.
  const shuffled = Object.entries(components as JsonObject).map(([kind, members]) => [
    kind,
    kind === 'securitySchemes' ? members : turn(members),
  ]);
  return {
    ...document,
    root: { ...document.root, paths: turn(paths), components: Object.fromEntries(shuffled) },
  };
}

function turn<T>(members: T): T {
  return Object.fromEntries(Object.entries(members as object).toReversed()) as T;
}
