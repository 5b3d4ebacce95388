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
export interface Truncation {
  text: string;
  missing: readonly Missing[];
}

/** What is missing at one place of it. */
export interface Missing {
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
