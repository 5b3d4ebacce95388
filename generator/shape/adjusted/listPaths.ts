import type { Schema } from '../../model/api.js';
import type { Keywords } from '../../schema/subschemas.js';
import { alternativesOf } from '../../schema/types.js';
import { ofItems, ofOthers, writeName } from './paths.js';

/** Paths that are listed, at most, for who has misspelt one; and how deep they lead. */
const mostPaths = 400;
const usualLevels = 4;

/** Unions inside one another that are looked into. */
const deepest = 20;

/** Gives a schema with neither references nor `allOf` at its root. */
type Look = (schema: Schema) => Keywords;

/** The paths that a schema of an answer knows, the short ones first; of very many, the first. */
export function listPaths(schema: Schema, look: Look, levels = usualLevels): string[] {
  const found: string[] = [];
  let level = [{ path: '', schema }];
  for (let left = levels; left > 0 && level.length > 0; left -= 1) {
    const next: typeof level = [];
    for (const { path, schema: outer } of level) {
      for (const { path: more, schema: inner } of listBelow(outer, look)) {
        if (found.length === mostPaths) return found;
        const whole = more.startsWith(ofItems) || path === '' ? path + more : `${path}.${more}`;
        found.push(whole);
        next.push({ path: whole, schema: inner });
      }
    }
    level = next;
  }
  return found;
}

/** The members of an object, or of the objects in a list. */
function listBelow(schema: Schema, look: Look, left = deepest): { path: string; schema: Schema }[] {
  if (left === 0) return [];
  const keywords = look(schema);
  const items = keywords['items'] as Schema | undefined;
  if (items !== undefined) {
    const inner = listBelow(items, look, left - 1);
    return inner.map(({ path, schema: below }) => ({
      path: path.startsWith(ofItems) ? ofItems + path : `${ofItems}.${path}`,
      schema: below,
    }));
  }
  const own = Object.entries((keywords['properties'] ?? {}) as Record<string, Schema>);
  const others = keywords['additionalProperties'];
  return [
    ...own.map(([name, inner]) => ({ path: writeName(name), schema: inner })),
    ...(typeof others === 'object' ? [{ path: ofOthers, schema: others as Schema }] : []),
    ...alternativesOf(keywords).flatMap((one) => listBelow(one, look, left - 1)),
  ];
}
