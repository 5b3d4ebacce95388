import type { PublishFinding } from '../model/publish/facts.js';
import { isReservedHost, parseUrl } from '../text/parseUrl.js';
import { type CheckContext, findingsFor } from './projectFiles.js';

/** What lines to copy have in place of what the owner fills in: `your-name`, `YOUR_DOMAIN`, `<owner>`. */
const placeholder =
  /(?<![a-z])your[-_ ]?(?:account|app|company|domain|host|id|name|org(?:ani[sz]ation)?|package|project|repo(?:sitory)?|server|team|user(?:[-_ ]?name)?)(?![a-z])|<[^<>]*>/i;

/** What is called after an account: a scoped package, a name in the MCP registry, an image, a repository. */
const ofAccount =
  /^(?:@|io\.git(?:hub|lab)\.|(?:[\w-]+\.)+[\w-]+(?::\d+)?\/|https?:\/\/(?:www\.)?(?:github|gitlab|raw\.githubusercontent)\.com\/)([^/]+)\//i;
const nobody = /^(?:account|me|namespace|org|organi[sz]ation|owner|someone|user|user-?name|you)$/i;

/** Texts for people, in which these words mean what they say. */
const prose = new Set(['title', 'description']);

/** What package.json and the choices still have of the lines that were copied into them. */
export function checkExamples({ facts }: Pick<CheckContext, 'facts'>): PublishFinding[] {
  const { package: own, choices } = facts;
  const { to: _, ...chosen } = choices;
  const { name, author, homepage, bugs, repository, mcpName } = own;
  const said: [file: string, at: string, text: string | undefined][] = [
    ...Object.entries(chosen)
      .filter(([key]) => !prose.has(key))
      .map(([key, text]): [string, string, string] => ['mcpwright.yaml', `/publish/${key}`, String(text)]),
    ['package.json', '/name', name],
    ['package.json', '/author', author && [author.name, author.email, author.url].join(' ')],
    ['package.json', '/homepage', homepage],
    ['package.json', '/bugs', bugs],
    ['package.json', '/repository', repository?.url],
    ['package.json', '/mcpName', mcpName === choices.name ? '' : mcpName],
  ];
  return said
    .filter(([, at, text = '']) => isExample(text, at))
    .map(([file, at, text = '']) =>
      findingsFor('all', file)(
        'error',
        `${JSON.stringify(text.trim())} is an example.`,
        'Write your own in its place.',
        at,
      ),
    );
}

function isExample(text: string, at: string): boolean {
  return (
    placeholder.test(text) ||
    nobody.test(ofAccount.exec(text)?.[1] ?? '') ||
    text.split(/\s+/).some((word) => isReservedHost(findHost(word, at)))
  );
}

/** The host that a URL, an address of mail, an image, or a name in the MCP registry (`com.example/petstore`) is of; or nothing. */
function findHost(word: string, at: string): string {
  const [first = '', ...rest] = word.split('/');
  if (/^\/(?:publish\/name|mcpName)$/.test(at)) return first.split('.').toReversed().join('.');
  if (at === '/publish/image') return rest.length > 0 ? first.replace(/:\d+$/, '') : '';
  const { hostname = '' } = parseUrl(word) ?? {};
  return hostname === '' ? (/^[^@\s]+@([^@\s?]+)/.exec(word)?.[1] ?? '') : hostname;
}
