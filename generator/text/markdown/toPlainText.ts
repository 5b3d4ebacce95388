import MarkdownIt, { type Token } from 'markdown-it';
import { blockTags, inlineTags } from '../clean.js';
import { toLine } from './escape.js';

/** Longest text that is looked at. */
const longest = 8_000;

/** Reads CommonMark with tables. Documents indent whole descriptions, and have marks between their tags: neither is code. */
const parser = new MarkdownIt({ html: true }).disable(['code', 'html_block']);
/** One that does not end goes on to the end of the text (CommonMark 0.31, 4.6). */
const comments = /<!--[^]*?-->|^[ \t]*<!--[^]*/gm;
const inlineTag = new RegExp(`^</?(?:${inlineTags})\\b`, 'i');

/** Elements whose words browsers do not show. */
const unseenTags = 'script|style|audio|canvas|datalist|head|iframe|noscript|svg|template|video';
const unseenTag = new RegExp(`^<(?:${unseenTags})(?![\\w-])`, 'i');
const knownTag = new RegExp(`<(/?)(${inlineTags}|${blockTags}|${unseenTags})(?![\\w-])[^<>]*>`, 'gi');
const voidTag = /^<(?:area|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b|^<svg\b[^>]*\/>$/i;
const hidingStyle = /\sstyle\s*=[^>]*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** What is a line of its own, or begins one. */
interface Line {
  text: string;
  /** What stands before it in a list: `- `, `2. `. */
  mark: string;
}

/** The element that is open and whose words are not shown, and how many of its name stand in each other. */
interface Unseen {
  name: string;
  depth: number;
}

/**
 * Markdown as text in paragraphs: links by their words, a line for each item of a list, no marks, code, tables or pictures
 * (CommonMark 0.31; GitHub Flavored Markdown, 4.10). Of HTML, what is shown between the tags is kept; what is escaped, or
 * stands in code, leaves no tags either. Names in angle brackets that are no elements stay: `List<String>`.
 */
export function toPlainText(markdown: string): string {
  const lines: Line[] = [];
  const seen = markdown.slice(0, longest).replaceAll(comments, ' ');
  const readInline = createInlineReader(seen);
  let [tables, mark, items] = [0, '', 0];
  for (const token of parser.parse(seen, {})) {
    if (token.type === 'table_open') tables += 1;
    else if (token.type === 'table_close') tables -= 1;
    else if (token.type === 'list_item_open') {
      items += 1;
      mark = token.info === '' ? '- ' : `${token.info}. `;
    } else if (token.type === 'list_item_close') {
      items -= 1;
      mark = '';
    }
    const words = toLine(readBlockText(token, readInline));
    const text = tables > 0 ? '' : words;
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
function readBlockText({ type, children }: Token, readInline: InlineReader): string {
  if (type !== 'inline') return '';
  const words = (children ?? []).map((token, index, all) => readInline(token, all[index - 1])).join('');
  // References that the text does not define, or only behind what is looked at.
  return dropTags(words.replaceAll(/(?<![\w\]])\[([^[\]]{1,500})\]\[[^[\]]{0,200}\]/g, '$1'));
}

/** Reads a part of a block, after the part before it. */
type InlineReader = (token: Token, before: Token | undefined) => string;

/** Reads the parts of a text in their order: elements that are not shown may go over several blocks. */
function createInlineReader(text: string): InlineReader {
  const lower = text.toLowerCase();
  let unseen: Unseen | undefined;
  return ({ type, content }, before) => {
    if (type === 'html_inline') {
      if (unseen === undefined && isName(content, lower, before?.content ?? '')) return content;
      const wasUnseen = unseen !== undefined;
      unseen = followTag(content, unseen);
      return !wasUnseen && unseen === undefined && inlineTag.test(content) ? '' : ' ';
    }
    if (unseen !== undefined) return '';
    if (type === 'text' || type === 'code_inline') return content;
    return /^(?:soft|hard)break$/.test(type) ? ' ' : '';
  };
}

/** Whether what looks like a tag is a name in angle brackets: `/pets/<id>`, `List<String>`. */
function isName(tag: string, lower: string, before: string): boolean {
  const [, name] = /^<([a-z][a-z0-9-]*)>$/i.exec(tag) ?? [];
  if (name === undefined || lower.includes(`</${name.toLowerCase()}`)) return false;
  return isType(tag, before) || (tag.replace(knownTag, '') !== '' && !voidTag.test(tag));
}

/** Whether it is what a type is of, in capitals behind a word: `List<Code>`. */
function isType(tag: string, before: string): boolean {
  return /^<[A-Z][a-z]/.test(tag) && /\w$/.test(before);
}

/** What is not shown behind a tag; where its element does not end, all that follows (HTML, 13.2.6). */
function followTag(tag: string, unseen: Unseen | undefined): Unseen | undefined {
  const [, closes = '', name = ''] = /^<(\/?)([a-z][a-z0-9-]*)/.exec(tag.toLowerCase()) ?? [];
  if (name === '' || voidTag.test(tag)) return unseen;
  if (unseen !== undefined) {
    if (name !== unseen.name) return unseen;
    const depth = unseen.depth + (closes === '' ? 1 : -1);
    return depth === 0 ? undefined : { name, depth };
  }
  const isHidden = /\shidden(?=[\s=/>])/i.test(tag.replaceAll(/"[^"]*"|'[^']*'/g, '""'));
  return closes === '' && (isHidden || hidingStyle.test(tag) || unseenTag.test(tag))
    ? { name, depth: 1 }
    : undefined;
}

/** Takes out the tags of words that were escaped or stood in code: one that nothing closes leaves its name. */
function dropTags(words: string): string {
  const lower = words.toLowerCase();
  const drop = (tag: string, closes: string, name: string, at: number) => {
    if (isType(tag, words.slice(Math.max(0, at - 1), at)) && !lower.includes(`</${name.toLowerCase()}`))
      return tag;
    if (voidTag.test(tag)) return ' ';
    return closes === '' && !lower.includes(`</${name.toLowerCase()}`) ? name : '';
  };
  const dropped = words.replaceAll(knownTag, drop).replaceAll('<!--', '');
  // What is left of one in another may be a tag again.
  return dropped.length < words.length && /<[^<>]*<[^<>]*>/.test(words)
    ? dropped.replaceAll(/[<>]/g, '')
    : dropped;
}
