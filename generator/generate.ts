import { emit } from './emit/emit.js';
import { composePackage } from './emit/composePackage.js';
import { chooseParts, listUnserved } from './emit/features.js';
import { identifyInputs } from './emit/identifyInputs.js';
import { type Inspection, inspect, mockParts } from './inspect.js';
import type { ConfigReader, Options as Reading } from './inspectDocument.js';
import { hashProgram, loadPackage, loadTemplates } from './load/ownFiles.js';
import type { Maker } from './model/comparison.js';
import { type Config, isPublished } from './model/config.js';
import { collector } from './model/diagnostic.js';
import type { File } from './model/file.js';
import type { PublishFacts } from './model/publish/facts.js';
import { type Mode, decideMode, listCallable } from './model/server.js';

/** How a document is read, and what becomes of the project that was made of it before. */
export interface Options extends Reading {
  /** Finds what the project is so far; nothing where there is none. */
  findProject?: () => Promise<ProjectBefore | undefined>;
  /** The choices as the project keeps them: its paths start from there. */
  toKeep?: (config: Config) => Config;
  /** What becomes of package.json, given as it would be without edits of the owner: those are in what is answered. */
  settlePackage?: (text: string) => Promise<string>;
}

/** What a project was before. */
interface ProjectBefore {
  /** Files that the user deleted from it, so that nothing points at them. */
  deleted: ReadonlySet<string>;
  /** How its tools are met. */
  mode: Mode;
}

/** The project that a document becomes, and what was found on the way. */
export interface Generation extends Inspection {
  /** Every file of the project; empty where there is nothing to offer. */
  files: File[];
  /** What made it; undefined where there is nothing to offer. */
  maker?: Maker;
  /** What places are told of the server; undefined where it is not published. */
  facts?: PublishFacts;
  /** The parts of the server that were left out, each as the line under `features:` that builds it in. */
  leftOut: string[];
}

/**
 * Turns a document into the files of an MCP server project. Nothing is written.
 *
 * @throws InputError where there is no document to read.
 */
export async function generate(
  source: string,
  choices: Config | ConfigReader,
  options: Options,
): Promise<Generation> {
  const inspection = await inspect(source, choices, options);
  const { server: made, config } = inspection;
  if (listCallable(made).length === 0) return { ...inspection, files: [], leftOut: [] };
  options.onProgress?.('Writing the code');
  const [templates, pins] = await Promise.all([loadTemplates(), loadPackage()]);
  const mocks = await mockParts(inspection);
  const { deleted = new Set<string>(), mode } = (await options.findProject?.()) ?? {};
  const server = { ...made, mode: decideMode(made, mode) };
  const kept = options.toKeep?.(config) ?? config;
  const parts = chooseParts(server, deleted);
  const own = isPublished(config)
    ? await settlePackage(composePackage(server, pins, parts, kept), options)
    : undefined;
  const facts =
    own === undefined
      ? undefined
      : (await import('./emit/publish/composeFacts.js')).composeFacts({
          server,
          choices: kept.publish,
          about: aboutOf(inspection),
          manifest: own,
          parts,
        });
  const identity = identifyInputs({
    program: await hashProgram(),
    documents: inspection.parts.map(({ document }) => document),
    config: kept,
    names: server.names,
    deleted,
    mode: server.mode,
    ...(own !== undefined && { manifest: own }),
  });
  const files = await emit(server, templates, pins, kept, { mocks, deleted, identity, facts });
  const { diagnostics, report } = collector();
  for (const one of listUnserved(server, parts))
    report('feature-unserved', `config#/features/${one.name}`, one);
  return {
    ...inspection,
    diagnostics: inspection.diagnostics.concat(
      diagnostics.map((one) => Object.assign(one, options.placeOf?.(one.pointer))),
    ),
    server,
    files,
    maker: { version: pins.version, made: identity.made },
    leftOut: parts.choices.map(({ line }) => line),
    ...(facts && { facts }),
  };
}

/** The text of package.json as the project will have it, with the edits of its owner. */
async function settlePackage(text: string, options: Options): Promise<string> {
  return options.settlePackage?.(text) ?? text;
}

/** What the document says of its API; nothing where there are several. */
function aboutOf({ parts }: Inspection): string {
  const [only, second] = parts;
  return second === undefined ? (only?.api.description ?? '') : '';
}
