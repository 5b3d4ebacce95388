import {
  type Api,
  type ApiParameter,
  type Operation,
  type Schema,
  mapParameters,
  listSegments,
} from '../../model/api.js';
import type { Config } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { anchorSegments } from '../../regex/splitSegments.js';
import { memoizeIn } from '../../text/memo.js';
import { findReached } from './findReached.js';
import { looksLikePath, saysEncoded } from './holdsPath.js';

type Slashes = NonNullable<ApiParameter['slashes']>;

/** An operation, and the parameter of its path that something is to be said of. */
interface Told {
  operation: Operation;
  name: string;
  /** The path that a value with slashes could lead to. */
  other?: string;
  users: number;
}

/**
 * The API in which it is settled what becomes of `/` in the values of paths. It is sent as it is where the user says so
 * of a tool, and where the document declares it (OpenAPI 3.2, Parameter Object, allowReserved; RFC 6570, 3.2.3; a pattern
 * that asks for it), unless
 * the user refuses it or the value could lead to another path of the document. What only looks like a path is reported.
 * Parameters that operations share stay shared where the same is settled for them.
 */
export function settleSlashes(api: Api, { pathSlashes }: Pick<Config, 'pathSlashes'>, report: Report): Api {
  const refuses = pathSlashes === 'refuse';
  const settled = new Map<Slashes, Map<ApiParameter, ApiParameter>>();
  const told = new Map<string, Told>();
  const reachedBy = findReached(api.paths);
  const settle = (parameter: ApiParameter, operation: Operation): ApiParameter => {
    const { name, pointer } = parameter;
    const { segments } = operation.choice;
    const isPath = parameter.in === 'path' && !saysEncoded(parameter);
    const ofPattern = isPath ? listSegments(parameter.schema) : undefined;
    const isDeclared = ofPattern !== undefined || (parameter.in === 'path' && parameter.allowReserved);
    // A pattern that says each segment leads nowhere else.
    const isOpen = isDeclared && ofPattern?.every(({ isWide }) => !isWide) !== true;
    const other = isOpen && segments === undefined && !refuses ? reachedBy(operation, name) : undefined;
    const slashes = decide(parameter, segments, refuses, isDeclared, other !== undefined);
    const isGuess =
      segments === undefined && (isDeclared ? refuses && ofPattern !== undefined : looksLikePath(parameter));
    if (other !== undefined || isGuess) {
      const key = JSON.stringify([pointer, name, other]);
      const { users, ...first } = told.get(key) ?? { operation, name, users: 0, ...(other && { other }) };
      told.set(key, { ...first, users: users + 1 });
    }
    if (slashes === undefined) return parameter;
    const known = memoizeIn(settled, slashes, () => new Map<ApiParameter, ApiParameter>());
    return memoizeIn(known, parameter, () => ({
      ...parameter,
      slashes,
      ...(ofPattern !== undefined && { schema: anchorPattern(parameter.schema) }),
      ...(slashes === 'encoded' && { allowReserved: false }),
    }));
  };
  const changed = mapParameters(api, settle);
  for (const one of told.values()) tellSlashes(one, refuses, report);
  return changed;
}

/** A pattern that says the segments of a value says all of them. */
function anchorPattern(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  return { ...schema, pattern: anchorSegments(String(schema['pattern'])) };
}

function decide(
  parameter: ApiParameter,
  segments: boolean | undefined,
  refuses: boolean,
  isDeclared: boolean,
  reachesOther: boolean,
): Slashes | undefined {
  if (parameter.in !== 'path') return undefined;
  if (segments === true && takesText(parameter)) return 'raw';
  if (refuses) return 'refused';
  if (segments === false) return 'encoded';
  if (!isDeclared) return undefined;
  return reachesOther ? 'encoded' : 'raw';
}

/** Whether a value may be a text of which the schema does not say what it may be. */
function takesText({ schema, mediaType }: ApiParameter): boolean {
  if (mediaType !== undefined || schema === false) return false;
  const { type = 'string', format, enum: values, const: only } = schema === true ? {} : schema;
  const isNumber = [type].flat().every((one) => one === 'integer' || one === 'number' || one === 'boolean');
  return !isNumber && format === undefined && values === undefined && only === undefined;
}

function tellSlashes({ operation, name, other, users }: Told, refuses: boolean, report: Report): void {
  const { method, path, parameters, pointer } = operation;
  const at = parameters.find((one) => one.in === 'path' && one.name === name)?.pointer ?? pointer;
  const called = `${method} ${path}${users > 1 ? ` and ${users - 1} more` : ''}`;
  const key = `'${`${method} ${path}`.replaceAll("'", "''")}'`;
  if (other !== undefined) report('slashes-ambiguous', at, { name, called, other, key });
  else report('slashes-encoded', at, { name, called, key, done: refuses ? 'refused' : 'sent as %2F' });
}
