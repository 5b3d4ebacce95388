import type { ComparisonPage } from '../../../templates/report/comparisonData.js';
import type { Comparison, Snapshot } from '../../model/comparison.js';
import { packValues } from '../../report/packValues.js';
import { listTool } from '../../shape/listTool.js';
import { describeProgram, describeWhat, sortByReach } from '../describe/describeComparison.js';
import type { Side } from './openSides.js';
import { nameSource } from '../toPage.js';

/** Puts beside each tool that changed what a model sees of it on both sides. */
export function toComparisonPage(
  comparison: Comparison,
  [old, now]: readonly [old: Side, now: Side],
): ComparisonPage {
  const { table, add } = packValues();
  const program = describeProgram(comparison);
  const [before, after] = [placeTools(old.snapshot, add), placeTools(now.snapshot, add)];
  return {
    old: { ...comparison.old, source: nameSource(old.source) },
    new: { ...comparison.new, source: nameSource(now.source) },
    counts: comparison.counts,
    ...(program !== undefined && { program }),
    changes: sortByReach(comparison.changes).map((change) => {
      const { impact, tool, tools } = change;
      const of = { ...(tool === undefined ? {} : { tool }), ...(tools && { tools }) };
      return { impact, ...of, what: describeWhat(change) };
    }),
    tools: comparison.tools.map((tool) => {
      const left = tool.state === 'added' ? undefined : before(tool.was ?? tool.name);
      const right = tool.state === 'removed' ? undefined : after(tool.name);
      return Object.assign(
        {},
        tool,
        left === undefined ? {} : { before: left },
        right === undefined ? {} : { after: right },
      );
    }),
    values: table,
  };
}

/** Finds the places of tools as they are listed, by name. */
function placeTools(
  { tools }: Snapshot,
  add: (value: unknown) => number,
): (name: string) => number | undefined {
  const byName = new Map(tools.map(({ tool }) => [tool.name, tool]));
  return (name) => {
    const tool = byName.get(name);
    return tool === undefined ? undefined : add(listTool(tool));
  };
}
