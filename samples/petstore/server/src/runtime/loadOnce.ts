import { once } from './once.js';
import type { Catalog } from './tool.js';

/** The same catalog, that keeps what it has loaded. */
export function loadOnce({ api, toolsets, components, search, mocks }: Catalog): Catalog {
  return {
    api,
    toolsets: toolsets.map((toolset) => ({
      ...toolset,
      tools: once(toolset.tools),
      schemas: once(toolset.schemas),
    })),
    components: once(components),
    search: once(search),
    mocks: once(mocks),
  };
}
