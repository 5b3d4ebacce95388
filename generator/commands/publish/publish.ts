import { join } from 'node:path';
import { scoreTools } from '../../lint/quality/scoreTools.js';
import { loadSchemas } from '../../load/ownFiles.js';
import { configName, isPublished } from '../../model/config.js';
import type { PublishFinding } from '../../model/publish/facts.js';
import type { Server } from '../../model/server.js';
import { isReadByDirectories } from '../../publish/directories/checkDirectories.js';
import { checkPlaces } from '../../publish/checkPlaces.js';
import { tellsSecret } from '../../publish/findSecrets.js';
import { memoizeIn } from '../../text/memo.js';
import { isSafePath } from '../../write/manifest.js';
import { lookUp, readProject, requireProject } from '../../write/readProject.js';
import { plan } from '../../write/write.js';
import type { Chosen } from '../chooseConfig.js';
import { type Context, type ExitCode, nameFolder, nameProgram, quoteForShell } from '../context.js';
import { type Arguments, type Finish, type Run, generate } from '../generate.js';
import { describeChecked, describePublished, proposeChoices } from './outcome.js';

interface PublishArguments extends Pick<Arguments, 'choose' | 'json' | 'program' | 'run' | 'disk'> {
  /** The folder of the project; where empty, the choices say it, or it is the current one. */
  project: string;
  /** Writes nothing: says what of all that was written would be refused. */
  check: boolean;
}

/**
 * `mcpwright publish`: brings a project up to date with its document and its choices, which writes what each chosen place
 * wants, and says what is left to be filled in. With `check`, it writes nothing.
 *
 * @throws InputError where there is no project, or its choices name no document
 */
export async function publish(
  { project, check, ...args }: PublishArguments,
  context: Context,
): Promise<ExitCode> {
  const chosen = await args.choose(project === '' ? undefined : project);
  const out = project || chosen.home || '.';
  await requireProject(out, nameFolder(out));
  if (!isPublished(chosen.config)) return tellChoices(chosen, out, context);
  const program = nameProgram(context.env);
  const command = `${program} generate${out === '.' ? '' : ` --out ${quoteForShell(out)}`}`;
  const made = { ...args, document: undefined, out, choose: async () => chosen, overwrite: false, command };
  if (check)
    return generate({ ...made, force: true, conclude: (run) => conclude(run, args.json, context) }, context);
  return generate({ ...made, force: false, finish: (run) => finish(run, context) }, context);
}

/** Says what would be refused, of files that are behind as well. */
async function conclude({ generation, files, out }: Run, json: boolean, context: Context): Promise<ExitCode> {
  const { changes } = await plan(files, out, { overwrite: false, force: true });
  const published = new Set(files.filter(({ place }) => place !== undefined).map(({ path }) => path));
  const behind = changes
    .filter(({ kind, path }) => ['create', 'update', 'merged'].includes(kind) && published.has(path))
    .map(({ path }) => path);
  const all = await findFaults(generation, out, nameProgram(context.env));
  // What is behind is written anew: but a secret in it is known already.
  const findings = all.filter((one) => !behind.includes(one.file) || tellsSecret(one));
  const isFine = behind.length === 0 && !findings.some(({ severity }) => severity === 'error');
  if (json) context.print(`${JSON.stringify({ out, behind, findings }, undefined, 2)}\n`);
  else {
    const text = describeChecked(
      { behind, findings, command: `${nameProgram(context.env)} publish` },
      context,
    );
    if (isFine) context.note(text);
    else context.alert(text);
  }
  return isFine ? 0 : 1;
}

/** Says what is left to be filled in of what was written. */
async function finish(
  { generation, out }: Pick<Run, 'generation' | 'out'>,
  context: Context,
): Promise<Finish> {
  const findings = await findFaults(generation, out, nameProgram(context.env));
  return { text: describePublished(generation, findings, context), report: { publish: { findings } } };
}

async function findFaults(
  { facts, server, files: emitted }: Run['generation'],
  out: string,
  program: string,
): Promise<PublishFinding[]> {
  if (facts === undefined) return [];
  const { root } = await readProject(out);
  // Checks of several places ask for the same files.
  const seen = new Map<string, Promise<Uint8Array | undefined>>();
  const read = (path: string) =>
    memoizeIn(seen, path, async () => {
      const found = isSafePath(path) ? await lookUp(root, path) : 'missing';
      return typeof found === 'object' ? found.bytes : undefined;
    });
  const files = emitted.flatMap(({ path, place, content }) =>
    place === undefined ? [] : [{ path, place, content }],
  );
  const findings = await checkPlaces({ facts, server, files, read, schemas: await loadSchemas() });
  return isReadByDirectories(facts) ? [...findings, ...checkScore(server, out, program)] : findings;
}

/** A score below which tools are worse off in directories that grade them: docs/lint.md says why it is this one. */
const leastScore = 60;

function checkScore(server: Server, out: string, program: string): PublishFinding[] {
  const quality = scoreTools(server);
  if (quality === undefined || quality.score >= leastScore) return [];
  const { score, worst } = quality;
  const file = join(out, configName);
  return [
    {
      place: 'directories',
      severity: 'warning',
      file: configName,
      at: '/tools',
      message: `The tools score ${score} of 100, below ${leastScore}; the worst of them, ${worst.tool}, ${worst.score}. Directories grade tools, and list those first that say more.`,
      fix: `See what would raise it most: ${program} lint --config ${quoteForShell(file)}`,
    },
  ];
}

/** Prints the lines by which a project is published, for its owner to write: the file is theirs. */
async function tellChoices({ file }: Chosen, out: string, context: Context): Promise<ExitCode> {
  const name = file ?? join(out, configName);
  context.print(proposeChoices());
  context.alert(
    `Nothing was written: ${name} does not say where the server is published. Add these lines to it, without the places that you do not want, and run this again: docs/publish.md says what each place asks for.\n`,
  );
  return 1;
}
