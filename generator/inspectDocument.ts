import { type LoadOptions, load } from './load/load.js';
import type { Api } from './model/api.js';
import type { Snapshot } from './model/comparison.js';
import type { Config } from './model/config.js';
import { type Diagnostic, InputError, collector } from './model/diagnostic.js';
import type { Document } from './model/document.js';
import type { NameLock, SourceNaming } from './model/names.js';
import { type Selection, listMatches } from './model/selection.js';
import { type Server, listCallable } from './model/server.js';
import { read } from './read/read.js';
import { nameServer } from './shape/names/nameServer.js';
import { shape } from './shape/shape.js';
import { splitSources } from './shape/splitSources.js';
import { loadTokenCounter } from './text/tokens.js';

/** How a document is read, and what its tools are called. */
export interface Options extends LoadOptions {
  /**
   * The names that tools were given before, such as {@link readGiven} reads them from a project; it is told the
   * name of the server. Without it every tool is named anew.
   */
  readNames?: (serverName: string) => Promise<NameLock>;
  /** Where the user made a choice, which a pointer such as `config#/include/3` names. */
  placeOf?: (pointer: string) => Pick<Diagnostic, 'pointer' | 'location'>;
  /** Finds what a project offered before: what has no order in the document keeps the one that it has there. */
  readLast?: () => Promise<Snapshot | undefined>;
  /** The folder from which the paths of the user's choices start, for what is suggested. */
  homeOf?: () => string;
  /** What it is called as one document of several. */
  naming?: SourceNaming;
}

/** Finds the user's choices where that needs the name of the server, as the title of the document makes it. */
export type ConfigReader = (serverName: string) => Promise<Config>;

/** What a document would become. */
export interface DocumentInspection {
  /** The file or URL that was read. */
  source: string;
  /** The version that the document says, such as `3.0.4`. */
  openapi: string;
  /** Operations in the document, those included that had to be left out. */
  operations: number;
  /** The document, as it was loaded. */
  document: Document;
  /** The choices that were made. */
  config: Config;
  /** What the document says, as far as it is offered. */
  api: Api;
  /** What is offered of it, and why. */
  selection: Selection;
  /** What the server would offer. */
  server: Server;
  /** Everything that was found on the way, in the order of the document where it has one. */
  diagnostics: Diagnostic[];
}

/**
 * Reads a document and works out the server it would become, without writing anything.
 *
 * @throws InputError where there is no document to read.
 */
export async function inspectDocument(
  source: string,
  choices: Config | ConfigReader,
  options: Options,
): Promise<DocumentInspection> {
  const progress = options.onProgress ?? (() => {});
  const { document, found, config, diagnostics, report } = await openDocument(source, choices, options);
  const { readNames, readLast, naming } = options;
  const means = { countTokens: await loadTokenCounter(), readNames, readLast, naming, onProgress: progress };
  const shaped = await locateChoices(() => shape(found, config, means), options);
  const { api, selection, server } = shaped;
  diagnostics.push(...shaped.diagnostics);
  if (listCallable(server).length === 0) {
    report('nothing-to-offer', '#', { reason: whyNothing(document, found, selection) });
  }
  return {
    source,
    openapi: document.version,
    operations: found.operations.length + found.skipped.length,
    document,
    config,
    api,
    selection,
    server,
    diagnostics: withoutLeftOut(diagnostics, found, api).map((one) => withLocation(one, document, options)),
  };
}

/** A document that has been read, with what was found. */
interface Opened extends ReturnType<typeof collector> {
  document: Document;
  found: Api;
}

/** Reads the document; where the choices say how, and are found by its title alone, it is read again. */
async function openDocument(
  source: string,
  choices: Config | ConfigReader,
  options: Options,
): Promise<Opened & { config: Config }> {
  let text: Promise<string> | undefined;
  const readStdin: Options['readStdin'] = (maxBytes) => (text ??= options.readStdin(maxBytes));
  const openWith = async (config: Config | undefined): Promise<Opened> => {
    const found = collector();
    const home = options.homeOf?.();
    const chosen = config && { refs: config.refs, overlays: config.overlays };
    const document = await locateChoices(
      () =>
        load(source, { ...options, readStdin, ...chosen, ...(home !== undefined && { home }) }, found.report),
      options,
    );
    options.onProgress?.('Reading the operations');
    return { ...found, document, found: read(document, found.report) };
  };
  if (typeof choices !== 'function') return { ...(await openWith(choices)), config: choices };
  const first = await openWith(undefined);
  const config = await choices(nameServer(first.found, { name: '' }));
  await locateChoices(async () => splitSources(config, source), options);
  return { ...(saysHowToRead(config, options) ? await openWith(config) : first), config };
}

/** Whether the choices are of another reading than the first was. */
function saysHowToRead({ refs, overlays }: Config, { overlays: applied = [] }: Options): boolean {
  const isOverlaid = overlays.join('\n') !== applied.join('\n');
  return isOverlaid || refs.folders.length > 0 || refs.hosts.length > 0;
}

/** Runs a step; where the user's choice cannot be used, the error says where it was made. */
export async function locateChoices<T>(run: () => Promise<T>, { placeOf }: Options): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw withPlace(error, placeOf);
  }
}

function withPlace(error: InputError, placeOf: Options['placeOf']): InputError {
  const { message, hint, location, pointer, others } = error;
  if (pointer === undefined) return error;
  const place = placeOf === undefined ? location : placeOf(pointer).location;
  const rest = others.map((other) => withPlace(other, placeOf));
  return new InputError(message, hint, place, pointer, rest);
}

function withLocation(diagnostic: Diagnostic, document: Document, { placeOf }: Options): Diagnostic {
  if (diagnostic.pointer.startsWith('config#')) return { ...diagnostic, ...placeOf?.(diagnostic.pointer) };
  const location = document.locate(diagnostic.pointer);
  return location === undefined ? diagnostic : { ...diagnostic, location };
}

/** The findings but those on operations that are left out, and on what only they use. */
function withoutLeftOut(diagnostics: readonly Diagnostic[], before: Api, api: Api): Diagnostic[] {
  if (api.leftOut.length === 0 && api.skipped.length === before.skipped.length) return [...diagnostics];
  const used = [
    ...[...api.operations, ...api.skipped].map(({ pointer }) => pointer),
    ...Object.values(api.pointers),
  ];
  const known = new Set(used);
  const all = [
    ...[...before.operations, ...before.skipped].map(({ pointer }) => pointer),
    ...Object.values(before.pointers),
  ];
  const unused = all.filter((place) => !known.has(place));
  const missed = new Set(api.skipped.map(({ pointer }) => pointer));
  return diagnostics.filter(({ code, pointer }) => {
    if (code === 'operation-skipped') return missed.has(pointer);
    // A malformed extension may be why an operation is left out.
    return pointer.includes('/x-') || !isUnder(unused, pointer) || isUnder(used, pointer);
  });
}

function isUnder(places: readonly string[], pointer: string): boolean {
  return places.some((place) => pointer === place || pointer.startsWith(`${place}/`));
}

function whyNothing({ root }: Document, { operations, skipped }: Api, selection: Selection): string {
  if (selection.offered > 0) return 'none of its operations could become a tool';
  if (operations.length > 0) {
    return `none of the ${operations.length} operations that could be read is selected; ${listMatches(selection)}`;
  }
  if (skipped.length > 0) return 'none of its operations could be read';
  const webhooks = Object.keys(root['webhooks'] ?? {}).length;
  if (webhooks > 0) {
    const what = webhooks === 1 ? '1 webhook' : `${webhooks} webhooks`;
    return `the document holds ${what}, which the API itself calls, and no operation that could be called`;
  }
  return 'the document has no operation';
}
