/**
 * Markdown with tables that are not padded, so that one longer cell changes one row (GitHub Flavored Markdown, 4.10).
 *
 * @param isMeant - chooses tables by their header row as it is without padding; all of them if it is left out
 */
export function stripPadding(markdown: string, isMeant: (header: string) => boolean = () => true): string {
  let fence = '';
  let header: string | undefined;
  let row = 0;
  const lines = markdown.split('\n').map((line) => {
    const [, mark = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence !== '') {
      if (mark.startsWith(fence) && info.trim() === '') fence = '';
      return line;
    }
    // Code within a line may begin with as many (4.5, fenced code blocks).
    fence = mark.startsWith('`') && info.includes('`') ? '' : mark;
    if (!line.startsWith('|')) {
      header = undefined;
      row = 0;
      return line;
    }
    row += 1;
    header ??= compactRow(line, false);
    return isMeant(header) ? compactRow(line, row === 2) : line;
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

/** A row with one space at each side of a cell; the second of a table may be the rule below its header. One without an end is left alone. A pipe in a cell stands behind a backslash. */
function compactRow(line: string, mayBeRule: boolean): string {
  const end = line.endsWith('\r') ? '\r' : '';
  const cells = line.trimEnd().split(/(?<!\\)\|/);
  if (cells.length < 3 || cells.at(-1) !== '') return line;
  const inner = cells.slice(1, -1).map((cell) => cell.trim());
  const isRule = mayBeRule && inner.every((cell) => /^:?-+:?$/.test(cell));
  const shown = isRule ? inner.map((cell) => cell.replace(/-{3,}/, '---')) : inner;
  return `|${shown.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|${end}`;
}
