/** Says what is wrong with a value, or nothing. */
export type Check = (value: unknown) => string | undefined;
export type Fields = Record<string, Check>;

/** One wrong field of a request. */
export interface Fault {
  pointer: string;
  detail: string;
}

const unless = (right: boolean, wrong: string): string | undefined => (right ? undefined : wrong);

export const text =
  (shortest: number, longest: number): Check =>
  (value) =>
    unless(
      typeof value === 'string' && value.length >= shortest && value.length <= longest,
      `Must be a text of ${shortest} to ${longest} characters.`,
    );

export const matches =
  (pattern: RegExp, what: string): Check =>
  (value) =>
    unless(typeof value === 'string' && pattern.test(value), `Must be ${what}.`);

export const oneOf =
  (...allowed: readonly string[]): Check =>
  (value) =>
    unless(allowed.includes(value as string), `Must be one of ${allowed.join(', ')}.`);

export const number =
  (least: number, most: number): Check =>
  (value) =>
    unless(
      typeof value === 'number' && value >= least && value <= most,
      `Must be a number from ${least} to ${most}.`,
    );

export const integer =
  (least: number, most: number): Check =>
  (value) =>
    unless(
      Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
      `Must be a whole number from ${least} to ${most}.`,
    );

export const each =
  (check: Check, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most
      ? value.map(check).find((wrong) => wrong !== undefined)
      : `Must be a list of at most ${most}.`;

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? undefined : check(value);

export const record =
  (fields: Fields, required: readonly string[]): Check =>
  (value) =>
    typeof value === 'object' && value !== null
      ? findFaults(value, fields, required)
          .map(({ pointer, detail }) => `${pointer}: ${detail}`)
          .at(0)
      : 'Must be an object.';

export const date = matches(/^\d{4}-\d\d-\d\d$/, 'a date such as 2024-05-31');
export const dateTime = matches(/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/, 'a time with its zone');
export const email = matches(/^[^@\s]+@[^@\s]+$/, 'an e-mail address');
export const slug = matches(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a short name in lower case');

/** What is wrong with `values`: fields that are missing, unknown, or fail their check. */
export function findFaults(values: object, fields: Fields, required: readonly string[] = []): Fault[] {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const missing = required.filter((name) => !given.some(([key]) => key === name));
  return [
    ...missing.map((name) => ({ pointer: `#/${name}`, detail: 'Is missing.' })),
    ...given.flatMap(([name, value]) => {
      const check = Object.hasOwn(fields, name) ? fields[name]! : () => 'Is not a field that can be set.';
      const detail = check(value);
      return detail === undefined ? [] : [{ pointer: `#/${name}`, detail }];
    }),
  ];
}
