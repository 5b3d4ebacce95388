import { escapeHidden } from '../../text/hidden.js';

/** Text that stands in single quotes as it is. */
const plain = /^[ -&(-[\]-~]*$/;

/** The widest line, unless a single word is wider. */
const width = 110;

/** Code inside of data, such as a name or a function: printed as it is. Never made of text from the document. */
export class Code {
  constructor(readonly text: string) {}
}

/**
 * Prints JSON, which may hold {@link Code}, as a TypeScript expression.
 *
 * The layout is prettier's own, so that a user who formats the project finds nothing changed; running
 * prettier over megabytes of data would take many times as long as all else.
 *
 * @param indent - how far the line on which the value starts is indented
 * @param column - where on that line the value starts
 */
export function printLiteral(value: unknown, indent = 0, column = indent): string {
  // The comma or semicolon after the value has to fit too.
  return printFlat(value, width - column - 1) ?? printBroken(value, indent);
}

/**
 * Prints JSON as an expression that parses it: one of the three gates through which document text enters code. JSON has
 * backticks and `${` in strings alone, where they are escaped: nothing ends the text before its end.
 */
export function printJson(value: unknown): string {
  const text = escapeHidden(JSON.stringify(value, null, 2), '\n');
  return `JSON.parse(String.raw\`\n${text.replaceAll('`', String.raw`\u0060`).replaceAll('${', String.raw`\u0024{`)}\n\`)`;
}

/** Document text as a string literal: one of the three gates through which it enters code. */
export function printString(text: string): string {
  if (plain.test(text)) return `'${text}'`;
  const json = escapeHidden(JSON.stringify(text));
  if (countCharacter(text, "'") > countCharacter(text, '"')) return json;
  return `'${json.slice(1, -1).replace(/\\(.)|'/g, (found, escaped) => (escaped === '"' ? '"' : found === "'" ? "\\'" : found))}'`;
}

/** A property name; `__proto__` is computed, since a literal one would set the prototype. */
export function printKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : printString(key);
}

function printFlat(value: unknown, room: number): string | undefined {
  const text = Array.isArray(value)
    ? printFlatArray(value, room)
    : isPlainObject(value)
      ? printFlatObject(value, room)
      : printScalar(value);
  return text === undefined || text.length > room ? undefined : text;
}

function printFlatArray(items: unknown[], room: number): string | undefined {
  if (breaksAlways(items)) return undefined;
  let text = '';
  for (const item of items) {
    const part = printFlat(item, room - text.length);
    if (part === undefined) return undefined;
    text += text === '' ? part : `, ${part}`;
  }
  return `[${text}]`;
}

function printFlatObject(object: object, room: number): string | undefined {
  let text = '';
  for (const [key, value] of entries(object)) {
    const part = printFlat(value, room - text.length - key.length);
    if (part === undefined) return undefined;
    text += `${text === '' ? '' : ', '}${printProperty(key, value, part)}`;
  }
  return text === '' ? '{}' : `{ ${text} }`;
}

function printBroken(value: unknown, indent: number): string {
  if (Array.isArray(value)) return printBrokenArray(value, indent);
  return isPlainObject(value) ? printBrokenObject(value, indent) : printScalar(value);
}

function printBrokenArray(items: unknown[], indent: number): string {
  const inner = indent + 2;
  const pad = ' '.repeat(inner);
  const lines = items.every((item) => typeof item === 'number')
    ? fillLines(items.map(printScalar), width - inner)
    : items.map((item) => `${printLiteral(item, inner)},`);
  return `[\n${lines.map((line) => `${pad}${line}\n`).join('')}${' '.repeat(indent)}]`;
}

function printBrokenObject(object: object, indent: number): string {
  const inner = indent + 2;
  const pad = ' '.repeat(inner);
  const lines = entries(object).map(([key, value]) => {
    const name = printKey(key);
    const column = inner + name.length + 2;
    const text = printLiteral(value, inner, column + castOf(key, value).length);
    const moves = typeof value === 'string' && name.length > 4 && column + text.length + 1 > width;
    return `${pad}${moves ? `${name}:\n${pad}  ${text}` : printProperty(key, value, text)},\n`;
  });
  return `{\n${lines.join('')}${' '.repeat(indent)}}`;
}

function printProperty(key: string, value: unknown, text: string): string {
  if (value instanceof Code && text === key) return key;
  return `${printKey(key)}: ${text}${castOf(key, value)}`;
}

/** Under a key such as `constructor` TypeScript expects what every object has there, whatever the record holds. */
function castOf(key: string, value: unknown): string {
  return Object.hasOwn(Object.prototype, key) && isPlainObject(value) ? ' as never' : '';
}

function printScalar(value: unknown): string {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return printString(value);
  return JSON.stringify(value).replace('e+', 'e');
}

/** Lists of larger things read better one a line, however short. */
function breaksAlways(items: unknown[]): boolean {
  if (items.length < 2) return false;
  return (
    items.every((item) => Array.isArray(item) && item.length > 1) ||
    items.every((item) => isPlainObject(item) && entries(item).length > 1)
  );
}

function fillLines(words: string[], room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + word.length + 2 > room) {
      lines.push(line);
      line = '';
    }
    line += `${line === '' ? '' : ' '}${word},`;
  }
  return [...lines, line];
}

function entries(object: object): [string, unknown][] {
  const all = Object.entries(object);
  return all.some(isUndefined) ? all.filter((entry) => !isUndefined(entry)) : all;
}

function isUndefined([, value]: [string, unknown]): boolean {
  return value === undefined;
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Code);
}

function countCharacter(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** The same entries in the order of their keys, so that the order in which they were found shows nowhere. */
export function sortKeys<T>(record: Record<string, T>): Record<string, T> {
  const sorted = Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
  // Unlike assignment, this makes `__proto__` a key like any other.
  return Object.fromEntries(sorted);
}
