import { readdirSync, readFileSync } from 'node:fs';
import type { Case } from './case.js';

const folder = new URL('cases/', import.meta.url);

/** Every case there is; the name of its file is its area. */
export function readCases(): Case[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => {
      const cases = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Omit<Case, 'area'>[];
      return cases.map((one) => Object.assign(one, { area: name.replace(/\.json$/, '') }));
    });
}
