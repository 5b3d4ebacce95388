import { join, resolve } from 'node:path';
import { type DocumentInspection, inspectDocument } from '../../generator/inspectDocument.js';
import { load } from '../../generator/load/load.js';
import type { Api } from '../../generator/model/api.js';
import { type Profile, defaults } from '../../generator/model/config.js';
import { type Diagnostic, collector } from '../../generator/model/diagnostic.js';
import type { Document } from '../../generator/model/document.js';
import { read } from '../../generator/read/read.js';
import { memoizeIn } from '../../generator/text/memo.js';

/** The repository, from which tests and benches are run. */
const root = process.cwd();

/** What is tested with beside what the repository holds: `../shared`, or what `MCPWRIGHT_SHARED` names. */
export const shared = resolve(root, process.env['MCPWRIGHT_SHARED'] ?? '../shared');
/** The documents of real APIs there. Who needs them skips with a notice where they are absent. */
export const specs = join(shared, 'specs');

/** A document of a real API that npm installs. */
export const figma = join(root, 'node_modules/@figma/rest-api-spec/openapi/openapi.yaml');

/** How much more is looked at than in an ordinary run: `MCPWRIGHT_RUNS`. */
export const moreRuns = Number(process.env['MCPWRIGHT_RUNS'] ?? 0);
export const isThorough = moreRuns > 0;

/** The documents of the samples. */
export const samples = ['petstore', 'nasty'].map((name) => join(root, 'samples', name, 'openapi.yaml'));

/** The real documents that a sweep takes. The largest take long: they are looked at where a longer run is asked for. */
export const realDocuments = [
  'petstore3.yaml',
  'scalar-galaxy.yaml',
  'redocly-cafe-3-2-split/cafe.yaml',
  'conjur-multi/openapi.yml',
  'docker-engine.yaml',
  'discord.json',
  'figma.yaml',
  'qdrant.json',
  'readme-3-0-parameters-style.json',
  'autorest-url.json',
  ...(isThorough ? ['stripe.json', 'kubernetes.json'] : []),
].map((name) => join(specs, name));

const readStdin = () => Promise.reject(new Error('no document comes from standard input'));
const inspections = new Map<string, Promise<DocumentInspection>>();

/** What becomes of a document under a profile. It is worked out once for all tests of a process, which change nothing of it. */
export function inspectOnce(file: string, profile: Profile = defaults.profile): Promise<DocumentInspection> {
  return memoizeIn(inspections, `${profile} ${file}`, () =>
    inspectDocument(file, { ...defaults, profile }, { readStdin }),
  );
}

/** A document as it was loaded, the API that it describes, and what was found on the way. */
interface Reading {
  document: Document;
  api: Api;
  diagnostics: readonly Diagnostic[];
}

const readings = new Map<string, Promise<Reading>>();

/** Loads and reads a document once for all tests of a process, which change nothing of it. */
export function readOnce(file: string): Promise<Reading> {
  return memoizeIn(readings, file, () => readAnew(file));
}

/** Loads and reads a document as if nobody had before. */
export async function readAnew(file: string): Promise<Reading> {
  const { diagnostics, report } = collector();
  const document = await load(file, { readStdin }, report);
  const api = read(document, report);
  return { document, api, diagnostics: [...diagnostics] };
}
