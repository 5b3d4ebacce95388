import { type Members } from '../../model/document.js';
import { wayOf, type PublishFinding } from '../../model/publish/facts.js';
import { type CheckContext, findingsFor, readFileText, tellMissing, toMap } from '../projectFiles.js';
import { checkLaunches } from './checkLaunches.js';
import { checkWay } from './checkPlugin.js';

/** Holds INSTALL.md against what is published now: it leads there, and no link holds a value of a credential. */
export async function checkLinks(context: CheckContext): Promise<PublishFinding[]> {
  const { facts } = context;
  const file = 'INSTALL.md';
  const tell = findingsFor('links', file);
  const way = wayOf(facts);
  if (way === undefined) return checkWay('links', facts);
  const text = await readFileText(context, file);
  if (text === undefined) return [tellMissing('links', file)];
  const { url = '', image = '' } = facts.choices;
  const target = { url, npm: facts.package.name, image }[way];
  const found: PublishFinding[] = [];
  if (!text.includes(target))
    found.push(
      tell(
        'error',
        `The page does not lead to ${target}, where the server is published.`,
        'Run mcpwright publish.',
      ),
    );
  for (const [, config = ''] of text.matchAll(/[?&]config=([\w%+/=-]+)/g)) {
    const env = readConfig(config);
    const held = facts.variables.filter(({ name, isSecret }) => isSecret && (env[name] ?? '') !== '');
    for (const { name } of held)
      found.push(
        tell(
          'error',
          `A link holds a value of ${name}, which everybody would read.`,
          `Restore the link from version control, and get a new value for ${name}.`,
        ),
      );
  }
  return [...found, ...checkLaunches(text, file, facts)];
}

/** The environment variables in the configuration of a link: JSON in base64. */
function readConfig(config: string): Members {
  try {
    const json: unknown = JSON.parse(Buffer.from(decodeURIComponent(config), 'base64').toString('utf8'));
    return toMap(toMap(json)['env']);
  } catch {
    return {};
  }
}
