import { isObject } from '../json.js';

type Keywords = Record<string, unknown>;

/** Types of up to so many characters stand on one line. */
const longestLine = 80;

/** What is written as a part of a type; every other keyword is written as a tag in the comment of the type. */
const structural = new Set(
  'type $ref items prefixItems allOf anyOf oneOf properties patternProperties additionalProperties required description $defs $comment'.split(
    ' ',
  ),
);

/** So many of one length are worth a name for it. */
const fewest = 3;

/** Names that mean something else in a type. */
const reserved =
  /^(?:string|integer|number|boolean|null|object|array|unknown|never|true|false|type|Array|Record|Text\d+)$/;
/** Keywords whose values are literals of the type, as long as they are no objects. */
const literal = new Set(['const', 'enum']);
/** Keywords that say all by being there. */
const flags = new Set(['deprecated', 'readOnly', 'uniqueItems', 'writeOnly']);
/** Keywords whose values are data. */
const data = new Set(['const', 'default', 'enum', 'examples']);
/** Keywords whose schemas no type says. */
const unsaid = new Set(
  'not if then else contains propertyNames dependentSchemas unevaluatedItems unevaluatedProperties'.split(
    ' ',
  ),
);
/** Keywords whose values are texts. */
const asText = new Set(['format', 'pattern', 'contentEncoding', 'contentMediaType']);

/** What a comment begins with that stands for what is left out; the path of that follows. */
export const leftOut = 'left out: ';

/**
 * Writes a schema as a TypeScript type. Formats, bounds and whatever else types cannot say stand in comments, as tags
 * before the words: `limit?: integer // @minimum 1 @maximum 100 Items of a page`. What is referred to more than once, or
 * refers to itself, is declared below by its name.
 *
 * @param schema - a schema whose references lead into its own `$defs`
 */
export function writeSignature(schema: unknown): string {
  const defs = isObject(schema) && isObject(schema['$defs']) ? schema['$defs'] : {};
  const writer = new Writer(defs, schema);
  const lines = [annotate(writer.write(schema, ''))];
  // What is declared may name others.
  for (const [key, name] of writer.named)
    lines.push(`type ${name} = ${annotate(writer.write(defs[key], ''))}`);
  for (const length of writer.lengths) lines.push(`type Text${length} = string // @maxLength ${length}`);
  return lines.join('\n');
}

/** A type, and the tags and words of its comment. */
interface Written {
  text: string;
  about: string;
}

class Writer {
  /** The definitions that have a name, by their keys. */
  readonly named = new Map<string, string>();
  /** The lengths that have one. */
  readonly lengths = new Set<unknown>();
  readonly #defs: Keywords;
  /** How often each definition is referred to, and how many strings have each length. */
  readonly #counts = new Map<unknown, number>();
  /** The definitions that are written in the place of their only reference. */
  readonly #inlined: ReadonlySet<string>;

  constructor(defs: Keywords, schema: unknown) {
    this.#defs = defs;
    countUses(schema, 1, this.#counts);
    this.#inlined = new Set(Object.keys(defs).filter((key) => this.#counts.get(key) === 1));
  }

  write(schema: unknown, indent: string): Written {
    if (!isObject(schema)) return { text: schema === false ? 'never' : 'unknown', about: '' };
    const { $ref: ref, ...own } = schema;
    const key = typeof ref === 'string' ? readKey(ref) : undefined;
    const target = key === undefined ? undefined : this.#defs[key];
    if (key === undefined || target === undefined) return this.#writeOwn(own, indent, []);
    const isInlined = this.#inlined.has(key);
    if (
      isInlined &&
      isObject(target) &&
      Object.keys(own).every((word) => word === 'description' || !Object.hasOwn(target, word))
    )
      return this.write({ ...target, ...own }, indent);
    return this.#writeOwn(own, indent, [isInlined ? this.#inner(target, indent) : this.nameOf(key)]);
  }

  #writeOwn(schema: Keywords, indent: string, parts: string[]): Written {
    const { maxLength, ...unlimited } = schema;
    if (isMereText(schema) && (this.#counts.get(maxLength) ?? 0) >= fewest) {
      this.lengths.add(maxLength);
      return { text: `Text${String(maxLength)}`, about: this.#describe(unlimited) };
    }
    const { allOf, anyOf, oneOf } = schema;
    const base = this.#base(schema, indent);
    const isSaid = base === 'object' && [parts, allOf, anyOf, oneOf].some((some) => asList(some).length > 0);
    if (base !== undefined && !isSaid) parts.push(base);
    parts.push(
      ...asList(allOf)
        .filter((part) => !isRule(part))
        .map((part) => this.#inner(part, indent)),
    );
    for (const union of [anyOf, oneOf].filter(Array.isArray))
      parts.push(
        [...new Set((union as unknown[]).map((part) => this.#inner(part, indent)))].join(' | ') || 'never',
      );
    const saying = parts.filter((part) => part !== 'unknown');
    const text = saying.length > 1 ? saying.map(enclose).join(' & ') : (saying[0] ?? 'unknown');
    return { text, about: this.#describe(schema) };
  }

  /** What a schema says itself of its values. */
  #base(schema: Keywords, indent: string): string | undefined {
    const { type, enum: values, const: constant, properties, patternProperties, required } = schema;
    const literals = constant === undefined ? values : [constant];
    if (isScalars(literals)) return literals.map((value) => JSON.stringify(value)).join(' | ') || 'never';
    const isTyped = typeof type === 'string' || Array.isArray(type);
    const types = isTyped ? ([type].flat() as string[]) : [];
    const isOpen = [properties, patternProperties, required].some((one) => one !== undefined);
    if (types.length === 0 && (isOpen || isObject(schema['additionalProperties']))) types.push('object');
    if (types.length === 0 && ['items', 'prefixItems'].some((word) => schema[word] !== undefined))
      types.push('array');
    const written = types.map((one) => {
      if (one === 'object') return this.#object(schema, indent);
      return one === 'array' ? this.#array(schema, indent) : one;
    });
    return written.length === 0 ? undefined : written.join(' | ');
  }

  #array({ items, prefixItems }: Keywords, indent: string): string {
    const inner = items === undefined ? 'unknown' : this.#inner(items, indent);
    const array = /^\w+$/.test(inner) ? `${inner}[]` : `Array<${inner}>`;
    if (!Array.isArray(prefixItems)) return array;
    const first = prefixItems.map((item) => this.#inner(item, indent));
    return `[${[...first, ...(items === false ? [] : [`...${array}`])].join(', ')}]`;
  }

  #object(
    { properties, patternProperties, additionalProperties, required }: Keywords,
    indent: string,
  ): string {
    const own = isObject(properties) ? properties : {};
    const needed = new Set(asList(required));
    const deeper = `${indent} `;
    const members = Object.entries(own).map(([name, part]): [string, Written] => [
      `${nameMember(name)}${needed.has(name) ? '' : '?'}: `,
      this.write(part, deeper),
    ]);
    for (const name of needed)
      if (!Object.hasOwn(own, String(name)))
        members.push([`${nameMember(String(name))}: `, { text: 'unknown', about: '' }]);
    for (const [pattern, part] of Object.entries(isObject(patternProperties) ? patternProperties : {}))
      members.push([`[${JSON.stringify(pattern)}]: `, this.write(part, deeper)]);
    const others = additionalProperties === true && members.length > 0 ? {} : additionalProperties;
    if (isObject(others)) {
      if (members.length === 0) return `Record<string, ${this.#inner(others, indent)}>`;
      members.push(['[string]: ', this.write(others, deeper)]);
    }
    if (members.length === 0) return additionalProperties === false ? '{}' : 'object';
    const line = `{ ${members.map(([name, { text }]) => name + text).join(', ')} }`;
    const isShort =
      members.every(([, { about }]) => about === '') && line.length <= longestLine && !line.includes('\n');
    if (isShort) return line;
    return `{\n${members.map(([name, type]) => `${deeper}${name}${annotate(type)}\n`).join('')}${indent}}`;
  }

  /** A type within another, its comment before it. */
  #inner(schema: unknown, indent: string): string {
    const { text, about } = this.write(schema, indent);
    return about === '' ? text : `/* ${about.replaceAll('*/', '*\\/')} */ ${enclose(text)}`;
  }

  /** The tags and words of a schema. */
  #describe({ title, ...schema }: Keywords): string {
    const { description = title, $comment: comment } = schema;
    const tags = Object.entries(schema)
      .filter(
        ([keyword, value]) =>
          !structural.has(keyword) &&
          !(literal.has(keyword) && isScalars([value].flat())) &&
          !isIdle(keyword, schema),
      )
      .map(([keyword, value]) =>
        flags.has(keyword) && value === true ? `@${keyword}` : `@${keyword} ${this.#show(keyword, value)}`,
      );
    const words = typeof description === 'string' ? description.replaceAll(/\s+/g, ' ').trim() : '';
    const said = words.startsWith('@') ? `- ${words}` : words;
    const left =
      typeof comment === 'string' && comment.startsWith(leftOut) ? [`@${comment.slice(leftOut.length)}`] : [];
    return [...tags, ...left, said].filter((one) => one !== '').join(' ');
  }

  /** The value of a tag: a text that is one word as it is, anything else as JSON. */
  #show(keyword: string, value: unknown): string {
    if (asText.has(keyword) && /^[^\s"]\S*$/.test(String(value))) return String(value);
    if (data.has(keyword)) return JSON.stringify(value);
    return JSON.stringify(value).replaceAll(
      /"\$ref":"([^"]+)"/g,
      (_, ref: string) => `"$ref":"${this.nameOf(readKey(ref))}"`,
    );
  }

  nameOf(key: string): string {
    const known = this.named.get(key);
    if (known !== undefined) return known;
    const taken = new Set(this.named.values());
    const [last = key] = /[^./]+$/.exec(key) ?? [];
    const plain = last.replaceAll(/[^\w$]+/g, '_').replace(/^(?=\d)/, '_');
    let name = plain;
    for (let count = 2; taken.has(name) || reserved.test(name); count += 1) name = `${plain}_${count}`;
    this.named.set(key, name);
    return name;
  }
}

/**
 * Counts what refers to each definition, and the strings of each length. What stands in a tag can only be referred to by
 * its name, and counts twice.
 */
function countUses(part: unknown, times: number, counts: Map<unknown, number>): void {
  if (typeof part !== 'object' || part === null) return;
  const count = (used: unknown, more: number) => counts.set(used, (counts.get(used) ?? 0) + more);
  if (isObject(part) && isMereText(part)) count(part['maxLength'], 1);
  for (const [keyword, value] of Object.entries(part)) {
    if (keyword === '$ref' && typeof value === 'string') count(readKey(value), times);
    else if (!data.has(keyword)) countUses(value, unsaid.has(keyword) ? 2 : times, counts);
  }
}

/** Whether nothing but the length of a string is limited. */
function isMereText({ type, maxLength, ...others }: Keywords): boolean {
  return (
    type === 'string' &&
    typeof maxLength === 'number' &&
    Object.keys(others).every((keyword) => structural.has(keyword))
  );
}

function isScalars(values: unknown): values is unknown[] {
  return Array.isArray(values) && values.every((value) => typeof value !== 'object' || value === null);
}

/** Whether a schema only keeps values within the place where they are sent: a call that breaks out is told of it. */
function isRule(part: unknown): boolean {
  return (
    isObject(part) &&
    part['$comment'] !== undefined &&
    part['type'] === undefined &&
    part['$ref'] === undefined
  );
}

/** Whether a keyword asks for nothing beside the others: items of what is no list, the length of values that are given. */
function isIdle(keyword: string, { type, enum: values, const: constant }: Keywords): boolean {
  if (keyword === 'uniqueItems') return type !== undefined && ![type].flat().includes('array');
  return /^m(?:ax|in)Length$/.test(keyword) && (values ?? constant) !== undefined;
}

function annotate({ text, about }: Written): string {
  return about === '' ? text : text.replace(/(?=\n)|$/, () => ` // ${about}`);
}

function enclose(text: string): string {
  return / [|&] /.test(text) ? `(${text})` : text;
}

function nameMember(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function readKey(ref: string): string {
  return decodeURIComponent(ref.slice(ref.lastIndexOf('/') + 1))
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}
