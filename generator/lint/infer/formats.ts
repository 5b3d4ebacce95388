import type { Inferrer } from './sentence.js';

/** Words that mean a format wherever they stand; the first that fits is it. */
const formats: [format: string, words: RegExp][] = [
  [
    'date-time',
    /\brfc[ -]?3339\b(?!\s+(?:full-)?date\b(?!-?\s*time))|\biso[ -]?8601\b[^.]{0,20}\b(?:date-?\s?time|timestamp|date and time)\b|\b(?:date-?\s?time|timestamp)\b[^.]{0,30}\biso[ -]?8601\b/i,
  ],
  [
    'date',
    /\biso[ -]?8601\s+(?:full-)?date\b(?!\s*-?\s*time|\s+and\b)|\bYYYY-MM-DD\b(?![T \w]*\bhh|T|\s*hh)/i,
  ],
  [
    'uuid',
    /^(?:(?:the|a|an|unique)\s+)*uuid\b(?!s)|\b(?:a|valid|the|as|in)\s+uuid\b(?!s)|\(uuid(?: ?v\d)?\)/i,
  ],
];
/** What may be something else as well. */
const alternative =
  /\b(or|either|and|unix|epoch|e\.g|relative|if|when|list|array|comma|prefix\w*)\b|\.\.|\/\s*uuid|uuid\s*\//i;

/** Formats: "RFC 3339 timestamp", "YYYY-MM-DD", "UUID of the user". */
export const inferFormat: Inferrer = ({ text, schema, type }) => {
  const isFree = ['format', 'pattern', 'enum', 'const', 'oneOf', 'anyOf', 'allOf'].every(
    (keyword) => schema[keyword] === undefined,
  );
  if (type !== 'string' || !isFree || alternative.test(text.replaceAll(/date and time/gi, ''))) return [];
  const found = formats.find(([, words]) => words.test(text));
  return found === undefined ? [] : [{ says: `format ${found[0]}`, update: { format: found[0] } }];
};

const said =
  /\bcomma[- ](?:separated|delimited)\s+(?:list|string|set|values|ids|names)|\bseparated by commas?\b/i;
const uncertain =
  /\b(if|when|unless|pair|pairs|or (?:a )?(?:single|semicolon|space|newline)|latitude|longitude|coordinates|bounding|sort|order)\b|:/i;
const closed = [
  'enum',
  'const',
  'pattern',
  'format',
  'maxLength',
  'minLength',
  'default',
  'examples',
  'oneOf',
  'anyOf',
  'allOf',
];

/** A string that is a list: a model gives an array, and the style of the parameter puts in the commas. */
export const inferList: Inferrer = ({ text, schema, type, inQuery }) => {
  const isFree = closed.every((keyword) => schema[keyword] === undefined);
  if (type !== 'string' || !inQuery || !isFree || !said.test(text) || uncertain.test(text)) return [];
  const update = { style: 'form', explode: false, schema: { type: 'array', items: { type: 'string' } } };
  return [{ says: 'type array, explode false', update, ofParameter: true }];
};
