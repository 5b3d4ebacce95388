import type { Api, Operation } from '../../model/api.js';
import type { Config } from '../../model/config.js';
import { hashText } from '../../text/hash.js';
import { joinWords, splitWords } from '../../text/words.js';

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

/** The toolset of operations that neither a tag nor their path puts elsewhere. */
const rest = 'general';

/**
 * The toolset of an operation that nobody chose one for, as a title: its first tag, else the first segment of its path
 * after what the paths of all operations have in common; by path, that of all.
 */
export function proposeToolset(
  { operations, leftOut }: Pick<Api, 'operations' | 'leftOut'>,
  groupBy: Config['groupBy'],
): (operation: Pick<Operation, 'tags' | 'path'>) => string {
  const shared = countShared([...operations, ...leftOut].map(({ path }) => segmentsOf(path)));
  return ({ tags: [tag], path }) =>
    (groupBy === 'tag' ? tag : undefined) ?? segmentsOf(path).slice(shared).find(isLiteral) ?? rest;
}

/** The literal segments of a path, its fixed query left out. */
function segmentsOf(path: string): string[] {
  const [plain = ''] = path.split('?');
  return plain.split('/').filter(Boolean);
}

function isLiteral(segment: string): boolean {
  return !segment.includes('{');
}

/** How many segments all paths begin with, each having at least one more. */
function countShared(paths: string[][]): number {
  const [first = []] = paths;
  const isShared = (index: number): boolean =>
    paths.every((path) => path.length > index + 1 && path[index] === first[index]);
  const count = first.findIndex((_, index) => !isShared(index));
  return Math.max(count, 0);
}
