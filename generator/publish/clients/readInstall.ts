import MarkdownIt from 'markdown-it';
import { isMap } from '../../model/document.js';
import { parseUrl } from '../../text/parseUrl.js';
import { toMap } from '../projectFiles.js';

/** What a place of the page has a client call or start; without either where it cannot be read. */
export interface Told {
  /** `The link of Cursor` */
  where: string;
  url?: string;
  /** The program and its arguments. */
  words?: string[];
}

/** Pages are written by hand: what stands further behind is not looked at. */
const longest = { page: 200_000, block: 20_000, line: 4_000 };

const parser = new MarkdownIt({ html: true });
// Links stay as they are written: those of clients are decoded by them.
parser.normalizeLink = (url) => url;

/** All that a page of CommonMark tells clients of a server of this name, in links, commands and JSON to be copied. */
export function readInstall(page: string, name: string): Told[] {
  return parser.parse(page.slice(0, longest.page), {}).flatMap((token) => {
    const { type, content, info, children } = token;
    const text = content.slice(0, longest.block);
    if (type === 'html_block') return readHtml(text, name);
    if (type === 'fence' || type === 'code_block')
      return text
        .split(/\s+/)
        .flatMap((word) => readLink(word, name))
        .concat(readCommands(text, name), /^(?:json|$)/i.test(info) ? readBlock(text, name) : []);
    return (children ?? []).flatMap((child, index) => {
      if (child.type === 'html_inline') return readHtml(child.content, name);
      if (child.type === 'link_open') return readLink(String(child.attrGet('href') ?? ''), name);
      if (child.type !== 'code_inline') return [];
      const sentence = index === 1 ? readSentence(children?.[0]?.content ?? '', child.content) : [];
      return sentence.concat(readLink(child.content, name), readCommands(child.content, name));
    });
  });
}

function readHtml(html: string, name: string): Told[] {
  return [...html.matchAll(/\bhref=(?:"([^"]{1,4000})"|'([^']{1,4000})')/gi)].flatMap(
    ([, double, single = '']) => readLink((double ?? single).replaceAll('&amp;', '&'), name),
  );
}

/** What the page that is written says in words. */
function readSentence(before: string, code: string): Told[] {
  const where = 'The text';
  if (before.startsWith('The server runs at')) return [{ where, url: code }];
  return before.startsWith('Clients start the server themselves') ? [{ where, words: code.split(' ') }] : [];
}

/** The configuration of a server, in the members that clients have for it. */
function readServer(where: string, value: unknown): Told {
  const { url, httpUrl, serverUrl = httpUrl, command, args } = toMap(value);
  const address = url ?? serverUrl;
  if (typeof address === 'string') return { where, url: address };
  if (isMap(command)) return readServer(where, { command: command['path'], args: command['args'] });
  if (typeof command !== 'string') return { where };
  return { where, words: [command, ...(Array.isArray(args) ? args.map(String) : [])] };
}

/** Who opens a link by its scheme, or by its host where code hosts show links of https alone. */
const clients: Record<string, string> = {
  'cursor:': 'Cursor',
  'cursor.com': 'Cursor',
  'lmstudio:': 'LM Studio',
  'lmstudio.ai': 'LM Studio',
  'goose:': 'Goose',
  'vscode:': 'VS Code',
  'vscode.dev': 'VS Code',
  'vscode-insiders:': 'VS Code Insiders',
  'insiders.vscode.dev': 'VS Code',
};

/** A link that adds a server to a client; all others are none. */
function readLink(link: string, name: string): Told[] {
  if (!/^(?:cursor|lmstudio|goose|vscode|vscode-insiders|https):/.test(link)) return [];
  const shown = parseUrl(link);
  const inner = shown?.pathname.endsWith('/redirect') === true ? shown.searchParams.get('url') : null;
  const found = inner === null ? shown : parseUrl(inner);
  const client = clients[found?.protocol ?? ''] ?? clients[found?.hostname ?? ''];
  if (found === undefined || client === undefined) return [];
  const { protocol, hostname, pathname, searchParams } = found;
  if (
    !/^goose:extension|^lmstudio:add_mcp|mcp\/install|install-mcp/.test(`${protocol}${hostname}${pathname}`)
  )
    return [];
  const where = `The link of ${client}`;
  const payload = protocol === 'goose:' ? readGoose(found) : readPayload(found);
  const called = searchParams.get('id') ?? searchParams.get('name') ?? toMap(payload)['name'] ?? name;
  return called === name ? [readServer(where, payload)] : [];
}

function readGoose({ searchParams }: URL): unknown {
  const [url, command] = [searchParams.get('url'), searchParams.get('cmd')];
  return { ...(url !== null && { url }), command, args: searchParams.getAll('arg') };
}

/** The JSON of a link: as it is or in base64 where it is a parameter, else all that stands behind the question mark. */
function readPayload({ search, searchParams }: URL): unknown {
  const config = searchParams.get('config');
  if (config !== null)
    return readJsonText(config) ?? readJsonText(Buffer.from(config, 'base64').toString('utf8'));
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

/** The commands of clients that add a server; what they are called is said where they cannot be read. */
const adding = /^\s*(?:[$>%#]\s+)?(claude|codex|gemini) mcp add(-json)?\s+(.*)$/;
const programs: Record<string, string> = { claude: 'Claude Code', codex: 'Codex', gemini: 'Gemini CLI' };

function readCommands(text: string, name: string): Told[] {
  const lines = text.replaceAll(/\\\r?\n/g, ' ').split('\n');
  return lines.flatMap((line) => {
    const [, program = '', json, rest = ''] = adding.exec(line.slice(0, longest.line)) ?? [];
    const words = splitWords(rest);
    const at = words.indexOf(name);
    if (at === -1) return [];
    const where = `The command of ${programs[program] ?? program}`;
    if (json !== undefined)
      return readServer(where, readJsonText(words.find((word) => word.startsWith('{')) ?? ''));
    const end = words.indexOf('--');
    if (end !== -1) return { where, words: words.slice(end + 1) };
    const url = words.find((word) => /^https?:/.test(word));
    if (url !== undefined) return { where, url };
    return words.length === at + 1 ? { where } : { where, words: words.slice(at + 1) };
  });
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

/** Members that hold servers by their names, in the files of clients. */
const holders = ['mcpServers', 'servers', 'context_servers', 'mcp.servers', 'mcp'];

/** The server in JSON that is to be copied into a file of a client, which may have comments. */
function readBlock(text: string, name: string): Told[] {
  const where = 'The JSON to be copied';
  const plain = text
    .replaceAll(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, '$1')
    .replaceAll(/,(\s*[}\]])/g, '$1');
  const value = readJsonText(plain) ?? readJsonText(`{${plain}}`);
  if (value !== undefined) return findServers(value, name).map((one) => readServer(where, one));
  const isServer =
    text.includes(JSON.stringify(name)) && /"(?:mcpServers|servers|context_servers)"/.test(text);
  return isServer ? [{ where }] : [];
}

function findServers(value: unknown, name: string): unknown[] {
  const root = toMap(value);
  const files = [root, toMap(root['mcp'])];
  return files
    .flatMap((file) => holders.map((holder) => toMap(file[holder])[name]))
    .filter((server) => {
      // Without an address or a program it is a form that is not known here.
      const { url, words } = readServer('', server);
      return url !== undefined || words !== undefined;
    });
}
