import { type Members, isMap } from '../../model/document.js';
import type { PublishFinding } from '../../model/publish/facts.js';
import { parseUrl } from '../../text/parseUrl.js';
import { askOwner } from '../askOwner.js';
import {
  type CheckContext,
  checkAgainst,
  checkVersion,
  findingsFor,
  listObjects,
  readJsonFile,
  readPngSize,
  parseWritten,
  toMap,
} from '../projectFiles.js';
import { checkStart } from './checkStart.js';

const file = 'mcpb/manifest.json';
const tell = findingsFor('mcpb', file);
const config = findingsFor('mcpb', 'mcpwright.yaml');

/** The icon that clients want, and the largest that is taken. */
const icons = { side: 512, mostBytes: 1_000_000 };

/**
 * Holds the manifest of the MCPB bundle against its official schema (0.3), and against what that does not say: the icon, the
 * version, and values that clients would hand over as text.
 */
export async function checkBundle(context: CheckContext): Promise<PublishFinding[]> {
  const { value, findings } = await readJsonFile('mcpb', file, context);
  const members = checkMembers(context);
  if (!isMap(value)) return [...members, ...findings];
  const schema = context.schemas.get('mcpb-manifest-v0.3.schema.json') ?? '{}';
  const bySchema = checkAgainst(value, schema, tell).filter(
    // What is filled in elsewhere is told with the line to write.
    ({ message }) => !message.startsWith('The file has no "author"'),
  );
  const written = parseWritten(file, context);
  return [
    ...members,
    ...bySchema,
    ...checkServer(value, context),
    ...checkStart(value, written, context.facts),
    ...checkShown(value, written),
    ...(await checkIcon(value, context)),
  ];
}

/** What package.json and the choices have to say. */
function checkMembers({ facts }: CheckContext): PublishFinding[] {
  const { package: manifest, choices, transports } = facts;
  const found: PublishFinding[] = [];
  if (manifest.author === undefined)
    found.push(askOwner('mcpb', 'error', 'author', facts, 'The bundle needs an author.'));
  if (manifest.license === undefined)
    found.push(askOwner('mcpb', 'error', 'license', facts, 'It has no license: others may not use it.'));
  if (choices.privacy === undefined)
    found.push(askOwner('mcpb', 'warning', 'privacy', facts, 'The bundle names no privacy policy.'));
  if (choices.icon === undefined)
    found.push(askOwner('mcpb', 'warning', 'icon', facts, 'The bundle has no icon.'));
  if (!transports.stdio)
    found.push(
      config(
        'error',
        'Clients start a bundle over stdio, which this project has not.',
        'Add stdio to features.transports in mcpwright.yaml, or take mcpb out of publish.to.',
        '/publish/to',
      ),
    );
  return found;
}

function checkServer({ version, server }: Members, { facts }: CheckContext): PublishFinding[] {
  const found = checkVersion(version, facts, tell);
  const { entry_point: entry } = toMap(server);
  if (typeof entry === 'string' && entry !== 'server/stdio.js')
    found.push(
      tell(
        'error',
        `The entry ${JSON.stringify(entry)} is not in the bundle, where dist/stdio.js is server/stdio.js.`,
        'Write "entry_point": "server/stdio.js".',
        '/server/entry_point',
      ),
    );
  return found;
}

/** What users read before they install the bundle: its tools, and what becomes of their data. */
function checkShown(manifest: Members, written: Members): PublishFinding[] {
  const found: PublishFinding[] = [];
  const [given, wanted] = [manifest, written].map(({ tools }) => namesOfTools(tools));
  const missing = [...(wanted ?? [])].filter((name) => given?.has(name) !== true);
  const stale = [...(given ?? [])].filter((name) => wanted?.has(name) !== true);
  if (stale.length > 0 && written['tools'] !== undefined)
    found.push(
      tell(
        'warning',
        `It lists tools that the server does not have: ${nameFirst(stale)}.`,
        'Delete them, or run mcpwright publish.',
        '/tools',
      ),
    );
  if (missing.length > 0 && manifest['tools_generated'] !== true)
    found.push(
      tell(
        'warning',
        `It does not list tools that the server has: ${nameFirst(missing)}.`,
        'Restore them, or write "tools_generated": true.',
        '/tools',
      ),
    );
  const { privacy_policies: policies } = manifest;
  for (const [index, policy] of (Array.isArray(policies) ? policies : []).entries())
    if (typeof policy === 'string' && parseUrl(policy)?.protocol !== 'https:')
      found.push(
        tell(
          'error',
          'The privacy policy is not at an https URL.',
          'Write publish.privacy in mcpwright.yaml, and the same here.',
          `/privacy_policies/${index}`,
        ),
      );
  return found;
}

function namesOfTools(tools: unknown): Set<string> {
  return new Set(listObjects(tools).map(({ name }) => String(name)));
}

/** The first of many names. */
function nameFirst(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}

async function checkIcon({ icon }: Members, { read }: CheckContext): Promise<PublishFinding[]> {
  if (typeof icon !== 'string') return [];
  const say = (severity: PublishFinding['severity'], message: string) => [
    findingsFor('mcpb', icon)(
      severity,
      message,
      `Save a PNG of ${icons.side} by ${icons.side} pixels, ${icons.mostBytes / 1_000_000} MB at most, as ${icon}.`,
    ),
  ];
  const bytes = await read(icon);
  if (bytes === undefined) return say('error', 'The icon is missing.');
  if (bytes.byteLength > icons.mostBytes)
    return say(
      'error',
      `The icon has ${(bytes.byteLength / 1_000_000).toFixed(1)} MB, and ${icons.mostBytes / 1_000_000} MB are taken.`,
    );
  const size = readPngSize(bytes);
  if (size === undefined) return say('error', 'The icon is no PNG.');
  return size.width === icons.side && size.height === icons.side
    ? []
    : say('warning', `The icon has ${size.width} by ${size.height} pixels.`);
}
