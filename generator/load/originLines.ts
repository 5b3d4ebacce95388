import { InputError } from '../model/diagnostic.js';
import { parseUrl } from '../text/parseUrl.js';

/** Makes the error of a line; it says what is wrong with it, and not what it holds. */
export type Refuse = (what: string) => InputError;

/** An environment variable whose lines each say something of one origin. */
interface LinesVariable {
  name: string;
  /** A line as it should be. */
  example: string;
}

/** The lines of such a variable that are not blank, without white space around them. */
export function listLines(
  env: Readonly<Record<string, string | undefined>>,
  { name, example }: LinesVariable,
): { line: string; refuse: Refuse }[] {
  return (env[name] ?? '').split(/\r?\n/).flatMap((line, index) => {
    const refuse: Refuse = (what) =>
      new InputError(`Line ${index + 1} of ${name} ${what}.`, `For example: ${example}`);
    return line.trim() === '' ? [] : [{ line: line.trim(), refuse }];
  });
}

/** The URL of an origin; undefined where the text is more than one, or none. */
export function parseOrigin(text: string): URL | undefined {
  const url = parseUrl(text);
  return url?.href === `${url?.origin}/` ? url : undefined;
}
