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
    return { argument, name, plain, kind: kindOfPaging(name), isQuery };
  });
}

/** What an argument of that name has to do with how much comes back, if anything. */
export function kindOfPaging(name: string): PagingKind | undefined {
  return kindOf.get(toPlain(name));
}

/** A name without case and punctuation. */
export function toPlain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** How well a cursor's argument is named; less is better. */
export function rankOfCursor({ plain }: PagingArgument): number {
  return kinds.cursor.split(' ').indexOf(plain);
}
