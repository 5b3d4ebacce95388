import type { ApiServer } from '../model/api.js';
import type { Json } from '../model/document.js';
import { asArray, asObject, asText, isObject } from './asObject.js';

/**
 * The servers of a document, path or operation (OpenAPI 3.2, Server Object). Relative ones are resolved
 * against the URL of the document, where it has one, and left as they are otherwise.
 */
export function readServers(servers: Json | undefined, documentUrl: string | undefined): ApiServer[] {
  return asArray(servers)
    .filter(isObject)
    .map((server) => ({
      url: resolveUrl(asText(server['url']).trim() || '/', documentUrl),
      description: asText(server['description']),
      variables: Object.fromEntries(
        Object.entries(asObject(server['variables'])).map(([name, variable]) => [
          name,
          readVariable(asObject(variable)),
        ]),
      ),
    }));
}

function readVariable({
  default: value,
  enum: values,
}: {
  [key: string]: Json;
}): ApiServer['variables'][string] {
  const allowed = asArray(values).map(asText);
  return {
    default: asText(value) || (allowed[0] ?? ''),
    ...(allowed.length > 0 ? { enum: allowed } : {}),
  };
}

/** A URL that may hold `{variables}`, which URL parsers would escape. */
function resolveUrl(url: string, base: string | undefined): string {
  if (base === undefined || !URL.canParse(url, base) || /^([a-z][a-z0-9+.-]*:|\{)/i.test(url)) return url;
  return new URL(url, base).href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
}
