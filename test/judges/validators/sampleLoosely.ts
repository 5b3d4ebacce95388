import { requiredBy } from '../../../templates/project/src/runtime/arguments/chooseBranches.js';
import {
  type JsonType,
  acceptedTypes,
  allowedValues,
  memberSchemas,
} from '../../../templates/project/src/runtime/arguments/schemas.js';
import type {
  ExpandSchema,
  Expanded,
} from '../../../templates/project/src/runtime/validate/createExpander.js';

/** A number from 0 to 1, the same sequence for the same seed. */
export type Random = () => number;

/** Makes numbers that look random: a linear congruential generator. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const texts = [
  'example',
  '1',
  '2024-01-31T12:00:00Z',
  '2024-01-31',
  '8c2c63d4-7b5e-4e36-9d1f-0a6a3c1f3b7e',
  'https://example.com',
  'user@example.com',
  '',
];
const numbers = [1, 0, 5, 100, 1.5, -1];
const misfits = [null, 'misfit', -7, true, [], {}];
const deepest = 6;

/** A value for a schema: some fit it, and most others nearly do. */
export function sampleLoosely(schema: Expanded, expand: ExpandSchema, random: Random, depth = 0): unknown {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  if (random() < 0.02) return pick(misfits);
  const chosen = expand.combine([
    { all: schema.all, unions: [] },
    ...schema.unions.map((branches) => chooseBranch(branches, expand, random)),
  ]);
  const allowed = allowedValues(chosen);
  if (allowed !== undefined) return pick(allowed) ?? null;
  const types = [...acceptedTypes(chosen)].filter((type) => type !== 'null' || random() < 0.1);
  return sampleType(pick(types));

  function sampleType(type: JsonType | undefined): unknown {
    switch (type) {
      case 'object':
        return sampleObject();
      case 'array':
        return depth > deepest
          ? []
          : Array.from({ length: Math.floor(random() * 3) }, (_, index) => member(index));
      case 'string':
        return pick(texts);
      case 'boolean':
        return random() < 0.5;
      case 'null':
      case undefined:
        return null;
      default:
        return pick(numbers);
    }
  }

  function sampleObject(): unknown {
    const required = requiredBy(chosen);
    const names = new Set(chosen.all.flatMap(({ properties }) => Object.keys(properties ?? {})));
    const others = [...names].filter(() => random() < (depth > deepest ? 0 : 0.25));
    const given = [...required, ...others, ...(random() < 0.05 ? ['unheard_of'] : [])];
    return Object.fromEntries([...new Set(given)].map((name) => [name, member(name)]));
  }

  function member(key: string | number): unknown {
    const parts = chosen.all.flatMap((part) => memberSchemas(part, key));
    return sampleLoosely(expand.combine(parts.map(expand)), expand, random, depth + 1);
  }
}

/** One branch of a union, down through the unions in it. */
function chooseBranch(
  branches: readonly Expanded[],
  expand: ExpandSchema,
  random: Random,
  depth = 0,
): Expanded {
  const branch = branches[Math.floor(random() * branches.length)] ?? { all: [], unions: [] };
  const inner =
    depth > deepest ? [] : branch.unions.map((union) => chooseBranch(union, expand, random, depth + 1));
  return expand.combine([{ all: branch.all, unions: [] }, ...inner]);
}
