import { toJson } from '../toJson.js';
import { Unsendable } from './unsendable.js';

/** Writes a value where only text can stand, and what has members as JSON; `argument` is named where that fails. */
export function writeScalar(value: unknown, argument: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object') return toJson(value);
  if (typeof value === 'number' && mayBeRounded(value)) {
    throw new Unsendable(argument, 'is too large to be exact as a number; give its digits as a string');
  }
  return String(value);
}

/** An integer beyond 2^53 may have been another one, unless few digits say it: 1e20. */
function mayBeRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Number(value.toPrecision(15)) !== value;
}
