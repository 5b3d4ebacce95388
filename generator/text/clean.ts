import { commands, hidden } from './hidden.js';
import { endsInSign } from './sentences.js';

/** Longest text that is looked at: what follows would be cut anyway. */
const longest = 20_000;

/** HTML elements that stand inside a line: their tags leave no space behind. */
export const inlineTags = 'a|abbr|b|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|tt|u|var';
/** HTML elements that make lines of their own. */
export const blockTags =
  'article|aside|blockquote|br|center|caption|colgroup|col|dd|details|div|dl|dt|figure|figcaption|footer|' +
  'h[1-6]|header|hr|img|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul';

/** The target of a link; it may hold parentheses in pairs. Where they are not paired, it ends at the first that closes. */
const target = String.raw`\((?:(?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*|[^)\n]*)\)`;

type Rule = [
  name: string,
  from: RegExp,
  to: string | ((match: string, group: string) => string),
  /** What every match holds: a text without it is not searched, which can take long where many a match could begin. */
  held?: string,
];

/** What goes first, so that what is left of the text is words, markup and code. */
const preparations: Rule[] = [
  ['line ends', /\r\n?|[\u2028\u2029]/g, '\n'],
  ['commands to terminals', commands, ''],
  ['characters that cannot be seen', new RegExp(`(?![\\n\\t])${hidden.source}`, 'gu'), ''],
  ['code blocks', /^[ \t]*(```|~~~)[\s\S]*?^[ \t]*\1[`~]*[ \t]*$/gm, ' '],
  ['code fences that do not close', /^[ \t]*(?:```|~~~).*$/gm, ' '],
];

/** The markup that goes, and what takes its place, in this order. Repetitions are bounded: texts may be hostile. */
const rules: Rule[] = [
  ['comments', /<!--[\s\S]{0,5000}?-->/g, ' ', '-->'],
  ['scripts and styles', /<(script|style)\b[\s\S]{0,5000}?<\/\1\s*>/gi, ' ', '</'],
  ['images', new RegExp(String.raw`!\[[^\]\n]{0,500}\]${target}`, 'g'), ' ', ']('],
  ['links', new RegExp(String.raw`\[([^\]\n]{0,500})\]${target}`, 'g'), '$1', ']('],
  ['links by reference', /\[([^\]\n]{1,500})\]\[[^\]\n]{0,200}\]/g, '$1', ']['],
  ['targets of references', /^[ \t]*\[[^\]\n]{1,200}\]:[ \t]*\S+.*$/gm, ' '],
  ['links in angle brackets', /<((?:https?|mailto):[^<>\s]{1,2000})>/g, '$1'],
  ['inline tags', new RegExp(`</?(?:${inlineTags})(?:\\s[^<>]{0,2000})?/?>`, 'gi'), ''],
  ['other tags', new RegExp(`</?(?:${blockTags})(?:\\s[^<>]{0,2000})?/?>`, 'gi'), '\n\n'],
  ['rules and underlines', /^[ \t]*(?:[-=*_][ \t]*){3,}$/gm, ''],
  ['lines under the head of a table', /^[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t:-]*$/gm, ''],
  ['table rows', /^[ \t]*\|(.*)\|[ \t]*$/gm, (_, cells) => `\n${splitRow(cells).join(': ')}\n`],
  ['headings', /^[ \t]*#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, '\n$1\n'],
  ['quotes', /^[ \t]*>[ \t]?/gm, ''],
  ['list items', /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+/gm, '\n'],
  ['strong text', /(\*\*|__)(?=\S)([^\n]{1,500}?)(?<=\S)\1/g, (_, __, text = '') => text],
  ['emphasis', /(?<![\w*])\*(?=[^\s*])([^*\n]{1,500})(?<=\S)\*(?![\w*])/g, '$1'],
  ['loose backticks', /`/g, ''],
  ['backslashes', /\\([\\`*_{}[\]()#+.!|<>-])/g, '$1'],
];

/** A text in which no rule finds anything. */
const plain = /^[\w ,.;:!?'"()/+$%@{}^-]*$/;

/** Makes one line of plain words out of a text in Markdown and HTML. */
export function cleanText(text: string): string {
  if (plain.test(text)) return text.trim().replaceAll(/ {2,}/g, ' ');
  const prepared = applyRules(preparations, text.slice(0, longest));
  const code: string[] = [];
  // Code is no markup: characters of the private use area, which are gone by now, hold its places.
  const marked = prepared.replaceAll(/(`{1,2})([^`\n]+)\1/g, (_, __, span: string) => {
    code.push(span.trim());
    return `\uE000${code.length - 1}\uE001`;
  });
  const plainText = decodeEntities(applyRules(rules, marked));
  return joinBlocks(plainText.replaceAll(/\uE000(\d+)\uE001/g, (_, index) => code[Number(index)] ?? ''));
}

function applyRules(list: readonly Rule[], text: string): string {
  let changed = text;
  for (const [, from, to, held = ''] of list)
    if (changed.includes(held)) changed = changed.replaceAll(from, to as string);
  return changed;
}

function splitRow(cells: string): string[] {
  return cells
    .split('|')
    .map((cell) => cell.trim())
    .filter(Boolean);
}

/** Paragraphs, list items and the like become sentences. */
function joinBlocks(text: string): string {
  const blocks = text
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);
  return blocks.reduce((line, part) => {
    if (endsInSign(line)) return `${line} ${part}`;
    return `${line}${/^\p{Ll}/u.test(part) ? ';' : '.'} ${part}`;
  }, blocks.shift() ?? '');
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
  middot: '·',
  bull: '•',
  rarr: '→',
  larr: '←',
  times: '×',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  copy: '©',
  reg: '®',
  trade: '™',
  sect: '§',
  deg: '°',
  micro: 'µ',
  plusmn: '±',
  frac12: '½',
  sup2: '²',
  sup3: '³',
  le: '≤',
  ge: '≥',
  ne: '≠',
  laquo: '«',
  raquo: '»',
  bdquo: '„',
  sbquo: '‚',
  iexcl: '¡',
  iquest: '¿',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oslash: 'ø',
  Oslash: 'Ø',
  oelig: 'œ',
  OElig: 'Œ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
};

/** Marks of letters, by how the names of those letters end: `eacute` is é. */
const marks: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030A',
  cedil: '\u0327',
  caron: '\u030C',
};
const marked = new RegExp(`^([a-z])(${Object.keys(marks).join('|')})$`, 'i');

/** What an entity of HTML stands for; itself where we do not know it. */
function decodeName(whole: string, name: string): string {
  if (Object.hasOwn(entities, name)) return entities[name] ?? whole;
  const [, letter = '', mark = ''] = marked.exec(name) ?? [];
  const joined = `${letter}${marks[mark] ?? ''}`.normalize('NFC');
  return [...joined].length === 1 && mark !== '' ? joined : whole;
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,8}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return decodeName(whole, name);
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const visible = code >= 0x20 && code <= 0x10ffff && (code < 0x7f || code > 0x9f);
    return visible ? String.fromCodePoint(code).replace(hidden, '') : ' ';
  });
}
