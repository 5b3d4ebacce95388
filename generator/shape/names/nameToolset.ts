import type { Api, Operation } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import { hashText } from '../../text/hash.js';
import { joinWords, splitWords } from '../../text/words.js';
import { memoizeIn } from '../../text/memo.js';
import {
  countShared,
  isGeneral,
  isLiteral,
  literalsOf,
  segmentsOf,
  spellPath,
  trimPaths,
} from './namePaths.js';
import { technical } from './vocabulary.js';

const longest = 40;

/** Names that no file can have on Windows, whatever its extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** The name of a toolset, from its title: toolsets of which the names become the same are one. */
export function nameToolset(title: string): string {
  const words = splitWords(title);
  if (words.length === 0) return `group_${hashText(title)}`;
  const name = joinWords(
    /^[a-z]/.test(words[0] ?? '') ? words : ['group', ...words],
    'snake_case',
    longest,
    title,
  );
  return reserved.test(name) ? `${name}_tools` : name;
}

/**
 * Names toolsets: a tag without words of Latin letters after what the paths of its operations have in common, where no
 * other toolset is called so; all others by their title.
 */
export function nameToolsets({
  operations,
  leftOut,
}: Pick<Api, 'operations' | 'leftOut'>): (title: string) => string {
  const all = [...operations, ...leftOut];
  const trim = trimPaths(all.map(({ path }) => path));
  const groups = new Map<string, string[]>();
  for (const { tags, path } of all) {
    const [tag] = tags;
    if (tag === undefined) continue;
    memoizeIn(groups, tag, (): string[] => []).push(trim(path));
  }
  const named = [...groups].flatMap(([tag, paths]): [string, string][] => {
    const name = isForeign(tag) ? nameByPaths(paths) : undefined;
    return name === undefined ? [] : [[tag, nameToolset(name)]];
  });
  const wanted = new Map(named);
  const counts = new Map<string, number>();
  const propose = proposeToolset({ operations, leftOut }, 'tag');
  for (const title of new Set(all.map(propose))) {
    const name = wanted.get(title) ?? nameToolset(title);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = new Map(named.filter(([, name]) => counts.get(name) === 1));
  return (title) => names.get(title) ?? nameToolset(title);
}

/** Whether a title is of other letters, and has at most words of Latin ones that every API has. */
function isForeign(title: string): boolean {
  const telling = splitWords(title).filter((word) => !technical.has(word) && !/^\d/.test(word));
  return telling.length === 0 && /\p{L}/u.test(title.replaceAll(/[A-Za-z]/g, ''));
}

/** The last literal word that all paths have; of none, the first word of most of them. */
function nameByPaths(paths: readonly string[]): string | undefined {
  const literals = paths.map((path) =>
    literalsOf(path).flatMap((words) => (/^[a-z]/.test(words[0] ?? '') ? [words.join('_')] : [])),
  );
  const [first = []] = literals;
  const shared = first.findLast((word) => literals.every((words) => words.includes(word)));
  if (shared !== undefined) return shared;
  const counts = new Map<string, number>();
  for (const [word] of literals) if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].flatMap(([word, count]) => (count === most ? [word] : [])).toSorted()[0];
}

/** The toolset of operations that neither a tag nor their path puts elsewhere. */
const rest = 'general';

/**
 * The toolset of an operation that nobody chose one for, as a title: its first tag, else the first segment of its path
 * after what the paths of all operations have in common; by path, that of all.
 */
export function proposeToolset(
  { operations, leftOut }: Pick<Api, 'operations' | 'leftOut'>,
  groupBy: Config['groupBy'],
): (operation: Pick<Operation, 'tags'> & Parameters<typeof spellPath>[0]) => string {
  const shared = countShared([...operations, ...leftOut].map(spellSegments));
  return (operation) =>
    (groupBy === 'tag' ? operation.tags[0] : undefined) ??
    findName(spellSegments(operation).slice(shared)) ??
    rest;
}

function spellSegments(operation: Parameters<typeof spellPath>[0]): string[] {
  return segmentsOf(spellPath(operation));
}

/** The first literal segment, but for `api` and versions where others follow. */
function findName(segments: readonly string[]): string | undefined {
  const literals = segments.filter(isLiteral);
  return literals.find((segment) => !isGeneral(segment)) ?? literals[0];
}
