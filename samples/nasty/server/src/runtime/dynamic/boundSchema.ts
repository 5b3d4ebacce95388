import { isObject } from '../json.js';
import { memoize } from '../memo.js';
import { clip } from '../text.js';
import type { Schema } from '../tool.js';
import { type Components, reach } from '../validate/expandSchema.js';
import { joinPointer } from '../validate/pointers.js';
import { type Step, mapParts } from '../validate/subschemas.js';

/** A schema as it can be shown. */
export interface BoundSchema {
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
export function boundSchema(
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
    const name = refersTo(part, components);
    if (name !== undefined && !Object.hasOwn(defs, name)) {
      defs[name] = {};
      defs[name] = fill(components[name], places.get(name) ?? root);
    }
    const shown = mapParts(part, (inner, step) => show(inner, enter(place, step)));
    return {
      ...showWords(shown),
      ...(name !== undefined && { $ref: `#${joinPointer(['$defs', name])}` }),
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

  /** Where the generator has made a pattern, it has put what it asks for into `$comment`. */
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
