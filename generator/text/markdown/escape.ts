import { hidden } from '../hidden.js';

/** What marks something up, makes an entity, or makes a link of an address. */
const markup =
  /[\\`*[\]<>|~]|_(?![a-z0-9])|(?<![a-z0-9])_|&(?=#?\w+;)|:(?=\/\/)|(?<=\bwww)\.|(?<=\w)@|^[#+=-]/gi;

/**
 * What code hosts take for people, teams, issues and merge requests in what is shown, whether it is escaped or not:
 * whoever is named is told. In code it names nobody.
 */
const references = /(?<!\w)@\w[\w-]*(?:[./]\w[\w-]*)*|(?<![\w./-])[\w./-]*[#!]\d+\b|\bGH-\d+\b/gi;

const special = new RegExp(`(${references.source})|${markup.source}`, 'gi');

/** Document text as Markdown that shows it and does nothing: one line without markup, HTML, links or mentions. */
export function escapeMarkdown(text: string): string {
  return toLine(text)
    .replace(special, (found, reference?: string) =>
      reference === undefined ? `\\${found}` : `\`${found}\``,
    )
    .replace(/^(\d+)(?=[.)](\s|$))/, '$1\\');
}

/** Document text as code in a cell of a Markdown table. */
export function codeCell(text: string): string {
  const line = toLine(text).replaceAll('|', String.raw`\|`);
  if (line === '') return '';
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const gap = /^`|`$/.test(line) ? ' ' : '';
  return `${fence}${gap}${line}${gap}${fence}`;
}

/** Document text as one visible line. */
export function toLine(text: string): string {
  return text.replace(hidden, ' ').replace(/\s+/g, ' ').trim();
}
