import type { Schema } from '../../model/api.js';
import { gatherParts } from '../../schema/parts.js';
import { type Keywords, inPlace } from '../../schema/subschemas.js';

/** What schemas say of the members and items of a value that may be objects themselves. */
interface Nested {
  names: readonly string[];
  /** Whether members without a name of their own may be. */
  isMap: boolean;
  isList: boolean;
}

const nothing: Nested = { names: [], isMap: false, isList: false };

/** Tells how a schema of the document, with all that it includes, takes an object. */
export class ObjectJudge {
  constructor(private readonly lookUp: (name: string) => Schema) {}

  /**
   * Whether an object may have no members but those that are listed. A discriminator without anything to choose from
   * means subtypes that the document does not list.
   */
  isClosed(source: Keywords): boolean {
    const { listed, open } = judgeMembers(source, this.lookUp);
    return listed && !open && source['discriminator'] === undefined;
  }

  /**
   * Whether the branches of a union can be closed one by one: nothing beside the union lists members, and no value is
   * meant to fit several branches, or the document closes each of them itself.
   */
  areAlternatives(source: Keywords): boolean {
    const { oneOf, anyOf, ...rest } = source;
    if ((oneOf !== undefined && anyOf !== undefined) || judgeMembers(rest, this.lookUp).listed) return false;
    if (Object.keys(rest).some((keyword) => inPlace.has(keyword) || keyword === '$ref')) return false;
    const objects = ((oneOf ?? anyOf) as Schema[]).filter(
      (branch) => judgeMembers(branch, this.lookUp).listed,
    );
    return oneOf !== undefined || objects.length < 2 || objects.every(this.refusesOthers);
  }

  private readonly refusesOthers = (branch: Schema): boolean =>
    gatherParts(branch, this.lookUp)?.some(
      (part) => part['additionalProperties'] === false && part['patternProperties'] === undefined,
    ) === true;

  /**
   * Whether schemas that apply to one value speak of the same members or items, which each of them would close.
   * `around` is what the schemas around this one say of them.
   */
  hasClash(source: Schema, around = nothing): boolean {
    const parts = gatherParts(source, this.lookUp) ?? [];
    const own = parts.map(this.listNested);
    const all = [around, ...own];
    const names = all.flatMap((nested) => nested.names);
    const isNamedTwice = new Set(names).size < names.length;
    const isMapAndMore =
      all.some(({ isMap }) => isMap) &&
      all.filter(({ isMap, names: some }) => isMap || some.length > 0).length > 1;
    if (isNamedTwice || isMapAndMore || all.filter(({ isList }) => isList).length > 1) return true;
    const joined = {
      names,
      isMap: all.some(({ isMap }) => isMap),
      isList: all.some(({ isList }) => isList),
    };
    return parts.flatMap(conditionalSchemas).some((branch) => this.hasClash(branch, joined));
  }

  /** What a schema by itself says of members and items that may be objects. */
  private readonly listNested = (part: Keywords): Nested => {
    const {
      properties = {},
      patternProperties = {},
      additionalProperties = true,
      items = true,
      prefixItems = [],
    } = part;
    const mapped = [additionalProperties, ...Object.values(patternProperties as object)];
    return {
      names: Object.entries(properties as Record<string, Schema>)
        .filter(([, property]) => this.isNested(property))
        .map(([name]) => name),
      isMap: mapped.some(this.isNested),
      isList: [items, ...(prefixItems as Schema[])].some(this.isNested),
    };
  };

  private readonly isNested = (schema: unknown): boolean =>
    typeof schema === 'object' && !this.isScalar(schema as Schema);

  private isScalar(schema: Schema): boolean {
    const parts = gatherParts(schema, this.lookUp) ?? [];
    const types = parts.flatMap(({ type }) => (type === undefined ? [] : [type].flat()));
    return types.length > 0 && !types.includes('object') && !types.includes('array');
  }

  /**
   * The members that only answers have: a schema or one that it includes marks them `readOnly`, and no other one both
   * declares them and asks for them, in whatever order they stand. What only names them in `required` is about answers
   * (OpenAPI 3.0, Schema Object, readOnly); but what a discriminator looks at is needed in requests.
   */
  receivedBy(source: Schema): Record<string, Schema> {
    const parts = gatherParts(source, this.lookUp) ?? [];
    return Object.fromEntries(parts.flatMap((part) => this.marked(part, parts, false)));
  }

  /** The members that are marked so, but that another schema declares and asks for: they belong to requests all the same. */
  askedFrom(source: Schema): Record<string, Schema> {
    const parts = gatherParts(source, this.lookUp) ?? [];
    const received = this.receivedBy(source);
    const asked = parts.flatMap((part) => this.marked(part, parts, true));
    return Object.fromEntries(
      asked
        .filter(([name]) => !Object.hasOwn(received, name))
        .map(([name]) => [name, joinDeclared(parts, name)]),
    );
  }

  /** The members that a part marks: those that another part makes members of requests, or all others. */
  private marked(part: Keywords, all: readonly Keywords[], asked: boolean): [string, Schema][] {
    const isTag = (name: string) => all.some((one) => tagOf(one) === name);
    const isAsked = (name: string) =>
      (isTag(name) || !asksFor(part, name)) &&
      all.some((one) => one !== part && asksFor(one, name) && (isTag(name) || this.declares(one, name)));
    return Object.entries((part['properties'] ?? {}) as Record<string, Schema>).filter(
      ([name, schema]) => this.isReceived(schema) && isAsked(name) === asked,
    );
  }

  /** Whether a part itself says what a member is, and not that only answers have it. */
  private declares({ properties = {} }: Keywords, name: string): boolean {
    const own = properties as Record<string, Schema>;
    return Object.hasOwn(own, name) && !this.isReceived(own[name] ?? true);
  }

  /** The names of those that the branches of a union declare so. */
  receivedInBranches(source: Schema): string[] {
    const branches = (gatherParts(source, this.lookUp) ?? []).flatMap(conditionalSchemas);
    return branches.flatMap((branch) => Object.keys(this.receivedBy(branch)));
  }

  /** `readOnly` may stand beside a reference, at its end, or in a branch of `allOf`. */
  private isReceived(schema: Schema): boolean {
    return gatherParts(schema, this.lookUp)?.some((part) => part['readOnly'] === true) ?? false;
  }
}

/** The schemas that may apply to the same value, too. */
function conditionalSchemas({
  anyOf = [],
  oneOf = [],
  then = [],
  else: other = [],
  dependentSchemas = {},
}: Keywords): Schema[] {
  return [anyOf, oneOf, then, other, Object.values(dependentSchemas as object)].flat() as Schema[];
}

function asksFor({ required }: Keywords, name: string): boolean {
  return ((required ?? []) as string[]).includes(name);
}

/** The property that a discriminator looks at. */
function tagOf({ discriminator }: Keywords): string | undefined {
  return (discriminator as { propertyName: string } | undefined)?.propertyName;
}

/** What all parts say of a member. */
function joinDeclared(parts: readonly Keywords[], name: string): Schema {
  const declared = parts.flatMap(({ properties = {} }) =>
    Object.hasOwn(properties as object, name) ? [(properties as Record<string, Schema>)[name] ?? true] : [],
  );
  return declared.length === 1 ? (declared[0] ?? true) : { allOf: declared };
}

/** What a schema says of the members that an object has. */
interface Members {
  /** Whether it names any, or says that there are none but those it names. */
  listed: boolean;
  /** Whether it allows others. */
  open: boolean;
}

/** References that are followed; a circle says nothing. */
const mostHops = 50;

/** Keywords whose schemas apply to the same object, if they apply. */
const lists = ['allOf', 'anyOf', 'oneOf'];
const singles = ['then', 'else'];
const unions = new Set(['anyOf', 'oneOf']);

/** Judges what a schema, and all that applies to the same value, says of the members that an object has. */
function judgeMembers(schema: Schema, lookUp: (name: string) => Schema, hops = 0): Members {
  if (typeof schema === 'boolean' || hops > mostHops || !mayBeObject(schema))
    return { listed: false, open: false };
  const own = judgeOwn(schema);
  const below = [
    ...lists.flatMap((keyword) =>
      ((schema[keyword] ?? []) as Schema[]).map((part) => {
        const found = judgeMembers(part, lookUp, hops + 1);
        const free = unions.has(keyword) && !own.listed && !found.listed && isFreeForm(part);
        return { listed: found.listed, open: found.open || free };
      }),
    ),
    ...singles.map((keyword) => judgeMembers((schema[keyword] ?? true) as Schema, lookUp, hops + 1)),
    ...Object.values((schema['dependentSchemas'] ?? {}) as Record<string, Schema>).map((part) =>
      judgeMembers(part, lookUp, hops + 1),
    ),
    ...(typeof schema['$ref'] === 'string' ? [judgeMembers(lookUp(schema['$ref']), lookUp, hops + 1)] : []),
  ];
  return {
    listed: own.listed || below.some(({ listed }) => listed),
    open: own.open || below.some(({ open }) => open),
  };
}

function judgeOwn({
  properties = {},
  additionalProperties,
  unevaluatedProperties,
  minProperties,
}: Keywords): Members {
  // That a member must not be says nothing of others.
  const names = Object.values(properties as object).filter((schema) => schema !== false).length;
  const more = [additionalProperties, unevaluatedProperties].filter((schema) => schema !== undefined);
  return {
    listed: names > 0 || more.includes(false),
    open: more.some((schema) => schema !== false) || (names > 0 && Number(minProperties ?? 0) > names),
  };
}

/** A branch that takes any object, not one that only asks for members which the schema around it lists. */
function isFreeForm(branch: Schema): boolean {
  if (typeof branch === 'boolean') return branch;
  return branch['$ref'] === undefined && (branch['type'] !== undefined || Object.keys(branch).length === 0);
}

function mayBeObject({ type }: Keywords): boolean {
  return type === undefined || [type].flat().includes('object');
}
