import type { Check } from '../finding.js';
import type { SurveyedOperation } from '../survey.js';
import { stem } from '../words.js';

/** Looks for tools that a model would take for one another. */
export const checkNames: Check = ({ operations }, find, { splitWords }) => {
  for (const group of groupBy(operations, ({ entry }) => keyOfName(entry.tool.name, splitWords))) {
    find('ambiguous-names', group.pointer, { tools: group.tools });
  }
  const described = operations.filter(
    ({ operation: { summary, description } }) => (summary + description).trim() !== '',
  );
  for (const group of groupBy(described, ({ entry }) => entry.tool.description.toLowerCase())) {
    const { words, tools } = group;
    find('duplicate-description', group.pointer, { words, tools });
  }
};

/** Tools that share a key. */
interface Group {
  tools: string[];
  /** What the first of them is described as. */
  words: string;
  /** Where the first of them is. */
  pointer: string;
}

function groupBy(
  operations: readonly SurveyedOperation[],
  keyOf: (surveyed: SurveyedOperation) => string,
): Group[] {
  const groups = new Map<string, Group>();
  for (const surveyed of operations) {
    const { tool, pointer } = surveyed.entry;
    const known = groups.get(keyOf(surveyed));
    if (known === undefined)
      groups.set(keyOf(surveyed), { tools: [tool.name], words: tool.description, pointer });
    else known.tools.push(tool.name);
  }
  return [...groups.values()].filter(({ tools }) => tools.length > 1);
}

/** Equal for names of the same words, whatever their order and number. */
function keyOfName(name: string, splitWords: (text: string) => string[]): string {
  return splitWords(name).map(stem).toSorted().join(' ');
}
