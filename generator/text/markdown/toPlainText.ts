import MarkdownIt, { type Token } from 'markdown-it';
import { inlineTags } from '../clean.js';
import { toLine } from './escape.js';

/** Longest text that is looked at. */
const longest = 8_000;

/** Reads CommonMark with tables. Documents indent whole descriptions, and have marks between their tags: neither is code. */
const parser = new MarkdownIt({ html: true }).disable(['code', 'html_block']);
const comments = /<!--[^]{0,5000}?-->/g;
const inlineTag = new RegExp(`^</?(?:${inlineTags})\\b`, 'i');

/** What is a line of its own, or begins one. */
interface Line {
  text: string;
  /** What stands before it in a list: `- `, `2. `. */
  mark: string;
}

/**
 * Markdown as text in paragraphs: links by their words, a line for each item of a list, no marks, code, tables or pictures
 * (CommonMark 0.31; GitHub Flavored Markdown, 4.10). Of HTML, what stands between the tags is kept.
 */
export function toPlainText(markdown: string): string {
  const lines: Line[] = [];
  let [tables, mark, items] = [0, '', 0];
  for (const token of parser.parse(markdown.slice(0, longest).replaceAll(comments, ' '), {})) {
    if (token.type === 'table_open') tables += 1;
    else if (token.type === 'table_close') tables -= 1;
    else if (token.type === 'list_item_open') {
      items += 1;
      mark = token.info === '' ? '- ' : `${token.info}. `;
    } else if (token.type === 'list_item_close') items -= 1;
    const text = tables > 0 ? '' : toLine(readBlockText(token));
    if (text === '') continue;
    const last = lines.at(-1);
    // What follows in the same item goes on in its line.
    if (items > 0 && mark === '' && last !== undefined) last.text += ` ${text}`;
    else lines.push({ text, mark });
    mark = '';
  }
  return lines.map((line, index) => `${partOf(line, lines[index - 1])}${line.mark}${line.text}`).join('');
}

/** What parts a line from that before it: items of a list stand below each other. */
function partOf({ mark }: Line, before: Line | undefined): string {
  if (before === undefined) return '';
  return mark !== '' && before.mark !== '' ? '\n' : '\n\n';
}

/** The words of a block that holds some; of all others, nothing. */
function readBlockText({ type, children }: Token): string {
  if (type !== 'inline') return '';
  const words = (children ?? []).map(readInlineText).join('');
  // References that the text does not define, or only behind what is looked at.
  return words.replaceAll(/(?<![\w\]])\[([^[\]]{1,500})\]\[[^[\]]{0,200}\]/g, '$1');
}

function readInlineText({ type, content }: Token): string {
  if (type === 'text' || type === 'code_inline') return content;
  const isBreak = /^(?:soft|hard)break$/.test(type) || (type === 'html_inline' && !inlineTag.test(content));
  return isBreak ? ' ' : '';
}
