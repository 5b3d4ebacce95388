import type { ApiServer } from '../model/api.js';
import type { Json } from '../model/document.js';
import { isObject } from '../model/document.js';
import { asArray, asObject, asText } from './values.js';
import { parseUrl } from '../text/parseUrl.js';

/**
 * The servers of a document, path or operation (OpenAPI 3.2, Server Object). Relative ones are resolved
 * against the URL of the document, where it has one, and left as they are otherwise.
 */
export function readServers(servers: Json | undefined, documentUrl: string | undefined): ApiServer[] {
  return asArray(servers)
    .filter(isObject)
    .map((server) => ({
      url: resolveUrl(spellVariables(asText(server['url']).trim()) || '/', documentUrl),
      description: asText(server['description']),
      variables: Object.fromEntries(
        Object.entries(asObject(server['variables'])).map(([name, variable]) => [
          name,
          readVariable(asObject(variable)),
        ]),
      ),
    }));
}

/** A default that the enum does not list is none; without one, the first that is listed is. */
function readVariable({
  default: value,
  enum: values,
}: {
  [key: string]: Json;
}): ApiServer['variables'][string] {
  const allowed = asArray(values).map(asText);
  const said = value === undefined || value === null || typeof value === 'object' ? undefined : asText(value);
  const chosen = said === '' ? (allowed.find((one) => one !== '') ?? said) : (said ?? allowed[0]);
  return {
    ...(chosen === undefined ? {} : { default: chosen }),
    ...(allowed.length > 0 ? { enum: allowed } : {}),
  };
}

type Rewriting = [from: RegExp, to: string | ((found: string, name: string) => string)];

/** Placeholders in other spellings than that of OpenAPI. */
const spellings: readonly Rewriting[] = [
  [/\$?\{\{([^{}]+)\}\}/g, writeVariable],
  [/\$\{([^{}]+)\}/g, writeVariable],
  [/<([^<>{}]+)>/g, writeVariable],
];

/** Those that only a host cannot be mistaken for. */
const spellingsInHost: readonly Rewriting[] = [
  [/%([a-z]\w*)%/gi, '{$1}'],
  [/\[([^[\]:{}]*)\]/g, (found, name) => (/^[\d.]*$/.test(name) ? found : `{${name}}`)],
  [/^:([a-z]\w*)/gi, '{$1}'],
  [/\.:([a-z]\w*)/gi, '.{$1}'],
  // An underscore is in no host name (RFC 1123, 2.1): capitals with one name a variable.
  [/(?<![^.])([A-Z\d]+(?:_[A-Z\d]+)+)(?![^.:])/g, '{$1}'],
];

/** `https://${HOST}/v1`, `https://<host>`, `https://:host`: what is written as a variable is one, and words alone are not. */
function spellVariables(url: string): string {
  const spelled = rewrite(url, spellings);
  const [, before = '', host, after = ''] = /^([^:/?#]+:\/\/)([^/?#]*)(.*)$/s.exec(spelled) ?? [];
  if (host === undefined) return spelled;
  // What stands in braces is one already.
  return before + (host.includes('{') ? host : rewrite(host, spellingsInHost)) + after;
}

function writeVariable(_found: string, name: string): string {
  return `{${name.trim()}}`;
}

function rewrite(text: string, list: readonly Rewriting[]): string {
  return list.reduce((changed, [from, to]) => changed.replaceAll(from, to as string), text);
}

/** A URL that may hold `{variables}`, which URL parsers would escape. */
function resolveUrl(url: string, base: string | undefined): string {
  if (base === undefined || /^([a-z][a-z0-9+.-]*:|\{)/i.test(url)) return url;
  const resolved = parseUrl(url, base);
  return resolved === undefined ? url : resolved.href.replaceAll(/%7B/gi, '{').replaceAll(/%7D/gi, '}');
}
