import { join, resolve } from 'node:path';
import { takeSnapshot } from '../../compare/takeSnapshot.js';
import { inspect } from '../../inspect.js';
import { isWebUrl } from '../../load/fetchText.js';
import { type ComparedSource, openSource } from '../../load/project/openSource.js';
import { keptBy, readGiven } from '../../load/project/readGiven.js';
import { readSnapshot } from '../../load/project/readSnapshot.js';
import type { Snapshot } from '../../model/comparison.js';
import type { Config } from '../../model/config.js';
import { type Diagnostic, InputError } from '../../model/diagnostic.js';
import type { NameLock } from '../../model/names.js';
import type { Tool } from '../../model/server.js';
import { nameServer } from '../../shape/names/nameServer.js';
import { listTool } from '../../shape/listTool.js';
import { countJson } from '../../text/countJson.js';
import { loadTokenCounter } from '../../text/tokens.js';
import { withFiles } from '../../write/withSources.js';
import type { Chosen } from '../chooseConfig.js';
import { type Context, sourceOf } from '../context.js';

/** Finds the choices for documents: those of the project where one is compared. */
export type ChooseFor = (document: string, project?: string) => Promise<Chosen>;

/** One side of a comparison. */
export interface Side {
  /** As the user named it. */
  source: string;
  kind: 'document' | 'project';
  snapshot: Snapshot;
  /** What was found in the document. */
  diagnostics: Diagnostic[];
}

/**
 * Works out what both sides offer. Where one is a project, the document of the other becomes what generating the
 * project again would make of it: by its choices, and with its names.
 */
export async function openSides(
  given: readonly [old: string, now: string],
  choose: ChooseFor,
  context: Context,
): Promise<[old: Side, now: Side]> {
  if (given[0] === '-' && given[1] === '-')
    throw new InputError('Standard input can be one side only.', 'Name a file for the other.');
  const [old, now] = await Promise.all(
    given.map((one) => openSource(one, context.env)) as [Promise<ComparedSource>, Promise<ComparedSource>],
  );
  const project = [now, old].find(({ kind }) => kind === 'project');
  const measure = await toolCounter();
  const known = new Map<ComparedSource, Snapshot>();
  for (const one of [old, now])
    if (one.kind === 'project') known.set(one, await readSnapshot(one.files, measure));
  const chosenFor = [now, old].find(({ kind }) => kind !== 'project');
  const chosen = chosenFor && (await choose(chosenFor.path, project?.path));
  const [projects] = known.values();
  let opened: Snapshot | undefined;
  const open = async (source: ComparedSource, shown: string): Promise<Side> => {
    const kept = known.get(source);
    if (source.kind === 'project' || chosen === undefined)
      return { source: shown, kind: 'project', snapshot: kept as Snapshot, diagnostics: [] };
    const read = async (path: string) => {
      const placed = placeDocument(chosen.config, source.path, path);
      const found = await inspect(placed.document, placed, {
        ...sourceOf(context),
        ...(chosen.placeOf && { placeOf: chosen.placeOf }),
        onProgress: context.progress,
        readLast: async () => projects,
        readNames: async (serverName) =>
          projects ? namesOf(projects) : shareName(await readGiven(chosen.home ?? '.'), serverName, opened),
      });
      const snapshot = takeSnapshot(found.server, { before: projects?.mode, found });
      return { source: shown, kind: 'document' as const, snapshot, diagnostics: found.diagnostics };
    };
    if (source.kind === 'document') return read(source.source);
    return withFiles(source.files, (folder) =>
      read(join(folder, source.name)).catch((error) => retell(error, folder, shown)),
    );
  };
  const before = await open(old, given[0]);
  opened = before.snapshot;
  return [before, await open(now, given[1])];
}

/** Two documents of one title are of one server: the newer is what generating the project of the older again would make. */
function shareName(given: NameLock, serverName: string, before: Snapshot | undefined): NameLock {
  const isSame = before !== undefined && nameServer(before.api, { name: '' }) === serverName;
  if (given.kept !== undefined || !isSame) return given;
  return { ...given, kept: keptBy(before) };
}

/**
 * The choices with a document in the place that it has: where several are listed, in that of the one that it is.
 *
 * @param named - where it is, as the user named it
 * @param path - where it is read
 * @throws InputError where it is none of several
 */
function placeDocument(config: Config, named: string, path: string): Config {
  const { sources } = config;
  if (sources.length === 0) return { ...config, document: path };
  const index = sources.findIndex(({ document }) => isSamePlace(document, named));
  const source = sources[index];
  if (source === undefined)
    throw new InputError(
      `${named} is none of the documents under sources: ${sources.map(({ document }) => document).join(', ')}.`,
      'Name one of them, or a project; to look at a document alone, pass --config with another file.',
    );
  return { ...config, document: '', sources: sources.with(index, { ...source, document: path }) };
}

function isSamePlace(one: string, other: string): boolean {
  return one === other || (!isWebUrl(one) && !isWebUrl(other) && resolve(one) === resolve(other));
}

/** Counts the tokens of tools as `tools/list` answers them, without their output schemas. */
export async function toolCounter(): Promise<(tool: Tool) => number> {
  const counter = countJson(await loadTokenCounter());
  return (tool) => {
    const { name, title, description, inputSchema, annotations } = tool;
    return counter.count(listTool({ name, title, description, inputSchema, annotations }));
  };
}

function namesOf(project: Snapshot): NameLock {
  const { tools, api } = project;
  const former = Object.entries(api.formerNames ?? {});
  const given = tools.map(({ tool: { name }, operation, operationId }) => {
    const was = former.flatMap(([before, now]) => (now === name ? [before] : []));
    const id = operationId === undefined ? {} : { operationId };
    return [operation, { name, ...id, ...(was.length > 0 && { was }) }];
  });
  return { given: Object.fromEntries(given) as NameLock['given'], kept: keptBy(project) };
}

/** What is wrong with a file of a revision, without the folder where it lay meanwhile. */
function retell(error: unknown, folder: string, shown: string): never {
  if (!(error instanceof InputError)) throw error;
  const { message, hint } = error;
  throw new InputError(`${shown}: ${message.replaceAll(join(folder, ''), '')}`, hint);
}
