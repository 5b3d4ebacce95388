import { splitWords, toOne } from '../../text/words.js';
import { isGeneral, isLiteral } from '../names/namePaths.js';

/** What a name says: whose value it is, and which of its values: of `petId` the words `pet`, and `id`. */
export interface Naming {
  entity: readonly string[];
  /** Empty where the name says nothing but the thing: `charge`. */
  key: string;
}

/** What values are called by which things are told apart. */
const keys = new Set(
  'id identifier uuid guid uid sid gid key name slug code number no token handle login hash sha ref'.split(
    ' ',
  ),
);
/** Keys of which one thing has one, and which mean nothing apart from it. */
const idKeys = new Set('id identifier uuid guid uid sid gid'.split(' '));

/** Whether a value by this key is made by the API, and not by people. */
export function isIdKey(key: string): boolean {
  return idKeys.has(key);
}

/** Words that are written in short as often as in full. */
const abbreviations: Readonly<Record<string, string>> = {
  repository: 'repo',
  organization: 'org',
  organisation: 'org',
};

/** The words of a name, each in the singular, as far as that they can be compared: what ends in an s may lose it. */
export function toNouns(text: string): string[] {
  return splitWords(text).map((word) => {
    const one = toOne(word);
    return Object.hasOwn(abbreviations, one)
      ? (abbreviations[one] ?? one)
      : one.replace(/(?<=[^s]{2})s$/, '');
  });
}

/** Nouns as one word, by which they are compared: `menu-items` and `menuItem` are the same. */
export function joinNouns(words: readonly string[]): string {
  return words.join('');
}

/** Whether one name ends in the other, which says less: `soundboard sound` is a sound. */
export function isRelated(one: readonly string[], other: readonly string[]): boolean {
  const [long, short] = [joinNouns(one), joinNouns(other)].toSorted((a, b) => b.length - a.length);
  return short !== '' && (long ?? '').endsWith(short ?? '');
}

/**
 * Divides a name into its thing and its key.
 *
 * @param about - the thing that the name may be of
 */
export function readNaming(name: string, about: readonly string[] = []): Naming {
  const words = toNouns(name.replace(/(?<=\p{L})[_-]?\d+$/u, '').replace(/^user_?name$/i, 'user_name'));
  const [only = ''] = words;
  const noun = joinNouns(about);
  // Written together: `petid`. And `/tokens/{token}`, where the token is the thing.
  if (words.length === 1 && noun !== '' && only.startsWith(noun) && keys.has(only.slice(noun.length)))
    return { entity: about, key: only.slice(noun.length) };
  if (words.length === 1 && !isIdKey(only) && keys.has(only) && about.at(-1) === only)
    return { entity: about, key: '' };
  // `project_id_or_path` is one or the other.
  const end = words.findIndex((word, at) => word === 'or' && at > 0 && keys.has(words[at - 1] ?? ''));
  const told = end === -1 ? words : words.slice(0, end);
  const last = told.at(-1) ?? '';
  if (keys.has(last)) return { entity: told.slice(0, -1), key: last };
  // `idBoard`
  if (told.length > 1 && isIdKey(told[0] ?? '')) return { entity: told.slice(1), key: told[0] ?? '' };
  return { entity: told, key: '' };
}

/** The segments that say where a thing belongs, each in the singular: not versions, nor what all paths have. */
export function namePlaces(segments: readonly string[]): string[] {
  return segments
    .filter(
      (segment) => isLiteral(segment) && !isGeneral(segment) && !own.test(segment) && !isListing(segment),
    )
    .map((segment) => joinNouns(toNouns(segment)));
}

/** Words in names of components that say nothing of the thing. */
const wrapping = new Set(
  'response dto model schema object entity detail summary info view output result full minimal simple partial'.split(
    ' ',
  ),
);

/** The words of the thing that a component is named after: of `io.k8s.api.core.v1.Pod`, `pod`. */
export function nameComponent(component: string): string[] {
  const words = toNouns(component.split(/[./]/).at(-1) ?? component);
  const plain = words.filter((word, at) => !wrapping.has(word) || (words.length === 1 && at === 0));
  return plain.length === 0 ? words : plain;
}

/** Whether two components are of one kind, and in one group where their names have dots: `full-pet` is a `pet`. */
export function isKin(one: string, other: string): boolean {
  return groupOf(one) === groupOf(other) && isRelated(nameComponent(one), nameComponent(other));
}

function groupOf(component: string): string {
  return component.slice(0, Math.max(component.lastIndexOf('.'), 0));
}

/** Names that hold what was asked for, and do not say what it is. */
const generic = new Set(
  (
    'data item result value list entry content record hit node edge response payload row object element body ' +
    'collection page resource embedded'
  ).split(' '),
);

/** What a member is called after: nothing where its name is that of any member. */
export function nameMember(name: string): string[] {
  const words = toNouns(name);
  return words.length <= 1 && generic.has(words[0] ?? '') ? [] : words;
}

/** Segments that say how much is asked for, or how it is found, and not of what. */
const listing = new Set(
  'json list all index search query find lookup scroll filter browse mine recent active'.split(' '),
);
/** Segments that say what is done, as in `POST /containers/create`. */
const making = new Set('create new add register'.split(' '));
const own = /^(?:@?me|self|myself|current|@original)$/i;

/** Whether a segment says that something is made of what the segments before it name. */
export function isMaking(segment: string): boolean {
  return making.has(segment.toLowerCase()) || /^create(?![a-z])/.test(segment);
}

/** Whether a segment asks for all, or some, of what the segments before it name. */
export function isListing(segment: string): boolean {
  const [first = ''] = splitWords(segment);
  return isLiteral(segment) && listing.has(first);
}

/** The thing that a path is about: its last segment that names one. */
export function nameThing(segments: readonly string[]): string[] {
  const said = segments.filter((segment) => isLiteral(segment) && !isGeneral(segment) && !own.test(segment));
  const things = said.filter((segment) => !isListing(segment) && !isMaking(segment));
  const last = things.at(-1);
  // `/findPetsByOwner` is about pets.
  if (last === undefined)
    return toNouns((said.at(-1) ?? '').replace(/(?:By|_by|-by)(?![a-z]).*$/, '')).slice(1);
  // RPC: `conversations.list` is about conversations.
  const parts = last.split('.').filter((part) => part !== '' && !isListing(part));
  return toNouns(parts.at(-1) ?? last);
}
