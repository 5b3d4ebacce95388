import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type Document, parseAllDocuments } from 'yaml';
import { type Members, isMap } from '../model/document.js';
import type { Place } from '../model/publish/choices.js';
import type { PublishContext, PublishFinding } from '../model/publish/facts.js';
import { memoizeIn } from '../text/memo.js';

/** What checks are given: what is told of the server, and the files of its project as they are. */
export interface CheckContext extends PublishContext {
  /** What is written for places now, before the edits of the owner are merged. */
  files: readonly { path: string; place: Place; content: string }[];
  /** The bytes of a file of the project; undefined where it is missing, or no plain file. */
  read: (path: string) => Promise<Uint8Array | undefined>;
  /** The official schemas of `templates/schemas`, by the names of their files. */
  schemas: ReadonlyMap<string, string>;
}

/** The text of a file of the project; undefined where it is missing. */
export async function readFileText(
  { read }: Pick<CheckContext, 'read'>,
  path: string,
): Promise<string | undefined> {
  const bytes = await read(path);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}

/** A file of a place, what is wrong with it at once, and its value where it is JSON. */
interface ReadFile {
  value?: unknown;
  findings: PublishFinding[];
}

/** Findings of one place about one file. */
export function findingsFor(place: PublishFinding['place'], file: string) {
  return (
    severity: PublishFinding['severity'],
    message: string,
    fix: string,
    at?: string,
  ): PublishFinding => ({ place, severity, file, message, fix, ...(at !== undefined && { at }) });
}

/** Reads a file of a place as JSON: one that is missing, or is none, is a finding. */
export async function readJsonFile(
  place: Place,
  path: string,
  context: Pick<CheckContext, 'read'>,
): Promise<ReadFile> {
  const tell = findingsFor(place, path);
  const text = await readFileText(context, path);
  if (text === undefined) return { findings: [tellMissing(place, path)] };
  if (conflict.test(text)) return { findings: [tellConflict(place, path)] };
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown, findings: [] };
  } catch {
    return {
      findings: [tell('error', `${path} is not JSON.`, 'Correct it, or restore it from version control.')],
    };
  }
}

/** A file of a place that is not there. */
export function tellMissing(place: Place, path: string): PublishFinding {
  return findingsFor(place, path)(
    'error',
    `${path} is missing.`,
    'Run mcpwright publish, which writes it; if you deleted it, restore it, or take the place out of publish.to in mcpwright.yaml.',
  );
}

/** What npm ci installs by: it is there, and one of npm (npm, package-lock.json, lockfileVersion and packages). */
export async function checkLock(
  place: Place,
  context: Pick<CheckContext, 'read'>,
): Promise<PublishFinding[]> {
  const path = 'package-lock.json';
  const text = await readFileText(context, path);
  const { value } = text === undefined ? {} : await readJsonFile(place, path, context);
  const { lockfileVersion, packages } = toMap(value);
  if (typeof lockfileVersion === 'number' && isMap(packages)) return [];
  const what = text === undefined ? 'and there is none' : 'and this is none that npm wrote';
  return [
    findingsFor(place, path)(
      'error',
      `npm ci installs what package-lock.json says, ${what}.`,
      'Run npm install, and commit package-lock.json.',
      '',
    ),
  ];
}

/** Whether hexadecimal digits were typed, and not computed: of a hash, 40 of them or more, fewer than six different ones are no chance. */
export function isMadeUp(hash: string): boolean {
  return new Set(hash).size < 6 || hash.startsWith('0123456789abcdef');
}

/** A file in which a run left what both had changed. */
function tellConflict(place: Place, path: string): PublishFinding {
  return findingsFor(place, path)(
    'error',
    'You and mcpwright have changed the same lines, and both stand there, between <<<<<<< and >>>>>>>.',
    'Keep what is right, and delete the lines with <<<<<<<, ======= and >>>>>>>.',
  );
}

const conflict = /^<{7} /m;

/** A value as a mapping: an empty one where it is none. */
export function toMap(value: unknown): Members {
  return isMap(value) ? value : {};
}

/** The objects of a list; none where it is no list. What is no object is found by the schema. */
export function listObjects(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

/** The version that a file says has to be that of package.json. */
export function checkVersion(
  version: unknown,
  { version: own }: Pick<CheckContext['facts'], 'version'>,
  tell: ReturnType<typeof findingsFor>,
): PublishFinding[] {
  if (version === own) return [];
  return [
    tell(
      'error',
      `The version ${JSON.stringify(version)} is not that of package.json, ${own}.`,
      `Write "version": ${JSON.stringify(own)}`,
      '/version',
    ),
  ];
}

/** What is written to a file now, before edits of its owner: an empty mapping where it is not written, or no JSON object. */
export function parseWritten(path: string, { files }: Pick<CheckContext, 'files'>): Members {
  return toMap(JSON.parse(files.find((one) => one.path === path)?.content ?? '{}'));
}

/** The size of a PNG: its signature and its first chunk (PNG, third edition, 5.2 and 11.2.1). */
export function readPngSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  const start = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  if (bytes.byteLength < 24 || start.some((byte, index) => bytes[index] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** YAML of a place is short: what is larger was not written by hand. */
const mostYaml = 1_000_000;

/** Reads a file of a place as YAML, which may hold several documents: one that is missing, or is none, is a finding. */
export async function readYamlFile(
  place: Place,
  path: string,
  context: Pick<CheckContext, 'read'>,
): Promise<{ values: unknown[]; findings: PublishFinding[] }> {
  const text = await readFileText(context, path);
  if (text === undefined) return { values: [], findings: [tellMissing(place, path)] };
  if (conflict.test(text)) return { values: [], findings: [tellConflict(place, path)] };
  const tell = findingsFor(place, path);
  const refuse = (message: string) => {
    const fix = 'Correct it, or restore it from version control.';
    return { values: [], findings: [tell('error', `${path} is not YAML: ${message}`, fix)] };
  };
  if (text.length > mostYaml) return refuse('it is larger than 1 MB.');
  const documents = parseAllDocuments(text) as Document[];
  const [fault] = documents.flatMap(({ errors }) => errors);
  if (fault !== undefined) return refuse(fault.message.split('\n')[0] ?? '');
  try {
    const values = documents.map((one): unknown => one.toJS({ maxAliasCount: 100 }));
    return { values: values.filter((value) => value !== null), findings: [] };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const most = 20;

/** The official schemas as they are compiled: there are few, and some are large. */
const compiled = new Map<string, ValidateFunction>();

function compileOfficial(schema: string, part = '#'): ValidateFunction {
  const official = JSON.parse(schema) as { $schema?: string };
  const Validator = official.$schema?.includes('2020-12') === true ? Ajv2020 : Ajv;
  const ajv = new Validator({ strict: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(official, 'official');
  return ajv.compile({ $ref: `official${part}` });
}

/**
 * Holds a value against a JSON Schema.
 *
 * @param schema - its text
 * @param part - the definition in it that the value is, as `#/$defs/ServerCard`; the whole unless set
 */
export function checkAgainst(
  value: unknown,
  schema: string,
  tell: ReturnType<typeof findingsFor>,
  part?: string,
): PublishFinding[] {
  const validate = memoizeIn(compiled, `${part ?? '#'}\n${schema}`, () => compileOfficial(schema, part));
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .filter(
      ({ keyword }) =>
        !['anyOf', 'oneOf', 'allOf', 'if', 'not'].includes(keyword) || validate.errors?.length === 1,
    )
    .slice(0, most)
    .map((error) =>
      tell(
        'error',
        explainFault(error),
        'Correct it there; the official schema asks for it.',
        error.instancePath,
      ),
    );
}

function explainFault({ instancePath, message = 'does not fit', params }: ErrorObject): string {
  const named = params as {
    additionalProperty?: string;
    allowedValues?: unknown[];
    missingProperty?: string;
  };
  const where = instancePath === '' ? 'The file' : instancePath;
  if (named.additionalProperty !== undefined)
    return `${where} has the member ${JSON.stringify(named.additionalProperty)}, which is not known there.`;
  if (named.missingProperty !== undefined) return `${where} has no ${JSON.stringify(named.missingProperty)}.`;
  const allowed = named.allowedValues?.map((one) => JSON.stringify(one)).join(', ');
  return `${where} ${message}${allowed === undefined ? '' : `: ${allowed}`}.`;
}
