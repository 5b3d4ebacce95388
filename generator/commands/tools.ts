import { inspect } from '../inspect.js';
import type { Server } from '../model/server.js';
import { type Chosen, readingOf } from './chooseConfig.js';
import { type Context, type ExitCode, formatCount, formatTable, sourceOf } from './context.js';
import { describeDiagnostics, describeSelection } from './describe/outcome.js';

interface Row {
  name: string;
  title: string;
  method: string;
  path: string;
  toolset: string;
  readOnly: boolean;
  /** Tokens of the tool in a `tools/list` answer (o200k), without its output schema. */
  tokens: number;
  /** Tokens of its output schema, which clients seldom show to models. */
  output: number;
}

/** `mcpwright tools`: what would be offered. */
export async function tools(
  args: Chosen & { document: string; json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { server, diagnostics, openapi, operations, selection } = await inspect(args.document, args.config, {
    ...sourceOf(context),
    ...readingOf(args),
    onProgress: context.progress,
  });
  const rows = listRows(server);
  const tokens = rows.reduce((sum, row) => sum + row.tokens, 0);
  const output = rows.reduce((sum, row) => sum + row.output, 0);
  const resources = listResources(server);
  const prompts = (server.prompts ?? []).map(({ name, title, arguments: given }) => ({
    name,
    title,
    arguments: given.map((argument) => argument.name),
  }));
  if (args.json) {
    const { name, title } = server.api;
    const besides = { ...(resources.length > 0 && { resources }), ...(prompts.length > 0 && { prompts }) };
    context.print(
      `${JSON.stringify({ server: { name, title }, openapi, operations, selection, tokens, output, tools: rows, ...besides, evidence: server.evidence, diagnostics }, undefined, 2)}\n`,
    );
  } else {
    const findings = describeDiagnostics(diagnostics, context.paint);
    if (rows.length + resources.length === 0) context.alert(findings);
    else {
      context.note(findings);
      context.print(describeRows(rows, tokens, output));
      if (resources.length > 0) context.print(describeResources(resources));
      if (prompts.length > 0)
        context.print(
          `\n${formatTable([['PROMPT', 'ARGUMENTS'], ...prompts.map((one) => [one.name, one.arguments.join(', ')])])}`,
        );
      for (const line of describeSelection(selection)) context.note(`${line}\n`);
    }
  }
  return rows.length + resources.length > 0 ? 0 : 1;
}

function listRows({ toolsets }: Server): Row[] {
  return toolsets.flatMap((toolset) =>
    toolset.tools.map(({ tool, cost }) => ({
      name: tool.name,
      title: tool.title,
      method: tool.request.method,
      path: tool.request.path,
      toolset: toolset.name,
      readOnly: tool.annotations.readOnlyHint,
      tokens: cost.tokens,
      output: cost.output,
    })),
  );
}

interface ResourceRow {
  uri: string;
  name: string;
  title: string;
  mimeType?: string;
  /** Whether the tool of its name is offered as well. */
  isTool: boolean;
}

function listResources({ resources = [] }: Server): ResourceRow[] {
  return resources.map(({ resource: { uri, name, title, mimeType, tool } }) => {
    const row = { uri, name, title, isTool: tool === undefined };
    return mimeType === undefined ? row : { ...row, mimeType };
  });
}

function describeResources(rows: readonly ResourceRow[]): string {
  const lines = rows.map(({ uri, name, mimeType = '', isTool }) => [
    uri,
    name,
    mimeType,
    isTool ? 'yes' : 'no',
  ]);
  return `\n${formatTable([['RESOURCE', 'NAME', 'TYPE', 'TOOL TOO'], ...lines])}`;
}

function describeRows(rows: readonly Row[], tokens: number, output: number): string {
  const table = formatTable(
    [
      ['TOOL', 'OPERATION', 'TOOLSET', 'ACCESS', 'TOKENS', 'OUTPUT'],
      ...rows.map((row) => [
        row.name,
        `${row.method} ${row.path}`,
        row.toolset,
        row.readOnly ? 'read' : 'write',
        row.tokens.toLocaleString('en'),
        row.output.toLocaleString('en'),
      ]),
    ],
    [4, 5],
  );
  const toolsets = new Set(rows.map((row) => row.toolset)).size;
  const beside = output === 0 ? '' : `, and ${formatCount(output, 'token')} of output schemas`;
  return `${table}\n${formatCount(rows.length, 'tool')} in ${formatCount(toolsets, 'toolset')}, ${formatCount(tokens, 'token')} in all${beside}\n`;
}
