import { createDice, type Dice } from './createDice.js';

type Node = Record<string, unknown> | unknown[];

/** What a member may become: of any type, and references that lead nowhere or back. */
const values: unknown[] = [
  null,
  true,
  'true',
  '',
  'string',
  0,
  -1,
  1e300,
  [],
  {},
  ['a', 'a'],
  [[]],
  { $ref: '#/nowhere' },
  { $ref: '#' },
  { $ref: '#/components/schemas/Nothing' },
  { $ref: 'gone.json#/a' },
  { $ref: 5 },
  { type: 'int' },
  { allOf: [{}, null, 'x'] },
];

/** A document that was changed, and where. */
export interface Mutation {
  document: object;
  /** Pointers to what was changed: of a list, to all of it, since what follows moves. */
  changed: string[];
}

/** A copy of a document in which some members are gone, of another type, or references that lead nowhere. */
export function mutate(document: object, seed: number, changes: number): Mutation {
  const dice = createDice(seed);
  const copy = structuredClone(document) as Node;
  const changed = Array.from({ length: changes }, () => mutateOne(copy, dice));
  return { document: copy, changed: changed.filter((pointer) => pointer !== undefined) };
}

/** Walks down a random way, and changes where it ends; what says the version and the paths stays. */
function mutateOne(root: Node, dice: Dice): string | undefined {
  let node = root;
  let pointer = '#';
  for (let level = 0; ; level += 1) {
    const keys = Object.keys(node).filter((key) => level > 0 || key === 'paths' || isHome(key));
    if (keys.length === 0) return undefined;
    const key = dice.pick(keys);
    const child = (node as Record<string, unknown>)[key];
    const isEnd = typeof child !== 'object' || child === null || (level > 2 && dice.oneIn(6));
    if (!isEnd) {
      node = child as Node;
      pointer = `${pointer}/${escape(key)}`;
      continue;
    }
    if (Array.isArray(node)) {
      node.splice(Number(key), 1, ...(dice.oneIn(4) ? [] : [dice.pick(values)]));
      return pointer;
    }
    if (dice.oneIn(4)) delete node[key];
    else node[key] = dice.pick(values);
    return `${pointer}/${escape(key)}`;
  }
}

function isHome(key: string): boolean {
  return /^(?:components|definitions|parameters|responses|security|servers|tags)$/.test(key);
}

/** A key as part of a pointer (RFC 6901, 3). */
function escape(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
