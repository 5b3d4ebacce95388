import type { Parts } from '../features.js';
import { type Members, isMap } from '../../model/document.js';
import type { Place, PublishChoices } from '../../model/publish/choices.js';
import {
  type PackageFacts,
  type PublishFacts,
  type PublishedVariable,
  isPublicRegistry,
} from '../../model/publish/facts.js';
import { type Server, listCallable } from '../../model/server.js';
import { clipText } from '../../text/clip.js';
import { toLine } from '../../text/markdown/escape.js';
import { toPlainText } from '../../text/markdown/toPlainText.js';
import { parseUrl } from '../../text/parseUrl.js';
import { type Setting, listSettings } from '../listSettings.js';

/** The longest summary and description that places are told. */
const longest = { summary: 100, description: 2_000, about: 200 };

/** What is known of a project that is published. */
interface Known {
  server: Server;
  choices: PublishChoices;
  /** What the document says of the API, as it stands there. */
  about: string;
  /** The text of package.json, as the project has it after the edits of its owner. */
  manifest: string;
  parts: Pick<Parts, 'transports' | 'unread'>;
}

/** All that places are told of a server, in the form that they share. */
export function composeFacts({ server, choices, about, manifest, parts }: Known): PublishFacts {
  const { api, summary } = server;
  const own = readPackage(manifest);
  const settings = listSettings(server, parts);
  const { description = summary } = choices;
  return {
    name: api.name,
    title: clipText(toLine(choices.title ?? api.title), longest.summary),
    summary: clipText(toLine(description), longest.summary),
    description: clipText(toPlainText(about === '' ? description : about), longest.description),
    version: own.version,
    package: own,
    places: listPlaces(server, choices),
    choices,
    access: choices.access ?? (server.choices?.auth === true ? 'oauth' : 'token'),
    variables: listVariables(
      settings,
      listUnavoidable(server),
      api.sources === undefined ? toLine(api.title) : undefined,
    ),
    transports: parts.transports,
    origins: listOrigins(server),
    isSearched: server.mode === 'dynamic',
  };
}

/** The security schemes that no call which needs any can do without: each of its ways names them (OpenAPI 3.2, Security Requirement Object). */
function listUnavoidable(server: Server): ReadonlySet<string> {
  const calls = listCallable(server).map(({ tool }) => tool.request.security.map((way) => Object.keys(way)));
  const ways = calls.filter((call) => call.every((way) => way.length > 0)).flat();
  return new Set(ways[0]?.filter((scheme) => ways.every((way) => way.includes(scheme))));
}

/** The places that were chosen; and the skill, where the server serves it and would not start without one. */
function listPlaces({ choices: features }: Server, { to = [] }: PublishChoices): readonly Place[] {
  return features?.skills === true && !to.includes('skills') ? [...to, 'skills'] : to;
}

/** What users fill in: credentials, and where the API is; those that are needed come first. */
function listVariables(
  settings: readonly Setting[],
  unavoidable: ReadonlySet<string>,
  title: string | undefined,
): PublishedVariable[] {
  const variables = settings
    .filter(({ kind }) => kind !== 'server')
    .map((setting) => toVariable(setting, unavoidable, title));
  return variables.toSorted((a, b) => needOf(a) - needOf(b));
}

function needOf({ isRequired, isAsked }: PublishedVariable): number {
  return Number(!isRequired) + Number(!isAsked);
}

function toVariable(
  { name, about, fallback, kind, needed, scheme }: Setting,
  unavoidable: ReadonlySet<string>,
  title: string | undefined,
): PublishedVariable {
  return {
    name,
    title: nameVariable(name, title),
    about: clipText(toLine(about), longest.about),
    isSecret: kind === 'credential',
    isRequired: needed && (scheme === undefined || unavoidable.has(scheme)),
    isAsked: needed,
    ...(fallback === '' ? {} : { default: fallback }),
  };
}

/** A variable in words: `PETSTORE_API_KEY` is `Petstore API key`. */
function nameVariable(variable: string, title = ''): string {
  const acronyms = new Set(['API', 'URL', 'ID', 'JWT', 'OAUTH', 'HTTP', 'MCP']);
  const [first = '', ...others] = variable.split('_').filter((word) => word !== '');
  const start = title.toLowerCase().startsWith(first.toLowerCase()) ? title.slice(0, first.length) : first;
  const isWord = start === first && !acronyms.has(first);
  return [
    isWord ? first.charAt(0) + first.slice(1).toLowerCase() : start,
    ...others.map((word) => (acronyms.has(word) ? word : word.toLowerCase())),
  ].join(' ');
}

/** Where the server sends requests, without variables of a URL that its user fills in. */
function listOrigins({ api, toolsets }: Server): string[] {
  const servers = Object.values(api.sources ?? { api }).flatMap((one) => one.servers.slice(0, 1));
  const own = toolsets.flatMap(({ tools }) => tools.flatMap(({ tool }) => tool.request.server ?? []));
  const urls = [...servers, ...own].map(({ url }) => (url.includes('{') ? undefined : parseUrl(url)));
  const origins = urls.flatMap((url) =>
    url !== undefined && /^https?:$/.test(url.protocol) ? url.origin : [],
  );
  return [...new Set(origins)].toSorted();
}

/**
 * The members of a package.json that places ask for (npm, package.json).
 *
 * @param text - JSON; what is none counts as empty, since it is told elsewhere
 */
function readPackage(text: string): PackageFacts {
  const found = parseMembers(text);
  const read = (member: string) => readWord(found[member]);
  const { author, repository, bugs, keywords, publishConfig } = found;
  const person = toPerson(author);
  const home = toRepository(repository);
  const registry = readWord(isMap(publishConfig) ? publishConfig['registry'] : undefined);
  const tracker = readWord(isMap(bugs) ? bugs['url'] : bugs);
  return {
    name: read('name') ?? '',
    version: read('version') ?? '0.0.0',
    isPrivate: found['private'] === true,
    keywords: Array.isArray(keywords) ? keywords.flatMap((word) => readWord(word) ?? []) : [],
    ...defined({
      license: read('license'),
      author: person,
      homepage: read('homepage'),
      bugs: tracker,
      repository: home,
      mcpName: read('mcpName'),
      publishRegistry: isPublicRegistry(registry) ? undefined : registry,
    }),
  };
}

function parseMembers(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    return isMap(value) ? value : {};
  } catch {
    return {};
  }
}

function readWord(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? toLine(value) : undefined;
}

type Defined<T> = { [key in keyof T]?: Exclude<T[key], undefined> };

function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** A person as a text, `Ann <ann@example.com> (https://example.com)`, or as an object. */
function toPerson(value: unknown): PackageFacts['author'] {
  if (isMap(value)) {
    const name = readWord(value['name']);
    if (name === undefined) return undefined;
    return { name, ...defined({ email: readWord(value['email']), url: readWord(value['url']) }) };
  }
  const [, name = '', , email, , url] =
    /^([^<(]*)(<([^>]*)>)?\s*(\(([^)]*)\))?/.exec(readWord(value) ?? '') ?? [];
  if (name.trim() === '') return undefined;
  return { name: name.trim(), ...defined({ email: readWord(value) && email, url }) };
}

const knownHosts = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
] as const) as ReadonlyMap<string, 'github' | 'gitlab'>;

/** A repository as a URL, `github:owner/name` or an object that has either. */
function toRepository(value: unknown): PackageFacts['repository'] {
  const text = readWord(isMap(value) ? value['url'] : value);
  if (text === undefined) return undefined;
  const [, short, path] = /^(?:(github|gitlab):)?([\w.-]+\/[\w.-]+)$/.exec(text) ?? [];
  const full =
    path === undefined
      ? text.replace(/^git\+/, '').replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
      : `https://${short ?? 'github'}.com/${path}`;
  const url = parseUrl(full.replace(/^git:/, 'https:').replace(/\.git$/, ''));
  if (url === undefined) return undefined;
  const [owner = '', name = ''] = url.pathname.split('/').filter((part) => part !== '');
  const host = knownHosts.get(url.hostname) ?? 'other';
  return { url: `https://${url.host}${url.pathname.replace(/\/$/, '')}`, host, owner, name };
}
