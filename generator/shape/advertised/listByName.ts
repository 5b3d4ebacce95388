import type { Schema } from '../../model/api.js';
import { furtherArguments } from '../../model/requests.js';
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
import { addNull } from './union.js';

/** What arguments are listed with. */
interface ListMeans {
  lookUp: (name: string) => Schema;
  profile: Limits;
  counter: JsonCounter;
}

/** Arguments of which most are listed by their names alone. */
interface ListedByName {
  rung: number;
  input: AdvertisedArguments;
  /** How many arguments have no schema, but are named. */
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
/** How much of the room schemas of required arguments take, the most first: less where names need it. */
const shares = [7 / 8, 3 / 4, 1 / 2, 1 / 4, 1 / 8, 1 / 16];
/** The share that names of what is optional do not lessen. */
const fairShare = 1 / 2;
/** How much of the room a whole body takes beside arguments that do not all have their schemas. */
const shareOfBody = 1 / 3;
/** Tokens for what joins the parts of a schema. */
const joints = 24;
/** Names that share a beginning, from which on it is said once, and the characters that it has at least. */
const leastShared = 3;
const shortestShared = 3;

const more =
  'describe_tools, if offered, shows each in full by its name as part; the error of an invalid call says what an argument takes.';

/**
 * Makes what lists the arguments of a tool by their names, grouped by what they begin with, where their schemas take
 * more than `most` tokens with everything left out that can be. Required arguments keep their schemas while there is
 * room, and as far as no name of another is lost to that; a whole body always keeps one. Members of a body are given
 * in one open object, other arguments beside those that have a schema, or in one object where a profile gives none that
 * has no schema; so it accepts what is enforced. Undefined where an argument already has the name of that object.
 */
export function listByName(means: ListMeans, most: number): NameLister {
  const writer = new NameWriter(means);
  const takesText = means.profile.maps === 'text';
  return ({ words, input }, list, body) => {
    const measure = (inputSchema: ObjectSchema): number => writer.sizeOf(listTool({ ...words, inputSchema }));
    const room = most - measure({ type: 'object', properties: {} }) - joints;
    const all = writer.shrinkAll(list, input, room);
    const whole = writer.writeSchema(divide(list, list, body), all);
    if (measure(whole) <= most) return tellFigures(whole, divide(list, list, body), all);
    const less = writer.shrinkAll(list, input, room, true);
    const keptWithin = writer.keeper(list, less, room);
    let written: ListedByName | undefined;
    for (const share of shares) {
      const division = divide(list, keptWithin(share), body);
      if (takesText && division.beside.length > 0 && list.some(({ key }) => key === furtherArguments))
        return undefined;
      const { isEnough, ...listed } = writer.write(division, less, share, (schema) => measure(schema) - most);
      written = listed;
      if (isEnough) break;
    }
    return written;
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
}

/** Names in words. */
interface Told {
  text: string;
  /** How many of them are named. */
  told: number;
}

function divide(list: readonly Argument[], kept: readonly Argument[], body?: Body): Division {
  const bodyKey = body?.argument ?? '';
  const shown = new Set(kept);
  const rest = list.filter((one) => !shown.has(one)).toSorted(byNeed);
  const canHold = body?.fields !== undefined && bodyKey !== '';
  const inBody = canHold ? rest.filter(isField) : [];
  const beside = canHold ? rest.filter((one) => !isField(one)) : rest;
  return { kept: list.filter((one) => shown.has(one)), inBody, bodyKey, beside };
}

/** A schema, with how many arguments have none, and which are not even named. */
function tellFigures(
  schema: ObjectSchema,
  { kept }: Division,
  shrunk: AllShrunk,
  named = 0,
  unnamed: readonly string[] = [],
): ListedByName {
  const parts = kept.flatMap((one) => shrunk.get(one) ?? []);
  return {
    rung: lastRung,
    input: { schema, lost: [] },
    named: named + parts.reduce((sum, one) => sum + one.named, 0),
    unnamed: [...parts.flatMap((one) => one.unnamed), ...unnamed],
  };
}

/** Writes arguments and members by their names, as far as there is room. */
class NameWriter {
  constructor(private readonly means: ListMeans) {}

  sizeOf(value: object): number {
    return this.means.counter.count(value);
  }

  /** All arguments, of which those that are large share the room that others leave; `isTight` where not all fit. */
  shrinkAll(
    list: readonly Argument[],
    { schema: { properties } }: AdvertisedArguments,
    room: number,
    isTight = false,
  ): AllShrunk {
    const schemaOf = ({ key }: Argument): Schema => properties[key] ?? true;
    const large = new Set(list.filter((one) => this.sizeOf({ [one.key]: schemaOf(one) }) > mostOfOne));
    const others = new Map(
      list.map((one) => [one, { schema: large.has(one) ? {} : schemaOf(one), named: 0, unnamed: [] }]),
    );
    const left = isTight ? room : room - this.sizeOf(this.writeSchema(divide(list, list), others));
    const each = Math.max(mostOfOne, Math.floor(left / Math.max(1, isTight ? list.length : large.size)));
    const roomOf = ({ whole }: Argument): number => (isTight && whole ? room * shareOfBody : each);
    return new Map(list.map((one) => [one, this.shrink(one, schemaOf(one), roomOf(one))]));
  }

  /** Makes what chooses the arguments that keep their schemas: a whole body, and what else fits in so much of the room. */
  keeper(list: readonly Argument[], shrunk: AllShrunk, room: number): (share: number) => readonly Argument[] {
    const whole = list.filter((one) => one.whole);
    const others = list.filter((one) => !one.whole);
    const most = room - this.sizeOf(this.writeSchema(divide(whole, whole), shrunk));
    const costs = new Map(others.map((one) => [one, this.costOf(one.key, shrunk.get(one)?.schema)]));
    return (share) => [...whole, ...chooseKept(others, most * share, (one) => costs.get(one) ?? 0)];
  }

  /** Tokens of a property that is required, at most. */
  private costOf(key: string, schema: Schema = true): number {
    return this.sizeOf({ [key]: schema }) + this.sizeOf({ required: key });
  }

  /**
   * The arguments that are kept, with the names of the others; `isEnough` where none lacks a name that should have
   * one. `beyond` says by how many tokens a schema exceeds its room.
   */
  write(
    division: Division,
    shrunk: AllShrunk,
    share: number,
    beyond: (schema: ObjectSchema) => number,
  ): ListedByName & { isEnough: boolean } {
    const { inBody, beside } = division;
    const sizeWith = (ofBody: string, ofOthers: string): number =>
      beyond(this.writeSchema(division, shrunk, ofBody, ofOthers));
    const least = sizeWith('', '');
    const half = beside.length === 0 ? 0 : least / 2;
    const ofBody = tellNames(
      inBody.map(({ key, field }) => field?.name ?? key),
      (text) => sizeWith(text, '') <= half,
    );
    const ofOthers = tellNames(
      beside.map(({ key }) => key),
      (text) => sizeWith(ofBody.text, text) <= 0,
    );
    const unnamed = [...inBody.slice(ofBody.told), ...beside.slice(ofOthers.told)];
    const schema = this.writeSchema(division, shrunk, ofBody.text, ofOthers.text);
    const keys = unnamed.map(({ key }) => key);
    return {
      ...tellFigures(schema, division, shrunk, ofBody.told + ofOthers.told, keys),
      isEnough:
        division.kept.every((one) => one.whole) || !unnamed.some((one) => share > fairShare || isNeeded(one)),
    };
  }

  /** The arguments as one object. */
  writeSchema(
    { kept, inBody, bodyKey, beside }: Division,
    shrunk: AllShrunk,
    ofBody = '',
    ofOthers = '',
  ): ObjectSchema {
    const { allRequired, closed, maps } = this.means.profile;
    const isText = maps === 'text' && beside.length > 0;
    const further = explainOthers(ofOthers, isText);
    const properties = {
      ...schemasOf(kept, shrunk),
      ...(inBody.length === 0 ? {} : { [bodyKey]: this.writeHolder(explainBody(ofBody), inBody) }),
      ...(isText ? { [furtherArguments]: this.writeHolder(further, beside) } : {}),
    };
    const required = allRequired
      ? Object.keys(properties)
      : [
          ...kept.filter((one) => one.required).map(({ key }) => key),
          ...(isText && beside.some(isNeeded) ? [furtherArguments] : []),
        ];
    return {
      type: 'object',
      ...(beside.length === 0 || isText ? {} : { description: further }),
      properties,
      ...(required.length === 0 ? {} : { required }),
      ...(closed ? { additionalProperties: false } : {}),
    };
  }

  /** An argument that is large by itself: its type, its required members as they are, and the names of the others. */
  shrink({ key, schema, required }: Argument, written: Schema, room: number): Shrunk {
    const { keywords = {} } = flatten(schema, this.means.lookUp, new Set()) ?? {};
    if (this.sizeOf({ [key]: written }) <= Math.min(mostOfOne, room))
      return { schema: withValues(written, keywords), named: 0, unnamed: [] };
    const types = typesOf(keywords);
    const isArray = types?.length === 1 && types[0] === 'array';
    const names = listFields(schema, this.means.lookUp, mostNames);
    const isOptional = this.means.profile.allRequired && !required;
    if (names.length === 0 && types?.length === 1 && types[0] !== 'object' && !isArray) {
      const plain = { type: types[0], ...tellValues(keywords) };
      return { schema: isOptional ? addNull(plain) : plain, named: 0, unnamed: [] };
    }
    const needed = new Set((keywords['required'] ?? []) as string[]);
    const fill = (kept: Record<string, Schema>, others: readonly string[], text: string): Keywords => {
      const isLeft = others.some((name) => needed.has(name));
      const introduction = introduce(Object.keys(kept).length > 0, isLeft);
      const words = others.length === 0 ? '' : `${introduction}: ${text}. ${explainGroups(text)}${more}`;
      const form = isArray
        ? { type: 'array', description: words, items: this.writeObject('') }
        : this.fillObject(words, kept);
      return isOptional ? { anyOf: [form, { type: 'null' }] } : form;
    };
    const listWithin = (share: number): Shrunk & { isEnough: boolean } => {
      const kept = isArray ? {} : this.keepRequired(keywords, written, room * share);
      const others = names
        .filter((name) => !Object.hasOwn(kept, name))
        .toSorted((a, b) => Number(needed.has(b)) - Number(needed.has(a)));
      const { text, told } = tellNames(
        others,
        (some) => this.sizeOf({ [key]: fill(kept, others, some) }) <= room,
      );
      const unnamed = others.slice(told);
      return {
        schema: fill(kept, others, text),
        named: told,
        unnamed: unnamed.map((name) => `${key}.${name}`),
        isEnough:
          Object.keys(kept).length === 0 || !unnamed.some((name) => share > fairShare || needed.has(name)),
      };
    };
    let form = listWithin(shares[0] ?? 0);
    for (const share of shares.slice(1)) {
      if (form.isEnough) break;
      form = listWithin(share);
    }
    const { isEnough: _, ...shrunk } = form;
    return shrunk;
  }

  /** The members that an object requires, as far as they are written and there is room for them. */
  private keepRequired(keywords: Keywords, written: Schema, room: number): Record<string, Schema> {
    if (this.means.profile.closed || this.means.profile.maps === 'text' || typeof written === 'boolean')
      return {};
    const properties = (written['properties'] ?? {}) as Record<string, Schema>;
    const kept: Record<string, Schema> = {};
    let left = room;
    for (const name of (keywords['required'] ?? []) as string[]) {
      if (!Object.hasOwn(properties, name)) continue;
      left -= this.costOf(name, properties[name]);
      if (left < 0) break;
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

  /** One object for several arguments; where all that is listed is given, null says that none of them is. */
  private writeHolder(words: string, held: readonly Argument[]): Keywords {
    const written = this.writeObject(words);
    return this.means.profile.allRequired && !held.some(isNeeded) ? addNull(written) : written;
  }

  private writeObject(words: string): Keywords {
    if (this.means.profile.maps === 'text') return tellAsText(words, '');
    return { type: 'object', ...(words === '' ? {} : { description: words }) };
  }
}

/** As many of the names as there is room for, in words. */
function tellNames(names: readonly string[], isWithin: (text: string) => boolean): Told {
  const write = (told: number): string => {
    const left = names.length - told;
    if (told === 0 && left > 0) return `${left} that there is no room to name`;
    const text = groupNames(names.slice(0, told));
    return left === 0 ? text : `${text} and ${left} more`;
  };
  let [least, beyond] = [0, names.length + 1];
  while (beyond - least > 1) {
    const middle = Math.floor((least + beyond) / 2);
    if (isWithin(write(middle))) least = middle;
    else beyond = middle;
  }
  return { text: write(least), told: least };
}

function schemasOf(list: readonly Argument[], shrunk: AllShrunk): Record<string, Schema> {
  return Object.fromEntries(list.map((one) => [one.key, shrunk.get(one)?.schema ?? true]));
}

/** Required arguments one by one, then all optional ones or none; members of a body after the others of each. */
function chooseKept(
  list: readonly Argument[],
  most: number,
  costOf: (one: Argument) => number,
): readonly Argument[] {
  let left = most;
  const kept: Argument[] = [];
  const keep = (group: readonly Argument[]): void => {
    const cost = group.reduce((sum, one) => sum + costOf(one), 0);
    if (cost > left) return;
    left -= cost;
    kept.push(...group);
  };
  const needed = list.filter(({ required }) => required);
  for (const one of [...needed.filter((other) => !isField(other)), ...needed.filter(isField)]) keep([one]);
  const optional = list.filter(({ required }) => !required);
  for (const group of [optional.filter((one) => !isField(one)), optional.filter(isField)]) keep(group);
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
  return {
    description: `One of ${values.length} values: the error for an invalid one names those nearest to it.`,
  };
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

function explainOthers(names: string, isHeld: boolean): string {
  const how = isHeld ? '' : ' beside the others';
  return `Further arguments, required ones first; give those that you need${how}: ${names}. ${explainGroups(names)}${more}`;
}

function explainGroups(names: string): string {
  return names.includes('{') ? '(x_{a,b} stands for x_a and x_b.) ' : '';
}

/** The names, those with the same beginning together where there are several: `billing_{city,street}`. */
function groupNames(names: readonly string[], between = ', '): string {
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
