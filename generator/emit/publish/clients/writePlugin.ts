import type { PublishFacts } from '../../../model/publish/facts.js';
import { type Launch, chooseLaunch } from '../../../model/publish/chooseLaunch.js';
import { type PublishedFile, type WriteContext, layOutJson, nameToken } from '../published.js';

const schemas = 'https://agent-plugins.org/schemas/1.0.0';

/**
 * The project as a plugin: for all clients of Agent Plugins 1.0.0 (`plugin.json`, `mcp.json`), and for Claude Code, which has
 * a form of its own. The two name the server apart, since a plugin of Agent Plugins has no references to environment
 * variables (1.0.0, section 7.2.1): a reference would reach the server as text.
 */
export function writePlugin({ facts }: WriteContext): PublishedFile[] {
  const name = namePlugin(facts.name);
  const launch = chooseLaunch(facts, facts.version);
  const about = describePlugin(name, facts);
  return [
    {
      path: 'plugin.json',
      content: layOutJson({ $schema: `${schemas}/plugin.schema.json`, ...about }),
    },
    {
      path: 'mcp.json',
      content: layOutJson({
        $schema: `${schemas}/mcp.schema.json`,
        mcpServers: launch === undefined ? {} : { [name]: toPortable(launch) },
      }),
    },
    {
      path: '.claude-plugin/plugin.json',
      content: layOutJson({
        ...about,
        ...(launch !== undefined && { mcpServers: { [name]: toClaude(launch, facts) } }),
      }),
    },
  ];
}

/** The name of the server as plugins are called: a-z, 0-9, `-` and `.`, 64 characters, no `--` (Agent Plugins 1.0.0, section 5.5). */
function namePlugin(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/\.{2,}/g, '.');
  return plain.slice(0, 64).replaceAll(/^[.-]+|[.-]+$/g, '') || 'server';
}

function describePlugin(name: string, { version, summary, package: own }: PublishFacts): object {
  const { author, homepage, repository, license, keywords } = own;
  return {
    name,
    version,
    description: summary,
    ...(author !== undefined && { author }),
    ...(homepage !== undefined && { homepage }),
    ...(repository !== undefined && { repository: repository.url }),
    ...(license !== undefined && { license }),
    ...(keywords.length > 0 && { keywords }),
  };
}

/** The server as Agent Plugins has it (1.0.0, section 7.2.1): credentials come from the environment of the client. */
function toPortable(launch: Launch): object {
  return launch.kind === 'remote'
    ? { type: 'streamable-http', url: launch.url }
    : { type: 'stdio', command: launch.command, args: launch.args };
}

/** The server as Claude Code has it, which fills in `${NAME:-}` from the environment, with nothing where it is not set. */
function toClaude(launch: Launch, facts: PublishFacts): object {
  if (launch.kind === 'remote')
    return {
      type: 'http',
      url: launch.url,
      ...(launch.access === 'token' && { headers: { Authorization: `Bearer \${${nameToken(facts)}:-}` } }),
    };
  const env = facts.variables.map(({ name }) => [name, `\${${name}:-}`]);
  return {
    type: 'stdio',
    command: launch.command,
    args: launch.args,
    ...(env.length > 0 && { env: Object.fromEntries(env) as object }),
  };
}
