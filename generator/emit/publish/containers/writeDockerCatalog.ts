import { stringify } from 'yaml';
import { type PublishFacts, type PublishedVariable, isPublishedTo } from '../../../model/publish/facts.js';
import { codeCell, escapeMarkdown } from '../../../text/markdown/escape.js';
import { parseUrl } from '../../../text/parseUrl.js';
import { nameResource, portOf } from './planContainer.js';
import { type PublishedFile, type WriteContext, nameCategory, nameToken } from '../published.js';

/**
 * The entry of Docker's catalogue of MCP servers (docker/mcp-registry, `servers/<name>/server.yaml`): an image that Docker builds
 * from the repository, or the public URL where no image is published. The server lists its tools without any credential, so that
 * there is no `tools.json`: for an image Docker lists them, for a URL the clients do.
 */
export function writeDockerCatalog({ facts }: WriteContext): PublishedFile[] {
  const isRemote = facts.choices.url !== undefined && !isImage(facts);
  const name = nameResource(facts.name);
  const { choices, package: own } = facts;
  const entry = {
    name,
    ...(!isRemote && { image: `mcp/${name}` }),
    type: isRemote ? 'remote' : 'server',
    meta: {
      category: nameCategory('docker-catalog', choices.category ?? ''),
      tags: own.keywords.length > 0 ? own.keywords : [choices.category ?? name],
    },
    about: {
      title: titleCase(facts.title),
      description: facts.summary,
      ...(choices.iconUrl !== undefined && { icon: choices.iconUrl }),
    },
    ...(isRemote ? describeRemote(name, facts) : describeImage(name, facts)),
  };
  const text = `# To be copied to servers/${name}/server.yaml of docker/mcp-registry.\n${stringify(entry, { lineWidth: 0 })}`;
  return [
    { path: 'docker-catalog/server.yaml', content: text },
    ...(isRemote ? [{ path: 'docker-catalog/readme.md', content: composeReadme(facts) }] : []),
  ];
}

/** Whether the catalogue gets an image of it, which is started over stdio. */
function isImage(facts: PublishFacts): boolean {
  return isPublishedTo(facts, 'docker') && facts.transports.stdio;
}

/** A title as the catalogue takes it: words in capitals, and neither "MCP" nor "Server", which all of them are. */
function titleCase(title: string): string {
  const words = title.split(' ').filter((word) => !/^(?:mcp|servers?)$/i.test(word));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function describeImage(name: string, { package: own, variables, origins }: PublishFacts): object {
  const secrets = variables.filter(({ isSecret }) => isSecret);
  const others = variables.filter(({ isSecret }) => !isSecret);
  const hosts = origins.flatMap((origin) => {
    const host = parseUrl(origin)?.hostname;
    return host === undefined ? [] : `${host}:${portOf(origin)}`;
  });
  const required = others.filter(({ isRequired }) => isRequired).map((one) => nameParameter(name, one));
  return {
    source: { project: own.repository?.url ?? '', commit: '' },
    ...(hosts.length > 0 && { run: { allowHosts: hosts } }),
    ...(variables.length > 0 && {
      config: {
        description: 'What the server needs to call the API',
        ...(secrets.length > 0 && {
          secrets: secrets.map((one) => ({
            name: `${name}.${nameParameter(name, one)}`,
            env: one.name,
            example: `<${one.name}>`,
          })),
        }),
        ...(others.length > 0 && {
          env: others.map((one) => ({
            name: one.name,
            example: one.default ?? `<${one.name}>`,
            value: `{{${name}.${nameParameter(name, one)}}}`,
          })),
          parameters: {
            type: 'object',
            properties: Object.fromEntries(
              others.map((one) => [nameParameter(name, one), { type: 'string', description: one.about }]),
            ),
            ...(required.length > 0 && { required }),
          },
        }),
      },
    }),
  };
}

/** A variable within the server: `PETSTORE_API_KEY` is `api_key`. */
function nameParameter(name: string, { name: variable }: PublishedVariable): string {
  const key = variable.toLowerCase();
  const prefix = `${name.replaceAll('-', '_')}_`;
  return key.startsWith(prefix) ? key.slice(prefix.length) : key;
}

function describeRemote(name: string, facts: PublishFacts): object {
  const { choices, access } = facts;
  const env = nameToken(facts);
  const secret = `${name}.mcp_token`;
  return {
    remote: {
      transport_type: 'streamable-http',
      url: choices.url,
      ...(access === 'token' && { headers: { Authorization: `Bearer \${${env}}` } }),
    },
    ...(access === 'token' && {
      config: { secrets: [{ name: secret, env, example: `<${env}>` }] },
    }),
    ...(access === 'oauth' && { oauth: [{ provider: name, secret, env }] }),
    dynamic: { tools: true },
  };
}

function composeReadme({ title, summary, choices, package: own }: PublishFacts): string {
  const links = [
    ['Documentation', choices.documentation ?? own.homepage],
    ['Source', own.repository?.url],
    ['Support', choices.support ?? own.bugs],
    ['Privacy', choices.privacy],
    ['Terms', choices.terms],
  ].flatMap(([word = '', url]) => (url === undefined ? [] : `- ${word}: <${url}>`));
  return [
    `# ${escapeMarkdown(title)}`,
    escapeMarkdown(summary),
    `MCP over Streamable HTTP: ${codeCell(choices.url ?? '')}`,
    ...(links.length > 0 ? [links.join('\n')] : []),
  ]
    .join('\n\n')
    .concat('\n');
}
