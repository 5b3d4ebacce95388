import { isMap } from '../../model/document.js';
import { type Launch, chooseLaunch } from '../../model/publish/chooseLaunch.js';
import type { PublishFacts, PublishFinding } from '../../model/publish/facts.js';
import { parseUrl } from '../../text/parseUrl.js';
import { findingsFor, toMap } from '../projectFiles.js';

/** What a place of the page has a client call or start; without either where it cannot be read. */
interface Told {
  /** `The link of Cursor` */
  where: string;
  url?: string;
  /** The program and its arguments. */
  words?: string[];
}

/** Holds each link, command and configuration of a page for users against how the server is come by now. */
export function checkLaunches(text: string, file: string, facts: PublishFacts): PublishFinding[] {
  const launch = chooseLaunch(facts);
  if (launch === undefined) return [];
  const tell = findingsFor('links', file);
  const wanted = launch.kind === 'remote' ? launch.url : [launch.command, ...launch.args].join(' ');
  const fix = `Run mcpwright publish; if the line is one that you have changed, write there: ${wanted}`;
  return [...readLinks(text), ...readCommands(text), ...readBlocks(text)].flatMap((told) => {
    const { where, url, words } = told;
    const has = url ?? words?.join(' ');
    if (has === undefined) return tell('error', `${where} cannot be read by the client.`, fix);
    if (leadsThere(told, launch)) return [];
    return tell('error', `${where} leads to ${has}, and not to where the server is published.`, fix);
  });
}

/** Whether a client comes by the server so; what an owner has a program told besides is theirs. */
function leadsThere({ url, words = [] }: Told, launch: Launch): boolean {
  if (launch.kind === 'remote') return url === launch.url;
  const [command, ...args] = words;
  return url === undefined && command === launch.command && launch.args.every((arg) => args.includes(arg));
}

/** The configuration of a server, as most clients have it (`command` and `args`, or `url`). */
function readServer(where: string, value: unknown): Told {
  const { url, command, args } = toMap(value);
  if (typeof url === 'string') return { where, url };
  if (typeof command !== 'string') return { where };
  return { where, words: [command, ...(Array.isArray(args) ? args.map(String) : [])] };
}

/** The schemes of the links that clients open, and what they are called. */
const clients: Record<string, string> = {
  'cursor:': 'Cursor',
  'lmstudio:': 'LM Studio',
  'goose:': 'Goose',
  'vscode:': 'VS Code',
  'vscode-insiders:': 'VS Code Insiders',
};

/** The links of a page; code hosts show some of them by way of an address of https. */
function readLinks(text: string): Told[] {
  // The targets of links, and what stands as code or between angle brackets.
  const links = text.matchAll(/(?<=\]\()[^\s)]+|(?<=`)[^\s`]+(?=`)|(?<=<)[^\s<>]+(?=>)/g);
  return [...links].flatMap(([link]) => {
    const target = /^https:[^?]*\/redirect\?/.test(link)
      ? (parseUrl(link)?.searchParams.get('url') ?? '')
      : link;
    const found = parseUrl(target);
    const client = clients[found?.protocol ?? ''];
    if (found === undefined || client === undefined) return [];
    const where = `The link of ${client}`;
    return found.protocol === 'goose:' ? readGoose(where, found) : readServer(where, readPayload(found));
  });
}

function readGoose(where: string, { searchParams }: URL): Told {
  const url = searchParams.get('url');
  const command = searchParams.get('cmd');
  if (url !== null) return { where, url };
  return command === null ? { where } : { where, words: [command, ...searchParams.getAll('arg')] };
}

/** The JSON of a link: in base64 where it is a parameter, else all that stands behind the question mark. */
function readPayload({ search, searchParams }: URL): unknown {
  const config = searchParams.get('config');
  if (config !== null) return readJsonText(Buffer.from(config, 'base64').toString('utf8'));
  try {
    return readJsonText(decodeURIComponent(search.slice(1)));
  } catch {
    return undefined;
  }
}

function readJsonText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The commands that add the server to Claude Code, and what the page says of it in words. */
function readCommands(text: string): Told[] {
  const added = [...text.matchAll(/^\s*claude mcp (add(?:-json)?) (.*)$/gm)].map(
    ([, kind, rest = '']): Told => {
      const where = 'The command of Claude Code';
      const words = splitWords(rest);
      if (kind === 'add-json')
        return readServer(where, readJsonText(words.find((word) => word.startsWith('{')) ?? ''));
      const url = words.find((word) => /^https?:/.test(word));
      if (url !== undefined) return { where, url };
      const end = words.indexOf('--');
      return end === -1 ? { where } : { where, words: words.slice(end + 1) };
    },
  );
  const [, url] = /^The server runs at `([^`]+)`/m.exec(text) ?? [];
  const [, command] = /^Clients start the server themselves, with `([^`]+)`/m.exec(text) ?? [];
  return [
    ...added,
    ...(url === undefined ? [] : [{ where: 'The text', url }]),
    ...(command === undefined ? [] : [{ where: 'The text', words: command.split(' ') }]),
  ];
}

/** The words of a line, as a shell of POSIX has them (Shell Command Language, quoting), without what it fills in. */
function splitWords(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g,
      (_all, single: string | undefined, double: string | undefined, escaped: string | undefined) =>
        single ?? double?.replaceAll(/\\(.)/g, '$1') ?? escaped ?? '',
    ),
  );
}

/** The servers in JSON that is to be copied into a file of a client. */
function readBlocks(text: string): Told[] {
  return [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].flatMap(([, json = '']) => {
    const { mcpServers, servers = mcpServers } = toMap(readJsonText(json));
    const where = 'The JSON to be copied';
    return isMap(servers) ? Object.values(servers).map((server) => readServer(where, server)) : [{ where }];
  });
}
