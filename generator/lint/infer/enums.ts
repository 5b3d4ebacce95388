import type { Inferrer } from './sentence.js';

/** What announces the whole list of values: at the start of a sentence, or after a few words. */
const announcement =
  /^(?:[\w\s-]{0,60}[\s:])??(?:(?:allowed|valid|possible|accepted|permitted|acceptable|allowable)\s+(?:\w+\s+)?(?:values?|options?|types?)(?:\s+for\s+this\s+\w+)?\s*(?:are|is|include)?|(?:must|can|may|should)\s+be\s+(?:one\s+of|either)|(?<![\w\s-])(?:one\s+of|either))\s*(?:the\s+following(?:\s+values)?)?\s*:?\s*/i;

/** A value in code or quotes. */
const quoted = /^(?:`([^`\s]{1,60})`|"([^"\s]{1,60})"|'([^'\s]{1,60})')/;
/** A bare value: a word in lower case, or a constant in upper case. */
const bare = /^([a-z][a-z0-9_-]{0,40}|[A-Z][A-Z0-9_-]{1,40})(?![\w'`"-])/;
const separator = /^\s*(?:,\s*(?:and|or)\s+|,\s*|\|\s*|\/\s*|\s(?:and|or)\s+)/;
/** What may follow the list: nothing of the sentence that goes on with it. */
const end = /^\s*(?:[.);]|$)/;
/** Lists that are not whole. */
const open =
  /\b(etc|e\.g|for example|such as|among others|include|including|like|and more|if|when|unless)\b|…|\.\.\./i;

/** Where several values may be given at once, they are not those of the whole. */
const several = /\bcomma|separated|multiple|\blists?\s+of\b|combin|one or more|prefixed/i;

/** Sets of values: "one of `a`, `b`", "Allowed values: a, b". */
export const inferEnum: Inferrer = ({ text, words, schema, type }) => {
  const isFree = ['enum', 'const', 'pattern', 'format', 'oneOf', 'anyOf', 'allOf'].every(
    (keyword) => schema[keyword] === undefined,
  );
  const match = announcement.exec(text);
  if (type !== 'string' || !isFree || match === null || open.test(text) || several.test(words)) return [];
  const after = text.slice(match.index + match[0].length);
  const values =
    readValues(after, quoted) ?? (/values?|options?/i.test(match[0]) ? readValues(after, bare) : undefined);
  return values === undefined ? [] : [{ says: `enum ${values.join(', ')}`, update: { enum: values } }];
};

/** A list of two values or more of one kind, up to the end of the sentence; undefined where it is anything else. */
function readValues(text: string, kind: RegExp): string[] | undefined {
  const values: string[] = [];
  let rest = text;
  for (;;) {
    const match = kind.exec(rest);
    if (match === null) return undefined;
    values.push(match.slice(1).find((group) => group !== undefined) ?? '');
    rest = rest.slice(match[0].length);
    if (end.test(rest)) break;
    const between = separator.exec(rest);
    if (between === null) return undefined;
    rest = rest.slice(between[0].length);
  }
  return values.length >= 2 && new Set(values).size === values.length ? values : undefined;
}
