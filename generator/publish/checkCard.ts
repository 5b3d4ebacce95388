import { isMap } from '../model/document.js';
import type { PublishFinding } from '../model/publish/facts.js';
import type { CheckContext } from './projectFiles.js';
import { checkAgainst, findingsFor, readJsonFile } from './projectFiles.js';

const files = [
  { file: 'well-known/server-card.json', schema: 'server-card.schema.json', part: '#/$defs/ServerCard' },
  { file: 'well-known/ai-catalog.json', schema: 'ai-catalog.level1.schema.json', part: undefined },
];

/** Holds the server card and the catalogue against their schemas, and the card against what the project is now. */
export async function checkCard(context: CheckContext): Promise<PublishFinding[]> {
  const { facts } = context;
  if (facts.choices.url === undefined)
    return [
      findingsFor('card', 'mcpwright.yaml')(
        'error',
        'A server card leads to a server that everybody reaches, and no address is named.',
        'Write it in mcpwright.yaml, under publish: url: https://mcp.example.com/mcp',
        '/publish/url',
      ),
    ];
  const found: PublishFinding[] = [];
  for (const { file, schema, part } of files) {
    const { value, findings } = await readJsonFile('card', file, context);
    found.push(...findings);
    if (value === undefined) continue;
    const tell = findingsFor('card', file);
    found.push(...checkAgainst(value, context.schemas.get(schema) ?? '{}', tell, part));
    if (part !== undefined && isMap(value) && value['version'] !== facts.version)
      found.push(
        tell(
          'error',
          `The version is not that of package.json, ${facts.version}.`,
          'Run mcpwright publish after npm version, so that both agree.',
          '/version',
        ),
      );
  }
  return found;
}
