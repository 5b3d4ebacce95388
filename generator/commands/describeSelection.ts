import { listMatches, type Selection } from '../model/selection.js';

/** Of more rules, each stands on a line of its own. */
const onOneLine = 2;

/** What was selected, and by which rules. Nothing is said where everything is offered and nothing asks for less. */
export function describeSelection(selection: Selection): string[] {
  const { operations, offered, rules } = selection;
  if (rules.length === 0) return [];
  const summary = `Selected ${offered} of ${operations} operations:`;
  if (rules.length > onOneLine)
    return [summary, ...rules.map((rule) => `  ${listMatches({ rules: [rule] })}`)];
  return [`${summary} ${listMatches(selection)}.`];
}
