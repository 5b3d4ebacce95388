import { findManifest, loadTemplates } from '../load/ownFiles.js';
import { contractKey, runtimePackage } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';
import { identifyContract } from '../emit/composePackage.js';
import { lostManifest } from '../write/manifest.js';
import { isInterrupted } from '../write/recover.js';
import { plan } from '../write/write.js';
import type { Context, ExitCode } from './context.js';
import { type Verdict, describeVerdict } from './describe/describeVerdict.js';
import { describeDiagnostics } from './describe/outcome.js';
import { compareWithLastRun } from './diff/compareWithLastRun.js';
import { type Arguments, type Run, generate, knownNames } from './generate.js';
import { type Runner, checkTypes } from './types/checkTypes.js';

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
  const { diagnostics, config } = generation;
  if (files.length === 0) {
    context.alert(describeDiagnostics(diagnostics, context.paint));
    return 1;
  }
  const { root, changes, before } = await plan(files, out, { overwrite: false, force: true });
  if (before.isLost) throw lostManifest('');
  if (before.manifest === undefined)
    throw new InputError(`There is no project of mcpwright in ${out}.`, 'Name its folder with --out.');
  const since = await compareWithLastRun(made.before, generation, changes);
  const errors = await checkTypes(root, changes, knownNames(generation, since), run);
  const verdict: Verdict = {
    out,
    source: generation.source,
    interrupted: await isInterrupted(root),
    behind: changes.filter(({ kind }) => ['create', 'update', 'delete', 'merged', 'left'].includes(kind)),
    edited: changes.flatMap(({ kind, path }) => (kind === 'edited' || kind === 'stays' ? [path] : [])),
    stopping: changes.flatMap(({ kind, path }) => (kind === 'edited' ? [path] : [])),
    unresolved: changes.flatMap((change) => ('unresolved' in change ? [change.path] : [])),
    orphaned: changes.filter((change) => change.kind === 'orphaned').filter(({ lost }) => lost.length > 0),
    ejected: changes
      .filter((change) => change.kind === 'ejected')
      .filter(({ pristine, content }) => pristine !== content),
    errors,
    since,
    unfit: config.runtime.package !== '' && !(await isFitting(root)),
  };
  const isFine =
    !verdict.interrupted &&
    !verdict.unfit &&
    [verdict.behind, verdict.edited, verdict.unresolved, verdict.orphaned, errors ?? []].every(
      ({ length }) => length === 0,
    );
  if (json) context.print(`${JSON.stringify(listVerdict(verdict, made, isFine), undefined, 2)}\n`);
  else {
    // What the project itself says to no effect is a matter of the project; what is odd in the document is lint's.
    const ofChoices = diagnostics.filter(({ pointer }) => pointer.startsWith('config#'));
    if (ofChoices.length > 0) context.note(describeDiagnostics(ofChoices, context.paint));
    const text = describeVerdict(verdict, isFine, context);
    if (isFine) context.note(text);
    else context.alert(text);
  }
  return isFine ? 0 : 1;
}

/** Whether the package of the runtime that is installed, if one is, fits what is generated now. */
async function isFitting(project: string): Promise<boolean> {
  const installed = (await findManifest(project, runtimePackage))?.[contractKey];
  return installed === undefined || installed === identifyContract(await loadTemplates());
}

function listVerdict(
  { source, out, behind, errors, ejected, since, ...rest }: Verdict,
  { generation }: Run,
  upToDate: boolean,
) {
  const { diagnostics } = generation;
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
    ...(since?.comparison && { comparison: since.comparison }),
    diagnostics,
  };
}
