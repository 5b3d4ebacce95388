import { CallError, notSent } from '../errors.js';
import { isObject } from '../json.js';
import type { SchemaObject } from '../tool.js';

/** What stands for all that is wrong with a value. */
export function misfit(schema: SchemaObject, data: unknown): Problem {
  const place = { instancePath: '', params: {}, data, isPart: false };
  return { ...place, keyword: 'false schema', schema: false, parentSchema: schema };
}

/** What is wrong with a value, in the terms of JSON Schema; names and `params` are those of AJV. */
export interface Problem {
  /** The keyword that is not met; `false schema` where a schema is just `false`. */
  keyword: string;
  /** JSON pointer to the value. */
  instancePath: string;
  params: Record<string, unknown>;
  /** The value itself. */
  data: unknown;
  /** The value of the keyword. */
  schema: unknown;
  /** The very schema that holds the keyword; where a schema is just `false`, one that means the same. */
  parentSchema: SchemaObject;
  /** Whether it only says why another problem is one: that of a union around it, no branch of which fits. */
  isPart: boolean;
  /** Of a union, the problems that the value has with one of its branches. */
  ofBranch?: (index: number) => readonly Problem[];
}

/**
 * Says what is wrong with a value. Throws a `CallError` where a schema is broken. `isBrief`: it is enough to know that
 * something is wrong, and one problem may stand for all.
 */
export type Validate = (schema: SchemaObject, value: unknown, isBrief?: boolean) => readonly Problem[];

/** The parts of a JSON pointer (RFC 6901, section 4): `/a~1b/0` names `a/b` and `0`. */
export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The same in a URI fragment, which is percent-encoded (section 6): `#/a~1b/%20` names `a/b` and a space. */
function splitFragment(fragment: string): string[] {
  return splitPointer(decodeURIComponent(fragment));
}

/** A JSON pointer (RFC 6901, section 3). */
export function joinPointer(parts: readonly string[]): string {
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A member of an object or array; nothing where there is none. */
export function memberOf(value: unknown, key: string): unknown {
  const holds = (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, key);
  return holds ? (value as Record<string, unknown>)[key] : undefined;
}

/** What a pointer of that form points to; nothing where it points nowhere. */
export function followPointer(value: unknown, fragment: string): unknown {
  return splitFragment(fragment).reduce(memberOf, value);
}

/** Steps of one check: a value that is held to a schema is one, and so is a member that is looked at. */
const mostSteps = 700_000;

/** Counts what a check does: no schema and no value may keep the server from its other calls. */
export interface Work {
  /** Counts steps. Throws where there are too many. */
  take: (steps?: number) => void;
  /** Begins a check, or a part of it that may take less. */
  restart: (most?: number) => void;
}

/** A check that would take too long: `isDeep`, whether that may be for the levels of the values. */
export class TooMuchWorkError extends CallError {
  constructor(isDeep = false) {
    const orFlatter = isDeep ? ', or with values that are nested less deeply' : '';
    super(`The arguments take too long to be checked${notSent}. Call again with fewer values${orFlatter}.`);
  }
}

/** Makes what counts the work of one check after the other. */
export function createWork(most = mostSteps): Work {
  let left = most;
  return {
    take: (steps = 1) => {
      left -= steps;
      if (left < 0) throw new TooMuchWorkError();
    },
    restart: (limit = most) => {
      left = limit;
    },
  };
}

/** The answer to a call whose arguments cannot be checked. */
export function uncheckable(error: unknown): CallError {
  return new CallError(
    `The arguments of this tool cannot be checked, since its schema is broken (${(error as Error).message})${notSent}. Calling again will not help.`,
  );
}

/** Lists of problems that may not be all: where each of them turns out to be none, others may be left. */
export const unfinished = new WeakSet<object>();
