import { isObject } from '../json.js';
import { memoize } from '../memo.js';
import type { ListedTool } from '../offer/createOffer.js';
import { clip, echo, nearest } from '../text.js';
import type { ObjectSchema, Schema } from '../tool.js';
import {
  type Components,
  type ExpandSchema,
  type Expanded,
  type Step,
  asDeclared,
  mapParts,
  reach,
} from '../validate/createExpander.js';
import { joinPointer } from '../validate/problem.js';

/** A tool and what its arguments are checked against. */
export interface Described {
  listed: ListedTool;
  enforced: ObjectSchema;
}

/** What schemas refer to. */
interface Definitions {
  components: Components;
  expand: ExpandSchema;
}

const mostNames = 40;
/** Characters of what was asked for that are told again. */
const longestEcho = 200;

/** Says what a tool does and what its arguments may be, or one part of them, in about so many characters. */
export function describeTool(
  { listed, enforced }: Described,
  { components, expand }: Definitions,
  most: number,
  part = '',
): string {
  const heading = `${listed.name} ${showAccess(listed)}`;
  if (part === '') {
    const { text, left } = boundSchema(enforced, components, most);
    return [`${heading}: ${listed.description}`, `Arguments: ${text}`, ...explainLeft(left)].join('\n');
  }
  const found = findPart(enforced, part, expand);
  const inside = 'names' in found && found.path === '' ? findInside(enforced, part, expand) : [];
  const [only] = inside;
  // A member of one argument alone needs no name before it.
  if (only !== undefined && inside.length === 1)
    return describeTool({ listed, enforced }, { components, expand }, most, `${only}.${part}`);
  if ('names' in found)
    return `${heading} has no part "${echo(part, longestEcho)}". ${suggestPart(part, found.path, found.names)}`;
  const { text, left } = boundSchema(found.schema, components, most, part.split('.'));
  return [`${heading}, part "${part}": ${text}`, ...explainLeft(left)].join('\n');
}

/** The arguments that have a part of that path. */
function findInside({ properties }: ObjectSchema, part: string, expand: ExpandSchema): string[] {
  return Object.entries(properties)
    .filter(([, schema]) => !('names' in findPart(schema, part, expand)))
    .map(([name]) => name);
}

function explainLeft([first]: readonly string[]): string[] {
  if (first === undefined) return [];
  return [
    `Not all of it is shown: ask for what is left out with describe_tools and its part, such as "${first}".`,
  ];
}

function suggestPart(part: string, path: string, names: readonly string[]): string {
  const reached = echo(path.replace(/\.$/, ''), longestEcho);
  const where = path === '' ? 'Its arguments' : `Of "${reached}" the parts`;
  if (names.length === 0) return `${path === '' ? 'It' : `"${reached}"`} has none.`;
  const meant = nearest(part.slice(path.length).split('.')[0] ?? '', names);
  const guess = meant === undefined ? '' : `Did you mean "${path}${meant}"? `;
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${guess}${where} are: ${names.slice(0, mostNames).join(', ')}${more}.`;
}

/** A part of a schema, or as far as its path leads, and the names that could be next. */
type FoundPart = { schema: Schema } | { path: string; names: readonly string[] };

/**
 * Finds the part that a path such as `spec.template` names. Items of arrays and branches of unions need no step, `*`
 * is any member whose name no schema gives.
 */
function findPart(schema: Schema, path: string, expand: ExpandSchema): FoundPart {
  let parts: unknown[] = [schema];
  const steps = path.replaceAll(/\[\d*\]/g, '');
  let rest = steps;
  while (rest !== '') {
    const members = memberSchemasOf(parts, expand);
    // A name may hold dots itself: the longest is meant.
    const name = [...members.keys()]
      .filter((one) => rest === one || rest.startsWith(`${one}.`))
      .toSorted((a, b) => b.length - a.length)[0];
    if (name === undefined)
      return { path: steps.slice(0, steps.length - rest.length), names: [...members.keys()] };
    parts = members.get(name) ?? [];
    rest = rest.slice(name.length + 1);
  }
  const found = parts.filter((part) => part !== true) as Schema[];
  return { schema: found.length > 1 ? { anyOf: found } : (found[0] ?? true) };
}

/** The schemas of each member of the objects that a value may be or hold. */
function memberSchemasOf(parts: readonly unknown[], expand: ExpandSchema): Map<string, unknown[]> {
  const members = new Map<string, unknown[]>();
  const seen = new Set<unknown>();
  const add = (name: string, part: unknown) => {
    const known = members.get(name) ?? [];
    if (isObject(part) && !known.includes(part)) members.set(name, [...known, part]);
    else if (!members.has(name)) members.set(name, [part]);
  };

  function visit({ all, unions }: Expanded): void {
    for (const schema of all) {
      if (seen.has(schema)) continue;
      seen.add(schema);
      const { properties, additionalProperties, patternProperties, items, prefixItems } = schema;
      for (const [name, part] of Object.entries(isObject(properties) ? properties : {})) add(name, part);
      const others = [
        additionalProperties,
        ...Object.values(isObject(patternProperties) ? patternProperties : {}),
      ];
      for (const part of others) if (isObject(part)) add('*', part);
      const inner = [items, ...(Array.isArray(prefixItems) ? (prefixItems as unknown[]) : [])];
      for (const part of inner) if (isObject(part)) visit(expand(part));
    }
    for (const branch of unions.flat()) visit(branch);
  }

  for (const part of parts) visit(expand(part));
  return members;
}

/** Whether a tool changes anything, as models see it behind its name. */
function showAccess({ annotations }: Pick<ListedTool, 'annotations'>): string {
  return annotations.readOnlyHint === true ? '[read]' : '[write]';
}

/** A schema as it can be shown. */
interface BoundSchema {
  /** It, and in `$defs` what it refers to, as JSON. */
  text: string;
  /** The paths of what is left out. */
  left: readonly string[];
}

/** Where a schema is first seen: how many properties further in, and their names. */
interface Place {
  depth: number;
  path: readonly string[];
}

type Keywords = Record<string, unknown>;

/** Properties further in than this are not looked for: the first cut that is tried. */
const deepest = 8;
/** How many parts are tried. */
const mostTried = 40;
/** Characters of words, where even the outermost properties take too many. */
const shortWords = 80;

/**
 * Writes a schema in at most so many characters, as far as that can be: properties that are too deep in are left out,
 * then words. What is left out says by which path, after `path`, it can be asked for.
 */
function boundSchema(
  schema: Schema,
  components: Components,
  most: number,
  path: readonly string[] = [],
): BoundSchema {
  const places = findPlaces(schema, components, path);
  const holdsMore = memoize((part: object) => holdsProperties(part, components));
  const form = { components, places, path, holdsMore, opened: new Set<string>() };
  const cuts = [Number.POSITIVE_INFINITY, ...Array.from({ length: deepest }, (_, index) => deepest - index)];
  for (const cut of cuts) {
    const bound = writeBounded(schema, { ...form, cut });
    if (bound.text.length <= most) return open(schema, { ...form, cut }, bound, most);
  }
  const short = writeBounded(schema, { ...form, cut: 1, words: shortWords });
  const { text, left } =
    short.text.length <= most ? short : writeBounded(schema, { ...form, cut: 1, words: 0 });
  return { text, left: [...left.keys()] };
}

/** Shows what was left out, part by part, as long as there is room. */
function open(schema: Schema, form: Form, first: Written, most: number): BoundSchema {
  const keys = [...first.left.values()];
  const opened = new Set<string>();
  let best = first;
  for (let tried = 0; tried < Math.min(keys.length, mostTried); tried += 1) {
    const more = new Set([...opened, keys[tried] ?? '']);
    const next = writeBounded(schema, { ...form, opened: more });
    if (next.text.length > most) continue;
    best = next;
    opened.add(keys[tried] ?? '');
    keys.push(...[...next.left.values()].filter((key) => !keys.includes(key)));
  }
  return { text: best.text, left: [...best.left.keys()] };
}

/** The place of each component that a schema reaches, where it is nearest. */
function findPlaces(schema: Schema, components: Components, path: readonly string[]): Map<string, Place> {
  const places = new Map<string, Place>();
  let level: [part: unknown, place: Place][] = [[schema, { depth: 0, path }]];
  while (level.length > 0) {
    const further: typeof level = [];
    const visit = (part: unknown, place: Place): void => {
      if (!isObject(part)) return;
      const name = refersTo(part, components);
      if (name !== undefined && !places.has(name)) {
        places.set(name, place);
        visit(components[name], place);
      }
      mapParts(part, (inner, step) => {
        const next = enter(place, step);
        if (next === place) visit(inner, place);
        else further.push([inner, next]);
      });
    };
    for (const [part, place] of level) visit(part, place);
    level = further;
  }
  return places;
}

/** Steps into a part of a schema: a property is further in, everything else says more of the same value. */
function enter(place: Place, { keyword, name = '*' }: Step): Place {
  const isFurther = ['properties', 'patternProperties', 'additionalProperties'].includes(keyword);
  if (!isFurther) return place;
  return { depth: place.depth + 1, path: [...place.path, keyword === 'properties' ? name : '*'] };
}

interface Form {
  components: Components;
  places: ReadonlyMap<string, Place>;
  path: readonly string[];
  holdsMore: (part: object) => boolean;
  /** Properties further in than this are left out, */
  cut: number;
  /** but for the components and paths that are opened. */
  opened: ReadonlySet<string>;
  /** Characters of a description. */
  words?: number;
}

/** A schema as it is written, and the paths of what is left out, each with what opens it. */
interface Written {
  text: string;
  left: Map<string, string>;
}

function writeBounded(
  schema: Schema,
  { components, places, path, holdsMore, cut, opened, words }: Form,
): Written {
  const left = new Map<string, string>();
  const defs: Keywords = {};
  const root: Place = { depth: 0, path };

  function show(part: unknown, place: Place): unknown {
    if (!isObject(part)) return part;
    const name = refersTo(part, components);
    const isFar = name === undefined || (places.get(name) ?? root).depth >= cut;
    const isClosed = isFar && !opened.has(name ?? place.path.join('.'));
    return place.depth >= cut && isClosed && holdsMore(part) ? stub(part, place) : fill(part, place);
  }

  function fill(part: unknown, place: Place): unknown {
    if (!isObject(part)) return part;
    // A union of one may become a reference.
    const told = withoutMarks(part);
    const name = refersTo(told, components);
    if (name !== undefined && !Object.hasOwn(defs, name)) {
      defs[name] = {};
      defs[name] = fill(components[name], places.get(name) ?? root);
    }
    const shown = mapParts(told, (inner, step) => show(inner, enter(place, step)));
    return {
      ...showWords(shown),
      ...(name !== undefined && { $ref: `#/$defs/${encodeURIComponent(joinPointer([name]).slice(1))}` }),
    };
  }

  function stub(part: Keywords, place: Place): Keywords {
    const name = refersTo(part, components);
    const target = name === undefined ? undefined : components[name];
    const { type, description = '' } = { ...(isObject(target) && target), ...part };
    const here = place.path.join('.');
    left.set(here, name ?? here);
    const about = clipOrDrop(String(description), words ?? shortWords);
    return {
      ...(type !== undefined && { type }),
      ...(about !== '' && { description: about }),
      $comment: `left out: part "${here}"`,
    };
  }

  /** Where mcpwright has made a pattern, it has put what it asks for into `$comment`. */
  function showWords({ pattern, description, ...shown }: Keywords): Keywords {
    const about =
      typeof description === 'string' && words !== undefined ? clipOrDrop(description, words) : description;
    return {
      ...shown,
      ...(pattern !== undefined && shown['$comment'] === undefined && { pattern }),
      ...(about !== undefined && about !== '' && { description: about }),
    };
  }

  const shown = show(schema, root);
  const isAlone = !isObject(shown) || Object.keys(defs).length === 0;
  const own = isObject(shown) && isObject(shown['$defs']) ? shown['$defs'] : {};
  const text = JSON.stringify(isAlone ? shown : { ...shown, $defs: { ...own, ...defs } });
  return { text, left };
}

/** A schema without what is for checking alone: whether its list of values is but a suggestion, and values that are taken but not told. */
function withoutMarks(part: Keywords): Keywords {
  const { inferred, anyOf, patternProperties, ...told } = asDeclared(part);
  const branches = Array.isArray(anyOf)
    ? anyOf.filter((one) => !isObject(one) || one['untold'] !== true)
    : anyOf;
  const members = isObject(patternProperties)
    ? Object.entries(patternProperties).filter(
        ([, one]) => !isObject(one) || one['$comment'] !== untoldMember,
      )
    : [];
  const [only] = Array.isArray(branches) ? branches : [];
  const isWhole = Array.isArray(branches) && branches.length === 1 && isObject(only);
  const folded = isWhole && Object.keys(only).every((keyword) => !Object.hasOwn(told, keyword));
  // Where others are taken as well, the values are no list to keep to.
  if (folded && inferred === 'open') return { ...told, examples: only['enum'] };
  return {
    ...told,
    ...(folded ? withoutMarks(only) : branches !== undefined && { anyOf: branches }),
    ...(members.length > 0 && { patternProperties: Object.fromEntries(members) }),
  };
}

/** What mcpwright comments a member with that only a discriminator names. */
const untoldMember = 'looked at by a discriminator, declared by no schema';

function clipOrDrop(text: string, most: number): string {
  return most === 0 ? '' : clip(text, most);
}

function refersTo({ $ref }: Keywords, components: Components): string | undefined {
  return typeof $ref === 'string' && Object.hasOwn(components, $ref) ? $ref : undefined;
}

function holdsProperties(part: object, components: Components): boolean {
  const reached = new Set<unknown>();
  reach(part, components, reached);
  return [...reached].some((one) => isObject(one) && isObject(one['properties']));
}
