import { isObject } from '../json.js';
import { memoize } from '../memo.js';
import type { HeaderFields } from '../request/outgoing.js';
import { parseUrl } from '../text.js';
import type { Recipe } from '../tool.js';
import { listPaging, type PagingArgument, type PagingKind, rankOfCursor, toPlain } from './paging.js';
import type { DescribeNextPage } from './received.js';

/** Whether an argument may say where a list goes on; others say how much of it, or which part of each thing. */
function leadsOn({ kind }: PagingArgument): boolean {
  return kind !== 'size' && kind !== 'fields' && kind !== 'filter';
}

/** Fields of answers that hold what is to be given next, the plainest first. */
const cursorNames =
  'nextcursor nextpagetoken nextpagecursor nexttoken nextcontinuationtoken nextmarker nextoffset nextstart nextskip nextpage nextpagenumber nextpageid nextkey next endcursor continuationtoken continuation continue paginationtoken skiptoken bookmark scrollid after cursor'.split(
    ' ',
  );

/** What the argument is called that takes such a field, if not the same: `nextpagetoken` is given as `pagetoken`. */
function takenAs(field: string): string {
  return field.replace(/^next|^end/, '');
}

const takers = new Set(cursorNames.flatMap((name) => [name, takenAs(name)]));

/** Whether an answer could say how to call again: a link to the next page names parameters of the query, whatever their names. */
export const canPage = memoize((recipe: Recipe): boolean =>
  listPaging(recipe).some(
    (one) => leadsOn(one) && (one.isQuery || one.kind !== undefined || takers.has(one.plain)),
  ),
);

/** An answer, and what was asked for to get it. */
interface Page {
  headers: HeaderFields;
  /** The parsed answer, where it is JSON. */
  value: unknown;
  /** What was sent. */
  url: URL;
  args: Readonly<Record<string, unknown>>;
  paging: readonly PagingArgument[];
}

/** Arguments by which the next page can be asked for. */
type NextArguments = [argument: string, value: string | number][];

/** Longer ones would not come back as they are. */
const longestValue = 4_000;

/** Finds how the list goes on, if the answer says so and this tool has the arguments to ask for it. */
function findNext(page: Page, fields: Fields, link: string | undefined): NextArguments | undefined {
  const next = link === undefined ? byFields(fields, page) : byUrl(link, page);
  return next?.some(([, value]) => String(value).length > longestValue) ? undefined : next;
}

function byFields(fields: Fields, page: Page): NextArguments | undefined {
  if (isOver(fields)) return undefined;
  for (const find of [byCursor, byLastItem, byPageNumber, byOffset]) {
    const next = find(fields, page);
    if (next !== undefined) return [next];
  }
  return undefined;
}

/** Members that hold a link to the next page, by their plain names. */
export const linkNames =
  'next nextlink odatanextlink nexturl nextpageurl nextpagelink nexthref nexturi nextpage'.split(' ');

function linkIn({ values }: Fields): string | undefined {
  return linkNames
    .map((name) => values.get(name))
    .find((value): value is string => typeof value === 'string' && /^(https?:\/\/|\/|\?)/i.test(value));
}

/** The arguments of the query that are others than those that were sent. */
function byUrl(link: string, { url, paging }: Page): NextArguments | undefined {
  const next = parseUrl(link, url.href)?.searchParams;
  if (next === undefined) return undefined;
  const names = [...new Set(next.keys())].filter((name) => next.get(name) !== url.searchParams.get(name));
  const found = names.map((name) => paging.find((one) => one.isQuery && one.name === name));
  const known = found.filter((one) => one !== undefined);
  // Where the API goes on by a name that this tool does not have, the rest would lead to the same page.
  const isMissing = names.some((name, index) => found[index] === undefined && isPosition(name));
  if (isMissing || !known.some(leadsOn)) return undefined;
  return known.map(({ argument, name }) => [argument, next.get(name) ?? '']);
}

const positions = /page|cursor|offset|skip|after|token|marker|start|continu/;

function isPosition(name: string): boolean {
  return positions.test(toPlain(name)) && !/size|limit|perpage/.test(toPlain(name));
}

const moreNames = 'hasmore hasnext hasnextpage more moreavailable hasmoreitems hasmoreresults'.split(' ');

function isOver({ values }: Fields): boolean {
  const isLast =
    values.get('last') === true || values.get('islast') === true || values.get('islastpage') === true;
  return isLast || moreNames.some((name) => values.get(name) === false);
}

function saysMore({ values }: Fields): boolean {
  return moreNames.some((name) => values.get(name) === true);
}

type Found = NextArguments[number] | undefined;

function byCursor(fields: Fields, page: Page): Found {
  for (const name of saysMore(fields) ? [...cursorNames, 'lastid'] : cursorNames) {
    const value = fields.values.get(name);
    const isGiven = (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
    if (!isGiven) continue;
    const taker = takerOf(name, typeof value === 'number' ? 'number' : 'string', page.paging);
    // Some APIs repeat the cursor that they were given.
    if (taker === undefined || isSent(taker, value, page)) continue;
    return [taker.argument, value as string | number];
  }
  return undefined;
}

/** The argument that takes what stands in a field: the one of its name, or the one of its kind. */
function takerOf(
  field: string,
  type: 'string' | 'number',
  paging: readonly PagingArgument[],
): PagingArgument | undefined {
  const bare = takenAs(field);
  const named = paging.find(({ plain }) => plain === field) ?? paging.find(({ plain }) => plain === bare);
  if (named !== undefined && bare !== '') return named;
  const isNumbered = /^next(page|pagenumber)?$/.test(field);
  const kind: PagingKind = /offset|start|skip/.test(field) ? 'offset' : 'cursor';
  if (isNumbered && type === 'number') return ofKind('page', paging) ?? ofKind('cursor', paging);
  return ofKind(kind, paging);
}

function ofKind(kind: PagingKind, paging: readonly PagingArgument[]): PagingArgument | undefined {
  const found = paging.filter((one) => one.kind === kind);
  return kind === 'cursor' ? found.toSorted((a, b) => rankOfCursor(a) - rankOfCursor(b))[0] : found[0];
}

function isSent({ argument }: PagingArgument, value: unknown, { args }: Page): boolean {
  const sent = args[argument];
  return sent !== undefined && typeof sent !== 'object' && String(sent) === String(value);
}

/** `has_more` and a list of things with identifiers, and an argument behind which of them to go on. */
function byLastItem(fields: Fields, page: Page): Found {
  const taker = page.paging.find(({ plain }) => /^(startingafter|afterid|lastid|after)$/.test(plain));
  const last = fields.list?.at(-1);
  if (!saysMore(fields) || taker === undefined || !isObject(last)) return undefined;
  const { id } = last;
  return typeof id === 'string' || Number.isSafeInteger(id)
    ? [taker.argument, id as string | number]
    : undefined;
}

/** The number of this page, and how many there are. */
function byPageNumber({ values }: Fields, { paging }: Page): Found {
  const taker = ofKind('page', paging);
  const current = numberIn(values, 'page currentpage pagenumber pageno number');
  const all = numberIn(values, 'totalpages lastpage pagecount pages totalpagecount numpages numberofpages');
  if (taker === undefined || current === undefined || all === undefined) return undefined;
  // Where pages are counted from 0, the last one is one less than there are.
  const isFromZero = values.has('number') && values.has('totalpages');
  const last = isFromZero ? all - 1 : all;
  return current < last ? [taker.argument, current + 1] : undefined;
}

/** Where this page begins, how long it is, and how much there is. */
function byOffset({ values, list }: Fields, { paging }: Page): Found {
  const taker = ofKind('offset', paging);
  const start = numberIn(values, 'offset skip startat');
  const all = numberIn(values, 'total totalcount totalresults totalsize totalitems totalrecords');
  const size = list?.length ?? numberIn(values, 'limit maxresults pagesize perpage count size');
  if (taker === undefined || start === undefined || all === undefined || !size) return undefined;
  return start + size < all ? [taker.argument, start + size] : undefined;
}

function numberIn(values: Fields['values'], names: string): number | undefined {
  return names
    .split(' ')
    .map((name) => values.get(name))
    .find((value): value is number => Number.isSafeInteger(value));
}

/** What an answer says about the list that it holds. */
interface Fields {
  /** Texts, numbers and truth values by their plain names; the outer ones come before the inner ones. */
  values: ReadonlyMap<string, unknown>;
  /** The list, where there is but one. */
  list: readonly unknown[] | undefined;
}

/** Members that hold such fields, by their plain names. */
const holders = new Set(
  'meta metadata pagination paging page pageinfo pagingmetadata paginginfo responsemetadata resultinfo links link cursors cursor next data result response'.split(
    ' ',
  ),
);
const deepest = 3;
/** Members of one object that are looked at: a list of names is not what pages are described in. */
const mostMembers = 200;

/** Reads the fields by which APIs say where a list goes on. */
function readFields(answer: unknown): Fields {
  const values = new Map<string, unknown>();
  const lists: (readonly unknown[])[] = [];

  function read(value: Record<string, unknown>, within: string, depth: number): void {
    const members = Object.entries(value).slice(0, mostMembers);
    for (const [name, member] of members) {
      // `_links: { next: { href } }`: what is within has the name of what it is within.
      const own = toPlain(name);
      const plain = within === 'next' && /^(href|url|uri|link)$/.test(own) ? 'next' : own;
      if (Array.isArray(member)) {
        if (depth <= 1) lists.push(member);
      } else if (!isObject(member) && member !== null && !values.has(plain)) values.set(plain, member);
    }
    if (depth === deepest) return;
    for (const [name, member] of members) {
      if (isObject(member) && holders.has(toPlain(name))) read(member, toPlain(name), depth + 1);
    }
  }

  if (isObject(answer)) read(answer, '', 0);
  return { values, list: lists.length === 1 ? lists[0] : undefined };
}

/** The target of the `Link` header that leads to the next page (RFC 8288, section 3). */
export function readNextLink(header: string | null): string | undefined {
  if (header === null) return undefined;
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(header);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  // What is malformed ends it.
  for (let link = take(target); link !== null; link = take(target)) {
    let relations: string | undefined;
    for (let one = take(parameter); one !== null; one = take(parameter)) {
      const [, name, quoted, plain = ''] = one;
      if (name?.toLowerCase() === 'rel') relations ??= quoted ?? plain;
    }
    if (relations?.toLowerCase().split(/\s+/).includes('next')) return link[1];
  }
  return undefined;
}

const target = /[\s,]*<([^<>]*)>/y;
const parameter = /\s*;\s*([\w*-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^",;\s]*)))?/y;

/** The line that says how to get what follows: `More: call again with page=3`. */
export const describeNextPage: DescribeNextPage = ({ recipe, url, args }, headers, readValue) => {
  if (!canPage(recipe) && recipe.method !== 'GET') return undefined;
  const value = readValue();
  const fields = readFields(value);
  const link = readNextLink(headers.get('link')) ?? linkIn(fields);
  const next = findNext({ headers, value, url, args, paging: listPaging(recipe) }, fields, link);
  if (next !== undefined) return callAgain(next);
  const isList = Array.isArray(value) || fields.list !== undefined;
  const after = link === undefined ? undefined : parseUrl(link, url.href);
  const isElse = after?.origin === url.origin && after.href !== url.href;
  if (!isList || !isElse || isOver(fields)) return undefined;
  const { nextPage } = recipe;
  if (nextPage === undefined || after.pathname !== url.pathname) return noArgument;
  const others = recipe.parameters.flatMap(({ in: place, name, argument, constant }) => {
    const said = place === 'query' && constant === undefined ? after.searchParams.get(name) : null;
    return said === null || said === url.searchParams.get(name) ? [] : [[argument, said] as const];
  });
  return callAgain([[nextPage.argument, after.href], ...others]);
};

function callAgain(next: readonly (readonly [argument: string, value: string | number])[]): string {
  return `More: call again with ${next.map(([name, part]) => `${name}=${toWords(part)}`).join(', ')}`;
}

/** Said of a list that goes on at an address which no arguments of the tool lead to. */
const noArgument = 'This list has a next page, but this tool has no arguments that ask for it.';

/** What could be taken for more than a value is put in quotes. */
function toWords(value: string | number): string {
  return typeof value === 'number' || /^[\w.~:+/=-]+$/.test(value) ? String(value) : JSON.stringify(value);
}
