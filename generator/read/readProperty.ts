import { compiles } from './compiles.js';
import { type CharacterSet, readPosixClass } from './readPosixClass.js';

/** Properties that say no more than "a letter" where case is ignored. */
const cased = new Set(['Lu', 'Ll', 'Lt', 'Upper', 'Lower', 'Uppercase', 'Lowercase']);

/** The property that others write as `\p{Latin}`, `\pL`, `\p{IsGreek}`, `\p{^L}` or `\p{Alnum}`. */
export function readProperty(text: string, ignoreCase: boolean): CharacterSet {
  const [, sign = 'p', caret = '', braced, bare] =
    /^\\([pP])(?:\{(\^?)\s*([^}]*?)\s*\}|(.))/s.exec(text) ?? [];
  const name = braced ?? bare ?? '';
  const negated = (sign === 'P') !== (caret === '^');
  if (ignoreCase && cased.has(name)) return { inside: '\\p{LC}', negated };
  const plain = name.replace(/^Is_?(?=[A-Z])/, '');
  const known = [name, plain, `Script=${plain}`, plain === 'L&' ? 'LC' : '']
    .map((one) => `\\p{${one}}`)
    .find(compiles);
  if (known !== undefined) return { inside: known, negated };
  return readPosixClass(plain.toLowerCase(), negated, ignoreCase);
}
