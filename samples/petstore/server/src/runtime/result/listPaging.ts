import type { Recipe } from '../tool.js';

/** What an argument has to do with how much comes back. */
export type PagingKind = 'size' | 'page' | 'offset' | 'cursor' | 'fields' | 'filter';

/** An argument of a tool that says which part of a list is asked for. */
export interface PagingArgument {
  /** What the model calls it. */
  argument: string;
  /** What the API calls it. */
  name: string;
  /** That without case and punctuation: `page[size]` is `pagesize`. */
  plain: string;
  kind: PagingKind | undefined;
  /** It stands in the query. */
  isQuery: boolean;
}

/** Plain names by what they mean. Those of cursors that come first are preferred. */
const kinds: Record<PagingKind, string> = {
  size: 'limit pagesize perpage size maxresults maxitems top first take rows count pagelimit maxpagesize resultsperpage itemsperpage maxkeys numresults',
  page: 'page pagenumber pageno pagenum pageindex currentpage p',
  offset: 'offset skip startat pageoffset',
  cursor:
    'cursor pagetoken nextcursor nextpagetoken nexttoken startcursor pagecursor pageafter startingafter after afterid continuationtoken continuation continue paginationtoken marker bookmark scrollid skiptoken lastid startkey nextpage next token position',
  fields: 'fields select includefields attributes properties projection fieldmask only',
  filter:
    'filter filters q query search where since until updatedsince updatedafter createdafter startdate enddate state status type labels',
};
const kindOf = new Map(
  Object.entries(kinds).flatMap(([kind, names]) =>
    names.split(' ').map((name): [string, PagingKind] => [name, kind as PagingKind]),
  ),
);

/** The arguments of the query, and those that are members of the body. */
export function listPaging({ parameters, body }: Recipe): PagingArgument[] {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.constant === undefined)
    .map(({ argument, name }) => ({ argument, name, isQuery: true }));
  const fields = Object.entries(body?.fields ?? {}).map(([argument, name]) => ({
    argument,
    name,
    isQuery: false,
  }));
  return [...query, ...fields].map(({ argument, name, isQuery }) => {
    const plain = toPlain(name);
    return { argument, name, plain, kind: kindOf.get(plain), isQuery };
  });
}

/** A name without case and punctuation. */
export function toPlain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** How well a cursor's argument is named; less is better. */
export function rankOfCursor({ plain }: PagingArgument): number {
  return kinds.cursor.split(' ').indexOf(plain);
}

/** Whether an argument may say where a list goes on; others say how much of it, or which part of each thing. */
export function leadsOn({ kind }: PagingArgument): boolean {
  return kind !== 'size' && kind !== 'fields' && kind !== 'filter';
}

/** Fields of answers that hold what is to be given next, the plainest first. */
export const cursorNames =
  'nextcursor nextpagetoken nextpagecursor nexttoken nextcontinuationtoken nextmarker nextoffset nextstart nextskip nextpage nextpagenumber nextpageid nextkey next endcursor continuationtoken continuation continue paginationtoken skiptoken bookmark scrollid after cursor'.split(
    ' ',
  );

/** What the argument is called that takes such a field, if not the same: `nextpagetoken` is given as `pagetoken`. */
export function takenAs(field: string): string {
  return field.replace(/^next|^end/, '');
}

const takers = new Set(cursorNames.flatMap((name) => [name, takenAs(name)]));

/** Whether an answer could say how to call again: a link to the next page names parameters of the query, whatever their names. */
export function canPage(recipe: Recipe): boolean {
  return listPaging(recipe).some(
    (one) => leadsOn(one) && (one.isQuery || one.kind !== undefined || takers.has(one.plain)),
  );
}

/** An answer, and what was asked for to get it. */
export interface Page {
  headers: Headers;
  /** The parsed answer, where it is JSON. */
  value: unknown;
  /** What was sent. */
  url: URL;
  args: Readonly<Record<string, unknown>>;
  paging: readonly PagingArgument[];
}

/** Says how to get what follows, where the answer says that there is more. */
export type DescribeNextPage = (page: Page) => string | undefined;
