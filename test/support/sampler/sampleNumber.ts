import * as fc from 'fast-check';
import type { Form } from './sampleForms.js';

interface Range {
  min: number;
  max: number;
}

/** Samples numbers within the limits of all parts, the limits themselves often among them. */
export function sampleNumber(form: Form, isInteger: boolean): fc.Arbitrary<unknown> {
  const limits = (keyword: string) => form.flatMap((part) => (part[keyword] as number | undefined) ?? []);
  const widest = form.some(({ format }) => format === 'int32') ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const min = Math.max(-widest, ...limits('minimum'), ...limits('exclusiveMinimum'));
  const max = Math.min(widest, ...limits('maximum'), ...limits('exclusiveMaximum'));
  const step = Math.max(0, ...limits('multipleOf'));
  const unit = step || 1;
  const first = Math.ceil(min / unit) + Number(limits('exclusiveMinimum').includes(min));
  const last = Math.floor(max / unit) - Number(limits('exclusiveMaximum').includes(max));
  const whole = [within(-1000, first, last, 1000), within(Number.MIN_SAFE_INTEGER, first, last)]
    .filter((range) => range.min <= range.max)
    .map((range) => fc.integer(range).map((steps) => toDecimal(steps * unit)));
  const open = { minExcluded: first * unit > min, maxExcluded: last * unit < max };
  const fractions = fc.double({ min, max, ...open, noNaN: true, noDefaultInfinity: true });
  const hasFractions = !isInteger && step === 0 && min < max;
  const all = [...whole, ...(hasFractions ? [fractions] : [])];
  return all.length === 0 ? fc.constant(min) : fc.oneof(...all);
}

/** A multiple of 0.1 as it is written: 0.3, and not what binary fractions make of three times 0.1. */
function toDecimal(multiple: number): number {
  return Number.isInteger(multiple) ? multiple : Number(multiple.toPrecision(15));
}

function within(low: number, first: number, last: number, high = -low): Range {
  return { min: Math.max(low, first), max: Math.min(last, high) };
}
