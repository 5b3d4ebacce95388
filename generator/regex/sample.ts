import { compilePattern } from './compile.js';
import {
  type Pattern,
  type Symbols,
  parsePattern,
} from '../../templates/project/src/runtime/patterns/parsePattern.js';
import { countWays, mostWays } from './ambiguity.js';

/** How long a text may be. */
export interface Lengths {
  least: number;
  most: number;
}

/** Characters of a text that is spelled here. */
const longest = 200;

/** The characters of texts, those first that read best. */
const liked = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1234567890-_.:/@ ,;=+()[]{}!?#$%&*<>|~"\'`^\\',
];

/** A text that a pattern matches, a word where that does; undefined where none was found. */
export function sampleFromPattern(source: string, lengths: Lengths): string | undefined {
  const { least, most } = lengths;
  const plain = 'string'
    .repeat(Math.ceil(Math.min(Math.max(least, 1), longest) / 6))
    .slice(0, Math.max(least, Math.min(6, most)));
  return findText(source, lengths, [plain]);
}

/** A text that has what a pattern says may be there; undefined where none was found. */
export function spellPattern(source: string, lengths: Lengths): string | undefined {
  return findText(source, lengths, []);
}

/** The first text that a pattern matches, of some and those that are spelled by it. */
function findText(source: string, { least, most }: Lengths, first: readonly string[]): string | undefined {
  if (countWays(source) > mostWays) return undefined;
  const expression = compilePattern(source);
  const pattern = parsePattern(source);
  const repeats = [1, 2, 3, least].filter((count) => count <= longest);
  const spelled = repeats.map((count) => sampleText(pattern, count)).filter((text) => text !== undefined);
  return [...first, ...spelled].find(
    (text) => text.length >= least && text.length <= Math.min(most, longest) && expression.test(text),
  );
}

/** A text of the parts of a pattern; what may come any number of times comes `count` times. */
function sampleText(pattern: Pattern, count: number): string | undefined {
  switch (pattern.kind) {
    case 'character':
      return characterOf(pattern.symbols);
    case 'sequence':
      return joinTexts(pattern.parts.map((part) => sampleText(part, count)));
    case 'choice':
      return pattern.branches.map((branch) => sampleText(branch, count)).find((text) => text !== undefined);
    case 'repeat': {
      const times = Math.min(Math.max(pattern.least, count), pattern.most);
      if (times === 0) return '';
      const once = sampleText(pattern.body, count);
      return once === undefined || once.length * times > longest ? undefined : once.repeat(times);
    }
    default:
      return '';
  }
}

function joinTexts(texts: readonly (string | undefined)[]): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join('');
}

function characterOf(symbols: Symbols): string | undefined {
  return liked.find((character) => (symbols >> BigInt(character.charCodeAt(0))) & 1n);
}
