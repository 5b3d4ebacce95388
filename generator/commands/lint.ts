import { basename, dirname, relative, sep } from 'node:path';
import { compilePattern } from '../regex/compile.js';
import { type Inspection, inspect } from '../inspect.js';
import type { Finding } from '../lint/finding.js';
import { lint as findAll } from '../lint/lint.js';
import { type Quality, scoreTools } from '../lint/quality/scoreTools.js';
import { toOverlay } from '../lint/toOverlay.js';
import { toSarif } from '../lint/toSarif.js';
import { isWebUrl } from '../load/fetchText.js';
import { loadPackage } from '../load/ownFiles.js';
import { configName } from '../model/config.js';
import { InputError, type Severity } from '../model/diagnostic.js';
import { resolve } from '../read/resolve.js';
import { cleanText } from '../text/clean.js';
import { loadTokenCounter } from '../text/tokens.js';
import { splitWords } from '../text/words.js';
import { writeConfig } from '../write/writePage.js';
import { escapeHidden } from '../text/hidden.js';
import { type Chosen, readingOf } from './chooseConfig.js';
import { type Context, type ExitCode, formatCount, quoteForShell, sourceOf } from './context.js';
import { describeFindings } from './describe/describeFindings.js';
import { describeQuality } from './describe/describeQuality.js';
import { describeEvidence, describeSelection } from './describe/outcome.js';

export type Format = 'text' | 'json' | 'sarif' | 'overlay';

interface Arguments extends Chosen {
  document: string;
  format: Format;
  /** A finding as bad as this, or worse, makes the exit code 1. */
  failOn: Severity | 'never';
  /** Where the overlay of what is suggested goes; nowhere where there is none. */
  fixOverlay?: string | undefined;
  /** A score of the tools below this makes the exit code 1. */
  failUnder?: number | undefined;
}

const severities: readonly Severity[] = ['error', 'warning', 'info'];

/** What has been found, and in what. */
interface Outcome {
  inspection: Inspection;
  findings: Finding[];
  counts: Record<Severity, number>;
  /** The score of the tools; undefined where there are none. */
  quality: Quality | undefined;
}

/** `mcpwright lint`: what in the document costs the models that will work with its API. */
export async function lint(args: Arguments, context: Context): Promise<ExitCode> {
  const { fixOverlay, failUnder } = args;
  if (fixOverlay !== undefined) checkFixOverlay(fixOverlay);
  const inspection = await inspect(args.document, args.config, {
    ...sourceOf(context),
    ...readingOf(args),
    onProgress: context.progress,
  });
  const countTokens = await loadTokenCounter();
  const means = { countTokens, splitWords, cleanText, matches };
  const findings = inspection.parts.flatMap((part) => findAll(part, means)).toSorted(bySeverity);
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  const outcome = { inspection, findings, counts, quality: scoreTools(inspection.server) };
  await printers[args.format](outcome, context);
  if (fixOverlay !== undefined) await writeOverlay(fixOverlay, outcome, context);
  if (tellLowScore(outcome, failUnder, context)) return 1;
  const failing = severities.slice(0, severities.indexOf(args.failOn as Severity) + 1);
  return failing.some((severity) => counts[severity] > 0) ? 1 : 0;
}

/** Says that the score is below what a build asks for. */
function tellLowScore(
  { quality }: Pick<Outcome, 'quality'>,
  failUnder: number | undefined,
  { alert }: Context,
): boolean {
  if (quality === undefined || failUnder === undefined || quality.score >= failUnder) return false;
  alert(`The tools score ${quality.score} of 100, and --fail-under asks for ${failUnder}.\n`);
  return true;
}

function bySeverity(a: Finding, b: Finding): number {
  return severities.indexOf(a.severity) - severities.indexOf(b.severity);
}

function matches(pattern: string, text: string): boolean {
  return compilePattern(pattern).test(text);
}

const printers: Record<Format, (outcome: Outcome, context: Context) => void | Promise<void>> = {
  text: printText,
  json: printJson,
  sarif: printSarif,
  overlay: printOverlay,
};

function printText({ inspection, findings, counts, quality }: Outcome, context: Context): void {
  const { print, note, paint } = context;
  print(describeFindings(findings, paint));
  const { operations, selection, server } = inspection;
  const tools = server.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  const found = [
    formatCount(counts.error, 'error'),
    formatCount(counts.warning, 'warning'),
    formatCount(counts.info, 'suggestion'),
  ];
  const summary = [
    `${found.join(', ')}; ${formatCount(tools, 'tool')} from ${formatCount(operations, 'operation')}.`,
    ...describeSelection(selection),
    ...describeEvidence(server.evidence),
    ...(quality === undefined ? [] : [describeQuality(quality, context)]),
  ];
  note(`${findings.length > 0 ? '\n' : ''}${summary.join('\n')}\n`);
}

function printJson({ inspection, findings, counts, quality }: Outcome, { print }: Context): void {
  const { source, openapi, operations, selection, server } = inspection;
  const { evidence } = server;
  const listed = findings.map(({ suggestion, ...finding }) =>
    suggestion === undefined
      ? finding
      : { ...finding, evidence: suggestion.evidence, update: suggestion.update },
  );
  const report = { source, openapi, operations, selection, counts, evidence, quality, findings: listed };
  print(`${JSON.stringify(report, undefined, 2)}\n`);
}

async function printSarif({ findings }: Outcome, { print }: Context): Promise<void> {
  const { version } = await loadPackage();
  print(`${JSON.stringify(toSarif(findings, version), undefined, 2)}\n`);
}

function printOverlay(outcome: Outcome, { print, note }: Context): void {
  const overlay = suggestOverlay(outcome);
  if (overlay === undefined) note('There is nothing to suggest: no overlay was written.\n');
  else {
    print(overlay);
    note('These are suggestions: read each one, and keep what its sentence means.\n');
  }
}

/** The overlay of what is suggested, which calls the document by `name`. */
function suggestOverlay({ inspection, findings }: Outcome, name?: string): string | undefined {
  const { document, parts } = inspection;
  if (parts.length > 1) {
    throw new InputError(
      'An overlay is for one document, and there are several.',
      'Name the document that it is for: mcpwright lint <document> --fix-overlay fixes.yaml',
    );
  }
  if (document.version.startsWith('2.')) {
    throw new InputError(
      'An overlay is suggested for OpenAPI 3 only, and this document is Swagger 2.0.',
      'Upgrade the document, or read the suggestions with --format text.',
    );
  }
  return toOverlay(findings, document, (pointer) => resolve(document.root, pointer), name);
}

/** A file that is named by mistake, such as the document, is not written to: it is there already. */
function checkFixOverlay(path: string): void {
  if (/\.ya?ml$/i.test(path)) return;
  throw new InputError(
    `The overlay is YAML: --fix-overlay needs a file whose name ends in .yaml, not "${path}".`,
    'For example: --fix-overlay fixes.yaml',
  );
}

async function writeOverlay(path: string, outcome: Outcome, { note }: Context): Promise<void> {
  const { source } = outcome.inspection;
  const folder = dirname(path);
  const name = source === '-' || isWebUrl(source) ? source : relative(folder, source).split(sep).join('/');
  const overlay = suggestOverlay(outcome, name);
  if (overlay === undefined) return note('There is nothing to suggest: no overlay was written.\n');
  const hint = 'It may hold your edits: name another file, or delete it.';
  const file = await writeConfig(folder, basename(path), overlay, hint);
  note(
    `${escapeHidden(file)} has what is suggested: read each action, delete what its sentence does not mean, then pass --overlay ${quoteForShell(file)}, or list it under overlays in ${configName}.\n`,
  );
}
