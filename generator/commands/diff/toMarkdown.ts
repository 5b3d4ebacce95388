import { escapeMarkdown } from '../../text/markdown/escape.js';
import { type Comparison, type ServerChange, impacts } from '../../model/comparison.js';
import { escapeHidden } from '../../text/hidden.js';
import {
  countImpacts,
  describeWhole,
  ownTitle,
  describeSize,
  describeWhat,
  impactWords,
  sortByReach,
} from '../describe/describeComparison.js';

/** Characters that code hosts take for text and not for too much. */
const longest = 60_000;

/** What changed, for a pull request or a changelog: a list for each impact, what breaks first. */
export function toMarkdown(comparison: Comparison, title = titleOf(comparison)): string {
  const head = `## ${escapeMarkdown(escapeHidden(title))}\n`;
  if (comparison.changes.length === 0) return `${head}\nNothing.\n`;
  const parts = impacts.flatMap((impact) => {
    const changes = sortByReach(comparison.changes.filter((change) => change.impact === impact));
    if (changes.length === 0) return [];
    const words = impactWords[impact];
    const section = `### ${words[0]?.toUpperCase()}${words.slice(1)}`;
    return [`${section}\n\n${changes.map(toItem).join('')}`];
  });
  const figures = `${countImpacts(comparison)}; ${describeSize(comparison)}.\n`;
  const about = describeWhole(comparison).map((sentence) => `${escapeMarkdown(sentence)}\n`);
  const whole = [head, figures, ...about, ...parts].join('\n');
  if (whole.length <= longest) return whole;
  return `${whole.slice(0, whole.lastIndexOf('\n', longest))}\n- …\n`;
}

function titleOf({ program }: Comparison): string {
  return program?.isAlone === true ? ownTitle : 'What changed for models and callers';
}

function toItem(change: ServerChange): string {
  const where = change.tool === undefined ? '' : `${toCode(change.tool)}: `;
  return `- ${where}${escapeMarkdown(escapeHidden(describeWhat(change)))}\n`;
}

function toCode(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``;
}
