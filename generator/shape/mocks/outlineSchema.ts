import type { Schema } from '../../model/api.js';
import { flatten } from '../../schema/flatten.js';
import { type Keywords, without } from '../../schema/subschemas.js';
import { allowsNull, guessType, typesOf, isOfType } from '../../schema/types.js';
import { tooLarge } from '../advertised/draft.js';
import { listExamples } from '../argument.js';
import type { Sampler } from './loadSampler.js';

/** How much of a schema an outline shows. */
export interface OutlineExtent {
  /** Objects within objects that have members which may be left out; below 0, lists have no more items than they must. */
  levels: number;
  /** Whether the examples that schemas declare are kept. */
  examples: boolean;
  /** Characters of the example, as far as they are sure: names, and one for each value. */
  size: number;
  /** Finds a text that a pattern matches. */
  spell: Sampler['spell'];
}

/** Where a schema is outlined. */
interface Place {
  levels: number;
  /** The components that are outlined around it. */
  open: ReadonlySet<string>;
  /** How often it is sampled. */
  times: number;
}

/** What went into a value already, of which a branch of a union is written now. */
interface Whole {
  /** Its components. */
  names: ReadonlySet<string>;
  /** What has chosen a branch for it. */
  unions: ReadonlySet<unknown>;
}

const unknownValue: Whole = { names: new Set(), unions: new Set() };

interface Discriminator {
  propertyName: string;
  /** Tag to component. */
  mapping: Record<string, string>;
}

/** Lists and objects inside one another: far beyond what a model reads, far below the end of the stack. */
const deepest = 200;

/** Characters around a name: `"":,`. */
const namedBy = 4;

/** What a single value is told by. */
const ofValues =
  'format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength xml'.split(' ');

/** What stands beside a union and asks nothing of its values. */
const beside = new Set(['description', 'title', 'discriminator', 'deprecated', 'readOnly', 'xml', 'type']);

/** What says something of the values of a union as a whole. */
const ofWhole = new Set(['examples', 'default']);

/** Values of formats that the sampler does not know. */
const formats: Record<string, string> = {
  byte: 'c2FtcGxl',
  base64url: 'c2FtcGxl',
  duration: 'P1D',
  'date-time-rfc1123': 'Sat, 24 Aug 2019 14:15:22 GMT',
};

/** Characters of a text that has to be long; a longer one is shorter than it has to be. */
const longest = 500;

/** Formats whose values are as long as they are: the sampler complains to the console of any other length. */
const fixedLength = /^(?:date|time)/;

/**
 * Writes a schema as one that refers to nothing and of which a single example can be made: unions have one branch,
 * what is recursive ends as soon as it may, and what an answer does not hold (`writeOnly`) is left out. Undefined
 * where no value that ends fits.
 */
export function outlineSchema(
  root: Schema,
  components: Record<string, Schema>,
  extent: OutlineExtent,
): Keywords | undefined {
  const start = { levels: extent.levels, open: new Set<string>(), times: 1 };
  return new OutlineWriter(components, extent).write(root, start);
}

/** Writes the parts of one outline, and counts what they take. */
class OutlineWriter {
  private size = 0;
  private depth = 0;
  private readonly lookUp = (name: string): Schema =>
    Object.hasOwn(this.components, name) ? (this.components[name] ?? true) : true;

  constructor(
    private readonly components: Record<string, Schema>,
    private readonly extent: OutlineExtent,
  ) {}

  write(part: Schema, place: Place, value: Whole = unknownValue): Keywords | undefined {
    if (this.depth >= deepest) throw tooLarge;
    this.depth += 1;
    try {
      return this.writeValue(part, place, value);
    } finally {
      this.depth -= 1;
    }
  }

  private spend(characters: number): void {
    this.size += characters;
    if (this.size > this.extent.size) throw tooLarge;
  }

  private writeValue(part: Schema, place: Place, value: Whole): Keywords | undefined {
    if (part === false) return undefined;
    this.spend(place.times);
    const orNull = () => (allowsNull(part, this.lookUp) ? { const: null } : undefined);
    const flat = flatten(part, this.lookUp, place.open);
    if (flat === undefined) return orNull();
    const { keywords } = flat;
    const { levels, times } = place;
    const names = new Set([...flat.names, ...value.names]);
    const open = names.size === 0 ? place.open : new Set([...place.open, ...names]);
    const within = { levels, open, times };
    const types = typesOf(keywords);
    if (types?.length === 0) return { const: null };
    const shown = this.showValue(part, keywords, types);
    if (shown !== undefined) return { ...shown, ...keep(keywords, ['xml']) };
    const chosen = this.choose(keywords, place, { names, unions: value.unions });
    if (chosen !== undefined) return chosen.branch ?? orNull();
    const type = types?.[0] ?? guessType(keywords);
    switch (type) {
      case 'object':
        return this.writeObject(withTag(keywords, names), within) ?? orNull();
      case 'array':
        return this.writeArray(keywords, within) ?? orNull();
      case undefined:
        return { type: 'string', ...keep(keywords, ['xml']) };
      default:
        return writeScalar(type, keywords, this.extent.spell);
    }
  }

  /** The first branch of a union that a value of it can end in; undefined where there is nothing to choose. */
  private choose(
    keywords: Keywords,
    place: Place,
    { names, unions }: Whole,
  ): { branch: Keywords | undefined } | undefined {
    for (const keyword of ['oneOf', 'anyOf']) {
      const { [keyword]: union, ...rest } = keywords;
      if (!Array.isArray(union) || unions.has(union)) continue;
      return {
        branch: this.writeBranch(rest, union as Schema[], place, {
          names,
          unions: new Set([...unions, union]),
        }),
      };
    }
    const discriminator = keywords['discriminator'] as Discriminator | undefined;
    if (discriminator === undefined || unions.has(discriminator)) return undefined;
    const family = [...new Set(Object.values(discriminator.mapping))].filter((name) => !this.isBase(name));
    if (family.length === 0 || family.some((name) => names.has(name))) return undefined;
    const branches = family.map(($ref) => ({ $ref }));
    return {
      branch: this.writeBranch(keywords, branches, place, {
        names,
        unions: new Set([...unions, discriminator]),
      }),
    };
  }

  private writeBranch(
    rest: Keywords,
    union: readonly Schema[],
    place: Place,
    value: Whole,
  ): Keywords | undefined {
    let isOrNull = false;
    for (const branch of union) {
      const { keywords } = flatten(branch, this.lookUp, place.open) ?? {};
      const isNull = keywords !== undefined && typesOf(keywords)?.length === 0;
      isOrNull ||= isNull;
      if (keywords === undefined || isNull) continue;
      const isAll = Object.keys(rest).every((keyword) => beside.has(keyword));
      const shown = isAll ? this.showValue(branch, {}, typesOf(keywords)) : undefined;
      const written = shown ?? this.write({ ...without(rest, ofWhole), allOf: [branch] }, place, value);
      if (written !== undefined) return written;
    }
    const { type = 'null', const: constant = null, enum: values = [null] } = rest;
    const takesNull = [type].flat().includes('null') && constant === null && [values].flat().includes(null);
    return isOrNull && takesNull ? { const: null } : undefined;
  }

  /** A value that the schema itself names, where it is of the type that it asks for. */
  private showValue(part: Schema, keywords: Keywords, types: string[] | undefined): Keywords | undefined {
    const { const: constant, enum: values, default: usual } = keywords;
    if (constant !== undefined) return { const: constant };
    const isFine = (value: unknown) =>
      value !== null && (types === undefined || types.some((type) => isOfType(value, type)));
    const examples = this.extent.examples
      ? listExamples({ examples: [], schema: part }, { components: this.components })
      : [];
    const example = examples.find(
      (value) => isFine(value) && ((values as unknown[] | undefined)?.includes(value) ?? true),
    );
    if (example !== undefined) return { const: example };
    const listed = (values as unknown[] | undefined)?.find(isFine);
    if (listed !== undefined) return { const: listed };
    return usual !== undefined && isFine(usual) ? { const: usual } : undefined;
  }

  private writeObject(schema: Keywords, { levels, open, times }: Place): Keywords | undefined {
    const { properties = {}, required = [], additionalProperties: more } = schema;
    const needed = new Set(required as string[]);
    const within = { levels: levels - 1, open, times };
    const fields: [string, Keywords][] = [];
    for (const [name, field] of Object.entries(properties as Record<string, Schema>)) {
      const isNeeded = needed.has(name);
      if ((!isNeeded && levels <= 0) || name === '__proto__' || this.isWriteOnly(field)) continue;
      const written = this.write(field, within);
      if (written === undefined && isNeeded) return undefined;
      if (written === undefined) continue;
      this.spend(times * (name.length + namedBy));
      fields.push([name, written]);
    }
    for (const name of needed) {
      if (Object.hasOwn(properties as object, name)) continue;
      const written = saysSomething(more) ? this.write(more, within) : { type: 'string' };
      if (written === undefined) return undefined;
      fields.push([name, written]);
    }
    const asked = typeof schema['minProperties'] === 'number' && schema['minProperties'] > fields.length;
    const values =
      saysSomething(more) && fields.length === 0 && (levels > 0 || asked)
        ? this.write(more, within)
        : undefined;
    return {
      type: 'object',
      properties: Object.fromEntries(fields),
      ...(values === undefined ? {} : { additionalProperties: values }),
      ...keep(schema, ['maxProperties', 'xml']),
    };
  }

  private writeArray(schema: Keywords, place: Place): Keywords | undefined {
    const { items = true, prefixItems, contains, minItems = 0, maxItems } = schema;
    const isNeeded = (minItems as number) > 0;
    const form = { type: 'array', ...keep(schema, ['minItems', 'maxItems', 'xml']) };
    if ((place.levels < 0 && !isNeeded) || maxItems === 0) return form;
    const within = { ...place, times: place.times * Math.max(1, minItems as number) };
    if (Array.isArray(prefixItems)) {
      const written = (prefixItems as Schema[]).map((item) => this.write(item, within));
      return written.includes(undefined) ? undefined : { ...form, prefixItems: written };
    }
    const written = this.write((contains ?? items) as Schema, within);
    if (written === undefined) return isNeeded ? undefined : form;
    return { ...form, items: written };
  }

  /** Whether others include a component by what its discriminator says. */
  private isBase(name: string): boolean {
    const component = this.lookUp(name);
    return typeof component === 'object' && component['discriminator'] !== undefined;
  }

  private isWriteOnly(field: Schema): boolean {
    if (typeof field === 'boolean') return false;
    const { writeOnly, $ref: ref } = field;
    return writeOnly === true || (typeof ref === 'string' && this.isWriteOnly(this.lookUp(ref)));
  }
}

/** The value that the discriminator asks for, in its property. */
function withTag(schema: Keywords, names: ReadonlySet<string>): Keywords {
  const { propertyName = '', mapping = {} } = (schema['discriminator'] ?? {}) as Partial<Discriminator>;
  const tagOf = (name: string) => Object.entries(mapping).find(([, component]) => component === name)?.[0];
  const tag = [...names].map(tagOf).find((one) => one !== undefined);
  if (tag === undefined) return schema;
  const properties = { ...(schema['properties'] as object), [propertyName]: { const: tag } };
  return { ...schema, properties };
}

function writeScalar(type: string, schema: Keywords, spell: Sampler['spell']): Keywords {
  const { format, pattern, multipleOf } = schema;
  const form = { type, ...keep(schema, ofValues) };
  if (Number(schema['minLength']) > longest) return { type };
  if (type !== 'string') {
    return typeof multipleOf === 'number' ? { ...form, ...toMultiple(schema, multipleOf) } : form;
  }
  if (typeof format === 'string' && Object.hasOwn(formats, format)) return { const: formats[format] };
  if (typeof format === 'string' && fixedLength.test(format))
    return { type, ...keep(schema, ['format', 'xml']) };
  const { minLength: least = 0, maxLength: most = Number.POSITIVE_INFINITY } = schema as Record<
    string,
    number
  >;
  const spelled = typeof pattern === 'string' ? spell(pattern, { least, most }) : undefined;
  return spelled === undefined ? form : { const: spelled, ...keep(schema, ['xml']) };
}

/** The least multiple that is allowed. */
function toMultiple(schema: Keywords, factor: number): Keywords {
  const { minimum = 0, exclusiveMinimum } = schema as Record<string, number>;
  const least = Math.max(minimum, exclusiveMinimum === undefined ? minimum : exclusiveMinimum + factor);
  const multiple = Math.ceil(least / factor) * factor;
  // In decimal digits: three times 0.1 is 0.3.
  return { const: Number(multiple.toPrecision(15)) };
}

function keep(schema: Keywords, keywords: readonly string[]): Keywords {
  return Object.fromEntries(
    keywords.filter((keyword) => schema[keyword] !== undefined).map((keyword) => [keyword, schema[keyword]]),
  );
}

function saysSomething(schema: unknown): schema is Schema {
  return typeof schema === 'object' && schema !== null && Object.keys(schema).length > 0;
}
