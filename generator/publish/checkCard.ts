import { askOwner } from './askOwner.js';
import { type Members, isMap } from '../model/document.js';
import type { PublishFinding } from '../model/publish/facts.js';
import { parseUrl } from '../text/parseUrl.js';
import type { CheckContext } from './projectFiles.js';
import {
  checkAgainst,
  checkVersion,
  findingsFor,
  listObjects,
  parseWritten,
  readJsonFile,
} from './projectFiles.js';
import { checkRemotes, compareRemotes } from './registry/checkRemotes.js';

const cardFile = 'well-known/server-card.json';
const catalogFile = 'well-known/ai-catalog.json';
const files = [
  { file: cardFile, schema: 'server-card.schema.json', part: '#/$defs/ServerCard' },
  { file: catalogFile, schema: 'ai-catalog.level1.schema.json', part: undefined },
];
const own = findingsFor('card', 'mcpwright.yaml');

/** Holds the server card and the catalogue against their schemas, and against what the project is now. */
export async function checkCard(context: CheckContext): Promise<PublishFinding[]> {
  const { facts } = context;
  const { url } = facts.choices;
  if (url === undefined)
    return [
      askOwner(
        'card',
        'error',
        'url',
        facts,
        'A server card leads to a server that everybody reaches, and no address is named.',
      ),
    ];
  const found = checkServed(url, context);
  for (const { file, schema, part } of files) {
    const { value, findings } = await readJsonFile('card', file, context);
    found.push(...findings);
    if (value === undefined) continue;
    const tell = findingsFor('card', file);
    found.push(...checkAgainst(value, context.schemas.get(schema) ?? '{}', tell, part));
    if (!isMap(value)) continue;
    const written = parseWritten(file, context);
    found.push(...(file === cardFile ? compareCard(value, written) : compareCatalog(value, written)));
    if (file === cardFile) found.push(...checkVersion(value['version'], facts, tell));
  }
  return found;
}

/** Where clients ask for the card: the catalogue leads there. */
function locateCard(url: string): string {
  return `${url.replace(/\/$/, '')}/server-card`;
}

/** Somebody has to answer where the catalogue leads: the server itself, or the site that has the files. */
function checkServed(url: string, { server, facts }: CheckContext): PublishFinding[] {
  const { http, worker, lambda } = facts.transports;
  if (server.choices?.card === true && (http || worker || lambda)) return [];
  const catalog = new URL('/.well-known/ai-catalog.json', parseUrl(url)?.origin ?? url).href;
  return [
    own(
      'warning',
      `The catalogue leads to ${locateCard(url)}, which the server does not answer.`,
      `Write in mcpwright.yaml, under features: card: true, and run mcpwright publish; or have your site serve ${cardFile} there, as application/mcp-server-card+json, and ${catalogFile} at ${catalog}, as application/ai-catalog+json.`,
      '/features/card',
    ),
  ];
}

/** The card is called as the server is, and leads to its public URL, and nowhere that others do not reach. */
function compareCard(card: Members, written: Members): PublishFinding[] {
  const tell = findingsFor('card', cardFile);
  const found = [
    ...compareRemotes(card['remotes'], written['remotes'], tell),
    ...checkRemotes(card['remotes'], tell),
  ];
  if (card['name'] !== written['name'])
    found.push(
      tell(
        'error',
        `The name is ${JSON.stringify(card['name'])}, and the server is ${JSON.stringify(written['name'])}.`,
        `Write "name": ${JSON.stringify(written['name'])}, or the other as publish.name in mcpwright.yaml.`,
        '/name',
      ),
    );
  return found;
}

/** The catalogue leads to the card, under the name of the server. */
function compareCatalog(catalog: Members, written: Members): PublishFinding[] {
  const tell = findingsFor('card', catalogFile);
  const given = listObjects(catalog['entries']);
  return listObjects(written['entries']).flatMap(({ url, identifier }) => {
    const index = given.findIndex((one) => one['url'] === url);
    if (index === -1)
      return [
        tell(
          'error',
          `It does not lead to ${String(url)}.`,
          `Run mcpwright publish; if you have changed the address, write: "url": "${String(url)}"`,
          '/entries',
        ),
      ];
    if (given[index]?.['identifier'] === identifier) return [];
    return [
      tell(
        'error',
        'The identifier is not that of the server.',
        `Write "identifier": ${JSON.stringify(identifier)}, or another publish.name in mcpwright.yaml.`,
        `/entries/${index}/identifier`,
      ),
    ];
  });
}
