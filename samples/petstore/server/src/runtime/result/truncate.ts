import type { Recipe } from '../tool.js';
import { type PagingKind, listPaging } from './listPaging.js';
import { type Truncation, type Missing, truncateJson } from './truncateJson.js';

/** What is shown of an answer that is too long. */
export interface TruncatedText {
  text: string;
  /** Part of the list is missing, and can be had by a smaller page: who went on to the next one would lose it. */
  losesPage: boolean;
}

/** Cuts an answer, compact JSON or another text, and says in a line of its own what is missing and how to get it. */
export function truncate(text: string, isJson: boolean, most: number, way: Narrowing): TruncatedText {
  const { text: kept, missing } = isJson ? truncateJson(text, most) : truncateText(text, most);
  const isSized = listPaging(way.recipe).some(({ kind }) => kind === 'size' || kind === 'offset');
  return {
    text: detach(`${kept}\n${describeTruncation(missing, adviseNarrowing(way, missing))}`),
    losesPage: isSized && missing.some(({ of }) => of !== 'characters'),
  };
}

/** The same text by itself: a part of a text keeps all of that in memory. */
function detach(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** Cuts a text to at most so many characters: behind a line, or else behind a character. */
export function truncateText(text: string, most: number): Truncation {
  if (text.length <= most) return { text, missing: [] };
  const line = text.lastIndexOf('\n', most);
  if (line > most / 2) {
    const kept = text.slice(0, line);
    return {
      text: kept,
      missing: [{ of: 'lines', shown: countLines(kept), all: countLines(text), path: '' }],
    };
  }
  // Not in the middle of a character.
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return { text: kept, missing: [{ of: 'characters', shown: kept.length, all: text.length, path: '' }] };
}

/** An end of line at the end of the text begins no other line. */
function countLines(text: string): number {
  let count = 0;
  for (let at = 0; at !== -1 && at < text.length; count += 1) {
    const end = text.indexOf('\n', at);
    at = end === -1 ? -1 : end + 1;
  }
  return count;
}

/** Places that are named; of more of them, how many. */
const mostPlaces = 3;

/** The line behind what is shown of an answer: what is missing, and how to get it. */
export function describeTruncation(missing: readonly Missing[], advice = ''): string {
  const places = missing.slice(0, mostPlaces).map(({ of, shown, all, path }) => {
    const where = path === '' ? '' : ` of ${path}`;
    return `${writeNumber(shown)} of ${writeNumber(all)} ${of}${where}`;
  });
  const more = missing.length > mostPlaces ? ` and ${missing.length - mostPlaces} more places cut` : '';
  return `[truncated: shown ${places.join(', ')}${more}.${advice === '' ? '' : ` ${advice}`}]`;
}

function writeNumber(number: number): string {
  return number.toLocaleString('en');
}

/** The largest page that is suggested: what an API takes is not known here, and few refuse this. */
const mostSuggested = 100;
/** Arguments that are named, of each kind. */
const mostNames = 4;

/** What was asked for, and what could be. */
export interface Narrowing {
  recipe: Recipe;
  args: Readonly<Record<string, unknown>>;
  /** Whether `_select` picks parts of the answer out. */
  canSelect?: boolean | undefined;
}

/** How what is missing can be had: by arguments of this tool. */
export function adviseNarrowing({ recipe, args, canSelect }: Narrowing, missing: readonly Missing[]): string {
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
