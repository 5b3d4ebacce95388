import type { Recipe } from '../tool.js';
import type { Missing } from './cut.js';
import { listPaging, type PagingKind } from './listPaging.js';

/** The largest page that is suggested: what an API takes is not known here, and few refuse this. */
const mostSuggested = 100;
/** Arguments that are named, of each kind. */
const mostNames = 4;

/** What was asked for, and what could be. */
export interface WayToLess {
  recipe: Recipe;
  args: Readonly<Record<string, unknown>>;
  /** Whether `_select` picks parts of the answer out. */
  canSelect?: boolean | undefined;
}

/** How what is missing can be had: by arguments of this tool. */
export function askForLess({ recipe, args, canSelect }: WayToLess, missing: readonly Missing[]): string {
  const paging = listPaging(recipe);
  const named = (kind: PagingKind) => paging.filter((one) => one.kind === kind).map((one) => one.argument);
  const [size] = named('size');
  const [offset] = named('offset');
  const lists = missing.filter(({ of }) => of === 'items');
  // What was picked out has other lists than the answer.
  const isWhole = !canSelect || args['_select'] === undefined;
  const shown = isWhole && lists.length === 1 ? (lists[0]?.shown ?? 0) : 0;
  const ways: string[] = [];
  if (size !== undefined) {
    ways.push(
      shown > 0
        ? `Call again with ${size}=${Math.min(shown, mostSuggested)} or less`
        : `Call again with a smaller ${size}`,
    );
  }
  if (offset !== undefined && shown > 0) {
    ways.push(`for what follows, call again with ${offset}=${(Number(args[offset]) || 0) + shown}`);
  }
  const narrowing = [...named('fields'), ...named('filter')].slice(0, mostNames);
  if (narrowing.length > 0) ways.push(`ask for less with ${either(narrowing)}`);
  if (canSelect) ways.push(isWhole ? 'pick parts of it out with _select' : 'pick less out with _select');
  if (ways.length > 0) return `${capitalize(ways.join('; '))}.`;
  const others = paging.filter(({ kind }) => kind === undefined).map(({ argument }) => argument);
  if (others.length === 0) return 'This tool has no argument by which less could be asked for.';
  return `Ask for less, perhaps with ${either(others.slice(0, mostNames))}.`;
}

function either(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
