import { readFileSync } from 'node:fs';

const begin = '<!-- clients -->\n\n';
const end = '\n\n<!-- end of clients -->';

/** The page with another table in its place. */
export function placeTable(page: string, table: string): string {
  const [before = '', rest = ''] = page.split(begin);
  const [, after = ''] = rest.split(end);
  return before + begin + table + end + after;
}

/** The cells of the table of the page, line by line. */
export function readTable(page: string): string[][] {
  const table = page.split(begin)[1]?.split(end)[0] ?? '';
  return table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The versions of the official clients that are installed here. */
export function officialVersions(): { v1: string; v2: string } {
  return { v1: versionOf('@modelcontextprotocol/sdk'), v2: versionOf('@modelcontextprotocol/client') };
}

function versionOf(name: string): string {
  const text = readFileSync(`node_modules/${name}/package.json`, 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
