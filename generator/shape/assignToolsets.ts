import type { Skipped } from '../model/api.js';
import type { Config, ToolChoice } from '../model/config.js';
import type { Report } from '../model/diagnostic.js';
import { nearest } from '../model/nearest.js';
import { joinPointer } from '../model/pointer.js';
import type { Subject } from './createMatcher.js';
import { type Match, matchRules } from './matchRules.js';
import { nameToolset } from './nameToolset.js';

/** The operations in their toolsets, and what put them there. */
export interface Assigned<T extends Subject> {
  subjects: T[];
  matches: Match[];
}

/**
 * Puts operations into the toolsets that the user chooses: one that is chosen for the operation alone, else the first
 * in the file whose rules match it. Those rules see the toolsets that the document makes.
 */
export function assignToolsets<T extends Subject>(
  subjects: readonly T[],
  chosen: ReadonlyMap<Skipped, ToolChoice>,
  { toolsets, tools }: Pick<Config, 'toolsets' | 'tools'>,
  report: Report,
): Assigned<T> {
  const named = Object.entries(toolsets).flatMap(([name, { include = [] }]) =>
    matchRules(include, `toolsets.${name}.include`, subjects, report).map((match) => ({ name, match })),
  );
  const assigned = subjects.map((subject) => {
    const { operation } = subject;
    const title =
      chosen.get(operation)?.toolset ??
      named.find(({ match }) => match.operations.has(operation))?.name ??
      subject.toolset.title;
    return { ...subject, toolset: { name: nameToolset(title), title } };
  });
  const filled = new Set(assigned.map(({ toolset }) => toolset.name));
  for (const [name, { include = [] }] of Object.entries(toolsets)) {
    // Rules that match nothing have been reported.
    if (include.length > 0 || filled.has(nameToolset(name))) continue;
    const meant = nearest(name, [...filled]);
    report('nothing-matched', joinPointer('config#/toolsets', name), {
      what: `${JSON.stringify(name)} under toolsets`,
      hint: meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`,
    });
  }
  const known = [...new Set([...subjects.map(({ toolset }) => toolset.name), ...Object.keys(toolsets)])];
  for (const [key, { toolset = '' }] of Object.entries(tools)) {
    const meant = known.includes(nameToolset(toolset)) ? undefined : nearest(toolset, known);
    if (toolset === '' || meant === undefined) continue;
    const [said, tool, near] = [toolset, key, meant].map((text) => JSON.stringify(text));
    report('toolset-made', joinPointer('config#/tools', key, 'toolset'), {
      toolset: said ?? '',
      key: tool ?? '',
      meant: near ?? '',
    });
  }
  return { subjects: assigned, matches: named.map(({ match }) => match) };
}
