import { hidden } from '../../text/hidden.js';

/** The widest line, unless a single word is wider. */
const width = 110;

/** A tag would be read as an instruction to the compiler, a linter or the bundler. */
const tag = /(^|[^\w\\])@/g;

/**
 * Document text as the lines of a doc comment: one of the three gates through which it enters code. Nothing in
 * them ends the comment or acts within it.
 */
function toCommentLines(text: string, indent = 0): string[] {
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(disarm)
    .filter((line) => line !== '');
  const isShort = lines.length === 1 && lines.every((line) => indent + line.length + 7 <= width);
  return isShort ? lines : lines.flatMap((line) => wrapText(line, width - indent - 3));
}

/** Prints document text as a doc comment and the line break after it, or as nothing where there is no text. */
export function printComment(text: string, indent = 0): string {
  const pad = ' '.repeat(indent);
  const [only = '', ...others] = toCommentLines(text, indent);
  if (only === '') return '';
  if (others.length === 0) return `${pad}/** ${only} */\n`;
  return `${pad}/**\n${[only, ...others].map((line) => `${pad} * ${line}\n`).join('')}${pad} */\n`;
}

function disarm(line: string): string {
  return line
    .replace(hidden, ' ')
    .replaceAll('*/', String.raw`*\/`)
    .replace(tag, String.raw`$1\@`)
    .trim();
}

function wrapText(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > room) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}
