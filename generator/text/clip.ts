import { memoizeIn } from './memo.js';
import { sentenceEnds, splitSentences } from './sentences.js';
import type { CountTokens } from './tokens.js';

/** How much is kept of a text. */
export interface Allowance {
  /** Tokens of the sentences that it begins with; without an end, the text is kept as it is. */
  tokens: number;
  /** How many sentences that are, at most. */
  sentences: number;
  /** Tokens of later sentences that say what is allowed. */
  more: number;
  /** Whether words of ours stay: what stands for a part of a schema, or says what a schema cannot. */
  notes: boolean;
}

/** Cuts a text to an allowance. */
export type Clip = (text: string, allowance: Allowance) => string;

/** What a sentence has that says what is allowed, rather than what something is. */
const constraint = new RegExp(
  [
    String.raw`\b(?:must|should|ha(?:s|ve) to|only|cannot|can't|never|always|not?|mandatory|require[sd]?|optional|defaults?|unless|except|omitted|if (?:absent|empty|unset|not set))\b`,
    String.raw`\b(?:max(?:imum)?|min(?:imum)?|at (?:least|most)|up to|through|(?:less|greater|more|fewer|longer|larger) than|between|exceeds?|limit(?:ed|s)?|ranges?|unique|exclusive|positive|negative)\b`,
    String.raw`\b(?:formats?|formatted|pattern|prefix(?:ed)?|(?:starts?|begins?|ends?) with|one of|either|valid|allowed|accepted|(?:possible|supported|acceptable|permitted) values|separated|sensitive|insensitive|(?:lower|upper)[- ]?case|encoded|integers?)\b`,
    String.raw`\b(?:ISO|RFC|UTC|UUID|GMT|Unix|BCP|ASCII|UTF-\d+|base64|E\.164|epoch|Y{2,4}[-/.]?M{2}|H{2}:m{2})`,
    String.raw`\bin (?:\w+ ){0,2}(?:milliseconds|seconds|minutes|hours|days|weeks|months|years|bytes|[kmgt]i?b|cents|pixels|percent|degrees|kilograms|grams|met(?:er|re)s|kilomet(?:er|re)s|miles)\b`,
    String.raw`\d\s?(?:%|[KMGT]?i?B\b|(?:ms|s|sec|seconds?|minutes?|hours?|days?|weeks?|months?|years?|bytes?|characters?|chars|letters?|items?|digits?|px|cents|meters?|km)\b)`,
  ].join('|'),
  'i',
);

/**
 * How a sentence begins that goes on from the one before it. `This value` and the like are what the text is about, as `it`
 * mostly is.
 */
const pointing =
  /^(?:(?:this|that|these|those|such) (?!values?\b|fields?\b|param|propert|attributes?\b|options?\b|settings?\b|flags?\b|headers?\b|arguments?\b|ids?\b|lists?\b|arrays?\b|objects?\b|strings?\b|numbers?\b|names?\b|endpoints?\b|operations?\b|api\b|methods?\b|calls?\b|requests?\b|resources?\b|is\b|are\b|must\b|can|may\b|should\b|will\b|has\b|have\b|does\b|only\b|requires?\b|defaults?\b|allows?\b)\w|(?:otherwise|however|therefore|thus|instead|in (?:this|that|such|which) cases?)\b)/i;

/** What may as well say what is allowed: a number. */
const number = /\d/;

/** What a clause ends before. */
const clauseEnds = [', ', '; ', ': ', ' – ', ' — ', ' - ', ' ('];

/** Characters that hold more than any allowance: what lies beyond is not looked at. */
const longestLookedAt = 20_000;

/** Makes a {@link Clip} that counts by `count`; texts that many tools have are cut once. */
export function clipWords(count: CountTokens): Clip {
  const memory = new Map<Allowance, Map<string, string>>();

  function clip(text: string, { tokens, sentences, more }: Allowance): string {
    const all = splitSentences(text.slice(0, longestLookedAt).replace(/[\uD800-\uDBFF]$/, ''));
    const [first = ''] = all;
    const kept: string[] = [];
    let left = tokens;
    for (const sentence of all.slice(0, sentences)) {
      left -= count(` ${sentence}`);
      if (left < 0) break;
      kept.push(sentence);
    }
    if (kept.length === 0) kept.push(cutSentence(first, tokens));
    return [...kept, ...constraintsIn(all.slice(kept.length), more)].join(' ');
  }

  /** Those of the sentences that say what is allowed, in order, as far as there is room; then those with numbers. */
  function constraintsIn(sentences: readonly string[], most: number): string[] {
    const kept = new Set<string>();
    let left = most;
    for (const sign of [constraint, number]) {
      for (const [index, sentence] of sentences.entries()) {
        if (left <= 0 || kept.has(sentence) || !sign.test(sentence)) continue;
        // Without the one before it, nobody knows what it is about.
        if (pointing.test(sentence) && index > 0 && !kept.has(sentences[index - 1] ?? '')) continue;
        const tokens = count(` ${sentence}`);
        if (tokens > left) continue;
        left -= tokens;
        kept.add(sentence);
      }
    }
    return sentences.filter((sentence) => kept.has(sentence));
  }

  /** The beginning of a sentence, to the end of a clause where that leaves half of it, else to that of a word. */
  function cutSentence(sentence: string, tokens: number): string {
    const words = [...sentence.matchAll(/\s+|$/g)].map(({ index }) => index);
    const fitting = longestFitting(words, (index) => `${sentence.slice(0, index)}…`, tokens);
    if (fitting === 0) return cutWord(sentence, tokens);
    const room = sentence.slice(0, fitting);
    const clause = Math.max(...clauseEnds.map((mark) => room.lastIndexOf(mark)));
    return `${clause > fitting / 2 ? room.slice(0, clause) : room.replace(/(?<![\s,;:–—(-])[\s,;:–—(-]+$/, '')}…`;
  }

  function cutWord(word: string, tokens: number): string {
    const characters = Array.from(word.slice(0, tokens * 20));
    const ends = characters.map((_, index) => index + 1);
    const most = longestFitting(ends, (index) => `${characters.slice(0, index).join('')}…`, tokens);
    return most === 0 ? '' : `${characters.slice(0, most).join('')}…`;
  }

  /** The last of the places, in order, up to which a text fits; 0 where none does. */
  function longestFitting(
    places: readonly number[],
    upTo: (place: number) => string,
    tokens: number,
  ): number {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (count(upTo(places[middle] ?? 0)) <= tokens) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : (places[low - 1] ?? 0);
  }

  return (text, allowance) => {
    if (allowance.tokens === Number.POSITIVE_INFINITY) return text;
    if (allowance.tokens <= 0) return '';
    return memoizeIn(
      memoizeIn(memory, allowance, () => new Map<string, string>()),
      text,
      () => clip(text, allowance),
    );
  };
}

/**
 * Cuts a text to at most `longest` characters: after a sentence where that leaves half of them, else between
 * words with an ellipsis; never within a surrogate pair.
 */
export function clipText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  if (longest <= 0) return '';
  const sentence = Math.max(...sentenceEnds.map((end) => text.lastIndexOf(end, longest - 1))) + 1;
  if (sentence >= longest / 2) return text.slice(0, sentence);
  const room = text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '');
  const word = room.lastIndexOf(' ');
  return `${word >= longest / 2 ? room.slice(0, word) : room}…`;
}
