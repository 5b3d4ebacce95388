import type { Components } from './createExpander.js';
import type { Validate, Work } from './problem.js';

/**
 * Makes the validator of one server. Where code must not be made from strings, as on some edge platforms, schemas
 * are interpreted, and AJV is not loaded.
 */
export const createValidator: (components: Components, work?: Work) => Validate = mayMakeCode()
  ? (await import('./compile.js')).createCompilingValidator
  : (await import('./interpret.js')).createInterpretingValidator;

function mayMakeCode(): boolean {
  try {
    return new Function('return true')() as boolean;
  } catch {
    return false;
  }
}
