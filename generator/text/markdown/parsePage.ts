import MarkdownIt, { type Token } from 'markdown-it';

const parser = new MarkdownIt({ html: true });
// Links stay as they are written: those of clients are decoded by them.
parser.normalizeLink = (url) => url;

/** The blocks of a page of CommonMark, with what its lines hold as their children. */
export function parsePage(page: string): Token[] {
  return parser.parse(page, {});
}
