import { InputError } from '../model/diagnostic.js';
import type { Change } from '../model/file.js';
import { nearest } from '../text/nearest.js';
import { splitWords } from '../text/words.js';
import { withSources } from '../write/withSources.js';
import { findInterrupted } from '../write/recover.js';
import { plan } from '../write/write.js';
import type { Context, ExitCode } from './context.js';
import { type TypeFault, type Verdict, describeVerdict } from './describe/describeVerdict.js';
import { describeDiagnostics } from './describe/outcome.js';
import { type Arguments, type Run, generate } from './generate.js';

/** Runs a program and says how it ended and what it printed; undefined where it could not be run. */
type Runner = (program: string, args: readonly string[], folder: string) => Promise<string | undefined>;

interface CheckArguments extends Pick<Arguments, 'document' | 'out' | 'overlays' | 'choose' | 'json'> {
  /** Runs a module of Node. */
  run: Runner;
}

/** `mcpwright check`: generates without writing, and says what of a project is not as it would be. */
export async function check({ run, ...args }: CheckArguments, context: Context): Promise<ExitCode> {
  return generate(
    {
      ...args,
      overwrite: false,
      force: true,
      conclude: (made) => conclude(made, run, args.json, context),
    },
    context,
  );
}

async function conclude(made: Run, run: Runner, json: boolean, context: Context): Promise<ExitCode> {
  const { generation, files, out } = made;
  const { diagnostics } = generation;
  if (files.length === 0) {
    context.alert(describeDiagnostics(diagnostics, context.paint));
    return 1;
  }
  const { root, changes, before } = await plan(files, out, { overwrite: false, force: true });
  if (before.manifest === undefined)
    throw new InputError(`There is no project of mcpwright in ${out}.`, 'Name its folder with --out.');
  const names = generation.server.toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name));
  const errors = await checkTypes(root, changes, names, run);
  const verdict: Verdict = {
    out,
    interrupted: (await findInterrupted(root)).length > 0,
    behind: changes.filter(({ kind }) => ['create', 'update', 'delete', 'merged'].includes(kind)),
    edited: changes.flatMap(({ kind, path }) => (kind === 'edited' || kind === 'stays' ? [path] : [])),
    unresolved: changes.flatMap((change) => ('unresolved' in change ? [change.path] : [])),
    ejected: changes
      .filter((change) => change.kind === 'ejected')
      .filter(({ pristine, content }) => pristine !== content),
    errors,
  };
  const isFine =
    !verdict.interrupted &&
    [verdict.behind, verdict.edited, verdict.unresolved, errors ?? []].every(({ length }) => length === 0);
  if (json) context.print(`${JSON.stringify(listVerdict(verdict, made, isFine), undefined, 2)}\n`);
  else {
    const text = describeVerdict(verdict, isFine, context);
    if (isFine) context.note(text);
    else context.alert(text);
  }
  return isFine ? 0 : 1;
}

function listVerdict(
  { out, behind, errors, ejected, ...rest }: Verdict,
  { generation }: Run,
  upToDate: boolean,
) {
  const { source, diagnostics } = generation;
  return {
    source,
    out,
    upToDate,
    ...rest,
    behind: behind.map(({ kind, path }) => ({ kind, path })),
    ejected: ejected.map(({ path, pristine, content }) => ({
      path,
      ...(pristine === undefined ? {} : { pristine }),
      upstream: content,
    })),
    types: errors === undefined ? { checked: false } : { checked: true, errors },
    diagnostics,
  };
}

/**
 * What the project's own compiler finds wrong with its sources, once they are as they would be after a run; undefined
 * where it is not installed.
 */
async function checkTypes(
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
  // What else is wrong in a line mostly follows from the first.
  return [
    ...new Map(faults.toReversed().map((fault) => [`${fault.file}:${fault.line}`, fault])).values(),
  ].toReversed();
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

/** The name that was most likely meant: one that is spelt alike, else the one with the most words in common. */
function findSimilar(wrong: string, names: readonly string[]): string | undefined {
  const words = new Set(splitWords(wrong));
  const shared = (name: string) => splitWords(name).filter((word) => words.has(word)).length;
  const [best] = names.toSorted((a, b) => shared(b) - shared(a));
  return nearest(wrong, names) ?? (best !== undefined && shared(best) * 2 >= words.size ? best : undefined);
}
