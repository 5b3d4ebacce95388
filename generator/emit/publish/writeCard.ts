import { describeCard } from '../describeCard.js';
import {
  type PublishedFile,
  type WriteContext,
  describeEntry,
  layOutJson,
  listRemotes,
} from './published.js';

/**
 * The server card (MCP, SEP-2127, a draft) and the AI catalogue that leads to it, for a site that hosts files. What serves
 * them itself is the part `card` of the runtime. Without a public URL there is nothing that they could lead to.
 */
export function writeCard({ facts, server }: WriteContext): PublishedFile[] {
  const { choices, version, title } = facts;
  const { url } = choices;
  if (url === undefined) return [];
  const { name } = describeCard(server);
  const card = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...describeEntry(facts, name),
    remotes: listRemotes(facts),
  };
  const [space = '', id = ''] = name.split('/');
  const catalog = {
    specVersion: '1.0',
    entries: [
      {
        identifier: `urn:air:${space.split('.').toReversed().join('.')}:mcp:${id}`,
        displayName: title,
        description: facts.summary,
        version,
        type: 'application/mcp-server-card+json',
        url: `${url.replace(/\/$/, '')}/server-card`,
      },
    ],
  };
  return [
    { path: 'well-known/server-card.json', content: layOutJson(card) },
    { path: 'well-known/ai-catalog.json', content: layOutJson(catalog) },
  ];
}
