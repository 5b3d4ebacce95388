import type { Impact, ServerChange, ToolSnapshot } from '../model/comparison.js';
import type { ObjectSchema, Schema, Tool } from '../model/server.js';
import { type Keywords, mapValues, subschemaEntries } from '../schema/subschemas.js';
import { compareForms, demanding, renameAsked } from './compareForms.js';
import { describeDifference, spellValue } from './describeDifference.js';
import { findDefaults } from './schemas/findDefaults.js';
import { canonicalText } from './schemas/meanings.js';
import type { SchemaDifference } from './schemas/relateSchemas.js';
import { type Narrowers, relateTold } from './schemas/relateTold.js';

/** Differences of one argument that are told in words. */
const mostTold = 5;

/** What changed of the arguments of a tool: what calls are held to decides, and what models read adds the words. */
export function compareArguments(old: ToolSnapshot, now: ToolSnapshot, narrowers: Narrowers): ServerChange[] {
  const reformed = compareForms(old, now);
  return reformed === undefined
    ? compareAlike(old, now, narrowers)
    : [reformed.change, ...compareAlike(reformed.old, reformed.now, narrowers)];
}

/** The same of two sides that give the body in the same form. */
function compareAlike(old: ToolSnapshot, now: ToolSnapshot, narrowers: Narrowers): ServerChange[] {
  const renamed = findRenamed(old, now);
  const before = renameArguments(old.enforced, renamed);
  const after = now.enforced;
  const differences = relateTold(narrowers, before, after);
  const found = [...renamed].map(([from, to]): ServerChange => ({
    kind: 'argument-renamed',
    impact: 'breaking',
    subject: to,
    summary: `renamed from ${from}`,
    before: from,
    after: to,
  }));
  const names = new Set([...Object.keys(before.properties), ...Object.keys(after.properties)]);
  for (const name of names) {
    const own = differences.filter(({ path }) => path[0] === name);
    const [left, right] = [argumentOf(before, name), argumentOf(after, name)];
    if (left === undefined) found.push(describeAdded(name, right, own));
    else if (right === undefined) found.push(describeRemoved(name, left, own));
    else {
      found.push(...describeOwn(name, own, left, right));
      found.push(...compareDefaults(name, left, right, narrowers));
      const changed = found.some(({ subject }) => subject === name);
      const shown = argumentOf(renameArguments(old.tool.inputSchema, renamed), name);
      found.push(...compareWords(name, shown, argumentOf(now.tool.inputSchema, name), changed));
    }
  }
  const others = differences.filter(({ path: [name] }) => name === undefined || !names.has(name));
  return [...found, ...group(undefined, others, 0, before, after)];
}

function argumentOf({ properties }: ObjectSchema, name: string): Schema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function describeAdded(
  subject: string,
  after: Schema | undefined,
  own: readonly SchemaDifference[],
): ServerChange {
  const isRequired = own.some(
    ({ path, keyword, effect }) => path.length === 1 && keyword === 'required' && effect !== 'widened',
  );
  const impact =
    (isRequired && !own.some(({ isTold }) => isTold) ? 'breaking' : impactOf(own)) ?? 'compatible';
  return {
    kind: 'argument-added',
    impact,
    subject,
    summary: isRequired ? 'added, required' : 'added',
    after,
  };
}

function describeRemoved(subject: string, before: Schema, own: readonly SchemaDifference[]): ServerChange {
  return {
    kind: 'argument-removed',
    impact: impactOf(own) ?? 'compatible',
    subject,
    summary: 'removed',
    before,
  };
}

/** What the narrowings among differences come to; undefined where there is none. */
function impactOf(differences: readonly SchemaDifference[]): Impact | undefined {
  const narrowed = differences.filter(({ effect }) => effect !== 'widened');
  if (narrowed.length === 0) return undefined;
  return narrowed.some(({ certain }) => certain) ? 'breaking' : 'possibly-breaking';
}

function describeOwn(
  subject: string,
  own: readonly SchemaDifference[],
  before: Schema,
  after: Schema,
): ServerChange[] {
  const required = own.filter(isOfNeed).map(({ effect, isTold }): ServerChange =>
    effect === 'widened'
      ? { kind: 'argument-optional', impact: 'compatible', subject, summary: 'not required any more' }
      : {
          kind: 'argument-required',
          impact: isTold ? 'possibly-breaking' : 'breaking',
          subject,
          summary: isTold ? 'required now, though calls without it still go through' : 'required now',
        },
  );
  return [
    ...required,
    ...group(
      subject,
      own.filter((one) => !isOfNeed(one)),
      1,
      before,
      after,
    ),
  ];
}

/** Whether a difference is that an argument itself is required, or not any more. */
function isOfNeed({ path, keyword }: SchemaDifference): boolean {
  return path.length === 1 && keyword === 'required';
}

const kinds = {
  narrowed: 'argument-narrowed',
  widened: 'argument-widened',
  changed: 'argument-changed',
} as const;

/** One change for all differences of a kind. */
function group(
  subject: string | undefined,
  differences: readonly SchemaDifference[],
  skipped: number,
  before: Schema,
  after: Schema,
): ServerChange[] {
  return (['narrowed', 'changed', 'widened'] as const).flatMap((effect): ServerChange[] => {
    const own = differences.filter((one) => one.effect === effect);
    if (own.length === 0) return [];
    const told = own.slice(0, mostTold).map((one) => describeDifference(one, skipped));
    const more = own.length > mostTold ? [`${own.length - mostTold} more`] : [];
    return [
      {
        kind: kinds[effect],
        impact: impactOf(own) ?? 'compatible',
        ...(subject === undefined ? {} : { subject }),
        summary: [...told, ...more].join('; '),
        before,
        after,
      },
    ];
  });
}

/** Calls that leave out what has a default get another result; so do those that leave out a member of what they give. */
function compareDefaults(
  subject: string,
  left: Schema,
  right: Schema,
  { tables }: Narrowers,
): ServerChange[] {
  return findDefaults(left, right, tables).map(({ path, before, after }) => {
    const place = path === '' ? '' : `${path}: `;
    const summary = `${place}default ${spellValue(before)} → ${after === undefined ? 'none' : spellValue(after)}`;
    return { kind: 'argument-default', impact: 'possibly-breaking', subject, summary, before, after };
  });
}

/** What models read of an argument, where that is all that changed, or where its words have. */
function compareWords(
  subject: string,
  before: Schema | undefined,
  after: Schema | undefined,
  changed: boolean,
): ServerChange[] {
  const [left, right] = [before, after].map((schema) => canonicalText(changed ? wordsOf(schema) : schema));
  if (left === right) return [];
  const haveWords = canonicalText(wordsOf(before)) !== canonicalText(wordsOf(after));
  const [was, is] = [before, after].map((schema) => (Object(schema) as Keywords)['default']);
  const isTold = was === undefined && is !== undefined;
  const summary = isTold
    ? `default ${spellValue(is)} is told now`
    : haveWords
      ? 'description changed'
      : 'shown in another way';
  return [{ kind: 'argument-words', impact: 'words', subject, summary, before, after }];
}

function wordsOf(schema: Schema | undefined): unknown {
  if (typeof schema !== 'object') return undefined;
  const { title, description, examples } = schema;
  const inner = subschemaEntries(schema as Keywords)
    .map(([pointer, child]) => [pointer, wordsOf(child)] as const)
    .filter(([, words]) => words !== undefined);
  if (inner.length === 0 && title === undefined && description === undefined && examples === undefined)
    return undefined;
  return { title, description, examples, inner: Object.fromEntries(inner) };
}

/** The arguments that have another name, by their old one: those that are sent as the same, and those that are alike. */
function findRenamed(old: ToolSnapshot, now: ToolSnapshot): Map<string, string> {
  const renamed = new Map<string, string>();
  const [before, after] = [destinations(old), destinations(now)];
  const lost = Object.keys(old.enforced.properties).filter(
    (name) => argumentOf(now.enforced, name) === undefined,
  );
  const added = Object.keys(now.enforced.properties).filter(
    (name) => argumentOf(old.enforced, name) === undefined,
  );
  const keys: readonly ((
    side: ToolSnapshot,
    place: string | undefined,
    name: string,
  ) => string | undefined)[] = [
    (_side, place) => place,
    // Another way there, and the same collection before it.
    (_side, place) => /^path \/.*?([^/{}]+\/[^/]*)$/.exec(place ?? '')?.[1],
    (_side, place, name) => `${place?.split(' ')[0]} ${plainName(name)}`,
    ({ enforced }, place, name) => {
      const schema = argumentOf(enforced, name);
      // Only one that says much can be known again.
      const says = typeof schema === 'object' && typeof schema['description'] === 'string';
      return says ? `${place?.split(' ')[0]} ${canonicalText(schema)}` : undefined;
    },
  ];
  const taken = new Set<string>();
  for (const key of keys)
    for (const from of lost) {
      if (renamed.has(from)) continue;
      const wanted = key(old, before.get(from), from);
      const found = added.filter((to) => !taken.has(to) && key(now, after.get(to), to) === wanted);
      const rivals = lost.filter((name) => key(old, before.get(name), name) === wanted);
      const [to] = found;
      if (wanted === undefined || to === undefined || found.length > 1 || rivals.length > 1) continue;
      renamed.set(from, to);
      taken.add(to);
    }
  return renamed;
}

function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** Where each argument goes in the request: `query limit`; in the path, behind what: `path /pets/{}/toys/`. */
function destinations({ operation, tool }: ToolSnapshot): Map<string, string> {
  const { parameters, body }: Tool['request'] = tool.request;
  const placeOf = (location: string, name: string): string => {
    const [before, ...after] = operation.split(`{${name}}`);
    return location === 'path' && after.length === 1
      ? `path ${before?.replaceAll(/^\S+ |(?<=\{)[^}]*/g, '')}`
      : `${location} ${name}`;
  };
  return new Map([
    ...parameters.map(({ argument, name, in: location }) => [argument, placeOf(location, name)] as const),
    ...Object.entries(body?.fields ?? {}).map(([argument, name]) => [argument, `body ${name}`] as const),
    ...(body === undefined || body.fields !== undefined ? [] : [[body.argument, 'body'] as const]),
  ]);
}

/** The same schema with arguments under their new names. */
function renameArguments(schema: ObjectSchema, renamed: ReadonlyMap<string, string>): ObjectSchema {
  if (renamed.size === 0) return schema;
  const rename = (name: string) => renamed.get(name) ?? name;
  const { properties, required, dependentRequired } = schema;
  const demands = [...demanding].filter((keyword) => schema[keyword] !== undefined);
  return {
    ...schema,
    ...Object.fromEntries(demands.map((keyword) => [keyword, renameAsked(schema[keyword], rename)])),
    properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [rename(name), value])),
    ...(Array.isArray(required) ? { required: (required as string[]).map(rename) } : {}),
    ...(typeof dependentRequired === 'object' && dependentRequired !== null
      ? {
          dependentRequired: Object.fromEntries(
            Object.entries(
              mapValues(dependentRequired as Record<string, string[]>, (names) => names.map(rename)),
            ).map(([name, names]) => [rename(name), names]),
          ),
        }
      : {}),
  };
}
