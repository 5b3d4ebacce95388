import { checkKeys } from '../../templates/project/src/runtime/interact/createSealer.js';
import { resolve } from 'node:path';
import { SetupError } from '../../templates/project/src/runtime/errors.js';
import { type LiveApp, createLiveApp } from '../../templates/project/src/runtime/server/createView.js';
import type { App } from '../../templates/project/src/runtime/extensions.js';
import { describeMissing } from '../../templates/project/src/runtime/transport/describeUsage.js';
import { checkBaseUrl, checkNetwork } from '../../templates/project/src/runtime/transport/runProgram.js';
import { serveOverHttp } from '../../templates/project/src/runtime/transport/http/runHttp.js';
import { serveOverStdio } from '../../templates/project/src/runtime/transport/stdio/runStdio.js';
import { createApp } from '../../templates/project/src/server.js';
import { inspect, mockParts } from '../inspect.js';
import { isWebUrl } from '../load/fetchText.js';
import { type FileWatch, watchFiles } from '../load/watchFiles.js';
import { configName } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';
import { listCallable } from '../model/server.js';
import { toCatalog } from '../toCatalog.js';
import { type Chosen, documentOf, listDocuments, readingOf } from './chooseConfig.js';
import { type Context, type ExitCode, sourceOf } from './context.js';
import { describeInputError } from './describe/describeInputError.js';
import { describeCredentials, describeDiagnostics, describeSelection } from './describe/outcome.js';

interface Arguments {
  /** Puts the user's choices together, the document included; with `watch`, again when a file has changed. */
  choose: () => Promise<Chosen>;
  /** Serves the document anew when it, or a file that it is read with, has changed. */
  watch: boolean;
  /** How often it is looked whether one has. */
  lookEachMs?: number;
  transport: 'stdio' | 'http';
  port: number;
  host: string;
  allowUnauthenticated: boolean;
  /** Environment variables that the command line sets for the server. */
  settings: Record<string, string>;
}

/** `mcpwright serve`: the emitted server's own runtime over the document, with nothing written to disk. */
export async function serve(args: Arguments, context: Context): Promise<ExitCode> {
  const { transport, port, host, allowUnauthenticated, settings } = args;
  let chosen: Chosen | undefined = await args.choose();
  const documents = listDocuments(chosen);
  checkUse(documents, args);
  const { input, output, env, alert, note } = context;
  const log = (line: string) => alert(`${line}\n`);
  const watch = args.watch ? followDocuments(documents, args.lookEachMs) : undefined;

  async function read(): Promise<App | undefined> {
    const found = chosen ?? (await args.choose());
    chosen = undefined;
    if (found.file !== undefined) watch?.add(found.file);
    const { parts, server, selection, diagnostics } = await inspect(documentOf(found), found.config, {
      ...sourceOf(context),
      ...readingOf(found),
      onProgress: context.progress,
      onFile: (path) => watch?.add(path),
    });
    const findings = describeDiagnostics(diagnostics, context.paint);
    if (listCallable(server).length === 0) {
      alert(findings);
      return undefined;
    }
    note(findings);
    for (const line of describeSelection(selection)) note(`${line}\n`);
    const environment = { ...env, ...settings };
    const mocks = () => mockParts({ parts });
    const app = createApp({ catalog: toCatalog(server, mocks), env: environment });
    if (!app.settings.mock) await checkBaseUrl(server.api, environment);
    const missing = app.settings.mock ? undefined : describeMissing(server.api, environment);
    if (missing !== undefined) log(missing);
    if (!app.settings.mock)
      for (const line of describeCredentials(server.api, environment)) note(`${line}\n`);
    return app;
  }

  async function readAgain(live: LiveApp, changed: readonly string[]): Promise<void> {
    try {
      const next = await read();
      if (next === undefined) return log('What was served before goes on.');
      const summary = await next.view().summary();
      await live.replace(next);
      log(`${describeChanged(changed, documents)} changed: ${summary}`);
    } catch (error) {
      log(`${describeError(error, context)}\nWhat was served before goes on.`);
    }
  }

  try {
    const first = await read();
    if (first === undefined) return 1;
    const environment = { ...env, ...settings };
    await checkNetwork(first, environment);
    if (first.settings.hasStateKeys) await checkKeys(environment);
    let app = first;
    if (watch !== undefined) {
      const live = createLiveApp(first);
      watch.start((changed) => readAgain(live, changed));
      app = live;
    }
    const { stopped } = context;
    if (transport === 'http') {
      const running = await serveOverHttp(app, { host, port, allowUnauthenticated, log });
      await stopped;
      await running.close();
    } else {
      const running = serveOverStdio(app, { input, output, log });
      void stopped.then(running.stop);
      await running.finished;
    }
    return 0;
  } catch (error) {
    throw error instanceof SetupError ? new InputError(error.message) : error;
  } finally {
    watch?.close();
  }
}

function checkUse(documents: readonly string[], { transport, port }: Arguments): void {
  if (transport === 'stdio' && documents.includes('-')) {
    throw new InputError(
      'The document cannot come from standard input while clients talk over it.',
      'Name a file or a URL, or pass --transport http.',
    );
  }
  if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) {
    throw new InputError('The port must be a whole number from 0 to 65535.');
  }
}

/** Which files have changed; one may be watched by two names. */
function describeChanged(paths: readonly string[], documents: readonly string[]): string {
  const files = [...new Map(paths.map((path) => [resolve(path), path])).entries()];
  const [document, other] = documents;
  const isOnly = (file: string) =>
    document !== undefined && other === undefined && file === resolve(document);
  const names = files.map(([file, path]) => (isOnly(file) ? 'The document' : path));
  return `${names.join(' and ')} ${names.length > 1 ? 'have' : 'has'}`;
}

/** Why a document could not be read again: a fault of ours must not end a server that runs, but is shown whole. */
function describeError(error: unknown, { paint }: Context): string {
  if (error instanceof InputError) return describeInputError(error, paint).trimEnd();
  if (error instanceof SetupError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Watches documents, and the place where the user's choices may come to be.
 *
 * @throws InputError where one is no file.
 */
function followDocuments(documents: readonly string[], lookEachMs?: number): FileWatch {
  if (documents.some((document) => document === '-' || isWebUrl(document))) {
    throw new InputError(
      '--watch needs a document that is a file.',
      'Save the document to a file, or leave --watch out.',
    );
  }
  const watch = watchFiles(lookEachMs);
  for (const file of [...documents, configName]) watch.add(file);
  return watch;
}
