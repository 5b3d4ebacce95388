import type { Api, Operation } from '../../model/api.js';
import type { ToolEntry } from '../../model/server.js';
import { splitWords } from '../../text/words.js';
import { isLiteral, segmentsOf } from '../names/namePaths.js';
import { type Asked, type Required, readRequired, plainPath } from './readRequired.js';
import { isListing, isMaking, joinNouns, nameComponent, namePlaces, nameThing } from './nouns.js';
import { type ReadShape, type Thing, findAnswer, readAnswer } from './readAnswer.js';

/** A tool that may give values, and what it answers with. */
export interface Giver {
  name: string;
  /** Its place in the list of tools. */
  place: number;
  operation: Operation;
  segments: readonly string[];
  /** Its path, each placeholder being `{}`. */
  path: string;
  /** What it is about, and the segments that say where that belongs. */
  noun: readonly string[];
  places: readonly string[];
  reads: boolean;
  creates: boolean;
  /** Whether it says so. */
  makes: boolean;
  seeks: boolean;
  isOld: boolean;
  required: Required;
  /** Undefined where the document says nothing of the answer. */
  things: readonly Thing[] | undefined;
}

/** A thing that a tool gives. */
export interface Offered {
  giver: Giver;
  thing: Thing | undefined;
}

/** Where the givers of something are found: each list has no more than so many, those that need the least first. */
export interface Index {
  givers: readonly Giver[];
  byPath: ReadonlyMap<string, readonly Giver[]>;
  /**
   * By what the path says, what a member says, and what a component is called after; and by component. What stands within
   * things is kept apart, see {@link listOffers}.
   */
  byNoun: ReadonlyMap<string, readonly Offered[]>;
  byComponent: ReadonlyMap<string, readonly Offered[]>;
  /** By the name of a member that some argument has. */
  byField: ReadonlyMap<string, readonly Offered[]>;
  /** The components that a placeholder stands for, by the path above it. */
  items: ReadonlyMap<string, ReadonlySet<string>>;
  /** The paths above placeholders, and by what they are about, the shortest of them. */
  collections: ReadonlySet<string>;
  homes: ReadonlyMap<string, Home>;
  /** The paths behind which two placeholders stand, the first of which names no item: `/repos/{owner}/{repo}`. */
  divided: ReadonlySet<string>;
}

/** Where things are kept: a path, and the segments that say where they belong. */
interface Home {
  path: string;
  places: readonly string[];
}

/** Tools that are looked at for one value. */
const most = 60;

/** Characters of a path: of longer ones nothing is found, since each of its beginnings is looked at. */
const longestPath = 2_000;

/** Works out what each tool needs and gives. */
export function indexGivers(
  api: Pick<Api, 'operations'>,
  entries: readonly ToolEntry[],
  readShape: ReadShape,
): Index {
  const operations = new Map(api.operations.map((operation) => [operation.pointer, operation]));
  const drafts = entries.flatMap((entry, place) => {
    const operation = operations.get(entry.pointer);
    if (operation === undefined || operation.path.length > longestPath) return [];
    return [{ entry, operation, place, required: readRequired(entry, operation, readShape) }];
  });
  const { nouns, names } = collectWanted(drafts.map(({ required }) => required));
  const isAsked = (words: readonly string[]) => words.some((_, at) => nouns.has(joinNouns(words.slice(at))));
  const answers = new Map<string, readonly Thing[]>();
  const givers = drafts.map(({ entry, operation, place, required }): Giver => {
    const segments = segmentsOf(operation.path);
    const { reads, creates, makes, seeks } = actOf(entry, operation, segments);
    return {
      name: entry.tool.name,
      place,
      operation,
      segments,
      path: plainPath(segments),
      noun: nameThing(segments),
      places: namePlaces(segments),
      reads,
      creates,
      makes,
      seeks,
      isOld: operation.deprecated,
      required,
      things: thingsOf(operation),
    };
  });
  const giving = givers.filter(({ reads, creates }) => reads || creates);
  return { givers, ...fillIndex(giving, names), items: collectItems(givers), ...collectHomes(givers) };

  function thingsOf(operation: Operation): readonly Thing[] | undefined {
    const answer = findAnswer(operation);
    if (answer === undefined) return undefined;
    const ref = typeof answer === 'object' && Object.keys(answer).length === 1 ? answer['$ref'] : undefined;
    const known = typeof ref === 'string' ? answers.get(ref) : undefined;
    const things = known ?? readAnswer(answer, readShape, isAsked);
    if (typeof ref === 'string') answers.set(ref, things);
    return things;
  }
}

/** What things and members are asked for by any tool: nothing else is written down. */
function collectWanted(all: readonly Required[]): { nouns: Set<string>; names: Set<string> } {
  const nouns = new Set<string>();
  const names = new Set<string>();
  for (const { asked } of all)
    for (const { naming, about, folded } of asked) {
      for (const words of [naming.entity, about])
        for (const at of words.keys()) nouns.add(joinNouns(words.slice(at)));
      names.add(folded);
    }
  return { nouns, names };
}

const finding = new Set('search find lookup query'.split(' '));
const making = new Set(
  'create add new register start open submit upload place import clone copy fork generate issue'.split(' '),
);
const textual = /^(?:q|query|search|text|term|keywords?|name|search_?(?:text|term|query|string))$/i;

function actOf(
  { tool }: ToolEntry,
  { method, operationId, summary }: Operation,
  segments: readonly string[],
): Pick<Giver, 'reads' | 'creates' | 'makes' | 'seeks'> {
  const last = segments.at(-1) ?? '';
  const words = new Set([...splitWords(last), ...splitWords(tool.name)]);
  const [verb = ''] = splitWords(operationId === '' ? summary : operationId);
  const finds = [...finding].some((word) => words.has(word));
  const makes =
    method === 'POST' &&
    ([verb, splitWords(summary)[0] ?? ''].some((word) => making.has(word)) || isMaking(last));
  const asks = method === 'POST' && (isListing(last) || finding.has(verb) || verb === 'list');
  const reads = (tool.annotations.readOnlyHint && method !== 'HEAD') || asks;
  const isSeeking = Object.keys(tool.inputSchema.properties).some((name) => textual.test(name));
  return {
    reads,
    creates: !reads && method === 'POST',
    makes,
    seeks: reads && finds && (isSeeking || asks),
  };
}

/** Writes down who gives what, those first that need little. */
function fillIndex(
  givers: readonly Giver[],
  names: ReadonlySet<string>,
): Pick<Index, 'byPath' | 'byNoun' | 'byComponent' | 'byField'> {
  const sorted = givers.toSorted(
    (a, b) =>
      Number(b.reads) - Number(a.reads) ||
      Number(a.isOld) - Number(b.isOld) ||
      a.required.asked.length - b.required.asked.length ||
      a.place - b.place,
  );
  const byPath = new Map<string, Giver[]>();
  const byNoun = new Map<string, Offered[]>();
  const byComponent = new Map<string, Offered[]>();
  const byField = new Map<string, Offered[]>();
  for (const giver of sorted) {
    add(byPath, giver.path, giver);
    // `/containers/json` lists what `/containers/{id}` takes.
    if (isListing(giver.segments.at(-1) ?? '')) add(byPath, plainPath(giver.segments.slice(0, -1)), giver);
    if (giver.things === undefined)
      add(byNoun, `whole ${joinNouns(giver.noun)}`, { giver, thing: undefined });
    for (const thing of giver.things ?? []) {
      const offered = { giver, thing };
      const words = thing.noun.length === 0 ? giver.noun : thing.noun;
      const called = [...thing.shape.components].slice(0, 3).map(nameComponent);
      // What many things hold must not displace what lists it.
      const depth = thing.isWithin ? 'within' : 'whole';
      for (const noun of new Set([words, ...called].flatMap(listEndings)))
        add(byNoun, `${depth} ${noun}`, offered);
      for (const component of thing.shape.components) add(byComponent, `${depth} ${component}`, offered);
      for (const name of thing.shape.fields.keys()) if (names.has(name)) add(byField, name, offered);
    }
  }
  return { byPath, byNoun, byComponent, byField };
}

/** The paths above placeholders. */
function collectHomes(givers: readonly Giver[]): Pick<Index, 'collections' | 'homes' | 'divided'> {
  const collections = new Set<string>();
  const homes = new Map<string, Home>();
  const divided = new Set<string>();
  for (const { segments } of givers.toSorted((a, b) => a.segments.length - b.segments.length))
    for (const [at, segment] of segments.entries()) {
      if (isLiteral(segment)) continue;
      const before = segments.slice(0, at);
      const path = plainPath(before);
      const noun = joinNouns(nameThing(before));
      if (isLiteral(before.at(-1) ?? '{}') && !homes.has(noun))
        homes.set(noun, { path, places: namePlaces(before) });
      if (!isLiteral(segments[at + 1] ?? '')) divided.add(path);
      collections.add(path);
    }
  return { collections, homes, divided };
}

/** What the operations behind a placeholder answer with: reading ones before others, those right behind it before those further down. */
function collectItems(givers: readonly Giver[]): Map<string, ReadonlySet<string>> {
  const items = new Map<string, ReadonlySet<string>>();
  const rank = ({ reads, path }: Giver) => (path.endsWith('{}') ? 0 : 2) + (reads ? 0 : 1);
  for (const giver of givers.toSorted((a, b) => rank(a) - rank(b))) {
    const end = giver.segments.findLastIndex((segment) => !isLiteral(segment));
    const before = giver.segments.slice(0, Math.max(end, 0));
    const isFar = end < giver.segments.length - 1;
    const whole = giver.things?.find(
      ({ noun, isMany, isWithin }) => noun.length === 0 && !isMany && !isWithin,
    );
    const components = whole?.shape.components ?? new Set();
    const about = joinNouns(nameThing(before));
    // What is done to a thing may answer with that thing, or with anything else.
    const isOfIt = [...components].some((name) => listEndings(nameComponent(name)).includes(about));
    const above = plainPath(before);
    if (end > 0 && components.size > 0 && (!isFar || isOfIt) && !items.has(above))
      items.set(above, components);
  }
  return items;
}

/** Nouns, and what they end in: `published component` is a component. */
function listEndings(words: readonly string[]): string[] {
  return words.map((_, at) => joinNouns(words.slice(at)));
}

/** What is offered under a key: what tools answer with, then what stands within that. */
export function* listOffers(
  map: ReadonlyMap<string, readonly Offered[]>,
  keys: Iterable<string>,
): Generator<Offered> {
  for (const key of keys) for (const depth of ['whole', 'within']) yield* map.get(`${depth} ${key}`) ?? [];
}

function add<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (list.length < most) list.push(value);
}

/** Whether a tool has to be given what is asked for. */
export function needs({ required, path }: Giver, asked: Asked): boolean {
  const isBelow = asked.isPath && `${path}/`.startsWith(`${asked.above}/{}/`);
  return isBelow || [...required.asked, ...required.bare].some((one) => isSameValue(one, asked));
}

/** Whether two arguments are the same value of the same thing. */
function isSameValue(one: Asked, other: Asked): boolean {
  if (one.naming.entity.length > 0 && one.folded === other.folded) return true;
  return thingOf(one) !== '' && thingOf(one) === thingOf(other);
}

function thingOf({ naming, about }: Asked): string {
  return joinNouns(naming.entity.length > 0 ? naming.entity : about);
}
