import { isObject } from '../json.js';
import { memoize } from '../memo.js';
import type { Schema } from '../tool.js';
import { type Components, type Step, asDeclared, mapParts, reach } from '../validate/createExpander.js';
import { joinPointer } from '../validate/problem.js';
import { cutWords } from './cutWords.js';
import { leftOut } from './writeSignature.js';

/** Where a schema is first seen: how many properties further in, and their names. */
interface Place {
  depth: number;
  path: readonly string[];
}

type Keywords = Record<string, unknown>;

/** Properties further in than this are not looked for: the first cut that is tried. */
const deepest = 8;
/** Characters of each description, as long as nothing else is left out; then the fewest of these. */
const fewerWords = [Number.POSITIVE_INFINITY, 600, 250, 120];
/** How many parts are tried. */
const mostTried = 40;
/** Characters of words beside what is left out. */
const shortWords = 120;
/** Values that are shown where even the outermost properties take too much. */
const mostValues = 12;

/** How a schema is bounded. */
interface Bounds {
  components: Components;
  /** Characters of the text. */
  most: number;
  /** Where the schema is in the arguments. */
  path?: readonly string[];
  /** Writes a schema whose references lead into its `$defs`. */
  write: (shown: unknown) => string;
}

/**
 * Writes a schema in at most so many characters, as far as that can be: words are cut to sentences, then properties that
 * are too deep in are left out, then words. What is left out says by which path it can be asked for.
 */
export function boundSchema(schema: Schema, { components, most, path = [], write }: Bounds): Written {
  const places = findPlaces(schema, components, path);
  const holdsMore = memoize((part: object) => holdsProperties(part, components));
  const form = { components, places, path, holdsMore, write, opened: new Set<string>() };
  const cuts = Array.from({ length: deepest }, (_, index) => deepest - index);
  const forms = [
    ...fewerWords.map((words) => ({ cut: Number.POSITIVE_INFINITY, words })),
    ...cuts.map((cut) => ({ cut, words: shortWords })),
  ];
  for (const each of forms) {
    const bound = writeBounded(schema, { ...form, ...each });
    if (bound.text.length <= most) return openParts(schema, { ...form, ...each }, bound, most);
  }
  const isLong = memoize((part: object) => holdsProperties(part, components, mostValues));
  const tight = { ...form, holdsMore: isLong, cut: 1 };
  const short = writeBounded(schema, { ...tight, words: shortWords / 2 });
  return short.text.length <= most ? short : writeBounded(schema, { ...tight, words: 0 });
}

/** Shows what was left out, part by part, as long as there is room. */
function openParts(schema: Schema, form: Form, first: Written, most: number): Written {
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
  return best;
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
  words: number;
  write: Bounds['write'];
}

/** A schema as it is written, and the paths of what is left out, each with what opens it. */
interface Written {
  text: string;
  left: Map<string, string>;
}

function writeBounded(
  schema: Schema,
  { components, places, path, holdsMore, cut, opened, words, write }: Form,
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
    const about = cutWords(String(description), Math.min(words, shortWords));
    return {
      ...(type !== undefined && { type }),
      ...(about !== '' && { description: about }),
      $comment: `${leftOut}part "${here}"`,
    };
  }

  /** Where mcpwright has made a pattern, it has put what it asks for into `$comment`. */
  function showWords({ pattern, description, ...shown }: Keywords): Keywords {
    const about = typeof description === 'string' ? cutWords(description, words) : undefined;
    return {
      ...shown,
      ...(pattern !== undefined && shown['$comment'] === undefined && { pattern }),
      ...(about !== undefined && about !== '' && { description: about }),
    };
  }

  const shown = show(schema, root);
  const isAlone = !isObject(shown) || Object.keys(defs).length === 0;
  const own = isObject(shown) && isObject(shown['$defs']) ? shown['$defs'] : {};
  return { text: write(isAlone ? shown : { ...shown, $defs: { ...own, ...defs } }), left };
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
  if (folded && inferred === 'open') {
    const { enum: examples, ...others } = only;
    return { ...told, ...others, examples };
  }
  return {
    ...told,
    ...(folded ? withoutMarks(only) : branches !== undefined && { anyOf: branches }),
    ...(members.length > 0 && { patternProperties: Object.fromEntries(members) }),
  };
}

/** What mcpwright comments a member with that only a discriminator names. */
const untoldMember = 'looked at by a discriminator, declared by no schema';

function refersTo({ $ref }: Keywords, components: Components): string | undefined {
  return typeof $ref === 'string' && Object.hasOwn(components, $ref) ? $ref : undefined;
}

/** Whether a part has properties, or more values than so many. */
function holdsProperties(part: object, components: Components, most = Number.POSITIVE_INFINITY): boolean {
  const reached = new Set<unknown>();
  reach(part, components, reached);
  return [...reached].some(
    (one) =>
      isObject(one) &&
      (isObject(one['properties']) || (Array.isArray(one['enum']) && one['enum'].length > most)),
  );
}
