import { inspect } from '../inspect.js';
import type { Config } from '../model/config.js';
import type { Server } from '../model/server.js';
import { loadTokenCounter } from '../shape/loadTokenCounter.js';
import type { Context, ExitCode } from './context.js';
import { count } from './count.js';
import { describeDiagnostics } from './describeDiagnostics.js';
import { formatTable } from './formatTable.js';

interface Row {
  name: string;
  title: string;
  method: string;
  path: string;
  toolset: string;
  readOnly: boolean;
  /** Tokens of the tool in a `tools/list` answer (o200k). */
  tokens: number;
}

/** `mcpwright tools`: what would be offered. */
export async function tools(
  args: { document: string; config: Config; json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { server, diagnostics, openapi, operations } = await inspect(args.document, args.config, {
    readStdin: context.readStdin,
    onProgress: context.progress,
  });
  const rows = await listRows(server);
  const tokens = rows.reduce((sum, row) => sum + row.tokens, 0);
  if (args.json) {
    const { name, title } = server.api;
    context.print(
      `${JSON.stringify({ server: { name, title }, openapi, operations, tokens, tools: rows, evidence: server.evidence, diagnostics }, undefined, 2)}\n`,
    );
  } else {
    const findings = describeDiagnostics(diagnostics, context.paint);
    if (rows.length === 0) context.alert(findings);
    else {
      context.note(findings);
      context.print(describeRows(rows, tokens));
    }
  }
  return rows.length > 0 ? 0 : 1;
}

async function listRows(server: Server): Promise<Row[]> {
  const countTokens = await loadTokenCounter();
  return server.toolsets.flatMap((toolset) =>
    toolset.tools.map(({ tool: { request, ...listed } }) => ({
      name: listed.name,
      title: listed.title,
      method: request.method,
      path: request.path,
      toolset: toolset.name,
      readOnly: listed.annotations.readOnlyHint,
      tokens: countTokens(JSON.stringify(listed)),
    })),
  );
}

function describeRows(rows: readonly Row[], tokens: number): string {
  const table = formatTable(
    [
      ['TOOL', 'OPERATION', 'TOOLSET', 'ACCESS', 'TOKENS'],
      ...rows.map((row) => [
        row.name,
        `${row.method} ${row.path}`,
        row.toolset,
        row.readOnly ? 'read' : 'write',
        row.tokens.toLocaleString('en'),
      ]),
    ],
    [4],
  );
  const toolsets = new Set(rows.map((row) => row.toolset)).size;
  return `${table}\n${count(rows.length, 'tool')} in ${count(toolsets, 'toolset')}, ${count(tokens, 'token')} in all\n`;
}
