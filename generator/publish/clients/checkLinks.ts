import { wayOf, type PublishFinding } from '../../model/publish/facts.js';
import { type CheckContext, findingsFor, readFileText, tellMissing } from '../projectFiles.js';
import { checkLaunches } from './checkLaunches.js';
import { checkWay } from './checkPlugin.js';

/** Holds INSTALL.md against what is published now: it leads there. */
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
  return [...found, ...checkLaunches(text, file, facts)];
}
