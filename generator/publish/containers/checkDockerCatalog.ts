import { askOwner } from '../askOwner.js';
import { type Members, isMap } from '../../model/document.js';
import type { PublishFinding } from '../../model/publish/facts.js';
import { isSameRepository, showUrl } from '../../text/parseUrl.js';
import {
  type CheckContext,
  findingsFor,
  isMadeUp,
  readYamlFile,
  tellMissing,
  readPngSize,
  toMap,
} from '../projectFiles.js';

const file = 'docker-catalog/server.yaml';
const tell = findingsFor('docker-catalog', file);
const config = findingsFor('docker-catalog', 'mcpwright.yaml');
const manifest = findingsFor('docker-catalog', 'package.json');

/** Holds the entry of Docker's catalogue against the rules that the checks of docker/mcp-registry have: it publishes no schema. */
export async function checkDockerCatalog(context: CheckContext): Promise<PublishFinding[]> {
  const { values, findings } = await readYamlFile('docker-catalog', file, context);
  if (findings.length > 0) return findings;
  const [entry] = values;
  if (!isMap(entry)) return [tell('error', 'It is no mapping.', 'Restore it, or delete it and publish.')];
  return [
    ...checkIdentity(entry, context),
    ...checkAbout(entry, context),
    ...(entry['type'] === 'remote' ? await checkRemoteEntry(entry, context) : checkSource(entry, context)),
    ...checkConfig(entry),
    ...checkLicence(context),
    ...(await checkIcon(context)),
  ];
}

const kinds = new Set(['server', 'remote']);
const members = new Set(
  'name image type meta about source run config remote oauth dynamic longLived tools poci requirement'.split(
    ' ',
  ),
);

function checkIdentity(entry: Members, { facts }: CheckContext): PublishFinding[] {
  const found: PublishFinding[] = [];
  const { name, type, image } = entry;
  if (typeof name !== 'string' || !/^[a-z0-9-]+$/.test(name))
    found.push(
      tell(
        'error',
        'The name may have small letters, digits and "-" alone.',
        `Write: name: ${facts.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
        '/name',
      ),
    );
  if (!kinds.has(String(type)))
    found.push(
      tell('error', `There is no type ${JSON.stringify(type)}.`, 'Write: type: server, or remote', '/type'),
    );
  if (type === 'server' && image !== `mcp/${String(name)}`)
    found.push(
      tell(
        'error',
        'Docker builds the image under its own name.',
        `Write: image: mcp/${String(name)}`,
        '/image',
      ),
    );
  for (const member of Object.keys(entry).filter((one) => !members.has(one)))
    found.push(
      tell(
        'warning',
        `The member ${member} is not known there.`,
        'Look whether it is misspelt.',
        `/${member}`,
      ),
    );
  return found;
}

function checkAbout(entry: Members, { facts }: CheckContext): PublishFinding[] {
  const found: PublishFinding[] = [];
  const { title, description, icon } = toMap(entry['about']);
  const words = typeof title === 'string' ? title.split(/\s+/) : [];
  if (words.join('') === '')
    found.push(tell('error', 'It has no title.', 'Write publish.title in mcpwright.yaml.', '/about/title'));
  if (words.some((word) => /^(?:mcp|servers?)$/i.test(word)))
    found.push(
      tell(
        'error',
        'The title says "MCP" or "Server", which all of them are.',
        'Leave the word out.',
        '/about/title',
      ),
    );
  if (words.some((word) => /^[a-z]/.test(word)))
    found.push(
      tell(
        'error',
        'Words of the title have to begin with capitals.',
        'Write it so: Pet Store',
        '/about/title',
      ),
    );
  if (typeof description !== 'string' || description.trim() === '')
    found.push(
      tell(
        'error',
        'It has no description.',
        'Write publish.description in mcpwright.yaml.',
        '/about/description',
      ),
    );
  if (typeof icon !== 'string' || !icon.startsWith('https://'))
    found.push(
      askOwner(
        'docker-catalog',
        'warning',
        'iconUrl',
        facts,
        'The catalogue shows an icon, and there is none.',
      ),
    );
  const { category, tags } = toMap(entry['meta']);
  if (typeof category !== 'string' || category === '')
    found.push(
      askOwner(
        'docker-catalog',
        'error',
        'category',
        facts,
        'The catalogue sorts servers by category, and there is none.',
      ),
    );
  if (!Array.isArray(tags) || tags.length === 0)
    found.push(tell('warning', 'It has no tags.', 'Write "keywords" in package.json.', '/meta/tags'));
  return found;
}

function checkSource(entry: Members, { facts }: CheckContext): PublishFinding[] {
  const found: PublishFinding[] = [];
  const { project, commit } = toMap(entry['source']);
  if (!facts.places.includes('docker') || !facts.transports.stdio)
    found.push(
      config(
        'error',
        'Docker builds the image from a Dockerfile that starts the server over stdio, and there is none.',
        'Add docker to publish.to and stdio to features.transports in mcpwright.yaml, or write publish.url and take docker out.',
        '/publish/to',
      ),
    );
  if (typeof project !== 'string' || !project.startsWith('https://'))
    found.push(
      askOwner(
        'docker-catalog',
        'error',
        'repository',
        facts,
        'Docker builds the image from a public repository, and none is named.',
      ),
    );
  else if (facts.package.repository !== undefined && !isSameRepository(project, facts.package.repository.url))
    found.push(
      tell(
        'error',
        `Docker would build the image from ${showUrl(project)}, and package.json names ${facts.package.repository.url}.`,
        'Write the same repository in both.',
        '/source/project',
      ),
    );
  const isNamed = typeof commit === 'string' && /^[0-9a-f]{40}$/.test(commit) && !isMadeUp(commit);
  if (!isNamed)
    found.push(
      tell(
        commit === '' ? 'release' : 'error',
        'It does not say which commit the image is built from.',
        'Write all 40 digits under source: commit: once the release is pushed; git rev-parse HEAD prints them.',
        '/source/commit',
      ),
    );
  return found;
}

async function checkRemoteEntry(entry: Members, context: CheckContext): Promise<PublishFinding[]> {
  const found: PublishFinding[] = [];
  const { transport_type: transport, url } = toMap(entry['remote']);
  if (transport !== 'streamable-http')
    found.push(
      tell(
        'error',
        'The server speaks Streamable HTTP.',
        'Write: transport_type: streamable-http',
        '/remote/transport_type',
      ),
    );
  if (typeof url !== 'string' || !url.startsWith('https://'))
    found.push(
      tell('error', 'It names no https URL.', 'Write publish.url in mcpwright.yaml.', '/remote/url'),
    );
  const isDynamic = toMap(entry['dynamic'])['tools'] === true;
  const tools = await context.read('docker-catalog/tools.json');
  if (!isDynamic && (entry['oauth'] !== undefined || tools === undefined))
    found.push(
      tell(
        'error',
        'It does not say where its tools are listed.',
        'Write: dynamic: { tools: true }',
        '/dynamic/tools',
      ),
    );
  const readme = 'docker-catalog/readme.md';
  return (await context.read(readme)) === undefined
    ? [...found, tellMissing('docker-catalog', readme)]
    : found;
}

function checkConfig(entry: Members): PublishFinding[] {
  const { secrets, env } = toMap(entry['config']);
  const prefix = String(entry['name']);
  const wrong = (Array.isArray(secrets) ? secrets : []).flatMap((one, index) => {
    const name = String(isMap(one) ? one['name'] : '');
    const at = `/config/secrets/${index}`;
    if (!name.startsWith(`${prefix}.`) || !/^[\w-]+\.\w+$/.test(name))
      return tell(
        'error',
        `The secret ${JSON.stringify(name)} does not begin with the name of the server.`,
        `Write: name: ${prefix}.api_key`,
        `${at}/name`,
      );
    const example = String(isMap(one) ? (one['example'] ?? '') : '');
    if (example === '' || /^<.*>$/.test(example)) return [];
    return tell(
      'warning',
      'The example may be a real secret.',
      'Write one in brackets: <API_KEY>',
      `${at}/example`,
    );
  });
  const parameters = toMap(toMap(entry['config'])['parameters']);
  const known = Object.keys(toMap(parameters['properties']));
  const unknown = (Array.isArray(env) ? env : []).flatMap((one, index) => {
    const [, scope, key = ''] = /\{\{([\w-]+)\.(\w+)/.exec(String(isMap(one) ? one['value'] : '')) ?? [];
    if (scope === undefined || (scope === prefix && known.includes(key))) return [];
    return tell(
      'error',
      `{{${scope}.${key}}} is no parameter of the server.`,
      `Describe it under config.parameters.properties, and write {{${prefix}.${key}}}.`,
      `/config/env/${index}/value`,
    );
  });
  return [...wrong, ...unknown];
}

function checkLicence({ facts }: CheckContext): PublishFinding[] {
  const { license } = facts.package;
  if (license === undefined)
    return [askOwner('docker-catalog', 'error', 'license', facts, 'The server has no license.')];
  if (!/\bA?GPL/i.test(license)) return [];
  return [
    manifest(
      'error',
      `The catalogue takes no servers under ${license}.`,
      'Take docker-catalog out of publish.to in mcpwright.yaml, or choose another licence.',
      '/license',
    ),
  ];
}

const largestIcon = { pixels: 512, bytes: 2 * 1024 * 1024 };

/** The icon of the project; of one that is no PNG, only the bytes are counted. */
async function checkIcon({ facts, read }: CheckContext): Promise<PublishFinding[]> {
  const { icon } = facts.choices;
  const bytes = icon === undefined ? undefined : await read(icon);
  if (icon === undefined || bytes === undefined) return [];
  const { width = 0, height = 0 } = readPngSize(bytes) ?? {};
  const isLarge = Math.max(width, height) > largestIcon.pixels;
  if (!isLarge && bytes.length <= largestIcon.bytes) return [];
  return [
    findingsFor('docker-catalog', icon)(
      'warning',
      'The icon is larger than 512 by 512 pixels, or than 2 MB.',
      'Make it smaller.',
    ),
  ];
}
