import { chooseLaunch } from '../../model/publish/chooseLaunch.js';
import { type PublishFacts, type PublishFinding, isPublishedTo } from '../../model/publish/facts.js';
import { isLocalHost, parseUrl, showUrl } from '../../text/parseUrl.js';
import { findingsFor } from '../projectFiles.js';
import { type Told, readInstall } from './readInstall.js';

/** Holds each link, command and configuration of a page for users against how the server is come by now. */
export function checkLaunches(text: string, file: string, facts: PublishFacts): PublishFinding[] {
  const launch = chooseLaunch(facts);
  if (launch === undefined) return [];
  const tell = findingsFor('links', file);
  const wanted = launch.kind === 'remote' ? launch.url : [launch.command, ...launch.args].join(' ');
  const fix = `Run mcpwright publish; if the line is one that you have changed, write there: ${wanted}`;
  return readInstall(text, facts.name).flatMap((told) => {
    const { where, url, words } = told;
    if (url === undefined && words === undefined)
      return tell(
        where.includes('JSON') ? 'warning' : 'error',
        `${where} cannot be read by the client.`,
        fix,
      );
    const address = url ?? findAddress(words ?? [], facts);
    if (address !== undefined)
      return leadsThere(address, facts)
        ? []
        : tell(
            'error',
            `${where} leads to ${showUrl(address)}, and not to where the server is published.`,
            fix,
          );
    return checkProgram(told, facts).map(([severity, what, but]) =>
      tell(severity, `${where} leads to ${what}, and ${but}.`, fix),
    );
  });
}

/** Servers on the machine of the reader are theirs. */
function leadsThere(address: string, { choices: { url } }: PublishFacts): boolean {
  const { hostname = '' } = parseUrl(address) ?? {};
  if (isLocalHost(hostname)) return true;
  return url !== undefined && (address === url || address.startsWith(`${url}?`));
}

/** The names by which programs get the server, and whether it is published there. */
function listSources({ choices, package: own, ...facts }: PublishFacts): string[] {
  if (!facts.transports.stdio) return [];
  const image = isPublishedTo(facts, 'docker') ? (choices.image ?? []) : [];
  return [...(isPublishedTo(facts, 'npm') ? [own.name] : []), image].flat();
}

/** The address that a program is to call in place of the server (`npx mcp-remote <url>`). */
function findAddress(words: readonly string[], facts: PublishFacts): string | undefined {
  const isOwn = words.some((word) => listSources(facts).some((name) => isVersionOf(word, name)));
  return isOwn ? undefined : words.find((word) => /^https?:/.test(word));
}

/** Whether a word is a package or an image, of whatever version. */
function isVersionOf(word: string, name: string): boolean {
  return word === name || word.startsWith(`${name}@`) || word.startsWith(`${name}:`);
}

/** What is wrong with a program that is started: nothing where it is not known what it starts. */
function checkProgram(
  { words = [] }: Told,
  facts: PublishFacts,
): [severity: 'error' | 'warning', what: string, but: string][] {
  const own = words.find((word) => listSources(facts).some((name) => isVersionOf(word, name)));
  const { program, started } = findStarted(words);
  if (own === undefined)
    return started === undefined
      ? []
      : [['error', `${program} ${started}`, 'not to where the server is published']];
  const [, version = facts.version] = /[@:]v?(\d+\.\d+\.\d+[^@:/]*)$/.exec(own) ?? [];
  return version === facts.version ? [] : [['warning', own, `the version is ${facts.version} now`]];
}

/** Programs that fetch what they start, with what stands before its name. */
const fetching = /^(?:npx|bunx|pnpx|uvx|docker|podman|pnpm|yarn|npm|bun)(?:\.cmd|\.exe)?$/;
const before = /^(?:-y|--yes|-q|--quiet|dlx|exec|x|run|-i|-t|-it|--interactive|--rm|--init|--pull=\w+|--)$/;

/** What a program fetches and starts, where that stands where it has to: what is behind an option may be a secret. */
function findStarted(words: readonly string[]): { program: string; started?: string } {
  const at = words.findIndex((word) => fetching.test(word));
  const rest = words.slice(at + 1);
  const program = words[at] ?? '';
  while (rest[0] !== undefined) {
    if (before.test(rest[0])) rest.shift();
    else if (/^(?:-e|--env)$/.test(rest[0])) rest.splice(0, 2);
    else break;
  }
  const [started = ''] = rest;
  const isName = /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?:[/:@][\w./:@-]*)?$/i.test(started);
  const isElsewhere = /^(?:github|gitlab|git|file|https?)[:+]/.test(started);
  return at === -1 || !isName || isElsewhere ? { program } : { program, started };
}
