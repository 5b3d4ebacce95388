import { clipText } from '../text/clip.js';
import { splitWords } from '../text/words.js';
import { type Part, nounOf } from './candidate.js';

const longestName = 40;
const longestTitle = 80;
/** Parts that a title names; of more, it says how many. */
const mostNamed = 3;

/** Names and titles for sets, by what they hold: each name once. */
export function nameSets(parts: readonly Part[]): { name: string; title: string }[] {
  const taken = new Set<string>();
  const named = new Map<Part, { name: string; title: string }>();
  // What the others are a part of has the first choice.
  for (const part of parts.toSorted((a, b) => Number(b.isMain === true) - Number(a.isMain === true))) {
    const about = sortByShare(part);
    const title = tellTitle(part, about);
    const nouns = part.candidates.map(({ home }) => nounOf(home)).filter((noun) => /^[a-z]/.test(noun));
    const own = splitWords(part.title);
    const words = about.map(splitWords);
    // The shortest first; what is taken gets the words of more parts, then those of its tools.
    const names = [
      ...(about.length === 0 || part.isMain ? [own] : []),
      ...words.map((_, at) => own.concat(words.slice(0, at + 1).flat())),
      ...[...new Set(nouns)].map((noun) => own.concat(noun)),
      ...part.candidates.map(({ entry }) => splitWords(entry.tool.name)),
    ].map(toName);
    const name = names.find((one) => one !== undefined && !taken.has(one)) ?? spare(taken);
    taken.add(name);
    named.set(part, { name, title: title || name.replaceAll('_', ' ') });
  }
  return parts.map((part) => named.get(part) ?? { name: '', title: '' });
}

/** What a part is about, first what most of its tools have in their paths. */
function sortByShare({ about, candidates }: Part): string[] {
  const share = new Map<string, number>();
  for (const { segments } of candidates)
    for (const segment of new Set(segments)) share.set(segment, (share.get(segment) ?? 0) + 1);
  const shareOf = (text: string) => share.get(text) ?? share.get(text.split(' ').at(-1) ?? '') ?? 0;
  const known = [...new Set(about.filter((text) => splitWords(text).length > 0))];
  return known.toSorted((a, b) => shareOf(b) - shareOf(a));
}

/** `Core v1: pods, services and 2 more`. */
function tellTitle({ title }: Part, about: readonly string[]): string {
  const shown = about.slice(0, mostNamed).map(toWords).join(', ');
  const more = about.length > mostNamed ? ` and ${about.length - mostNamed} more` : '';
  const whole = [toWords(title), `${shown}${more}`].filter((text) => text !== '').join(': ');
  return clipText(whole.charAt(0).toUpperCase() + whole.slice(1), longestTitle);
}

/** A tag or a segment as words: what has spaces is written for people already. */
function toWords(text: string): string {
  return text.includes(' ') ? text.trim() : text.replaceAll(/[_-]+/g, ' ').trim();
}

/** A name of whole words; nothing where none of them begins with a letter. */
function toName(words: readonly string[]): string | undefined {
  const from = words.findIndex((word) => /^[a-z]/.test(word));
  if (from === -1) return undefined;
  let name = '';
  for (const word of new Set(words.slice(from))) {
    const longer = name === '' ? word.slice(0, longestName) : `${name}_${word}`;
    if (longer.length > longestName) break;
    name = longer;
  }
  return name;
}

function spare(taken: ReadonlySet<string>): string {
  let name = 'more_tools';
  while (taken.has(name)) name = `more_${name}`;
  return name;
}
