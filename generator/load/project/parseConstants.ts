import type { Json } from '../../model/document.js';
import { checkBounds } from '../parse/checkBounds.js';

/** Lists and objects inside of one another. */
const deepest = 1000;

/** Why a text is not what a generated file looks like, and where. */
export class ConstantsError extends Error {
  constructor(
    reason: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(reason);
  }
}

/**
 * Reads the values of the constants of a generated file as data: nothing of it is run. It knows what such a file is
 * made of: imports and `export const name: Type = value;`, where a value is JSON in TypeScript, the name of a constant
 * before it, JSON in a text that is parsed, or a function that imports another file, which counts for nothing.
 *
 * @throws ConstantsError where there is anything else
 */
export function parseConstants(text: string): Map<string, unknown> {
  return new Reader(text).readFile();
}

const space = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const importLine = /import\s[^;]*;/y;
const head = /export const ([\w$]+)\s*(?::[^=]*)?=(?!>)/y;
const number = /-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const name = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const single = /'((?:[^'\\\n]|\\[\s\S])*)'/y;
const double = /"((?:[^"\\\n]|\\[\s\S])*)"/y;
const parsed = /JSON\.parse\(String\.raw`((?:[^`$]|\$(?!\{))*)`\)/y;
const loader = /async \(\) => \(await import\((?:'[^']*'|"[^"]*")\)\)\.[\w$]+/y;
const cast = /as (?:never|const)\b/y;
const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  0: '\0',
};

class Reader {
  #at = 0;
  readonly #constants = new Map<string, unknown>();

  constructor(readonly text: string) {}

  readFile(): Map<string, unknown> {
    this.#take(space);
    while (this.#at < this.text.length) {
      if (this.#take(importLine) === undefined) {
        const [, constant = ''] =
          this.#take(head) ?? this.#fail('neither an import nor a constant stands here');
        this.#constants.set(constant, this.#readValue(0));
        this.#expect(';');
      }
      this.#take(space);
    }
    return this.#constants;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text) ?? undefined;
    if (found !== undefined) this.#at += found[0].length;
    return found;
  }

  #is(sign: string): boolean {
    this.#take(space);
    if (!this.text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#is(sign)) this.#fail(`"${sign}" is missing here`);
  }

  #fail(reason: string): never {
    const before = this.text.slice(0, this.#at).split('\n');
    throw new ConstantsError(reason, before.length, (before.at(-1) ?? '').length + 1);
  }

  #readValue(depth: number): unknown {
    if (depth > deepest) this.#fail('a value is nested too deeply');
    const value = this.#readPlain(depth);
    this.#take(space);
    this.#take(cast);
    return value;
  }

  #readPlain(depth: number): unknown {
    if (this.#is('{')) return this.#readObject(depth);
    if (this.#is('[')) return this.#readArray(depth);
    const text = this.#readString();
    if (text !== undefined) return text;
    const [, json] = this.#take(parsed) ?? [];
    if (json !== undefined) return this.#readJson(json);
    const [digits] = this.#take(number) ?? [];
    if (digits !== undefined) return Number(digits);
    if (this.#take(loader) !== undefined) return undefined;
    const [word] = this.#take(name) ?? this.#fail('no value stands here');
    return this.#readWord(word);
  }

  /** A text that is JSON: nothing of it is escaped but what JSON itself escapes. */
  #readJson(text: string): unknown {
    try {
      const value = JSON.parse(text) as Json;
      checkBounds(value, 'The text');
      return value;
    } catch (error) {
      return this.#fail((error as Error).message);
    }
  }

  #readWord(word: string): unknown {
    switch (word) {
      case 'true':
        return true;
      case 'false':
        return false;
      case 'null':
        return null;
      default:
        // What is imported is known by its name alone.
        return this.#constants.get(word);
    }
  }

  #readArray(depth: number): unknown[] {
    const items: unknown[] = [];
    while (!this.#is(']')) {
      items.push(this.#readValue(depth + 1));
      if (this.#is(',')) continue;
      this.#expect(']');
      break;
    }
    return items;
  }

  #readObject(depth: number): Record<string, unknown> {
    const members: [string, unknown][] = [];
    while (!this.#is('}')) {
      const key = this.#readKey();
      members.push([key, this.#is(':') ? this.#readValue(depth + 1) : this.#readWord(key)]);
      if (this.#is(',')) continue;
      this.#expect('}');
      break;
    }
    // Unlike assignment, this makes `__proto__` a key like any other.
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }

  #readKey(): string {
    if (this.#is('[')) {
      const key = this.#readString() ?? this.#fail('a computed key is not a text');
      this.#expect(']');
      return key;
    }
    return (
      this.#readString() ??
      this.#take(name)?.[0] ??
      this.#take(number)?.[0] ??
      this.#fail('no key stands here')
    );
  }

  #readString(): string | undefined {
    this.#take(space);
    const [, raw] = this.#take(single) ?? this.#take(double) ?? [];
    return raw?.replaceAll(
      /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))/g,
      (_, braced?: string, long?: string, short?: string, plain = '') => {
        const code = braced ?? long ?? short;
        if (code !== undefined) return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ff_ff));
        return Object.hasOwn(escapes, plain) ? (escapes[plain] ?? '') : /^[\r\n]/.test(plain) ? '' : plain;
      },
    );
  }
}
