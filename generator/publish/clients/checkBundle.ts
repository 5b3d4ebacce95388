import { isMap } from '../../model/document.js';
import type { PublishFinding } from '../../model/publish/facts.js';
import { askOwner } from '../askOwner.js';
import { type CheckContext, checkAgainst, findingsFor, readJsonFile, readPngSize } from '../projectFiles.js';

const file = 'mcpb/manifest.json';
const tell = findingsFor('mcpb', file);
const config = findingsFor('mcpb', 'mcpwright.yaml');

/** The icon that clients want, and the largest that is taken. */
const icons = { side: 512, mostBytes: 1_000_000 };

interface Manifest {
  version?: unknown;
  icon?: unknown;
  server?: { entry_point?: unknown; mcp_config?: { args?: unknown; env?: unknown } };
  user_config?: unknown;
}

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
  const manifest = value as Manifest;
  return [
    ...members,
    ...bySchema,
    ...checkServer(manifest, context),
    ...checkFields(manifest),
    ...(await checkIcon(manifest, context)),
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

function checkServer({ version, server }: Manifest, { facts }: CheckContext): PublishFinding[] {
  const found: PublishFinding[] = [];
  if (version !== facts.version)
    found.push(
      tell(
        'error',
        `The version ${JSON.stringify(version)} is not that of package.json, ${facts.version}.`,
        'Run mcpwright publish after npm version, so that both agree.',
        '/version',
      ),
    );
  const { entry_point: entry, mcp_config: start } = server ?? {};
  if (typeof entry === 'string' && entry !== 'server/stdio.js')
    found.push(
      tell(
        'error',
        `The entry ${entry} is not in the bundle, where dist/stdio.js is server/stdio.js.`,
        'Write "entry_point": "server/stdio.js".',
        '/server/entry_point',
      ),
    );
  const args = Array.isArray(start?.args) ? start.args.map(String) : [];
  if (!args.some((one) => one.startsWith('${__dirname}/')))
    found.push(
      tell(
        'error',
        'What is started is not in the bundle: clients do not start it in its folder.',
        'Write "args": ["${__dirname}/server/stdio.js"].',
        '/server/mcp_config/args',
      ),
    );
  return found;
}

/** Clients hand over the reference itself where an optional value is not filled in and has no default. */
function checkFields({ server, user_config: fields }: Manifest): PublishFinding[] {
  const known = isMap(fields) ? (fields as Record<string, { required?: unknown; default?: unknown }>) : {};
  const env = server?.mcp_config?.env;
  const texts = Object.entries(isMap(env) ? (env as object) : {}).map(
    ([name, text]) => [name, String(text)] as const,
  );
  return texts.flatMap(([name, text]) => {
    const [, key] = /^\$\{user_config\.([^}]+)\}$/.exec(text) ?? [];
    const at = `/server/mcp_config/env/${name}`;
    if (key === undefined) return [];
    const field = known[key];
    if (field === undefined)
      return [
        tell('error', `${name} refers to ${key}, which user_config does not have.`, 'Describe it there.', at),
      ];
    if (field.required === true || field.default !== undefined) return [];
    return [
      tell(
        'error',
        `Where ${key} is not filled in, clients hand over the text ${text}.`,
        'Write "default": "" there, which counts as not set.',
        `/user_config/${key}`,
      ),
    ];
  });
}

async function checkIcon({ icon }: Manifest, { read }: CheckContext): Promise<PublishFinding[]> {
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
