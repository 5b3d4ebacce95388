import type { Schema } from '../model/server.js';
import { gatherParts } from './gatherParts.js';
import { inPlace } from './inPlace.js';
import { judgeMembers } from './judgeMembers.js';
import type { Keywords } from './subschemas.js';

/** What {@link judgeObjects} can tell of a schema of the document. */
export interface ObjectJudge {
  /** Whether an object may have no members but those that are listed. */
  isClosed: (source: Keywords) => boolean;
  /** Whether the branches of a union can be closed one by one. */
  areAlternatives: (source: Keywords) => boolean;
  /** Whether schemas that apply to one value list a member of the same name, which each of them would close. */
  hasClash: (source: Schema) => boolean;
  /** The members that only answers have, as far as a schema and those it includes declare them `readOnly`. */
  receivedBy: (source: Schema) => Record<string, Schema>;
}

/** Makes the functions that tell how a schema of the document, with all that it includes, takes an object. */
export function judgeObjects(lookUp: (name: string) => Schema): ObjectJudge {
  /** A discriminator without anything to choose from means subtypes that the document does not list. */
  function isClosed(source: Keywords): boolean {
    const { listed, open } = judgeMembers(source, lookUp);
    return listed && !open && source['discriminator'] === undefined;
  }

  /** Nothing beside the union lists members, and no value is meant to fit several branches. */
  function areAlternatives(source: Keywords): boolean {
    const { oneOf, anyOf, ...rest } = source;
    if ((oneOf !== undefined && anyOf !== undefined) || judgeMembers(rest, lookUp).listed) return false;
    if (Object.keys(rest).some((keyword) => inPlace.has(keyword) || keyword === '$ref')) return false;
    const objects = ((oneOf ?? anyOf) as Schema[]).filter((branch) => judgeMembers(branch, lookUp).listed);
    return oneOf !== undefined || objects.length < 2;
  }

  /** `around`: the names of the schemas around this one. */
  function hasClash(source: Schema, around: ReadonlySet<string>): boolean {
    const parts = gatherParts(source, lookUp) ?? [];
    const names = parts.flatMap(({ properties }) =>
      Object.entries((properties ?? {}) as Record<string, Schema>)
        .filter(([, property]) => !isScalar(property))
        .map(([name]) => name),
    );
    const seen = new Set([...around, ...names]);
    if (seen.size < around.size + names.length) return true;
    return parts.flatMap(branchesOf).some((branch) => hasClash(branch, seen));
  }

  function isScalar(schema: Schema): boolean {
    const parts = gatherParts(schema, lookUp) ?? [];
    const types = parts.flatMap(({ type }) => (type === undefined ? [] : [type].flat()));
    return types.length > 0 && !types.includes('object') && !types.includes('array');
  }

  function receivedBy(source: Schema): Record<string, Schema> {
    const parts = gatherParts(source, lookUp) ?? [];
    const found = parts.flatMap(({ properties }) =>
      Object.entries((properties ?? {}) as Record<string, Schema>).filter(([, schema]) => isReceived(schema)),
    );
    return Object.fromEntries(found);
  }

  /** `readOnly` may stand beside a reference, at its end, or in a branch of `allOf`. */
  function isReceived(schema: Schema): boolean {
    return gatherParts(schema, lookUp)?.some((part) => part['readOnly'] === true) ?? false;
  }

  return { isClosed, areAlternatives, hasClash: (source) => hasClash(source, new Set()), receivedBy };
}

/** The schemas that may apply to the same value, too. */
function branchesOf({
  anyOf = [],
  oneOf = [],
  then = [],
  else: other = [],
  dependentSchemas = {},
}: Keywords): Schema[] {
  return [anyOf, oneOf, then, other, Object.values(dependentSchemas as object)].flat() as Schema[];
}
