import { kindOfPaging } from '../../../model/requests.js';
import type { Server, Tool, ToolEntry, ToolsetEntry } from '../../../model/server.js';
import { cleanText } from '../../../text/clean.js';
import { clipText } from '../../../text/clip.js';
import { codeCell, escapeMarkdown, toLine } from '../../../text/markdown/escape.js';
import { fullStop, splitSentences } from '../../../text/sentences.js';
import { type Effect, findEffect } from '../findEffect.js';

/** A tool as a skill tells of it; texts are safe in Markdown. */
interface ToolLine {
  name: string;
  /** Name and arguments, as code. */
  call: string;
  /** Its title; and that as it is, which is safe in no Markdown. */
  about: string;
  plain: string;
  /** What it does to what it is about: one of {@link acts}. */
  act: string;
  /** Its title and the first sentence of its description. */
  more: string;
  /** What to know before it is called, in words. */
  marks: string[];
  /** Where its required arguments come from: `pet_id` from `list_pets`. */
  sources: string[];
}

export interface ToolsetLines {
  name: string;
  title: string;
  /** The title as it is, which is safe in no Markdown. */
  plain: string;
  /** Whether the title says no more than the name. */
  isPlain: boolean;
  /** Empty where the document says nothing of it. */
  about: string;
  tools: ToolLine[];
  /** Its tools, those first that most tasks begin with. */
  ranked: ToolLine[];
}

/** Tools that a paragraph is about. */
interface Group {
  tools: ToolLine[];
}

/** What is known of the tools of a server that no list of them says. */
export interface SkillOutline {
  toolsets: ToolsetLines[];
  /** Tools that read and need nothing, those first that others need most. */
  starts: ToolLine[];
  /** Arguments that other tools give, those first that most tools take. */
  sources: { argument: string; from: string[]; takers: ToolLine[] }[];
  /** Tools whose answers lead on by links (OpenAPI, Link Object). */
  links: { from: string; to: string[] }[];
  pages: { arguments: string[]; tools: ToolLine[] }[];
  polled: Group;
  /** Of the tools that are marked as destructive, those that delete, that change what is there, and that do something else. */
  deleting: Group;
  changing: Group;
  acting: Group;
  asking: Group;
  /** Tools that replace a thing as a whole. */
  replacing: Group;
  /** Tools that take a key by which the API knows a repeated call, and what it is called. */
  keyed: Group & { arguments: string[] };
  selecting: boolean;
  writes: boolean;
  /** What can be read by a URI, too. */
  resources: { uri: string; title: string }[];
}

/** The order in which what tools do comes up in a task. */
const acts = ['list', 'get', 'create', 'update', 'do', 'delete'];

/** The argument that picks parts of an answer out: what is said of it is said once. */
const selectKey = '_select';

/** Longest title of a tool, first sentence of its description, its arguments, those of a body, and words on a toolset. */
const longest = { title: 90, sentence: 160, arguments: 110, fields: 60, toolset: 160 };

/** Reads off what the generator knows of the tools: where arguments come from, pages, long work, what is destroyed. */
export function outlineSkill(server: Server): SkillOutline {
  const entries = server.toolsets.flatMap(({ tools }) => tools);
  const lines = new Map(entries.map((entry) => [entry.tool.name, describeEntry(entry)]));
  const lineOf = ({ tool }: ToolEntry) => lines.get(tool.name) ?? describeEntry({ tool } as ToolEntry);
  const where = (is: (tool: Tool) => boolean) => ({
    tools: entries.filter(({ tool }) => is(tool)).map(lineOf),
  });
  const risking = (...effects: Effect[]) => ({
    tools: entries.filter((entry) => isDestructive(entry, effects)).map(lineOf),
  });
  const wanted = countWanted(entries);
  const byWanted = (a: ToolEntry, b: ToolEntry) =>
    (wanted.get(b.tool.name) ?? 0) - (wanted.get(a.tool.name) ?? 0);
  return {
    toolsets: server.toolsets.map((toolset) => ({
      name: toolset.name,
      title: toSafeLine(toolset.title, longest.title),
      plain: clipText(toPlain(toolset.title), longest.title),
      isPlain: fold(toolset.title) === fold(toolset.name),
      about: describeSet(toolset),
      tools: toolset.tools.map(lineOf),
      ranked: rankTools(toolset.tools, byWanted).map(lineOf),
    })),
    starts: entries.filter(isStart).toSorted(byWanted).map(lineOf),
    sources: groupSources(entries, lineOf),
    links: entries.flatMap(({ tool }) => {
      const to = [...new Set((tool.request.links ?? []).map((link) => link.tool))];
      const known = to.filter((name) => lines.has(name));
      return known.length === 0 ? [] : [{ from: tool.name, to: known }];
    }),
    pages: groupPages(entries, lineOf),
    polled: where(({ request }) => request.poll === true),
    deleting: risking('deletes'),
    changing: risking('changes', 'replaces'),
    acting: risking('acts'),
    asking: where(({ consent }) => consent !== undefined),
    replacing: { tools: entries.filter((entry) => findEffect(entry) === 'replaces').map(lineOf) },
    keyed: {
      ...where((tool) => idempotencyKeyOf(tool) !== undefined),
      arguments: [...new Set(entries.flatMap(({ tool }) => idempotencyKeyOf(tool) ?? []))],
    },
    selecting: entries.some(({ tool }) => tool.select === true),
    writes: entries.some(({ tool }) => !tool.annotations.readOnlyHint),
    resources: (server.resources ?? []).map(({ resource }) => ({
      uri: codeCell(resource.uri),
      title: toSafeLine(resource.title, longest.title),
    })),
  };
}

/** Text of a document as plain words on one line, whole sentences where they fit. */
function toSafeLine(text: string, most: number): string {
  return escapeMarkdown(clipText(toPlain(text), most));
}

/** Text of a document as words on one line, without markup, tags or comments; safe in no Markdown. */
export function toPlain(text: string): string {
  return toLine(cleanText(text).replaceAll(/<!-*|-*>/g, ' '));
}

function describeEntry(entry: ToolEntry): ToolLine {
  const { tool, search } = entry;
  const { name, annotations, request, consent } = tool;
  const called = search.old ? withoutNotice(tool.title) : tool.title;
  const title = toSafeLine(called || name, longest.title).replace(/\.$/, '');
  const told = toPlain(search.old ? withoutNotice(tool.description) : tool.description);
  const first = toSafeLine(splitSentences(told)[0] ?? '', longest.sentence);
  const isRepeated = fold(first).startsWith(fold(title)) || fold(title).startsWith(fold(first));
  const both = fold(first).startsWith(fold(title)) ? first : title;
  const pages = pagingOf(tool);
  return {
    name,
    call: codeCell(`${name}(${clipArguments(search.arguments)})`),
    about: title,
    plain: clipText(toPlain(called || name), longest.title).replace(/\.$/, ''),
    act: actOf(search),
    more: (isRepeated ? both : joinShorterFirst(title, first)).replace(/\.$/, ''),
    marks: [
      ...(search.old ? ['deprecated'] : []),
      ...(annotations.readOnlyHint ? [] : [isDestructive(entry, ['deletes']) ? 'deletes' : 'writes']),
      ...(consent === undefined ? [] : ['the user is asked']),
      ...(request.poll ? ['may take long'] : []),
      ...(pages.length === 0 ? [] : [`pages by ${pages.map((one) => codeCell(one)).join(', ')}`]),
    ],
    sources: Object.entries(search.sources ?? {}).map(
      ([argument, from]) => `${codeCell(argument)} from ${namesAsCode(from.slice(0, 2), 2, 'or')}`,
    ),
  };
}

/** Two sentences as a text that begins with the shorter one. */
function joinShorterFirst(...both: [string, string]): string {
  const [short = '', long = ''] = both.toSorted((a, b) => a.length - b.length);
  return `${short}${fullStop(short)} ${long}`;
}

/** Whether a tool has one of these effects, and is marked as one that may not be possible to undo. */
function isDestructive(entry: ToolEntry, effects: readonly Effect[]): boolean {
  return entry.tool.annotations.destructiveHint && effects.includes(findEffect(entry));
}

/** A text without what a mark says, too: `Deprecated. [Deprecated] Get a file`. */
function withoutNotice(text: string): string {
  return text.replace(/^(?:\W{0,3}deprecated\b[\s\p{P}]*)+/iu, '');
}

/** The argument by which the API knows a call that it has got before (draft-ietf-httpapi-idempotency-key-header). */
function idempotencyKeyOf({ request }: Tool): string | undefined {
  return request.parameters.find(
    ({ in: place, name, constant }) =>
      place === 'header' && constant === undefined && /^(?:x-)?idempotency-key$/i.test(name),
  )?.argument;
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Whole arguments, as far as there is room: those that are needed come first. */
function clipArguments(text: string): string {
  const all = toLine(text)
    .split(', ')
    .filter((one) => one !== `${selectKey}?`)
    .map((one) => (one.length > longest.fields ? one.replace(/: \{.*$/, ': {…}') : one));
  let room = longest.arguments;
  const kept = all.filter((one) => !/^\+\d+$/.test(one) && (room -= one.length + 2) >= 0);
  return [...kept, ...(kept.length < all.length ? ['…'] : [])].join(', ');
}

function describeSet({ name, title, description }: ToolsetEntry): string {
  const about = toSafeLine(description, longest.toolset);
  return fold(about) === fold(title) || fold(about) === fold(name) ? '' : about;
}

/** Names of tools as code, some of them where they are many: `a`, `b` or `c`. */
export function namesAsCode(names: readonly string[], most: number, word = 'and'): string {
  const shown = names.slice(0, most).map((name) => `\`${name}\``);
  const more = names.length - shown.length;
  if (more > 0) return `${shown.join(', ')} ${word} ${more} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ${word} ${shown.at(-1)}`;
}

/** How many tools take arguments from each. */
function countWanted(entries: readonly ToolEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { search } of entries)
    for (const [first = ''] of Object.values(search.sources ?? {}))
      counts.set(first, (counts.get(first) ?? 0) + 1);
  return counts;
}

/** One of each act in turn: a list, one thing of it, what creates one, and so on. */
function rankTools(tools: readonly ToolEntry[], byWanted: (a: ToolEntry, b: ToolEntry) => number) {
  const sorted = tools.toSorted((a, b) => Number(a.search.old ?? false) - Number(b.search.old ?? false));
  const queues = acts.map((act) => sorted.filter(({ search }) => actOf(search) === act).toSorted(byWanted));
  const deepest = Math.max(...queues.map((queue) => queue.length));
  return Array.from({ length: deepest }, (_, index) => queues.flatMap((queue) => queue[index] ?? [])).flat();
}

function actOf({ seeks, act = 'do' }: ToolEntry['search']): string {
  return seeks ? 'list' : act;
}

function isStart({ tool, search }: ToolEntry): boolean {
  const { required = [] } = tool.inputSchema as { required?: readonly string[] };
  return tool.annotations.readOnlyHint && required.length === 0 && search.old !== true;
}

type LineOf = (entry: ToolEntry) => ToolLine;

function groupSources(entries: readonly ToolEntry[], lineOf: LineOf): SkillOutline['sources'] {
  const groups = new Map<string, SkillOutline['sources'][number]>();
  for (const entry of entries)
    for (const [argument, from] of Object.entries(entry.search.sources ?? {})) {
      const key = JSON.stringify([argument, from[0]]);
      const group = groups.get(key) ?? { argument: codeCell(argument), from: [...from], takers: [] };
      group.takers.push(lineOf(entry));
      groups.set(key, group);
    }
  return [...groups.values()].toSorted((a, b) => b.takers.length - a.takers.length);
}

/** The arguments by which a tool is asked for what follows. */
function pagingOf({ request, annotations }: Tool): string[] {
  if (request.nextPage !== undefined) return [request.nextPage.argument];
  const query = request.parameters.filter((one) => one.in === 'query' && one.constant === undefined);
  const fields = annotations.readOnlyHint ? Object.entries(request.body?.fields ?? {}) : [];
  return [...query.map(({ argument, name }) => [argument, name] as const), ...fields]
    .filter(([, name]) => ['page', 'offset', 'cursor'].includes(kindOfPaging(name) ?? ''))
    .map(([argument]) => argument);
}

function groupPages(entries: readonly ToolEntry[], lineOf: LineOf): SkillOutline['pages'] {
  const groups = new Map<string, SkillOutline['pages'][number]>();
  for (const entry of entries) {
    const names = pagingOf(entry.tool);
    if (names.length === 0) continue;
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { arguments: names.map(codeCell), tools: [] };
    group.tools.push(lineOf(entry));
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => b.tools.length - a.tools.length);
}
