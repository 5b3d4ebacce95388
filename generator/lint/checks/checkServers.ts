import type { ApiServer } from '../../model/api.js';
import { parseUrl } from '../../text/parseUrl.js';
import type { Check, Means } from '../finding.js';
import type { Survey } from '../survey.js';

/** Words for what a server does beside others: not where it stands, and not for whom. */
const roles = new Map(
  [
    ['upload', 'uploads', 'uploading'],
    ['download', 'downloads'],
    ['file', 'files'],
    ['media'],
    ['storage'],
    [
      'auth',
      'oauth',
      'oauth2',
      'authentication',
      'authorization',
      'login',
      'sso',
      'idp',
      'identity',
      'token',
      'tokens',
    ],
    ['webhook', 'webhooks', 'hooks'],
    ['stream', 'streams', 'streaming', 'realtime', 'websocket', 'websockets'],
    ['search'],
    ['analytics', 'metrics', 'telemetry', 'ingest', 'ingestion'],
    ['reports', 'reporting'],
    ['billing', 'payments'],
    ['admin', 'management'],
    ['images', 'image'],
  ].flatMap(([role = '', ...others]) => [role, ...others].map((word) => [word, role] as const)),
);

/** Words for another place or copy of the same API, which calls are made at instead, and not besides. */
const copies =
  /^(?:sandbox(?:es)?|sbx|stag(?:e|ing)|stg|test(?:s|ing)?|qa|uat|dev(?:el(?:op(?:ment)?)?)?|demo|preview|beta|alpha|canary|nightly|local(?:host)?|mock(?:s|ed)?|preprod(?:uction)?|acceptance|trial|region(?:s|al)?|mirrors?|legacy|old|backup|failover|replica|regional|government|gov|fedramp|onprem|premise|premises|hosted|self|custom|europe(?:an)?|asia|america|australia|canada|india|japan|china|germany|frankfurt|ireland|london|sydney|singapore|tokyo|oregon|virginia|eu|us|ap|apac|emea|uk|gb|ca|au|jp|de|fr|cn|br|sg|kr|za|ae)\d*$/;

/** Finds servers of the whole document that are for some of its operations: only the first is called. */
export const checkServers: Check = (survey, find, means) => {
  const servers = survey.about.servers.filter(({ isImplied }) => isImplied !== true);
  const [first, ...others] = servers;
  if (first === undefined) return;
  for (const [index, server] of others.entries()) {
    const role = findRole(server, first, means);
    if (role === undefined || isNamedByOperations(server, survey)) continue;
    const example = exampleOf(role, survey);
    const action = `{ target: "$.paths['${example}']", update: { servers: [{ url: '${server.url}' }] } }`;
    find('server-of-another-role', `#/servers/${index + 1}`, {
      url: server.url,
      first: first.url,
      role,
      action,
    });
  }
};

/** The words of a server that the first has not: of its host, its path and its description. */
function findRole(server: ApiServer, first: ApiServer, { splitWords }: Means): string | undefined {
  const known = new Set(wordsOf(first, splitWords));
  const own = wordsOf(server, splitWords).filter((word) => !known.has(word));
  if (own.some((word) => copies.test(word))) return undefined;
  if (!isOfSameOwner(server.url, first.url)) return undefined;
  return own.map((word) => roles.get(word)).find((role) => role !== undefined && !hasRole(known, role));
}

function hasRole(words: ReadonlySet<string>, role: string): boolean {
  return [...words].some((word) => roles.get(word) === role);
}

function wordsOf({ url, description }: ApiServer, splitWords: Means['splitWords']): string[] {
  const address = url.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').replaceAll(/\{[^{}]*\}/g, ' ');
  return [...address.toLowerCase().split(/[^a-z\d]+/), ...splitWords(description)];
}

/** Whether two servers have their last two labels in common: what is elsewhere may be anything. */
function isOfSameOwner(one: string, other: string): boolean {
  const [a, b] = [one, other].map((url) => {
    const host = parseUrl(url.replaceAll(/\{[^{}]*\}/g, 'x'))?.hostname;
    return host?.split('.').slice(-2).join('.');
  });
  return a === b;
}

/** Whether operations say themselves that they are called there. */
function isNamedByOperations({ url }: ApiServer, { operations }: Survey): boolean {
  return operations.some(({ operation }) => operation.servers.some((own) => own.url === url));
}

/** A path that looks like one of that role, or else the first of all. */
function exampleOf(role: string, { operations }: Survey): string {
  const all = operations.map(({ operation }) => operation.path);
  const isOfRole = (path: string) =>
    path
      .toLowerCase()
      .split(/[^a-z\d]+/)
      .some((word) => roles.get(word) === role);
  return all.find(isOfRole) ?? '/…';
}
