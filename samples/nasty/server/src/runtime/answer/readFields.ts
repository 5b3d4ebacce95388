import { isObject } from '../isObject.js';
import { toPlain } from './listPaging.js';

/** What an answer says about the list that it holds. */
export interface Fields {
  /** Texts, numbers and truth values by their plain names; the outer ones come before the inner ones. */
  values: ReadonlyMap<string, unknown>;
  /** The list, where there is but one. */
  list: readonly unknown[] | undefined;
}

/** Members that hold such fields, by their plain names. */
const holders = new Set(
  'meta metadata pagination paging page pageinfo pagingmetadata paginginfo responsemetadata resultinfo links link cursors cursor next data result response'.split(
    ' ',
  ),
);
const deepest = 3;
/** Members of one object that are looked at: a list of names is not what pages are described in. */
const mostMembers = 200;

/** Reads the fields by which APIs say where a list goes on. */
export function readFields(answer: unknown): Fields {
  const values = new Map<string, unknown>();
  const lists: (readonly unknown[])[] = [];

  function read(value: Record<string, unknown>, within: string, depth: number): void {
    const members = Object.entries(value).slice(0, mostMembers);
    for (const [name, member] of members) {
      // `_links: { next: { href } }`: what is within has the name of what it is within.
      const own = toPlain(name);
      const plain = within === 'next' && /^(href|url|uri|link)$/.test(own) ? 'next' : own;
      if (Array.isArray(member)) {
        if (depth <= 1) lists.push(member);
      } else if (!isObject(member) && member !== null && !values.has(plain)) values.set(plain, member);
    }
    if (depth === deepest) return;
    for (const [name, member] of members) {
      if (isObject(member) && holders.has(toPlain(name))) read(member, toPlain(name), depth + 1);
    }
  }

  if (isObject(answer)) read(answer, '', 0);
  return { values, list: lists.length === 1 ? lists[0] : undefined };
}
