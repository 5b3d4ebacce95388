import type { Api, Operation, Skipped } from '../../model/api.js';
import type { Config, ToolChoice } from '../../model/config.js';
import type { Report } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import { cleanText } from '../../text/clean.js';
import { clipText } from '../../text/clip.js';
import { nearest } from '../../text/nearest.js';
import { nameToolsets, proposeToolset } from '../names/nameToolset.js';
import { type Match, type Subject, matchRules } from './rules.js';

/** The operations in their toolsets, and what put them there. */
interface Assigned<T extends Subject> {
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
  nameOf: (title: string) => string,
  report: Report,
): Assigned<T> {
  const named = Object.entries(toolsets).flatMap(([name, { include = [] }]) =>
    matchRules(include, `toolsets.${name}.include`, subjects, report).map((match) => ({ name, match })),
  );
  const describe = describeToolsets(toolsets, nameOf);
  const assigned = subjects.map((subject) => {
    const { operation } = subject;
    const title =
      chosen.get(operation)?.toolset ??
      named.find(({ match }) => match.operations.has(operation))?.name ??
      subject.toolset.title;
    return { ...subject, toolset: describe(title) };
  });
  const filled = new Set(assigned.map(({ toolset }) => toolset.name));
  for (const [name, { include = [] }] of Object.entries(toolsets)) {
    // Rules that match nothing have been reported.
    if (include.length > 0 || filled.has(nameOf(name))) continue;
    const meant = nearest(name, [...filled]);
    report('nothing-matched', joinPointer('config#/toolsets', name), {
      what: `${JSON.stringify(name)} under toolsets`,
      hint: meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`,
    });
  }
  const known = [...new Set([...subjects.map(({ toolset }) => toolset.name), ...Object.keys(toolsets)])];
  for (const [key, { toolset = '' }] of Object.entries(tools)) {
    const meant = known.includes(nameOf(toolset)) ? undefined : nearest(toolset, known);
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

/** Says of a toolset by its title what rules know it by: its name, that title, and the one that the configuration gives it. */
export function describeToolsets(
  toolsets: Config['toolsets'],
  nameOf: (title: string) => string,
): (title: string) => Subject['toolset'] {
  const chosen = new Map(Object.entries(toolsets).map(([key, choice]) => [nameOf(key), choice.title]));
  return (title) => {
    const name = nameOf(title);
    const shown = chosen.get(name);
    return { name, title, ...(shown !== undefined && { shown }) };
  };
}

/** A named group of operations. */
export interface Group {
  name: string;
  title: string;
  description: string;
  operations: Operation[];
}

const longestTitle = 80;
const longestDescription = 300;

/**
 * Groups operations by the toolset that was chosen for them, else by their tag or path (see {@link proposeToolset}).
 * Groups come in the order of the document's tags, then by name; the user's words for them count first.
 */
export function groupTools(api: Api, config: Pick<Config, 'groupBy' | 'toolsets'>): Group[] {
  const { operations, tags } = api;
  const propose = proposeToolset(api, config.groupBy);
  const nameOf = nameToolsets(api);
  const groups = new Map<string, { title: string; operations: Operation[] }>();
  for (const operation of operations) {
    const title = operation.choice.toolset ?? propose(operation);
    const name = nameOf(title);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { title, operations: [operation] });
    else group.operations.push(operation);
  }
  const declared = new Map(tags.toReversed().map((tag) => [nameOf(tag.name), tag]));
  const chosen = new Map(Object.entries(config.toolsets).map(([key, choice]) => [nameOf(key), choice]));
  const order = [...new Set(tags.map((tag) => nameOf(tag.name))), ...[...groups.keys()].toSorted()];
  return [...new Set(order)].flatMap((name) => {
    const group = groups.get(name);
    const tag = declared.get(name);
    if (group === undefined) return [];
    const { title = tag?.name ?? group.title, description = tag?.description ?? '' } = chosen.get(name) ?? {};
    return {
      name,
      title: clipText(cleanText(title), longestTitle) || name,
      description: clipText(cleanText(description), longestDescription),
      operations: group.operations,
    };
  });
}
