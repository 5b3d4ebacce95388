import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A document that Prism can read without the network. */
export interface Judged {
  /** What it is called in `faults.json`. */
  name: string;
  file: string;
  /** Which tools are called: every one, every second one, … */
  step: number;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const specs = join(root, process.env['MCPWRIGHT_SHARED'] ?? '../shared', 'specs');
if (!existsSync(specs)) console.log(`Prism judges no real documents: ${specs} does not exist.`);

/** Set for a longer look: at documents that Prism takes long to read. */
const thorough = Number(process.env['MCPWRIGHT_RUNS'] ?? 0) > 0;

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

/** Real documents, and the step through their tools. */
const real: [file: string, step: number][] = [
  ['petstore3.yaml', 1],
  ['scalar-galaxy.yaml', 1],
  ['redocly-cafe-3-2-split/cafe.yaml', 1],
  ['conjur-multi/openapi.yml', 1],
  ['autorest-url.json', 1],
  ['docker-engine.yaml', 4],
];

/** Those that Prism takes long to read; Stripe's it does not read in minutes. */
const large: [file: string, step: number][] = [
  ['qdrant.json', 1],
  ['discord.json', 5],
  ['kubernetes.json', 30],
  ['figma.yaml', 1],
];

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
  ...[...real, ...(thorough ? large : [])]
    .map(([file, step]) => ({ name: `specs/${file}`, file: join(specs, file), step }))
    .filter(({ file }) => existsSync(file)),
];
