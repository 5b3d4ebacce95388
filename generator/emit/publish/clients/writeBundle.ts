import { copyTemplate } from '../../render.js';
import type { PublishFacts, PublishedVariable } from '../../../model/publish/facts.js';
import type { Server } from '../../../model/server.js';
import { clipText } from '../../../text/clip.js';
import { toLine } from '../../../text/markdown/escape.js';
import { type PublishedFile, type WriteContext, layOutJson } from '../published.js';

/** The longest description of a tool, as clients show it before the bundle is installed. */
const longest = 300;

/**
 * What an MCPB bundle says of itself (manifest 0.3), and the script that packs it. What its users fill in reaches the server
 * as environment variables.
 */
export function writeBundle({ facts, server, templates }: WriteContext): PublishedFile[] {
  return [
    { path: 'mcpb/manifest.json', content: layOutJson(composeManifest(facts, server)) },
    { path: 'pack.js', content: copyTemplate(templates, 'pack.js') },
  ];
}

function composeManifest(facts: PublishFacts, server: Server): object {
  const { choices, package: own, variables } = facts;
  const { repository, homepage, author, license, keywords } = own;
  return {
    manifest_version: '0.3',
    name: facts.name,
    display_name: facts.title,
    version: facts.version,
    description: facts.summary,
    ...(facts.description !== facts.summary && { long_description: facts.description }),
    ...(author !== undefined && { author }),
    ...(repository !== undefined && { repository: { type: 'git', url: repository.url } }),
    ...(homepage !== undefined && { homepage }),
    ...(choices.documentation !== undefined && { documentation: choices.documentation }),
    ...(choices.support !== undefined && { support: choices.support }),
    ...(choices.icon !== undefined && { icon: choices.icon }),
    server: {
      type: 'node',
      entry_point: 'server/stdio.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/server/stdio.js'],
        ...(variables.length > 0 && {
          env: Object.fromEntries(variables.map(({ name }) => [name, `\${user_config.${name}}`])),
        }),
      },
    },
    ...tellTools(facts, server),
    ...(server.prompts !== undefined && { prompts_generated: true }),
    ...(keywords.length > 0 && { keywords }),
    ...(license !== undefined && { license }),
    ...(choices.privacy !== undefined && { privacy_policies: [choices.privacy] }),
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.19' } },
    ...(variables.length > 0 && {
      user_config: Object.fromEntries(variables.map((variable) => [variable.name, toField(variable)])),
    }),
  };
}

/** Tools that are searched for are not in the list that clients show. */
function tellTools({ isSearched }: PublishFacts, { toolsets }: Server): object {
  if (isSearched) return { tools_generated: true };
  const tools = toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool));
  return {
    tools: tools.map(({ name, description }) => ({
      name,
      description: clipText(toLine(description), longest),
    })),
  };
}

/**
 * What a user is asked for. Without a default, clients hand over the text `${user_config.…}` where nothing is filled in: an
 * empty one counts as not set.
 */
function toField({ title, about, isSecret, isRequired, default: value = '' }: PublishedVariable): object {
  return {
    type: 'string',
    title,
    description: about,
    ...(isSecret && { sensitive: true }),
    required: isRequired,
    ...(!isRequired && { default: isSecret ? '' : value }),
  };
}
