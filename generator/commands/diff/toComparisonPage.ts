import type { ComparisonPage } from '../../../templates/report/comparisonData.js';
import type { Comparison, ServerChange, Snapshot } from '../../model/comparison.js';
import { packValues } from '../../report/packValues.js';
import { listTool } from '../../shape/listTool.js';
import { describeWhole, describeWhat, sortByReach } from '../describe/describeComparison.js';
import type { Side } from './openSides.js';
import { nameSource } from '../toPage.js';

/** Puts beside each tool that changed what a model sees of it on both sides. */
export function toComparisonPage(
  comparison: Comparison,
  [old, now]: readonly [old: Side, now: Side],
): ComparisonPage {
  const { table, add } = packValues();
  const whole = describeWhole(comparison);
  const [before, after] = [placeTools(old.snapshot, add), placeTools(now.snapshot, add)];
  return {
    old: { ...comparison.old, source: nameSource(old.source) },
    new: { ...comparison.new, source: nameSource(now.source) },
    counts: comparison.counts,
    ...(whole.length > 0 && { whole }),
    changes: sortByReach(comparison.changes).map(toPageChange),
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

function toPageChange(change: ServerChange): ComparisonPage['changes'][number] {
  const { impact, tool, tools } = change;
  const what = describeWhat(change);
  return { impact, ...(tool !== undefined && { tool }), ...(tools && { tools }), what };
}
