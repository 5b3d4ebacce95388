import { readFileSync, readdirSync } from 'node:fs';
import { composeFacts } from '../../generator/emit/publish/composeFacts.js';
import { planPublished } from '../../generator/emit/publish/planPublished.js';
import type { PublishChoices } from '../../generator/model/publish/choices.js';
import type { PublishFacts, PublishFinding } from '../../generator/model/publish/facts.js';
import type { Server } from '../../generator/model/server.js';
import { checkPlaces } from '../../generator/publish/checkPlaces.js';
import type { CheckContext } from '../../generator/publish/projectFiles.js';
import { makeEntry, makeServer } from './makeServer.js';
import { readTemplates } from './readTemplates.js';

/** A package.json with all that places ask for. */
export const fullManifest = {
  name: '@example/petstore-mcp',
  version: '1.2.3',
  license: 'MIT',
  author: { name: 'Example Ltd', email: 'mcp@petshop.dev', url: 'https://petshop.dev' },
  homepage: 'https://petshop.dev/petstore',
  repository: { type: 'git', url: 'git+https://github.com/example/petstore-mcp.git' },
  keywords: ['mcp', 'pets'],
  mcpName: 'dev.petshop/petstore',
  bin: { 'petstore-mcp': 'dist/stdio.js' },
  files: ['dist'],
  scripts: { build: 'node build.js && node licenses.js', 'pack:mcpb': 'node pack.js' },
};

/** Choices with all that places ask for. */
export const fullChoices: PublishChoices = {
  name: 'dev.petshop/petstore',
  url: 'https://mcp.petshop.dev/mcp',
  access: 'oauth',
  image: 'ghcr.io/example/petstore-mcp',
  privacy: 'https://petshop.dev/privacy',
  support: 'https://petshop.dev/support',
  category: 'developer-tools',
};

/** What npm writes of a project without packages. */
export const lockFile = '{ "lockfileVersion": 3, "packages": {} }\n';

/** A server as it is published: what is told of it, and the files that were written, by path. */
interface Published {
  facts: PublishFacts;
  server: Server;
  files: Map<string, string | Uint8Array>;
  /** The paths of those that were written, and for which place. */
  written: CheckContext['files'];
}

const transports = { stdio: true, http: true, worker: false, lambda: false };

/** A server whose tool asks for the API key. */
export function makeAsking(): Server {
  const entry = makeEntry();
  entry.tool.request.security = [{ key: [] }];
  return makeServer({
    toolsets: [{ name: 'pets', title: 'Pets', description: 'All about pets.', tools: [entry] }],
  });
}

/** Publishes a server as `mcpwright publish` does, without a disk. */
export async function publishServer(
  choices: PublishChoices,
  manifest: object = fullManifest,
  server: Server = makeAsking(),
): Promise<Published> {
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  const parts = { transports, unread: new Set<string>() };
  const about = 'A shop for *pets*.\n\n# More\n\nSee [the site](https://petshop.dev).';
  const facts = composeFacts({ server, choices, about, manifest: text, parts });
  const written = await planPublished(facts, server, readTemplates());
  const files = new Map<string, string | Uint8Array>([['package.json', text]]);
  for (const { path, content } of written) files.set(path, content);
  return { facts, server, files, written };
}

const folder = 'templates/schemas';
const schemas = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]),
);

/** What `publish --check` finds in it. */
export function checkPublished({ facts, server, files, written }: Published): Promise<PublishFinding[]> {
  const read = async (path: string) => {
    const content = files.get(path);
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  return checkPlaces({ facts, server, files: written, read, schemas });
}

/** The same as lines, without what directories ask of the tools: `error server.json/version: … Fix: …`. */
export async function listFound(published: Published): Promise<string[]> {
  const found = await checkPublished(published);
  return found
    .filter(({ place, also }) => place !== 'directories' || also !== undefined)
    .map(({ severity, file, at = '', message, fix }) => `${severity} ${file}${at}: ${message} Fix: ${fix}`);
}

/** The beginning of a PNG, which says its size. */
export function makePng(width: number, height: number, length = 33): Uint8Array {
  const bytes = Buffer.alloc(length);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
