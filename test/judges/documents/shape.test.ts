import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defaults } from '../../../generator/model/config.js';
import { collector } from '../../../generator/model/diagnostic.js';
import { read } from '../../../generator/read/read.js';
import { shapeTools } from '../../../generator/shape/shapeTools.js';
import { countTokens } from '../../support/countTokens.js';
import { readOnce, specs as folder } from '../../support/realDocuments.js';

const isThere = existsSync(folder);
if (!isThere) console.log(`Shuffling the paths of a real document is skipped: ${folder} does not exist.`);

describe.skipIf(!isThere)('a real document', () => {
  test('shuffling the paths changes nothing', async () => {
    const { document } = await readOnce(join(folder, 'docker-engine.yaml'));
    const paths = document.root['paths'] as Record<string, never>;
    const shuffled = {
      ...document,
      root: { ...document.root, paths: Object.fromEntries(Object.entries(paths).toReversed()) },
    };
    const shapes = [document, shuffled].map((one) => {
      const { diagnostics, report: reportOne } = collector();
      return JSON.stringify([
        shapeTools(read(one, reportOne), defaults, reportOne, countTokens),
        diagnostics,
      ]);
    });
    expect(shapes[1]).toBe(shapes[0]);
  });
});
