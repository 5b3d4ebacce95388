import { type ApiScheme, type FlowUrls, type Requirement, flowNames } from '../model/api.js';
import type { Report } from '../model/diagnostic.js';
import { type Json, type JsonObject, joinPointer } from '../model/document.js';
import { ReadError } from './fault.js';
import { dereference, splitPointer } from './resolve.js';
import { isObject } from '../model/document.js';
import { asArray, asObject, asText } from './values.js';

/**
 * The alternatives of a Security Requirement list (OpenAPI 3.2, Security Requirement Object). Schemes that
 * the document does not define cannot be asked for: `miss` is told of each, and an alternative of nothing
 * else is left out.
 */
export function readSecurity(
  security: Json | undefined,
  schemes: Record<string, ApiScheme>,
  miss: (scheme: string) => void,
): Requirement[] {
  return listAlternatives(security).flatMap((alternative) => {
    const asked = Object.entries(alternative).map(
      ([key, scopes]) => [Object.hasOwn(schemes, key) ? key : schemeNameOf(key), scopes] as const,
    );
    const known = asked.filter(([name]) => Object.hasOwn(schemes, name));
    for (const [name] of asked) if (!Object.hasOwn(schemes, name)) miss(name);
    if (known.length === 0 && asked.length > 0) return [];
    return [Object.fromEntries(known.map(([name, scopes]) => [name, asArray(scopes).map(asText)]))];
  });
}

/** Whether a list says that no scheme is asked for, as `[]` and `[{}]` do. */
export function saysNone(security: Json | undefined): boolean {
  if (!Array.isArray(security) && !isObject(security)) return false;
  return listAlternatives(security).every((alternative) => Object.keys(alternative).length === 0);
}

/** One alternative is meant as a list of one, and the name of a scheme as all that it asks for. */
function listAlternatives(security: Json | undefined): JsonObject[] {
  return (isObject(security) ? [security] : asArray(security))
    .map((alternative) => (typeof alternative === 'string' ? { [alternative]: [] } : alternative))
    .filter(isObject);
}

/** OpenAPI 3.2: what is not the name of a scheme may be the URI of one. */
function schemeNameOf(key: string): string {
  const [, name] = /#\/components\/securitySchemes\/([^/]+)$/.exec(key) ?? [];
  return (name === undefined ? undefined : splitPointer(`#/${name}`)?.[0]) ?? key;
}

/** The security schemes of a document (OpenAPI 3.2, Security Scheme Object). */
export function readSchemes(root: JsonObject, report: Report): Record<string, ApiScheme> {
  const schemes = asObject(asObject(root['components'])['securitySchemes']);
  const entries = Object.entries(schemes).flatMap(([name, value]) => {
    const pointer = joinPointer('#/components/securitySchemes', name);
    try {
      return [[name, readScheme(asObject(dereference(root, { value, pointer }).value), pointer)] as const];
    } catch (error) {
      if (!(error instanceof ReadError)) throw error;
      report('scheme-unsupported', error.pointer, { name, reason: error.message });
      return [];
    }
  });
  return Object.fromEntries(entries);
}

function readScheme(scheme: JsonObject, pointer: string): ApiScheme {
  const type = asText(scheme['type']);
  const description = asText(scheme['description']);
  switch (type) {
    case 'apiKey':
      return { type, ...withPrefix(readKey(scheme, pointer), description), description };
    case 'http':
      return { type, scheme: asText(scheme['scheme']).toLowerCase(), description };
    case 'oauth2':
      return { type, flows: readFlows(scheme), ...readDiscovery(scheme['oauth2MetadataUrl']), description };
    case 'openIdConnect':
      return { type, ...readDiscovery(scheme['openIdConnectUrl']), description };
    case 'mutualTLS':
      return { type, description };
    default:
      throw new ReadError(`its type is ${JSON.stringify(type)}, which OpenAPI does not know`, pointer);
  }
}

/** What drf-spectacular says of Django REST's TokenAuthentication, in these very words. */
const required = /\bwith required prefix "([A-Za-z][\w-]{0,30})"/;

/** A key in `Authorization` with the word that the document says has to stand before it. */
function withPrefix<K extends { in: string; name: string }>(
  key: K,
  description: string,
): K & { prefix?: string } {
  const isOfHeader = key.in === 'header' && key.name.toLowerCase() === 'authorization';
  const prefix = isOfHeader ? required.exec(description.slice(0, 1_000))?.[1] : undefined;
  return prefix === undefined ? key : { ...key, prefix };
}

/** The URLs of a flow, and their fields (OpenAPI 3.2, OAuth Flow Object). */
const flowUrls = {
  tokenUrl: 'tokenUrl',
  refreshUrl: 'refreshUrl',
  authorizationUrl: 'authorizationUrl',
  deviceUrl: 'deviceAuthorizationUrl',
} as const satisfies Record<keyof FlowUrls, string>;

/** OpenAPI 3.2, OAuth Flows Object. */
function readFlows(scheme: JsonObject): Extract<ApiScheme, { type: 'oauth2' }>['flows'] {
  const flows = asObject(scheme['flows']);
  const found = flowNames.filter((name) => isObject(flows[name]));
  return Object.fromEntries(
    found.map((name) => {
      const flow = asObject(flows[name]);
      const urls = Object.entries(flowUrls).map(([key, field]) => [key, asText(flow[field]).trim()] as const);
      const { scopes } = flow;
      const offered = isObject(scopes) ? { scopes: Object.keys(scopes) } : {};
      return [name, { ...Object.fromEntries(urls.filter(([, url]) => url !== '')), ...offered }];
    }),
  );
}

function readDiscovery(url: Json | undefined): { discoveryUrl?: string } {
  const text = asText(url).trim();
  return text === '' ? {} : { discoveryUrl: text };
}

const places = ['header', 'query', 'cookie'] as const;

function readKey(scheme: JsonObject, pointer: string): { in: (typeof places)[number]; name: string } {
  const place = places.find((known) => known === scheme['in']);
  const name = asText(scheme['name']);
  if (place !== undefined && name !== '') return { in: place, name };
  throw new ReadError('it does not say where the key goes', pointer);
}
