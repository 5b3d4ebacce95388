import { type Members, isMap } from '../../model/document.js';
import { type PublishFacts, type PublishFinding, wayOf } from '../../model/publish/facts.js';
import { parseUrl } from '../../text/parseUrl.js';
import { letLogIn } from '../askOwner.js';
import {
  type CheckContext,
  findingsFor,
  readJsonFile,
  toMap,
  checkVersion,
  parseWritten,
} from '../projectFiles.js';

/** How a plugin may be called (Agent Plugins 1.0.0, section 5.5). */
const pluginName = /^(?=.{1,64}$)(?!.*(?:--|\.\.))[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
const schemas = 'https://agent-plugins.org/schemas/1.0.0';

/** What a manifest and the server of a plugin may have: other members make it invalid (Agent Plugins 1.0.0, sections 5 and 7.2.1). */
const closed: Record<'plugin' | 'author' | 'config' | 'stdio' | 'remote', readonly string[]> = {
  plugin: '$schema name version description author homepage repository license keywords extensions'.split(
    ' ',
  ),
  author: ['name', 'email', 'url'],
  config: ['$schema', 'mcpServers'],
  stdio: ['type', 'command', 'args', 'env', 'cwd'],
  remote: ['type', 'url', 'headers'],
};

/** Holds the plugin against the rules of Agent Plugins 1.0.0, and that of Claude Code against its own. */
export async function checkPlugin(context: CheckContext): Promise<PublishFinding[]> {
  const [portable, config, claude] = await Promise.all(
    ['plugin.json', 'mcp.json', '.claude-plugin/plugin.json'].map((file) =>
      readJsonFile('plugin', file, context),
    ),
  );
  const { facts } = context;
  return [
    ...checkWay('plugin', facts),
    ...(facts.choices.url !== undefined && facts.access === 'token'
      ? [
          findingsFor('plugin', 'mcpwright.yaml')(
            'warning',
            'A plugin of Agent Plugins has no place for a token: its users do not get into the server.',
            letLogIn,
            '/publish/access',
          ),
        ]
      : []),
    ...[portable, config, claude].flatMap((one) => one?.findings ?? []),
    ...checkManifest('plugin.json', portable?.value, facts),
    ...checkServers(config?.value),
    ...checkManifest('.claude-plugin/plugin.json', claude?.value, facts),
    ...compareServers('mcp.json', config?.value, context),
    ...compareServers('.claude-plugin/plugin.json', claude?.value, context),
  ];
}

/** The server of this project has to be called or started as it is published now; others are the owner's. */
function compareServers(file: string, value: unknown, context: CheckContext): PublishFinding[] {
  if (value === undefined) return [];
  const given = toMap(toMap(value)['mcpServers']);
  return Object.entries(toMap(parseWritten(file, context)['mcpServers'])).flatMap(([name, written]) => {
    const [has, wanted] = [toMap(given[name]), toMap(written)].map(({ url, command, args }) =>
      [url, command, args].flat().filter((one) => one !== undefined),
    );
    if (JSON.stringify(has) === JSON.stringify(wanted)) return [];
    return findingsFor('plugin', file)(
      'error',
      `The server ${name} is not called or started as it is published now.`,
      `Write there: ${wanted?.map((one) => JSON.stringify(one)).join(', ')}`,
      `/mcpServers/${name}`,
    );
  });
}

/** Whether clients can come by the server at all. */
export function checkWay(place: 'plugin' | 'links', facts: PublishFacts): PublishFinding[] {
  if (wayOf(facts) !== undefined) return [];
  return [
    findingsFor(place, 'mcpwright.yaml')(
      'error',
      'Clients have nothing that they could call or start.',
      'Write publish.url, or add npm to publish.to, or docker with publish.image.',
      '/publish/to',
    ),
  ];
}

function checkManifest(file: string, value: unknown, facts: PublishFacts): PublishFinding[] {
  if (value === undefined) return [];
  const tell = findingsFor('plugin', file);
  const error = (message: string, fix: string, at = '') => tell('error', message, fix, at);
  const manifest = isMap(value) ? value : undefined;
  if (manifest === undefined) return [error('The file is no JSON object.', 'Restore it.')];
  const { name, author, keywords } = manifest;
  const isPortable = file === 'plugin.json';
  const found: PublishFinding[] = [];
  if (isPortable) {
    found.push(...checkSchema(file, manifest, 'plugin'));
    found.push(...checkClosed(file, manifest, 'plugin', ''));
  }
  if (typeof name !== 'string' || !pluginName.test(name))
    found.push(
      error(
        `The name ${JSON.stringify(name)} is none of a plugin: a-z, 0-9, - and ., 64 characters at most, and no "--".`,
        'Write one, such as "petstore".',
        '/name',
      ),
    );
  found.push(...checkVersion(manifest['version'], facts, tell));
  if (author !== undefined) {
    if (!isMap(author))
      found.push(error('The author is no object.', 'Write "author": { "name": "Your Name" }.', '/author'));
    else found.push(...checkClosed(file, author, 'author', '/author'));
  }
  for (const member of ['description', 'homepage', 'repository', 'license'])
    if (manifest[member] !== undefined && typeof manifest[member] !== 'string')
      found.push(error(`${member} is no text.`, 'Write a text.', `/${member}`));
  if (
    keywords !== undefined &&
    !(Array.isArray(keywords) && keywords.every((one) => typeof one === 'string'))
  )
    found.push(error('The keywords are no list of texts.', 'Write "keywords": ["mcp"].', '/keywords'));
  return found;
}

function checkSchema(file: string, value: Members, kind: 'plugin' | 'mcp'): PublishFinding[] {
  const wanted = `${schemas}/${kind}.schema.json`;
  if (value['$schema'] === wanted) return [];
  return [
    findingsFor('plugin', file)(
      'error',
      'The file does not say that it is of Agent Plugins 1.0.0: clients do not read it.',
      `Write "$schema": ${JSON.stringify(wanted)}`,
      '/$schema',
    ),
  ];
}

function checkClosed(file: string, value: Members, kind: keyof typeof closed, at: string): PublishFinding[] {
  return Object.keys(value)
    .filter((member) => !closed[kind].includes(member))
    .map((member) =>
      findingsFor('plugin', file)(
        'error',
        `The member ${JSON.stringify(member)} is not known there, which makes it invalid.`,
        kind === 'plugin' ? 'Delete it, or put it under extensions.' : 'Delete it.',
        `${at}/${member}`,
      ),
    );
}

function checkServers(value: unknown): PublishFinding[] {
  if (value === undefined) return [];
  const file = 'mcp.json';
  const config = toMap(value);
  const servers = config['mcpServers'];
  if (!isMap(servers))
    return [findingsFor('plugin', file)('error', 'The file has no servers.', 'Restore it.', '/mcpServers')];
  return [
    ...checkSchema(file, config, 'mcp'),
    ...checkClosed(file, config, 'config', ''),
    ...Object.entries(servers).flatMap(([name, one]) => checkServer(file, one, `/mcpServers/${name}`)),
  ];
}

/** A server of a plugin (Agent Plugins 1.0.0, section 7.2.1). */
function checkServer(file: string, value: unknown, at: string): PublishFinding[] {
  const tell = findingsFor('plugin', file);
  const server = toMap(value);
  const { type, command, url, env, headers } = server;
  if (type !== 'stdio' && type !== 'streamable-http' && type !== 'sse')
    return [
      tell(
        'error',
        `The type ${JSON.stringify(type)} is not one of stdio, streamable-http and sse.`,
        'Write "type": "stdio" or "type": "streamable-http".',
        `${at}/type`,
      ),
    ];
  const found = checkClosed(file, server, type === 'stdio' ? 'stdio' : 'remote', at);
  if (type === 'stdio' && (typeof command !== 'string' || !/^(?:\.\/)?[^\s/]\S*$/.test(command)))
    found.push(
      tell(
        'error',
        'The command is not one word.',
        'Write "command": "npx", and the rest as args.',
        `${at}/command`,
      ),
    );
  const address = typeof url === 'string' ? parseUrl(url) : undefined;
  const isPublic = address?.protocol === 'https:' && address.username === '' && address.hash === '';
  if (type !== 'stdio' && !isPublic)
    found.push(
      tell(
        'error',
        `The address ${JSON.stringify(url)} is none of https.`,
        'Write publish.url in mcpwright.yaml.',
        `${at}/url`,
      ),
    );
  for (const [name, text] of Object.entries({ ...toMap(env), ...toMap(headers) })) {
    const where = `${at}/${type === 'stdio' ? 'env' : 'headers'}/${name}`;
    if (/\$\{(?!PLUGIN_(?:ROOT|DATA)\})/.test(String(text)))
      found.push(
        tell(
          'error',
          `${name} refers to a variable, which clients of Agent Plugins do not fill in: it would arrive as text.`,
          'Delete it: the server takes what is in the environment of the client.',
          where,
        ),
      );
  }
  return found;
}
