import { compareServers } from '../../compare/compareServers.js';
import { loadReport } from '../../load/ownFiles.js';
import type { Comparison, Impact } from '../../model/comparison.js';
import { InputError } from '../../model/diagnostic.js';
import { comparisonPage, renderPage } from '../../report/renderPage.js';
import { writePage } from '../../write/writePage.js';
import type { Context, ExitCode } from '../context.js';
import { checkHtml } from '../budget.js';
import { describeComparison } from '../describe/describeComparison.js';
import { describeDiagnostics } from '../describe/outcome.js';
import { escapeHidden } from '../../text/hidden.js';
import { type ChooseFor, type Side, openSides } from './openSides.js';
import { toComparisonPage } from './toComparisonPage.js';
import { toMarkdown } from './toMarkdown.js';

interface Arguments {
  old: string;
  new: string;
  choose: ChooseFor;
  json: boolean;
  markdown: boolean;
  /** Whether all tools of a change of several are named. */
  all: boolean;
  /** Where the page of the comparison goes; nowhere where there is none. */
  html: string | undefined;
  /** The impact, or worse, with which the exit code is 1. */
  failOn: FailOn;
}

/** What makes a comparison fail, and the impacts that do. */
const failing = {
  breaking: ['breaking'],
  possibly: ['breaking', 'possibly-breaking'],
  any: ['breaking', 'possibly-breaking', 'compatible', 'words'],
  never: [],
} as const satisfies Record<string, readonly Impact[]>;

export type FailOn = keyof typeof failing;

/** `mcpwright diff`: what changed for models and callers between two documents, projects or revisions. */
export async function diff(args: Arguments, context: Context): Promise<ExitCode> {
  if (args.json && args.markdown)
    throw new InputError('--json and --markdown exclude one another.', 'Leave one of them out.');
  checkHtml(args.html);
  const sides = await openSides([args.old, args.new], args.choose, context);
  context.progress('Comparing');
  const comparison = compareServers(sides[0].snapshot, sides[1].snapshot);
  for (const { diagnostics } of sides) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    context.note(describeDiagnostics(errors, context.paint));
  }
  if (args.json) context.print(`${JSON.stringify(toReport(comparison, sides), undefined, 2)}\n`);
  else if (args.markdown) context.print(toMarkdown(comparison));
  else context.print(describeComparison(comparison, context.paint, args.all ? Infinity : undefined));
  if (args.html !== undefined) {
    context.progress('Writing the comparison');
    await writePage(
      args.html,
      renderPage(toComparisonPage(comparison, sides), await loadReport(), comparisonPage),
    );
    context.note(`The comparison is in ${escapeHidden(args.html)}\n`);
  }
  const impacts: readonly Impact[] = failing[args.failOn];
  return comparison.changes.some(({ impact }) => impacts.includes(impact)) ? 1 : 0;
}

function toReport(comparison: Comparison, [old, now]: readonly [Side, Side]) {
  const { impact = 'none', counts, isUnrelated, program, tools, changes } = comparison;
  return {
    old: { source: old.source, kind: old.kind, ...comparison.old },
    new: { source: now.source, kind: now.kind, ...comparison.new },
    impact,
    counts,
    ...(isUnrelated && { isUnrelated }),
    ...(program && { program }),
    tools,
    changes,
  };
}
