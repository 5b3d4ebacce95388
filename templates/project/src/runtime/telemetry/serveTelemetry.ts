import process from 'node:process';
import type { AnyCustomization } from '../customize.js';
import { SetupError } from '../errors.js';
import type { Extension } from '../extend/extensions.js';
import type { Environment } from '../settings.js';
import type { Catalog } from '../tool.js';
import { msSince, type Operation } from './operations.js';
import { watchTransport } from './watchTransport.js';

export { watchExchange } from './watchExchange.js';

/**
 * Has servers tell of what they do: spans and histograms by the semantic conventions of OpenTelemetry for MCP, where an SDK
 * is registered, and lines of JSON, where the operator wants them.
 *
 * @throws SetupError where MCP_LOG_FORMAT is neither `json` nor `text`.
 */
export const serveTelemetry: Extension = async ({ catalog, custom, env }) => {
  const log = writesLines(env) ? writeLine : undefined;
  const fixed = await listFixed(catalog, custom);
  return (server, connection) => {
    const connect = server.connect.bind(server);
    server.connect = (transport) =>
      watchTransport(transport, () => connect(transport), {
        isFixed: (uri) => fixed.has(uri),
        getVersion: () => server.getNegotiatedProtocolVersion(),
        isPipe: connection?.wire !== undefined,
        isSession: connection?.mayChange === true || connection?.wire !== undefined,
        log,
      });
  };
};

/** Whether the operator wants lines of calls (`MCP_LOG_FORMAT`). */
function writesLines(env: Environment): boolean {
  const format = env['MCP_LOG_FORMAT']?.trim() ?? '';
  if (['', 'json', 'text'].includes(format)) return format === 'json';
  throw new SetupError(`MCP_LOG_FORMAT must be json or text, not "${format}".`);
}

/** Writes what came of an operation: names, statuses and durations, and no value of an argument. */
function writeLine(operation: Operation, error: string | undefined): void {
  const { method, target, requests, span, began } = operation;
  const { traceId, spanId } = span.spanContext();
  const isTraced = /[^0]/.test(traceId);
  const line = {
    time: new Date().toISOString(),
    level: error === undefined ? 'info' : 'error',
    method,
    ...target,
    status: error === undefined ? 'ok' : 'error',
    ...(error !== undefined && { error }),
    durationMs: msSince(began),
    ...(requests.length > 0 && { requests }),
    ...(isTraced && { trace_id: traceId, span_id: spanId }),
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

/** The URIs of resources that have no variables: in one that has, values of arguments stand. */
async function listFixed(
  { resources }: Catalog,
  { resources: own = {} }: AnyCustomization,
): Promise<ReadonlySet<string>> {
  const generated = (await resources?.())?.list ?? [];
  const uris = [...generated.map(({ uri }) => uri), ...Object.keys(own)];
  return new Set(uris.filter((uri) => !uri.includes('{')));
}
