import type { Api, Operation } from '../model/api.js';
import type { Config } from '../model/config.js';
import { cleanText } from './cleanText.js';
import { clipText } from './clipText.js';
import { nameToolset } from './nameToolset.js';
import { proposeToolset } from './proposeToolset.js';

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
  const groups = new Map<string, { title: string; operations: Operation[] }>();
  for (const operation of operations) {
    const title = operation.choice.toolset ?? propose(operation);
    const name = nameToolset(title);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { title, operations: [operation] });
    else group.operations.push(operation);
  }
  const declared = new Map(tags.toReversed().map((tag) => [nameToolset(tag.name), tag]));
  const chosen = new Map(Object.entries(config.toolsets).map(([key, choice]) => [nameToolset(key), choice]));
  const order = [...new Set(tags.map((tag) => nameToolset(tag.name))), ...[...groups.keys()].toSorted()];
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
