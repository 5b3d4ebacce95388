import type { CountedToolset } from '../offer/planView.js';
import { clip, echo } from '../text.js';
import type { SearchEntry } from '../tool.js';

/** What is searched: the tools of a view. */
export interface Searchable {
  entries: readonly SearchEntry[];
  toolsets: readonly CountedToolset[];
  /** Gives all entries that match, best first. */
  search: (query: string) => readonly SearchEntry[];
}

/** The arguments of `search_tools`. */
export interface SearchArguments {
  query: string;
  toolset?: string;
  read_only?: boolean;
  limit?: number;
  offset?: number;
}

/** Characters of a tool's arguments; `describe_tools` shows them all. */
const longestArguments = 160;
const mostToolsets = 100;
/** Characters of a query that are told again. */
const longestEcho = 100;

/** Answers a search in words: a line for each tool, and what to do next. */
export function searchTools(searchable: Searchable, given: SearchArguments): string {
  const { query, toolset, limit = 10, offset = 0 } = given;
  const words = query.trim();
  if (words === '' && toolset === undefined && searchable.toolsets.length > 1)
    return `Say in query what to look for, or list a toolset.\n${listToolsets(searchable.toolsets)}`;
  const all = words === '' ? searchable.entries : searchable.search(words);
  const found = all.filter(createFilter(given));
  if (found.length === 0) return explainNone(searchable, given);
  const shown = found.slice(offset, offset + limit);
  if (shown.length === 0) return `There are only ${countTools(found.length)}: ask for an offset below that.`;
  const last = offset + shown.length;
  const which =
    shown.length < found.length
      ? `${offset + 1} to ${last} of ${countTools(found.length)}`
      : countTools(last);
  return [
    `${which}${words === '' ? '' : ', best first'}:`,
    ...shown.map(showEntry),
    `Call by name with ${nameCalls(shown)}; describe_tools shows all that arguments may be.${last < found.length ? ` For more: offset ${last}.` : ''}`,
  ].join('\n');
}

function showEntry({ name, readOnly, title, arguments: args }: SearchEntry): string {
  return `- ${name}(${clip(args, longestArguments)}) [${readOnly ? 'read' : 'write'}] ${title}`;
}

function nameCalls(entries: readonly SearchEntry[]): string {
  const reads = entries.some(({ readOnly }) => readOnly);
  const writes = entries.some(({ readOnly }) => !readOnly);
  if (!writes) return 'call_read_tool';
  return reads ? 'call_read_tool ([read]) or call_write_tool ([write])' : 'call_write_tool';
}

/** Says what else there would be, and what to do about it. */
function explainNone({ toolsets, search }: Searchable, given: SearchArguments): string {
  const { toolset, read_only: readOnly = false } = given;
  const query = given.query.trim();
  const where = `${toolset === undefined ? '' : ` in ${toolset}`}${readOnly ? ' that only reads' : ''}`;
  if (query === '') return `There is no tool${where}.\n${listToolsets(toolsets)}`;
  const matches = search(query);
  const words = echo(query, longestEcho);
  const without: [string, SearchArguments][] = [
    ['toolset', { query, read_only: readOnly }],
    ['read_only', { query, ...(toolset !== undefined && { toolset }) }],
    ['toolset and read_only', { query }],
  ];
  for (const [filter, rest] of without) {
    const more = matches.filter(createFilter(rest)).length;
    if (more > 0) return `No tool${where} matches "${words}"; without ${filter}, ${countTools(more)} would.`;
  }
  return `No tool matches "${words}". Try other or fewer words: what is acted on (a noun of the API), or list, get, create, update, delete.\n${listToolsets(toolsets)}`;
}

function createFilter({
  toolset,
  read_only: readOnly = false,
}: SearchArguments): (entry: SearchEntry) => boolean {
  return (entry) => (toolset === undefined || entry.toolset === toolset) && (entry.readOnly || !readOnly);
}

function listToolsets(toolsets: Searchable['toolsets']): string {
  const names = toolsets.slice(0, mostToolsets).map(({ toolset, tools }) => `${toolset.name} (${tools})`);
  const more = toolsets.length > mostToolsets ? ` and ${toolsets.length - mostToolsets} more` : '';
  return `Toolsets: ${names.join(', ')}${more}.`;
}

function countTools(tools: number): string {
  return tools === 1 ? '1 tool' : `${tools.toLocaleString('en-US')} tools`;
}
