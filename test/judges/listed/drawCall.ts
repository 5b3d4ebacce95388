import type { Schema } from '../../../generator/model/api.js';
import * as fc from 'fast-check';
import type { ObjectSchema } from '../../../generator/model/server.js';
import { type Accepts, type SampleText, sampleText } from '../../support/sampler/sampleText.js';
import type { Random } from '../validators/sampleLoosely.js';

/** Draws arguments from what a model is shown; undefined where none are found that fit it. */
export type DrawCall = (listed: ObjectSchema, isSparse: boolean, random: Random) => object | undefined;

type Keywords = Exclude<Schema, boolean>;

/** How often arguments are drawn anew that do not fit what is listed, such as a number that is no multiple. */
const tries = 20;
/** Objects and lists within one another that have more than they must. */
const deepest = 5;
/** How often a member that may be left out is given. */
const share = 0.4;

const typical: Readonly<Record<string, readonly unknown[]>> = {
  string: ['example', 'Rex', 'a1b2c3', 'North wing'],
  integer: [1, 2, 7, 10, 42],
  number: [1, 2.5, 10, 42],
  boolean: [true, false],
  null: [null],
};

/** Texts as models write them, where a pattern lets them; not `..`, and no line ends. */
const plain = /^(?!\.)[\w.:/@+=, ~-]+$/;

/** What a model writes where any value is taken. */
const anything = ['example', 1, true, {}];

/**
 * Makes what draws calls as a model does that knows nothing but the keywords of what is listed, its words left aside;
 * `accepts` says whether a value fits a listed schema.
 */
export function drawCall(accepts: Accepts): DrawCall {
  const textOf = sampleText(accepts);
  return (listed, isSparse, random) => {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const drawn = new Drawing(textOf, isSparse, random).draw(listed, 0);
      if (accepts(listed, drawn)) return drawn as object;
    }
    return undefined;
  };
}

/** One value that is drawn; a sparse one has only what it must have. */
class Drawing {
  constructor(
    private readonly textOf: SampleText,
    private readonly isSparse: boolean,
    private readonly random: Random,
  ) {}

  draw(schema: Schema, depth: number): unknown {
    const chosen = this.choose(typeof schema === 'boolean' ? {} : schema);
    const { const: constant, enum: values } = chosen;
    if (constant !== undefined) return constant;
    if (Array.isArray(values)) return this.pick(values);
    const type = this.pick([chosen['type'] ?? typeOf(chosen)].flat() as string[]);
    switch (type) {
      case 'object':
        return this.drawObject(chosen, depth);
      case 'array':
        return this.drawList(chosen, depth);
      case 'string':
        return this.drawText(chosen);
      case 'integer':
      case 'number':
        return this.drawNumber(chosen, type);
      default:
        return this.pick(typical[String(type)] ?? anything);
    }
  }

  private pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.random() * list.length)];
  }

  /** The schema with one branch of each union, and everything of `allOf`, in it. */
  private choose({ anyOf, oneOf, allOf, ...own }: Keywords): Keywords {
    const branches = [anyOf, oneOf].flatMap((list) =>
      Array.isArray(list) ? [this.pick(list as Schema[]) ?? {}] : [],
    );
    const parts = [...branches, ...((allOf ?? []) as Schema[])];
    return parts.reduce<Keywords>(
      (whole, part) => (typeof part === 'boolean' ? whole : unite(whole, this.choose(part))),
      own,
    );
  }

  private drawObject(schema: Keywords, depth: number): object {
    const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
    const required = new Set((schema['required'] ?? []) as string[]);
    const isFew = this.isSparse || depth > deepest;
    const others = Object.keys(properties).filter((name) => !required.has(name));
    for (const name of others) if (!isFew && this.random() < share) required.add(name);
    const { additionalProperties: values, minProperties = 0 } = schema;
    for (const name of others) if (required.size < Number(minProperties)) required.add(name);
    const isMap = typeof values === 'object' && values !== null;
    const most = isFew ? 0 : Math.floor(this.random() * 3);
    const invented = isMap ? Math.max(most, Number(minProperties) - required.size) : 0;
    for (let one = 1; one <= invented; one += 1) required.add(`key${one}`);
    return Object.fromEntries(
      [...required].map((name) => [
        name,
        this.draw(
          Object.hasOwn(properties, name) ? properties[name]! : ((values ?? true) as Schema),
          depth + 1,
        ),
      ]),
    );
  }

  private drawList({ items = true, minItems, maxItems = Infinity }: Keywords, depth: number): unknown[] {
    const usual = this.isSparse || depth > deepest ? 1 : 1 + Math.floor(this.random() * 2);
    const length = Math.min(Math.max(usual, Number(minItems ?? 0)), Number(maxItems));
    return Array.from({ length }, () => this.draw(items as Schema, depth + 1));
  }

  private drawText(schema: Keywords): unknown {
    const { pattern, format, minLength = 0, maxLength = Infinity } = schema;
    const isPlain = pattern === undefined && format === undefined;
    const text = this.pick(typical['string']!) as string;
    if (isPlain) return text.padEnd(Number(minLength), 'x').slice(0, Number(maxLength));
    const seed = Math.floor(this.random() * 1_000_000);
    const found = fc.sample(this.textOf([schema]), { seed, numRuns: 30 });
    // A format that nobody knows says nothing.
    return found.find((one) => plain.test(String(one))) ?? found[0] ?? text;
  }

  private drawNumber(schema: Keywords, type: 'integer' | 'number'): number {
    const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
    const drawn = this.pick(typical[type]!) as number;
    const step = Number(multipleOf ?? (type === 'integer' ? 1 : 0.5));
    const least = Math.max(Number(minimum ?? -Infinity), Number(exclusiveMinimum ?? -Infinity) + step);
    const most = Math.min(Number(maximum ?? Infinity), Number(exclusiveMaximum ?? Infinity) - step);
    const within = Math.max(Math.min(drawn, most), least);
    const stepped = multipleOf === undefined ? within : Math.ceil(within / step) * step;
    return type === 'integer' ? Math.round(stepped) : stepped;
  }
}

/** The type that keywords are about, where none is said. */
function typeOf({ properties, required, items, pattern }: Keywords): string {
  if (properties !== undefined || required !== undefined) return 'object';
  if (items !== undefined) return 'array';
  return pattern === undefined ? 'any' : 'string';
}

function unite(one: Keywords, other: Keywords): Keywords {
  const both = (keyword: string): unknown[] => [
    ...((one[keyword] ?? []) as unknown[]),
    ...((other[keyword] ?? []) as unknown[]),
  ];
  const required = both('required');
  const properties = { ...(one['properties'] as object), ...(other['properties'] as object) };
  return {
    ...one,
    ...other,
    ...(required.length > 0 && { required: [...new Set(required)] }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}
