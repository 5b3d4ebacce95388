import { routingKeyword } from '../model/requests.js';
import type { Config } from '../model/config.js';

/** What a family of clients takes. What writes tools and what checks them read the same values. */
export interface Limits {
  /** Tool names, whatever prefix clients put in front. */
  name: RegExp;
  /** Names of arguments, the outermost keys. */
  argument: RegExp;
  /** Keys of `properties` further in. */
  key: RegExp;
  /** Characters of a tool's description. */
  description: number;
  /** Every keyword that may be in a schema. */
  keywords: ReadonlySet<string>;
  /** The values of `format` for each type that takes any. */
  formats: Readonly<Record<string, ReadonlySet<string>>> | 'all';
  /** Whether patterns may look ahead or behind. */
  lookaround: boolean;
  /** The types whose values may be listed. */
  enums: ReadonlySet<string>;
  /** Whether an empty string may be listed. */
  emptyValues: boolean;
  /** Values that a list may have. */
  values: number;
  /** Which lists of types may stand in `type`. */
  typeLists: 'none' | 'one and null' | 'all';
  /** Whether every schema says its type, or is a union of schemas that do. */
  typed: boolean;
  /** Whether every array says what it holds. */
  items: boolean;
  /** Whether `true` and `false` are schemas. `additionalProperties: false` always is where the keyword is. */
  booleans: boolean;
  /** What may stand beside `anyOf`. */
  besideUnion: 'anything' | 'description' | 'nothing';
  /** Objects whose members no schema names: as such, or as JSON in a string. */
  maps: 'object' | 'text';
  /** Whether every property is required; what may be left out may be null then. */
  allRequired: boolean;
  /** Whether every object refuses members that it does not name. */
  closed: boolean;
  /** Objects within objects, the outermost included. */
  levels: number;
  /** Properties of all objects together. */
  properties: number;
  /** Whether schemas that are small enough stand as they are enforced, with what they share in `$defs`. */
  whole: boolean;
  /** Whether tools say what they answer: clients that do not pass that on spend nothing on it. */
  outputs: boolean;
}

const scalars = ['string', 'number', 'integer', 'boolean'];

const structure = ['type', 'description', 'enum', 'properties', 'required', 'items', 'anyOf'];
const ranges = ['minimum', 'maximum', 'minItems', 'maxItems'];
const exclusive = ['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
const lengths = ['minLength', 'maxLength', 'minProperties', 'maxProperties'];
const common = [...structure, ...ranges, ...lengths, 'format', 'pattern', 'default'];

/** The rest of JSON Schema 2020-12 that schemas of requests use. */
const advanced = [
  '$ref',
  '$defs',
  'const',
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'prefixItems',
  'contains',
  'minContains',
  'maxContains',
  'unevaluatedItems',
  'patternProperties',
  'propertyNames',
  'unevaluatedProperties',
  'dependentSchemas',
  'dependentRequired',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
];

/**
 * `portable`: what every client that is known accepts. The Anthropic API refuses keys outside the pattern and
 * unions at the root; Cursor refuses lists of types; VS Code, arrays without items; OpenAI's newer models,
 * lookaround in any pattern; one refused tool costs a request all of them.
 */
const portable: Limits = {
  name: /^[a-zA-Z][a-zA-Z0-9_]*$/,
  argument: /^[a-zA-Z0-9_.-]{1,64}$/,
  key: /^[a-zA-Z0-9_.-]{1,64}$/,
  // Older models of OpenAI refuse 1,024 and more.
  description: 1000,
  keywords: new Set([...common, ...exclusive, 'uniqueItems', 'additionalProperties', routingKeyword]),
  formats: 'all',
  lookaround: false,
  enums: new Set(scalars),
  emptyValues: true,
  // OpenAI takes more only where they are short together.
  values: 250,
  typeLists: 'none',
  typed: false,
  items: true,
  booleans: false,
  besideUnion: 'anything',
  maps: 'object',
  allRequired: false,
  closed: false,
  levels: 12,
  properties: Number.POSITIVE_INFINITY,
  whole: false,
  outputs: true,
};

/** `rich`: clients and models that read all of JSON Schema 2020-12, as the MCP specification asks. */
const rich: Limits = {
  ...portable,
  key: /^/,
  keywords: new Set([...portable.keywords, ...advanced]),
  lookaround: true,
  enums: new Set([...scalars, 'object', 'array']),
  values: Number.POSITIVE_INFINITY,
  typeLists: 'all',
  items: false,
  booleans: true,
  whole: true,
};

/**
 * `openai-strict`: function tools with `strict: true` (OpenAI, Structured Outputs, Supported schemas). Any
 * keyword beyond the listed ones fails the request, `default`, `uniqueItems` and other formats among them.
 */
const openaiStrict: Limits = {
  ...portable,
  keywords: new Set([...structure, ...ranges, ...exclusive, 'format', 'pattern', 'additionalProperties']),
  formats: {
    string: new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']),
  },
  typeLists: 'one and null',
  typed: true,
  besideUnion: 'description',
  maps: 'text',
  allRequired: true,
  closed: true,
  // OpenAI takes 10, Azure OpenAI 5.
  levels: 5,
  properties: 5000,
  outputs: false,
};

/**
 * `gemini`: function declarations (Gemini API and Vertex AI, Schema; FunctionDeclaration for the keys). An
 * unknown keyword fails the request, `additionalProperties` among them, and so do a schema without a type, an
 * object without properties, an empty string in `enum`, values of `enum` that are not strings, formats of
 * strings beyond the listed, and anything beside `anyOf`.
 */
const gemini: Limits = {
  ...portable,
  argument: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
  key: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
  keywords: new Set(common),
  formats: {
    string: new Set(['date-time']),
    number: new Set(['float', 'double']),
    integer: new Set(['int32', 'int64']),
  },
  enums: new Set(['string']),
  emptyValues: false,
  typed: true,
  besideUnion: 'nothing',
  maps: 'text',
  outputs: false,
};

/** The limits of each profile. */
export const profiles: Record<Config['profile'], Limits> = {
  portable,
  rich,
  'openai-strict': openaiStrict,
  gemini,
};
