import type { Miner } from './sentence.js';

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
export const mineList: Miner = ({ text, schema, type, inQuery }) => {
  const isFree = closed.every((keyword) => schema[keyword] === undefined);
  if (type !== 'string' || !inQuery || !isFree || !said.test(text) || uncertain.test(text)) return [];
  const update = { style: 'form', explode: false, schema: { type: 'array', items: { type: 'string' } } };
  return [{ says: 'type array, explode false', update, ofParameter: true }];
};
