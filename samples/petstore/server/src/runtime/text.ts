/**
 * What no reader sees, or what acts on a terminal or on the text around it: control characters, white space of other
 * kinds than a blank, marks that turn the direction, tags, selectors, fillers, private characters, halves of characters,
 * what is no character (U+FFFE and the like), and letters and notes that are drawn as nothing.
 */
export const hidden =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{16FE4}\u{1D159}]/gu;

/** A text in which all of that is written as JSON escapes it: `\u200b`. What is `kept` stays. */
export function escapeHidden(text: string, kept = ''): string {
  return text.replaceAll(hidden, (character) =>
    kept.includes(character) ? character : escapeUnits(character),
  );
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => String.raw`\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Names, at most so many of them, and how many there are besides. */
export function listSome(names: readonly string[], most = 60): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(', ')}${more}`;
}

/** Cuts a text to a number of characters, never in the middle of one. */
export function clip(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}

/** Characters of a question to the user, who answers for all of it. */
export const longestQuestion = 4_000;

/** A text cut to a number of characters, which says how many more there are. */
export function shorten(text: string, most: number, besides = ''): string {
  if (text.length <= most) return text;
  const shown = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${shown}… (${text.length - shown.length} more characters${besides})`;
}

/** Characters of a name that are repeated to who gave it. */
const longest = 64;

/** A text of a caller as it may stand in a message: short, and with what would be hidden as JSON escapes it. */
export function echo(text: string, most = longest): string {
  return escapeHidden(clip(text, most));
}

/** Candidates that are compared letter by letter. */
const mostCompared = 1_000;
/** Letters of each. */
const longestCompared = 64;

/** The candidate that a misspelt word was most likely meant to be, if any is near enough. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  return rankCandidates(word, candidates)[0];
}

/**
 * The candidates that a word may be meant for, nearest first: those that begin so, those that are spelt nearly so, those
 * that hold it. Of a beginning with `*`, only the first.
 */
export function listNearest(word: string, candidates: readonly string[]): string[] {
  const beginning = /^(.*)\*$/s.exec(word)?.[1];
  const wanted = foldSeparators(beginning ?? word);
  if (wanted === '') return [];
  const spelt = candidates.map((candidate) => ({ candidate, spelt: foldSeparators(candidate) }));
  const where = (is: (text: string) => boolean): string[] =>
    spelt.filter((one) => is(one.spelt)).map(({ candidate }) => candidate);
  const begun = where((text) => text.startsWith(wanted));
  if (beginning !== undefined) return begun;
  const holding = wanted.length < shortestPart ? [] : where((text) => text.includes(wanted));
  const [first, ...near] = rankCandidates(word, candidates);
  return [...new Set([...(first === undefined ? [] : [first]), ...begun, ...near, ...holding])];
}

/** Letters of a part that says something of the whole. */
const shortestPart = 3;

/** The candidates that are spelt nearly so, nearest first. */
function rankCandidates(word: string, candidates: readonly string[]): string[] {
  const wanted = plain(word);
  const most = Math.max(1, Math.floor(wanted.length / 3));
  return (
    candidates
      .map((candidate) => ({ candidate, spelt: plain(candidate) }))
      .filter(({ spelt }) => Math.abs(spelt.length - wanted.length) <= most)
      .slice(0, mostCompared)
      .map(({ candidate, spelt }) => ({ candidate, distance: editDistance(wanted, spelt) }))
      // What has no letter in common is another word.
      .filter(
        ({ candidate, distance }) => distance <= most && distance < Math.max(wanted.length, candidate.length),
      )
      .toSorted((a, b) => a.distance - b.distance)
      .map(({ candidate }) => candidate)
  );
}

/** Case and separators are what is most often mistaken. */
function foldSeparators(word: string): string {
  return word.toLowerCase().replaceAll(/[_\s-]/g, '');
}

/** The same of as much of it as is compared letter by letter. */
function plain(word: string): string {
  return foldSeparators(word.slice(0, longestCompared));
}

/** How many letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : replaced;
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}

/** A number of things in words: `1 item`, `3 items`. */
export function countOf(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? '' : 's'}`;
}

const units = ['KB', 'MB', 'GB'];

/** A number of bytes in words: `3 bytes`, `12.3 MB`. */
export function describeSize(bytes: number): string {
  if (bytes < 1024) return countOf(bytes, 'byte');
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** power;
  return `${size.toFixed(size < 10 ? 1 : 0).replace(/\.0$/, '')} ${units[power - 1]}`;
}

/**
 * A text as a URL, relative to another if there is one; undefined where it is none. Not by `URL.canParse`: on Node 20
 * that refuses hosts such as `ü.de` from the moment that it is called often enough to be compiled.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
