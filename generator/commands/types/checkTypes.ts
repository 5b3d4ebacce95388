import type { Change } from '../../model/file.js';
import { verbs } from '../../model/names.js';
import { nearest } from '../../text/nearest.js';
import { splitWords } from '../../text/words.js';
import { withSources } from '../../write/withSources.js';

/** Runs a program and says how it ended and what it printed; undefined where it could not be run. */
export type Runner = (
  program: string,
  args: readonly string[],
  folder: string,
) => Promise<string | undefined>;

/** An error of the compiler. */
export interface TypeFault {
  file: string;
  line: number;
  column: number;
  message: string;
  /** The tool that was most likely meant. */
  nearest?: string;
}

/**
 * What the project's own compiler finds wrong with its sources, once they are as they would be after a run; undefined
 * where it is not installed.
 */
export async function checkTypes(
  root: string,
  changes: readonly Change[],
  names: readonly string[],
  run: Runner,
): Promise<TypeFault[] | undefined> {
  const said = await withSources(root, changes, 'typescript/bin/tsc', (folder, compiler) =>
    run(compiler, ['--noEmit', '--pretty', 'false'], folder),
  );
  if (said === undefined) return undefined;
  const faults = [...said.matchAll(faultLine)].map((found) => toFault(found, names));
  const lacking = listLacking(faults);
  if (lacking.length > 0) return lacking;
  // What else is wrong in a line mostly follows from the first.
  return [
    ...new Map(faults.toReversed().map((fault) => [`${fault.file}:${fault.line}`, fault])).values(),
  ].toReversed();
}

/** The packages that are not installed, each once; what else is wrong mostly follows from that. */
function listLacking(faults: readonly TypeFault[]): TypeFault[] {
  const found = new Map<string, TypeFault>();
  for (const fault of faults) {
    const [, name] = /^Cannot find module '((?:@[\w.-]+\/)?[\w-][\w.-]*)['/]/.exec(fault.message) ?? [];
    if (name === undefined || found.has(name)) continue;
    found.set(name, { ...fault, message: `The package ${name} is not installed: run "npm install".` });
  }
  return [...found.values()];
}

/** `src/custom.ts(8,5): error TS2561: …` */
const faultLine = /^(.+?)\((\d+),(\d+)\): error TS\d+: (.*)$/gm;

function toFault(
  [, file = '', line, column, message = '']: RegExpMatchArray,
  names: readonly string[],
): TypeFault {
  const wrong = /'(\w+)'/.exec(message)?.[1];
  const meant = wrong === undefined || names.includes(wrong) ? undefined : findSimilar(wrong, names);
  return {
    file,
    line: Number(line),
    column: Number(column),
    message,
    ...(meant === undefined || message.includes(`'${meant}'`) ? {} : { nearest: meant }),
  };
}

/** The name that was most likely meant: one that is spelt alike, else the one that has most in common. */
function findSimilar(wrong: string, names: readonly string[]): string | undefined {
  const near = nearest(wrong, names);
  if (near !== undefined) return near;
  const words = new Set(splitWords(wrong));
  const shared = (name: string) => weigh(new Set(splitWords(name).filter((word) => words.has(word))));
  const [best] = names.toSorted((a, b) => shared(b) - shared(a));
  return best !== undefined && shared(best) * 2 >= weigh(words) ? best : undefined;
}

function weigh(words: Iterable<string>): number {
  return [...words].reduce((sum, word) => sum + (verbs.has(word) ? verbWeight : 1), 0);
}

/** What is done to a thing says less of a tool than the thing: most tools have one of a few verbs. */
const verbWeight = 0.4;
