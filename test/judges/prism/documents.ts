import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import table from './real.json' with { type: 'json' };
import { isThorough, specs } from '../../support/realDocuments.js';

/** A document that Prism can read without the network. */
export interface Judged {
  /** What it is called in `faults.json`. */
  name: string;
  file: string;
  /** Which tools are called: every one, every second one, … */
  step: number;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
if (!existsSync(specs)) console.log(`Prism judges no real documents: ${specs} does not exist.`);

const examples = [
  '2.0/petstore',
  '2.0/petstore-expanded',
  '2.0/schema-circular',
  '3.0/circular-paths',
  '3.0/complex-nesting',
  '3.0/discriminators',
  '3.0/file-uploads',
  '3.0/form-data',
  '3.0/parameters-common',
  '3.0/parameters-cookies',
  '3.0/parameters-extreme',
  '3.0/parameters-style',
  '3.0/polymorphism',
  '3.0/readme-legacy',
  '3.0/request-examples',
  '3.0/schema-circular',
  '3.0/schema-encoding-style',
  '3.0/schema-enums',
  '3.0/security-multiple',
  '3.0/server-path-level',
  '3.0/server-variables',
  '3.0/uspto',
  '3.1/petstore',
  '3.1/readme',
  '3.1/schema-encoding-style',
  '3.1/schema-types',
  '3.1/schema-validation-local',
  '3.1/security',
  '3.1/train-travel',
];

/** A real document, and which of its tools are called: every one, unless it is said. */
interface Real {
  file: string;
  /** Every second one, …; none where it is 0. */
  usually?: number;
  /** The same in a longer look. */
  ever?: number;
  /** Why not all are. */
  reason?: string;
}

const real = (table as readonly Real[]).map(({ file, usually = 1, ever = 1, reason = '' }) => ({
  name: `specs/${file}`,
  file: join(specs, file),
  step: isThorough ? ever : usually,
  reason,
}));

/** The real documents of which not every tool is called, how many are, and why. */
export const reduced: readonly [name: string, part: string, reason: string][] = real
  .filter(({ step }) => step !== 1)
  .map(({ name, step, reason }) => [name, step === 0 ? 'none' : `1 in ${step}`, reason]);

/** The documents that are there. */
export const documents: readonly Judged[] = [
  ...['petstore', 'nasty'].map((name) => ({
    name: `samples/${name}`,
    file: join(root, 'samples', name, 'openapi.yaml'),
    step: 1,
  })),
  ...examples.map((name) => ({
    name: `oas-examples/${name}`,
    file: join(root, 'node_modules/@readme/oas-examples', name.replace('/', '/json/') + '.json'),
    step: 1,
  })),
  ...real.filter(({ step, file }) => step > 0 && existsSync(file)),
];
