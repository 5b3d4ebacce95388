import type { ServerChange } from '../../model/comparison.js';
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
  /** What it is called now, or what there is in its place: `file_key is now key_of_file`. */
  hint?: string;
}

/** The names that a project knows. */
export interface KnownNames {
  /** Of its tools, with the names of the arguments of each. */
  tools: ReadonlyMap<string, readonly string[]>;
  /** What tools and arguments are called now that were renamed, by their former names. */
  renamed?: ReadonlyMap<string, string>;
}

/** What was renamed, by the former names; what has several new ones is left out. */
export function listRenamed(changes: readonly ServerChange[]): Map<string, string> {
  const found = new Map<string, string>();
  const several = new Set<string>();
  for (const { kind, before, after } of changes) {
    if (kind !== 'argument-renamed' && kind !== 'tool-renamed') continue;
    const [old, now] = [String(before), String(after)];
    if (found.has(old) && found.get(old) !== now) several.add(old);
    found.set(old, now);
  }
  for (const name of several) found.delete(name);
  return found;
}

/**
 * What the project's own compiler finds wrong with its sources, once they are as they would be after a run; undefined
 * where it is not installed.
 */
export async function checkTypes(
  root: string,
  changes: readonly Change[],
  names: KnownNames,
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
  { tools, renamed }: KnownNames,
): TypeFault {
  const wrong = /'(\w+)'/.exec(message)?.[1];
  const place = { file, line: Number(line), column: Number(column), message };
  const now = wrong === undefined ? undefined : renamed?.get(wrong);
  if (now !== undefined) return { ...place, hint: `${wrong} is now ${now}` };
  const owner = findOwner(message, tools);
  if (owner !== undefined) {
    const near = nearest(wrong ?? '', owner.taken);
    const hint = `${owner.tool} takes ${owner.taken.slice(0, mostArguments).join(', ') || 'no arguments'}`;
    return { ...place, ...(near === undefined ? { hint } : { nearest: near }) };
  }
  const known = [...tools.keys()];
  const meant = wrong === undefined || tools.has(wrong) ? undefined : findSimilar(wrong, known);
  return {
    ...place,
    ...(meant === undefined || message.includes(`'${meant}'`) ? {} : { nearest: meant }),
  };
}

/** Arguments of a tool that are named. */
const mostArguments = 12;

/** The tool of whose arguments the compiler speaks, by the name of their type. */
function findOwner(
  message: string,
  tools: KnownNames['tools'],
): { tool: string; taken: readonly string[] } | undefined {
  const [, type] = /\btype '(\w+)Arguments'/.exec(message) ?? [];
  if (type === undefined) return undefined;
  const found = [...tools].find(([name]) => name.replaceAll('_', '').toLowerCase() === type.toLowerCase());
  return found && { tool: found[0], taken: found[1] };
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
