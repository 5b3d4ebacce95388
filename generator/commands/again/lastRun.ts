import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Generation } from '../../generate.js';
import { isWebUrl } from '../../load/fetchText.js';
import { load } from '../../load/load.js';
import { stampProgram } from '../../load/ownFiles.js';
import type { Change, File } from '../../model/file.js';
import { InputError } from '../../model/diagnostic.js';
import { splitSources } from '../../shape/splitSources.js';
import { type LastRun, hashState, nameLeft, readLastRun } from '../../write/localRecord.js';
import { plan } from '../../write/write.js';
import type { Chosen } from '../chooseConfig.js';
import { type Context, formatCount } from '../context.js';
import { describeChanges } from '../describe/describeChanges.js';
import { moveChoices } from '../moveChoices.js';

/** What a run reads besides the project. */
export interface Inputs {
  chosen: Chosen;
  out: string;
  /** The document that is named, or those that are listed. */
  document: string;
  documents: readonly string[];
  /** What the command line says besides the choices. */
  said: unknown;
  /** Is told the path of each file before it is read. */
  onFile: ((path: string) => void) | undefined;
}

/** Takes down what a run reads. */
export interface Reading {
  onText: (url: string, text: string) => void;
  /** Identifies all of it, and what else decides what comes of it; not the folder that the command was run in. */
  finish: (decided: Pick<Inputs, 'chosen' | 'out' | 'said'>) => Promise<string>;
}

/** Takes down each text that is read: a document and all that it is read with. */
export function createReading(): Reading {
  const texts = new Map<string, string>();
  return {
    onText: (url, text) => void texts.set(url, digest(text)),
    finish: async ({ chosen: { config }, out, said }) => {
      const read = [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const choices = { ...moveChoices(config, out), out: resolve(out) };
      return digest(JSON.stringify([await stampProgram(), said, choices, read]));
    },
  };
}

/**
 * The last run, where another one would do nothing: it would read the same, and finds the project as it was left.
 * Documents are read, and whatever they refer to, but nothing is made of them.
 */
export async function findLastRun(inputs: Inputs): Promise<LastRun | undefined> {
  const { chosen, out, document, documents, onFile } = inputs;
  // Standard input can be read once.
  if (documents.some((one) => one === '-' || isWebUrl(one))) return undefined;
  const last = await readLastRun(out);
  if (last === undefined) return undefined;
  const reading = createReading();
  try {
    if ((await hashState(out, last.named)) !== last.state) return undefined;
    const { onText } = reading;
    for (const { document: one, config } of splitSources(chosen.config, document)) {
      const { refs, overlays } = config;
      await load(
        one,
        { refs, overlays, onText, readStdin: readNothing, ...(onFile && { onFile }) },
        () => {},
      );
    }
    return (await reading.finish(inputs)) === last.inputs ? last : undefined;
  } catch (error) {
    // The run itself says what is wrong.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** What is to be known of a run for another one to find that there is nothing to do; undefined where there is. */
export async function describeRun(
  { server, operations }: Generation,
  files: File[],
  inputs: Inputs,
  reading: Reading,
): Promise<LastRun | undefined> {
  const { out } = inputs;
  const { changes } = await plan(files, out, { overwrite: false, force: true });
  const named = nameLeft(changes);
  const state = named && (await hashState(out, named));
  if (named === undefined || state === undefined) return undefined;
  const tools = server.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  const offered = `${server.api.title}: ${formatCount(tools, 'tool')} in ${formatCount(server.toolsets.length, 'toolset')} from ${formatCount(operations, 'operation')}`;
  return { inputs: await reading.finish(inputs), state, named, offered };
}

const readNothing = () => Promise.resolve('');

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Says that there is nothing to do. */
export function describeIdle({ named, offered }: LastRun, out: string, context: Context): string {
  const left = named.map(toChange);
  const { paint } = context;
  return [
    `${paint('green', 'Done.')} ${paint('bold', offered)}. Nothing that they are made of has changed since the last run.`,
    'Findings are not repeated: --json lists them.',
    ...describeChanges(left, out, context),
    '',
  ].join('\n');
}

function toChange({ kind, path }: LastRun['named'][number]): Change {
  return kind === 'ejected' ? { kind, path, content: '' } : { kind, path };
}
