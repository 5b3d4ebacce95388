import type { Kept } from '../../../templates/project/src/runtime/select/reshape.js';
import type { Schema } from '../../model/api.js';
import { flatten } from '../../schema/flatten.js';
import type { LookUp } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { alternativesOf, typesOf } from '../../schema/types.js';
import { listPaths } from './listPaths.js';
import { ofOthers } from './paths.js';

/** A schema of what is kept of a value, and whether the value can have any of it. */
interface Projection {
  schema: Schema;
  has: boolean;
}

/** Looks into schemas of answers by what is kept of them. */
interface Projector {
  project: (schema: Schema, keep: Kept) => Projection;
  /** The schema of a member; undefined where no value has it. */
  memberOf: (schema: Schema, name: string) => Schema | undefined;
  /** The paths that a schema knows, those first that are short. */
  listPaths: (schema: Schema, levels?: number) => string[];
}

/** How often a schema, and those within it, are looked at: unions may hold themselves. */
const mostLooks = 2_000;

/** Makes what looks into schemas, whose references `lookUp` finds. */
export function createProjector(lookUp: LookUp): Projector {
  let looks = 0;
  const look = (schema: Schema): Keywords => {
    looks += 1;
    // Of one that is looked at too often, nothing is known.
    return looks > mostLooks ? {} : (flatten(schema, lookUp, new Set())?.keywords ?? {});
  };

  function project(schema: Schema, keep: Kept): Projection {
    if (keep === true) return { schema, has: true };
    const keywords = look(schema);
    const branches = branchesOf(keywords);
    if (branches.length > 0) {
      const parts = branches.map((branch) => project(branch, keep));
      const { description } = keywords;
      return {
        schema: {
          ...(description === undefined ? {} : { description }),
          anyOf: parts.map((one) => one.schema),
        },
        has: parts.some(({ has }) => has),
      };
    }
    if (isOpen(keywords)) return { schema, has: true };
    return Array.isArray(keep)
      ? projectItems(keywords, (keep as readonly [Kept])[0])
      : projectMembers(keywords, keep as { readonly [name: string]: Kept });
  }

  function projectItems(keywords: Keywords, keep: Kept): Projection {
    if (!isOf(keywords, 'array')) return { schema: keywords, has: false };
    const { schema, has } = project((keywords['items'] ?? true) as Schema, keep);
    return { schema: { ...describeAlone(keywords), items: schema }, has };
  }

  function projectMembers(keywords: Keywords, keep: { readonly [name: string]: Kept }): Projection {
    if (!isOf(keywords, 'object')) return { schema: keywords, has: false };
    const properties: Record<string, Schema> = {};
    let has = false;
    let others: Schema | undefined;
    for (const [name, inner] of Object.entries(keep)) {
      const member = ownMember(keywords, name);
      if (member === undefined) continue;
      if (name === ofOthers) {
        const part = project(member, inner);
        has ||= part.has;
        others = part.schema;
        continue;
      }
      const part = project(member, inner);
      if (!part.has) continue;
      has = true;
      properties[name] = part.schema;
    }
    return { schema: describeObject(keywords, properties, others), has };
  }

  function memberOf(schema: Schema, name: string): Schema | undefined {
    const keywords = look(schema);
    const branches = branchesOf(keywords);
    if (branches.length === 0) return isOpen(keywords) ? true : ownMember(keywords, name);
    const found = branches
      .map((branch) => memberOf(branch, name))
      .filter((one): one is Schema => one !== undefined);
    return found.length > 1 ? { anyOf: found } : found[0];
  }

  const afresh = <T>(work: () => T): T => {
    looks = 0;
    return work();
  };
  return {
    project: (schema, keep) => afresh(() => project(schema, keep)),
    memberOf: (schema, name) => afresh(() => memberOf(schema, name)),
    listPaths: (schema, levels) => afresh(() => listPaths(schema, look, levels)),
  };
}

/** A schema with each of its alternatives, where it has several. */
function branchesOf(keywords: Keywords): Schema[] {
  const { anyOf: _, oneOf: __, ...own } = keywords;
  return alternativesOf(keywords).map((branch) => ({ allOf: [own, branch] }));
}

/** Whether nothing is said of what a value is. */
function isOpen(keywords: Keywords): boolean {
  const says = ['properties', 'items', 'prefixItems', 'additionalProperties', 'patternProperties'];
  const types = typesOf(keywords);
  return (
    says.every((key) => keywords[key] === undefined) &&
    (types === undefined || types.includes('object') || types.includes('array'))
  );
}

function isOf(keywords: Keywords, type: string): boolean {
  const types = typesOf(keywords);
  const says = type === 'array' ? 'items' : 'properties';
  return types === undefined
    ? keywords[says] !== undefined || keywords['additionalProperties'] !== undefined
    : types.includes(type);
}

function ownMember({ properties, additionalProperties, patternProperties }: Keywords, name: string) {
  const own = (properties ?? {}) as Record<string, Schema>;
  if (Object.hasOwn(own, name)) return own[name];
  if (typeof additionalProperties === 'object') return additionalProperties as Schema;
  const isOfAny = additionalProperties === true || patternProperties !== undefined;
  return isOfAny && properties === undefined ? true : undefined;
}

/** An object with these members of those that it had, and what is said of the others. */
function describeObject(
  keywords: Keywords,
  properties: Record<string, Schema>,
  others: Schema | undefined,
): Keywords {
  const required = ((keywords['required'] ?? []) as string[]).filter((name) =>
    Object.hasOwn(properties, name),
  );
  return {
    ...describeAlone(keywords),
    ...((others === undefined || Object.keys(properties).length > 0) && { properties }),
    ...(others !== undefined && { additionalProperties: others }),
    ...(required.length > 0 && { required }),
  };
}

/** What is said of a value besides what it holds. */
function describeAlone({ type, title, description }: Keywords): Keywords {
  return {
    ...(type !== undefined && { type }),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
}
