import type { Catalog, SearchEntry, Tool, Toolset } from '../../../templates/project/src/runtime/tool.js';
import { makeApi, makeParameter, makeTool } from './fixtures.js';

/** Toolsets by name, with the names of their tools; one that begins with list or get only reads. */
export type Layout = Readonly<Record<string, readonly string[]>>;

const args = {
  type: 'object' as const,
  properties: { limit: { type: 'integer' } },
  additionalProperties: false,
};

/** Tools that take a number and call the path of their name. */
export function makeTools(names: readonly string[]): Tool[] {
  return names.map((name) => {
    const readOnlyHint = /^(list|get)_/.test(name);
    const parameters = [makeParameter({ argument: 'limit', name: 'limit' })];
    const method = readOnlyHint ? ('GET' as const) : ('POST' as const);
    const tool = makeTool({ name, method, path: `/${name}`, parameters });
    const annotations = { ...tool.annotations, readOnlyHint, destructiveHint: !readOnlyHint };
    return { ...tool, inputSchema: args, annotations };
  });
}

/** A catalog of several toolsets that notes what of it is loaded. */
export function makeToolsets(
  layout: Layout,
  changes: { api?: Partial<Catalog['api']>; pinned?: readonly string[]; tokens?: number } = {},
): { catalog: Catalog; loaded: string[] } {
  const { api, pinned = [], tokens = 100 } = changes;
  const loaded: string[] = [];
  const note = <T>(what: string, value: T): Promise<T> => {
    loaded.push(what);
    return Promise.resolve(value);
  };
  const entries: SearchEntry[] = [];
  const toToolset = ([name, names]: [string, readonly string[]]): Toolset => {
    const tools = makeTools(names);
    const reads = tools.filter(({ annotations }) => annotations.readOnlyHint);
    const listed = names.filter((tool) => pinned.includes(tool));
    for (const tool of tools) {
      entries.push({
        name: tool.name,
        toolset: name,
        readOnly: tool.annotations.readOnlyHint,
        title: tool.title,
        arguments: 'limit?',
        act: tool.annotations.readOnlyHint ? 'list' : 'do',
        terms: tool.name.replaceAll('_', ' ').replaceAll(/s\b/g, ''),
      });
    }
    return {
      name,
      title: `All of ${name}`,
      description: `What can be done with ${name}.`,
      size: { tools: tools.length, tokens: tokens * tools.length },
      readOnly: { tools: reads.length, tokens: tokens * reads.length },
      ...(listed.length > 0 && { pinned: listed }),
      tools: () => note(`tools of ${name}`, tools),
      schemas: () => note(`schemas of ${name}`, Object.fromEntries(names.map((tool) => [tool, args]))),
    };
  };
  const catalog = {
    api: makeApi(api),
    toolsets: Object.entries(layout).map(toToolset),
    components: () => note('components', {}),
    search: () => note('search', entries),
    mocks: () => note('mocks', {}),
  };
  return { catalog, loaded };
}
