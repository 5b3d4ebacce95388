import type { Inferred, Inferrer, Sentence } from './sentence.js';

/** A number as people write it: `1,000`, `-0.5`. */
const figure = String.raw`(-?\d{1,3}(?:,\d{3})+|-?\d+(?:\.\d+)?)`;
/** It is no part of a longer word or a version. */
const whole = String.raw`(?![\w%]|\.\d|,\d|-\d)`;
/** A number in a sentence, perhaps as code or strong. */
const value = `[\`*"']*${figure}${whole}[\`*"']*`;
/** The first of two numbers. */
const from = `[\`*"']*${figure}[\`*"']*`;
const is = String.raw`(?:\s*(?:is|of|:|=|value|are|to|be)\s*){0,3}\s*`;
const beyond = String.raw`(?:more|greater|larger|higher|longer)\s+than`;
const below = String.raw`(?:less|fewer|smaller|lower|shorter)\s+than`;
/** `at least 1` may be said of many things: here only of the value itself. */
const itself = String.raw`(?:^|\b(?:be|is|are|values?)\s+)`;
const notOver = String.raw`(?:\b(?:must|can|may|should)(?:\s*not|n't)\s+(?:be\s+)?(?:exceed|${beyond})|\bcannot\s+exceed|\bless\s+than\s+or\s+equal\s+to)\s+`;
const notUnder = String.raw`\b(?:greater|more)\s+than\s+or\s+equal\s+to\s+|\b(?:must|can|may|should)(?:\s*not|n't)\s+be\s+${below}\s+`;
const atMost = String.raw`(?:at\s+most|(?:no|not)\s+${beyond})\s+`;
const atLeast = String.raw`(?:at\s+least|(?:no|not)\s+${below})\s+`;
const maximum = String.raw`(?:\bmax(?:imum)?\b\.?${is}|${notOver}|${itself}${atMost})`;
const minimum = String.raw`(?:\bmin(?:imum)?\b\.?${is}|${notUnder}|${itself}${atLeast})`;

/** A sentence that holds for some cases only. */
const conditional =
  /^for\b|\b(if|when|unless|except|for example|for instance|e\.g|otherwise|recommend\w*|typical\w*|usual\w*|best|ideal\w*|prefer\w*|common\w*|about|approximately|mode|plans?|tiers?|older|previously)\b|\d\s*(?:\([^)]*\)\s*)?or\b/i;

/** What follows a number of something else: `100 MB` is no bound of a count. */
const otherUnit =
  /^\s*(?:-\s*)?(?:bytes?|[kmgt]i?b|kilo\w*|mega\w*|giga\w*|characters?|chars?|letters?|digits?|decimal\w*|ms|milli\w*|sec\w*|min\w*|h|hrs?|hours?|days?|weeks?|months?|years?|requests?|times|calls?|percent|pixels?|px|thousand|million|billion|or)\b/i;

/** What the maximum or minimum is one of, by the type of the value. */
const kinds: Record<string, { words: RegExp | undefined; max: string; min: string }> = {
  integer: { words: undefined, max: 'maximum', min: 'minimum' },
  number: { words: undefined, max: 'maximum', min: 'minimum' },
  string: {
    words: /^\s*(?:-\s*)?(?:unicode |utf-?8 |alphanumeric |ascii )?(?:characters?|chars?|letters?)\b/i,
    max: 'maxLength',
    min: 'minLength',
  },
  array: {
    words: /^\s*(?:[\w-]+\s+)?(?:items?|elements?|entries|values|ids|names|tags|records)\b/i,
    max: 'maxItems',
    min: 'minItems',
  },
};

const between = new RegExp(
  String.raw`(?:\bbetween\s+${from}\s*(?:and|to|-|–)\s*${value}|\brange\s*(?:is|of|:|from)?\s*\[?${from}\s*(?:-|–|to|\.{2,3}|,)\s*${value})`,
  'i',
);
/** The size of a text or a list: what it counts stands after the number. */
const longestSize = String.raw`(?:\bup\s+to\s+|\b${atMost}|${maximum})`;
const shortestSize = String.raw`(?:\b${atLeast}|${minimum})`;

/** Bounds of numbers, of the length of strings and of lists: `max. 100`, `between 1 and 100`, `up to 20 characters`. */
export const inferBounds: Inferrer = (sentence) => {
  const kind = kinds[sentence.type];
  const { text, schema } = sentence;
  const isClosed = ['enum', 'const'].some((keyword) => schema[keyword] !== undefined);
  if (kind === undefined || isClosed || conditional.test(text)) return [];
  const { words, max, min } = kind;
  const range = findRange(sentence, words);
  const high = range?.[1] ?? findNumber(text, words === undefined ? maximum : longestSize, words);
  const low = range?.[0] ?? findNumber(text, words === undefined ? minimum : shortestSize, words);
  if (high !== undefined && low !== undefined && low > high) return [];
  return [
    ...bound(sentence, max, 'exclusiveMaximum', high),
    ...bound(sentence, min, 'exclusiveMinimum', low),
  ];
};

function findRange({ text }: Sentence, words: RegExp | undefined): [number, number] | undefined {
  const match = between.exec(text);
  if (match === null || !isOfKind(text.slice(match.index + match[0].length), words)) return undefined;
  const [low, high] = match.slice(1).filter((group) => group !== undefined);
  return [parseBound(low ?? ''), parseBound(high ?? '')];
}

/** The number after some words; undefined where several are, which may be about several things. */
function findNumber(text: string, before: string, words: RegExp | undefined): number | undefined {
  const matches = [...text.matchAll(new RegExp(before + value, 'gi'))].filter((match) =>
    isOfKind(text.slice(match.index + match[0].length), words),
  );
  const numbers = new Set(matches.map((match) => parseBound(match[1] ?? '')));
  const [only] = numbers;
  return numbers.size === 1 ? only : undefined;
}

/** Whether what follows the number says that it counts what the keyword counts. */
function isOfKind(after: string, words: RegExp | undefined): boolean {
  return words === undefined ? !otherUnit.test(after) : words.test(after);
}

function bound({ schema, type }: Sentence, keyword: string, exclusive: string, limit?: number): Inferred[] {
  if (limit === undefined || schema[keyword] !== undefined) return [];
  const isNumeric = keyword === 'maximum' || keyword === 'minimum';
  if (isNumeric && schema[exclusive] !== undefined) return [];
  if (!(isNumeric && type === 'number') && !Number.isInteger(limit)) return [];
  if (!isNumeric && limit < 1) return [];
  return [{ says: `${keyword} ${limit}`, update: { [keyword]: limit } }];
}

function parseBound(text: string): number {
  return Number(text.replaceAll(',', ''));
}
