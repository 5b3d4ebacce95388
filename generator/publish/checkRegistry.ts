import { type Members, isMap } from '../model/document.js';
import { type PublishFinding, isPublishedTo, releaseOf } from '../model/publish/facts.js';
import { askOwner } from './askOwner.js';
import type { CheckContext } from './projectFiles.js';
import { checkAgainst, findingsFor, isMadeUp, readJsonFile, toMap } from './projectFiles.js';

const file = 'server.json';
const tell = findingsFor('registry', file);
const config = findingsFor('registry', 'mcpwright.yaml');

/**
 * Holds server.json against its official schema (2025-12-11), and against what the registry refuses besides: ranges for
 * versions, packages that are not public, names that package.json does not confirm.
 */
export async function checkRegistry(context: CheckContext): Promise<PublishFinding[]> {
  const { facts } = context;
  const { value, findings } = await readJsonFile('registry', file, context);
  const chosen = checkChoices(context);
  if (value === undefined) return [...chosen, ...findings];
  if (!isMap(value)) return [tell('error', 'The file is no JSON object.', 'Restore it.')];
  const entry = value as Entry;
  const bySchema = checkAgainst(value, context.schemas.get('server.schema.json') ?? '{}', tell).filter(
    // The choices say it, with the line to write.
    ({ message }) => !(facts.choices.name === undefined && message.includes('"name"')),
  );
  return [
    ...chosen,
    ...bySchema,
    ...checkEntry(entry, context),
    ...compareEntry(entry, parseWritten(context), context),
  ];
}

interface Entry {
  name?: unknown;
  version?: unknown;
  packages?: unknown;
  remotes?: unknown;
  ['_meta']?: unknown;
}

function checkChoices({ facts }: CheckContext): PublishFinding[] {
  const { choices } = facts;
  const findings: PublishFinding[] = [];
  const ask = (subject: 'name' | 'repository' | 'image', message: string) =>
    findings.push(askOwner('registry', 'error', subject, facts, message));
  if (choices.name === undefined) ask('name', 'The server has no name in the registry.');
  const isDistributed = facts.places.some((place) => ['npm', 'mcpb', 'docker'].includes(place));
  if (!isDistributed && choices.url === undefined)
    findings.push(
      config(
        'error',
        'The entry names neither a package nor an address, so that nobody can run the server.',
        'Add npm, mcpb or docker to publish.to in mcpwright.yaml, or write publish.url.',
        '/publish/to',
      ),
    );
  if (isPublishedTo(facts, 'mcpb') && releaseOf(facts) === undefined)
    ask(
      'repository',
      'The bundle has no address, since package.json names no repository on GitHub or GitLab, whose releases hold it.',
    );
  if (isPublishedTo(facts, 'docker') && choices.image === undefined)
    ask('image', 'The image of the container has no name.');
  if (choices.url === undefined && !facts.transports.stdio)
    findings.push(
      config(
        'error',
        'Packages of the registry are started over stdio, which this project has not.',
        'Add stdio to features.transports, or write publish.url in mcpwright.yaml.',
        '/publish/url',
      ),
    );
  return findings;
}

/** What stands for several versions, or for none that stays (MCP registry, server.json, version). */
const range = /^latest$|[\^~*<>=|]|\.x\b|^x\b|\s-\s/i;

function checkEntry(entry: Entry, { facts }: CheckContext): PublishFinding[] {
  const { package: own, choices } = facts;
  const findings: PublishFinding[] = [];
  if (typeof entry.version === 'string' && range.test(entry.version))
    findings.push(
      tell(
        'error',
        `The version ${JSON.stringify(entry.version)} is a range or a tag, which the registry refuses.`,
        'Write one version, such as 1.0.0.',
        '/version',
      ),
    );
  else if (entry.version !== own.version)
    findings.push(
      tell(
        'error',
        `The version ${JSON.stringify(entry.version)} is not that of package.json, ${own.version}.`,
        'Run mcpwright publish after npm version, so that both agree.',
        '/version',
      ),
    );
  if (choices.name !== undefined && own.mcpName !== choices.name)
    findings.push(
      findingsFor('registry', 'package.json')(
        'error',
        own.mcpName === undefined
          ? 'package.json has no mcpName, by which the registry knows whose package it is.'
          : `The mcpName of package.json, ${own.mcpName}, is not the name of the server, ${choices.name}.`,
        `Write in package.json: "mcpName": ${JSON.stringify(choices.name)}`,
        '/mcpName',
      ),
    );
  const meta = JSON.stringify(entry['_meta'] ?? {});
  if (meta.length > 4_096)
    findings.push(
      tell('error', `_meta has ${meta.length} bytes, and 4,096 are kept.`, 'Shorten it.', '/_meta'),
    );
  for (const [index, one] of listObjects(entry.packages).entries())
    findings.push(...checkPackage(one, `/packages/${index}`, facts.package.publishRegistry));
  for (const [index, one] of listObjects(entry.remotes).entries())
    findings.push(...checkRemote(one, `/remotes/${index}`));
  return findings;
}

function listObjects(value: unknown): Members[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

/** What would be written now, before edits of the owner: it tells how the project publishes itself. */
function parseWritten({ files }: CheckContext): Entry {
  return JSON.parse(files.find(({ path }) => path === file)?.content ?? '{}') as Entry;
}

/** Which place makes the packages of a kind. */
const makers: Record<string, string> = { npm: 'npm', oci: 'docker', mcpb: 'mcpb' };

/** Holds an entry that its owner edited against how the project publishes itself. */
function compareEntry(entry: Entry, written: Entry, { facts }: CheckContext): PublishFinding[] {
  const found: PublishFinding[] = [];
  const add = (message: string, fix: string, at: string) => found.push(tell('error', message, fix, at));
  const { name, url } = facts.choices;
  if (name !== undefined && entry.name !== name)
    add(
      `The name is ${JSON.stringify(entry.name)}, and publish.name ${name}.`,
      `Write "name": ${JSON.stringify(name)}, or the other in mcpwright.yaml.`,
      '/name',
    );
  if (url !== undefined && !listObjects(entry.remotes).some((one) => one['url'] === url))
    add(
      `It does not lead to ${url}, where the server is published.`,
      'Write that under remotes, or the other as publish.url in mcpwright.yaml.',
      '/remotes',
    );
  const wanted = new Map(listObjects(written.packages).map((one) => [one['registryType'], one]));
  for (const [index, one] of listObjects(entry.packages).entries()) {
    const kind = String(one['registryType']);
    const at = `/packages/${index}`;
    const own = wanted.get(kind);
    if (own === undefined && makers[kind] !== undefined)
      add(
        `The package of the kind ${kind} is one that this project does not publish.`,
        `Delete it, or add ${makers[kind]} to publish.to in mcpwright.yaml.`,
        at,
      );
    if (own === undefined) continue;
    wanted.delete(kind);
    for (const member of ['identifier', 'version'])
      if (own[member] !== undefined && one[member] !== own[member])
        add(
          `The ${member} of the ${kind} package is ${JSON.stringify(one[member])}, and this project publishes ${JSON.stringify(own[member])}.`,
          `Write "${member}": ${JSON.stringify(own[member])}`,
          `${at}/${member}`,
        );
    found.push(...compareVariables(one, own, at));
  }
  for (const kind of wanted.keys())
    add(
      `The package of the kind ${String(kind)} is missing.`,
      `Restore it, or take ${makers[String(kind)] ?? 'its place'} out of publish.to in mcpwright.yaml.`,
      '/packages',
    );
  return found;
}

/** Variables that the server reads whatever its API is. */
const ofServer = /^(?:MCP_\w+|HTTPS?_PROXY|NO_PROXY|HOST|PORT)$/;

function compareVariables(one: Members, own: Members, at: string): PublishFinding[] {
  const [given, read] = [one, own].map((side) =>
    listObjects(side['environmentVariables']).map(({ name }) => String(name)),
  );
  const missing = (read ?? []).filter((name) => given?.includes(name) !== true);
  const unread = (given ?? []).filter((name) => read?.includes(name) !== true && !ofServer.test(name));
  const where = `${at}/environmentVariables`;
  return [
    ...missing.map((name) =>
      tell('warning', `Users are not asked for ${name}, which the server reads.`, 'Restore it.', where),
    ),
    ...unread.map((name) =>
      tell(
        'error',
        `Users are asked for ${name}, which the server does not read.`,
        'Delete it, or give it the name that .env.example has.',
        where,
      ),
    ),
  ];
}

/** Registries of images that the MCP registry takes. */
const imageHosts = /^(?:docker\.io|ghcr\.io|mcr\.microsoft\.com|[\w-]+\.pkg\.dev|[\w-]+\.azurecr\.io)\//;
const bundles =
  /^https:\/\/(?:github\.com\/[^/]+\/[^/]+\/releases\/download\/|gitlab\.com\/.+\/-\/releases\/)/;

function checkPackage(one: Members, at: string, publishRegistry: string | undefined): PublishFinding[] {
  const findings: PublishFinding[] = [];
  const add = (message: string, fix: string, member: string) =>
    findings.push(tell('error', message, fix, `${at}/${member}`));
  const { registryType, identifier, version, fileSha256 } = one;
  const id = typeof identifier === 'string' ? identifier : '';
  const lacksVersion = version === undefined || (typeof version === 'string' && range.test(version));
  if (registryType === 'npm') {
    if (lacksVersion) add('An npm package needs one version.', 'Write it, such as 1.0.0.', 'version');
    if (publishRegistry !== undefined)
      add(
        `package.json publishes to ${publishRegistry}, and the registry takes packages of the public npm registry alone.`,
        'Take publishConfig.registry out of package.json, or npm out of publish.to in mcpwright.yaml.',
        'identifier',
      );
  } else if (registryType === 'oci') {
    if (version !== undefined)
      add('An image has its version in its name, and no member "version".', 'Delete it.', 'version');
    if (!imageHosts.test(id))
      add(
        `The image ${id} is not on a public registry that is taken: docker.io, ghcr.io, *.pkg.dev, *.azurecr.io or mcr.microsoft.com.`,
        'Write another publish.image in mcpwright.yaml, such as ghcr.io/owner/name.',
        'identifier',
      );
  } else if (registryType === 'mcpb') {
    if (typeof fileSha256 !== 'string')
      findings.push(
        tell(
          'release',
          'The bundle has no fileSha256, which depends on the bundle that is released.',
          'Run npm run build && npm run pack:mcpb, which writes it here; the release workflow does the same.',
          `${at}/fileSha256`,
        ),
      );
    else if (isMadeUp(fileSha256))
      add(
        'The fileSha256 is none of a bundle.',
        'Run npm run build && npm run pack:mcpb, which writes it.',
        'fileSha256',
      );
    if (!bundles.test(id) || !/mcp/i.test(id))
      add(
        `The bundle is taken from releases of GitHub or GitLab whose address says "mcp", and not from ${id}.`,
        'Write the address of the released file.',
        'identifier',
      );
  } else
    add(
      `Packages of the kind ${JSON.stringify(registryType)} are not written by mcpwright, and the registry may refuse them.`,
      'Use npm, oci or mcpb.',
      'registryType',
    );
  const base = one['registryBaseUrl'];
  if (base !== undefined && registryType !== 'npm')
    add('It must not have a registryBaseUrl.', 'Delete it.', 'registryBaseUrl');
  return findings;
}

function checkRemote({ url, type, variables }: Members, at: string): PublishFinding[] {
  const findings: PublishFinding[] = [];
  if (type === 'sse')
    findings.push(
      tell('warning', 'The transport sse is deprecated.', 'Write "type": "streamable-http".', `${at}/type`),
    );
  if (typeof url !== 'string' || !url.startsWith('https://') || /\/\/(?:localhost|127\.)/.test(url))
    findings.push(
      tell(
        'error',
        `The address ${JSON.stringify(url)} is not one that everybody reaches by https.`,
        'Write publish.url in mcpwright.yaml: https://mcp.example.com/mcp',
        `${at}/url`,
      ),
    );
  const named = [...String(url).matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
  const known = Object.keys(toMap(variables));
  for (const name of named.filter((one) => !known.includes(one)))
    findings.push(
      tell('error', `{${name}} in the address is not in variables.`, 'Describe it there.', `${at}/variables`),
    );
  return findings;
}
