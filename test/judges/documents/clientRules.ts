import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Profile } from '../../../generator/model/config.js';

type Node = Record<string, unknown>;

/** What clients refuse in an input schema, by their own documentation: nothing here is read from the generator. */
export const clientRules: Record<Profile, (root: Node) => string[]> = {
  portable: (root) => walk(root).flatMap(({ node, at }) => refusedByPortable(node, at)),
  rich: refusedByRich,
  'openai-strict': refusedByOpenai,
  gemini: (root) =>
    walk(root).flatMap(({ node, at }) => (at === '' && isEmpty(root) ? [] : refusedByGemini(node, at))),
};

interface Place {
  node: Node;
  at: string;
  /** Objects around it, itself included. */
  depth: number;
}

/** Every schema within a schema, as far as these clients know any; booleans come as `{ boolean }`. */
function walk(value: unknown, at = '', around = 0): Place[] {
  if (typeof value === 'boolean') return [{ node: { boolean: value }, at, depth: around }];
  const node = value as Node;
  const depth = node['properties'] === undefined ? around : around + 1;
  const { properties = {}, items, anyOf = [], additionalProperties } = node;
  return [
    { node, at, depth },
    ...Object.entries(properties as Node).flatMap(([key, child]) => walk(child, `${at}/${key}`, depth)),
    ...(items === undefined ? [] : walk(items, `${at}/items`, depth)),
    ...(anyOf as unknown[]).flatMap((child, index) => walk(child, `${at}/anyOf/${index}`, depth)),
    ...(typeof additionalProperties === 'object' ? walk(additionalProperties, `${at}/*`, depth) : []),
  ];
}

function isEmpty(root: Node): boolean {
  return Object.keys(root['properties'] as Node).length === 0;
}

function others(node: Node, known: string): string[] {
  const list = known.split(' ');
  return Object.keys(node).filter((keyword) => !list.includes(keyword));
}

function keysOf(node: Node): string[] {
  return Object.keys((node['properties'] ?? {}) as Node);
}

/** Anthropic (keys, unions at the root), Cursor (lists of types), VS Code (items), OpenAI (lookaround). */
function refusedByPortable(node: Node, at: string): string[] {
  const known =
    'type description enum properties required items anyOf additionalProperties format pattern default ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems ' +
    'uniqueItems minProperties maxProperties';
  return [
    ...others(node, known).map((keyword) => `${at} has ${keyword}`),
    ...(Array.isArray(node['type']) ? [`${at} has several types`] : []),
    ...(node['type'] === 'array' && node['items'] === undefined ? [`${at} has no items`] : []),
    ...(at === '' && node['anyOf'] !== undefined ? ['the root is a union'] : []),
    ...keysOf(node)
      .filter((key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key))
      .map((key) => `${at} has the key ${key}`),
    ...refusedPattern(node, at),
  ];
}

function refusedPattern(node: Node, at: string): string[] {
  const pattern = String(node['pattern'] ?? '');
  const found = ['(?=', '(?!', '(?<=', '(?<!'].filter((look) => pattern.includes(look));
  return found.map((look) => `${at} has a pattern with ${look}`);
}

const dialect = new Ajv2020({ strict: false, validateFormats: false });

/** JSON Schema 2020-12 with references that lead somewhere; the root is still an object for every API. */
function refusedByRich(root: Node): string[] {
  const text = JSON.stringify(root);
  const refs = [...text.matchAll(/"\$ref":"#\/\$defs\/([^"]*)"/g)].map(([, name = '']) =>
    decodeURIComponent(name),
  );
  const defs = (root['$defs'] ?? {}) as Node;
  return [
    ...(dialect.validateSchema(root) === true ? [] : [dialect.errorsText(dialect.errors)]),
    ...refs
      .filter((name) => !Object.hasOwn(defs, readPointer(name)))
      .map((name) => `${name} is not in $defs`),
    ...(['anyOf', 'oneOf', 'allOf', '$ref'].some((keyword) => keyword in root)
      ? ['the root is no plain object']
      : []),
    ...keysOf(root)
      .filter((key) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(key))
      .map((key) => `the root has the key ${key}`),
    ...(text.includes('"$comment"') ? ['a $comment'] : []),
  ];
}

/** A name in a JSON pointer (RFC 6901). */
function readPointer(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** OpenAI, Structured Outputs: supported schemas, and the limits that Azure OpenAI has for nesting. */
function refusedByOpenai(root: Node): string[] {
  const places = walk(root);
  const values = places.flatMap(({ node }) => (node['enum'] ?? []) as unknown[]);
  const names = places.flatMap(({ node }) => keysOf(node));
  return [
    ...places.flatMap(({ node, at }) => refusedInStrict(node, at)),
    ...places.filter(({ depth }) => depth > 5).map(({ at }) => `${at} is nested too deeply`),
    ...(names.length > 5000 ? ['over 5,000 properties'] : []),
    ...(values.length > 1000 ? ['over 1,000 values of enums'] : []),
    ...([...names, ...values].join('').length > 120_000
      ? ['over 120,000 characters of names and values']
      : []),
    ...(root['type'] === 'object' && root['anyOf'] === undefined ? [] : ['the root is no object']),
  ];
}

const openaiKeywords: Record<string, string> = {
  string: 'type description enum pattern format',
  number: 'type description enum multipleOf minimum maximum exclusiveMinimum exclusiveMaximum',
  integer: 'type description enum multipleOf minimum maximum exclusiveMinimum exclusiveMaximum',
  boolean: 'type description enum',
  null: 'type description',
  array: 'type description items minItems maxItems',
  object: 'type description properties required additionalProperties',
  union: 'anyOf description',
};

function refusedInStrict(node: Node, at: string): string[] {
  const types = [node['type'] ?? 'union'].flat() as string[];
  const [type = '', ...more] = types.filter(
    (one, index) => one !== 'null' || (index === 0 && types.length === 1),
  );
  const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
  const keys = keysOf(node);
  const required = (node['required'] ?? []) as string[];
  const isOpen = node['additionalProperties'] !== false || node['properties'] === undefined;
  return [
    ...others(node, openaiKeywords[type] ?? '').map((keyword) => `${at} has ${keyword}`),
    ...(more.length > 0 ? [`${at} has several types`] : []),
    ...(type === 'array' && node['items'] === undefined ? [`${at} has no items`] : []),
    ...(type === 'union' && !Array.isArray(node['anyOf']) ? [`${at} has no type`] : []),
    ...(type === 'object' && isOpen ? [`${at} is open`] : []),
    ...keys.filter((key) => !required.includes(key)).map((key) => `${at} does not require ${key}`),
    ...required.filter((key) => !keys.includes(key)).map((key) => `${at} requires the unknown ${key}`),
    ...('format' in node && !formats.includes(String(node['format'])) ? [`${at} has another format`] : []),
    ...refusedPattern(node, at),
  ];
}

const geminiKeywords: Record<string, string> = {
  string: 'type description default enum format pattern minLength maxLength',
  number: 'type description default format minimum maximum',
  integer: 'type description default format minimum maximum',
  boolean: 'type description default',
  array: 'type description default items minItems maxItems',
  object: 'type description default properties required minProperties maxProperties',
  union: 'anyOf',
};

const geminiFormats: Record<string, string[]> = {
  string: ['date-time', 'enum'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

/** Gemini API, Schema and FunctionDeclaration; Vertex AI says what may stand beside `anyOf`. */
function refusedByGemini(node: Node, at: string): string[] {
  const type = (node['type'] ?? 'union') as string;
  const values = (node['enum'] ?? []) as unknown[];
  const format = String(node['format'] ?? '');
  const keys = keysOf(node);
  return [
    ...(typeof type === 'string' ? [] : [`${at} has several types`]),
    ...others(node, geminiKeywords[type] ?? '').map((keyword) => `${at} has ${keyword}`),
    ...(type === 'union' && !Array.isArray(node['anyOf']) ? [`${at} has no type`] : []),
    ...(type === 'array' && node['items'] === undefined ? [`${at} has no items`] : []),
    ...(type === 'object' && keys.length === 0 ? [`${at} has no properties`] : []),
    ...values
      .filter((value) => typeof value !== 'string' || value === '')
      .map((value) => `${at} lists ${String(value)}`),
    ...(format !== '' && geminiFormats[type]?.includes(format) !== true ? [`${at} has another format`] : []),
    ...keys.filter((key) => !/^[a-zA-Z_]\w{0,63}$/.test(key)).map((key) => `${at} has the key ${key}`),
    ...((node['required'] ?? []) as string[])
      .filter((key) => !keys.includes(key))
      .map((key) => `${at} requires the unknown ${key}`),
    ...refusedPattern(node, at),
  ];
}
