import { isObject } from '../json.js';
import type { CountedToolset, ListedTool } from '../offer/createOffer.js';
import { countTools } from '../planView.js';
import { termsOf } from '../search/terms.js';
import { faint, usual } from '../search/vocabulary.js';
import { clip, echo, listSome } from '../text.js';
import type { Found, Search, SearchEntry } from '../tool.js';
import { nameCaller } from './listMetaTools.js';
import { tellSources } from './tellSources.js';

/** What is searched: the tools of a view. */
export interface Searchable {
  entries: readonly SearchEntry[];
  /** The same by their names. */
  offered: ReadonlyMap<string, SearchEntry>;
  toolsets: readonly CountedToolset[];
  search: Search;
}

/** The arguments of `search_tools`. */
export interface SearchArguments {
  query?: string;
  toolset?: string;
  read_only?: boolean;
  limit?: number;
  offset?: number;
}

/** A tool as it is listed; undefined where there is none of that name. */
type LookUp = (name: string) => Promise<ListedTool | undefined>;

/** Characters of a tool's arguments; `describe_tools` shows them all. */
const longestArguments = 200;
/** Arguments that may be left out, of those that are shown. */
const mostOptional = 4;
/** With more arguments, none is shown with what it may be. */
const mostTyped = 6;
const mostValues = 8;
const longestType = 60;
/** Tools, from the best on, of which it is said where arguments come from. */
const mostSourced = 3;
const mostToolsets = 100;
const mostSubjects = 20;
/** Characters of a query, and words of it, that are told again. */
const longestEcho = 100;
const mostUnknown = 10;

/** Answers a search in words: the tools under the name of what calls them, a line for each, and what to do next. */
export async function searchTools(
  searchable: Searchable,
  given: SearchArguments,
  find: LookUp,
): Promise<string> {
  const { query = '', toolset, limit = 10, offset = 0 } = given;
  const words = query.trim();
  if (words === '' && toolset === undefined && searchable.toolsets.length > 1)
    return `Say in query what to look for, or list a toolset.\n${listToolsets(searchable.toolsets)}`;
  const isWanted = createFilter(given);
  const found: Found =
    words === ''
      ? { entries: searchable.entries.filter(isWanted), unknown: [], isPoor: false }
      : searchable.search(words, isWanted);
  const { entries } = found;
  if (entries.length === 0) return explainNone(searchable, given);
  const shown = entries.slice(offset, offset + limit);
  if (shown.length === 0)
    return `There are only ${countTools(entries.length)}: ask for an offset below that.`;
  const last = offset + shown.length;
  const isAll = shown.length === entries.length;
  const which = isAll ? countTools(last) : `${offset + 1} to ${last} of ${countTools(entries.length)}`;
  const isMixed = new Set(shown.map(({ readOnly }) => readOnly)).size > 1;
  const order = words === '' ? '' : `, best first${isMixed ? ' under each' : ''}`;
  const more = last < entries.length ? `; offset ${last} for more` : '';
  const asked = new Set(termsOf(words));
  const [best] = words === '' || offset > 0 ? [] : shown;
  const typed = best && (await find(best.name));
  const tell = (entry: SearchEntry) => showEntry(entry, asked, entry === best ? typed : undefined);
  return [
    ...tellDoubts(found, searchable),
    `${which}${order} (describe_tools shows arguments whole${more}):`,
    ...listByCaller(shown, tell),
    ...listSources(shown.slice(0, mostSourced), searchable),
  ].join('\n');
}

/** The tools under what calls them, the best one's first. */
function listByCaller(shown: readonly SearchEntry[], tell: (entry: SearchEntry) => string): string[] {
  const callers = [...new Set(shown.map(({ readOnly }) => readOnly))];
  return callers.flatMap((reads) => {
    const tools = shown.filter(({ readOnly }) => readOnly === reads);
    return [`${nameCaller(reads)}:`, tools.map(tell).join('\n')];
  });
}

/** Where arguments of the tools come from; those of one name that come from elsewhere are told by their tool, too. */
function listSources(shown: readonly SearchEntry[], { offered }: Searchable): string[] {
  const told = new Map<string, string>();
  for (const { name, sources } of shown)
    for (const line of tellSources(sources, offered)) {
      const [argument = '', from = ''] = line.split(/(?=:)/);
      const known = told.get(argument);
      if (known === undefined) told.set(argument, from);
      else if (known !== from) told.set(`${argument} of ${name}`, from);
    }
  return told.size === 0 ? [] : ['Where arguments come from:', ...[...told].map((line) => line.join(''))];
}

function tellDoubts({ unknown, isPoor }: Found, { toolsets }: Searchable): string[] {
  const words = unknown.slice(0, mostUnknown).map((word) => echo(word));
  return [
    ...(words.length === 0 ? [] : [`No tool knows: ${words.join(', ')}.`]),
    ...(isPoor ? [`Nothing matches well; this API is about: ${nameSubjects(toolsets)}.`] : []),
  ];
}

function showEntry(entry: SearchEntry, asked: ReadonlySet<string>, typed: ListedTool | undefined): string {
  const { name, title } = entry;
  const said = new Set([...termsOf(name), ...faint, ...usual]);
  const about = termsOf(title).some((term) => !said.has(term)) ? ` ${title}` : '';
  const old = entry.old && !/\bdeprecated\b/i.test(about) ? ' (deprecated)' : '';
  return `- ${name}(${clip(showArguments(entry, asked, typed), longestArguments)})${old}${about}`;
}

/** What must be given, then a few of the others, and how many there are besides. */
function showArguments(
  entry: SearchEntry,
  asked: ReadonlySet<string>,
  typed: ListedTool | undefined,
): string {
  const all = entry.arguments.split(', ').filter((name) => name !== '');
  const isTyped = typed !== undefined && countListed(all) <= mostTyped;
  const [shown, rest] = pickAsked(all, asked, isTyped ? mostTyped : mostOptional);
  const told = shown.map((name) =>
    isTyped && !name.endsWith('}') ? withType(name, typed) : showFields(name, asked),
  );
  return [...told, ...rest].join(', ');
}

/** An argument, and of its fields those that must be given and a few others: `body: {title, labels?, +3}`. */
function showFields(argument: string, asked: ReadonlySet<string>): string {
  const [, start = argument, fields] = /^([^{]*\{)([^}]*)\}$/.exec(argument) ?? [];
  return fields === undefined
    ? argument
    : `${start}${pickAsked(fields.split(' '), asked, mostOptional).flat().join(', ')}}`;
}

/**
 * What must be given, and so many of the names that need not be, those that have the most of what the query says first;
 * then how many there are besides. Of `all`, what begins with `+` counts names that are not there.
 */
function pickAsked(
  all: readonly string[],
  asked: ReadonlySet<string>,
  most: number,
): [shown: string[], rest: string[]] {
  const saysOf = (name: string) => termsOf(name).filter((term) => asked.has(term)).length;
  const names = all.filter((name) => !name.startsWith('+'));
  const others = names.filter(isOptional).toSorted((a, b) => saysOf(b) - saysOf(a));
  const shown = [...names.filter((name) => !isOptional(name)), ...others.slice(0, most)];
  const rest = countListed(all) - shown.length;
  return [shown, rest > 0 ? [`+${rest}`] : []];
}

function countListed(all: readonly string[]): number {
  return all.reduce((sum, name) => sum + (name.startsWith('+') ? Number(name) : 1), 0);
}

/** Of an argument, which may have fields, or of a field. */
function isOptional(name: string): boolean {
  return /\?(?:: \{.*)?$/s.test(name);
}

/** An argument with what it may be, and what is meant where it is left out: `state?: open|closed=open`. */
function withType(name: string, { inputSchema }: ListedTool): string {
  const schema = inputSchema.properties[name.replace(/\?$/, '')];
  const assumed = isObject(schema) ? schema['default'] : undefined;
  const told = `${name}: ${clip(tellType(schema), longestType)}`;
  return assumed === undefined || isObject(assumed) ? told : `${told}=${clip(String(assumed), longestType)}`;
}

/** What a value may be, in a few characters. */
function tellType(schema: unknown): string {
  if (!isObject(schema)) return 'any';
  const { type, enum: listed, const: only, format, items, anyOf } = schema;
  const values = only === undefined ? listed : [only];
  if (Array.isArray(values) && values.length <= mostValues) return values.map(String).join('|');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(tellType))].join('|');
  if (type === 'array') return `${tellType(items)}[]`;
  return String((type === 'string' ? format : undefined) ?? type ?? 'any');
}

/** Says what else there would be, and what to do about it. */
function explainNone({ toolsets, search }: Searchable, given: SearchArguments): string {
  const { toolset, read_only: readOnly = false } = given;
  const query = given.query?.trim() ?? '';
  const where = `${toolset === undefined ? '' : ` in ${toolset}`}${readOnly ? ' that only reads' : ''}`;
  if (query === '') return `There is no tool${where}.\n${listToolsets(toolsets)}`;
  const words = echo(query, longestEcho);
  const without: [string, SearchArguments][] = [
    ['toolset', { query, read_only: readOnly }],
    ['read_only', { query, ...(toolset !== undefined && { toolset }) }],
    ['toolset and read_only', { query }],
  ];
  for (const [filter, rest] of without) {
    const more = search(query, createFilter(rest)).entries.length;
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

function countToolsets(toolsets: Searchable['toolsets']): string {
  return listSome(
    toolsets.map(({ toolset, tools }) => `${toolset.name} (${tools})`),
    mostToolsets,
  );
}

/** The toolsets that have the most tools. */
function nameSubjects(toolsets: Searchable['toolsets']): string {
  const sorted = toolsets.toSorted((a, b) => b.tools - a.tools);
  return listSome(
    sorted.map(({ toolset }) => toolset.name),
    mostSubjects,
  );
}

function listToolsets(toolsets: Searchable['toolsets']): string {
  return `Toolsets: ${countToolsets(toolsets)}.`;
}
