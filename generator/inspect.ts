import { load, type LoadOptions } from './load/load.js';
import type { Api } from './model/api.js';
import type { Config } from './model/config.js';
import { collector, type Diagnostic } from './model/diagnostic.js';
import type { Document } from './model/document.js';
import type { NameLock } from './model/names.js';
import type { Server } from './model/server.js';
import { read } from './read/read.js';
import { check } from './shape/check.js';
import { judgePatterns } from './shape/judgePatterns.js';
import { nameServer } from './shape/nameServer.js';
import { shape } from './shape/shape.js';

/** How a document is read, and what its tools are called. */
export interface Options extends LoadOptions {
  /**
   * The names that tools were given before, such as {@link readNames} reads them from a project; it is told the
   * name of the server. Without it every tool is named anew.
   */
  readNames?: (serverName: string) => Promise<NameLock>;
}

/** What a document would become. */
export interface Inspection {
  /** The file or URL that was read. */
  source: string;
  /** The version that the document says, such as `3.0.4`. */
  openapi: string;
  /** Operations in the document, those included that had to be left out. */
  operations: number;
  /** The document, as it was loaded. */
  document: Document;
  /** What the document says. */
  api: Api;
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
export async function inspect(source: string, config: Config, options: Options): Promise<Inspection> {
  const { diagnostics, report } = collector();
  const progress = options.onProgress ?? (() => {});
  const document = await load(source, options, report);
  progress('Reading the operations');
  const api = judgePatterns(read(document, report), report);
  progress(`Shaping ${api.operations.length} operations`);
  const names = await options.readNames?.(nameServer(api, config));
  const shaped = shape(api, config, report, names);
  progress('Checking every tool as clients will');
  const server = await check(shaped, config, report);
  if (server.toolsets.length === 0) {
    report('nothing-to-offer', '#', { reason: whyNothing(document, api.operations.length) });
  }
  const skipped = diagnostics.filter(({ code }) => code === 'operation-skipped').length;
  return {
    source,
    openapi: document.version,
    operations: api.operations.length + skipped,
    document,
    api,
    server,
    diagnostics: diagnostics.map((found) => withLocation(found, document)),
  };
}

function withLocation(diagnostic: Diagnostic, document: Document): Diagnostic {
  const location = document.locate(diagnostic.pointer);
  return location === undefined ? diagnostic : { ...diagnostic, location };
}

function whyNothing({ root }: Document, operations: number): string {
  if (operations > 0) return 'none of its operations could become a tool';
  const webhooks = Object.keys(root['webhooks'] ?? {}).length;
  if (webhooks > 0) {
    const what = webhooks === 1 ? '1 webhook' : `${webhooks} webhooks`;
    return `the document holds ${what}, which the API itself calls, and no operation that could be called`;
  }
  return 'the document has no operation';
}
