import type { Json } from '../../model/document.js';
import type { Keywords } from '../survey.js';
import type { Inferrer } from './sentence.js';

const statement =
  /(?<!\bwhich\s)\b(?:defaults?\s+to|default\s+value\s*(?:is|of|:|=)?|default\s*(?:is|of|:|=)|(?<=[([])\s*default)\s*:?\s*(?:`([^`]{1,60})`|"([^"]{1,60})"|'([^']{1,60})'|(-?\d+(?:\.\d+)?|true|false)(?![\w%]|\.\d|,\d|-\d|\s+(?:\w+\s+)?(?:ago|from|before|after)\b))/i;
/** A default that depends on something. */
const conditional = /^for\b|\b(if|when|unless|depend\w*|otherwise|for (?!backwards?\b|this\b|the\b))\b/i;
/** That it is the default when nothing is given says nothing new. */
const absent =
  /\b(?:if|when)\s+(?:(?:it|this|the \w+|not|no|none|nothing|value)\s+)*(?:is\s+|are\s+)?(?:not\s+)?(?:omitted|unspecified|missing|absent|unset|empty|left out|provided|specified|given|set|supplied|present)\b/gi;

/** Defaults: "defaults to 20". Those of strings only in code or quotes. */
export const inferDefault: Inferrer = ({ text, schema, type }) => {
  if (schema['default'] !== undefined || schema['const'] !== undefined) return [];
  const match = statement.exec(text);
  if (match === null || conditional.test(text.replaceAll(absent, ''))) return [];
  const [, code, double, single, bare] = match;
  const quoted = code ?? double ?? single;
  const value = read(quoted ?? bare ?? '', type, quoted !== undefined);
  if (value === undefined || !isAllowed(value, schema)) return [];
  return [{ says: `default ${JSON.stringify(value)}`, update: { default: value } }];
};

function read(text: string, type: string, isQuoted: boolean): Json | undefined {
  const word = text.trim();
  switch (type) {
    case 'string':
      return isQuoted && /^[^`<>{}]+$/.test(word) && !/^null$/i.test(word) ? word : undefined;
    case 'boolean':
      return /^(true|false)$/i.test(word) ? word.toLowerCase() === 'true' : undefined;
    case 'integer':
      return /^-?(0|[1-9]\d*)$/.test(word) ? Number(word) : undefined;
    case 'number':
      return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(word) ? Number(word) : undefined;
    default:
      return undefined;
  }
}

function isAllowed(value: Json, { enum: values }: Keywords): boolean {
  return !Array.isArray(values) || values.includes(value);
}
