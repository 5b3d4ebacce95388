import type { Members } from '../../model/document.js';
import type { PublishFacts, PublishFinding } from '../../model/publish/facts.js';
import { findingsFor, toMap } from '../projectFiles.js';

const tell = findingsFor('mcpb', 'mcpb/manifest.json');
const entry = '${__dirname}/server/stdio.js';

/**
 * Holds how clients start an MCPB bundle (manifest 0.3, server.mcp_config) against what is in it, and against what its users
 * fill in: all of it has to reach the server, secrets have to be told as such, on every platform.
 *
 * @param written - the manifest as it is written now, before edits
 */
export function checkStart(manifest: Members, written: Members, facts: PublishFacts): PublishFinding[] {
  const start = toMap(toMap(manifest['server'])['mcp_config']);
  const fields = toMap(manifest['user_config']);
  const wanted = Object.keys(toMap(toMap(toMap(written['server'])['mcp_config'])['env']));
  const at = '/server/mcp_config';
  const found = checkCommand(start, at);
  if (start['args'] === undefined) found.push(...checkProgram([], at));
  found.push(...checkEnvironment(start['env'], fields, wanted, `${at}/env`));
  for (const [platform, override] of Object.entries(toMap(start['platform_overrides']))) {
    const inside = `${at}/platform_overrides/${platform}`;
    const own = toMap(override);
    found.push(...checkCommand(own, inside));
    if (own['env'] !== undefined)
      found.push(...checkEnvironment(own['env'], fields, wanted, `${inside}/env`));
  }
  return [...found, ...checkFields(start, fields, facts)];
}

function checkCommand({ command, args }: Members, at: string): PublishFinding[] {
  const found: PublishFinding[] = [];
  if (typeof command === 'string' && command !== 'node') {
    const runsModules = /(?:^|[\\/])(?:node|bun|deno)(?:\.exe)?$/.test(command);
    found.push(
      tell(
        runsModules ? 'warning' : 'error',
        runsModules
          ? 'The command is not the Node.js that clients have: users have to install it.'
          : 'The command does not start the server, which runs on Node.js.',
        'Write "command": "node".',
        `${at}/command`,
      ),
    );
  }
  return args === undefined ? found : [...found, ...checkProgram(args, at)];
}

/** What is started is the one program of the bundle; options may stand before it, and arguments behind. */
function checkProgram(args: unknown, at: string): PublishFinding[] {
  const words = (Array.isArray(args) ? args : []).map((one) => String(one).replaceAll('${/}', '/'));
  if (words.includes(entry)) return [];
  return [
    tell(
      'error',
      'What is started is not in the bundle, where dist/stdio.js is server/stdio.js; clients do not start it in its folder.',
      `Write "args": ["${entry}"].`,
      `${at}/args`,
    ),
  ];
}

/** What users are asked for has to be handed over; the environment of a platform takes the place of the general one. */
function checkEnvironment(
  env: unknown,
  fields: Members,
  wanted: readonly string[],
  at: string,
): PublishFinding[] {
  const given = toMap(env);
  return wanted
    .filter((name) => given[name] === undefined && given[`${name}_FILE`] === undefined)
    .map((name) =>
      fields[name] === undefined
        ? tell('warning', `Users are not asked for ${name}, which the server reads.`, `Restore ${name}.`, at)
        : tell(
            'error',
            `What users fill in for ${name} is not handed over to the server.`,
            `Write "${name}": "\${user_config.${name}}" there.`,
            at,
          ),
    );
}

/** A value of the environment, and where it stands. */
interface Handed {
  name: string;
  text: string;
  at: string;
}

function listHanded(start: Members): Handed[] {
  const platforms = Object.entries(toMap(start['platform_overrides'])).map(
    ([platform, one]) => [`/platform_overrides/${platform}`, toMap(one)] as const,
  );
  return [['', start] as const, ...platforms].flatMap(([place, { env }]) =>
    Object.entries(toMap(env)).map(([name, text]) => ({
      name,
      text: String(text),
      at: `/server/mcp_config${place}/env/${name}`,
    })),
  );
}

/** Clients hand over the reference itself where an optional value is not filled in and has no default, and show what is not sensitive. */
function checkFields(start: Members, fields: Members, facts: PublishFacts): PublishFinding[] {
  const secrets = new Set(facts.variables.filter(({ isSecret }) => isSecret).map(({ name }) => name));
  return listHanded(start).flatMap(({ name, text, at }) => {
    const [, key] = /^\$\{user_config\.([^}]+)\}$/.exec(text) ?? [];
    if (key === undefined) return [];
    if (fields[key] === undefined)
      return [
        tell('error', `${name} refers to ${key}, which user_config does not have.`, 'Describe it there.', at),
      ];
    const { required, default: fallback, sensitive } = toMap(fields[key]);
    const found: PublishFinding[] = [];
    if (required !== true && fallback === undefined)
      found.push(
        tell(
          'error',
          `Where ${key} is not filled in, clients hand over the text ${text}.`,
          'Write "default": "" there, which counts as not set.',
          `/user_config/${key}`,
        ),
      );
    if (secrets.has(name) && sensitive !== true)
      found.push(
        tell(
          'error',
          `${name} is a secret, and clients would show and store it as a plain text.`,
          'Write "sensitive": true there.',
          `/user_config/${key}`,
        ),
      );
    return found;
  });
}
