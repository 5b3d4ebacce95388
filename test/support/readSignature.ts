import { isObject } from '../../templates/project/src/runtime/json.js';

type Keywords = Record<string, unknown>;

/** A signature as a schema: what it declares by name is under `$defs`, what it leaves out has the path to ask for as `part`. */
export function readSignature(text: string): Keywords {
  const reader = new Reader(text);
  const root = reader.readMember();
  const $defs: Keywords = {};
  while (reader.take(/type ([\w$]+) = /y)) $defs[reader.taken] = reader.readMember();
  reader.end();
  return { allOf: [root], $defs };
}

const types = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array']);
const texts = new Set(['format', 'pattern', 'contentEncoding', 'contentMediaType']);
const flags = new Set(['deprecated', 'uniqueItems', 'readOnly', 'writeOnly']);

class Reader {
  readonly #text: string;
  /** Where each line begins, and its comment until that belongs to a member. */
  readonly #comments = new Map<number, string>();
  #at = 0;
  taken = '';

  constructor(text: string) {
    this.#text = text
      .split('\n')
      .map((line, index) => {
        const [, code = '', comment] =
          /^((?:[^"/]|"(?:[^"\\]|\\.)*"|\/\*.*?\*\/)*)(?:\/\/ (.*))?$/s.exec(line) ?? [];
        if (code === '' && line !== '') throw new Error(`no line of a signature: ${line}`);
        if (comment !== undefined) this.#comments.set(index, comment);
        return code.trimEnd();
      })
      .join('\n');
  }

  take(expected: RegExp): boolean {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
    expected.lastIndex = this.#at;
    const found = expected.exec(this.#text);
    if (found === null) return false;
    this.#at = expected.lastIndex;
    this.taken = found[1] ?? found[0];
    return true;
  }

  expect(expected: RegExp): void {
    if (!this.take(expected))
      throw new Error(`${String(expected)} is not at ${this.#text.slice(this.#at, this.#at + 60)}`);
  }

  end(): void {
    this.expect(/$/y);
  }

  /** A type, and the comment of its first line. */
  readMember(): unknown {
    const comment = this.#claimComment();
    return withTags(this.#readUnion(), comment);
  }

  #readUnion(): unknown {
    const anyOf = [this.#readAll()];
    while (this.take(/\|/y)) anyOf.push(this.#readAll());
    return anyOf.length === 1 ? anyOf[0] : { anyOf };
  }

  #readAll(): unknown {
    const allOf = [this.#readUnit()];
    while (this.take(/&/y)) allOf.push(this.#readUnit());
    return allOf.length === 1 ? allOf[0] : { allOf };
  }

  #readUnit(): unknown {
    const comments: string[] = [];
    while (this.take(/\/\* (.*?) \*\//y)) comments.push(this.taken.replaceAll('*\\/', '*/'));
    let unit = this.#readPlain();
    while (this.take(/\[\]/y)) unit = { type: 'array', items: unit };
    return comments.reduceRight((type, comment) => withTags(type, comment), unit);
  }

  #readPlain(): unknown {
    if (this.take(/\(/y)) return this.#readUntil(/\)/y);
    if (this.take(/\{/y)) return this.#readObject();
    if (this.take(/Array</y)) return { type: 'array', items: this.#readUntil(/>/y) };
    if (this.take(/Record<string, /y)) return { type: 'object', additionalProperties: this.#readUntil(/>/y) };
    if (this.take(/\[/y)) return this.#readTuple();
    if (this.take(/("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|(?:true|false)\b)/y))
      return { enum: [JSON.parse(this.taken) as unknown] };
    this.expect(/([A-Za-z_$][\w$]*)/y);
    if (types.has(this.taken)) return { type: this.taken };
    if (this.taken === 'null') return { enum: [null] };
    if (this.taken === 'unknown') return {};
    return this.taken === 'never' ? false : { $ref: this.taken };
  }

  #readUntil(end: RegExp): unknown {
    const type = this.#readUnion();
    this.expect(end);
    return type;
  }

  #readTuple(): Keywords {
    const prefixItems: unknown[] = [];
    let items: unknown = false;
    while (!this.take(/\]/y)) {
      const isRest = this.take(/\.\.\./y);
      const type = this.#readUnion();
      if (isRest) items = (type as Keywords)['items'];
      else prefixItems.push(type);
      this.take(/,/y);
    }
    return { type: 'array', prefixItems, items };
  }

  #readObject(): Keywords {
    const properties: Keywords = {};
    const patternProperties: Keywords = {};
    const required: string[] = [];
    let others: unknown = undefined;
    while (!this.take(/\}/y)) {
      const comment = this.#claimComment();
      if (this.take(/\[string\]: /y)) others = withTags(this.#readUnion(), comment);
      else if (this.take(/\[("(?:[^"\\]|\\.)*")\]: /y)) {
        const pattern = JSON.parse(this.taken) as string;
        patternProperties[pattern] = withTags(this.#readUnion(), comment);
      } else {
        this.expect(/("(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*)/y);
        const name = this.taken.startsWith('"') ? (JSON.parse(this.taken) as string) : this.taken;
        if (!this.take(/\?/y)) required.push(name);
        this.expect(/:/y);
        Object.defineProperty(properties, name, {
          value: withTags(this.#readUnion(), comment),
          enumerable: true,
        });
      }
      this.take(/,/y);
    }
    return {
      type: 'object',
      properties,
      patternProperties,
      required,
      ...(others !== undefined && { additionalProperties: others }),
    };
  }

  /** The comment of a line belongs to the first member that begins there. */
  #claimComment(): string | undefined {
    this.take(/(?=.|$)/y);
    const line = this.#text.slice(0, this.#at).split('\n').length - 1;
    const comment = this.#comments.get(line);
    this.#comments.delete(line);
    return comment;
  }
}

/** A type with what the tags of its comment say; what follows them is words. */
function withTags(type: unknown, comment: string | undefined): unknown {
  if (comment === undefined) return type;
  const said: Keywords = {};
  let rest = comment;
  for (;;) {
    const [tag = '', keyword = ''] = /^@([\w-]+) ?/.exec(rest) ?? [];
    if (tag === '') break;
    rest = rest.slice(tag.length);
    if (flags.has(keyword)) said[keyword] = true;
    else {
      const [value = ''] =
        (texts.has(keyword) && !rest.startsWith('"') ? /^\S+/ : /^"(?:[^"\\]|\\.)*"|^[^\s{["][^\s]*/).exec(
          rest,
        ) ?? [];
      const json = value === '' ? readJson(rest) : value;
      said[keyword] = texts.has(keyword) && !value.startsWith('"') ? value : (JSON.parse(json) as unknown);
      rest = rest.slice(json.length).trimStart();
    }
  }
  if (rest !== '') said['description'] = rest;
  return { allOf: [type], ...said };
}

/** The array or object that a text begins with. */
function readJson(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') depth -= 1;
    if (depth === 0) return text.slice(0, index + token.length);
  }
  throw new Error(`no value: ${text}`);
}

/** What schemas say of one value: those that are taken together or one of which applies. */
export interface Told {
  facts: Set<string>;
  members: Map<string, unknown[]>;
}

const bounds = (
  'minLength maxLength minItems maxItems minProperties maxProperties ' +
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf uniqueItems format'
).split(' ');

/** Gathers types, values, formats, bounds and members; of schemas that are enforced, as they are declared. */
export function tellOf(
  schemas: readonly unknown[],
  components: Keywords,
  open: (part: string) => unknown,
): Told {
  const told: Told = { facts: new Set(), members: new Map() };
  const seen = new Set<unknown>();
  const enter = (name: string, part: unknown) =>
    told.members.set(name, [...(told.members.get(name) ?? []), part]);
  const visit = (given: unknown): void => {
    if (!isObject(given) || seen.has(given)) return;
    seen.add(given);
    // Rules of the place where a value is sent are no part of what is declared.
    if ('$comment' in given && 'pattern' in given && !('type' in given)) return;
    const schema = asTold(given);
    if (typeof schema['part'] === 'string') return visit(open(schema['part']));
    if (typeof schema['$ref'] === 'string') visit(components[schema['$ref']]);
    for (const union of ['allOf', 'anyOf', 'oneOf'])
      for (const branch of valuesIn(schema[union])) visit(branch);
    noteFacts(schema, told.facts);
    noteMembers(schema, enter);
  };
  for (const schema of schemas) visit(schema);
  // Of what type a value is needs not be said.
  for (const fact of told.facts)
    for (const type of fact.startsWith('value ') ? typesOf(JSON.parse(fact.slice(6))) : [])
      told.facts.delete(`type ${type}`);
  return told;
}

function typesOf(value: unknown): string[] {
  if (typeof value === 'number') return ['integer', 'number'];
  return [Array.isArray(value) ? 'array' : typeof value];
}

/** Whether a bound says something of values of that type. */
function applies(bound: string, { type, enum: listed, const: constant }: Keywords): boolean {
  if (bound === 'uniqueItems') return [type ?? 'array'].flat().includes('array');
  return !bound.endsWith('Length') || (listed ?? constant) === undefined;
}

function noteFacts(schema: Keywords, facts: Set<string>): void {
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  for (const value of valuesIn(values)) facts.add(`value ${JSON.stringify(value)}`);
  for (const type of [schema['type'] ?? []].flat() as string[])
    facts.add(type === 'null' ? 'value null' : `type ${type}`);
  for (const bound of bounds)
    if (bound in schema && applies(bound, schema)) facts.add(`${bound} ${JSON.stringify(schema[bound])}`);
  if ('pattern' in schema && !('$comment' in schema)) facts.add(`pattern ${String(schema['pattern'])}`);
  for (const name of valuesIn(schema['required'])) facts.add(`required ${String(name)}`);
}

function noteMembers(schema: Keywords, enter: (name: string, part: unknown) => void): void {
  const { properties, patternProperties, additionalProperties, items, prefixItems, required, type } = schema;
  for (const [name, part] of Object.entries(properties ?? {})) enter(`.${name}`, part);
  for (const name of valuesIn(required)) enter(`.${String(name)}`, true);
  for (const [pattern, part] of Object.entries(patternProperties ?? {})) enter(`/${pattern}/`, part);
  if (isObject(additionalProperties)) enter('*', additionalProperties);
  // Items of what is no array are never looked at.
  if (isObject(items) && [type ?? 'array'].flat().includes('array')) enter('[]', items);
  for (const [index, part] of valuesIn(prefixItems).entries()) enter(`[${index}]`, part);
}

/** Marks of the check alone are not told. */
function asTold({ declared, ...rest }: Keywords): Keywords {
  const schema = isObject(declared) ? { ...rest, ...declared } : rest;
  const { anyOf, patternProperties, inferred } = schema;
  const branches = valuesIn(anyOf).filter((one) => !isObject(one) || one['untold'] !== true);
  const isOpen = inferred === 'open' && branches.length === 1;
  const members = Object.entries(patternProperties ?? {}).filter(
    ([, one]) => !isObject(one) || !String(one['$comment']).startsWith('looked at by a discriminator'),
  );
  return {
    ...schema,
    ...(anyOf !== undefined && {
      anyOf: isOpen ? [{ ...(branches[0] as Keywords), enum: undefined }] : branches,
    }),
    ...(patternProperties !== undefined && { patternProperties: Object.fromEntries(members) }),
  };
}

function valuesIn(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
