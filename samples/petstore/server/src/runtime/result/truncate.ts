import type { Recipe } from '../tool.js';
import { listPaging, type PagingKind } from './paging.js';

/** What is shown of an answer that is too long. */
interface TruncatedText {
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
interface Narrowing {
  recipe: Recipe;
  args: Readonly<Record<string, unknown>>;
  /** Whether `_select` picks parts of the answer out. */
  canSelect?: boolean | undefined;
}

/** How what is missing can be had: by arguments of this tool. */
function adviseNarrowing({ recipe, args, canSelect }: Narrowing, missing: readonly Missing[]): string {
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

/** Deeper than this, what does not fit is left out as a whole: each level is another look at the text. */
const deepest = 16;
/** Of objects with more members, the first ones are shown; of others, the large ones give way. */
const mostMembers = 5_000;
/** What is cut to less says nothing. */
const leastRoom = 40;

/**
 * Cuts compact, valid JSON to at most so many characters. What is left is valid JSON again, in the API's own
 * characters: lists keep their first items, objects all that is small, and texts end in `…`.
 */
export function truncateJson(json: string, most: number): Truncation {
  const missing: Missing[] = [];

  /** What is shown of a value between two places; nothing where there is too little room. */
  function cutValue(from: number, to: number, room: number, path: string, depth: number): string | undefined {
    if (to - from <= room) return json.slice(from, to);
    if (room < leastRoom || depth > deepest) return undefined;
    const first = json[from];
    if (first === '[') {
      const toPath = (index: number) => `${path}[${index}]`;
      const cutItem = (index: number, start: number, end: number, left: number) =>
        cutValue(start, end, left, toPath(index), depth + 1);
      return `[${keepFirst(findParts(json, from, room), room - 2, 'items', path, cutItem)}]`;
    }
    if (first === '{') return `{${cutMembers(from, room - 2, path, depth)}}`;
    return cutScalar(from, to, room, path);
  }

  /** Keeps elements from the first on, and part of the one that would leave most of the room empty. */
  function keepFirst(
    { parts, all }: Parts,
    room: number,
    of: Missing['of'],
    path: string,
    cutElement: (index: number, start: number, end: number, room: number) => string | undefined,
  ): string {
    const start = startOf(parts, 0);
    let shown = 0;
    while (shown < all && endOf(parts, shown) - start <= room) shown += 1;
    let text = shown === 0 ? '' : json.slice(start, endOf(parts, shown - 1));
    const left = room - text.length - 1;
    const place = missing.length;
    if (shown < all && left > room / 2) {
      const part = cutElement(shown, startOf(parts, shown), endOf(parts, shown), left);
      if (part !== undefined) {
        text += shown === 0 ? part : `,${part}`;
        shown += 1;
      }
    }
    if (shown < all) missing.splice(place, 0, { of, shown, all, path });
    return text;
  }

  function cutMembers(from: number, room: number, path: string, depth: number): string {
    const found = findParts(json, from, room);
    const { parts, all } = found;
    const cutMember = (_index: number, start: number, end: number, left: number) => {
      const colon = endOfString(json, start);
      const value = cutValue(colon + 1, end, left - (colon + 1 - start), join(path, start, colon), depth + 1);
      return value === undefined ? undefined : json.slice(start, colon + 1) + value;
    };
    const share = all > mostMembers ? 0 : shareRoom(parts, room);
    if (share < leastRoom) return keepFirst(found, room, 'members', path, cutMember);
    const place = missing.length;
    const shown = Array.from({ length: all }, (_, index) =>
      cutMember(index, startOf(parts, index), endOf(parts, index), share),
    ).filter((member) => member !== undefined);
    if (shown.length < all) missing.splice(place, 0, { of: 'members', shown: shown.length, all, path });
    return shown.join(',');
  }

  /** The path of the member whose name stands between two places. */
  function join(path: string, start: number, end: number): string {
    const name = JSON.parse(json.slice(start, end)) as string;
    const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name;
    if (!/^[\w$@-]+$/.test(name)) return `${path}[${JSON.stringify(shown)}]`;
    return path === '' ? name : `${path}.${name}`;
  }

  /** Numbers that are longer than an answer end as texts do: part of their digits would be another number. */
  function cutScalar(from: number, to: number, room: number, path: string): string {
    const isText = json[from] === '"';
    const start = isText ? from + 1 : from;
    const end = endOfCharacters(json, start, start + room - 3);
    missing.push({ of: 'characters', shown: end - start, all: to - from - (isText ? 2 : 0), path });
    return `"${json.slice(start, end)}…"`;
  }

  return { text: cutValue(0, json.length, most, '', 0) ?? '', missing };
}

interface Parts {
  /** The places around and between elements. */
  parts: readonly number[];
  all: number;
}

/**
 * The elements of the list or object that starts here. Of more than are looked at one by one, there are only the
 * places within the room, and the next one.
 */
function findParts(json: string, start: number, room: number): Parts {
  const parts = [start];
  let last = start;
  let all = 0;
  let depth = 0;
  const add = (at: number) => {
    all += 1;
    if (parts.length > mostMembers && last > start + room) return;
    parts.push(at);
    last = at;
  };
  for (let at = start; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(json, at) - 1;
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        break;
      case 0x2c: // ,
        if (depth === 1) add(at);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        if (depth === 0) {
          add(at);
          return { parts, all };
        }
    }
  }
  return { parts, all };
}

function startOf(parts: readonly number[], index: number): number {
  return (parts[index] ?? 0) + 1;
}

function endOf(parts: readonly number[], index: number): number {
  return parts[index + 1] ?? 0;
}

/** The room of each member that is larger than it, if the others are shown whole and these share what is left. */
function shareRoom(parts: readonly number[], room: number): number {
  const all = parts.length - 1;
  const sizes = Array.from({ length: all }, (_, index) => endOf(parts, index) - startOf(parts, index) + 1);
  let left = room;
  let share = 0;
  for (const [index, size] of sizes.toSorted((a, b) => a - b).entries()) {
    share = Math.floor(left / (all - index));
    if (size > share) break;
    left -= size;
  }
  return share - 1;
}

/** Where a text can end at the latest: not within an escape, nor within a character. */
function endOfCharacters(json: string, start: number, latest: number): number {
  let end = start;
  let high = -1;
  while (end < latest) {
    const escape = json.indexOf('\\', end);
    if (escape === -1 || escape >= latest) {
      end = latest;
      break;
    }
    const next = escape + (json[escape + 1] === 'u' ? 6 : 2);
    if (next > latest) {
      end = escape;
      break;
    }
    if (/^\\ud[89ab]/i.test(json.slice(escape, next))) high = escape;
    end = next;
  }
  if (high !== -1 && end === high + 6) return high;
  return /[\ud800-\udbff]/.test(json[end - 1] ?? '') ? end - 1 : end;
}

/** What is shown of a text that is too long. */
interface Truncation {
  text: string;
  missing: readonly Missing[];
}

/** What is missing at one place of it. */
interface Missing {
  of: 'items' | 'members' | 'lines' | 'characters';
  shown: number;
  all: number;
  /** Where in a value: `data[0].text`; empty for the value itself. */
  path: string;
}

/** The place behind the JSON string that starts at a quote: behind the next quote that is not escaped. */
function endOfString(json: string, start: number): number {
  let quote = start;
  let before: number;
  do {
    quote = json.indexOf('"', quote + 1);
    if (quote === -1) return json.length;
    before = quote - 1;
    while (json[before] === '\\') before -= 1;
  } while ((quote - before) % 2 === 0);
  return quote + 1;
}
