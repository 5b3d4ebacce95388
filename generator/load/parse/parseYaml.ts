import {
  type CST,
  Composer,
  type Document,
  type DocumentOptions,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  type ParseOptions,
  Parser,
  type Scalar,
  type SchemaOptions,
  type Tags,
  type YAMLMap,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  visit,
} from 'yaml';
import { InputError } from '../../model/diagnostic.js';
import type { Json } from '../../model/document.js';
import { maxDepth, nestedTooDeeply } from './checkBounds.js';
import type { Position } from './parsed.js';
import type { Oddity } from './parsed.js';
import type { Parsed } from './parsed.js';
import { describeDuplicate } from './parsed.js';

/** How many values the aliases of a document may stand for. */
const maxAliasCount = 10_000;

/** Characters of YAML, indentation apart: to parse it takes many times its size. JSON may be as large as a document may. */
const maxCharacters = 32 * 1024 ** 2;

/** Names, values, signs, comments, and ends of lines: a document of 10 MB has 1,500,000. */
const maxTokens = 5_000_000;

const options: DocumentOptions & ParseOptions & SchemaOptions = {
  schema: 'core',
  merge: true,
  resolveKnownTags: false,
  customTags: withoutInfinity,
  uniqueKeys: false,
};

/**
 * Parses YAML by the core schema of YAML 1.2, whatever version the text claims: dates, `no` and `on` are text.
 *
 * @throws InputError with the line and column of what is wrong.
 */
export function parseYaml(text: string, file: string): Parsed {
  const lexemes = splitText(text, file);
  const lines = new LineCounter();
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const tokens = parseLexemes(lexemes, lines);
  const tooDeep = findTooDeep(tokens);
  if (tooDeep !== undefined) throw nestedTooDeeply(file, position(tooDeep));
  const [document, another] = new Composer(options).compose(tokens, true, text.length);
  if (document === undefined) throw new Error('The composer made no document.');
  const [error] = document.errors;
  if (error !== undefined) {
    throw new InputError(
      `The document is neither valid JSON nor valid YAML: ${error.message.replace(/\.$/, '')}.`,
      'Mend the file at this place, then run again.',
      { file, ...position(error.pos[0]) },
    );
  }
  const rewritten = keepTexts(document);
  return {
    ...toJson(document, file, position),
    oddities: [...findOddities(document, another !== undefined), ...rewritten],
    locate: (path) => position(findOffset(document, path)),
    textAt: (path) => {
      const node = document.getIn(path, true);
      return isScalar(node) ? node.source : undefined;
    },
  };
}

/**
 * Splits a text into names, values and signs; refuses what would take the parser minutes, or more memory than there is,
 * before it starts.
 *
 * @throws InputError for a text of too many tokens, or with too many brackets open at once.
 */
function splitText(text: string, file: string): string[] {
  const lexemes: string[] = [];
  let characters = 0;
  let open = 0;
  for (const token of new Lexer().lex(text)) {
    lexemes.push(token);
    if (lexemes.length > maxTokens)
      throw tooMuch(file, `${maxTokens.toLocaleString('en')} names, values and signs`);
    if (!token.startsWith(' ')) characters += token.length;
    if (characters > maxCharacters) throw tooMuch(file, `${maxCharacters / 1024 ** 2} MB`);
    if (token === '[' || token === '{') open += 1;
    if (token === ']' || token === '}') open -= 1;
    if (open > maxDepth) throw nestedTooDeeply(file);
  }
  return lexemes;
}

/** What `parse` of the parser does, which would split the text once more. */
function parseLexemes(lexemes: readonly string[], lines: LineCounter): CST.Token[] {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  const tokens: CST.Token[] = [];
  for (const lexeme of lexemes) tokens.push(...parser.next(lexeme));
  tokens.push(...parser.end());
  return tokens;
}

function tooMuch(file: string, bound: string): InputError {
  return new InputError(
    `${file} has more than ${bound} of YAML, which is the limit.`,
    'Pass the document as JSON, which may be larger, or leave out the parts that you do not need.',
  );
}

/** The offset of what is nested too deeply: what comes after the parser would run out of stack. */
function findTooDeep(tokens: readonly CST.Token[]): number | undefined {
  let level = tokens;
  for (let depth = 0; depth <= maxDepth; depth += 1) level = level.flatMap(childrenOf);
  return level[0]?.offset;
}

function childrenOf(token: CST.Token): CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value];
  if (!('items' in token)) return [];
  return token.items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat());
}

/** JSON knows neither infinity nor NaN: `.inf` and `.nan` stay text. */
function withoutInfinity(tags: Tags): Tags {
  return tags.filter((tag) => typeof tag !== 'object' || !('test' in tag) || !tag.test?.test('.inf'));
}

function toJson(
  document: Document.Parsed,
  file: string,
  position: (offset: number) => Position,
): Pick<Parsed, 'value' | 'hasAliases'> {
  let hasAliases = false;
  const onAnchor = (_value: unknown, uses: number) => {
    hasAliases ||= uses > 0;
  };
  try {
    const value = document.toJS({ maxAliasCount, onAnchor }) as Json;
    return { value, hasAliases };
  } catch (error) {
    throw new InputError(
      `The document cannot be read as YAML: ${(error as Error).message.replace(/\.$/, '')}.`,
      'Look at the anchors (&name), aliases (*name) and merge keys (<<) of the file.',
      { file, ...position(findLooseAlias(document) ?? 0) },
    );
  }
}

/** The offset of the first alias that stands before its anchor, or has none. */
function findLooseAlias(document: Document.Parsed): number | undefined {
  const anchors = new Set<string>();
  let found: number | undefined;
  visit(document, {
    Value: (_key, { anchor }) => void (anchor !== undefined && anchors.add(anchor)),
    Alias: (_key, { source, range }) => {
      if (anchors.has(source)) return undefined;
      found = range?.[0];
      return visit.BREAK;
    },
  });
  return found;
}

function findOddities({ contents }: Document.Parsed, hasMore: boolean): Oddity[] {
  const duplicates = findDuplicateKeys(contents).map(describeDuplicate);
  if (!hasMore) return duplicates;
  return [
    { path: [], what: 'The file holds several YAML documents', done: 'only the first is read' },
    ...duplicates,
  ];
}

function findDuplicateKeys(root: Node | null): string[][] {
  const found: string[][] = [];
  function look(node: unknown, path: string[]): void {
    if (isSeq(node)) node.items.forEach((item, index) => look(item, [...path, String(index)]));
    if (!isMap(node)) return;
    const keys = new Set<string>();
    for (const { key, value } of node.items) {
      const name = keyText(key);
      if (keys.has(name) && name !== '<<') found.push([...path, name]);
      keys.add(name);
      look(value, [...path, name]);
    }
  }
  look(root, []);
  return found;
}

/** The offset of the deepest part of `path` that the document has. */
function findOffset(document: Document.Parsed, path: readonly string[]): number {
  let found: Found = { offset: document.contents?.range[0] ?? 0, node: document.contents };
  for (const token of path) {
    const next = findMember(document, found.node, token);
    if (next === undefined) break;
    found = next;
  }
  return found.offset;
}

interface Found {
  offset: number;
  node: unknown;
}

function findMember(document: Document.Parsed, parent: unknown, token: string): Found | undefined {
  const node = isAlias(parent) ? parent.resolve(document) : parent;
  if (isSeq(node)) {
    const item = node.items[Number(token)];
    return item === undefined ? undefined : { offset: offsetOf(item), node: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.findLast(({ key }) => keyText(key) === token);
  if (pair !== undefined) return { offset: offsetOf(pair.key), node: pair.value };
  for (const merged of node.items.filter(isMerge)) {
    const sources = isSeq(merged.value) ? merged.value.items : [merged.value];
    for (const source of sources) {
      const inherited = findMember(document, source, token);
      if (inherited !== undefined) return inherited;
    }
  }
  return undefined;
}

function isMerge({ key }: Pair): boolean {
  return keyText(key) === '<<';
}

function keyText(key: unknown): string {
  const value = isScalar(key) ? key.value : key;
  // A merge key is a symbol.
  if (typeof value === 'symbol') return value.description ?? '';
  return value === null ? '' : String(value);
}

function offsetOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}

/** Members of a schema, and of a parameter of Swagger 2.0, that hold values of its type, or lists of them. */
const holders = new Set(['enum', 'const', 'default', 'example', 'examples']);

/**
 * Makes text of the numbers that stand where a schema says `type: string`, as they are written: `1.0` and `007`
 * would be `1` and `7` otherwise. The document is changed in place.
 */
function keepTexts({ contents }: Document.Parsed): Oddity[] {
  const oddities: Oddity[] = [];

  function look(node: unknown, path: readonly string[]): void {
    if (isSeq(node)) node.items.forEach((item, index) => look(item, [...path, String(index)]));
    if (!isMap(node)) return;
    const ofText = isOfText(node);
    for (const pair of node.items) {
      const place = [...path, keyNameOf(pair)];
      if (ofText && holders.has(keyNameOf(pair))) keepValues(pair.value, place);
      else look(pair.value, place);
    }
  }

  function keepValues(node: unknown, path: readonly string[]): void {
    if (isSeq(node)) node.items.forEach((item, index) => keepValues(item, [...path, String(index)]));
    if (!isRewritten(node)) return;
    const { source } = node;
    node.value = source;
    const what = `The number ${source} stands where the type says that there is text`;
    oddities.push({ path: [...path], what, done: `it is read as "${source}"` });
  }

  look(contents, []);
  return oddities;
}

function isOfText(schema: YAMLMap): boolean {
  const type = schema.get('type');
  const types = isSeq(type) ? type.items.map((item) => (isScalar(item) ? item.value : item)) : [type];
  return types.includes('string') && !types.includes('number') && !types.includes('integer');
}

/** Whether a scalar is a number that would be written in another way. */
function isRewritten(node: unknown): node is Scalar & { source: string } {
  if (!isScalar(node) || typeof node.value !== 'number') return false;
  return node.source !== undefined && node.source !== String(node.value);
}

function keyNameOf({ key }: Pair): string {
  return String(isScalar(key) ? key.value : key);
}
