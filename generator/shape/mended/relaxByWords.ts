import { type Api, type ApiParameter, mapParameters } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { mergeAll } from '../../schema/merge.js';
import { type LookUp, gatherParts, lookIn } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { compilePattern } from '../../regex/compile.js';
import { cleanText } from '../../text/clean.js';
import { memoizeIn } from '../../text/memo.js';
import { listNames } from '../../text/notes.js';

/** Characters of a description that are looked at. */
const longestWords = 600;
/** Characters of a pattern that models are shown. */
const longestShown = 100;
/** Values of which several can be asked for by a pattern. */
const mostJoined = 100;

const id = String.raw`(?:id|identifier|uuid|guid)s?`;
const name = String.raw`(?:user ?names?|names?|slugs?|short ?(?:links?|names?|codes?|urls?)|alias(?:es)?|handles?|logins?|e-?mails?)`;
const between = String.raw`\s*(?:,|/|\bor\b|\(or)\s*(?:or\s+)?(?:(?:an?|the|its|their|full|unique)\s+){0,2}(?:[\w-]+\s+)?`;
/** Says that one of several kinds of names will do. */
const eitherName = new RegExp(String.raw`\b${id}${between}${name}\b|\b${name}${between}${id}\b`, 'i');
/** Names as people give them, none of which is an identifier. */
const sampleNames = ['octocat', 'my-name', 'Name'];

const several = /\bcomma[- ](?:separated|delimited)\b|\bseparated by commas?\b/i;
/** A kind of value of which there is no list, and one that is named beside it. */
const openKind =
  /\b(?:ids?|identifier|uuid|number|version|tag|sha|date|name)\b[^.;]{0,60}?\bor\b[^.;]{0,30}?[`'"“‘]?\b([\w.-]+)/i;
/** The text is JSON, as "a JSON encoded value of the filters" says. */
const encoded =
  /\bjson[- ](?:encoded|serialized|serialised|stringified|formatted (?:string|text))\b|\b(?:encoded|serialized|serialised|stringified) (?:as |in |into |to )?(?:an? )?json\b|\bas an? json[- ]string\b/i;
const setTo = /\bset\b(?: (?:it|this|the value))? to [`'"“‘]?(true|false)\b/i;

/** What a parameter takes where its words say more than its schema, and what is told of that. */
interface Relaxed {
  schema: Keywords;
  /** What the words say that the schema refuses. */
  what: string;
  done: string;
  changes?: Partial<ApiParameter>;
}

/**
 * The API whose parameters take what their descriptions say, where their schemas refuse that: a name where only an
 * identifier fits, several values by commas where one fits.
 */
export function relaxByWords(api: Api, report: Report): Api {
  const lookUp = lookIn(api.components);
  const known = new Map<ApiParameter, ApiParameter>();
  return mapParameters(api, (parameter) =>
    memoizeIn(known, parameter, () => relaxParameter(parameter, lookUp, report)),
  );
}

function relaxParameter(parameter: ApiParameter, lookUp: LookUp, report: Report): ApiParameter {
  const { schema, mediaType, pointer } = parameter;
  if (typeof schema === 'boolean' || mediaType !== undefined) return parameter;
  const merged = mergeAll(gatherParts(schema, lookUp) ?? []);
  const isUnion = ['oneOf', 'anyOf', 'not', 'if'].some((keyword) => merged[keyword] !== undefined);
  if (merged['type'] !== 'string' || isUnion) return parameter;
  const said = [parameter.description, String(merged['description'] ?? '')].filter(Boolean).join(' ');
  const words = cleanText(said).slice(0, longestWords);
  const relaxed =
    takeNames(merged, words) ??
    takeOpenKind(merged, words, parameter) ??
    takeSwitch(merged, words) ??
    takeSeveral(merged, words, parameter);
  if (relaxed === undefined) return takeJson(merged, words, parameter) ?? takeList(merged, words, parameter);
  report('schema-relaxed', `${pointer}/schema`, { what: relaxed.what, done: relaxed.done });
  return { ...parameter, ...relaxed.changes, schema: relaxed.schema };
}

/** "The ID or username of the member" beside a pattern, or a format, that no name fits. */
function takeNames(schema: Keywords, words: string): Relaxed | undefined {
  const { pattern, format, minLength, maxLength, ...rest } = schema;
  const [phrase] = eitherName.exec(words) ?? [];
  if (phrase === undefined || schema['enum'] !== undefined) return undefined;
  const isOfIds =
    format === 'uuid' || (typeof pattern === 'string' && sampleNames.every((one) => !fits(one, pattern)));
  if (!isOfIds) return undefined;
  const isFixed = minLength !== undefined && minLength === maxLength;
  const constraint = typeof pattern === 'string' ? `the pattern ${pattern}` : 'the format uuid';
  return {
    schema: {
      ...rest,
      ...(format === undefined || format === 'uuid' ? {} : { format }),
      ...(isFixed || minLength === undefined ? {} : { minLength }),
      ...(isFixed || maxLength === undefined ? {} : { maxLength }),
    },
    what: `The description says "${phrase}", but no name fits ${constraint}`,
    done: 'that is not enforced',
  };
}

/** "The id of the version, or 'latest'" beside an enum that lists `latest` alone, or all but that. */
function takeOpenKind(schema: Keywords, words: string, { in: place }: ApiParameter): Relaxed | undefined {
  const { enum: values, ...rest } = schema;
  const [phrase, literal] = openKind.exec(words) ?? [];
  if (place !== 'path' || !Array.isArray(values) || phrase === undefined) return undefined;
  if (values.length > 3) return undefined;
  if (!values.includes(literal))
    return {
      schema: { ...rest, enum: [...(values as unknown[]), literal] },
      what: `The description says "${phrase}", which is none of the values of the enum`,
      done: 'it is accepted, too',
    };
  return {
    schema: { ...rest, examples: values as unknown[] },
    what: `The description says "${phrase}", but the enum lists ${listNames(values.map(String))} alone`,
    done: 'any value is accepted, and those are examples',
  };
}

/** "Set to true to close the list" beside a pattern that neither `true` nor `false` fits. */
function takeSwitch(schema: Keywords, words: string): Relaxed | undefined {
  const { pattern, description, ...rest } = schema;
  const [phrase] = setTo.exec(words) ?? [];
  if (phrase === undefined || typeof pattern !== 'string' || schema['enum'] !== undefined) return undefined;
  if (fits('true', pattern) || fits('false', pattern)) return undefined;
  return {
    schema: {
      ...(description === undefined ? {} : { description }),
      anyOf: [
        { type: 'boolean' },
        { ...rest, pattern },
        { type: 'string', enum: ['true', 'false'], untold: true },
      ],
    },
    what: `The description says "${phrase}", which the pattern ${pattern} refuses`,
    done: 'true and false are accepted, too',
  };
}

/** "all, or a comma-separated list of fields" beside an enum of single values. */
function takeSeveral(schema: Keywords, words: string, { description }: ApiParameter): Relaxed | undefined {
  const { enum: values, default: usual, ...rest } = schema;
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string' && value !== ''))
    return undefined;
  const parts = typeof usual === 'string' ? usual.split(/\s*,\s*/) : [];
  const isUsual = parts.length > 1 && parts.every((part) => values.includes(part));
  const [phrase = ''] = several.exec(words) ?? [];
  if ((phrase === '' && !isUsual) || values.length < 2 || values.some((value: string) => value.includes(',')))
    return undefined;
  const list = (values as string[]).map((value) => value.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`));
  const item = `(?:${list.join('|')})`;
  const pattern = `^${item}(?:,${item})*$`;
  // A long pattern is not shown.
  const isSaid =
    pattern.length <= longestShown || (values as string[]).every((value) => words.includes(value));
  const told = `One or several of ${listNames(values as string[])}, by commas.`;
  return {
    schema: {
      ...rest,
      ...(usual === undefined ? {} : { default: usual }),
      ...(list.length > mostJoined ? {} : { pattern }),
    },
    what:
      phrase === ''
        ? `The default ${JSON.stringify(usual)} is several values of the enum`
        : `The description says "${phrase}", but the enum lists single values`,
    done: 'one value is accepted, or several by commas',
    changes: isSaid ? {} : { description: description === '' ? told : `${told} ${description}` },
  };
}

/**
 * An object or a list for a text that is "JSON encoded" is sent as JSON, though models are shown a text: beside a media type
 * of texts, a text is sent as it is, and all else as JSON.
 */
function takeJson(schema: Keywords, words: string, parameter: ApiParameter): ApiParameter | undefined {
  if (!encoded.test(words) || !isFree(schema) || parameter.in !== 'query' || parameter.style !== 'form')
    return undefined;
  const { description, ...text } = schema;
  return {
    ...parameter,
    mediaType: 'text/plain',
    schema: {
      ...(description === undefined ? {} : { description }),
      anyOf: [text, { type: ['object', 'array'], untold: true }],
    },
  };
}

function isFree(schema: Keywords): boolean {
  return ['enum', 'const', 'pattern', 'format'].every((keyword) => schema[keyword] === undefined);
}

/** A list of scalars for a text that is "comma-separated" is joined by commas, though models are shown a text. */
function takeList(schema: Keywords, words: string, parameter: ApiParameter): ApiParameter {
  const isForm = parameter.in === 'query' && parameter.style === 'form' && !parameter.allowReserved;
  if (!several.test(words) || !isFree(schema) || !isForm) return parameter;
  const { description, default: usual, ...checks } = schema;
  const items = { type: ['string', 'number', 'boolean'] };
  return {
    ...parameter,
    explode: false,
    schema: {
      ...(description === undefined ? {} : { description }),
      anyOf: [
        { ...checks, ...(usual === undefined ? {} : { default: usual }) },
        { type: 'array', items, minItems: 1, untold: true },
      ],
    },
  };
}

/** Whether a text fits a pattern; one that cannot be compared may fit. */
function fits(text: string, pattern: string): boolean {
  try {
    return compilePattern(pattern).test(text);
  } catch {
    return true;
  }
}
