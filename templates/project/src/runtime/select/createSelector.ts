import { randomUUID } from 'node:crypto';
import { compile } from '@jmespath-community/jmespath';
import { compactJson, type CompactJson } from '../answer/compactJson.js';
import { boundWork, countValues } from './boundWork.js';
import { evaluate } from './evaluate.js';
import { markLarge, unmarkLarge } from './markLarge.js';
import { parseSelector, replaceLiterals } from './parseSelector.js';
import { SelectorFault } from './selectorFault.js';

/** Picks parts out of an answer. */
export type Selector = (answer: CompactJson & { value: () => unknown }) => CompactJson | SelectorFault;

/** Names that every object of JavaScript has. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

/**
 * Makes what picks parts out of answers by an expression of JMESPath. Numbers that JavaScript would round keep their
 * digits: within the expression they are texts, equal to none but the same number.
 *
 * @throws SelectorFault where the expression cannot be used.
 */
export function createSelector(expression: string): Selector {
  const node = parseSelector(expression);
  const isOdd = inherited.some((name) => expression.includes(name));

  return ({ text, isLossy: findLossy, value: read }) => {
    try {
      boundWork(node, { chars: text.length, values: countValues(text) });
      const isLossy = findLossy();
      // No answer can hold what is made up only now.
      const mark = `integer ${randomUUID()} `;
      // What is read already is not kept twice: nothing changes it.
      const value: unknown =
        isLossy || isOdd
          ? JSON.parse(isLossy ? markLarge(text, mark) : text, isOdd ? withoutInherited : undefined)
          : read();
      const found = evaluate(
        isLossy ? compile(replaceLiterals(expression, (json) => markLarge(json, mark))) : node,
        value,
      );
      // Of what is no JSON, as a function of an object, there is no text.
      const written = (JSON.stringify(found ?? null) as string | undefined) ?? 'null';
      return compactJson(isLossy ? unmarkLarge(written, mark) : written);
    } catch (error) {
      if (error instanceof SelectorFault) return error;
      if (error instanceof RangeError) return new SelectorFault('it is too much for one of its functions');
      return new SelectorFault(error instanceof Error ? error.message : String(error));
    }
  };
}

/** An object that has no other members than those of the answer. */
function withoutInherited(_name: string, value: unknown): unknown {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isPlain ? Object.assign(Object.create(null) as object, value) : value;
}
