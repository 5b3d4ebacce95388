import { longestSkill } from '../../../model/publish/skills.js';
import { type PublishFacts } from '../../../model/publish/facts.js';
import { clipText } from '../../../text/clip.js';
import { toLine } from '../../../text/markdown/escape.js';
import { endsInSign, fullStop, splitSentences } from '../../../text/sentences.js';
import { type SkillOutline, toPlain } from './outlineSkill.js';

/** Characters of what the API is, of the things that it is about, and of examples of what it does. */
const room = { about: 260, things: 300, examples: 220 };

/**
 * What a skill is for, and when it is to be used, in words of the API: by this alone, clients choose it. 1,024 characters
 * at most, without angle brackets (Agent Skills specification, description).
 */
export function describeSkill(
  { title, description, choices }: PublishFacts,
  { toolsets, writes }: SkillOutline,
): string {
  const largest = toolsets.toSorted((a, b) => b.tools.length - a.tools.length);
  const titles = largest.map(({ plain }) => plain.replaceAll('_', ' '));
  const examples = largest.flatMap(({ ranked }) => {
    const short = ranked.filter(({ plain }) => plain.length <= longestExample);
    const made = short.find(({ act }) => act === 'create' || act === 'do') ?? short[0];
    return made === undefined ? [] : [`"${made.plain}"`];
  });
  const things = toolsets.length > 1 ? enumerate(titles, room.things, 'and') : 'data';
  const told =
    examples.length === 0 ? '' : `, as in ${enumerate([...new Set(examples)], room.examples, 'or')}`;
  const about = choices.description ?? clipSentences(description, room.about);
  const text = [
    `${about}${fullStop(about)}`,
    `Use it to ${writes ? 'read or change' : 'read'} ${things} of ${toPlain(title)}${told}.`,
    'Says which tools of its MCP server to call, in which order, and what to do about pages and errors.',
  ].join(' ');
  return clipText(toLine(text.replaceAll(/[<>]/g, '')), longestSkill.description);
}

/** The sentences that a text in paragraphs begins with, as far as they fit; of a longer one, whole words. Headings are left out. */
export function clipSentences(text: string, most: number): string {
  const all = text.split('\n\n').map(toPlain);
  const told = all.filter((paragraph) => paragraph.length > longestHeading || endsInSign(paragraph));
  const kept: string[] = [];
  let left = most;
  for (const sentence of (told.length === 0 ? all : told).flatMap(splitSentences)) {
    left -= sentence.length + 1;
    if (left < 0) break;
    kept.push(sentence);
  }
  return kept.length === 0 ? clipText(toPlain(text), most) : kept.join(' ');
}

/** Characters of a title that is an example. */
const longestExample = 60;

/** Characters of what may be a heading. */
const longestHeading = 60;

/** Whole items, as far as there is room. */
function enumerate(items: readonly string[], most: number, word: 'and' | 'or'): string {
  let left = most;
  const kept = items.filter((item) => (left -= item.length + 2) >= 0);
  if (kept.length < items.length) return `${kept.join(', ')} ${word} more`;
  return kept.length < 2 ? kept.join('') : `${kept.slice(0, -1).join(', ')} ${word} ${kept.at(-1)}`;
}
