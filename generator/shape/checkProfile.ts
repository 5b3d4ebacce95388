import type { Config } from '../model/config.js';
import type { Schema, Tool } from '../model/server.js';

/** What a family of MCP clients accepts in a tool. */
interface Profile {
  /** Legal tool names; clients put a prefix of their own in front, which eats the rest of 64 characters. */
  name: RegExp;
  /** Legal keys of the properties of an advertised schema. */
  key: RegExp;
  /** Characters of a tool's description. */
  description: number;
  /** Keywords that a client may refuse. */
  forbidden: ReadonlySet<string>;
}

/** The limits that each profile keeps to. `portable`: what every known client accepts. */
const portable: Profile = {
  name: /^[a-zA-Z][a-zA-Z0-9_]{0,44}$/,
  key: /^[a-zA-Z0-9_.-]{1,64}$/,
  description: 1000,
  forbidden: new Set([
    '$ref',
    '$defs',
    '$dynamicRef',
    'allOf',
    'oneOf',
    'not',
    'if',
    'then',
    'else',
    'dependentSchemas',
    'dependentRequired',
    'prefixItems',
    'patternProperties',
    'propertyNames',
    'unevaluatedProperties',
    'unevaluatedItems',
    'contains',
    'const',
  ]),
};

const profiles: Record<Config['profile'], Profile> = {
  portable,
  rich: portable,
  'openai-strict': portable,
  gemini: portable,
};

/** The first limit of the profile that the tool breaks, in words; undefined where it keeps to all of them. */
export function checkProfile(tool: Tool, name: Config['profile']): string | undefined {
  const profile = profiles[name];
  if (!profile.name.test(tool.name)) return `its name is not of the form ${profile.name.source}`;
  if (tool.description.length > profile.description) {
    return `its description has ${tool.description.length} characters, more than ${profile.description}`;
  }
  if (tool.inputSchema['anyOf'] !== undefined) return 'the root of its input schema is a union';
  return checkSchema(tool.inputSchema, profile, 'its input schema');
}

function checkSchema(schema: Schema, profile: Profile, where: string): string | undefined {
  if (typeof schema === 'boolean') return `${where} is a boolean schema`;
  for (const keyword of Object.keys(schema)) {
    if (profile.forbidden.has(keyword)) return `${where} has the keyword ${keyword}`;
  }
  if (Array.isArray(schema['type'])) return `${where} has several types`;
  if (schema['type'] === 'array' && schema['items'] === undefined)
    return `${where} is an array without items`;
  for (const [key, child, at] of children(schema, where)) {
    if (key !== undefined && !profile.key.test(key)) return `${at} has a key that clients refuse`;
    const broken = checkSchema(child, profile, at);
    if (broken !== undefined) return broken;
  }
  return undefined;
}

function* children(
  schema: { [keyword: string]: unknown },
  where: string,
): Generator<[string | undefined, Schema, string]> {
  for (const [key, child] of Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)) {
    yield [key, child, `${where}, at ${JSON.stringify(key)},`];
  }
  if (schema['items'] !== undefined) yield [undefined, schema['items'] as Schema, `${where}, in items,`];
  // `additionalProperties: false` is the one boolean that every client knows.
  if (typeof schema['additionalProperties'] === 'object') {
    yield [undefined, schema['additionalProperties'] as Schema, `${where}, in additionalProperties,`];
  }
  for (const branch of (schema['anyOf'] ?? []) as Schema[]) yield [undefined, branch, `${where}, in anyOf,`];
}
