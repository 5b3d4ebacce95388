import { verbs } from '../../model/names.js';
import type { Schema, Server, ToolEntry } from '../../model/server.js';
import { splitSentences } from '../../text/sentences.js';
import { faint, splitWords, termsOf } from '../../text/words.js';
import { cleanText } from '../../text/clean.js';
import { isPlaceholder, repeats, stem } from '../words.js';

/** What a tool is judged by, and the points of each: 100 together. */
export const parts = {
  /** What it does, to what, and something beyond that. */
  purpose: 30,
  /** Each argument is described. */
  parameters: 30,
  /** The description says more than the name. */
  wording: 10,
  /** No other tool is described in the same words. */
  distinction: 10,
  /** It is as long as what it says. */
  brevity: 10,
  /** What comes back, what values look like, what can go wrong. */
  completeness: 10,
} as const;

export type Part = keyof typeof parts;

/** Points that a tool loses, and what would give them back: several tools may lack the same. */
export interface Loss {
  part: Part;
  points: number;
  /** What is lacking: `description`, or `parameter` with its name in `of`. */
  lacks: Lack;
  /** The argument that it is about. */
  of?: string;
}

export type Lack =
  | 'description'
  | 'verb'
  | 'repetition'
  | 'detail'
  | 'parameter'
  | 'cut'
  | 'twins'
  | 'length'
  | 'opening'
  | 'results'
  | 'values'
  | 'limits';

/** What a tool loses by its own words: as it is listed, which is what models see of it. */
export function judgeTool(entry: ToolEntry, server: Pick<Server, 'components'>): Loss[] {
  const given = listArguments(entry);
  const told = [entry.tool.description, ...given.map(({ description }) => description)].join('\n');
  return [
    ...judgeWords(entry.tool.name, entry.tool.description),
    ...judgeArguments(given, entry, server),
    ...judgeResults(entry),
    ...judgeValues(given),
    ...(limits.test(told) ? [] : [loss('completeness', 2, 'limits')]),
  ];
}

function loss(part: Part, points: number, lacks: Lack, of?: string): Loss {
  return { part, points, lacks, ...(of !== undefined && { of }) };
}

/** Whether a description says anything: one that was never filled in does not, nor does a method with its path. */
export function isSaid(description: string): boolean {
  const text = description.trim();
  return text !== '' && !isPlaceholder(text) && !/^[A-Z-]{3,12} \/\S*$/.test(text);
}

/** Words that are in every description of an API and tell no tool from another. */
const general = new Set(
  termsOf(
    'api endpoint operation method request call get retrieve return fetch list show find create add update modify ' +
      'change delete remove read specified given existing new single particular object resource item data information',
  ),
);

/** Words beyond the name that make a description more than a label. */
const enough = 4;

function judgeWords(name: string, description: string): Loss[] {
  if (!isSaid(description))
    return (['purpose', 'wording', 'brevity'] as const).map((part) => loss(part, parts[part], 'description'));
  const losses: Loss[] = [];
  if (!saysWhat(description)) losses.push(loss('purpose', 18, 'verb'));
  const known = new Set(termsOf(name));
  const news = new Set(
    termsOf(description).filter((term) => !known.has(term) && !general.has(term) && !faint.has(term)),
  );
  if (news.size === 0)
    losses.push(loss('purpose', 12, 'repetition'), loss('wording', parts.wording, 'repetition'));
  else if (news.size < enough) losses.push(loss('purpose', 12 * (1 - news.size / enough), 'detail'));
  return [...losses, ...judgeLength(description)];
}

/** Verbs of descriptions that names of operations seldom begin with. */
const further = new Set(
  (
    'allow commit discover do force give initialize inspect kill log look migrate permit ping place prune pull push ' +
    'scale scan scroll see tell track transmit wait work'
  ).split(' '),
);

/** Words of a sentence that are looked at. */
const mostWords = 40;

const startsWithAct =
  /^[a-z]{2,20} (?:an?|the|all|any|every|each|one|your|this|these|several|multiple) [\w"'`]/i;

/** Whether the first two sentences name something that is done, and what it is done to. Other scripts are not judged. */
function saysWhat(description: string): boolean {
  const opening = splitSentences(description).slice(0, 2).join(' ');
  const words = splitWords(opening).slice(0, mostWords);
  if (words.length < 2 && /[^\x20-\x7e]/.test(opening)) return true;
  const acts = words.filter(isVerb);
  // What stands before `a` or `the` is done to what follows: `Defragment the index`.
  if (startsWithAct.test(opening)) acts.push(words[0] ?? '');
  const things = words.filter((word) => !isVerb(word) && !general.has(word) && termsOf(word).length > 0);
  return acts.length > 0 && (things.length > 0 || acts.length > 1);
}

function isVerb(word: string): boolean {
  const forms = [word, stem(word), word.replace(/s$/, ''), word.replace(/e?d$/, ''), word.replace(/d$/, '')];
  return [...forms, word.replace(/ing$/, ''), word.replace(/ing$/, 'e')].some(
    (form) => verbs.has(form) || further.has(form),
  );
}

/** Characters that a description may have, and those at which it has lost all points of its length. */
const length = { fine: 500, worst: 1_000 };
/** What opens a description and says nothing. */
const openings =
  /^(?:this (?:api|endpoint|method|operation|call|resource|route|tool|function)\b|(?:the )?(?:api|endpoint|method|operation) (?:to|that|which|for)\b|use this (?:api|endpoint|method|operation|call|tool)\b|(?:you can|allows? (?:you|users?|the user) to)\b)/i;

function judgeLength(description: string): Loss[] {
  const over = Math.min(1, (description.length - length.fine) / (length.worst - length.fine));
  return [
    ...(over > 0 ? [loss('brevity', 7 * over, 'length')] : []),
    ...(openings.test(description) ? [loss('brevity', 3, 'opening')] : []),
  ];
}

/** An argument as models see it. */
interface Argument {
  name: string;
  schema: Record<string, unknown>;
  /** Its words, without what is written for documents that say nothing. */
  description: string;
  isRequired: boolean;
}

/** What the generator says of arguments by itself. */
const generated =
  /(?:^|(?<=[.…] ))(?:Fields: [^.…]*[.…]|null clears it\.|Of the same form as the object that it is part of\.|(?:Example|Default): .*$)/g;

/** The arguments of a tool; a body that is the only one of them that is an object counts by its members. */
function listArguments({ tool: { inputSchema, request } }: ToolEntry): Argument[] {
  const body = request.body?.argument;
  return toArguments(inputSchema).flatMap((one) => {
    const inner = one.name === body ? toArguments(one.schema) : [];
    return inner.length > 0 ? inner : one;
  });
}

function toArguments(schema: Record<string, unknown>): Argument[] {
  const { properties, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const needed = new Set(required);
  return Object.entries(properties ?? {}).map(([name, value]) => {
    const own = typeof value === 'object' ? value : {};
    const description = String(own['description'] ?? '')
      .replaceAll(generated, '')
      .trim();
    return { name, schema: own, description, isRequired: needed.has(name) };
  });
}

/** Each argument is described; those that have to be given count twice. */
function judgeArguments(
  given: readonly Argument[],
  entry: ToolEntry,
  server: Pick<Server, 'components'>,
): Loss[] {
  const total = given.reduce((sum, one) => sum + weightOf(one), 0);
  return given.flatMap((one) => {
    if (isDescribed(one.name, one.description)) return [];
    const share = (parts.parameters * weightOf(one)) / total;
    const points = explainsItself(one) ? share / 2 : share;
    return loss('parameters', points, wasDescribed(one.name, entry, server) ? 'cut' : 'parameter', one.name);
  });
}

function weightOf({ isRequired }: Argument): number {
  return isRequired ? 2 : 1;
}

function isDescribed(name: string, description: string): boolean {
  return description !== '' && !repeats(description, name, { cleanText, splitWords });
}

/** Values that say what they are, or a form that everybody knows. */
function explainsItself({ schema }: Argument): boolean {
  const { description } = schema;
  return (
    ['enum', 'const', 'default', 'examples'].some((keyword) => schema[keyword] !== undefined) ||
    /^(?:date|time|date-time|email|uri|url|uuid|ipv4|ipv6|hostname)$/.test(String(schema['format'])) ||
    (typeof description === 'string' && /\b(?:Fields|Example): /.test(description))
  );
}

/** Whether the document describes an argument, and the budget of the tool had no room for it. */
function wasDescribed(
  name: string,
  { enforced, tool, cost }: ToolEntry,
  { components }: Pick<Server, 'components'>,
): boolean {
  if (cost.rung === 0) return false;
  const body = enforced.properties[tool.request.body?.argument ?? ''];
  const schemas = [enforced.properties[name], membersOf(body, components)[name]];
  return schemas.some((schema) => {
    const own = follow(schema, components)['description'];
    const direct = typeof schema === 'object' ? schema['description'] : undefined;
    return [own, direct].some((text) => typeof text === 'string' && isDescribed(name, text));
  });
}

function membersOf(schema: Schema | undefined, components: Server['components']): Record<string, Schema> {
  const { properties } = follow(schema, components);
  return typeof properties === 'object' ? (properties as Record<string, Schema>) : {};
}

/** The schema that a reference leads to. */
function follow(schema: Schema | undefined, components: Server['components']): Record<string, unknown> {
  let found = schema;
  for (let hop = 0; hop < 5 && typeof found === 'object' && typeof found['$ref'] === 'string'; hop += 1)
    found = components[found['$ref']];
  return typeof found === 'object' ? found : {};
}

/** Words that say what comes back. */
const results = /\b(?:returns?|returned|responds?|response|results?|yields?|answers?|outputs?|contains?)\b/i;

function judgeResults({ tool }: ToolEntry): Loss[] {
  const isTold = tool.outputSchema !== undefined || results.test(tool.description);
  return isTold || tool.request.method === 'DELETE' ? [] : [loss('completeness', 4, 'results')];
}

/** Names of texts that may be any. */
const anyText =
  /(?:id|ids|name|names|key|slug|title|description|text|query|search|message|comment|content|body|label|email|url|token|password|cursor)$/i;
const forms =
  'enum const pattern format examples default minimum maximum properties items anyOf oneOf additionalProperties'.split(
    ' ',
  );

/** Texts of which neither the schema nor the words say what they look like. */
function judgeValues(given: readonly Argument[]): Loss[] {
  const bare = given.filter(
    ({ name, schema, description }) =>
      schema['type'] === 'string' &&
      !anyText.test(name) &&
      forms.every((keyword) => schema[keyword] === undefined) &&
      !/["'`0-9]|e\.g|example|such as|comma|one of|format/i.test(
        `${description} ${String(schema['description'] ?? '')}`,
      ),
  );
  const share = bare.length / Math.max(given.length, 1);
  return bare.length === 0 ? [] : [loss('completeness', 4 * share, 'values')];
}

/** Words that say what is asked for before a call, or what makes it fail. */
const limits =
  /\b(?:must|only|cannot|can't|can not|unless|requires?|required|needs?|fails?|failed|errors?|not found|limit(?:ed|s)?|maximum|minimum|at most|at least|up to|if|when|before|after|deprecated|permissions?|irreversibl[ey]|permanently|[45]\d\d)\b/i;
