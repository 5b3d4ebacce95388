import type { Api, Operation } from '../model/api.js';
import { cleanText } from './cleanText.js';
import { clipText } from './clipText.js';
import { joinWords } from './joinWords.js';
import { hashText } from './hashText.js';
import { splitWords } from './splitWords.js';

/** A named group of operations. */
export interface Group {
  name: string;
  title: string;
  description: string;
  operations: Operation[];
}

const longestName = 40;
const longestTitle = 80;
const longestDescription = 300;

/** Names that no file can have on Windows, whatever its extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** The group of operations that neither a tag nor their path puts elsewhere. */
const rest = 'general';

/**
 * Groups operations by their first tag, else by the first segment of their path after what all paths have in
 * common. Groups come in the order of the document's tags, then by name.
 */
export function groupTools({ operations, tags }: Api): Group[] {
  const shared = countShared(operations.map(({ path }) => segmentsOf(path)));
  const titles = new Map<string, { title: string; operations: Operation[] }>();
  for (const operation of operations) {
    const title = operation.tags[0] ?? segmentsOf(operation.path).slice(shared).find(isLiteral) ?? rest;
    const name = nameGroup(title);
    const group = titles.get(name);
    if (group === undefined) titles.set(name, { title, operations: [operation] });
    else group.operations.push(operation);
  }
  const declared = new Map(tags.toReversed().map((tag) => [nameGroup(tag.name), tag]));
  const order = [...new Set(tags.map((tag) => nameGroup(tag.name))), ...[...titles.keys()].toSorted()];
  return [...new Set(order)].flatMap((name) => {
    const group = titles.get(name);
    const tag = declared.get(name);
    if (group === undefined) return [];
    return {
      name,
      title: clipText(cleanText(tag?.name ?? group.title), longestTitle) || name,
      description: clipText(cleanText(tag?.description ?? ''), longestDescription),
      operations: group.operations,
    };
  });
}

/** Groups of which the names become the same are one. */
function nameGroup(title: string): string {
  const words = splitWords(title);
  if (words.length === 0) return `group_${hashText(title)}`;
  const name = joinWords(
    /^[a-z]/.test(words[0] ?? '') ? words : ['group', ...words],
    'snake_case',
    longestName,
    title,
  );
  return reserved.test(name) ? `${name}_tools` : name;
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
