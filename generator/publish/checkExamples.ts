import { parseUrl } from '../text/parseUrl.js';
import type { PublishFinding } from '../model/publish/facts.js';
import { type CheckContext, findingsFor } from './projectFiles.js';

/** Names and addresses that lines to copy have in place of the owner's (RFC 2606 reserves the hosts). */
const names = /(?:^|[^a-z])(?:your-(?:name|server|company|org)|your name)(?:$|[^a-z])/i;
const hosts = /(?:^|\.)(?:example\.(?:com|net|org)|example)$/;

/** What package.json and the choices still have of the lines that were copied into them. */
export function checkExamples({ facts }: Pick<CheckContext, 'facts'>): PublishFinding[] {
  const { package: own, choices } = facts;
  const { to: _, ...chosen } = choices;
  const { name, author, homepage, bugs, repository, mcpName } = own;
  const said: [file: string, at: string, text: string | undefined][] = [
    ...Object.entries(chosen).map(([key, text]): [string, string, string] => [
      'mcpwright.yaml',
      `/publish/${key}`,
      String(text),
    ]),
    ['package.json', '/name', name],
    ['package.json', '/author', author && [author.name, author.url ?? ''].join(' ')],
    ['package.json', '/homepage', homepage],
    ['package.json', '/bugs', bugs],
    ['package.json', '/repository', repository?.url],
    ['package.json', '/mcpName', mcpName === choices.name ? '' : mcpName],
  ];
  return said
    .filter(([, , text = '']) => isExample(text))
    .map(([file, at, text = '']) =>
      findingsFor('all', file)(
        'error',
        `${JSON.stringify(text.trim())} is an example.`,
        'Write your own in its place.',
        at,
      ),
    );
}

function isExample(text: string): boolean {
  const url = text.split(/\s/).find((word) => /^https?:/.test(word));
  const namespace = text.split('/')[0]?.split('.').toReversed().join('.') ?? '';
  return names.test(text) || hosts.test(parseUrl(url ?? '')?.hostname ?? '') || hosts.test(namespace);
}
