import { isObject } from '../isObject.js';
import type { Style } from '../tool.js';
import { writeScalar } from './writeScalar.js';

/** How to write one value. */
export interface Format {
  style: Style;
  explode: boolean;
  /** Who is named where the value cannot be written. */
  argument: string;
  /** Where it is written, if not among pairs of names and values. */
  place?: 'path' | 'header' | 'part';
  /** Escapes values for the place they are written to. */
  encode: (text: string) => string;
  /** Escapes names, where they are not escaped as values are. */
  encodeName?: (text: string) => string;
}

/** Whether a style repeats the parameter's name, and what stands between the members that are not exploded. */
const styles: Record<Style, { named: boolean; delimiter: string }> = {
  simple: { named: false, delimiter: ',' },
  label: { named: false, delimiter: ',' },
  matrix: { named: true, delimiter: ',' },
  form: { named: true, delimiter: ',' },
  cookie: { named: true, delimiter: ',' },
  spaceDelimited: { named: true, delimiter: '%20' },
  pipeDelimited: { named: true, delimiter: '%7C' },
  tabDelimited: { named: true, delimiter: '%09' },
  deepObject: { named: true, delimiter: '' },
};

/**
 * OpenAPI 3.2, Style Values: the pieces that a value is written in. What stands before and between the pieces
 * belongs to the place: `&` in a query, `;` in a matrix path. Null and empty lists and objects have no piece.
 */
export function serialize(name: string, value: unknown, format: Format): string[] {
  const { style, explode, argument, place } = format;
  const { encode, encodeName = encode } = format;
  const write = (item: unknown) => encode(writeScalar(item, argument));
  const pair = ([key, item]: [string, unknown]) => [encodeName(key), write(item)];
  if (style === 'deepObject') return bracketed(name, value).map((one) => pair(one).join('='));

  const { delimiter } = styles[style];
  const named = styles[style].named && (place === undefined || style === 'matrix');
  const before = named ? `${encodeName(name)}=` : '';
  const members = isObject(value) ? membersOf(value).map(pair) : undefined;
  if (explode && members !== undefined) return members.map((member) => member.join('='));
  const items = members?.flat() ?? [value].flat().filter(isGiven).map(write);
  if (explode) return items.map((item) => before + item);
  if (items.length === 0) return [];
  const isEncoded = place === undefined || place === 'path';
  return [before + items.join(isEncoded ? delimiter : decodeURIComponent(delimiter))];
}

function membersOf(value: Record<string, unknown>): [string, unknown][] {
  return Object.entries(value).filter(([, item]) => isGiven(item));
}

/**
 * The names in brackets that a nested value has: `filter[size][min]`. OpenAPI leaves open how lists are written;
 * `ids[]` for single values and `items[0][id]` for what has members is what most servers read.
 */
export function bracketed(name: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      bracketed(`${name}[${typeof item === 'object' ? index : ''}]`, item),
    );
  }
  if (isObject(value))
    return Object.entries(value).flatMap(([key, item]) => bracketed(`${name}[${key}]`, item));
  return isGiven(value) ? [[name, value]] : [];
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
