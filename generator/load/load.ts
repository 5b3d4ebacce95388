import { fileURLToPath } from 'node:url';
import type { Refs } from '../model/config.js';
import { InputError, type Report } from '../model/diagnostic.js';
import type { Document } from '../model/document.js';
import { refuseOther, refuseOtherValue } from './config/refuseOther.js';
import { checkBounds } from './parse/checkBounds.js';
import { createLocator } from './parse/createLocator.js';
import { parseText, reportOddities } from './parse/parseText.js';
import type { DocumentCertificates } from './documentCertificates.js';
import type { DocumentHeaders } from './documentHeaders.js';
import { type Limits, isWebUrl } from './fetchText.js';
import type { applyOverlays } from './overlay/applyOverlays.js';
import { type Overlay, readOverlay } from './overlay/readOverlay.js';
import { openFiles } from './readFiles.js';
import { checkFolder, readSource } from './readSource.js';
import { resolveReferences } from './references/resolveReferences.js';
import { type Kind, specObjects } from './references/specObjects.js';
import { type Version, readVersion } from './upgrade/readVersion.js';
import { repairDocument, repairParameters } from './upgrade/repairDocument.js';
import { repairRowFilters } from './upgrade/rowFilters.js';
import { reportFields } from './upgrade/bodies.js';
import { upgradeSwagger2 } from './upgrade/swagger2.js';

/** How a document may be read. */
export interface LoadOptions {
  /** Reads standard input to its end, or until it is over so many bytes: for the source `-`. */
  readStdin: (maxBytes: number) => Promise<string>;
  /** What the document is fetched with, where it is at one of these origins. */
  headers?: DocumentHeaders;
  /** What proves there who fetches it. */
  certificates?: DocumentCertificates;
  /** For each file that is fetched; 30 s. */
  timeoutMs?: number;
  /** For the document, and again for all files together that it refers to; 64 MB. */
  maxBytes?: number;
  /**
   * What references may lead to, besides files below the document's folder: nothing. Files below other folders, and
   * hosts, over https alone; private networks are refused all the same.
   */
  refs?: Refs;
  /** Overlays that are applied to the document, in this order: files or URLs. */
  overlays?: readonly string[];
  /** The folder from which paths in the configuration start, for what is suggested there; the current one. */
  home?: string;
  /** Is told what goes on. */
  onProgress?: (text: string) => void;
  /** Is told each text that is read: of the document, of overlays, and of the files that it refers to. */
  onText?: (url: string, text: string) => void;
  /** Is told the path of each overlay, and of each file that the document refers to, before it is read. */
  onFile?: (path: string) => void;
}

/**
 * Loads an OpenAPI document from a file, an http(s) URL, or standard input (`-`).
 *
 * @throws InputError where there is no document to read.
 */
export async function load(source: string, options: LoadOptions, report: Report): Promise<Document> {
  const limits = { timeoutMs: options.timeoutMs ?? 30_000, maxBytes: options.maxBytes ?? 64 * 1024 ** 2 };
  const progress = options.onProgress ?? (() => {});
  const shown = source === '-' ? 'standard input' : source;
  progress(`Reading ${shown}`);
  const { text, base } = await placeAt('config#/document', () =>
    readSource(
      source,
      { ...limits, headers: options.headers, certificates: options.certificates },
      options.readStdin,
    ),
  );
  options.onText?.(base.href, text);
  await placeAt('config#/document', async () => refuseOther(text, shown));
  const parsed = parseText(text, shown);
  const { value: root } = parsed;
  refuseOtherValue(root, shown);
  reportOddities(parsed, [], report);
  const overlaid = await overlay({ root, source, shown, base, parsed }, options, limits, report);
  const version = readVersion(root, shown, (member) => overlaid.textAt([member]), report);

  const { refs = { folders: [], hosts: [] }, home = '.' } = options;
  for (const [index, folder] of refs.folders.entries())
    await placeAt(`config#/refs/folders/${index}`, () => checkFolder(folder));
  const reach = { main: base.href, ...refs, home, limits };
  const { readFiles, opened } = openFiles(source, reach, { progress, onText: options.onText }, report);
  const main = { url: base.href, value: root };
  repairParameters(root, report);
  repairRowFilters(root);
  const readTold: typeof readFiles = (urls) => {
    for (const url of urls) if (url.startsWith('file:')) options.onFile?.(fileURLToPath(url));
    return readFiles(urls);
  };
  const inlined = await resolveReferences(main, keepsReferences(version), readTold, report);
  // What took the place of a reference may be in many places now.
  if (inlined.size > 0) checkBounds(root, shown);

  const repaired = repairDocument(root, (member) => overlaid.textAt(['info', member]), report);
  if (version.major === 2) reportFields(repaired, report);
  // OpenAPI 3.2, API URLs: they start from where the document was retrieved, and never from its `$self`.
  const url = /^https?:$/.test(base.protocol) ? base : undefined;
  const locate = createLocator(root, overlaid.locate, opened, inlined);
  return {
    root: version.major === 2 ? upgradeSwagger2(repaired, url?.protocol) : repaired,
    version: version.said,
    dialect: version.dialect,
    source,
    ...(url && { url: url.href }),
    locate: (pointer) => overlaid.locateAction(pointer) ?? locate(pointer),
  };
}

/** Runs a step; what it cannot find is told at the choice that names it. */
async function placeAt<T>(pointer: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof InputError) || error.location !== undefined) throw error;
    throw new InputError(error.message, error.hint, undefined, pointer, error.others);
  }
}

/** Applies the overlays to the document as it was written: before anything is made of it. */
async function overlay(
  target: Parameters<typeof applyOverlays>[1],
  { overlays: files = [], onFile, onText, onProgress }: LoadOptions,
  limits: Limits,
  report: Report,
): Promise<ReturnType<typeof applyOverlays>> {
  const { root, shown, parsed } = target;
  if (files.length === 0) {
    const locate = (path: readonly string[]) => ({ file: shown, ...parsed.locate(path) });
    return { locate, textAt: parsed.textAt, locateAction: () => undefined };
  }
  const read: Overlay[] = [];
  for (const [index, file] of files.entries()) {
    onProgress?.(`Reading the overlay ${file}`);
    if (!isWebUrl(file)) onFile?.(file);
    read.push(await placeAt(`config#/overlays/${index}`, () => readOverlay(file, limits, onText)));
  }
  // Loaded here since most documents have none.
  const { applyOverlays: apply } = await import('./overlay/applyOverlays.js');
  const overlaid = apply(read, target, report);
  refuseOtherValue(root, shown);
  checkBounds(root, shown);
  return overlaid;
}

/**
 * Whether a reference to this kind of object stays one: where OpenAPI 3 allows a Reference Object. In Swagger 2.0
 * all but those to schemas are resolved, since what they lead to is going to be restructured.
 */
function keepsReferences({ major }: Version): (kind: Kind) => boolean {
  if (major === 2) return (kind) => kind === 'schema';
  return (kind) => specObjects.get(kind)?.referable === true;
}
