import {
  type ConfigReader,
  type DocumentInspection,
  type Options,
  inspectDocument,
  locateChoices,
} from './inspectDocument.js';
import type { Config, SourceChoice } from './model/config.js';
import { type Diagnostic, InputError, collector } from './model/diagnostic.js';
import type { Document } from './model/document.js';
import { type NameLock, listGivenNames, noNames } from './model/names.js';
import type { Selection } from './model/selection.js';
import { type Mocks, listCallable } from './model/server.js';
import { planPrompts } from './shape/prompts/planPrompts.js';
import { dropListings } from './shape/resources/leftOut.js';
import { pickLast, pickNames, uniteServers } from './shape/uniteServers.js';
import { nameServer } from './shape/names/nameServer.js';
import { loadSampler } from './shape/mocks/loadSampler.js';
import { planMocks } from './shape/mocks/planMocks.js';
import { type SourcePart, splitSources } from './shape/splitSources.js';

/** What one document would become, or several together. */
export interface Inspection extends Omit<DocumentInspection, 'api'> {
  /** Each document, and what it alone would become: one, or as many as there are sources. */
  parts: readonly DocumentInspection[];
}

/**
 * Reads a document, or those that the choices list, and works out the server that comes of it, without writing anything.
 *
 * @param source - the document; empty where the choices list several
 * @throws InputError where there is no document to read.
 */
export async function inspect(
  source: string,
  choices: Config | ConfigReader,
  options: Options,
): Promise<Inspection> {
  if (typeof choices !== 'function' && choices.sources.length > 0)
    return inspectSources(source, choices, options);
  const { api, ...inspection } = await inspectDocument(source, choices, options);
  return { ...inspection, parts: [{ api, ...inspection }] };
}

/** What the tools of all documents answer where nothing is sent. */
export async function mockParts({ parts }: Pick<Inspection, 'parts'>): Promise<Mocks> {
  const sampler = await loadSampler();
  return Object.assign(
    {},
    ...parts.map(({ api, server }) => planMocks(api, listCallable(server), sampler)),
  ) as Mocks;
}

/** A document of several, as it was inspected. */
interface Inspected {
  source: SourceChoice;
  inspection: DocumentInspection;
}

/** One document after the other: names that one of them has are not given in the next. */
async function inspectSources(document: string, config: Config, options: Options): Promise<Inspection> {
  const parts = await locateChoices(async () => splitSources(config, document), options);
  const before = (await options.readNames?.(nameServer({ title: '' }, config))) ?? noNames;
  const readPart = async (source: string) => {
    const last = await options.readLast?.();
    return last && pickLast(last, source);
  };
  const inspected: Inspected[] = [];
  for (const part of parts) {
    const { source } = part;
    if (source === undefined) continue;
    const others = inspected.map(({ inspection }) => inspection.server.names);
    const own = pickNames(before, source.name);
    const naming = {
      name: source.name,
      prefix: source.prefix ?? source.name,
      taken: listTaken(before, own, others, parts, source.name),
    };
    const inspection = await inspectPart(part, source.name, {
      ...options,
      naming,
      readNames: async () => own,
      readLast: () => readPart(source.name),
    });
    inspected.push({ source, inspection });
  }
  return locateChoices(async () => joinInspections(inspected, config, before, options), options);
}

/** Names in lower case that a document does not give: those of the others, now and before, and those that are chosen for them. */
function listTaken(
  before: NameLock,
  own: NameLock,
  others: readonly NameLock[],
  parts: readonly SourcePart[],
  source: string,
): Set<string> {
  const given = [before, ...others].flatMap((lock) => listGivenNames(lock.given));
  const mine = new Set(listGivenNames(own.given));
  const chosen = parts
    .filter((part) => part.source?.name !== source)
    .flatMap(({ config }) => Object.values(config.tools).flatMap(({ name }) => name ?? []));
  return new Set([...given.filter((name) => !mine.has(name)), ...chosen].map((name) => name.toLowerCase()));
}

/** What goes wrong with a document says which of them it is. */
async function inspectPart(part: SourcePart, source: string, options: Options): Promise<DocumentInspection> {
  const placeOf = (pointer: string) => {
    const place = part.placeChoice(pointer);
    return options.placeOf?.(place) ?? { pointer: place };
  };
  try {
    return await inspectDocument(part.document, part.config, { ...options, placeOf });
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message, hint, location, pointer, others } = error;
    throw new InputError(`The source ${source} cannot be used: ${message}`, hint, location, pointer, others);
  }
}

/** All documents as one; places in them begin with the names of their sources. */
function joinInspections(
  inspected: readonly Inspected[],
  config: Config,
  before: NameLock,
  { placeOf }: Options,
): Inspection {
  const parts = inspected.map(({ inspection }) => inspection);
  const { diagnostics, report } = collector();
  const united = uniteServers(
    inspected.map(({ source, inspection: { server } }) => ({ source, server })),
    config,
    before,
  );
  const apis = parts.map(({ api }) => api);
  const server = planPrompts(united, dropListings(config, united, apis, report), apis, report);
  return {
    source: parts.map(({ source }) => source).join(', '),
    openapi: [...new Set(parts.map(({ openapi }) => openapi))].join(', '),
    operations: parts.reduce((sum, { operations }) => sum + operations, 0),
    config,
    document: joinDocuments(inspected),
    selection: joinSelections(inspected),
    server,
    diagnostics: [
      ...inspected.flatMap(({ source, inspection }) =>
        inspection.diagnostics.map((one): Diagnostic => ({
          ...one,
          pointer: one.pointer.replace(/^#(?=$|\/)/, `#/${source.name}`),
        })),
      ),
      ...diagnostics.map((one) => Object.assign({}, one, placeOf?.(one.pointer))),
    ],
    parts,
  };
}

function joinDocuments(inspected: readonly Inspected[]): Document {
  const byName = new Map(inspected.map(({ source, inspection }) => [source.name, inspection.document]));
  const [first] = byName.values();
  return {
    root: Object.fromEntries([...byName].map(([name, { root }]) => [name, root])),
    version: first?.version ?? '',
    dialect: first?.dialect ?? '3.1',
    source: [...byName.values()].map(({ source }) => source).join(', '),
    locate: (pointer) => {
      const [, name = ''] = pointer.split('/');
      return byName.get(name)?.locate(`#${pointer.slice(`#/${name}`.length)}`);
    },
  };
}

function joinSelections(inspected: readonly Inspected[]): Selection {
  const selections = inspected.map(({ inspection }) => inspection.selection);
  return {
    operations: selections.reduce((sum, { operations }) => sum + operations, 0),
    offered: selections.reduce((sum, { offered }) => sum + offered, 0),
    rules: inspected.flatMap(({ source, inspection }) =>
      inspection.selection.rules.map((rule) => ({ ...rule, kind: `${source.name} ${rule.kind}` })),
    ),
  };
}
