/**
 * Markdown with tables that are not padded, so that one longer cell changes one row (GitHub Flavored Markdown, 4.10).
 *
 * @param isMeant - chooses tables by their header row as it is without padding; all of them if it is left out
 */
export function stripPadding(markdown: string, isMeant: (header: string) => boolean = () => true): string {
  let fence = '';
  let header: string | undefined;
  const lines = markdown.split('\n').map((line) => {
    const [, mark = ''] = /^ {0,3}(```+|~~~+)/.exec(line) ?? [];
    if (fence !== '') {
      if (mark.startsWith(fence)) fence = '';
      return line;
    }
    fence = mark;
    if (!line.startsWith('|')) {
      header = undefined;
      return line;
    }
    header ??= compactRow(line);
    return isMeant(header) ? compactRow(line) : line;
  });
  return lines.join('\n');
}

/** The header rows of the tables of a text, without padding. */
export function listTables(markdown: string): string[] {
  const found: string[] = [];
  stripPadding(markdown, (header) => {
    if (found.at(-1) !== header) found.push(header);
    return false;
  });
  return found;
}

/** A row with one space at each side of a cell; one without an end is left alone. A pipe in a cell stands behind a backslash. */
function compactRow(line: string): string {
  const end = line.endsWith('\r') ? '\r' : '';
  const cells = line.trimEnd().split(/(?<!\\)\|/);
  if (cells.length < 3 || cells.at(-1) !== '') return line;
  const inner = cells.slice(1, -1).map((cell) => cell.trim());
  const isRule = inner.every((cell) => /^:?-+:?$/.test(cell));
  const shown = isRule ? inner.map((cell) => cell.replace(/-{3,}/, '---')) : inner;
  return `|${shown.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|${end}`;
}
