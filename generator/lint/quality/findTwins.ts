import type { ToolEntry } from '../../model/server.js';
import { termsOf } from '../../text/words.js';
import { isSaid } from './judgeTool.js';

/** Terms of a description that are compared. */
const mostTerms = 60;
/** Terms of which one may differ before two descriptions are near enough to be taken for one another. */
const fewestNear = 12;

/** How alike a tool is to another one: in all its words, or in all but one of them. */
type Likeness = 'same' | 'near';

/**
 * Tools whose descriptions cannot be told apart: made of the same words, or, where they are long, of all but one that their
 * names do not tell either. Descriptions are looked up by their words, and by their words less each of them, so that the
 * work grows with the tools and not with their pairs.
 *
 * @returns by the places of the tools in the list
 */
export function findTwins(entries: readonly ToolEntry[]): Map<number, Likeness> {
  const found = new Map<number, Likeness>();
  const described = entries.flatMap(({ tool }, index) => {
    if (!isSaid(tool.description)) return [];
    const terms = [...new Set(termsOf(tool.description))].toSorted().slice(0, mostTerms);
    return terms.length === 0 ? [] : [{ index, terms, name: new Set(termsOf(tool.name)) }];
  });
  const wholes = new Map<string, number[]>();
  for (const { index, terms } of described) put(wholes, terms.join(' '), index);
  const near = new Map<string, { index: number; left: string; named: boolean }[]>();
  for (const { index, terms, name } of described) {
    if (terms.length < fewestNear) continue;
    for (const left of terms) {
      const rest = terms.filter((term) => term !== left).join(' ');
      put(near, rest, { index, left, named: name.has(left) });
    }
  }
  for (const group of near.values()) {
    const isApart = new Set(group.map(({ left }) => left)).size < 2;
    if (!isApart) for (const { index, named } of group) if (!named) found.set(index, 'near');
  }
  for (const group of wholes.values())
    if (group.length > 1) for (const index of group) found.set(index, 'same');
  return found;
}

function put<Value>(groups: Map<string, Value[]>, key: string, value: Value): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
