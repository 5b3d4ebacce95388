import type { ObjectSchema } from '../model/server.js';
import { listNames } from './listNames.js';

/** Characters of the line. */
const longest = 140;

/** The arguments of a tool in one line, those that are needed first: `owner, repo, page? and 12 more`. */
export function listArguments({ properties, required = [] }: ObjectSchema): string {
  const needed = new Set(required as string[]);
  const names = Object.keys(properties);
  return listNames(
    [
      ...names.filter((name) => needed.has(name)),
      ...names.filter((name) => !needed.has(name)).map((name) => `${name}?`),
    ],
    longest,
  );
}
