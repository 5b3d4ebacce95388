/** Prints tables of what mcpwright and its servers cost; arguments name the tables, without any all are printed. */
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { scratch } from './bed.js';
import { benchBudget } from './benchBudget.js';
import { benchCalls, benchCompare, benchLoad } from './benchCalls.js';
import { benchCompile } from './benchCompile.js';
import { benchDerive } from './benchDerive.js';
import { benchErrors } from './benchErrors.js';
import { benchEvidence } from './benchEvidence.js';
import { benchFaults } from './benchFaults.js';
import { benchGenerate, compareGenerate } from './benchGenerate.js';
import { benchMemory } from './benchMemory.js';
import { benchSearch } from './benchSearch.js';
import { benchSize } from './benchSize.js';
import { benchStart, compareStart } from './benchStart.js';
import { benchTypes } from './benchTypes.js';

const tables: Record<string, () => Promise<void>> = {
  generate: benchGenerate,
  start: benchStart,
  calls: benchCalls,
  derive: benchDerive,
  compile: benchCompile,
  errors: benchErrors,
  evidence: benchEvidence,
  budget: benchBudget,
  search: benchSearch,
  faults: benchFaults,
  load: benchLoad,
  size: benchSize,
  memory: benchMemory,
  types: benchTypes,
};

const names = process.argv.slice(2);
const [first, checkout, ...more] = names;
if (first === 'size' && checkout !== undefined) {
  mkdirSync(scratch, { recursive: true });
  await benchSize([checkout, ...more]);
  process.exit();
}
if (first === 'compare' && checkout !== undefined) {
  mkdirSync(scratch, { recursive: true });
  const other = resolve(checkout);
  const parts: Record<string, () => Promise<void>> = {
    generate: () => compareGenerate(other, 3),
    start: () => compareStart(other),
    calls: () => benchCompare(other),
    load: () => benchCompare(other, true),
  };
  for (const [name, compare] of Object.entries(parts))
    if (more.length === 0 || more.includes(name)) await compare();
  process.exit();
}
const unknown = names.find((name) => !Object.hasOwn(tables, name));
if (unknown !== undefined) {
  console.error(`There is no table ${unknown}: there are ${Object.keys(tables).join(', ')}.`);
  process.exit(2);
}

rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
for (const [name, print] of Object.entries(tables))
  if (names.length === 0 || names.includes(name)) await print();
