import type { Schema } from '../../model/api.js';
import type { Body, ObjectSchema } from '../../model/server.js';
import { flatten } from '../../schema/flatten.js';
import type { Keywords } from '../../schema/subschemas.js';
import { typesOf } from '../../schema/types.js';
import type { JsonCounter } from '../../text/countJson.js';
import type { Argument } from '../argument.js';
import type { Standing } from './arguments.js';
import { listTool } from '../listTool.js';
import type { Limits } from '../profiles.js';
import type { AdvertisedArguments } from './arguments.js';
import { listFields } from './objects.js';
import { tellAsText } from './notes.js';

/** What arguments are listed with. */
export interface ListMeans {
  lookUp: (name: string) => Schema;
  profile: Limits;
  counter: JsonCounter;
}

/** Arguments of which most are listed by their names alone. */
export interface ListedByName {
  rung: number;
  input: AdvertisedArguments;
  /** How many arguments have no schema. */
  named: number;
  /** Those that there was no room to name. */
  unnamed: string[];
}

/** An argument of which no more than the names of members is said. */
interface Shrunk {
  schema: Schema;
  named: number;
  unnamed: string[];
}

/** The rung below all others: names alone. */
const lastRung = 10;

/** Tokens of one argument that stays as it is. */
const mostOfOne = 150;
/** Names of a part that is shown by them. */
const mostNames = 5_000;
/** Tokens for the words around the names. */
const wordsAround = 150;
/** Names that share a beginning, from which on it is said once, and the characters that it has at least. */
const leastShared = 3;
const shortestShared = 3;

const more =
  'describe_tools, where it is offered, shows each in full by its name as part; else a call that gets one wrong is answered with what it takes.';

/**
 * Makes what lists the arguments of a tool by their names, grouped by what they begin with, where their schemas take
 * more than `most` tokens with everything left out that can be. Required arguments keep their schemas while there is
 * room. Members of a body are given in one open object, other arguments beside those that have a schema; so it accepts
 * what is enforced. Undefined where a profile lets nothing be given that has no schema.
 */
export function listByName(means: ListMeans, most: number): NameLister {
  const writer = new NameWriter(means);
  return ({ words, input }, list, body) => {
    const room =
      most - writer.sizeOf(listTool({ ...words, inputSchema: { type: 'object', properties: {} } }));
    const each = Math.max(mostOfOne, Math.floor(room / Math.max(1, list.length)));
    const shrunk = new Map(
      list.map((one) => [one, writer.shrink(one, input.schema.properties[one.key] ?? true, each)]),
    );
    const division = writer.divide(list, shrunk, room, body);
    return division && writer.write(list, shrunk, division);
  };
}

/** Lists the arguments of a tool by their names. */
type NameLister = (standing: Standing, list: readonly Argument[], body?: Body) => ListedByName | undefined;

/** Arguments, and what is said of each. */
type AllShrunk = ReadonlyMap<Argument, Shrunk>;

/** Which arguments have schemas, and of which no more than the name is said. */
interface Division {
  kept: readonly Argument[];
  /** Members of the body, which are given in one object. */
  inBody: readonly Argument[];
  /** The argument for that object. */
  bodyKey: string;
  /** Arguments that are given beside those that have a schema. */
  beside: readonly Argument[];
  /** Tokens for the names. */
  room: number;
}

/** Writes arguments and members by their names, as far as there is room. */
class NameWriter {
  constructor(private readonly means: ListMeans) {}

  sizeOf(value: object): number {
    return this.means.counter.count(value);
  }

  /** What stays of the arguments; undefined where something would have to be given that has no schema, and may not. */
  divide(list: readonly Argument[], shrunk: AllShrunk, room: number, body?: Body): Division | undefined {
    const sizeOfAll = (some: readonly Argument[]): number => this.sizeOf(schemasOf(some, shrunk));
    const bodyKey = body?.argument ?? '';
    if (sizeOfAll(list) <= room) return { kept: list, inBody: [], bodyKey, beside: [], room };
    const kept = chooseKept(list, (some) => sizeOfAll(some) <= room / 2);
    const rest = list.filter((one) => !kept.includes(one)).toSorted(byNeed);
    const canHold = body?.fields !== undefined && body.argument !== '';
    const inBody = canHold ? rest.filter(isField) : [];
    const beside = rest.filter((one) => !inBody.includes(one));
    if (this.means.profile.closed && beside.length > 0) return undefined;
    return { kept, inBody, bodyKey, beside, room: room - sizeOfAll(kept) };
  }

  /** The arguments that are kept, with the names of the others. */
  write(
    list: readonly Argument[],
    shrunk: AllShrunk,
    { kept, inBody, bodyKey, beside, room }: Division,
  ): ListedByName {
    const { allRequired, closed } = this.means.profile;
    const share = Math.floor(room / (inBody.length > 0 && beside.length > 0 ? 2 : 1)) - wordsAround;
    const ofBody = this.tell(
      inBody.map(({ key, field }) => field?.name ?? key),
      share,
    );
    const spent = inBody.length === 0 ? 0 : this.sizeOf({ text: ofBody.text }) + wordsAround;
    const ofOthers = this.tell(
      beside.map(({ key }) => key),
      room - spent - wordsAround,
    );
    const stay = list.filter((one) => kept.includes(one));
    const properties = {
      ...schemasOf(stay, shrunk),
      ...(inBody.length === 0 ? {} : { [bodyKey]: this.writeObject(explainBody(ofBody.text)) }),
    };
    const required = allRequired
      ? Object.keys(properties)
      : stay.filter((one) => one.required).map(({ key }) => key);
    const schema: ObjectSchema = {
      type: 'object',
      ...(beside.length === 0 ? {} : { description: explainOthers(ofOthers.text) }),
      properties,
      ...(required.length === 0 ? {} : { required }),
      ...(closed ? { additionalProperties: false } : {}),
    };
    const parts = [...shrunk.values()];
    return {
      rung: lastRung,
      input: { schema, lost: [] },
      named: list.length - kept.length + parts.reduce((sum, one) => sum + one.named, 0),
      unnamed: [
        ...parts.flatMap((one) => one.unnamed),
        ...[...inBody.slice(ofBody.told), ...beside.slice(ofOthers.told)].map(({ key }) => key),
      ],
    };
  }

  /** As many of the names as there is room for, in words. */
  private tell(names: readonly string[], room: number): { text: string; told: number } {
    const write = (told: number): string => {
      const text = groupNames(names.slice(0, told));
      return told === names.length ? text : `${text} and ${names.length - told} more`;
    };
    let [least, beyond] = [0, names.length + 1];
    while (beyond - least > 1) {
      const middle = Math.floor((least + beyond) / 2);
      if (this.sizeOf({ text: write(middle) }) <= room) least = middle;
      else beyond = middle;
    }
    return { text: write(least), told: least };
  }

  /** An argument that is large by itself: its type, its required members as they are, and the names of the others. */
  shrink({ key, schema, required }: Argument, written: Schema, room: number): Shrunk {
    const { keywords = {} } = flatten(schema, this.means.lookUp, new Set()) ?? {};
    if (this.sizeOf({ [key]: written }) <= Math.min(mostOfOne, room))
      return { schema: withValues(written, keywords), named: 0, unnamed: [] };
    const types = typesOf(keywords);
    const isArray = types?.length === 1 && types[0] === 'array';
    const names = listFields(schema, this.means.lookUp, mostNames);
    if (names.length === 0 && types?.length === 1 && types[0] !== 'object' && !isArray)
      return { schema: { type: types[0], ...tellValues(keywords) }, named: 0, unnamed: [] };
    const kept = isArray ? {} : this.keepRequired(keywords, written, room / 2);
    const needed = new Set((keywords['required'] ?? []) as string[]);
    const others = names
      .filter((name) => !Object.hasOwn(kept, name))
      .toSorted((a, b) => Number(needed.has(b)) - Number(needed.has(a)));
    const { text, told } = this.tell(others, room - this.sizeOf(kept) - wordsAround);
    const isLeft = others.some((name) => needed.has(name));
    const words =
      others.length === 0
        ? ''
        : `${introduce(Object.keys(kept).length > 0, isLeft)}: ${text}. ${explainGroups(text)}${more}`;
    const form = isArray
      ? { type: 'array', description: words, items: this.writeObject('') }
      : this.fillObject(words, kept);
    return {
      schema: this.means.profile.allRequired && !required ? { anyOf: [form, { type: 'null' }] } : form,
      named: others.length,
      unnamed: others.slice(told).map((name) => `${key}.${name}`),
    };
  }

  /** The members that an object requires, as far as they are written and there is room for them. */
  private keepRequired(keywords: Keywords, written: Schema, room: number): Record<string, Schema> {
    if (this.means.profile.closed || this.means.profile.maps === 'text' || typeof written === 'boolean')
      return {};
    const properties = (written['properties'] ?? {}) as Record<string, Schema>;
    const kept: Record<string, Schema> = {};
    for (const name of (keywords['required'] ?? []) as string[]) {
      if (!Object.hasOwn(properties, name)) continue;
      const next = { ...kept, [name]: properties[name] ?? true };
      if (this.sizeOf(next) > room) break;
      kept[name] = properties[name] ?? true;
    }
    return kept;
  }

  private fillObject(words: string, properties: Record<string, Schema>): Keywords {
    const names = Object.keys(properties);
    return names.length === 0
      ? this.writeObject(words)
      : { ...this.writeObject(words), properties, required: names };
  }

  private writeObject(words: string): Keywords {
    if (this.means.profile.maps === 'text') return tellAsText(words, '');
    return { type: 'object', ...(words === '' ? {} : { description: words }) };
  }
}

function schemasOf(list: readonly Argument[], shrunk: AllShrunk): Record<string, Schema> {
  return Object.fromEntries(list.map((one) => [one.key, shrunk.get(one)?.schema ?? true]));
}

/** Required arguments one by one, then all optional ones or none; members of a body after the others of each. */
function chooseKept(
  list: readonly Argument[],
  isWithin: (some: readonly Argument[]) => boolean,
): readonly Argument[] {
  const kept: Argument[] = [];
  const needed = list.filter(({ required }) => required);
  for (const one of [...needed.filter((other) => !isField(other)), ...needed.filter(isField)]) {
    if (isWithin([...kept, one])) kept.push(one);
  }
  const optional = list.filter(({ required }) => !required);
  for (const group of [optional.filter((one) => !isField(one)), optional.filter(isField)]) {
    if (group.length > 0 && isWithin([...kept, ...group])) kept.push(...group);
  }
  return kept;
}

/** A schema that has lost its list of values says so, unless it has words that do. */
function withValues(written: Schema, keywords: Keywords): Schema {
  if (typeof written === 'boolean' || written['enum'] !== undefined || written['description'] !== undefined)
    return written;
  return { ...written, ...tellValues(keywords) };
}

/** How many values there are that are not listed, and how to see them. */
function tellValues({ enum: values }: Keywords): { description?: string } {
  if (!Array.isArray(values)) return {};
  return { description: `One of ${values.length} values: a wrong one is answered with those nearest to it.` };
}

function byNeed(a: Argument, b: Argument): number {
  return Number(isNeeded(b)) - Number(isNeeded(a));
}

function isNeeded({ required, field }: Argument): boolean {
  return required || field?.required === true;
}

function isField({ field }: Argument): boolean {
  return field !== undefined;
}

/** What the names of members are, beside those that are shown with their schemas. */
function introduce(areSomeShown: boolean, isLeft: boolean): string {
  if (!areSomeShown) return 'Members, required ones first';
  return isLeft
    ? 'Members besides those shown here, required ones first'
    : 'Members besides the required ones, which are shown here';
}

function explainBody(names: string): string {
  return `Further members of the body, required ones first; give those that you need: ${names}. ${explainGroups(names)}${more}`;
}

function explainOthers(names: string): string {
  return `Further arguments, required ones first; give those that you need beside the others: ${names}. ${explainGroups(names)}${more}`;
}

function explainGroups(names: string): string {
  return names.includes('{') ? '(x_{a,b} stands for x_a and x_b.) ' : '';
}

/** The names, those with the same beginning together where there are several: `billing_{city,street}`. */
export function groupNames(names: readonly string[], between = ', '): string {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const start = startOf(name) ?? `"${name}`;
    const group = groups.get(start);
    if (group === undefined) groups.set(start, [name]);
    else group.push(name);
  }
  return [...groups]
    .map(([start, members]) =>
      start.startsWith('"') || members.length < leastShared
        ? members.map(quoteName).join(between)
        : `${start}{${groupNames(
            members.map((name) => name.slice(start.length)),
            ',',
          )}}`,
    )
    .join(between)
    .replaceAll(/\{([\w.-]+)\{([^{}]*)\}\}/g, '$1{$2}');
}

/** The first word of a name of several, with what divides it from the others. */
function startOf(name: string): string | undefined {
  if (!/^[\w.-]+$/.test(name)) return undefined;
  const [start = ''] = /^(?:[A-Za-z][a-z]*(?=[A-Z])|[A-Za-z]+[_.-]+(?=.))/.exec(name) ?? [];
  return start.length < shortestShared ? undefined : start;
}

/** A name with odd characters in quotes. */
function quoteName(name: string): string {
  return /^[\w.$[\]-]+$/.test(name) ? name : JSON.stringify(name);
}
