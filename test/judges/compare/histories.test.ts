import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { tempFolder } from '../../support/tempFolder.js';
import { judgeHistory } from './judgeHistory.js';
import { ownProject } from './ownedProject.js';

const folder = join(import.meta.dirname, 'histories');
const read = (version: string): object =>
  parse(brotliDecompressSync(readFileSync(join(folder, `figma-${version}.yaml.br`))).toString()) as object;

/** Of each step, lines of which an owner has to hear. */
const steps: [old: string, now: string, told: string[]][] = [
  [
    '0.21.0',
    '0.27.0',
    [
      'breaking: removed: GET /v1/analytics/libraries/{file_key}/actions',
      'breaking: removed: GET /v1/analytics/libraries/{file_key}/usages',
      'compatible: output FrameInfo.containingComponentSet: added (6)',
    ],
  ],
  ['0.27.0', '0.36.0', []],
  [
    '0.36.0',
    '0.43.0',
    [
      'possibly-breaking: the result is in file now',
      'compatible: credentials: also PlanAccessToken (37)',
      'compatible: deprecated (2)',
    ],
  ],
];

describe('real versions of a document', () => {
  test.each(steps)(
    '%s to %s: no line without a difference behind it, no difference without a line',
    (old, now, told) => {
      const { lines, isFalse, isMissing } = judgeHistory(read(old), read(now));
      expect(isFalse).toEqual([]);
      expect(isMissing).toEqual([]);
      for (const line of told) expect(lines).toContain(line);
    },
  );
});

test("a project goes through all of them with its owner's edits, names, variables and forms of arguments", async () => {
  const update = await ownProject(tempFolder(), read('0.21.0'));
  const first: string[] = [];
  for (const version of ['0.27.0', '0.36.0', '0.43.0']) {
    const step = await update(read(version));
    expect(step.isLost).toEqual([]);
    expect([step.isFalse, step.isMissing, step.isUnnamed]).toEqual([[], [], []]);
    first.push(...step.first);
  }
  // What an owner has to know of each step is among the first ten lines.
  const told = first.join('\n');
  for (const line of [
    /breaking +get_library_analytics_actions: removed/,
    /breaking +post_webhook: argument context: added, required/,
    /possibly breaking +get_file_meta: the result is in file now/,
    /compatible +added \(8 tools: /,
    /compatible +deprecated \(2 tools: /,
    /compatible +credentials: also PlanAccessToken \(37 tools: /,
  ])
    expect(told).toMatch(line);
});
