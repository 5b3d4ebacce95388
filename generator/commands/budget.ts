import type { Budget } from '../../templates/report/data.js';
import { type Inspection, inspect } from '../inspect.js';
import { loadReport } from '../load/ownFiles.js';
import { type Code, InputError } from '../model/diagnostic.js';
import { measure } from '../report/measure.js';
import { renderPage } from '../report/renderPage.js';
import { loadTokenCounter } from '../text/tokens.js';
import { writePage } from '../write/writePage.js';
import { escapeHidden } from '../text/hidden.js';
import { type Chosen, readingOf } from './chooseConfig.js';
import { type Context, type ExitCode, formatCount, sourceOf } from './context.js';
import { describeBudget } from './describe/describeBudget.js';
import { describeDiagnostics, describeSelection } from './describe/outcome.js';
import { toPage } from './toPage.js';

interface Arguments extends Chosen {
  document: string;
  json: boolean;
  /** A row for each tool, instead of one for each toolset. */
  byTool: boolean;
  /** Where the page of the report goes; nowhere where there is none. */
  html: string | undefined;
  /** Tokens of a tool, and of a connection, beyond which the exit code is 1. */
  failOver: number | undefined;
  failTotal: number | undefined;
}

/** What the report is made of. */
export type Inspected = Omit<Inspection, 'parts' | 'config'>;

/** Findings that the report tells of itself. */
const toldByBudget: ReadonlySet<Code> = new Set(['tool-over-budget', 'toolset-over-total']);

/** `mcpwright budget`: what the tools take of a model's context, and what was left out to make them fit. */
export async function budget(args: Arguments, context: Context): Promise<ExitCode> {
  checkLimit('--fail-over', args.failOver);
  checkLimit('--fail-total', args.failTotal);
  checkHtml(args.html);
  const inspection = await inspect(args.document, args.config, {
    ...sourceOf(context),
    ...readingOf(args),
    onProgress: context.progress,
  });
  return report(inspection, args, context);
}

/** Reports on a server that has been worked out. */
export async function report(
  inspection: Inspected,
  args: Omit<Arguments, 'document'>,
  context: Context,
): Promise<ExitCode> {
  const { server, diagnostics } = inspection;
  const others = diagnostics.filter(({ code }) => !toldByBudget.has(code));
  const findings = describeDiagnostics(others, context.paint);
  context.progress('Counting tokens');
  const countTokens = await loadTokenCounter();
  // The server that it starts takes long to load, and other commands load this file.
  const { connectTo } = await import('./connectTo.js');
  const connected =
    server.toolsets.length === 0
      ? { instructions: '', tools: [], summary: 'no tool' }
      : await connectTo(server, 'auto');
  const found = measure(inspection, server, args.config, connected, countTokens);
  if (args.json)
    context.print(
      `${JSON.stringify({ ...found, selection: inspection.selection, diagnostics }, undefined, 2)}\n`,
    );
  if (found.tools.length === 0) {
    if (!args.json) context.alert(findings);
    return 1;
  }
  if (!args.json) {
    context.note(findings);
    context.print(describeBudget(found, args.byTool, context.paint));
    for (const line of describeSelection(inspection.selection)) context.note(`${line}\n`);
  }
  if (args.html !== undefined) {
    context.progress('Writing the report');
    const page = renderPage(
      toPage(found, await connectTo(server, 'list'), inspection.document),
      await loadReport(),
    );
    await writePage(args.html, page);
    context.note(`The report is in ${escapeHidden(args.html)}\n`);
  }
  const failures = listFailures(found, args);
  for (const failure of failures) context.alert(`${context.paint('red', 'error')} ${failure}\n`);
  return failures.length > 0 ? 1 : 0;
}

/** What takes more than the limits of the command. */
function listFailures(
  { tools, tokens: { connect } }: Budget,
  { failOver = Infinity, failTotal = Infinity }: Pick<Arguments, 'failOver' | 'failTotal'>,
): string[] {
  const failures = tools
    .filter(({ tokens }) => tokens > failOver)
    .map(({ name, tokens }) => `${name} takes ${formatCount(tokens, 'token')}, over ${failOver}.`);
  if (connect > failTotal)
    failures.push(`A connection takes ${formatCount(connect, 'token')}, over ${failTotal}.`);
  return failures;
}

function checkLimit(option: string, limit: number | undefined): void {
  if (limit === undefined || (Number.isSafeInteger(limit) && limit >= 0)) return;
  throw new InputError(
    `${option} must be a whole number of tokens, not "${limit}".`,
    `For example: ${option} 400`,
  );
}

/** A file that is named by mistake, such as the document, is not replaced. */
export function checkHtml(path: string | undefined): void {
  if (path === undefined || /\.html?$/i.test(path)) return;
  throw new InputError(
    `The report is a page: --html needs a file whose name ends in .html, not "${path}".`,
    'For example: --html report.html',
  );
}
