import type { Operation, Schema } from '../../model/api.js';
import type { ToolEntry } from '../../model/server.js';
import { splitWords } from '../../text/words.js';
import { isLiteral, segmentsOf } from '../names/namePaths.js';
import { type Naming, isIdKey, isRelated, namePlaces, nameThing, readNaming, toNouns } from './nouns.js';
import { type ReadShape, foldName } from './readAnswer.js';

/** A required argument whose value the API gives. */
export interface Asked {
  argument: string;
  /** Its name in the request, as names are compared. */
  folded: string;
  /** Of a path argument, the path before it, each placeholder being `{}`; otherwise that of the operation. */
  above: string;
  isPath: boolean;
  /** The segments of a path before it that say where the thing belongs; undefined where it may belong anywhere. */
  places?: readonly string[];
  naming: Naming;
  /** What the path says before a placeholder, or what the operation is about: the thing where the name says none. */
  about: readonly string[];
  /** Set where the operation adds to a collection what it does not hold yet: the value is not among what that lists. */
  isAdded?: true;
  /** Set where the operation makes what is called so. */
  isMade?: true;
  /** Set where the value may be one that people choose: it counts as asked for only if the API lists it. */
  isFree?: true;
}

/** Why no source of an argument is told: none is needed, or there is none. */
export type Reason =
  /** One of a few values that the request lists, a date, a number of something, a path: the user says it. */
  | 'said-by-user'
  /** The call gives the name to what it creates. */
  | 'named-by-caller'
  /** Only tools that have to be given it answer with it. */
  | 'only-itself'
  /** Nothing in the API answers with it. */
  | 'no-collection';

/** What the required arguments of a tool are, and those whose values the user says. */
export interface Required {
  asked: Asked[];
  /** Those that are needed and not asked for: ids of the very things that the operation is about, by a mere `ids`. */
  bare: Asked[];
  /** By the name of the argument. */
  unasked: Map<string, Reason>;
}

/** The path with each placeholder as `{}`, as paths are compared. */
export function plainPath(segments: readonly string[]): string {
  return segments.map((segment) => `/${isLiteral(segment) ? segment.toLowerCase() : '{}'}`).join('');
}

/** Reads the required arguments of a tool: those of the path first, then those of the query and of the body. */
export function readRequired(
  { tool, enforced }: ToolEntry,
  operation: Operation,
  readShape: ReadShape,
): Required {
  const found: Required = { asked: [], bare: [], unasked: new Map() };
  const needed = new Set((enforced['required'] ?? []) as string[]);
  const segments = segmentsOf(operation.path);
  const { parameters, body } = tool.request;
  const given = parameters.filter(({ constant, argument }) => constant === undefined && argument !== '');
  const place = ({ name }: { name: string }) => segments.findIndex((segment) => holdsPlace(segment, name));
  const ofPath = given.filter((one) => one.in === 'path').toSorted((a, b) => place(a) - place(b));
  for (const parameter of ofPath) {
    const declared = operation.parameters.find((one) => one.in === 'path' && one.name === parameter.name);
    const schema = declared?.schema ?? true;
    const asked = locate(parameter, segments, operation);
    const reason = asked === undefined ? 'said-by-user' : explainUnasked(asked, schema, readShape);
    if (asked === undefined || reason !== undefined)
      found.unasked.set(parameter.argument, reason ?? 'no-collection');
    else found.asked.push(asked);
  }
  const rest = given.filter((one) => one.in === 'query' && needed.has(one.argument));
  for (const parameter of rest) {
    const declared = operation.parameters.find((one) => one.in === 'query' && one.name === parameter.name);
    addFurther(parameter, declared?.schema ?? true);
  }
  const fields = body?.fields ?? {};
  const members = readShape(operation.bodies[0]?.schema ?? true).fields;
  for (const [argument, name] of Object.entries(fields))
    if (needed.has(argument))
      addFurther({ argument, name }, members.get(foldName(name))?.schema ?? true, true);
  return found;

  function addFurther({ argument, name }: Named, schema: Schema, isBody = false): void {
    const asked = placeElsewhere({ argument, name }, segments);
    const isClear = isAskedElsewhere(asked, segments, operation.method === 'POST' && isBody);
    if (!isClear && isIdKey(asked.naming.key)) found.bare.push(asked);
    if (isClear && explainUnasked(asked, schema, readShape) === undefined) found.asked.push(asked);
  }
}

interface Named {
  argument: string;
  name: string;
}

/** Whether a segment holds the placeholder of a parameter, `{+name}` and `{name*}` as well. */
function holdsPlace(segment: string, name: string): boolean {
  return [...segment.matchAll(/\{[+#./;?&]?([^{}*]*)\*?\}/g)].some(([, one]) => one === name);
}

/** Operations that take something into a collection, those that make it, and those that find it there. */
const adding = new Set(
  'add attach assign invite join follow star pin like grant subscribe link share'.split(' '),
);
const making = new Set('create register define new'.split(' '));
const changing = new Set('update set replace modify edit change put patch upsert save'.split(' '));

/** What a placeholder of a path stands for; undefined where the path has none of that name. */
function locate(
  { argument, name }: Named,
  segments: readonly string[],
  operation: Operation,
): Asked | undefined {
  const at = segments.findIndex((segment) => holdsPlace(segment, name));
  if (at === -1) return undefined;
  const before = segments.slice(0, at);
  // What is asked of a list, as by `/pets/search/{name}`, is of the same things.
  const isBeside = isLiteral(before.at(-1) ?? '{');
  const about = isBeside ? nameThing(before) : [];
  const naming = readNaming(name, about);
  const [verb = ''] = splitWords(operation.operationId === '' ? operation.summary : operation.operationId);
  const [said = ''] = splitWords(operation.summary);
  const isLast = at === segments.length - 1;
  const isNew = isLast && /^(?:PUT|POST)$/.test(operation.method);
  const isOther = naming.entity.length > 0 && about.length > 0 && !isRelated(naming.entity, about);
  const isMaking =
    isNew && (making.has(verb) || making.has(said)) && !/\b(?:or|update)/i.test(operation.summary);
  const changes = changing.has(verb) || changing.has(said);
  const takesIn = adding.has(verb) || adding.has(said);
  const adds = isMaking || (operation.method === 'PUT' && !changes);
  const isAdded = isNew && naming.entity.length > 0 && (takesIn || (isOther && adds));
  return {
    argument,
    folded: foldName(name),
    above: plainPath(before),
    isPath: true,
    ...(!isOther && !isAdded && { places: namePlaces(before) }),
    naming,
    about,
    ...(isMaking && !isAdded && { isMade: true as const }),
    ...(isAdded && { isAdded: true as const }),
    ...(isFreeName(name, naming) && { isFree: true as const }),
  };
}

/** What a required argument outside of the path stands for. */
function placeElsewhere({ argument, name }: Named, segments: readonly string[]): Asked {
  const about = nameThing(segments);
  const naming = readNaming(name, about);
  return {
    argument,
    folded: foldName(name),
    above: plainPath(segments),
    isPath: false,
    naming,
    about: naming.entity.length === 0 ? about : [],
    ...(!isIdKey(naming.key) && { isFree: true as const }),
  };
}

/** Whether an argument outside of the path says whose value it is, and is not that of what is created. */
function isAskedElsewhere({ naming }: Asked, segments: readonly string[], creates: boolean): boolean {
  // `GET /images/{file}?ids=`
  if (naming.entity.length === 0 && !segments.every(isLiteral)) return false;
  if (naming.key === '' && texts.has(naming.entity.at(-1) ?? '')) return false;
  const isOwn = naming.entity.length === 0 || isRelated(naming.entity, nameThing(segments));
  return !isOwn || (!creates && isIdKey(naming.key));
}

/** Names of values that are paths, moments, amounts or texts. */
const chosen = new Set(
  toNouns(
    'path filepath filename logpath date datetime time timestamp year month day hour from to since until start end before after ' +
      'limit offset page size count width height amount quantity lat latitude lon lng longitude zoom query q text ' +
      'search term keyword url uri format ext extension action direction order sort mode message',
  ),
);
/** Names of values that users know, unless the API lists them. */
const free = new Set(
  toNouns(
    'version locale lang language country currency region state city address email phone type kind status level ' +
      'category title username nickname subject password value filter',
  ),
);

/** Names of texts that a request brings, though an API may list such things as well. */
const texts = new Set(
  toNouns(
    'body comment content description head label message name note question reason summary text title value version',
  ),
);

function isFreeName(name: string, { key }: Naming): boolean {
  return key === '' && free.has(toNouns(name).at(-1) ?? '');
}

/** Why an argument is not asked for of the API, by what the request says of it; undefined where it is. */
function explainUnasked({ naming, isMade }: Asked, schema: Schema, readShape: ReadShape): Reason | undefined {
  const shape = readShape(schema);
  const inner = shape.items.map(readShape);
  const saysValue = [shape, ...inner].some(({ isSaid, fields }) => isSaid || fields.size > 0);
  const isChosen = naming.key === '' && chosen.has(naming.entity.at(-1) ?? '');
  if (saysValue || isChosen) return 'said-by-user';
  return isMade === true ? 'named-by-caller' : undefined;
}
