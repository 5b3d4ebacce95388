import type { ApiScheme, Requirement } from '../model/api.js';
import type { Json, JsonObject } from '../model/document.js';
import { asArray, asText, isObject } from './asObject.js';
import { splitPointer } from './splitPointer.js';

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
      ([key, scopes]) => [Object.hasOwn(schemes, key) ? key : nameOf(key), scopes] as const,
    );
    const known = asked.filter(([name]) => Object.hasOwn(schemes, name));
    for (const [name] of asked) if (!Object.hasOwn(schemes, name)) miss(name);
    if (known.length === 0 && asked.length > 0) return [];
    return [Object.fromEntries(known.map(([name, scopes]) => [name, asArray(scopes).map(asText)]))];
  });
}

/** One alternative is meant as a list of one, and the name of a scheme as all that it asks for. */
function listAlternatives(security: Json | undefined): JsonObject[] {
  return (isObject(security) ? [security] : asArray(security))
    .map((alternative) => (typeof alternative === 'string' ? { [alternative]: [] } : alternative))
    .filter(isObject);
}

/** OpenAPI 3.2: what is not the name of a scheme may be the URI of one. */
function nameOf(key: string): string {
  const [, name] = /#\/components\/securitySchemes\/([^/]+)$/.exec(key) ?? [];
  return (name === undefined ? undefined : splitPointer(`#/${name}`)?.[0]) ?? key;
}
