import { type Rule } from '../../model/config.js';
import type { Json } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { nearest } from '../../text/nearest.js';
import { RuleError, parseRule } from './parseRule.js';

/** Ends the reading: says what is wrong at a path of the file, and what to do. */
export type Refuse = (path: readonly string[], what: string, hint: string) => never;

/** A value of the file, and where it stands. */
export interface Place {
  value: Json;
  path: readonly string[];
  refuse: Refuse;
}

export type Reader<T> = (place: Place) => T;

/** A reader for each key that a mapping may have. */
export type Readers<T> = { [key in keyof T]-?: Reader<Exclude<T[key], undefined>> };

/** A mapping of known keys; what is empty has none. */
export function readMembers<T extends object>(readers: Readers<T>, example?: string): Reader<Partial<T>> {
  const keys = Object.keys(readers);
  return (place) =>
    Object.fromEntries(
      listMembers(place, example).map(([key, member]) => {
        if (!keys.includes(key)) return refuseKey(member, key, keys);
        return [key, readers[key as keyof T](member)];
      }),
    ) as Partial<T>;
}

function refuseKey({ path, refuse }: Place, key: string, keys: readonly string[]): never {
  const meant = nearest(key, keys);
  const list = keys.length === 1 ? '' : `${keys.slice(0, -1).join(', ')} and `;
  return refuse(
    path,
    `${JSON.stringify(key)} is not known${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`,
    `What may stand here: ${list}${keys.at(-1)}.`,
  );
}

/** A mapping whose keys are the user's. */
export function readMap<T>(read: Reader<T>, checkKey: Reader<unknown> = () => {}): Reader<Record<string, T>> {
  return (place) =>
    Object.fromEntries(
      listMembers(place).map(([key, member]) => {
        checkKey({ ...member, value: key });
        return [key, read(member)];
      }),
    );
}

function listMembers({ value, path, refuse }: Place, example?: string): [string, Place][] {
  if (value === null) return [];
  if (!isObject(value)) {
    return refuse(
      path,
      `${showPath(path)} is not a mapping of keys to values`,
      example === undefined ? 'Write each as "key: value".' : `For example: ${example}`,
    );
  }
  return Object.entries(value).map(([key, member]) => [key, { value: member, path: [...path, key], refuse }]);
}

/** A rule, or a list of them. */
export function readRules({ value, path, refuse }: Place): Rule[] {
  const isList = Array.isArray(value);
  return (isList ? value : [value]).map((rule, index) => {
    try {
      return parseRule(rule);
    } catch (error) {
      if (!(error instanceof RuleError)) throw error;
      const place = [...path, ...(isList ? [String(index)] : []), ...error.path];
      const shown = typeof rule === 'string' ? ` ${JSON.stringify(rule)}` : '';
      return refuse(
        place,
        `The rule${shown} under ${path.at(-1)} ${error.message}`,
        error.meant === undefined
          ? 'A rule is a text such as "tag=pets method=GET", or a mapping such as { tag: pets, method: [GET] }.'
          : `Write it as '${error.meant}'.`,
      );
    }
  });
}

export function readText({ value, path, refuse }: Place): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && text.trim() !== '') return text.trim();
  return refuse(
    path,
    `${showPath(path)} is not a text`,
    'Write a text, in quotes where YAML takes it for something else.',
  );
}

export function readSwitch({ value, path, refuse }: Place): boolean {
  if (typeof value === 'boolean') return value;
  return refuse(path, `${showPath(path)} is neither true nor false`, 'Write true or false.');
}

export function readNumber({
  least,
  most = Number.MAX_SAFE_INTEGER,
  example = 'a number of tokens, such as 400',
}: {
  least: number;
  most?: number;
  example?: string;
}): Reader<number> {
  return ({ value, path, refuse }) => {
    if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    const upTo = most === Number.MAX_SAFE_INTEGER ? '' : `, and at most ${most}`;
    return refuse(
      path,
      `${showPath(path)} is not a whole number of at least ${least}${upTo}`,
      `Write ${example}.`,
    );
  };
}

export function readChoice<T extends string>(choices: readonly T[]): Reader<T> {
  return ({ value, path, refuse }) => {
    const choice = choices.find((one) => one === value);
    if (choice !== undefined) return choice;
    const meant = typeof value === 'string' ? nearest(value, choices) : undefined;
    return refuse(
      path,
      `${showPath(path)} is ${JSON.stringify(value)}${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}`,
      `It is one of ${choices.join(', ')}.`,
    );
  };
}

/** A list of values, or one. */
export function readList<T>(read: Reader<T>, least = 0): Reader<T[]> {
  return ({ value, path, refuse }) => {
    if (!Array.isArray(value)) return [read({ value, path, refuse })];
    if (value.length < least) return refuse(path, `${showPath(path)} is an empty list`, 'Name at least one.');
    return value.map((one, index) => read({ value: one, path: [...path, String(index)], refuse }));
  };
}

export function showPath(path: readonly string[]): string {
  return path.length === 0 ? 'The file' : JSON.stringify(path.join('.'));
}
