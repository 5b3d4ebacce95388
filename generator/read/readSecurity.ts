import type { ApiScheme, Requirement } from '../model/api.js';
import type { Json } from '../model/document.js';
import { asArray, asText, isObject } from './asObject.js';

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
  return asArray(security)
    .filter(isObject)
    .flatMap((alternative) => {
      const asked = Object.entries(alternative);
      const known = asked.filter(([name]) => Object.hasOwn(schemes, name));
      for (const [name] of asked) if (!Object.hasOwn(schemes, name)) miss(name);
      if (known.length === 0 && asked.length > 0) return [];
      return [Object.fromEntries(known.map(([name, scopes]) => [name, asArray(scopes).map(asText)]))];
    });
}
