import { Buffer } from 'node:buffer';
import type { Members } from '../../model/document.js';
import type { PublishFacts, PublishFinding } from '../../model/publish/facts.js';
import { isSameRepository, parseUrl, showUrl } from '../../text/parseUrl.js';
import { checkVersion, findingsFor, toMap, listObjects } from '../projectFiles.js';
import { range } from './checkPackage.js';

const tell = findingsFor('registry', 'server.json');

/** The only member of `_meta` that the registry keeps, and how much of it. */
const keptMeta = { name: 'io.modelcontextprotocol.registry/publisher-provided', mostBytes: 4_096 };

/**
 * Holds what server.json says of the server itself against what the registry refuses and its schema takes.
 *
 * @param schema - the URI of the schema by which it is written now
 */
export function checkListing(entry: Members, schema: unknown, facts: PublishFacts): PublishFinding[] {
  const found: PublishFinding[] = [];
  const { $schema: given, title, websiteUrl, icons } = entry;
  const add = (message: string, fix: string, at: string) => found.push(tell('error', message, fix, at));
  if (given !== schema)
    add(
      given === undefined
        ? 'It does not say by which schema it is written, which the registry refuses.'
        : 'It is written by another schema than the one that the registry has now.',
      `Write "$schema": ${JSON.stringify(schema)}`,
      '/$schema',
    );
  if (typeof title === 'string' && title.trim() === '')
    add('The title is blank.', 'Write one, or delete it.', '/title');
  if (typeof websiteUrl === 'string' && !isSecure(websiteUrl))
    add('The websiteUrl is not of https.', 'Write an https URL, or delete it.', '/websiteUrl');
  for (const [index, { src }] of listObjects(icons).entries())
    if (typeof src === 'string' && !isSecure(src))
      add(
        'The icon is not at an https URL.',
        'Write publish.iconUrl in mcpwright.yaml.',
        `/icons/${index}/src`,
      );
  return [
    ...found,
    ...checkOneVersion(entry, facts),
    ...checkRepository(toMap(entry['repository']), facts),
    ...checkMeta(toMap(entry['_meta'])),
  ];
}

function isSecure(url: string): boolean {
  return parseUrl(url)?.protocol === 'https:';
}

function checkOneVersion({ version }: Members, facts: PublishFacts): PublishFinding[] {
  if (typeof version === 'string' && range.test(version))
    return [
      tell(
        'error',
        `The version ${JSON.stringify(version)} is a range or a tag, which the registry refuses.`,
        'Write one version, such as 1.0.0.',
        '/version',
      ),
    ];
  return checkVersion(version, facts, tell);
}

const forges = new Map<unknown, string>([
  ['github', 'github.com'],
  ['gitlab', 'gitlab.com'],
]);

function checkRepository(
  { url, source, subfolder }: Members,
  { package: own }: PublishFacts,
): PublishFinding[] {
  if (typeof url !== 'string') return [];
  const found: PublishFinding[] = [];
  const add = (message: string, fix: string, member: string) =>
    found.push(tell('error', message, fix, `/repository/${member}`));
  const forge = forges.get(source);
  const parsed = parseUrl(url);
  if (forge === undefined)
    add(
      `The registry knows repositories of github and gitlab, and not of ${JSON.stringify(source)}.`,
      'Write "source": "github" or "gitlab", or delete the repository.',
      'source',
    );
  else if (parsed?.protocol !== 'https:' || parsed.hostname.replace(/^www\./, '') !== forge)
    add(
      `The source is ${JSON.stringify(source)}, and the repository is not at https://${forge}.`,
      'Write the source of the URL, or its URL.',
      'url',
    );
  else if (
    !/^\/[\w.-]+(?:\/[\w.-]+)+\/?$/.test(parsed.pathname) ||
    parsed.search !== '' ||
    parsed.hash !== ''
  )
    add(`${showUrl(url)} is no repository.`, `Write its URL: https://${forge}/owner/name`, 'url');
  else if (own.repository !== undefined && !isSameRepository(url, own.repository.url))
    add(
      `The repository is ${showUrl(url)}, and that of package.json ${own.repository.url}.`,
      'Write the same in both.',
      'url',
    );
  if (
    typeof subfolder === 'string' &&
    !/^(?!\.{0,2}\/)(?!.*(?:\/|^)\.{1,2}(?:\/|$))[^\\\s]+$/.test(subfolder)
  )
    add(
      'The subfolder is no path within the repository.',
      'Write it from the root of the repository on: packages/server',
      'subfolder',
    );
  return found;
}

function checkMeta(meta: Members): PublishFinding[] {
  const others = Object.keys(meta).filter((name) => name !== keptMeta.name);
  const bytes = Buffer.byteLength(JSON.stringify(meta[keptMeta.name] ?? {}));
  const found: PublishFinding[] = [];
  if (others.length > 0)
    found.push(
      tell(
        'warning',
        `Of _meta the registry keeps ${keptMeta.name} alone.`,
        `Move what else there is into that member, or delete it.`,
        '/_meta',
      ),
    );
  if (bytes > keptMeta.mostBytes)
    found.push(
      tell(
        'error',
        `_meta has ${bytes} bytes, and ${keptMeta.mostBytes.toLocaleString('en')} are kept.`,
        'Shorten it.',
        '/_meta',
      ),
    );
  return found;
}
