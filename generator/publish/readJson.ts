import { Ajv, type ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Place, PublishFinding } from '../model/publish.js';
import { type CheckContext, readText } from './checkPlaces.js';

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
export async function readJson(
  place: Place,
  path: string,
  context: Pick<CheckContext, 'read'>,
): Promise<ReadFile> {
  const tell = findingsFor(place, path);
  const text = await readText(context, path);
  if (text === undefined)
    return {
      findings: [
        tell(
          'error',
          `${path} is missing.`,
          'Run mcpwright publish, which writes it; if you deleted it, restore it, or take the place out of publish.to in mcpwright.yaml.',
        ),
      ],
    };
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown, findings: [] };
  } catch {
    return {
      findings: [tell('error', `${path} is not JSON.`, 'Correct it, or restore it from version control.')],
    };
  }
}

const most = 20;

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
  const official = JSON.parse(schema) as { $schema?: string };
  const Validator = official.$schema?.includes('2020-12') === true ? Ajv2020 : Ajv;
  const ajv = new Validator({ strict: false, allErrors: true, logger: false });
  addFormats.default(ajv);
  ajv.addSchema(official, 'official');
  const validate = ajv.compile({ $ref: `official${part ?? '#'}` });
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
        describeError(error),
        'Correct it there; the official schema asks for it.',
        error.instancePath,
      ),
    );
}

function describeError({ instancePath, message = 'does not fit', params }: ErrorObject): string {
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
