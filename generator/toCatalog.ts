import type { Catalog, Toolset } from '../templates/project/src/runtime/tool.js';
import type { Mocks, Server, ToolsetEntry } from './model/server.js';
import { sizeOf } from './model/size.js';

/** The catalog that the generated code would hold, for a server that runs without it; `mocks` is asked where nothing is sent. */
export function toCatalog(
  { api, toolsets, components }: Server,
  mocks: () => Promise<Mocks> = async () => ({}),
): Catalog {
  return {
    api,
    toolsets: toolsets.map(toToolset),
    components: async () => components,
    search: async () => toolsets.flatMap(({ tools }) => tools.map(({ search }) => search)),
    mocks,
  };
}

function toToolset({ name, title, description, tools }: ToolsetEntry): Toolset {
  const pinned = tools.filter((entry) => entry.pinned).map(({ tool }) => tool.name);
  return {
    name,
    title,
    description,
    size: sizeOf(tools),
    readOnly: sizeOf(tools.filter(({ tool }) => tool.annotations.readOnlyHint)),
    ...(pinned.length === 0 ? {} : { pinned }),
    tools: async () => tools.map(({ tool }) => tool),
    schemas: async () => Object.fromEntries(tools.map(({ tool, enforced }) => [tool.name, enforced])),
  };
}
